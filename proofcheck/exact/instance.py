# SPDX-License-Identifier: Apache-2.0
"""One loss law at one epsilon, and what Lemmas 4 and 5 are evaluated on: enclosures, made when asked for.

The law of D_0, ..., D_N is enumerated exactly; only the softmax is a ball. Source A, sections 5.3 and 5.4.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, islice

import flint

from proofcheck.exact.enclosure import Enclosure, ball, enclose, workprec
from proofcheck.exact.lattice import Vector
from proofcheck.exact.law import Law
from proofcheck.exact.potential import Potential
from proofcheck.exact.record import Case
from proofcheck.exact.softmax import Softmax, eta_of
from proofcheck.exact.tail import Tail, tail_of
from proofcheck.exact.walk import Walk, levels

BITS = 96
_MOST_STATES = 2_000
_MOST_UPDATES = 15_000
_MOST_M = 96

Level = tuple[int, dict[Vector, int], int]
"""m, the weight of each state of D_m, and their sum."""


def affordable(walk: Walk) -> list[Level]:
    """The laws of D_0, D_1, ... while they stay cheap, at least three of them: more would only sharpen the ratios."""
    reached: list[Level] = []
    states = updates = 0
    for level in islice(levels(walk), _MOST_M + 1):
        reached.append(level)
        states += len(level[1])
        updates += len(level[1]) * len(walk.steps)
        if level[0] >= 2 and (states > _MOST_STATES or updates > _MOST_UPDATES):
            break
    return reached


@dataclass(frozen=True)
class Instance:
    """One law at one epsilon; `reached` are the exact laws of D_0, ..., D_N, as `affordable` gives them.

    A coordinate of the walk stands for all actions that share it. Guarantee: encloses.
    """

    law: Law
    walk: Walk
    epsilon: Fraction
    reached: list[Level]

    @cached_property
    def eta(self) -> Fraction:
        """min(epsilon/2, 1/8)."""
        return eta_of(self.epsilon)

    @cached_property
    def small(self) -> tuple[int, ...]:
        """The coordinates with Delta <= 4 eta."""
        return tuple(c for c, gap in enumerate(self.walk.gaps) if gap <= 4 * self.eta)

    @cached_property
    def large(self) -> tuple[int, ...]:
        """The coordinates with Delta > 4 eta."""
        return tuple(c for c, gap in enumerate(self.walk.gaps) if gap > 4 * self.eta)

    @cached_property
    def last(self) -> int:
        """N, the largest m within reach."""
        return self.reached[-1][0]

    @cached_property
    def softmax(self) -> Softmax:
        """P over all actions."""
        return Softmax(self.walk, self.eta, BITS)

    @cached_property
    def potential(self) -> Potential:
        """Z and V over the large-gap actions."""
        return Potential(self.walk, self.eta, self.large)

    @cached_property
    def shares(self) -> dict[int, dict[int, Enclosure]]:
        """E P_{m,j} of one action of each coordinate, for m = 1, ..., N."""
        return {m: self._shares(states, whole) for m, states, whole in self.reached if m}

    def _shares(self, states: dict[Vector, int], whole: int) -> dict[int, Enclosure]:
        # States are sorted, so coordinates that are alike have to be averaged.
        with workprec(BITS):
            balls = {c: flint.arb(0) for c in range(self.walk.width)}
            for state, weight in states.items():
                for c, share in self.softmax.shares(state).items():
                    balls[c] += share * weight
            for group in self.walk.alike:
                mean = sum((balls[c] for c in group), flint.arb(0)) / len(group)
                balls.update(dict.fromkeys(group, mean))
            return {c: Enclosure.from_ball(total / whole) for c, total in balls.items()}

    @cached_property
    def f(self) -> dict[int, Enclosure]:
        """F_m for m = 1, ..., N."""
        return {level[0]: mean(level, self.softmax.cost) for level in self.reached if level[0]}

    def costs(self, kept: tuple[int, ...]) -> dict[int, Enclosure]:
        """E sum_j Delta_j P_{m,j} over the actions of some coordinates, for m = 1, ..., N."""
        if kept not in self._costs:
            self._costs[kept] = {m: self._cost(share, kept) for m, share in self.shares.items()}
        return self._costs[kept]

    @cached_property
    def _costs(self) -> dict[tuple[int, ...], dict[int, Enclosure]]:
        return {}

    def _cost(self, shares: dict[int, Enclosure], kept: tuple[int, ...]) -> Enclosure:
        parts = (shares[c].times(self.walk.copies[c] * self.walk.gaps[c]) for c in kept)
        return sum(parts, Enclosure.of(0))

    @cached_property
    def _tails(self) -> dict[tuple[int, ...], Tail]:
        return {}

    def rest(self, kept: tuple[int, ...], after: int) -> Fraction:
        """An upper bound of what `costs(kept)` adds up to over m > after (for the paper's Q as well)."""
        if kept not in self._tails:
            self._tails[kept] = tail_of(self.walk, self.eta, kept)
        return self._tails[kept].after(after)

    @cached_property
    def everyone(self) -> tuple[int, ...]:
        """All coordinates."""
        return tuple(range(self.walk.width))

    @cached_property
    def total(self) -> Enclosure:
        """The sum of F_m over all m >= 1."""
        return sum(self.f.values(), Enclosure.of(0)).widened(self.rest(self.everyone, self.last))

    @cached_property
    def regrets(self) -> dict[int, Enclosure]:
        """Reg_T for every T with all prefix lengths in reach, A_0 uniform; a round of block r+1 costs E F_{M_r}."""
        means = [Enclosure.of(sum(self.law.gaps, Fraction(0)) / self.law.size), self.f[1]]
        while 2 ** (len(means) - 1) <= self.last:
            half = 2 ** (len(means) - 2)
            some = sum((self.f[m] for m in range(half + 1, 2 * half + 1)), Enclosure.of(0))
            means.append(some.times(Fraction(1, half)))
        rounds = range(1, 2 ** len(means))
        return dict(zip(rounds, accumulate(means[t.bit_length() - 1] for t in rounds), strict=True))

    def logarithm(self, factor: Fraction) -> Enclosure:
        """factor * log K."""
        return enclose(lambda: flint.arb(self.law.size).log() * ball(factor), BITS)

    def action(self, c: int) -> str:
        """The first action of a coordinate, in words."""
        return f"j = {self.walk.actions[c][0]}"

    def case(self, id: str, left: Enclosure, right: Enclosure, *more: str, equal: bool = False) -> Case:
        """An instance of a statement on this law."""
        return Case(id, self.law.name, left, right, self.where(*more), equal)

    def where(self, *more: str) -> str:
        """The law, the epsilon and more, in words."""
        return ", ".join([self.law.name, f"epsilon = {self.epsilon}", *more])


def mean(level: Level, value: Callable[[Vector], flint.arb]) -> Enclosure:
    """E value(D_m) under one law of D_m. Guarantee: encloses, if `value` does."""
    _, states, whole = level
    parts = (value(state) * weight for state, weight in states.items())
    return enclose(lambda: sum(parts, flint.arb(0)) / whole, BITS)


def exponential(exponent: Fraction) -> Enclosure:
    """e^exponent. Guarantee: encloses."""
    return enclose(lambda: ball(exponent).exp(), BITS)
