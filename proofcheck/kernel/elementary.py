# SPDX-License-Identifier: Apache-2.0
"""Enclosures of elementary functions on dyadic intervals.

Guarantee: for v in a with f(v) defined, f(v) is in f(a, p).  The ends have p bits (p ≥ 2).

Method.  A kernel maps (m, e, w), x = m·2^e, to integers (L, U, s) with L·2^s < f(x) < U·2^s and about
w correct bits; everything in it is fixed-point integer arithmetic with unit u = 2^−W, and a comment
counts the rounding errors in units ("≤ 1 each").  ``_enclose`` raises w until both ends round to
p-bit neighbours, so the ends are the best possible; the inequalities are strict because f(x) is
irrational at every nonzero dyadic x (Lindemann–Weierstrass; x ≠ 1 for log), exact points being
treated separately.  Correct rounding makes the functions inclusion isotone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt

from proofcheck.kernel.interval import ONE, ZERO, Bound, Endpoint, Interval, Undefined
from proofcheck.kernel.interval import absolute, compare, is_negative, is_nonpositive, mul, round_down, round_up

Triple = tuple[int, int, int]
Kernel = Callable[[int, int, int], Triple]
Pair = tuple[Bound, Bound]

GUARD = 20
HUGE = 40  # |x| ≥ 2^40: exponentials are enclosed by powers of 2 only.
PERIODIC_LIMIT = 8192  # |x| ≥ 2^8192: sin and cos are only enclosed by [−1, 1].
MINUS_ONE: Endpoint = (-1, 0)


def _enclose(kernel: Kernel, x: Endpoint, p: int) -> tuple[Endpoint, Endpoint]:
    """p-bit ends around f(x), x ≠ 0: adjacent p-bit numbers unless the work limit is reached.

    f is strictly between L and U, so floor(f) is between L and U − 1; if these agree above bit t,
    then q·2^t < f < (q + 1)·2^t.  For L < 0 the size of f is that of ~L = |L| − 1.
    """
    m, e = x
    guard = GUARD
    while True:
        low, high, s = kernel(m, e, p + guard)
        t = (low if low >= 0 else ~low).bit_length() - p
        if t > 0:
            q = low >> t
            if q == (high - 1) >> t:
                return (q, s + t), (q + 1, s + t)
        if guard > 4 * p + 4000:  # Still sound, only not known to be the best possible.
            return round_down(low, s, p), round_up(high, s, p)
        guard *= 3


def _increasing(a: Interval, at: Callable[[Endpoint, int], Pair], p: int, low: Bound, high: Bound) -> Interval:
    """Encloses an increasing function given by point enclosures; low, high bound its limits at ∓∞."""
    lo, hi = a.lo, a.hi
    if lo is not None:
        low, upper = at(lo, p)
        if lo == hi:
            return Interval(low, upper)
    return Interval(low, high if hi is None else at(hi, p)[1])


# Constants -----------------------------------------------------------------------------------------


def _inverse_series(n: int, w: int, sign: int) -> int:
    """2^w·Σ sign^j/((2j+1)·n^(2j+1)), that is atan(1/n) or atanh(1/n), within w + 2.

    t is exactly floor(2^w/n^(2j+1)), each term is an exact floor (error < 1), there are at most
    w terms (n ≥ 2), and the tail after t = 0 is below 1/(1 − 1/n²) < 2.
    """
    t = (1 << w) // n
    total, k, square = t, 1, n * n
    direction = 1
    while t:
        t //= square
        k += 2
        direction *= sign
        total += direction * (t // k)
    return total


def _constant(terms: tuple[tuple[int, int], ...], sign: int, p: int) -> int:
    """floor(2^p·Σ c·series(n)) for an irrational sum with Σ|c| ≤ 28: certified by both ends agreeing."""
    guard = 32
    while True:
        w = p + guard
        total = sum(c * _inverse_series(n, w, sign) for c, n in terms)
        error = 28 * (w + 2)
        if (total - error) >> guard == (total + error) >> guard:
            return (total - error) >> guard
        guard *= 2


@lru_cache(maxsize=512)
def pi_fixed(p: int) -> int:
    """floor(2^p·π), p ≥ 0, by Machin: π = 16 atan(1/5) − 4 atan(1/239)."""
    return _constant(((16, 5), (-4, 239)), -1, p)


@lru_cache(maxsize=512)
def ln2_fixed(p: int) -> int:
    """floor(2^p·ln 2), p ≥ 0.

    2 atanh(1/n) = ln((n+1)/(n−1)), and (27/25)^9·(4800/4802)·(8750/8748)^4 = 2.
    """
    return _constant(((18, 26), (-2, 4801), (8, 8749)), 1, p)


def pi(p: int) -> Interval:
    """Encloses π between adjacent p-bit numbers (2 ≤ π < 4)."""
    q = pi_fixed(p - 2)
    return Interval((q, 2 - p), (q + 1, 2 - p))


# Exponential ---------------------------------------------------------------------------------------


def _exp_kernel(m: int, e: int, w: int) -> Triple:
    """e^x for 0 < |x| < 2^40.

    Write x = k·ln 2 + r, 0 ≤ r < ln 2 (up to rounding), t = r/2^h, and square exp(t) h times; u = 2^−W.
    (1) X = floor(x/u'), u' = u/2^n', n' = max(n, 0), |x| < 2^n.  With ln2_fixed ≤ ln2/u' < ln2_fixed + 1 and
        |k| ≤ 1.45·2^n + 1 the true r is within (−2.5, 4.5) units u of the integer R.
    (2) Y = floor(R/2^h): true t is in (Y − 3, Y + 6) units.
    (3) Taylor terms T_j = floor(floor(T_{j−1}·Y·u)/j), y = Yu < 1/2: T_1 is exact and the deficit d_j of
        T_j is < d_{j−1}·y/j + 1/j + 1 ≤ 2 for j ≥ 2.  At T_J = 0 the true term is < 2 and the tail
        < 2/(1 − 1/4) < 3.  So e^y/u is in [S, S + 2J) (J − 2 terms with deficit, and the tail).
    (4) Let v/u = S·e^λ: λ < 2Ju at first as S ≥ 1/u.  A squaring with floor gives λ' ≤ 2λ + u.  With (2),
        in the end λ is in (−3, 2J + 7)·2^h·u, and S ≤ 2.01/u, so e^r/u is in
        (S − 8·2^h, S + (5J + 16)·2^h) since 2.01·λ·(1 + λ) is below that bound for λ < 1/100.
    """
    n = m.bit_length() + e
    if n < -w:  # 1 + x < e^x < 1 + 2x for small x > 0, 1 + x < e^x < 1 for x < 0, |x| < 2^(−w−1).
        return ((1 << w), (1 << w) + 1, -w) if m > 0 else ((1 << w) - 1, (1 << w), -w)
    h = isqrt(w) * 3 // 4 + 1
    size = w + h + 6
    n = max(n, 0)
    shift = e + size + n
    k, r = divmod(m << shift if shift >= 0 else m >> -shift, ln2_fixed(size + n))
    y = r >> (n + h)
    term = y
    total = (1 << size) + y
    j = 1
    while term:
        j += 1
        term = (term * y >> size) // j
        total += term
    for _ in range(h):
        total = total * total >> size
    return total - (8 << h), total + ((5 * j + 16) << h), k - size


def _exp_at(x: Endpoint, p: int) -> Pair:
    """e^x; for |x| ≥ 2^40 it is bounded by 2^x, as e > 2."""
    m, e = x
    if not m:
        return ONE, ONE
    if m.bit_length() + e > HUGE:
        return ((1, 1 << HUGE), None) if m > 0 else (ZERO, (1, -(1 << HUGE)))
    return _enclose(_exp_kernel, x, p)


def exp(a: Interval, p: int) -> Interval:
    """Encloses e^v for v in a."""
    return _increasing(a, _exp_at, p, ZERO, None)


# Logarithm -----------------------------------------------------------------------------------------


def _log_kernel(m: int, e: int, w: int) -> Triple:
    """ln x for x > 0, x ≠ 1.

    x = 2^k·y with 0.71 ≤ y ≤ 1.43, ln y = ±2 atanh z, z = |y − 1|/(y + 1) ≤ 0.175; u = 2^−W.
    If k ≠ 0, |ln x| ≥ ln 2 − 0.36 > 1/4; if k = 0, W is raised by the leading zeros of y − 1.
    (1) Z = floor(z/u): atanh z − atanh(Zu) < 1.04u as the derivative is ≤ 1/(1 − z²) < 1.04.
    (2) Q = floor(Z²u), P_j = floor(P_{j−1}·Q·u): deficit d_j < 0.031·d_{j−1} + 0.175 + 1 < 1.25, so the
        term floor(P_j/(2j+1)), j ≥ 1, has deficit < 1.25/3 + 1 < 1.5, and the tail after P_J = 0 is < 0.5.
        Total deficit: < 1.04 + 1.5(J − 1) + 0.5 < 2J for J ≥ 1.
    (3) k·ln 2: ln2_fixed at 2^−(W+b), |k| < 2^b, is off by < 1, so the product is off by < 1 unit u; the
        floor adds 1: k·ln2/u is in (K − 1, K + 2).
    """
    k = m.bit_length() + e
    one = 1 << m.bit_length()
    if m << 8 < 182 * one:  # y = m/one is in [1/2, 0.711): double it.
        one >>= 1
        k -= 1
    num, den = m - one, m + one
    size = w + 6
    if not k:
        size += one.bit_length() - num.bit_length()
    power = (abs(num) << size) // den
    square = power * power >> size
    total, j = power, 1
    while power:
        power = power * square >> size
        j += 2
        total += power // j
    total, slack = 2 * total, 2 * j  # j = 2J + 1 at the end, so 2J·2 < 2j.
    low, high = (total, total + slack) if num >= 0 else (-total - slack, -total)
    if not k:
        return low, high, -size
    b = k.bit_length()
    middle = k * ln2_fixed(size + b) >> b
    return middle - 1 + low, middle + 2 + high, -size


def _log_at(x: Endpoint, p: int) -> Pair:
    m, e = x
    if m <= 0:
        return None, None
    if m & (m - 1) == 0 and m.bit_length() + e == 1:
        return ZERO, ZERO
    return _enclose(_log_kernel, x, p)


def log(a: Interval, p: int) -> Interval:
    """Encloses ln v for v > 0 in a."""
    if is_nonpositive(a):
        raise Undefined("logarithm of a nonpositive number")
    return _increasing(a, _log_at, p, None, None)


def _xlogx_kernel(m: int, e: int, w: int) -> Triple:
    """x·ln x for x > 0, x ≠ 1: the ends for ln x times m > 0."""
    low, high, s = _log_kernel(m, e, w)
    return m * low, m * high, s + e


def _xlogx_at(x: Endpoint, p: int) -> tuple[Endpoint, Endpoint]:
    m, e = x
    if m <= 0 or (m & (m - 1) == 0 and m.bit_length() + e == 1):
        return ZERO, ZERO
    return _enclose(_xlogx_kernel, x, p)


def xlogx(a: Interval, p: int) -> Interval:
    """Encloses v·ln v for v ≥ 0 in a, with value 0 at 0.

    Decreasing up to 1/e, increasing from there, minimum −1/e.
    """
    if is_negative(a):
        raise Undefined("x log x of a negative number")
    lo, hi = a.lo, a.hi
    if lo is None or lo[0] < 0:
        lo = ZERO
    low, high = _xlogx_at(lo, p)
    if hi is not None and hi != lo:
        other = _xlogx_at(hi, p)
        low = low if compare(low, other[0]) <= 0 else other[0]
        high = high if compare(high, other[1]) >= 0 else other[1]
    below, above = _enclose(_exp_kernel, MINUS_ONE, p)
    if compare(lo, above) < 0 and (hi is None or compare(hi, below) > 0):  # 1/e may be inside.
        low = (-above[0], above[1]) if lo != hi else low
    return Interval(low, None if hi is None else high)


def general_power(a: Interval, b: Interval, p: int) -> Interval:
    """Encloses v^w = e^(w·ln v) for v > 0 in a, w in b; also 0^w = 0 for w > 0 and 0^0 = 1."""
    if is_negative(a):
        raise Undefined("real power of a negative number")
    if is_nonpositive(a):
        if is_negative(b):
            raise Undefined("negative power of zero")
        return Interval(ZERO, ZERO if b.lo is not None and b.lo[0] > 0 else ONE)
    # |b·log a| < 2^HUGE or else the exponential only needs its size: HUGE more bits make its absolute
    # error small.  If 0 is in a, log a is unbounded below, and the products with b reach 0 or 1 as needed.
    w = p + HUGE + 8
    return exp(mul(b, log(a, w), w), p)


# Trigonometric functions -----------------------------------------------------------------------------


def _is_small(m: int, e: int, w: int) -> bool:
    """|x|³ is below one unit of ``_near``: |x| < 2^n with 2n ≤ −max(w, bits of m)."""
    return 2 * (m.bit_length() + e) <= -max(w, m.bit_length())


def _near(m: int, e: int, w: int, outward: bool) -> Triple:
    """Bounds for f(x) strictly between x and x ± |x|³, on the side away from 0 if outward.

    The unit is 2^s, s = n − max(w, bits of m) with |x| < 2^n; |x|³ < 2^(3n) ≤ 2^s when x is small.
    """
    k = max(0, w - m.bit_length())
    m <<= k
    return (m, m + 1, e - k) if outward == (m > 0) else (m - 1, m, e - k)


def _sin_cos(m: int, e: int, w: int) -> tuple[int, int, int, int, int]:
    """(q, S, C, E, W) with x = q·π/2 + r, |sin r − S·u| < E·u, |cos r − C·u| < E·u, u = 2^−W.

    (1) As for exp, X = floor(x/u'), u' = u/2^n', against π/2: R is within 3 units of r/u, because
        |q| ≤ 0.637·2^n + 1; |r| < 0.786.  sin and cos have derivative ≤ 1, so this costs ≤ 3 units.
    (2) Taylor terms T_j = floor(floor(T_{j−1}·Q·u)/(i(i+1))), Q = floor(R²u), r² < 0.62: the deficit is
        d_j < (0.62·d_{j−1} + T_{j−1}u + 1)/2 + 1 ≤ 2 for cos (T_0·u = 1, d_0 = 0; the divisor is ≥ 12
        afterwards) and less for sin; at T_J = 0 the alternating tail is < 2.  Together < 2J.
    """
    n = m.bit_length() + e
    size = w + 6 + max(-n, 0)
    n = max(n, 0)
    shift = e + size + n
    x = m << shift if shift >= 0 else m >> -shift
    half_pi = pi_fixed(size + n - 1)
    q = (2 * x + half_pi) // (2 * half_pi)
    r = (x - q * half_pi) >> n
    square = r * r >> size
    sine, cosine = r, 1 << size
    term, i = abs(r), 1
    odd = term
    even = cosine
    s_total, c_total = odd, even
    while odd or even:
        even = (even * square >> size) // (i * (i + 1))
        odd = (odd * square >> size) // ((i + 1) * (i + 2))
        i += 2
        if i & 2:
            c_total -= even
            s_total -= odd
        else:
            c_total += even
            s_total += odd
    sine, cosine = (s_total if r >= 0 else -s_total), c_total
    return q, sine, cosine, i + 5, size


def _sin_kernel(m: int, e: int, w: int) -> Triple:
    """sin x, x ≠ 0: by quadrant ±sin r or ±cos r; for small x, |x| − |x|³ < |sin x| < |x|."""
    if _is_small(m, e, w):
        return _near(m, e, w, False)
    q, sine, cosine, error, size = _sin_cos(m, e, w)
    value = cosine if q & 1 else sine
    if q & 2:
        value = -value
    return value - error, value + error, -size


def _cos_kernel(m: int, e: int, w: int) -> Triple:
    """cos x, x ≠ 0; for 2n ≤ −w, 1 − x²/2 > 1 − 2^−w."""
    if 2 * (m.bit_length() + e) <= -w:
        return (1 << w) - 1, 1 << w, -w
    q, sine, cosine, error, size = _sin_cos(m, e, w)
    value = sine if q & 1 else cosine
    if (q + 1) & 2:
        value = -value
    return value - error, value + error, -size


def _tan_kernel(m: int, e: int, w: int) -> Triple:
    """tan x, x ≠ 0: sin r/cos r or −cos r/sin r; for small x, |x| < |tan x| < |x| + |x|³."""
    if _is_small(m, e, w):
        return _near(m, e, w, True)
    while True:
        q, num, den, error, size = _sin_cos(m, e, w)
        if q & 1:
            num, den = (-den, num) if num > 0 else (den, -num)
        if den > error:
            break
        w *= 2  # cos x ≠ 0, so enough bits separate it from 0.
    low, high = num - error, num + error
    low = (low << size) // (den + error if low >= 0 else den - error)
    high = -((-high << size) // (den - error if high >= 0 else den + error))
    return low, high, -size


def _quadrant(x: Endpoint) -> int:
    """floor(x/(π/2)) exactly: x ≠ 0 is never a multiple of π, so enough bits decide."""
    m, e = x
    n = m.bit_length() + e
    if not m or n <= 0:
        return 0 if m >= 0 else -1
    w = 32 + n
    while True:
        shift = e + w
        t = m << shift if shift >= 0 else m >> -shift  # t ≤ x·2^w < t + 1.
        half_pi = pi_fixed(w - 1)  # half_pi ≤ 2^w·π/2 < half_pi + 1.
        low = t // (half_pi + 1 if t >= 0 else half_pi)
        high = (t + 1) // (half_pi if t >= -1 else half_pi + 1)
        if low == high:
            return low
        w *= 2


def _quadrants(a: Interval) -> tuple[int, int] | None:
    """Quadrant numbers of the ends of a; None if unbounded or too far out."""
    lo, hi = a.lo, a.hi
    if lo is None or hi is None:
        return None
    if lo[0].bit_length() + lo[1] > PERIODIC_LIMIT or hi[0].bit_length() + hi[1] > PERIODIC_LIMIT:
        return None
    first = _quadrant(lo)
    return first, first if lo == hi else _quadrant(hi)


def _wave(a: Interval, kernel: Kernel, at_zero: Endpoint, top: int, p: int) -> Interval:
    """Encloses sin or cos: maxima at j·π/2 with j ≡ top (mod 4), minima with j ≡ top + 2.

    A multiple j·π/2 is in (lo, hi] exactly for first < j ≤ last; lo itself can only be j = 0, and
    then the value there is exact.
    """
    quadrants = _quadrants(a)
    lo, hi = a.lo, a.hi
    if quadrants is None or lo is None or hi is None:
        return Interval(MINUS_ONE, ONE)
    first, last = quadrants
    low, high = _enclose(kernel, lo, p) if lo[0] else (at_zero, at_zero)
    if hi != lo:
        other = _enclose(kernel, hi, p) if hi[0] else (at_zero, at_zero)
        low = low if compare(low, other[0]) <= 0 else other[0]
        high = high if compare(high, other[1]) >= 0 else other[1]
        # The first j > first with j ≡ top (mod 4) is first + 1 + (top − first − 1) mod 4.
        if first + 1 + (top - first - 1) % 4 <= last:
            high = ONE
        if first + 1 + (top + 1 - first) % 4 <= last:
            low = MINUS_ONE
    return Interval(low, high)


def sin(a: Interval, p: int) -> Interval:
    """Encloses sin v for v in a."""
    return _wave(a, _sin_kernel, ZERO, 1, p)


def cos(a: Interval, p: int) -> Interval:
    """Encloses cos v for v in a."""
    return _wave(a, _cos_kernel, ONE, 0, p)


def _tan_at(x: Endpoint, p: int) -> Pair:
    return _enclose(_tan_kernel, x, p) if x[0] else (ZERO, ZERO)


def tan(a: Interval, p: int) -> Interval:
    """Encloses tan v for v in a, v not a pole; poles are at odd multiples j of π/2, first < j ≤ last."""
    quadrants = _quadrants(a)
    if quadrants is None or quadrants[0] + 1 + (quadrants[0] & 1) <= quadrants[1]:
        return Interval(None, None)
    return _increasing(a, _tan_at, p, None, None)


def _atan_kernel(m: int, e: int, w: int) -> Triple:
    """atan x, x ≠ 0; |x| > 1 by π/2 − atan(1/|x|); for small x, |x| − |x|³ < |atan x| < |x|.

    t ≤ 1 is halved c times: atan t = 2 atan g(t), g(t) = t/(1 + sqrt(1 + t²)) ≤ t/2, giving t ≤ 1/8.
    (1) T = floor(t/u), error d < 1.  A halving with the root rounded up and floor division gives
        T' ≤ g(t)/u with d' < d/2 + 1/4 + 1 (|g'| ≤ 1/2; the root is off by ≤ 1 unit, and the
        derivative of t/D is t/D² ≤ 1/4), hence d < 2.5 throughout, and atan has derivative ≤ 1.
    (2) The series as in ``_log_kernel``: error < 2J, but of either sign.  Together < (2J + 3)·2^c units.
    """
    if _is_small(m, e, w):
        return _near(m, e, w, False)
    n = m.bit_length() + e
    large = n > 0
    depth = 3 + isqrt(w) // 8
    size = w + depth + 4 + abs(n) if not large else w + depth + 4
    shift = e + size
    if large:
        # 1/|x| = 2^size/(|m|·2^(e+size)) in units; for tiny quotients it is just 0.
        shift = size - e
        t = (1 << shift) // abs(m) if shift >= 0 else 0
    else:
        t = abs(m) << shift if shift >= 0 else abs(m) >> -shift
    one = 1 << size
    count = 0
    while t >> (size - depth) and count < depth + 2:
        t = (t << size) // (one + 1 + isqrt((one << size) + t * t))
        count += 1
    square = t * t >> size
    total, power, j = t, t, 1
    while power:
        power = power * square >> size
        j += 2
        total += power // j if j & 2 == 0 else -(power // j)
    error = (j + 3) << count
    total <<= count
    if large:
        total = pi_fixed(size - 1) - total
        error += 1
    return (total - error, total + error, -size) if m > 0 else (-total - error, error - total, -size)


def _atan_at(x: Endpoint, p: int) -> Pair:
    return _enclose(_atan_kernel, x, p) if x[0] else (ZERO, ZERO)


def atan(a: Interval, p: int) -> Interval:
    """Encloses atan v for v in a."""
    q, s = pi_fixed(p - 1), 1 - p
    q, s = q >> 1, s
    high = round_up(q + 1, s, p)
    return _increasing(a, _atan_at, p, (-high[0], high[1]), high)


# Hyperbolic functions --------------------------------------------------------------------------------


def _exp_pair(m: int, e: int, w: int) -> tuple[int, int, int, int, int]:
    """(L, U, l, v, s): e^|x| in (L, U)·2^s and e^−|x| in (l, v)·2^s; e^−|x| < 1 is below one unit if s ≥ 0."""
    low, high, s = _exp_kernel(abs(m), e, w)
    if s >= 0:
        return low, high, 0, 1, s
    return low, high, (1 << -2 * s) // high, (1 << -2 * s) // low + 1, s


def _sinh_kernel(m: int, e: int, w: int) -> Triple:
    """(e^x − e^−x)/2, x ≠ 0, with −n more bits if |x| < 2^n is small; |x| < |sinh x| < |x| + |x|³."""
    if _is_small(m, e, w):
        return _near(m, e, w, True)
    low, high, inv_low, inv_high, s = _exp_pair(m, e, w + 4 + max(0, -m.bit_length() - e))
    low, high = low - inv_high, high - inv_low
    return (low, high, s - 1) if m > 0 else (-high, -low, s - 1)


def _cosh_kernel(m: int, e: int, w: int) -> Triple:
    """(e^x + e^−x)/2, x ≠ 0; for 2n ≤ −w, 1 < cosh x < 1 + x² ≤ 1 + 2^−w."""
    if 2 * (m.bit_length() + e) <= -w:
        return 1 << w, (1 << w) + 1, -w
    low, high, inv_low, inv_high, s = _exp_pair(m, e, w)
    return low + inv_low, high + inv_high, s - 1


def _tanh_kernel(m: int, e: int, w: int) -> Triple:
    """(D − 1)/(D + 1), D = e^2|x|, increasing in D; for small x, |x| − |x|³ < |tanh x| < |x|."""
    if _is_small(m, e, w):
        return _near(m, e, w, False)
    n = m.bit_length() + e
    if n > w.bit_length() + 1:  # |x| ≥ 2^(n−1) > w: 1 − tanh |x| = 2/(D + 1) < 2e^(−2w) < 2^−w.
        low, high, size = (1 << w) - 1, 1 << w, w
    else:
        low, high, s = _exp_kernel(abs(m), e + 1, w + 4 + max(0, -n))
        size = w + 4 + max(0, -n)
        # D ≥ 1, s < 0 unless D ≥ 2^w; scale so that 1 is an integer.
        if s > 0:
            low, high, s = low << s, high << s, 0
        one = 1 << -s
        low = ((low - one) << size) // (low + one)
        high = ((high - one) << size) // (high + one) + 1
    return (low, high, -size) if m > 0 else (-high, -low, -size)


def _sinh_at(x: Endpoint, p: int) -> Pair:
    """sinh x; for x ≥ 2^40, sinh x > e^x/4 > 2^x."""
    m, e = x
    if not m:
        return ZERO, ZERO
    if m.bit_length() + e > HUGE:
        return ((1, 1 << HUGE), None) if m > 0 else (None, (-1, 1 << HUGE))
    return _enclose(_sinh_kernel, x, p)


def sinh(a: Interval, p: int) -> Interval:
    """Encloses sinh v for v in a."""
    return _increasing(a, _sinh_at, p, None, None)


def _cosh_at(x: Endpoint, p: int) -> Pair:
    """cosh x for x ≥ 0; for x ≥ 2^40, cosh x > e^x/2 > 2^x."""
    m, e = x
    if not m:
        return ONE, ONE
    return ((1, 1 << HUGE), None) if m.bit_length() + e > HUGE else _enclose(_cosh_kernel, x, p)


def cosh(a: Interval, p: int) -> Interval:
    """Encloses cosh v for v in a: even, increasing on v ≥ 0."""
    return _increasing(absolute(a), _cosh_at, p, None, None)


def _tanh_at(x: Endpoint, p: int) -> Pair:
    return _enclose(_tanh_kernel, x, p) if x[0] else (ZERO, ZERO)


def tanh(a: Interval, p: int) -> Interval:
    """Encloses tanh v for v in a."""
    return _increasing(a, _tanh_at, p, MINUS_ONE, ONE)
