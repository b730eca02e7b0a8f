# SPDX-License-Identifier: Apache-2.0
"""Elementary functions at dyadic points, in fixed-point integers.

A kernel maps (m, e, w), x = m·2^e ≠ 0, to integers (L, U, s) with L·2^s < f(x) < U·2^s that agree in about w bits, or
L = U for an exact value. It uses fixed-point integers with unit u = 2^−size, and its comment counts the errors in
units; ⌊·⌋, that is // or >>, errs by less than 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt

Triple = tuple[int, int, int]
Kernel = Callable[[int, int, int], Triple]

HUGE = 40  # Exponentials are computed for |x| ≤ 2^HUGE.


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


def exp_kernel(m: int, e: int, w: int) -> Triple:
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


def log_kernel(m: int, e: int, w: int) -> Triple:
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


def xlogx_kernel(m: int, e: int, w: int) -> Triple:
    """x·ln x, x > 0: the bounds of ln x times m > 0."""
    low, high, s = log_kernel(m, e, w)
    return m * low, m * high, s + e


def atan_positive(m: int, e: int, w: int) -> Triple:
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


def reduced(m: int, e: int, w: int) -> tuple[int, int, int]:
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


def circular(turn: int, m: int, e: int, w: int) -> Triple:
    """sin(x + turn·π/2)."""
    q, r, size = reduced(m, e, w)
    value, error = _turned(q + turn, r, size)
    return value - error, value + error, -size


def tan_positive(m: int, e: int, w: int) -> Triple:
    """tan x = sin x/cos x, with enough bits to separate cos x from 0."""
    q, r, size = reduced(m, e, w)
    (num, a), (den, b) = _turned(q, r, size), _turned(q + 1, r, size)
    if abs(den) <= b:
        return tan_positive(m, e, 2 * w)
    num, den = (num, den) if den > 0 else (-num, -den)
    return _ratio(num - a, num + a, den - b, den + b, size)


def hyperbolic(name: str, m: int, e: int, w: int) -> Triple:
    """sinh, cosh or tanh x, x > 0: e^−x is in (2^−s/U, 2^−s/L), less than one unit if s ≥ 0."""
    if name == "tanh" and m.bit_length() + e > w.bit_length() + 1:  # x > w, so 1 − tanh x = 2/(e^(2x) + 1) < 2^−w.
        return (1 << w) - 1, 1 << w, -w
    low, high, s = exp_kernel(m, e, w + 4)
    least, most = ((1 << -2 * s) // high, (1 << -2 * s) // low + 1) if s < 0 else (0, 1)
    if name == "tanh":
        return _ratio(low - most, high - least, low + least, high + most, w + 4)
    return (low - most, high - least, s - 1) if name == "sinh" else (low + least, high + most, s - 1)


def odd(kernel: Kernel, outward: bool, m: int, e: int, w: int) -> Triple:
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


def even(kernel: Kernel, outward: bool, m: int, e: int, w: int) -> Triple:
    """cos or cosh, from a kernel for x > 0. For small x, f(x) is strictly between 1 and 1 ± x², above 1 if outward."""
    if 2 * (m.bit_length() + e) <= -w:
        return (1 << w, (1 << w) + 1, -w) if outward else ((1 << w) - 1, 1 << w, -w)
    return kernel(abs(m), e, w)
