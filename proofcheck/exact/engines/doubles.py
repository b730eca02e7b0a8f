# SPDX-License-Identifier: Apache-2.0
"""Rigour with float64: how many roundings a non-negative sum of products went through bounds its error.

u = 2^-53. A double operation on doubles a, b >= 0 (IEEE 754, to nearest) gives (a op b)(1 + d), |d| <= u, for +, *, /,
unless it underflows; so a value made of + and * (and one /) of non-negative numbers, each of whose terms went through
at most n roundings, is x (1 + theta), |theta| <= gamma_n = n u / (1 - n u), whatever the order of summation (Higham,
Accuracy and Stability of Numerical Algorithms, 2nd ed., Lemma 3.1 and section 4.2; a fused multiply-add only saves a
rounding). No difference is ever formed, so nothing cancels.

Underflow. An operation whose result is below 2^-1022 errs by at most 2^-1022 more (also where the processor flushes
to zero). Every number here is later multiplied by less than 2^40 in all, and an answer takes less than 2^60
operations; so all underflow together is below TINY = 2^-900, which every conversion back adds.

Numbers come in from exact integers and Arb, and go out as exact rationals; NumPy's exp is never called.
"""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from flint import arb, fmpz
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

TINY = Fraction(1, 2**900)
MOST_BITS = 800  # of a fixed-point number that becomes a double
_UNIT = Fraction(1, 2**53)


def gamma(roundings: int) -> Fraction:
    """gamma_n for n roundings. Raises ArithmeticError when n u is no longer small."""
    if roundings * _UNIT > Fraction(1, 4):
        raise ArithmeticError(f"{roundings} roundings are too many for float64")
    return roundings * _UNIT / (1 - roundings * _UNIT)


def of_integers(values: Iterable[fmpz], bits: int) -> Doubles:
    """values / 2^bits, one rounding each (Python rounds integers to the nearest double; the power of 2 is exact)."""
    if bits > MOST_BITS:
        raise ArithmeticError(f"{bits} bits are too many for float64")
    found: Doubles = np.ldexp(np.array([float(int(value)) for value in values]), -bits)
    return found


def of_fraction(value: Fraction) -> float:
    """The nearest double: one rounding (Python divides integers with correct rounding)."""
    return value.numerator / value.denominator


def of_balls(balls: Iterable[arb]) -> Doubles:
    """A double within 2^-50 of each positive ball, relatively: counted as 8 roundings; 0 below 2^-1000 (underflow).

    Checked, not assumed: raises ArithmeticError for a ball too wide.
    """
    return np.array([_of_ball(ball) for ball in balls])


def _of_ball(ball: arb) -> float:
    if ball < _SMALL:
        return 0.0
    value = float(ball.mid())
    if not abs(ball - arb(value)) < ball * _CLOSE:
        raise ArithmeticError("a ball is too wide to become a double")
    return value


BALL_ROUNDINGS = 8
_SMALL, _CLOSE = arb(2) ** -1000, arb(2) ** -50


def require_ieee() -> None:
    """Raises ArithmeticError unless NumPy rounds doubles to nearest, ties to even, as IEEE 754 says."""
    one, half = np.array([1.0, 1.0, 1.0]), np.array([2.0**-53, 3 * 2.0**-54, 3 * 2.0**-53])
    if (one + half).tolist() != [1.0, 1.0 + 2.0**-52, 1.0 + 2.0**-51]:
        raise ArithmeticError("this machine's floating point does not round to nearest as IEEE 754 says")
