# SPDX-License-Identifier: Apache-2.0
"""Elementary functions of intervals with dyadic ends.

**Guarantee:** encloses. If v is in a and f(v) is defined, then f(v) is in f(a, p); ends have p bits, p ≥ 2.

f(x) is irrational at rational x ≠ 0 (log: x ≠ 1) by the theorem of Lindemann and Weierstrass, so enough bits of a
kernel of fixed.py show the two neighbours of p bits that f(x) lies between. Such ends are the best possible and
inclusion isotone.
"""

from __future__ import annotations

from functools import partial

from proofcheck.kernel import fixed
from proofcheck.kernel import interval as iv
from proofcheck.kernel.fixed import HUGE, Kernel, pi_fixed
from proofcheck.kernel.interval import ENTIRE, ONE, ZERO, Bound, Endpoint, Interval, Undefined

MINUS_ONE: Endpoint = (-1, 0)
GUARD = 20  # First choice of w − p.
PERIODIC_LIMIT = 8192  # Trigonometric functions are computed for |x| < 2^PERIODIC_LIMIT.


def _enclose(kernel: Kernel, zero: Endpoint, x: Endpoint, p: int) -> tuple[Endpoint, Endpoint]:
    """Numbers of p bits around f(x), neighbours unless that takes too much work; f(0) = zero exactly.

    ⌊f/2^s⌋ is one of L, ..., U − 1. If these agree above bit t, then q·2^t < f/2^s < (q + 1)·2^t.
    """
    m, e = x
    if not m:
        return zero, zero
    guard = GUARD
    while True:
        low, high, s = kernel(m, e, p + guard)
        t = (low if low >= 0 else ~low).bit_length() - p  # If L < 0, |f| may have only the bits of |L| − 1 = ~L.
        if t > 0 and low >> t == (high - 1) >> t:
            return (low >> t, s + t), ((low >> t) + 1, s + t)
        if low == high or guard > 4 * p + 4000:  # L = U is an exact value.
            return iv.rounded(low, s, p, False), iv.rounded(high, s, p, True)
        guard *= 3


def _increasing(a: Interval, kernel: Kernel, zero: Endpoint, p: int, low: Bound = None, high: Bound = None) -> Interval:
    """Encloses an increasing function; low and high bound it where a has no end."""
    if a.lo is not None:
        low, top = _enclose(kernel, zero, a.lo, p)
        if a.lo == a.hi:
            return Interval(low, top)
    return Interval(low, high if a.hi is None else _enclose(kernel, zero, a.hi, p)[1])


def pi(p: int) -> Interval:
    """Encloses π by neighbours of p bits (2 < π < 4)."""
    q = pi_fixed(p - 2)
    return Interval((q, 2 - p), (q + 1, 2 - p))


def _clamped(a: Interval) -> Interval:
    """a with each end beyond ±2^HUGE moved left (lo) or right (hi): to ±2^HUGE or to infinity."""
    lo, hi = a.lo, a.hi
    if lo is not None and lo[0].bit_length() + lo[1] > HUGE:
        lo = (1, HUGE) if lo[0] > 0 else None
    if hi is not None and hi[0].bit_length() + hi[1] > HUGE:
        hi = (-1, HUGE) if hi[0] < 0 else None
    return Interval(lo, hi)


def exp(a: Interval, p: int) -> Interval:
    """Encloses e^v for v in a."""
    return _increasing(_clamped(a), fixed.exp_kernel, ONE, p, ZERO)


def log(a: Interval, p: int) -> Interval:
    """Encloses ln v for v > 0 in a."""
    if iv.is_nonpositive(a):
        raise Undefined("logarithm of a nonpositive number")
    return _increasing(a if iv.is_positive(a) else Interval(None, a.hi), fixed.log_kernel, ZERO, p)


def xlogx(a: Interval, p: int) -> Interval:
    """Encloses v·ln v for v ≥ 0 in a, where the value at 0 is 0: decreasing up to 1/e, increasing from there."""
    if iv.is_negative(a):
        raise Undefined("x log x of a negative number")
    lo, hi = ZERO if a.lo is None or a.lo[0] < 0 else a.lo, a.hi
    result = Interval(*_enclose(fixed.xlogx_kernel, ZERO, lo, p))
    if lo == hi:
        return result
    last = Interval(result.lo, None) if hi is None else Interval(*_enclose(fixed.xlogx_kernel, ZERO, hi, p))
    result = iv.hull(result, last)
    below, above = _enclose(fixed.exp_kernel, ONE, MINUS_ONE, p)
    if iv.compare(lo, above) < 0 and (hi is None or iv.compare(hi, below) > 0):  # 1/e may be inside: minimum −1/e.
        return Interval((-above[0], above[1]), result.hi)
    return result


