# SPDX-License-Identifier: Apache-2.0
"""Lemma 4 and Theorem 1's regret bounds on one law, and the counting steps of Lemma 4 on their own.

The regret of a horizon comes from F_m by the clock, and for short horizons also from `brute`, which plays the learner
out and knows of no clock. Source A, sections 5.3 and 5.5.
"""

from collections.abc import Iterator
from fractions import Fraction

from proofcheck.exact.brute import brute_choice, brute_regret
from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.instance import BITS, Instance
from proofcheck.exact.record import Case
from proofcheck.exact.regret import initial_law, regret, theorem1_bounds

MOST_PATHS = 1_024  # loss sequences times action sequences that are played out
BRUTE = (1, 2, 3, 7)  # horizons
LONG = 10**6
LONG_WORK = 20_000
LEAST_GAP = Fraction(1, 20)
ROUNDS = 256
PREFIXES = 1_024


def first_block(on: Instance) -> Iterator[Case]:
    """lemma4.s1: block 0 costs E Delta_{A_0} <= 1, for A_0 uniform and for every fixed A_0."""
    starts = {"A_0 uniform": initial_law(on.law, None)}
    for j in range(on.law.size):
        starts[f"A_0 = {j + 1}"] = tuple(Fraction(i == j) for i in range(on.law.size))
    for words, start in starts.items():
        cost = sum((p * gap for p, gap in zip(start, on.law.gaps, strict=True)), Fraction(0))
        yield on.case("lemma4.s1", Enclosure.of(cost), Enclosure.of(1), words)


def lemma4(on: Instance) -> Iterator[Case]:
    """Reg_T <= 1 + 4 sum F_m, by the clock and played out."""
    right = Enclosure.of(1) + on.total.times(4)
    for horizon, value in on.regrets.items():
        yield on.case("lemma4", value, right, f"T = {horizon}")
    for horizon in BRUTE:
        if _paths(on, horizon, horizon.bit_length()) <= MOST_PATHS:
            value = brute_regret(on.law, on.eta, horizon, initial_law(on.law, None), BITS)
            yield on.case("lemma4", value, right, f"T = {horizon}, played out")


def theorem(on: Instance) -> Iterator[Case]:
    """thm1, (1) and (2), at horizons within reach that end a block; for two actions and no tiny gap at 10^6 as well."""
    values = {horizon: value for horizon, value in on.regrets.items() if (horizon + 1).bit_count() == 1}
    if on.walk.width == 1 and on.law.least_gap >= LEAST_GAP:
        values[LONG] = regret(on.law, on.epsilon, LONG, digits=2, work=LONG_WORK).value
    for horizon, value in values.items():
        for bound in theorem1_bounds(on.law, on.epsilon, BITS):
            yield on.case("thm1", value, bound, f"T = {horizon}")


def choice(on: Instance) -> Iterator[Case]:
    """lemma4.s3: E[Delta_{A_{r+1}} | M_r = m], every loss sequence up to then played out, is F_m."""
    for r, m in ((0, 1), (1, 2), (2, 3), (2, 4)):
        if _paths(on, 2**r - 1 + m, 1) <= MOST_PATHS:
            chances = brute_choice(on.law, on.eta, r, m, BITS)
            left = sum((p.times(gap) for p, gap in zip(chances, on.law.gaps, strict=True)), Enclosure.of(0))
            yield on.case("lemma4.s3", left, on.f[m], f"r = {r}, m = {m}", equal=True)


def _paths(on: Instance, rounds: int, blocks: int) -> int:
    atoms = len(on.law.joint_atoms())
    return int(atoms**rounds * on.law.size**blocks)


def rounds_played() -> Iterator[Case]:
    """lemma4.s2: rounds t <= T in block r+1, counted one by one, are at most 2^(r+1)."""
    for horizon in range(1, ROUNDS + 1):
        counts: dict[int, int] = {}
        for t in range(1, horizon + 1):
            block = next(s for s in range(t) if 2**s <= t < 2 ** (s + 1))
            counts[block] = counts.get(block, 0) + 1
        for block, count in counts.items():
            if block:
                where = f"T = {horizon}, r = {block - 1}"
                yield Case("lemma4.s2", "", Enclosure.of(count), Enclosure.of(2**block), where)


def partition() -> Iterator[Case]:
    """lemma4.s5: every m from 2 to 1024 lies in exactly one of the sets {2^(r-1)+1, ..., 2^r}, and 1 in none."""
    homes: dict[int, int] = {}
    for r in range(1, PREFIXES.bit_length() + 1):
        for m in range(2 ** (r - 1) + 1, 2**r + 1):
            homes[m] = homes.get(m, 0) + 1
    for m in range(1, PREFIXES + 1):
        sides = Enclosure.of(homes.get(m, 0)), Enclosure.of(int(m > 1))
        yield Case("lemma4.s5", "", *sides, f"m = {m}", equal=True)
