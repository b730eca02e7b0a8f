# SPDX-License-Identifier: Apache-2.0
"""The potential of the large-gap half of Lemma 5 at one state of the walk, as balls at the current precision.

Z = 1 + sum over large-gap j of e^{-eta D_j}, Q_j = e^{-eta D_j} / Z, Q_1 = 1 / Z, V = sum Delta_j Q_j.
"""

from fractions import Fraction

import flint

from proofcheck.exact.enclosure import ball
from proofcheck.exact.lattice import Vector
from proofcheck.exact.walk import Walk


class Potential:
    """Z, V and what one more step does to them.

    Arguments: walk; eta > 0; large, the coordinates with large gaps. Use one at one precision only: it remembers.
    Guarantee: encloses. Source A, Lemma 5.
    """

    def __init__(self, walk: Walk, eta: Fraction, large: tuple[int, ...]) -> None:
        self._walk, self._eta, self._large = walk, eta, large
        self._powers: dict[int, flint.arb] = {}
        self._moments: dict[int, flint.arb] = {}

    def power(self, difference: int) -> flint.arb:
        """e^{-eta D} at D = difference / scale."""
        known = self._powers.get(difference)
        if known is None:
            known = self._powers[difference] = ball(-self._eta * Fraction(difference, self._walk.scale)).exp()
        return known

    def z(self, state: Vector) -> flint.arb:
        """Z at D = state."""
        return 1 + sum((self.power(state[c]) * self._walk.copies[c] for c in self._large), flint.arb(0))

    def cost(self, state: Vector) -> flint.arb:
        """V at D = state."""
        return sum((q * ball(self._walk.gaps[c]) for c, q in self._shares(state).items()), flint.arb(0))

    def _shares(self, state: Vector) -> dict[int, flint.arb]:
        z = self.z(state)
        return {c: self.power(state[c]) * self._walk.copies[c] / z for c in self._large}

    def moment(self, c: int) -> flint.arb:
        """E e^{-eta Y} of one step of one coordinate."""
        if c not in self._moments:
            parts = (self.power(step[c]) * weight for step, weight in self._walk.steps)
            self._moments[c] = sum(parts, flint.arb(0)) / self._walk.total
        return self._moments[c]

    def expected(self, state: Vector) -> flint.arb:
        """Q_1 + sum Q_j E e^{-eta Y_j}, which is E[Z_{m+1} | D_m = state] / Z_m."""
        return 1 / self.z(state) + sum((q * self.moment(c) for c, q in self._shares(state).items()), flint.arb(0))

    def gain(self, state: Vector) -> flint.arb:
        """E[log Z_{m+1} - log Z_m | D_m = state]."""
        here, gain = self.z(state), flint.arb(0)
        for step, weight in self._walk.steps:
            there = self.z(tuple(a + b for a, b in zip(state, step, strict=True)))
            gain += (there / here).log() * weight
        return gain / self._walk.total

    def spread(self, state: Vector) -> bool:
        """Whether Z_{m+1} takes two values given D_m = state. Exact."""
        copies = self._walk.copies
        after = {tuple(sorted((state[c] + step[c], copies[c]) for c in self._large)) for step, _ in self._walk.steps}
        return len(after) > 1
