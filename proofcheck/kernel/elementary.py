# SPDX-License-Identifier: Apache-2.0
"""Elementary functions of intervals with dyadic ends.

**Guarantee:** encloses. If v is in a and f(v) is defined, then f(v) is in f(a, p); ends have p bits, p ≥ 2.

A kernel maps (m, e, w), x = m·2^e ≠ 0, to integers (L, U, s) with L·2^s < f(x) < U·2^s that agree in about w bits. It
uses fixed-point integers with unit u = 2^−size, and its comment counts the errors in units; ⌊·⌋, that is // or >>, errs
by less than 1. f(x) is irrational at rational x ≠ 0 (log: x ≠ 1) by the theorem of Lindemann and Weierstrass, so enough
bits show the two neighbours of p bits that f(x) lies between. Such ends are the best possible and inclusion isotone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import isqrt

from proofcheck.kernel import interval as iv
from proofcheck.kernel.interval import ENTIRE, ONE, ZERO, Bound, Endpoint, Interval, Undefined

Triple = tuple[int, int, int]
Kernel = Callable[[int, int, int], Triple]

MINUS_ONE: Endpoint = (-1, 0)
GUARD = 20  # First choice of w − p.
HUGE = 40  # Exponentials are computed for |x| ≤ 2^HUGE.
PERIODIC_LIMIT = 8192  # Trigonometric functions are computed for |x| < 2^PERIODIC_LIMIT.


def _fixed(m: int, e: int, size: int) -> int:
    """⌊m·2^(e + size)⌋."""
    return m << e + size if e + size >= 0 else m >> -e - size


def _series(n: int, size: int, sign: int) -> int:
    """2^size·Σ sign^j/((2j + 1)·n^(2j+1)), n ≥ 5, within size + 2: atan(1/n) or atanh(1/n).

    t = ⌊2^size/n^(2j+1)⌋ exactly (floors of floors), so each of the ≤ size terms errs by < 1, and the tail by < 2.
    """
    t, k, direction, total = (1 << size) // n, 1, 1, 0
    while t:
        total += direction * (t // k)
        t, k, direction = t // (n * n), k + 2, direction * sign
    return total


def _constant(terms: tuple[tuple[int, int], ...], sign: int, p: int) -> int:
    """⌊2^p·Σ c·series(n)⌋ for an irrational sum with Σ|c| ≤ 28: both ends of an enclosure have this floor."""
    guard = 32
    while True:
        total = sum(c * _series(n, p + guard, sign) for c, n in terms)
        error = 28 * (p + guard + 2)
        if (total - error) >> guard == (total + error) >> guard:
            return (total - error) >> guard
        guard *= 2


@lru_cache(maxsize=512)
def pi_fixed(p: int) -> int:
    """⌊2^p·π⌋, p ≥ 0, by Machin: π = 16 atan(1/5) − 4 atan(1/239)."""
    return _constant(((16, 5), (-4, 239)), -1, p)


@lru_cache(maxsize=512)
def ln2_fixed(p: int) -> int:
    """⌊2^p·ln 2⌋, p ≥ 0: 2 atanh(1/n) = ln((n+1)/(n−1)), and (27/25)^9·(4800/4802)·(8750/8748)^4 = 2."""
    return _constant(((18, 26), (-2, 4801), (8, 8749)), 1, p)


def _exp_kernel(m: int, e: int, w: int) -> Triple:
    """e^x, |x| ≤ 2^HUGE: x = k·ln 2 + r, 0 ≤ r < ln 2; the Taylor series at r/2^h, squared h times.

    (1) |x| < 2^n, n ≥ 0: in the unit u/2^n, x and ln 2 err by < 1, and |k| ≤ 1.45·2^n + 1. So r is within
        (R − 2.5, R + 4.5)·u for the remainder R >> n, and r/2^h is within (Y − 3, Y + 6)·u for Y = R >> h.
    (2) T_j = ⌊⌊T_{j−1}·Y·u⌋/j⌋ is below (Yu)^j/(j!·u) by d_j; d_1 = 0, d_j < d_{j−1}·Yu/j + 1/j + 1 ≤ 2 as Yu < 1/2.
        When T_J = 0 the tail is < 2/(1 − 1/4) < 3. So e^(Yu)/u is in [S, S + 2J).
    (3) Let S·e^λ be the true value in units: λ < 2Ju at first, as S ≥ 1/u; a squaring with floor makes it ≤ 2λ + u.
        With the error of Y, finally −3·2^h·u < λ < (2J + 7)·2^h·u < 1/100. As S < 2.02/u, the true value is between
        S − 8·2^h and S + (5J + 16)·2^h units.
    """
    n = m.bit_length() + e
    if n < -w:  # 1 < e^x < 1 + 2x for small x > 0, and 1 + x < e^x < 1 for x < 0.
        return (1 << w, (1 << w) + 1, -w) if m > 0 else ((1 << w) - 1, 1 << w, -w)
    h, n = isqrt(w) * 3 // 4 + 1, max(n, 0)
    size = w + h + 6
    k, r = divmod(_fixed(m, e, size + n), ln2_fixed(size + n))
    y = term = r >> n + h
    total, j = (1 << size) + y, 1
    while term:
        j += 1
        term = (term * y >> size) // j
        total += term
    for _ in range(h):
        total = total * total >> size
    return total - (8 << h), total + (5 * j + 16 << h), k - size


def _arctangent(t: int, size: int, halvings: int, sign: int) -> tuple[int, int]:
    """(S, E): S ± E units enclose atan t (sign 1, 0 ≤ t ≤ 1) or atanh t (sign −1, 0 ≤ t ≤ 0.18), t given within 1 unit.

    f(t) = 2·f(g(t)), g(t) = t/(1 + √(1 + sign·t²)), |g'| < 0.52. The last t must be ≤ 0.2 (for atan: 3 halvings do it).
    (1) A halving errs by d' < 0.52·d + 0.25 + 1 (the root's floor changes g by < t/(1 + √)² < 0.25), so d < 2.7.
    (2) P_j = ⌊P_{j−1}·Q·u⌋, Q = ∓⌊t²/u⌋, errs by d_j < 0.04·d_{j−1} + 0.2 + 1 ≤ 1.25. So ⌊P_j/(2j + 1)⌋, j ≥ 1, errs by
        < 1.25/3 + 1 < 1.5, and when P_J = 0 the tail is < 0.5. Sum, as f' < 1.05: < 1.5·(J − 1) + 0.5 + 2.9 < 2J + 3.
    """
    for _ in range(halvings):
        t = (t << size) // ((1 << size) + isqrt((1 << 2 * size) + sign * t * t))
    square = -sign * (t * t >> size)
    total, power, j = t, t, 1
    while power:
        power = power * square >> size
        j += 2
        total += power // j
    return total << halvings, j + 2 << halvings


def _log_kernel(m: int, e: int, w: int) -> Triple:
    """ln x, x > 0: x = 2^k·y, 0.71 ≤ y < 1.43, and ln y = 2·atanh((y − 1)/(y + 1)) in (−0.35, 0.36).

    If k ≠ 0, then |ln x| > 1/4. If k = 0, then size grows by the number of leading zeros of y − 1.
    ln2_fixed in the unit u/2^b, 2^b > |k|, makes k·ln 2 err by < 1 unit, and the floor by < 1: it is in (K − 1, K + 2).
    """
    k, one = m.bit_length() + e, 1 << m.bit_length()
    if m << 8 < 182 * one:  # y = m/one is in [1/2, 0.711): take 2y.
        k, one = k - 1, one >> 1
    if not k and m == one:
        return 0, 0, 0
    halvings = isqrt(w) // 8
    size = w + halvings + 8 + (0 if k else one.bit_length() - (m - one).bit_length())
    total, error = _arctangent((abs(m - one) << size) // (m + one), size, halvings, -1)
    middle = 2 * total if m >= one else -2 * total
    if k:
        middle += k * ln2_fixed(size + k.bit_length()) >> k.bit_length()
    return middle - 2 * error - 1, middle + 2 * error + 2, -size


def _xlogx_kernel(m: int, e: int, w: int) -> Triple:
    """x·ln x, x > 0: the bounds of ln x times m > 0."""
    low, high, s = _log_kernel(m, e, w)
    return m * low, m * high, s + e


def _atan_positive(m: int, e: int, w: int) -> Triple:
    """atan x, x > 0; π/2 − atan(1/x) if x ≥ 1."""
    halvings = 3 + isqrt(w) // 8
    size = w + halvings + 6
    inverted = m.bit_length() + e > 0
    t = _fixed(m, e, size) if not inverted else (1 << size - e) // m if size >= e else 0
    total, error = _arctangent(t, size, halvings, 1)
    total = pi_fixed(size - 1) - total if inverted else total
    return total - error, total + error + 1, -size


def _ratio(a: int, b: int, c: int, d: int, w: int) -> Triple:
    """Bounds for numbers in [a, b] over numbers in [c, d], c > 0."""
    return (a << w) // (d if a >= 0 else c), -((-b << w) // (c if b >= 0 else d)), -w


def _reduced(m: int, e: int, w: int) -> tuple[int, int, int]:
    """(q, R, size): x = q·π/2 + r, r within 3 units of R, |r| < 0.786 (as for exp, with |q| ≤ 0.64·2^n + 1)."""
    n = max(m.bit_length() + e, 0)
    size = w + 8
    x, half_pi = _fixed(m, e, size + n), pi_fixed(size + n - 1)
    q = (2 * x + half_pi) // (2 * half_pi)
    return q, x - q * half_pi >> n, size


def _turned(q: int, r: int, size: int) -> tuple[int, int]:
    """(S, E): S ± E units enclose sin(q·π/2 + r), ±sin r for even q and ±cos r for odd q; r is R ± 3 units.

    T_j = ⌊⌊T_{j−1}·Q·u⌋/(i·(i + 1))⌋, Q = −⌊R²·u⌋, |Qu| < 0.62, errs by d_j ≤ (0.62·d_{j−1} + |T_{j−1}|·u + 1)/2 + 1,
    ≤ 2 for cos (d_0 = 0, |T_0|·u = 1, later divisors are ≥ 12), and less for sin. When T_J = 0 the alternating tail is
    ≤ 2. Sum ≤ 2J + 3, and i ≥ 2J + 1 in the end.
    """
    square = -(r * r >> size)
    term, i = (1 << size, 1) if q & 1 else (r, 2)
    total = term
    while term:
        term = (term * square >> size) // (i * (i + 1))
        total += term
        i += 2
    return -total if q & 2 else total, i + 3


def _circular(turn: int, m: int, e: int, w: int) -> Triple:
    """sin(x + turn·π/2)."""
    q, r, size = _reduced(m, e, w)
    value, error = _turned(q + turn, r, size)
    return value - error, value + error, -size


def _tan_positive(m: int, e: int, w: int) -> Triple:
    """tan x = sin x/cos x, with enough bits to separate cos x from 0."""
    q, r, size = _reduced(m, e, w)
    (num, a), (den, b) = _turned(q, r, size), _turned(q + 1, r, size)
    if abs(den) <= b:
        return _tan_positive(m, e, 2 * w)
    num, den = (num, den) if den > 0 else (-num, -den)
    return _ratio(num - a, num + a, den - b, den + b, size)


def _hyperbolic(name: str, m: int, e: int, w: int) -> Triple:
    """sinh, cosh or tanh x, x > 0: e^−x is in (2^−s/U, 2^−s/L), less than one unit if s ≥ 0."""
    if name == "tanh" and m.bit_length() + e > w.bit_length() + 1:  # x > w, so 1 − tanh x = 2/(e^(2x) + 1) < 2^−w.
        return (1 << w) - 1, 1 << w, -w
    low, high, s = _exp_kernel(m, e, w + 4)
    least, most = ((1 << -2 * s) // high, (1 << -2 * s) // low + 1) if s < 0 else (0, 1)
    if name == "tanh":
        return _ratio(low - most, high - least, low + least, high + most, w + 4)
    return (low - most, high - least, s - 1) if name == "sinh" else (low + least, high + most, s - 1)


def _odd(kernel: Kernel, outward: bool, m: int, e: int, w: int) -> Triple:
    """sin, tan, atan, sinh or tanh, from a kernel for x > 0 used with −n more bits if |x| < 2^n, n < 0.

    If x is small, f(x) is strictly between x and x ± |x|³, beyond x if outward; and |x|³ < 2^(3n) ≤ 2^s, one unit.
    """
    bits = m.bit_length()
    n, k = bits + e, max(w - bits, 0)
    if 2 * n <= -bits - k:  # s = e − k = n − bits − k ≥ 3n.
        m <<= k
        return (m, m + 1, e - k) if outward == (m > 0) else (m - 1, m, e - k)
    low, high, s = kernel(abs(m), e, w - min(n, 0))
    return (low, high, s) if m > 0 else (-high, -low, s)


def _even(kernel: Kernel, outward: bool, m: int, e: int, w: int) -> Triple:
    """cos or cosh, from a kernel for x > 0. For small x, f(x) is strictly between 1 and 1 ± x², above 1 if outward."""
    if 2 * (m.bit_length() + e) <= -w:
        return (1 << w, (1 << w) + 1, -w) if outward else ((1 << w) - 1, 1 << w, -w)
    return kernel(abs(m), e, w)


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
    return _increasing(_clamped(a), _exp_kernel, ONE, p, ZERO)


def log(a: Interval, p: int) -> Interval:
    """Encloses ln v for v > 0 in a."""
    if iv.is_nonpositive(a):
        raise Undefined("logarithm of a nonpositive number")
    return _increasing(a if iv.is_positive(a) else Interval(None, a.hi), _log_kernel, ZERO, p)


def xlogx(a: Interval, p: int) -> Interval:
    """Encloses v·ln v for v ≥ 0 in a, where the value at 0 is 0: decreasing up to 1/e, increasing from there."""
    if iv.is_negative(a):
        raise Undefined("x log x of a negative number")
    lo, hi = ZERO if a.lo is None or a.lo[0] < 0 else a.lo, a.hi
    result = Interval(*_enclose(_xlogx_kernel, ZERO, lo, p))
    if lo == hi:
        return result
    last = Interval(result.lo, None) if hi is None else Interval(*_enclose(_xlogx_kernel, ZERO, hi, p))
    result = iv.hull(result, last)
    below, above = _enclose(_exp_kernel, ONE, MINUS_ONE, p)
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
        q, r, _ = _reduced(x[0], x[1], w)
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
    return _wave(a, partial(_odd, partial(_circular, 0), False), ZERO, 1, p)


def cos(a: Interval, p: int) -> Interval:
    """Encloses cos v for v in a."""
    return _wave(a, partial(_even, partial(_circular, 1), False), ONE, 0, p)


def tan(a: Interval, p: int) -> Interval:
    """Encloses tan v for v in a, no pole: increasing unless the interval contains a pole j·π/2, j odd."""
    first, last = _quadrant(a.lo), _quadrant(a.hi)
    if first is None or last is None or _meets(first, last, 1, 2):
        return ENTIRE
    return _increasing(a, partial(_odd, _tan_positive, True), ZERO, p)


def atan(a: Interval, p: int) -> Interval:
    """Encloses atan v for v in a; |atan v| < π/2."""
    q = pi_fixed(p - 2) + 1
    return _increasing(a, partial(_odd, _atan_positive, False), ZERO, p, (-q, 1 - p), (q, 1 - p))


def sinh(a: Interval, p: int) -> Interval:
    """Encloses sinh v for v in a."""
    return _increasing(_clamped(a), partial(_odd, partial(_hyperbolic, "sinh"), True), ZERO, p)


def cosh(a: Interval, p: int) -> Interval:
    """Encloses cosh v for v in a: an even function, increasing for v ≥ 0."""
    return _increasing(_clamped(iv.absolute(a)), partial(_even, partial(_hyperbolic, "cosh"), True), ONE, p)


def tanh(a: Interval, p: int) -> Interval:
    """Encloses tanh v for v in a."""
    return _increasing(a, partial(_odd, partial(_hyperbolic, "tanh"), False), ZERO, p, MINUS_ONE, ONE)
