# SPDX-License-Identifier: Apache-2.0
"""Learning rates with square roots and logarithms, as rational numbers at most the true value.

A learner needs its rate as an exact rational, and the rates of the literature are irrational. Each function here
rounds *down* to a multiple of 2^-64 (finer for tiny rates): privacy guarantees and rate caps, which bound the rate
from above, hold for the rounded number as they stand; regret bounds change by a relative 2^-40 or so. Logarithms come
as enclosures from the kernel's interval arithmetic, on the side that keeps the result below the true value.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from proofcheck.errors import InputError
from proofcheck.kernel import interval as iv
from proofcheck.kernel.elementary import log

GRID = 64
_LOG_BITS = 96


def log_ends(value: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals around log(value), value > 0. Guarantee: encloses."""
    found = log(iv.from_fraction(value, _LOG_BITS), _LOG_BITS)
    low, high = iv.lower_fraction(found), iv.upper_fraction(found)
    if low is None or high is None:
        raise InputError(f"found {str(value)[:40]}; write a number whose logarithm is of ordinary size")
    return low, high


def sqrt_below(value: Fraction) -> Fraction:
    """The largest multiple of 2^-g that is at most sqrt(value), value >= 0; g = GRID, larger where value is small."""
    grid = GRID + max(0, value.denominator.bit_length() - value.numerator.bit_length())
    return Fraction(isqrt((value.numerator << 2 * grid) // value.denominator), 1 << grid)


def constant_rate(actions: int, horizon: int) -> Fraction:
    """At most sqrt(8 log K / T), within 2^-64: Hedge's rate for a known horizon T; regret at most sqrt(T log K / 2).

    Source: Cesa-Bianchi, Lugosi, "Prediction, Learning, and Games", 2006, Theorem 2.2.
    """
    return sqrt_below(8 * log_ends(Fraction(actions))[0] / horizon)


def capped_rate(horizon: int, epsilon: Fraction, delta: Fraction) -> Fraction:
    """At most min{epsilon / sqrt(32 T L), 1/2, sqrt(epsilon / (16 T))}, L = log(1/delta): source B's capped rate.

    Arguments: T >= 1, epsilon > 0, 0 < delta < 1. Guarantee: positive, and at most the minimum, so that steps 2.2.a to
    2.2.c of source B (comp.s22.a, .b, .c here) hold for it as they stand.
    """
    upper = log_ends(1 / delta)[1]
    first = sqrt_below(epsilon**2 / (32 * horizon * upper))
    return min(first, Fraction(1, 2), sqrt_below(epsilon / (16 * horizon)))


class DecreasingRate:
    """eta_t, at most 2 sqrt(log K / t) and within 2^-62 of it, a multiple of 2^-64, never increasing in t.

    Source: Mourtada, Gaiffas, "On the optimality of the Hedge algorithm in the stochastic regime", JMLR 20 (2019).
    """

    def __init__(self, actions: int) -> None:
        low = log_ends(Fraction(actions))[0]
        self._scaled = (4 * low.numerator << 2 * GRID) // low.denominator  # (2 sqrt(log K) * 2^GRID)^2, rounded down

    def top(self, round: int) -> int:
        """eta_t * 2^GRID for the round t = ``round`` >= 1."""
        return isqrt(self._scaled // round)

    def at(self, round: int) -> Fraction:
        """eta_t for the round t = ``round`` >= 1."""
        return Fraction(self.top(round), 1 << GRID)
