# SPDX-License-Identifier: Apache-2.0
"""F_m of independent actions as an integral over one variable, and the trapezoidal rule for it with its exact error.

**The integral.** Let w_i = e^{-eta L_i(m)}, W = w_1 + ... + w_K, and E_i independent exponential variables: E_i / w_i
is the smallest of all with probability w_i / W = P_{m,i}, and exceeds u with probability phi_i(u) = E e^{-u w_i}.
With u = e^s and chi_i(s) = -d/ds phi_i(e^s) = E[u w_i e^{-u w_i}], independence gives

    F_m = int g(s) ds,   g(s) = sum_j Delta_j chi_j(s) prod_{i != j} phi_i(e^s).

Equivalently g(s) = E[r k(s + log W)], r = sum_j Delta_j w_j / W, k(x) = e^{x - e^x}, and int k = 1.

**The trapezoidal rule.** T = h sum_n g(nh) satisfies

    |T - F_m| <= epsilon_h F_m,   epsilon_h = 2 sum_{l >= 1} sqrt(p_l / sinh p_l),   p_l = 2 pi^2 l / h.

Proof. k and its Fourier transform int k(x) e^{-i omega x} dx = int_0^oo v^{-i omega} e^{-v} dv = Gamma(1 - i omega)
decay faster than any power, so Poisson's summation formula holds: h sum_n k(nh + x) = 1 + sum_{l != 0} Gamma(1 - i
omega_l) e^{i omega_l x}, omega_l = 2 pi l / h, for every x; and |Gamma(1 + i omega)|^2 = pi omega / sinh(pi omega).
Put x = log W, multiply by r >= 0, take the expectation (all terms are >= 0). The terms of epsilon_h fall at least by
the factor sqrt(2) e^{-pi^2 / h}, which bounds the series by a geometric one. (Trefethen and Weideman, SIAM Review 56
(2014), Theorem 5.1, give the like bound 2N/(e^{2 pi a / h} - 1) for any function analytic in a strip |Im s| < a.)

**The ends.** With y = W e^s at the first node kept, the nodes left of it contribute at most h/(e^h - 1) y <= y, and
never more than 1 + h/e (the integral and once the maximum), so at most (1 + h) y^lambda for 0 <= lambda <= 1. As
r W^lambda <= sum_j Delta_j w_j^lambda (w_j <= W), what is left out is at most

    (1 + h) e^{lambda s} sum_j Delta_j (E e^{-lambda eta X_j})^m.

With y = W e^s at the last node kept, those right of it contribute at most e^{-y} + (h/e) [y < 1] <= (1 + h) e^{-y},
k falling right of 0; so what is left out is at most (1 + h) Delta_max prod_i phi_i(e^s).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, lgamma, log, pi

from flint import arb, fmpz

from proofcheck.exact.enclosure import ball, enclose
from proofcheck.exact.groups import Group, Groups
from proofcheck.exact.logs import log_of, log_sum

LEAST_RATE = Fraction(1, 10**9)
"""With less a unit of loss (times eta) no window of cells is small enough."""

SPARE = 16
"""Bits asked for (see Task.bits) that what is left out beyond the ends does not need."""

_GUARD = 41  # the same for the distance of the nodes
_LAMBDAS: tuple[float, ...] = tuple(2.0 ** (-k / 2) for k in range(16))
_TILTS: tuple[float, ...] = tuple(2.0 ** (k / 2) for k in range(-14, 14))


@dataclass(frozen=True)
class Grid:
    """The lattice of s: multiples of `cell`, a node every `stride` cells; `rate` is eta times the unit of loss."""

    cell: Fraction
    stride: int
    rate: Fraction

    @property
    def split(self) -> int:
        """Cells in a unit of loss. Raises ArithmeticError where the cells do not divide it."""
        split = self.rate / self.cell
        if split.denominator != 1:
            raise ArithmeticError("a unit of loss is no whole number of cells")
        return split.numerator

    @property
    def h(self) -> Fraction:
        """The distance of the nodes."""
        return self.cell * self.stride

    @cached_property
    def aliasing(self) -> Fraction:
        """An upper bound of epsilon_h (module docstring), checked to be below 1/2."""

        def bound() -> arb:
            p = 2 * arb.pi() ** 2 / ball(self.h)
            first = (p / p.sinh()).sqrt()
            return 2 * first / (1 - arb(2).sqrt() * (-p / 2).exp())

        found = enclose(bound, 64).upper
        if found >= Fraction(1, 2):
            raise ArithmeticError("the nodes are too far apart")
        return found


def relative_bits(bits: int, terms: int) -> int:
    """epsilon_h is relative to F_m and does not add up over m, so it needs fewer bits than a sum of `terms` does."""
    return max(8, bits - 2 * terms.bit_length() - _GUARD)


def grid_for(rate: Fraction, bits: int) -> Grid:
    """The grid whose nodes are as far apart as epsilon_h <= 2^-bits about allows, and whose cells hold the losses."""
    wide = _wide(bits)
    cell = rate / max(1, ceil(float(rate) / wide))
    return Grid(cell, max(1, floor(wide / float(cell))), rate)


def free_grid(rate: Fraction, bits: int) -> Grid:
    """The same with nodes that do not heed the losses' lattice."""
    return Grid(Fraction(floor(_wide(bits) * 2**20), 2**20), 1, rate)


