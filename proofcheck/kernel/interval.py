# SPDX-License-Identifier: Apache-2.0
"""Closed real intervals with dyadic ends and outward rounding.

An endpoint is a dyadic rational, a pair (m, e) of Python integers that denotes m·2^e.  An interval
denotes the set of REAL numbers v with lo ≤ v ≤ hi; ``lo is None`` means no lower bound (−∞) and
``hi is None`` no upper bound (+∞), and infinities are never members.

Guarantee of every operation f here (containment): if v is in a (and w in b) and f(v, w) is defined,
then f(v, w) is in the result.  ``Undefined`` is raised only if f is defined nowhere on the
arguments.  Lower ends are the largest p-bit number below the exact end, upper ends the smallest one
above it, for +, −, ×, ÷ and sqrt; hence these are inclusion isotone (a ⊆ a' gives f(a) ⊆ f(a')).
Precisions p are at least 2.  No operation shifts by an amount that depends on an exponent unless
the operands' leading bits are that close, so huge exponents cost no memory.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

Endpoint = tuple[int, int]
Bound = Endpoint | None

ZERO: Endpoint = (0, 0)
ONE: Endpoint = (1, 0)
# Fractions are produced exactly only for |exponent| up to this; beyond it they are rounded outward.
FRACTION_EXPONENT_LIMIT = 1 << 24


class Undefined(ValueError):
    """The operation is defined at no point of its arguments."""


class Interval:
    """The set {v real : lo ≤ v ≤ hi}; treat as immutable.  The caller ensures lo ≤ hi."""

    __slots__ = ("lo", "hi")

    def __init__(self, lo: Bound, hi: Bound) -> None:
        self.lo = lo
        self.hi = hi

    def __eq__(self, other: object) -> bool:
        """Equality of the denoted sets, whatever pairs (m, e) represent the ends."""
        if not isinstance(other, Interval):
            return NotImplemented
        return _canonical(self.lo) == _canonical(other.lo) and _canonical(self.hi) == _canonical(other.hi)

    def __hash__(self) -> int:
        return hash((_canonical(self.lo), _canonical(self.hi)))

    def __repr__(self) -> str:
        return f"Interval({self.lo!r}, {self.hi!r})"


ENTIRE = Interval(None, None)
ONE_INTERVAL = Interval(ONE, ONE)
ZERO_INTERVAL = Interval(ZERO, ZERO)


# Endpoints ---------------------------------------------------------------------------------------


def _canonical(x: Bound) -> Bound:
    """The unique representation of the same number with m odd, or (0, 0)."""
    if x is None or not x[0]:
        return x and ZERO
    twos = (x[0] & -x[0]).bit_length() - 1
    return x[0] >> twos, x[1] + twos


def compare(x: Endpoint, y: Endpoint) -> int:
    """Sign of x − y (exact)."""
    m, e = x
    n, f = y
    sign = (m > 0) - (m < 0)
    if sign != (n > 0) - (n < 0):
        return 1 if sign > (n > 0) - (n < 0) else -1
    # Same sign: 2^(top−1) ≤ |x| < 2^top decides unless the tops agree.
    top = m.bit_length() + e - n.bit_length() - f
    if top and sign:
        return sign if top > 0 else -sign
    # Equal tops, so the shift |e − f| is a difference of bit lengths (or both numbers are 0).
    if e >= f:
        m <<= (e - f) if sign else 0
    else:
        n <<= (f - e) if sign else 0
    return (m > n) - (m < n)


def round_down(m: int, e: int, p: int) -> Endpoint:
    """Largest p-bit dyadic ≤ m·2^e (>> is floor for either sign)."""
    s = m.bit_length() - p
    return (m >> s, e + s) if s > 0 else (m, e)


def round_up(m: int, e: int, p: int) -> Endpoint:
    """Smallest p-bit dyadic ≥ m·2^e."""
    s = m.bit_length() - p
    return (-(-m >> s), e + s) if s > 0 else (m, e)


def _sum(x: Endpoint, y: Endpoint, p: int, up: bool) -> Endpoint:
    """x + y rounded up or down to p bits."""
    m, e = x
    n, f = y
    if e < f:
        m, e, n, f = n, f, m, e
    d = e - f
    if d > p + 64 and m:  # Cheap test first: usually the exponents are close.
        k = p + 4
        if d >= n.bit_length() + k:
            # |y| < 2^(bits(n)+f) ≤ 2^(e−k): less than one unit of m·2^k, which has at least p+4 bits.
            # Rounding down needs only floor(y/unit), which is −1 or 0; rounding up only the ceiling.
            m = (m << k) + ((n > 0) if up else -(n < 0))
            return round_up(m, e - k, p) if up else round_down(m, e - k, p)
    m = (m << d) + n if m else n
    return round_up(m, f, p) if up else round_down(m, f, p)


def _times(x: Bound, y: Bound, p: int, up: bool) -> Bound:
    """x·y rounded; an infinite factor gives 0 against 0, otherwise no bound.

    0·∞ = 0 is right for an end of a product of intervals: members are real numbers, and 0·v = 0.
    """
    if x is None or y is None:
        z = y if x is None else x
        return None if z is None or z[0] else ZERO
    m = x[0] * y[0]
    s = m.bit_length() - p
    if s <= 0:
        return m, x[1] + y[1]
    return (-(-m >> s) if up else m >> s), x[1] + y[1] + s


def _quotient(x: Bound, y: Bound, p: int, up: bool) -> Bound:
    """x/y for y ≥ 0 rounded; x/∞ = 0, 0/0 = 0, and x/0 has no bound (limit at 0 from the right)."""
    if x is None:
        return None
    if y is None or not x[0]:
        return ZERO
    if not y[0]:
        return None
    # The dividend gets p + 1 more bits than the divisor, so the integer quotient has at least p + 1
    # bits; floor (ceiling) at p bits of an integer floor (ceiling) is that of the exact quotient.
    k = max(p + 1 + y[0].bit_length() - x[0].bit_length(), 0)
    e = x[1] - y[1] - k
    if up:
        return round_up(-((-x[0] << k) // y[0]), e, p)
    return round_down((x[0] << k) // y[0], e, p)


# Constructors and conversions ----------------------------------------------------------------------


def from_fraction(q: Fraction, p: int) -> Interval:
    """Smallest interval with p-bit ends that contains q."""
    return from_fractions(q, q, p)


def from_fractions(lo: Fraction | None, hi: Fraction | None, p: int) -> Interval:
    """Smallest interval with p-bit ends that contains {v : lo ≤ v ≤ hi}; None is unbounded."""
    if lo is not None and hi is not None and lo > hi:
        raise ValueError("interval with lower end above its upper end")
    low = None if lo is None else _quotient((lo.numerator, 0), (lo.denominator, 0), p, False)
    high = None if hi is None else _quotient((hi.numerator, 0), (hi.denominator, 0), p, True)
    return Interval(low, high)


def exact_int(n: int) -> Interval:
    """[n, n], without rounding."""
    return Interval((n, 0), (n, 0))


def _lower_fraction(x: Endpoint) -> Fraction | None:
    """A fraction ≤ x (None if there is no reasonable one), equal to x unless its exponent is huge."""
    m, e = x
    limit = FRACTION_EXPONENT_LIMIT
    if not m or -limit <= e <= limit:
        return Fraction(m << e) if e > 0 and m else Fraction(m, 1 << -e if m else 1)
    top = m.bit_length() + e
    if top > limit:
        return Fraction(1 << limit) if m > 0 else None  # m > 0: x ≥ 2^(top−1) ≥ 2^limit.
    if top < -limit:
        return Fraction(0) if m > 0 else Fraction(-1, 1 << limit)
    return _lower_fraction((m >> -limit - e, -limit))


def lower_fraction(a: Interval) -> Fraction | None:
    """A rational lower bound of a, the exact lower end if its exponent is below 2^24 in size."""
    return None if a.lo is None else _lower_fraction(a.lo)


def upper_fraction(a: Interval) -> Fraction | None:
    """A rational upper bound of a, the exact upper end if its exponent is below 2^24 in size."""
    low = None if a.hi is None else _lower_fraction((-a.hi[0], a.hi[1]))
    return None if low is None else -low


def round_outward(a: Interval, p: int) -> Interval:
    """Smallest interval with p-bit ends that contains a."""
    lo, hi = a.lo, a.hi
    return Interval(lo and round_down(lo[0], lo[1], p), hi and round_up(hi[0], hi[1], p))


def width(a: Interval, p: int) -> Bound:
    """Upper bound of hi − lo with p bits; None if a is unbounded."""
    return sub(Interval(a.hi, a.hi), Interval(a.lo, a.lo), p).hi if a.lo is not None and a.hi is not None else None


# Arithmetic ----------------------------------------------------------------------------------------


def neg(a: Interval) -> Interval:
    """{−v : v in a}, exactly."""
    lo, hi = a.lo, a.hi
    return Interval(None if hi is None else (-hi[0], hi[1]), None if lo is None else (-lo[0], lo[1]))


def add(a: Interval, b: Interval, p: int) -> Interval:
    """Encloses v + w for v in a, w in b."""
    x, y, z, t = a.lo, b.lo, a.hi, b.hi
    return Interval(
        None if x is None or y is None else _sum(x, y, p, False),
        None if z is None or t is None else _sum(z, t, p, True),
    )


def sub(a: Interval, b: Interval, p: int) -> Interval:
    """Encloses v − w for v in a, w in b."""
    x, y, z, t = a.lo, b.hi, a.hi, b.lo
    return Interval(
        None if x is None or y is None else _sum(x, (-y[0], y[1]), p, False),
        None if z is None or t is None else _sum(z, (-t[0], t[1]), p, True),
    )


def mul(a: Interval, b: Interval, p: int) -> Interval:
    """Encloses v·w for v in a, w in b.

    v·w is monotone in each factor with the sign of the other one, so extreme values are products of
    ends, chosen by the signs.  An infinite end is used only where its product has the right sign.
    """
    x, z, y, t = a.lo, a.hi, b.lo, b.hi
    if x is not None and x[0] >= 0:  # a ≥ 0: extremes at b's ends, a's end by the sign of those.
        low = _times(x if y is not None and y[0] >= 0 else z, y, p, False)
        return Interval(low, _times(x if t is not None and t[0] <= 0 else z, t, p, True))
    if z is not None and z[0] <= 0:  # a ≤ 0.
        low = _times(x if t is None or t[0] >= 0 else z, t, p, False)
        return Interval(low, _times(x if y is None or y[0] <= 0 else z, y, p, True))
    if y is not None and y[0] >= 0:  # a has both signs, b ≥ 0.
        return Interval(_times(x, t, p, False), _times(z, t, p, True))
    if t is not None and t[0] <= 0:
        return Interval(_times(z, y, p, False), _times(x, y, p, True))
    # Both have both signs: no end is 0, so a missing bound on either side of a product is infinite.
    return Interval(
        _outer(_times(x, t, p, False), _times(z, y, p, False), -1),
        _outer(_times(x, y, p, True), _times(z, t, p, True), 1),
    )


def div(a: Interval, b: Interval, p: int) -> Interval:
    """Encloses v/w for v in a, w in b, w ≠ 0."""
    y, t = b.lo, b.hi
    if y is None or y[0] < 0:
        if t is not None and t[0] <= 0:
            return div(neg(a), neg(b), p)
        # 0 is inside b: quotients are unbounded both ways unless a is exactly 0.
        return ZERO_INTERVAL if a.lo is not None and a.hi is not None and not (a.lo[0] or a.hi[0]) else ENTIRE
    if t is not None and not t[0]:
        raise Undefined("division by zero")
    # Now b ≥ 0 and b ≠ [0, 0]; v/w is increasing in v, and monotone in w by the sign of v.
    x, z = a.lo, a.hi
    low = _quotient(x, t if x is not None and x[0] >= 0 else y, p, False)
    return Interval(low, _quotient(z, t if z is not None and z[0] <= 0 else y, p, True))


def _power(x: Endpoint, n: int, p: int, up: bool) -> Endpoint:
    """x^n for n ≥ 1, rounded up or down.

    Each of the at most 2·bits(n) products is rounded in the same direction on magnitudes to w bits,
    relative error below 2^(1−w); an error made early is raised to at most the n-th power, so the
    total is below 4n·2^(1−w) ≤ 2^−p/4 or so: the last rounding to p bits dominates.  Rounding is
    monotone, so the computed power is monotone in |x|.
    """
    negative = x[0] < 0 and n & 1
    w = p + n.bit_length() + 5
    grow = up != negative  # Magnitudes are rounded away from 0 iff the signed result goes outward.
    m, e = abs(x[0]), x[1]
    r, f = m, e
    for bit in bin(n)[3:]:
        r, f = r * r, 2 * f
        if bit == "1":
            r, f = r * m, f + e
        r, f = round_up(r, f, w) if grow else round_down(r, f, w)
    if negative:
        r = -r
    return round_up(r, f, p) if up else round_down(r, f, p)


def power(a: Interval, n: int, p: int) -> Interval:
    """Encloses v^n for v in a (v ≠ 0 if n < 0); v^0 = 1 for every v."""
    if n <= 0:
        return div(ONE_INTERVAL, power(a, -n, p + 8), p) if n else ONE_INTERVAL
    if n % 2 == 0:
        a = absolute(a)
    lo, hi = a.lo, a.hi
    return Interval(lo and _power(lo, n, p, False), hi and _power(hi, n, p, True))


def _root(x: Endpoint, p: int, up: bool) -> Endpoint:
    """Square root of x ≥ 0 rounded up or down."""
    m, e = x
    k = max(2 * p + 2 - m.bit_length(), 0)
    k += (e - k) & 1  # Makes the exponent even; the integer root then has at least p + 1 bits.
    m <<= k
    r = isqrt(m)
    if up:
        return round_up(r + (r * r != m), (e - k) >> 1, p)
    return round_down(r, (e - k) >> 1, p)


def sqrt(a: Interval, p: int) -> Interval:
    """Encloses the square roots of the nonnegative members of a."""
    lo, hi = a.lo, a.hi
    if hi is not None and hi[0] < 0:
        raise Undefined("square root of a negative number")
    return Interval(ZERO if lo is None or lo[0] <= 0 else _root(lo, p, False), hi and _root(hi, p, True))


# Lattice and integer-part operations, all exact -----------------------------------------------------


def _outer(x: Bound, y: Bound, sign: int) -> Bound:
    """The larger (sign 1) or smaller (sign −1) bound, where None is infinite in that direction."""
    if x is None or y is None:
        return None
    return x if compare(x, y) * sign >= 0 else y


def _inner(x: Bound, y: Bound, sign: int) -> Bound:
    """The larger (sign 1) or smaller (sign −1) bound, where None is infinite the other way."""
    if x is None or y is None:
        return y if x is None else x
    return x if compare(x, y) * sign >= 0 else y


def absolute(a: Interval) -> Interval:
    """{|v| : v in a}, exactly."""
    lo, hi = a.lo, a.hi
    if lo is not None and lo[0] >= 0:
        return a
    flipped = neg(a)
    return flipped if hi is not None and hi[0] <= 0 else Interval(ZERO, _outer(flipped.hi, hi, 1))


def minimum(a: Interval, b: Interval) -> Interval:
    """{min(v, w) : v in a, w in b}, exactly."""
    return Interval(_outer(a.lo, b.lo, -1), _inner(a.hi, b.hi, -1))


def maximum(a: Interval, b: Interval) -> Interval:
    """{max(v, w) : v in a, w in b}, exactly."""
    return Interval(_inner(a.lo, b.lo, 1), _outer(a.hi, b.hi, 1))


def intersect(a: Interval, b: Interval) -> Interval | None:
    """a ∩ b exactly, None if it is empty."""
    lo, hi = _inner(a.lo, b.lo, 1), _inner(a.hi, b.hi, -1)
    return None if lo is not None and hi is not None and compare(lo, hi) > 0 else Interval(lo, hi)


def hull(a: Interval, b: Interval) -> Interval:
    """Smallest interval that contains a and b."""
    return Interval(_outer(a.lo, b.lo, -1), _outer(a.hi, b.hi, 1))


def floor(a: Interval) -> Interval:
    """Smallest interval that contains floor(v) for v in a (floor is increasing)."""
    lo, hi = a.lo, a.hi
    return Interval(lo and (lo if lo[1] >= 0 else (lo[0] >> -lo[1], 0)), hi and (hi if hi[1] >= 0 else (hi[0] >> -hi[1], 0)))


def ceil(a: Interval) -> Interval:
    """Smallest interval that contains ceil(v) for v in a: ceil(v) = −floor(−v)."""
    return neg(floor(neg(a)))


# Sign tests: True is a proof, False means not proved -------------------------------------------------


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


def contains_zero(a: Interval) -> bool:
    """True exactly if 0 is in a."""
    return (a.lo is None or a.lo[0] <= 0) and (a.hi is None or a.hi[0] >= 0)
