# SPDX-License-Identifier: Apache-2.0
"""Proved bounds on what the sum of F_m still holds after m = M.

With Y_j one step of D_j and 0 <= lambda <= eta: P_{m,j} <= min(1, e^{-eta D}) <= e^{-lambda D} (for D >= 0 because
lambda <= eta, for D < 0 because the right side exceeds 1), so by independence

    E P_{m,j} <= rho_j^m,  rho_j = E e^{-lambda Y_j},  and  sum_{m > M} F_m <= sum_j Delta_j rho_j^{M+1} / (1 - rho_j).

Any lambda gives a valid bound; a good one is looked for without guarantee. The same holds for the paper's Q. And as
the P_{m,j} sum to at most 1, for every threshold t >= 0

    F_m <= t + sum_{Delta_j > t} Delta_j rho_j^m,

which for many actions is far less than adding all of them up, as long as m is small (`rest` uses both).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import exp, log1p

from flint import arb, fmpz

from proofcheck.exact.enclosure import Enclosure, ball, enclose, workprec
from proofcheck.exact.groups import Groups
from proofcheck.exact.logs import log_of, log_sum
from proofcheck.exact.walk import Walk

_BITS = 128
_HALVINGS = 40
_PLAIN = 1e-6  # below this relative drift floats do not see where the moment is least; its parabola does
_RANGES = 80
_LEAST = Fraction(1, 2**8192)
_MOST_GUESS = 1 << 200
_MOST_RATE = 500.0  # e^500 is a float yet


@dataclass(frozen=True)
class Tail:
    """Upper bounds rho_j < 1 with E P_{m,j} <= rho_j^m for every m >= 0, one for each coordinate or group.

    charges are copies * gap, the most a whole group can cost times its copies; gaps the gap alone.
    """

    rates: tuple[Fraction, ...]
    charges: tuple[Fraction, ...]
    gaps: tuple[Fraction, ...]

    def after(self, terms: int) -> Fraction:
        """sum_j charge_j rho_j^{terms+1} / (1 - rho_j) >= the sum of F_m over m > terms. Guarantee: encloses.

        Costs a few microseconds for each group.
        """

        def total() -> arb:
            parts = arb(0)
            for rate, charge in zip(self.rates, self.charges, strict=True):
                parts += ball(charge) * ball(rate) ** fmpz(terms + 1) / ball(1 - rate)
            return parts

        return _above(total, terms)

    def rest(self, terms: int) -> Fraction:
        """Another upper bound of the same sum, not above `after`: the best threshold on each of some ranges of m.

        The ranges double; after any of them `after` may take over.

        Guarantee: encloses. Costs up to a few hundred times as much.
        """
        total, start = Fraction(0), terms
        least = union = self.after(terms)
        for _ in range(_RANGES):
            if union < least / 100:
                break
            end = 2 * start + 1
            total, start, union = total + self._between(start, end), end, self.after(end)
            least = min(least, total + union)
        return least

    def _between(self, start: int, end: int) -> Fraction:
        """min over t of (end - start) t + the sum over start < m <= end of sum_{gap > t} charge rho^m."""
        with workprec(_BITS + 2 * end.bit_length()):
            parts = [self._geometric(index, start, end) for index in self._falling]
            above = list(accumulate(parts, initial=arb(0)))
            thresholds = [*(self.gaps[index] for index in self._falling), Fraction(0)]
            totals = [ball(t * (end - start)) + part for t, part in zip(thresholds, above, strict=True)]
            least = min(totals, key=lambda total: float(total.mid()))
            return Enclosure.from_ball(least).upper

    @cached_property
    def _falling(self) -> list[int]:
        """Indices by falling gap."""
        return sorted(range(len(self.gaps)), key=lambda index: -self.gaps[index])

    def _geometric(self, index: int, start: int, end: int) -> arb:
        """charge times the sum of rho^m over start < m <= end, at the current precision."""
        rate = ball(self.rates[index])
        share = (1 - rate ** fmpz(end - start)) / ball(1 - self.rates[index])
        return ball(self.charges[index]) * rate ** fmpz(start + 1) * share

    def terms_for(self, target: Fraction) -> int:
        """The least M >= 1 with after(M) <= target, for target > 0."""
        guess = self._guess(target)
        low, high, step = guess - 1, guess, 1
        while self.after(high) > target:
            low, high, step = high, high + step, 2 * step
        step = 1
        while low >= 1 and self.after(low) <= target:
            low, high, step = max(0, low - step), low, 2 * step
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.after(middle) <= target else (middle, high)
        return high

    def _guess(self, target: Fraction) -> int:
        """About the least M, from floats. Heuristic."""
        goal = log_of(target)
        parts = [
            (log_of(charge / (1 - rate)), log_of(rate) if rate < Fraction(1, 2) else log1p(-float(1 - rate)))
            for rate, charge in zip(self.rates, self.charges, strict=True)
        ]
        low, high = 0, 1
        while log_sum([a + b * (high + 1) for a, b in parts]) > goal and high < _MOST_GUESS:
            high *= 2
        while high - low > 1:
            middle = (low + high) // 2
            good = log_sum([a + b * (middle + 1) for a, b in parts]) <= goal
            low, high = (low, middle) if good else (middle, high)
        return high


def _above(total: Callable[[], arb], terms: int) -> Fraction:
    """An upper bound of a positive ball with rho^terms in it, never below _LEAST (no ends of a million digits)."""
    # rho^n magnifies the radius of rho by n, so the precision grows with the exponent.
    with workprec(_BITS + 2 * terms.bit_length()):
        found = total()
        return _LEAST if found < ball(_LEAST) else Enclosure.from_ball(found).upper


def tail_of(walk: Walk, eta: Fraction, keep: tuple[int, ...] | None = None) -> Tail:
    """The Chernoff rates of every coordinate (or of those in `keep`), each certainly below 1. Guarantee: encloses."""
    kept = tuple(range(walk.width)) if keep is None else keep
    unit = Fraction(1, walk.scale)
    rates = tuple(_rate(_marginal(walk, c), walk.total, unit, eta) for c in kept)
    return Tail(rates, tuple(walk.copies[c] * walk.gaps[c] for c in kept), tuple(walk.gaps[c] for c in kept))


def tail_of_groups(groups: Groups, eta: Fraction) -> Tail:
    """The same for an independent law, a rate for each suboptimal group. Guarantee: encloses."""
    best, *others = groups.groups
    rates = tuple(
        _rate(groups.difference(index), group.total * best.total, groups.unit, eta)
        for index, group in enumerate(others, start=1)
    )
    return Tail(rates, tuple(group.copies * group.gap for group in others), tuple(group.gap for group in others))


def _marginal(walk: Walk, coordinate: int) -> dict[int, int]:
    law: dict[int, int] = {}
    for step, weight in walk.steps:
        law[step[coordinate]] = law.get(step[coordinate], 0) + weight
    return law


def _rate(law: dict[int, int], total: int, unit: Fraction, eta: Fraction) -> Fraction:
    """An upper bound < 1 of E e^{-lambda Y}, Y = unit * k with probability weight / total, for a good lambda <= eta."""
    mean = Fraction(sum(k * weight for k, weight in law.items()), total) * unit
    # rho is about 1 - mean^2 at worst, and has to be told from 1.
    bits = _BITS + 3 * max(0, mean.denominator.bit_length() - mean.numerator.bit_length())
    rate = _good_rate(law, total, unit, eta)
    while True:
        # The mean is positive, so every small enough lambda gives rho < 1; at enough bits certainly.
        bound = _moment_above(law, total, unit, rate, bits)
        if bound < 1:
            return bound
        rate, bits = rate / 2, bits + _BITS


def _moment_above(law: dict[int, int], total: int, unit: Fraction, rate: Fraction, bits: int) -> Fraction:
    def moment() -> arb:
        parts = arb(0)
        for k, weight in law.items():
            parts += ball(-rate * unit * k).exp() * weight
        return parts / total

    return enclose(moment, bits).trimmed(bits).upper


def _good_rate(law: dict[int, int], total: int, unit: Fraction, eta: Fraction) -> Fraction:
    """A lambda in (0, eta] where E e^{-lambda Y} is about least. Heuristic: any lambda there gives a valid bound."""
    mean = Fraction(sum(k * weight for k, weight in law.items()), total) * unit
    square = Fraction(sum(k * k * weight for k, weight in law.items()), total) * unit**2
    if mean < square * Fraction(_PLAIN):
        return min(eta, mean / square)
    parts = [(float(k * unit), float(Fraction(weight, total))) for k, weight in law.items()]

    def falling(rate: float) -> bool:
        return sum(y * p * exp(-rate * y) for y, p in parts) > 0

    low, high = 0.0, min(float(eta), _MOST_RATE)
    if falling(high):
        return min(eta, Fraction(high))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) else (low, middle)
    return min(eta, Fraction(low)) if low > 0 else min(eta, mean / square)
