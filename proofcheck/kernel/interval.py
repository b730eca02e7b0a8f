# SPDX-License-Identifier: Apache-2.0
"""Closed real intervals with dyadic ends and outward rounding.

An endpoint is a pair (m, e) of integers that denotes m·2^e. An interval denotes the set of REAL numbers v with
lo ≤ v ≤ hi; ``lo is None`` means no lower bound (−∞), ``hi is None`` no upper bound (+∞); infinities are never members.

**Guarantee:** encloses. If v is in a (and w in b) and f(v, w) is defined, then f(v, w) is in the result. ``Undefined``
is raised only if f is defined nowhere on the arguments. For + − × ÷ and sqrt the lower end is the largest number of p
bits (p ≥ 2) that is ≤ the exact end and the upper end the smallest ≥ it, so these are inclusion isotone (a ⊆ a' gives
f(a) ⊆ f(a')). Shifts are bounded by lengths of mantissas and p, not by exponents: huge exponents cost no memory.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

Endpoint = tuple[int, int]
Bound = Endpoint | None

ZERO: Endpoint = (0, 0)
ONE: Endpoint = (1, 0)
FRACTION_EXPONENT_LIMIT = 1 << 24  # Ends with larger exponents become fractions by outward rounding.


class Undefined(ValueError):
    """The operation is defined at no point of its arguments."""


class Interval:
    """The set {v real : lo ≤ v ≤ hi}; treated as immutable. The caller ensures lo ≤ hi."""

    __slots__ = ("hi", "lo")

    def __init__(self, lo: Bound, hi: Bound) -> None:
        self.lo = lo
        self.hi = hi

    def __repr__(self) -> str:
        return f"Interval({self.lo!r}, {self.hi!r})"


ENTIRE = Interval(None, None)


def compare(x: Endpoint, y: Endpoint) -> int:
    """The sign of x − y, exactly."""
    (m, e), (n, f) = x, y
    if m <= 0 <= n or n <= 0 <= m:
        return (m > n) - (m < n)
    # Same strict sign: 2^(top−1) ≤ |x| < 2^top decides unless the tops agree; then e − f is a difference of lengths.
    top = m.bit_length() + e - n.bit_length() - f
    if top:
        return 1 if (top > 0) == (m > 0) else -1
    m, n = m << max(e - f, 0), n << max(f - e, 0)
    return (m > n) - (m < n)


def rounded(m: int, e: int, p: int, up: bool) -> Endpoint:
    """The smallest number of p bits ≥ m·2^e (up) or the largest ≤ m·2^e; >> is the floor for either sign."""
    s = m.bit_length() - p
    if s <= 0:
        return m, e
    return -(-m >> s) if up else m >> s, e + s


def _sum(x: Endpoint, y: Endpoint, p: int, up: bool) -> Endpoint:
    """x + y rounded up or down."""
    (m, e), (n, f) = (x, y) if x[1] >= y[1] else (y, x)
    d, k = e - f, p + 4
    if d > k and m and d >= n.bit_length() + k:
        # |n·2^f| < 2^(e−k), and m·2^e in this unit has over p + 4 bits. So rounding down needs only the floor of
        # n·2^f in this unit (−1 or 0), and rounding up only its ceiling.
        f, n, d = e - k, (n > 0) if up else -(n < 0), k
    return rounded((m << d) + n if m else n, f, p, up)


def _product(x: Bound, y: Bound, p: int, up: bool) -> Bound:
    """x·y rounded. With an infinite factor: 0 if the other is 0 (0·v = 0 for all real v), else no bound."""
    if x is None or y is None:
        z = y if x is None else x
        return None if z is None or z[0] else ZERO
    m = x[0] * y[0]
    s = m.bit_length() - p
    if s <= 0:
        return m, x[1] + y[1]
    return -(-m >> s) if up else m >> s, x[1] + y[1] + s


def _quotient(x: Bound, y: Bound, p: int, up: bool) -> Bound:
    """x/y rounded, for y ≥ 0: a limit from the right at y = 0. So x/∞ = 0/0 = 0, and other x/0 are no bound."""
    if x is None or (y is not None and x[0] and not y[0]):
        return None
    if y is None or not x[0]:
        return ZERO
    # The integer quotient has at least p + 1 bits, and floor at p bits of an integer floor is that of the exact one.
    k = max(p + 1 + y[0].bit_length() - x[0].bit_length(), 0)
    return rounded(-((-x[0] << k) // y[0]) if up else (x[0] << k) // y[0], x[1] - y[1] - k, p, up)


def from_fraction(q: Fraction, p: int) -> Interval:
    """The smallest interval with ends of p bits that contains q."""
    return from_fractions(q, q, p)


def from_fractions(lo: Fraction | None, hi: Fraction | None, p: int) -> Interval:
    """The smallest interval with ends of p bits that contains {v : lo ≤ v ≤ hi}; None is no bound."""
    if lo is not None and hi is not None and lo > hi:
        raise ValueError("the lower end of an interval is above its upper end")
    low = None if lo is None else _quotient((lo.numerator, 0), (lo.denominator, 0), p, False)
    return Interval(low, None if hi is None else _quotient((hi.numerator, 0), (hi.denominator, 0), p, True))


def exact_int(n: int) -> Interval:
    """[n, n], not rounded."""
    return Interval((n, 0), (n, 0))


def lower_fraction(a: Interval) -> Fraction | None:
    """A rational lower bound: the lower end exactly, or a smaller number if its exponent is beyond 2^24 in size."""
    if a.lo is None:
        return None
    (m, e), limit = a.lo, FRACTION_EXPONENT_LIMIT
    if m and e > limit:  # |m·2^e| ≥ 2^limit.
        return Fraction(1 << limit) if m > 0 else None
    if m and e < -limit:  # The floor at a fixed scale. (A shift right by any amount is cheap.)
        m, e = m >> -limit - e, -limit
    return Fraction(m << max(e, 0), 1 << max(-e, 0)) if m else Fraction(0)


def upper_fraction(a: Interval) -> Fraction | None:
    """A rational upper bound: the upper end exactly, or a larger number if its exponent is beyond 2^24 in size."""
    low = lower_fraction(neg(a))
    return None if low is None else -low


def neg(a: Interval) -> Interval:
    """{−v : v in a}, exactly."""
    lo, hi = a.lo, a.hi
    return Interval(None if hi is None else (-hi[0], hi[1]), None if lo is None else (-lo[0], lo[1]))


def add(a: Interval, b: Interval, p: int) -> Interval:
    """Encloses v + w for v in a, w in b."""
    x, y, z, t = a.lo, b.lo, a.hi, b.hi
    low = None if x is None or y is None else _sum(x, y, p, False)
    return Interval(low, None if z is None or t is None else _sum(z, t, p, True))


def sub(a: Interval, b: Interval, p: int) -> Interval:
    """Encloses v − w for v in a, w in b."""
    return add(a, neg(b), p)


def mul(a: Interval, b: Interval, p: int) -> Interval:
    """Encloses v·w for v in a, w in b.

    v·w is monotone in each factor, by the sign of the other. So the extremes are products of ends that signs select;
    a missing end is selected only where the product is on its own side (low: −∞, high: +∞) or 0.
    """
    x, z, y, t = a.lo, a.hi, b.lo, b.hi
    if x is not None and x[0] >= 0:
        low = _product(x if y is not None and y[0] >= 0 else z, y, p, False)
        return Interval(low, _product(x if t is not None and t[0] <= 0 else z, t, p, True))
    if z is not None and z[0] <= 0:
        low = _product(x if t is None or t[0] >= 0 else z, t, p, False)
        return Interval(low, _product(x if y is None or y[0] <= 0 else z, y, p, True))
    if y is not None and y[0] >= 0:
        return Interval(_product(x, t, p, False), _product(z, t, p, True))
    if t is not None and t[0] <= 0:
        return Interval(_product(z, y, p, False), _product(x, y, p, True))
    low = _outer(_product(x, t, p, False), _product(z, y, p, False), -1)
    return Interval(low, _outer(_product(x, y, p, True), _product(z, t, p, True), 1))


def div(a: Interval, b: Interval, p: int) -> Interval:
    """Encloses v/w for v in a, w in b, w ≠ 0: v/w is increasing in v, and monotone in w > 0 by the sign of v."""
    x, z, y, t = a.lo, a.hi, b.lo, b.hi
    if y is None or y[0] < 0:
        if t is not None and t[0] <= 0:
            return div(neg(a), neg(b), p)
        # 0 is strictly inside b, so the quotients are unbounded both ways, or all 0.
        return a if x is not None and z is not None and not (x[0] or z[0]) else ENTIRE
    if t is not None and not t[0]:
        raise Undefined("division by zero")
    low = _quotient(x, t if x is not None and x[0] >= 0 else y, p, False)
    return Interval(low, _quotient(z, t if z is not None and z[0] <= 0 else y, p, True))


def _power(x: Endpoint, n: int, p: int, up: bool) -> Endpoint:
    """x^n for n ≥ 1, rounded up or down; monotone in |x| as every rounding is.

    The magnitude is rounded to w bits after each step r ↦ r² or r²·|x|, always the same way, by a factor 1 + δ with
    |δ| < 2^(1−w). A factor made when k steps are left is raised to 2^k, and the sum of these 2^k is < 2^bits(n) ≤ 2n,
    so the relative error before the last rounding is about 2n·2^(1−w) < 2^(−p−2).
    """
    negative = x[0] < 0 and n & 1 == 1
    w = p + n.bit_length() + 4
    r, f = m, e = abs(x[0]), x[1]
    for bit in bin(n)[3:]:
        r, f = (r * r * m, 2 * f + e) if bit == "1" else (r * r, 2 * f)
        r, f = rounded(r, f, w, up != negative)
    return rounded(-r if negative else r, f, p, up)


def power(a: Interval, n: int, p: int) -> Interval:
    """Encloses v^n for v in a (v ≠ 0 if n < 0), where v^0 = 1 for every v."""
    if n <= 0:
        return div(exact_int(1), power(a, -n, p + 8), p) if n else exact_int(1)
    if n & 1 == 0:
        a = absolute(a)
    return Interval(a.lo and _power(a.lo, n, p, False), a.hi and _power(a.hi, n, p, True))


def _root(x: Endpoint, p: int, up: bool) -> Endpoint:
    """The square root of x ≥ 0 rounded up or down."""
    k = max(2 * p + 2 - x[0].bit_length(), 0)
    k += (x[1] - k) & 1  # The exponent becomes even, and the integer root has at least p + 1 bits.
    r = isqrt(x[0] << k)
    return rounded(r + 1 if up and r * r != x[0] << k else r, (x[1] - k) >> 1, p, up)


def sqrt(a: Interval, p: int) -> Interval:
    """Encloses the square root of v for v ≥ 0 in a."""
    if is_negative(a):
        raise Undefined("square root of a negative number")
    return Interval(ZERO if a.lo is None or a.lo[0] <= 0 else _root(a.lo, p, False), a.hi and _root(a.hi, p, True))


def _outer(x: Bound, y: Bound, sign: int) -> Bound:
    """The larger (sign 1) or smaller (sign −1) bound, where None is infinite in that direction."""
    return None if x is None or y is None else x if compare(x, y) * sign >= 0 else y


def _inner(x: Bound, y: Bound, sign: int) -> Bound:
    """The larger (sign 1) or smaller (sign −1) bound, where None is infinite in the other direction."""
    return y if x is None else x if y is None or compare(x, y) * sign >= 0 else y


def absolute(a: Interval) -> Interval:
    """{|v| : v in a}, exactly."""
    return a if is_nonnegative(a) else neg(a) if is_nonpositive(a) else Interval(ZERO, _outer(neg(a).hi, a.hi, 1))


def minimum(a: Interval, b: Interval) -> Interval:
    """{min(v, w) : v in a, w in b}, exactly."""
    return Interval(_outer(a.lo, b.lo, -1), _inner(a.hi, b.hi, -1))


def maximum(a: Interval, b: Interval) -> Interval:
    """{max(v, w) : v in a, w in b}, exactly."""
    return Interval(_inner(a.lo, b.lo, 1), _outer(a.hi, b.hi, 1))


def hull(a: Interval, b: Interval) -> Interval:
    """The smallest interval that contains a and b."""
    return Interval(_outer(a.lo, b.lo, -1), _outer(a.hi, b.hi, 1))


def floor(a: Interval) -> Interval:
    """The smallest interval that contains floor(v) for v in a (floor is increasing)."""
    lo, hi = a.lo, a.hi
    low = lo if lo is None or lo[1] >= 0 else (lo[0] >> -lo[1], 0)
    return Interval(low, hi if hi is None or hi[1] >= 0 else (hi[0] >> -hi[1], 0))


def ceil(a: Interval) -> Interval:
    """The smallest interval that contains ceil(v) = −floor(−v) for v in a."""
    return neg(floor(neg(a)))


def is_nonnegative(a: Interval) -> bool:
    """True only if v ≥ 0 for every v in a."""
    return a.lo is not None and a.lo[0] >= 0


def is_positive(a: Interval) -> bool:
    """True only if v > 0 for every v in a."""
    return a.lo is not None and a.lo[0] > 0


def is_nonpositive(a: Interval) -> bool:
    """True only if v ≤ 0 for every v in a."""
    return a.hi is not None and a.hi[0] <= 0


def is_negative(a: Interval) -> bool:
    """True only if v < 0 for every v in a."""
    return a.hi is not None and a.hi[0] < 0
