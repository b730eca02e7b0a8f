# SPDX-License-Identifier: Apache-2.0
"""mpmath interval functions, padded outward, as plain functions of an interval and a precision.

mpmath's ``iv.exp`` and ``iv.log`` do not always enclose the true value (mpmath issue 1181: the last bit is not rounded
in the direction asked for). So every function value is widened by a relative 2^-(prec - 10), a thousand units in the
last place. Sums, products and quotients need no widening: mpmath rounds those in the direction asked for.

The precision is an argument of every call: no context, hence no setting shared between threads or left behind.
An interval is a pair of mpmath's raw numbers. Only exact rationals enter (`from_fraction`): no float, no Arb ball.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from mpmath import libmp
from mpmath.libmp import libmpf, libmpi

Raw = Any  # mpmath's (sign, mantissa, exponent, bit count)
Interval = tuple[Raw, Raw]
Operation = Callable[..., Interval]

SLOPPY_BITS = 10
HUGE = 2000  # arguments of exp, sin, ... above 2^HUGE are refused: reducing them would cost HUGE more bits
WIDEST = 50_000  # exponents of numbers that are written out as fractions
ZERO: Interval = (libmp.fzero, libmp.fzero)
ONE: Interval = (libmp.fone, libmp.fone)
DOWN, UP = libmp.round_floor, libmp.round_ceiling


class Undefined(ArithmeticError):
    """The interval reaches a point where the function has no value (log of 0, division by 0)."""


class TooLarge(ArithmeticError):
    """The value is too large to be worth computing for a sample."""


def from_fraction(value: int | Fraction, prec: int) -> Interval:
    """The narrowest interval at ``prec`` bits that contains an exact rational. **Guarantee:** encloses."""
    if type(value) not in (int, Fraction):
        raise TypeError(f"an exact int or Fraction is needed, found {type(value).__name__}")
    top, bottom = value.numerator, value.denominator
    if not bottom & (bottom - 1) and top.bit_length() <= prec:
        exact = libmp.from_man_exp(top, 1 - bottom.bit_length())
        return exact, exact
    return libmp.from_rational(top, bottom, prec, DOWN), libmp.from_rational(top, bottom, prec, UP)


def to_fraction(value: Raw) -> Fraction:
    """The exact rational that a finite raw number is; TooLarge beyond 2^(+-WIDEST)."""
    sign, mantissa, exponent, bits = value
    if abs(exponent + bits) > WIDEST or (exponent and not mantissa):
        raise TooLarge("a number too large, or too close to 0, to be written out")
    number = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -number if sign else number


def sign_low(x: Interval) -> int:
    """Sign of the lower end."""
    return int(libmpf.mpf_sign(x[0]))


def sign_high(x: Interval) -> int:
    """Sign of the upper end."""
    return int(libmpf.mpf_sign(x[1]))


def pad(x: Interval, prec: int) -> Interval:
    """The interval widened by a relative 2^-(prec - 10) at both ends, rounded outward."""
    a, b = x
    if libmp.fnan in (a, b):
        return libmp.fninf, libmp.finf
    shift = SLOPPY_BITS - prec
    if a[1]:
        a = libmpf.mpf_sub(a, libmpf.mpf_shift(libmpf.mpf_abs(a), shift), prec, DOWN)
    if b[1]:
        b = libmpf.mpf_add(b, libmpf.mpf_shift(libmpf.mpf_abs(b), shift), prec, UP)
    return a, b


def _modest(x: Interval) -> None:
    if max(x[0][2] + x[0][3], x[1][2] + x[1][3]) > HUGE:
        raise TooLarge("an argument is above 2^2000")


def _monotone(function: Callable[..., Raw], at_zero: Interval) -> Operation:
    """Interval form of an increasing function on the reals; exact at 0."""
    def interval(x: Interval, prec: int) -> Interval:
        if x == ZERO:
            return at_zero
        _modest(x)
        return pad((function(x[0], prec, DOWN), function(x[1], prec, UP)), prec)
    return interval


exp = _monotone(libmp.mpf_exp, ONE)
atan = _monotone(libmp.mpf_atan, ZERO)
tanh = _monotone(libmp.mpf_tanh, ZERO)
sinh = _monotone(libmp.mpf_sinh, ZERO)
_cosh = _monotone(libmp.mpf_cosh, ONE)


def log(x: Interval, prec: int) -> Interval:
    """Natural logarithm; Undefined unless the whole interval is positive."""
    if sign_low(x) <= 0:
        raise Undefined("log of a number that is not certainly positive")
    return ZERO if x == ONE else pad(libmpi.mpi_log(x, prec), prec)


def sqrt(x: Interval, prec: int) -> Interval:
    """Square root; Undefined where the interval reaches below 0. Rounded correctly by mpmath, so not padded."""
    if sign_low(x) < 0:
        raise Undefined("square root of a number that is not certainly non-negative")
    root: Interval = libmpi.mpi_sqrt(x, prec)
    return root


def sin(x: Interval, prec: int) -> Interval:
    """Sine, clipped to [-1, 1]."""
    _modest(x)
    return x if x == ZERO else _clip(pad(libmpi.mpi_cos_sin(x, prec)[1], prec))


def cos(x: Interval, prec: int) -> Interval:
    """Cosine, clipped to [-1, 1]."""
    _modest(x)
    return ONE if x == ZERO else _clip(pad(libmpi.mpi_cos_sin(x, prec)[0], prec))


def _clip(x: Interval) -> Interval:
    low = libmp.fnone if libmpf.mpf_lt(x[0], libmp.fnone) else x[0]
    return low, libmp.fone if libmpf.mpf_gt(x[1], libmp.fone) else x[1]


def tan(x: Interval, prec: int) -> Interval:
    """Tangent; Undefined where the cosine may vanish."""
    return div(sin(x, prec), cos(x, prec), prec)


def cosh(x: Interval, prec: int) -> Interval:
    """Hyperbolic cosine: even, and increasing in |x|."""
    return _cosh(absolute(x, prec), prec)


def absolute(x: Interval, prec: int) -> Interval:
    """Absolute value."""
    value: Interval = libmpi.mpi_abs(x, prec)
    return value


def add(*arguments: Any) -> Interval:
    """Sum of two or more intervals; the last argument is the precision."""
    *terms, prec = arguments
    total = terms[0]
    for term in terms[1:]:
        total = libmpi.mpi_add(total, term, prec)
    return total  # type: ignore[no-any-return]  # mpmath is untyped


def mul(*arguments: Any) -> Interval:
    """Product of two or more intervals; the last argument is the precision."""
    *factors, prec = arguments
    total = factors[0]
    for factor in factors[1:]:
        total = libmpi.mpi_mul(total, factor, prec)
    return total  # type: ignore[no-any-return]  # mpmath is untyped


def sub(x: Interval, y: Interval, prec: int) -> Interval:
    """Difference."""
    value: Interval = libmpi.mpi_sub(x, y, prec)
    return value


def neg(x: Interval, prec: int) -> Interval:
    """Negation."""
    value: Interval = libmpi.mpi_neg(x, prec)
    return value


def div(x: Interval, y: Interval, prec: int) -> Interval:
    """Quotient; Undefined where the divisor may be 0."""
    if sign_low(y) <= 0 <= sign_high(y):
        raise Undefined("division by a number that may be 0")
    value: Interval = libmpi.mpi_div(x, y, prec)
    return value


def minimum(*arguments: Any) -> Interval:
    """Least of several intervals, end by end; the last argument is the precision (not needed)."""
    values = arguments[:-1]
    return _least([v[0] for v in values]), _least([v[1] for v in values])


def maximum(*arguments: Any) -> Interval:
    """Greatest of several intervals, end by end; the last argument is the precision (not needed)."""
    values = arguments[:-1]
    return _greatest([v[0] for v in values]), _greatest([v[1] for v in values])


def _least(ends: list[Raw]) -> Raw:
    return libmpf.mpf_min_max(ends)[0]


def _greatest(ends: list[Raw]) -> Raw:
    return libmpf.mpf_min_max(ends)[1]


def floor(x: Interval, prec: int) -> Interval:
    """Floor, end by end."""
    _modest(x)
    return libmpf.mpf_floor(x[0], 0, DOWN), libmpf.mpf_floor(x[1], 0, UP)


def ceil(x: Interval, prec: int) -> Interval:
    """Ceiling, end by end."""
    _modest(x)
    return libmpf.mpf_ceil(x[0], 0, DOWN), libmpf.mpf_ceil(x[1], 0, UP)


def pi(prec: int) -> Interval:
    """The circle constant."""
    return pad((libmp.mpf_pi(prec, DOWN), libmp.mpf_pi(prec, UP)), prec)


def xlogx(x: Interval, prec: int) -> Interval:
    """x*log(x), continued by 0 at 0; least at 1/e, where it is -1/e."""
    if sign_low(x) < 0:
        raise Undefined("xlogx of a number that may be negative")
    ends = [ZERO if end == libmp.fzero else mul((end, end), log((end, end), prec), prec) for end in x]
    hull = (minimum(*ends, prec)[0], maximum(*ends, prec)[1])
    bottom = exp(neg(ONE, prec), prec)
    if libmpf.mpf_lt(x[0], bottom[1]) and libmpf.mpf_gt(x[1], bottom[0]):
        return minimum(hull, neg(bottom, prec), prec)[0], hull[1]
    return hull


def power(x: Interval, y: Interval, prec: int) -> Interval:
    """x**y: y an exact integer, or x > 0, or x >= 0 with y > 0."""
    if y[0] == y[1] and y[0][2] >= 0 and y[0][2] + y[0][3] <= HUGE:
        return _integer_power(x, int(libmpf.to_int(y[0])), prec)
    if sign_low(x) > 0:
        return exp(mul(y, log(x, prec + 64), prec + 64), prec)
    if sign_low(x) < 0 or sign_low(y) <= 0:
        raise Undefined("power of a number that is not certainly positive")
    top = ZERO if sign_high(x) == 0 else exp(mul(y, log((x[1], x[1]), prec + 64), prec + 64), prec)
    return libmp.fzero, top[1]


def _integer_power(x: Interval, n: int, prec: int) -> Interval:
    if n < 0:
        return div(ONE, _integer_power(x, -n, prec), prec)
    if n == 0:
        return ONE
    if n <= 1000:
        value: Interval = libmpi.mpi_pow_int(x, n, prec)
        return value if x in (ZERO, ONE) else pad(value, prec)
    if sign_low(x) <= 0:
        raise TooLarge("a power above 1000 of a number that is not certainly positive")
    more = prec + n.bit_length() + 8
    return exp(mul(from_fraction(n, more), log(x, more), more), prec)