def _wide(bits: int) -> float:
    return pi * pi / (bits * log(2) + 4)


def left_out_below(groups: Groups, grid: Grid, m: int, node: int, power: Fraction) -> Fraction:
    """The bound of what the nodes left of cell `node` contribute to T at every m' >= m, 0 < power <= 1. Encloses."""

    def bound() -> arb:
        total = arb(0)
        for group in groups.groups[1:]:
            total += ball(group.gap * group.copies) * _transform(group, -power * grid.rate) ** fmpz(m)
        return (ball(1 + grid.h)) * ball(power * grid.cell * node).exp() * total

    return enclose(bound, 64 + 2 * m.bit_length()).upper


def _transform(group: Group, rate: Fraction) -> arb:
    """E e^{rate * (loss in units)}, at the current precision."""
    return sum((ball(rate * k).exp() * weight for k, weight in group.steps), arb(0)) / group.total


@dataclass(frozen=True)
class Reach:
    """Where nodes are needed: floats, heuristic; that it was enough is seen from the bounds on what is left out."""

    groups: Groups
    grid: Grid
    bits: int

    @property
    def loses(self) -> int:
        """How many cells the largest loss moves a round, at least 1."""
        return max(1, self.groups.most * self.grid.split)

    def first(self, m: int) -> tuple[int, Fraction]:
        """(a cell below which about 2^-bits is left out at m, the exponent lambda that shows it)."""
        goal, cell = -self.bits * log(2), float(self.grid.cell)
        places = [((goal - self._moments(power, m)) / (power * cell), power) for power in _LAMBDAS]
        place, power = max(places)
        return floor(place), Fraction(power)

    def last(self, m: int) -> int:
        """A cell beyond which P(E_1 / w_1 > u) <= 2^-bits at m."""
        units = float(self.grid.rate)
        best = self.groups.groups[0]
        goal = self.bits * log(2)
        found = min((lgamma(1 + tilt) + m * self._log_moment(best, tilt * units) + goal) / tilt for tilt in _TILTS)
        return ceil(found / float(self.grid.cell))

    def _moments(self, exponent: float, m: int) -> float:
        """log sum_j Delta_j (E e^{-exponent * eta X_j})^m."""
        units = float(self.grid.rate)
        parts = [log_of(g.gap * g.copies) + m * self._log_moment(g, -exponent * units) for g in self.groups.groups[1:]]
        return log_sum(parts)

    @staticmethod
    def _log_moment(group: Group, rate: float) -> float:
        """log E e^{rate * (loss in units)}."""
        return log_sum([rate * k + log(weight) - log(group.total) for k, weight in group.steps])
