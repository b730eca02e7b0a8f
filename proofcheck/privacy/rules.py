# SPDX-License-Identifier: Apache-2.0
"""How an action is drawn from cumulative losses: the softmax, the leader, the least of noisy sums. Exact laws.

A rule sees only the differences to the first action's sum, so its law does not change when a constant is added to all
sums. Laws are balls at Arb's current precision that enclose the true probabilities; an impossible action has the exact
ball 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

import flint

from proofcheck.exact.enclosure import ball, workprec
from proofcheck.privacy.grid import Vector

Law = tuple[flint.arb, ...]
"""The probabilities of the actions 1, ..., K."""


class Rule(ABC):
    """A law on the actions for every vector of cumulative losses.

    Arguments: scale, how many units make a loss of 1. Remembers the laws that it has made, at the last precision.
    """

    positive = True
    """No action is ever impossible."""

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self._bits = 0
        self._known: dict[Vector, Law] = {}

    def law(self, differences: Vector) -> Law:
        """The law for sums L with L_(i+1) - L_1 = differences[i] units. Guarantee: encloses."""
        if self._bits != flint.ctx.prec:
            self._bits, self._known = flint.ctx.prec, {}
        known = self._known.get(differences)
        if known is None:
            known = self._known[differences] = self._law((0, *differences))
        return known

    @abstractmethod
    def _law(self, sums: Vector) -> Law:
        """The law for these sums, in units."""


class Softmax(Rule):
    """P(j) = exp(-rate L_j) / sum_i exp(-rate L_i), rate > 0 exact."""

    def __init__(self, rate: Fraction, scale: int) -> None:
        super().__init__(scale)
        self.rate = rate

    def _law(self, sums: Vector) -> Law:
        least = min(sums)
        weights = [ball(-self.rate * (entry - least) / self.scale).exp() for entry in sums]
        whole = sum(weights, flint.arb(0))
        return tuple(weight / whole for weight in weights)


class Leader(Rule):
    """The uniform law on the actions of least sum: Follow-The-Leader."""

    positive = False

    def _law(self, sums: Vector) -> Law:
        least = min(sums)
        share = ball(Fraction(1, sums.count(least)))
        return tuple(share if entry == least else flint.arb(0) for entry in sums)


class NoisyLeast(Rule):
    """P(j) = P(L_j + Z_j is least, equal values going to the smaller j), Z_j = k/points, P(k) ~ q^|k| independently.

    q = exp(-rate/points): the discrete Laplace law of scale 1/rate. With c_i the integer such that i stays behind k
    iff Z_i * points >= k - c_i, P(j) = sum_k P(k) prod_(i != j) P(Z_i * points >= k - c_i). Between the c_i and 0 each
    factor is a + b q^k or b q^-k, so the product is a Laurent polynomial in q^k and its sum is geometric, term by term.

    Arguments: rate > 0, exact; points >= 1, how many noise steps make a loss of 1. Guarantee: encloses, exact law.
    """

    def __init__(self, rate: Fraction, points: int, scale: int) -> None:
        super().__init__(scale)
        self.rate, self.points = rate, points

    def _law(self, sums: Vector) -> Law:
        lost = ceil(self.points / self.rate).bit_length()  # 1 - q is about rate/points
        with workprec(flint.ctx.prec + lost + 64):
            return tuple(self._wins(j, sums) for j in range(len(sums)))

    def _power(self, exponent: int) -> flint.arb:
        return ball(-self.rate * exponent / self.points).exp()

    def _wins(self, j: int, sums: Vector) -> flint.arb:
        corners = []
        for i, entry in enumerate(sums):
            ahead = Fraction((entry - sums[j]) * self.points, self.scale)
            if i != j:
                corners.append(floor(ahead) if i > j else ceil(ahead) - 1)
        ends = sorted({0, *corners})
        pieces = [(None, ends[0]), *((a + 1, b) for a, b in pairwise(ends)), (ends[-1] + 1, None)]
        return sum((self._piece(first, last, corners) for first, last in pieces), flint.arb(0))

    def _piece(self, first: int | None, last: int | None, corners: list[int]) -> flint.arb:
        """The sum over k = first, ..., last (None: without end), where no factor changes its form."""
        one = 1 + self._power(1)
        k = last if last is not None else first or 0
        terms = {1 if k > 0 else -1: (1 - self._power(1)) / one}
        for corner in corners:
            if k <= corner:  # P(Z >= k - c) = 1 - q^(1 + c - k)/(1 + q)
                terms = _times(terms, {0: flint.arb(1), -1: -self._power(1 + corner) / one})
            else:  # q^(k - c)/(1 + q)
                terms = _times(terms, {1: self._power(-corner) / one})
        return sum((factor * self._geometric(e, first, last) for e, factor in terms.items()), flint.arb(0))

    def _geometric(self, e: int, first: int | None, last: int | None) -> flint.arb:
        """The sum of q^(e k) over k = first, ..., last; e > 0 where last is None, e < 0 where first is None."""
        if first is None:
            return self._power(e * (last or 0)) / (1 - self._power(-e))
        if last is None:
            return self._power(e * first) / (1 - self._power(e))
        if e == 0:
            return flint.arb(last - first + 1)
        return (self._power(e * first) - self._power(e * (last + 1))) / (1 - self._power(e))


def _times(a: dict[int, flint.arb], b: dict[int, flint.arb]) -> dict[int, flint.arb]:
    """The product of two Laurent polynomials, by exponent."""
    found: dict[int, flint.arb] = {}
    for e, x in a.items():
        for f, y in b.items():
            found[e + f] = found.get(e + f, flint.arb(0)) + x * y
    return found
