# SPDX-License-Identifier: Apache-2.0
"""Lemma 3 and Proposition 1 on every data set of a small grid: worst probability ratios over all neighbours.

Small and self-contained, for the library's own rows. Balls throughout; a ratio's upper end decides. Source A, 5.2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations, product
from operator import mul

import flint

from proofcheck.exact.brute import Losses, prefix_law
from proofcheck.exact.enclosure import Enclosure, ball, workprec
from proofcheck.exact.instance import BITS, exponential
from proofcheck.exact.record import Case
from proofcheck.exact.softmax import eta_of
from proofcheck.exact.worst import Worst

Vector = tuple[Fraction, ...]

HALVES, ENDS = (Fraction(0), Fraction(1, 2), Fraction(1)), (Fraction(0), Fraction(1))
MAPS = ((2, 2, HALVES), (2, 4, ENDS), (3, 2, ENDS), (4, 1, ENDS))
"""(K, n, grid): the softmax map on every data set of n vectors in grid^K."""

RATES = (Fraction(1, 8), Fraction(2))
SPACES: tuple[tuple[Vector, ...], ...] = (
    tuple(vector for vector in product(HALVES, repeat=2) if len(set(vector)) > 1 or not any(vector)),
    tuple(vector for vector in product(ENDS, repeat=3) if len(set(vector)) > 1),
)
"""Loss vectors of the first three rounds, after which A_0, A_1, A_2 are drawn: all that decides rounds 1 to 7.

