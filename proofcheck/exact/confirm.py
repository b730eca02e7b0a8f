# SPDX-License-Identifier: Apache-2.0
"""Lemma 4 and Lemma 5 confirmed on given laws, equation by equation, by exact weights and rigorous enclosures.

A confirmation is never a proof: a record says on how many instances, and how close the worst came. The identifiers
are those of the statements: (3) lemma5.split, (4) lemma5.small.eq4, (5) lemma5.small.eq5, (6) lemma5.large.eq6, the
final bound lemma5, and lemma4. Source A, sections 5.3 and 5.4.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from pathlib import Path

import flint

from proofcheck.exact.enclosure import Enclosure, ball, enclose, workprec
from proofcheck.exact.engines import mean_cost
from proofcheck.exact.lattice import Vector
from proofcheck.exact.law import Law
from proofcheck.exact.lawfile import load_law
from proofcheck.exact.record import IDS, Case, Record, judged
from proofcheck.exact.regret import block_rounds
from proofcheck.exact.softmax import Softmax, epsilon_of, eta_of
from proofcheck.exact.steps import Steps
from proofcheck.exact.sums import lemma5_bound
from proofcheck.exact.tail import tail_of
from proofcheck.exact.walk import Walk, levels, walk_of

EPSILONS = (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(2))
"""Both sides of 1/4, where eta stops growing, and 1/4 itself."""

_BITS = 96
_MOST_STATES = 2_000
_MOST_UPDATES = 15_000
_MOST_M = 96

Level = tuple[int, dict[Vector, int], int]


def confirm_corpus(
    paths: Iterable[str | Path],
    epsilons: Sequence[Fraction | int | str] = EPSILONS,
    *,
    scale: Fraction = Fraction(1),
) -> list[Record]:
    """One record for each equation, over all laws in the files and all epsilons.

    Arguments: scale, a positive factor put on every bound (1: the paper's; less: is it still true?).
    Raises InputError for a bad file or epsilon. Guarantee: CONFIRMED only if every instance certainly holds,
    VIOLATED only if some instance certainly fails.
    """
    cases = [case for path in paths for case in law_cases(load_law(path), epsilons)]
    return judged(cases, scale)


def confirm_law(
    law: Law, epsilons: Sequence[Fraction | int | str] = EPSILONS, *, scale: Fraction = Fraction(1)
) -> list[Record]:
    """The same for one law."""
    return judged(list(law_cases(law, epsilons)), scale)


def summary(records: Iterable[Record]) -> dict[str, Record]:
    """The records by identifier."""
    return {record.id: record for record in records}


def law_cases(law: Law, epsilons: Sequence[Fraction | int | str] = EPSILONS) -> Iterator[Case]:
    """Every instance of every equation on one law: left side, right side, and where it is."""
    walk = walk_of(law)
    reached = list(_affordable(walk))
    for value in epsilons:
        epsilon = epsilon_of(value)
        yield from _Instance(law, walk, epsilon, reached).cases()


def _affordable(walk: Walk) -> Iterator[Level]:
    """The laws of D_0, D_1, ... while they stay cheap: more would only sharpen the ratios."""
    states, updates = 0, 0
    for level in islice(levels(walk), _MOST_M + 1):
        yield level
        states += len(level[1])
        updates += len(level[1]) * len(walk.steps)
        if level[0] >= 2 and (states > _MOST_STATES or updates > _MOST_UPDATES):
            return


@dataclass(frozen=True)
class _Instance:
    """One law at one epsilon, with the exact laws of D_0, ..., D_N."""

    law: Law
    walk: Walk
    epsilon: Fraction
    reached: list[Level]
    eta: Fraction = field(init=False)
    small: tuple[int, ...] = field(init=False)
    large: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        eta, gaps = eta_of(self.epsilon), self.walk.gaps
        object.__setattr__(self, "eta", eta)
        object.__setattr__(self, "small", tuple(c for c, gap in enumerate(gaps) if gap <= 4 * eta))
        object.__setattr__(self, "large", tuple(c for c, gap in enumerate(gaps) if gap > 4 * eta))

    def cases(self) -> Iterator[Case]:
        """All instances, in the order of the proof."""
        softmax = Softmax(self.walk, self.eta, _BITS)
        shares = {m: self._shares(softmax, states, whole) for m, states, whole in self.reached if m}
        f = {m: self._mean(softmax, states, whole) for m, states, whole in self.reached if m}
        small = {m: self._cost(share, self.small) for m, share in shares.items()}
        large = {m: self._cost(share, self.large) for m, share in shares.items()}
        yield from self._split(f, small, large)
        yield from self._equation4(shares)
        steps = Steps(self.walk, self.eta, self.small, self.large, _BITS)
        for identifier, left, right, more in steps.cases(self.reached, shares):
            yield self._case(identifier, left, right, more)
        yield self._small_total(small)
        if self.large:
            yield self._large_total()
        yield self._lemma5(f)
        yield from self._lemma4(f)

    def _case(self, identifier: str, left: Enclosure, right: Enclosure, more: str = "") -> Case:
        where = f"{self.law.name}, epsilon = {self.epsilon}{more}"
        return Case(identifier, self.law.name, left, right, where)

    def _shares(self, softmax: Softmax, states: dict[Vector, int], whole: int) -> dict[int, Enclosure]:
        """E P_{m,j} of one action of each coordinate; states are sorted, so alike coordinates are averaged."""
        with workprec(_BITS):
            balls = {c: flint.arb(0) for c in range(self.walk.width)}
            for state, weight in states.items():
                for c, share in softmax.shares(state).items():
                    balls[c] += share * weight
            for group in self.walk.alike:
                mean = sum((balls[c] for c in group), flint.arb(0)) / len(group)
                balls.update(dict.fromkeys(group, mean))
            return {c: Enclosure.from_ball(total / whole) for c, total in balls.items()}

    def _mean(self, softmax: Softmax, states: dict[Vector, int], whole: int) -> Enclosure:
        return enclose(lambda: mean_cost(softmax, states) / whole, _BITS)

    def _cost(self, shares: dict[int, Enclosure], kept: tuple[int, ...]) -> Enclosure:
        parts = (shares[c].times(self.walk.copies[c] * self.walk.gaps[c]) for c in kept)
        return sum(parts, Enclosure.of(0))

    def _split(
        self, f: dict[int, Enclosure], small: dict[int, Enclosure], large: dict[int, Enclosure]
    ) -> Iterator[Case]:
        """(3), both ways: F_m <= small + large and small + large <= F_m, up to the enclosures' widths."""
        for m, value in f.items():
            yield self._case("lemma5.split", small[m] + large[m], value, f", m = {m}")

    def _equation4(self, shares: dict[int, dict[int, Enclosure]]) -> Iterator[Case]:
        """(4): E P_{m,j} <= 2 exp(-m Delta_j^2 / 8)."""
        for m, share in shares.items():
            for c in self.small:
                rate = -m * self.walk.gaps[c] ** 2 / 8
                right = enclose(lambda r=rate: ball(r).exp() * 2, _BITS)  # type: ignore[misc]  # default arguments
                yield self._case("lemma5.small.eq4", share[c], right, f", m = {m}, j = {self.walk.actions[c][0]}")

    def _small_total(self, small: dict[int, Enclosure]) -> Case:
        """(5): the small-gap half of the sum is at most 200 log K / Delta_min."""
        left = sum(small.values(), Enclosure.of(0)).widened(self._rest(self.small))
        right = self._logarithm(200 / self.law.least_gap)
        return self._case("lemma5.small.eq5", left, right)

    def _large_total(self) -> Case:
        """(6): sum over m >= 0 of E V_m, V_m with the softmax of the large-gap actions alone, <= 4 log K / eta."""
        softmax = Softmax(self.walk, self.eta, _BITS, self.large)
        values = (self._mean(softmax, states, whole) for _, states, whole in self.reached)
        left = sum(values, Enclosure.of(0)).widened(self._rest(self.large))
        return self._case("lemma5.large.eq6", left, self._logarithm(4 / self.eta))

    def _lemma5(self, f: dict[int, Enclosure]) -> Case:
        left = sum(f.values(), Enclosure.of(0)).widened(self._rest(None))
        return self._case("lemma5", left, lemma5_bound(self.law, self.eta, _BITS))

    def _lemma4(self, f: dict[int, Enclosure]) -> Iterator[Case]:
        """Reg_T <= 1 + 4 sum F_m for every T whose prefix lengths are within reach (A_0 uniform)."""
        right = Enclosure.of(1) + sum(f.values(), Enclosure.of(0)).times(4).widened(4 * self._rest(None))
        means = [f[1]]  # E F_{M_r}
        while 2 ** len(means) <= max(f):
            half = 2 ** (len(means) - 1)
            means.append(sum((f[m] for m in range(half + 1, 2 * half + 1)), Enclosure.of(0)).times(Fraction(1, half)))
        start = Enclosure.of(sum(self.law.gaps, Fraction(0)) / self.law.size)
        for horizon in range(1, 2 ** (len(means) + 1)):
            played = (mean.times(block_rounds(r + 1, horizon)) for r, mean in enumerate(means))
            yield self._case("lemma4", sum(played, start), right, f", T = {horizon}")

    def _rest(self, kept: tuple[int, ...] | None) -> Fraction:
        return tail_of(self.walk, self.eta, kept).after(self.reached[-1][0])

    def _logarithm(self, factor: Fraction) -> Enclosure:
        return enclose(lambda: flint.arb(self.law.size).log() * ball(factor), _BITS)


__all__ = ["EPSILONS", "IDS", "Record", "confirm_corpus", "confirm_law", "law_cases", "summary"]
