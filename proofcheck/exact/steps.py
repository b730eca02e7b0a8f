# SPDX-License-Identifier: Apache-2.0
"""The steps of Lemma 5 with a random quantity in them, at every reachable state: Jensen, the drift, the tails."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import flint

from proofcheck.exact.enclosure import Enclosure, ball, enclose, workprec
from proofcheck.exact.lattice import Vector
from proofcheck.exact.walk import Walk

Level = tuple[int, dict[Vector, int], int]
Found = tuple[str, Enclosure, Enclosure, str]
"""(identifier, left, right, where): one instance of left <= right."""

MOST_STATES = 60  # states of one m at which the conditional steps are evaluated
MOST_M = 8


@dataclass(frozen=True)
class Steps:
    """One law at one rate eta: coordinates with small and with large gaps, at `bits` of precision.

    Guarantee: encloses. Both sides of the conditional steps are exponentials of the paper's, hence positive.
    """

    walk: Walk
    eta: Fraction
    small: tuple[int, ...]
    large: tuple[int, ...]
    bits: int

    def cases(self, reached: list[Level], shares: Mapping[int, Mapping[int, Enclosure]]) -> Iterator[Found]:
        """All instances within reach; shares[m][c] encloses E P_{m,j} of an action of coordinate c."""
        for m, states, whole in reached:
            if m:
                yield from self._tails(m, states, whole, shares[m])
        if self.large:
            yield from self._moments()
            for m, states, _ in reached[: MOST_M + 1]:
                for state in list(states)[:MOST_STATES]:
                    yield from self._conditional(m, state)

    def _tails(self, m: int, states: dict[Vector, int], whole: int, shares: Mapping[int, Enclosure]) -> Iterator[Found]:
        """lemma5.small.s2 and s3: E P <= P(D <= m Delta/2) + exp(-eta m Delta/2), and that probability's bound."""
        for c in self.small:
            gap, where = self.walk.gaps[c], f", m = {m}, j = {self.walk.actions[c][0]}"
            tail = Enclosure.of(self._probability(c, m * gap / 2 * self.walk.scale, states, whole))
            yield "lemma5.small.s2", shares[c], tail + self._exp(-self.eta * m * gap / 2), where
            yield "lemma5.small.s3", tail, self._exp(-m * gap * gap / 8), where

    def _probability(self, c: int, bound: Fraction, states: dict[Vector, int], whole: int) -> Fraction:
        """P(D_c <= bound), averaged over the coordinates alike with c, because the states are sorted."""
        group = next((g for g in self.walk.alike if c in g), (c,))
        below = sum(weight * sum(state[i] <= bound for i in group) for state, weight in states.items())
        return Fraction(below, whole * len(group))

    def _moments(self) -> Iterator[Found]:
        """lemma5.large.s4: E exp(-eta Y) <= exp(-eta Delta + eta^2/2)."""
        for c in self.large:
            right = self._exp(-self.eta * self.walk.gaps[c] + self.eta**2 / 2)
            with workprec(self.bits):
                left = Enclosure.from_ball(self._moment(c))
            yield "lemma5.large.s4", left, right, f", j = {self.walk.actions[c][0]}"

    def _moment(self, c: int) -> flint.arb:
        parts = (self._power(step[c]) * weight for step, weight in self.walk.steps)
        return sum(parts, flint.arb(0)) / self.walk.total

    def _conditional(self, m: int, state: Vector) -> Iterator[Found]:
        """lemma5.large.s3 (Jensen) and the drift that lemma5.large.s10 sums, given D_m = state."""
        with workprec(self.bits):
            here, gain = self._potential(state), flint.arb(0)
            for step, weight in self.walk.steps:
                there = self._potential(tuple(a + b for a, b in zip(state, step, strict=True)))
                gain += (there / here).log() * weight
            left = (gain / self.walk.total).exp()
            shares = {c: self._power(state[c]) * self.walk.copies[c] / here for c in self.large}
            mean = 1 / here + sum((q * self._moment(c) for c, q in shares.items()), flint.arb(0))
            cost = sum((q * ball(self.walk.gaps[c]) for c, q in shares.items()), flint.arb(0))
            drift = (-ball(self.eta / 4) * cost).exp()
        sides = [Enclosure.from_ball(side) for side in (left, mean, drift)]
        where = f", m = {m}, D = ({', '.join(str(Fraction(x, self.walk.scale)) for x in state)})"
        if self._spread(state):
            yield "lemma5.large.s3", sides[0], sides[1], where
        yield "lemma5.large.s10", sides[0], sides[2], where

    def _spread(self, state: Vector) -> bool:
        """Whether Z_{m+1} takes two values: else Jensen's two sides are equal and no enclosure can order them."""
        copies = self.walk.copies
        after = {tuple(sorted((state[c] + step[c], copies[c]) for c in self.large)) for step, _ in self.walk.steps}
        return len(after) > 1

    def _potential(self, state: Vector) -> flint.arb:
        """Z = 1 + sum over the large-gap actions of exp(-eta D)."""
        return 1 + sum((self._power(state[c]) * self.walk.copies[c] for c in self.large), flint.arb(0))

    def _power(self, difference: int) -> flint.arb:
        return ball(-self.eta * Fraction(difference, self.walk.scale)).exp()

    def _exp(self, exponent: Fraction) -> Enclosure:
        return enclose(lambda: ball(exponent).exp(), self.bits)