def general_power(a: Interval, b: Interval, p: int) -> Interval:
    """Encloses v^w = e^(w·ln v) for v > 0 in a, w in b; also 0^w = 0 for w > 0, and 0^0 = 1."""
    if iv.is_negative(a) or (iv.is_nonpositive(a) and iv.is_negative(b)):
        raise Undefined("real power of a negative number, or negative power of zero")
    if iv.is_nonpositive(a):
        return Interval(ZERO, ZERO if iv.is_positive(b) else ONE)
    # HUGE more bits make w·ln v precise absolutely unless it is huge. If 0 is in a, then ln v has no lower bound, and
    # a positive w in b gives the lower bound 0; 0 in b gives e^0 = 1.
    return exp(iv.mul(b, log(a, p + HUGE + 8), p + HUGE + 8), p)


def _quadrant(x: Bound) -> int | None:
    """⌊x/(π/2)⌋, None if x is unbounded or too large: x ≠ 0 is no multiple of π/2, so enough bits decide."""
    if x is None or x[0].bit_length() + x[1] > PERIODIC_LIMIT:
        return None
    if x[0] == 0 or x[0].bit_length() + x[1] <= 0:
        return -1 if x[0] < 0 else 0
    w, q, r = 32, 0, 0
    while -3 <= r <= 3:
        q, r, _ = fixed.reduced(x[0], x[1], w)
        w *= 2
    return q if r > 0 else q - 1


def _meets(first: int, last: int, j: int, period: int) -> bool:
    """Whether j + i·period is in first + 1, ..., last for some i: these k have k·π/2 in (lo, hi]."""
    return (last - j) // period > (first - j) // period


def _wave(a: Interval, kernel: Kernel, zero: Endpoint, top: int, p: int) -> Interval:
    """sin or cos, with maxima at j·π/2 for j ≡ top (mod 4) and minima for j ≡ top + 2; lo = 0 has an exact value."""
    lo, hi = a.lo, a.hi
    first = _quadrant(lo)
    last = first if lo == hi else _quadrant(hi)
    if lo is None or hi is None or first is None or last is None:
        return Interval(MINUS_ONE, ONE)
    ends = Interval(*_enclose(kernel, zero, lo, p))
    if lo != hi:
        ends = iv.hull(ends, Interval(*_enclose(kernel, zero, hi, p)))
    low = MINUS_ONE if _meets(first, last, top + 2, 4) else ends.lo
    return Interval(low, ONE if _meets(first, last, top, 4) else ends.hi)


def sin(a: Interval, p: int) -> Interval:
    """Encloses sin v for v in a."""
    return _wave(a, partial(fixed.odd, partial(fixed.circular, 0), False), ZERO, 1, p)


def cos(a: Interval, p: int) -> Interval:
    """Encloses cos v for v in a."""
    return _wave(a, partial(fixed.even, partial(fixed.circular, 1), False), ONE, 0, p)


def tan(a: Interval, p: int) -> Interval:
    """Encloses tan v for v in a, no pole: increasing unless the interval contains a pole j·π/2, j odd."""
    first, last = _quadrant(a.lo), _quadrant(a.hi)
    if first is None or last is None or _meets(first, last, 1, 2):
        return ENTIRE
    return _increasing(a, partial(fixed.odd, fixed.tan_positive, True), ZERO, p)


def atan(a: Interval, p: int) -> Interval:
    """Encloses atan v for v in a; |atan v| < π/2."""
    q = pi_fixed(p - 2) + 1
    return _increasing(a, partial(fixed.odd, fixed.atan_positive, False), ZERO, p, (-q, 1 - p), (q, 1 - p))


def sinh(a: Interval, p: int) -> Interval:
    """Encloses sinh v for v in a."""
    return _increasing(_clamped(a), partial(fixed.odd, partial(fixed.hyperbolic, "sinh"), True), ZERO, p)


def cosh(a: Interval, p: int) -> Interval:
    """Encloses cosh v for v in a: an even function, increasing for v ≥ 0."""
    return _increasing(_clamped(iv.absolute(a)), partial(fixed.even, partial(fixed.hyperbolic, "cosh"), True), ONE, p)


def tanh(a: Interval, p: int) -> Interval:
    """Encloses tanh v for v in a."""
    return _increasing(a, partial(fixed.odd, partial(fixed.hyperbolic, "tanh"), False), ZERO, p, MINUS_ONE, ONE)