Of the vectors with equal losses, which move no softmax, at most one is kept.
"""

EPSILONS = (Fraction(1, 10), Fraction(2))
FIRST = ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
"""Rounds 1 to 3 where rounds 4 to 7 run through a grid."""

HORIZON = 64  # for what is only counted
PLAYED = ((2, 31), (3, 7))
"""(K, rounds): every sequence of block actions is played."""


def lemma3() -> Iterator[Case]:
    """lemma3: P(J in S | d) <= e^{2 eta} P(J in S | d'), every event S and every neighbouring pair d, d' on a grid.

    N sits on one m, every m from 1 to n, or is uniform on {1, ..., n}, or on its upper half.
    """
    for (k, n, grid), eta in product(MAPS, RATES):
        yield _lemma3(tuple(product(grid, repeat=k)), n, eta)


def _lemma3(space: tuple[Vector, ...], n: int, eta: Fraction) -> Case:
    def words(data: Losses, other: Losses, number: int, event: tuple[int, ...]) -> str:
        length = [*(f"N = {m}" for m in range(1, n + 1)), "N uniform", "N uniform on the upper half"][number]
        return f"eta = {eta}, {_text(data)} and {_text(other)}, {length}, S = {_set(event)}"

    worst, events = Worst("lemma3", words), _events(len(space[0]))
    with workprec(BITS):
        laws = {
            data: [[_sum(law, event) for event in events] for law in choices(data, eta)]
            for data in product(space, repeat=n)
        }
        bound = ball(2 * eta).exp()
        for data, other in neighbours(space, n):
            for number, (one, two) in enumerate(zip(laws[data], laws[other], strict=True)):
                for event, left, right in zip(events, one, two, strict=True):
                    worst.add(left, bound * right, data, other, number, event)
        return worst.case()


def neighbours(space: Sequence[Vector], n: int) -> Iterator[tuple[Losses, Losses]]:
    """All ordered pairs of data sets of n vectors that differ in exactly one."""
    for data in product(space, repeat=n):
        for place, vector in product(range(n), space):
            if vector != data[place]:
                yield data, (*data[:place], vector, *data[place + 1 :])


def choices(data: Losses, eta: Fraction) -> list[list[flint.arb]]:
    """The law of J for each law of N: m = 1, ..., n, uniform, uniform on the upper half {n/2 + 1, ..., n}."""
    softmaxes, sums = [], [Fraction(0)] * len(data[0])
    for vector in data:
        sums = [a + b for a, b in zip(sums, vector, strict=True)]
        weights = [ball(-eta * x).exp() for x in sums]
        whole = sum(weights, flint.arb(0))
        softmaxes.append([weight / whole for weight in weights])
    return [*softmaxes, _average(softmaxes), _average(softmaxes[len(data) // 2 :])]


def _average(laws: list[list[flint.arb]]) -> list[flint.arb]:
    return [sum(column, flint.arb(0)) / len(laws) for column in zip(*laws, strict=True)]


def _events(k: int) -> list[tuple[int, ...]]:
    """The events S that are neither empty nor everything, actions from 0."""
    return list(chain.from_iterable(combinations(range(k), size) for size in range(1, k)))


def _sum(law: Sequence[flint.arb], event: tuple[int, ...]) -> flint.arb:
    return sum((law[j] for j in event), flint.arb(0))


def _set(event: tuple[int, ...]) -> str:
    return f"{{{', '.join(str(j + 1) for j in event)}}}"


def _text(data: Losses) -> str:
    return " ".join(f"({', '.join(map(str, vector))})" for vector in data)


def proposition() -> Iterator[Case]:
    """prop1 and thm1's privacy: the law of the block actions, played out, changes by a factor of at most e^{2 eta}.

    Neighbours over the first three rounds (rounds 1 to 7 follow from them), and in block 2 for two actions (rounds 8
    to 15). An event's ratio lies between those of its atoms, so atoms decide.
    """
    for epsilon in EPSILONS:
        for space in SPACES:
            yield from _proposition(space, 3, (), epsilon)
        yield from _proposition(tuple(product(ENDS, repeat=2)), 4, FIRST, epsilon)


def _proposition(space: tuple[Vector, ...], n: int, before: Losses, epsilon: Fraction) -> Iterator[Case]:
    """Neighbours among the n rounds after those of `before`, which are fixed."""

    def words(data: Losses, other: Losses, actions: tuple[int, ...]) -> str:
        return f"epsilon = {epsilon}, {_text(data)} and {_text(other)}, A = {tuple(j + 1 for j in actions)}"

    eta, blocks = eta_of(epsilon), (n + len(before) + 1).bit_length()
    worst = Worst("prop1", words)
    with workprec(BITS):
        laws = {
            data: prefix_law((*before, *data), eta, _uniform(len(space[0])), blocks)
            for data in product(space, repeat=n)
        }
        bound = ball(2 * eta).exp()
        bounds = {data: [bound * right for right in law.values()] for data, law in laws.items()}
        for data, other in neighbours(space, n):
            for (actions, left), right in zip(laws[data].items(), bounds[other], strict=True):
                worst.add(left, right, data, other, actions)
        found = worst.case()
    yield found
    less = exponential(2 * eta - epsilon)  # the same quotients against e^epsilon
    yield replace(found, id="thm1", left=Enclosure(found.left.lower * less.lower, found.left.upper * less.upper))


def _uniform(k: int) -> list[Fraction]:
    return [Fraction(1, k)] * k


def factors() -> Iterator[Case]:
    """prop1.s1: the joint law of (A_0, ..., A_3), played out, is the product of the softmax maps' laws by block."""
    for eta, tail in product(RATES, product(product(ENDS, repeat=2), repeat=3)):
        losses = (*FIRST, *tail, (Fraction(0), Fraction(1, 2)))
        with workprec(BITS):
            joint = prefix_law(losses, eta, _uniform(2), 4)
            blocks = [choices(losses[:1], eta)[0], choices(losses[1:3], eta)[1], choices(losses[3:], eta)[-1]]
            pairs = {actions: (left, _product(blocks, actions) / 2) for actions, left in joint.items()}
            sides = {actions: tuple(map(Enclosure.from_ball, pair)) for actions, pair in pairs.items()}
        for actions, (left, right) in sides.items():
            where = f"eta = {eta}, {_text(losses)}, A = {tuple(j + 1 for j in actions)}"
            yield Case("prop1.s1", "", left, right, where, equal=True)


def _product(blocks: list[list[flint.arb]], actions: tuple[int, ...]) -> flint.arb:
    return reduce(mul, (law[action] for law, action in zip(blocks, actions[1:], strict=True)))


def changed() -> Iterator[Case]:
    """prop1.s2: of the s+1 factors of the law at time t, those whose vectors a change of round u leaves alone.

    The factor of A_{l+1} reads the rounds of block l, that of A_0 none: at least s stay, all s+1 if u is in block s.
    """
    for t in range(1, HORIZON + 1):
        s = _block(t)
        reads = [set[int](), *(set(range(2**block, 2 ** (block + 1))) for block in range(s))]
        for u in range(1, t + 1):
            least = s + 1 if 2**s <= u else s
            kept = sum(u not in rounds for rounds in reads)
            yield Case("prop1.s2", "", Enclosure.of(least), Enclosure.of(kept), f"t = {t}, u = {u}")


def pushed() -> Iterator[Case]:
    """prop1.s3: the actions of rounds 1, ..., t, played block by block, are those of phi_t; counted round by round."""
    for k, most in PLAYED:
        for t in range(1, most + 1):
            for blocks in product(range(k), repeat=t.bit_length()):
                played = [action for s, action in enumerate(blocks) for _ in range(2**s)][:t]
                agree = sum(played[u - 1] == blocks[_block(u)] for u in range(1, t + 1))
                where = f"t = {t}, A = {tuple(j + 1 for j in blocks)}"
                yield Case("prop1.s3", "", Enclosure.of(agree), Enclosure.of(t), where, equal=True)


def _block(u: int) -> int:
    """s(u): the s with 2^s <= u < 2^(s+1)."""
    return next(s for s in range(u) if 2**s <= u < 2 ** (s + 1))
