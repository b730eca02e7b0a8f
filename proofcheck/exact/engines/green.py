# SPDX-License-Identifier: Apache-2.0
"""The whole sum of F_m from the Green's function of the walk: one coordinate, no truncation in m.

D_m = a S_m, S a walk on the integers with steps k in [-A, B] of weight w_k / W, mean > 0, gcd of the steps 1. With n
actions sharing the coordinate, gap Delta and x = e^{-eta a},

    sum_{m >= 0} F_m = sum_d G(d) f(d),   f(d) = n Delta x^d / (1 + n x^d),   G(d) = sum_{m >= 0} P(S_m = d).

**G.** p(z) = E z^S < 1 for z in some (z_0, 1), because p(1) = 1 and p'(1) = mean > 0, so on such a circle
sum_d G(d) z^d = 1 / (1 - p(z)) = W z^A / q(z) with q(z) = W z^A - sum_k w_k z^{k+A}, deg q = A + B. On |z| = 1 the
only root of q is 1 (gcd 1), and it is simple (q'(1) = -W mean). By Rouche, |p| < 1 on the circle, A roots lie inside
it (all the ones with |z| < 1, since |p(z)| <= p(|z|) < 1 between the circle and 1) and B outside. Residues, the roots
of q being simple:

    G(d) =   sum_{|r| < 1}  W r^{A-1-d} / q'(r)     for d <= A - 1,
    G(d) = - sum_{|r| >= 1} W r^{A-1-d} / q'(r)     for d >= 1 - B.

For steps in {-1, 0, 1} with P(1) = c > a = P(-1): 1/(c-a) at d >= 0, (a/c)^|d| / (c-a) at d < 0.

**The sums over d.** Up to |d| < N term by term. Beyond, f is a geometric series in y = n x^d < 1 (or in 1/y): for
d >= N, f(d) = Delta sum_{k >= 1} (-1)^{k-1} y^k; the terms decrease and alternate, so stopping after k = T errs by at
most Delta y^{T+1}; exchanged with the sum over d every k gives a geometric sum in d. The same for d <= -N in 1/y.
N and T balance, so a tiny drift costs nothing and a small eta its square root.

G counts m = 0; F_0 = f(0) is taken off at the end. Source: Spitzer, Principles of Random Walk (1976), section 24
(Green's function of a transient walk); the residues are elementary.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log, sqrt

from flint import acb, arb, fmpz, fmpz_poly

from proofcheck.exact.enclosure import Enclosure, ball, workprec
from proofcheck.exact.walk import Walk

_MOST_DEGREE = 300
_MOST_RATE = 1e-14  # with a smaller eta * a the number of terms leaves what floats can plan


@dataclass(frozen=True)
class Green:
    """sum_{m >= 1} F_m of a walk of one coordinate, all m at once. Guarantee: encloses."""

    walk: Walk
    eta: Fraction
    name = "green"

    def applies(self) -> bool:
        """True when the walk has one coordinate, a moderate span, simple roots, and eta is not absurdly small."""
        if self.walk.width != 1 or self.eta / self.walk.scale * self._spacing() < _MOST_RATE:
            return False
        steps = self._steps()
        if max(steps) - min(0, *steps) > _MOST_DEGREE:
            return False
        rest = _without_one(_characteristic(steps, self.walk.total))
        return rest.degree() < 2 or rest.gcd(rest.derivative()).degree() == 0

    def cost(self, bits: int) -> int:
        """About how many microseconds `whole` takes. Heuristic."""
        steps = self._steps()
        degree = max(steps) - min(0, *steps)
        terms = sqrt(bits / float(self.eta / self.walk.scale * self._spacing()))
        return int(300 + degree * degree * bits // 20 + 4 * degree * terms)

    def whole(self, bits: int) -> Enclosure | None:
        """sum_{m >= 1} F_m; None when this precision cannot tell the roots from the unit circle."""
        with workprec(bits):
            total = self._total(bits)
            return Enclosure.from_ball(total) if total is not None and total.is_finite() else None

    def _spacing(self) -> int:
        return abs(self.walk.reduced[0][0][0])

    def _steps(self) -> dict[int, int]:
        spacing, steps = self._spacing(), dict[int, int]()
        for (step,), weight in self.walk.steps:
            steps[step // spacing] = steps.get(step // spacing, 0) + weight
        return steps

    def _total(self, bits: int) -> arb | None:
        steps, weight = self._steps(), self.walk.total
        low = -min(0, *steps)
        q = _characteristic(steps, weight)
        slope = q.derivative()
        visits = _Visits(self.walk, self.eta * self._spacing() / self.walk.scale, bits)
        total = visits.above(acb(1), -acb(weight) / acb(slope(fmpz(1))))
        roots = _roots(_without_one(q), low)
        if roots is None:
            return None
        for root in roots:
            share = acb(weight) * root ** (low - 1) / slope(root)
            if abs(root) < 1:
                total += visits.below(root, share)
            else:
                total += visits.above(1 / root, -share)
        return total.real - visits.at(0)


class _Visits:
    """sum_d r^|d| f(d) over d >= 0 or d < 0, at the current precision. Guarantee: encloses."""

    def __init__(self, walk: Walk, rate: Fraction, bits: int) -> None:
        self._copies, self._gap = walk.copies[0], ball(walk.gaps[0])
        self._rate, self._slow = ball(rate), float(rate)
        depth = sqrt(bits * 0.7 * self._slow)  # -log y where the series takes over
        self._terms = ceil(bits * 0.7 / depth) + 2
        self._most = max(1, ceil((log(self._copies) + depth) / self._slow))
        self._least = max(1, ceil((depth - log(self._copies)) / self._slow))
        step, power = (-self._rate).exp(), arb(1)
        self._upper, self._lower = [], []  # f(0), f(1), ... and f(-1), f(-2), ...
        for _ in range(self._most):
            self._upper.append(self._gap * self._copies * power / (1 + power * self._copies))
            power *= step
        power = step
        for _ in range(1, self._least):
            self._lower.append(self._gap * self._copies / (power + self._copies))
            power *= step

    def at(self, d: int) -> arb:
        """f(d) for d >= 0 in the table."""
        return self._upper[d]

    def above(self, ratio: acb, share: acb) -> acb:
        """share * sum_{d >= 0} ratio^d f(d), for |ratio| <= 1."""
        start, total = self._most, acb(0)
        y = (-self._rate * start).exp() * self._copies
        power, sign = ratio**start * self._gap, 1
        for k in range(1, self._terms + 1):
            power *= y
            total += sign * power / (1 - ratio * (-self._rate * k).exp())
            sign = -sign
        return share * (_series(self._upper, ratio) + _widened(total, self._left_out(y)))

    def below(self, ratio: acb, share: acb) -> acb:
        """share * sum_{e >= 1} ratio^e f(-e), for |ratio| < 1."""
        start, total = self._least, acb(0)
        y = (-self._rate * start).exp() / self._copies
        power, sign = ratio**start * self._gap, 1
        for k in range(self._terms + 1):
            total += sign * power / (1 - ratio * (-self._rate * k).exp())
            power *= y
            sign = -sign
        return share * (ratio * _series(self._lower, ratio) + _widened(total, self._left_out(y)))

    def _left_out(self, y: arb) -> arb:
        """Delta y^{T+1} / (1 - x^{T+1}), for y < 1, which is what makes the series fall and alternate."""
        if not y < 1:
            raise ArithmeticError("the series in n x^d starts too early")
        return self._gap * y ** (self._terms + 1) / (1 - (-self._rate * (self._terms + 1)).exp())


def _series(values: list[arb], ratio: acb) -> acb:
    """sum of values[e] ratio^e. By powers of halves, not Horner: a box turned at every step would grow."""
    powers, total = [acb(1), ratio], acb(0)
    for exponent in range(2, len(values)):
        powers.append(powers[exponent // 2] * powers[exponent - exponent // 2])
    for value, power in zip(values, powers, strict=False):
        total += power * value
    return total


def _widened(value: acb, radius: arb) -> acb:
    slack = arb(0, radius.abs_upper())
    return value + acb(slack, slack)


def _characteristic(steps: dict[int, int], total: int) -> fmpz_poly:
    low = -min(0, *steps)
    cells = [0] * (low + max(steps) + 1)
    cells[low] = total
    for step, weight in steps.items():
        cells[step + low] -= weight
    return fmpz_poly(cells)


def _without_one(q: fmpz_poly) -> fmpz_poly:
    return q // fmpz_poly([-1, 1])


def _roots(rest: fmpz_poly, inside: int) -> list[acb] | None:
    """The roots of q but for 1, each certainly inside or outside the unit circle, `inside` of them inside, if so."""
    found = rest.complex_roots() if rest.degree() > 0 else []
    roots = [acb(pair[0]) for pair in found]  # type: ignore[index]  # stubs: pairs (root, multiplicity)
    sure = [root for root in roots if abs(root) < 1]
    if len(sure) != inside or any(not abs(root) > 1 for root in roots if not abs(root) < 1):
        return None
    return roots
