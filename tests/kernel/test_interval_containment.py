# SPDX-License-Identifier: Apache-2.0
"""Elementary functions against python-flint's Arb and against mpmath, neither of which the kernel uses."""

import os
import random
from fractions import Fraction
from functools import cmp_to_key, partial
from math import isqrt

import flint
import mpmath
import pytest
from flint import arb, fmpz
from hypothesis import example, given
from hypothesis import strategies as st

from proofcheck.kernel import elementary as el
from proofcheck.kernel import fixed
from proofcheck.kernel import interval as iv
from proofcheck.kernel.interval import Interval

POINTS = int(os.environ.get("PROOFCHECK_POINTS", "2000"))
BATCH = max(POINTS // 60, 1)
F = Fraction
PI = 4 * F(*(int(v) for v in (mpmath.libmp.pi_fixed(4000), 1 << 4002)))

ARB = {
    "exp": arb.exp, "log": arb.log, "sin": arb.sin, "cos": arb.cos, "tan": arb.tan, "atan": arb.atan, "sinh": arb.sinh,
    "cosh": arb.cosh, "tanh": arb.tanh, "xlogx": lambda v: v * v.log() if v != 0 else arb(0),
}
MPMATH = {
    "exp": mpmath.exp, "log": mpmath.log, "sin": mpmath.sin, "cos": mpmath.cos, "tan": mpmath.tan, "atan": mpmath.atan,
    "sinh": mpmath.sinh, "cosh": mpmath.cosh, "tanh": mpmath.tanh,
    "xlogx": lambda v: v * mpmath.log(v) if v else mpmath.mpf(0),
}
POSITIVE = {"log", "xlogx"}


@pytest.fixture(autouse=True)
def precision():
    old = flint.ctx.prec
    flint.ctx.prec = 2600
    yield
    flint.ctx.prec = old


def ball(x: iv.Endpoint) -> arb:
    return arb(fmpz(x[0])) * arb(2) ** fmpz(x[1])


def intersect(a: Interval, b: Interval) -> Interval:
    """The numbers in both, of which there are some."""
    order = cmp_to_key(iv.compare)
    lows, highs = [x for x in (a.lo, b.lo) if x is not None], [x for x in (a.hi, b.hi) if x is not None]
    return Interval(max(lows, key=order, default=None), min(highs, key=order, default=None))


def refuted(a: Interval, value: arb) -> bool:
    """The ball of the value is certainly outside a."""
    return (a.lo is not None and bool(value < ball(a.lo))) or (a.hi is not None and bool(value > ball(a.hi)))


KERNELS = {
    "exp": (fixed.exp_kernel, arb.exp), "log": (fixed.log_kernel, arb.log), "xlogx": (fixed.xlogx_kernel, ARB["xlogx"]),
    "sin": (partial(fixed.circular, 0), arb.sin), "cos": (partial(fixed.circular, 1), arb.cos),
    "tan": (fixed.tan_positive, arb.tan),
    "atan": (fixed.atan_positive, arb.atan), "sinh": (partial(fixed.hyperbolic, "sinh"), arb.sinh),
    "cosh": (partial(fixed.hyperbolic, "cosh"), arb.cosh), "tanh": (partial(fixed.hyperbolic, "tanh"), arb.tanh),
}


def point(x: iv.Endpoint) -> Interval:
    return Interval(x, x)


def same(x: iv.Bound, y: iv.Bound) -> bool:
    return x is y or (x is not None and y is not None and iv.compare(x, y) == 0)


def adjacent(a: Interval) -> bool:
    """The ends are equal or neighbours among numbers of the same exponent."""
    if a.lo is None or a.hi is None:
        return False
    return a.lo == a.hi or (a.lo[1] == a.hi[1] and a.hi[0] - a.lo[0] == 1)


def random_end(rng: random.Random, positive: bool) -> iv.Endpoint:
    bits = rng.choice([1, 4, 20, 53, 64, 130, 300])
    m = rng.getrandbits(bits) | 1
    kind = rng.random()
    top = rng.randint(-12, 9) if kind < 0.7 else rng.randint(-120, 30) if kind < 0.9 else rng.randint(-700, 45)
    if kind > 0.97:  # Close to a multiple of π/2.
        k = rng.randint(1, 1000)
        m, top = int(PI / 2 * k * (1 << bits)), None
        return (m, -bits)
    if 0.94 < kind <= 0.97:  # Close to 1.
        return ((1 << bits) + rng.choice([-1, 1]), -bits) if bits > 1 else (1, 0)
    return (m if positive or rng.random() < 0.5 else -m), top - bits


seeds = st.integers(0, 2**63)
precisions = st.one_of(st.integers(2, 80), st.sampled_from([113, 256, 1000]))


@pytest.mark.parametrize("name", sorted(ARB))
@given(seed=seeds, p=precisions)
def test_points_are_enclosed_by_neighbours(name, seed, p):
    rng = random.Random(seed)
    for _ in range(BATCH):
        x = random_end(rng, name in POSITIVE)
        result = getattr(el, name)(point(x), p)
        assert not refuted(result, ARB[name](ball(x))), (name, x, p, result)
        assert adjacent(result) or x[0].bit_length() + x[1] > fixed.HUGE, (name, x, p, result)


@pytest.mark.parametrize("name", sorted(KERNELS))
@given(seed=seeds, w=st.one_of(st.integers(22, 100), st.integers(22, 1100)))
def test_kernel_error_bounds_hold(name, seed, w):
    """The counted errors are proved bounds, so the integers must bracket f(x) strictly and closely."""
    rng = random.Random(seed)
    kernel, function = KERNELS[name]
    for _ in range(BATCH):
        m, e = random_end(rng, True)
        if m.bit_length() + e > (fixed.HUGE if name != "log" else 900) or (m, e) == (1, 0):
            continue
        low, high, s = kernel(m, e, w)
        value = function(ball((m, e))) * arb(2) ** -s
        assert not value < low, (name, m, e, w)
        assert not value > high, (name, m, e, w)
        slack = 1 << 2 * w.bit_length() + isqrt(w)  # The halvings cost about √w bits.
        assert name == "tan" or high - low < slack * (m if name == "xlogx" else 1), (name, m, e, w)


@pytest.mark.parametrize("name", sorted(ARB))
@given(seed=seeds, p=precisions)
def test_intervals_enclose_their_points_and_are_isotone(name, seed, p):
    rng = random.Random(seed)
    function = getattr(el, name)
    for _ in range(max(BATCH // 2, 1)):
        xs = [random_end(rng, name in POSITIVE) for _ in range(2)]
        if rng.random() < 0.5:  # A narrow interval.
            m, e = xs[0]
            shift = rng.choice([0, 3, 40])
            xs[1] = (m << shift) + 1, e - shift
        a = iv.hull(point(xs[0]), point(xs[1]))
        a = rng.choice([a, a, a, Interval(None, a.hi), Interval(a.lo, None)])
        result = function(a, p)
        around = iv.hull(point(xs[0]), point(xs[1]))
        lo, hi = iv.lower_fraction(around), iv.upper_fraction(around)
        for _ in range(4):
            v = lo + (hi - lo) * F(rng.randint(0, 1 << 30), 1 << 30)
            inner = intersect(iv.from_fraction(v, p + rng.choice([0, 5, 200])), a)
            assert not refuted(result, ARB[name](arb(fmpz(v.numerator)) / arb(fmpz(v.denominator)))), (name, a, p, v)
            narrow = function(inner, p)
            both = iv.hull(result, narrow)
            assert same(both.lo, result.lo), (name, a, inner, p)
            assert same(both.hi, result.hi), (name, a, inner, p)


@pytest.mark.parametrize("name", sorted(MPMATH))
@given(seed=seeds)
def test_points_agree_with_mpmath_at_200_digits(name, seed):
    rng = random.Random(seed)
    for _ in range(max(BATCH // 4, 1)):
        x = rng.getrandbits(60) | 1, -60 + rng.randint(-20, 8)
        result = getattr(el, name)(point(x), 100)
        with mpmath.workdps(200):
            value = MPMATH[name](mpmath.ldexp(x[0], x[1]))
            slack = abs(value) * mpmath.mpf(10) ** -190
            assert mpmath.ldexp(*result.lo) <= value + slack, (name, x)
            assert mpmath.ldexp(*result.hi) >= value - slack, (name, x)


@given(seed=seeds, p=precisions)
@example(seed=0, p=2)
def test_real_powers(seed, p):
    rng = random.Random(seed)
    for _ in range(BATCH):
        x, y = random_end(rng, True), random_end(rng, False)
        x, y = (x[0], min(x[1], 40 - x[0].bit_length())), (y[0], min(y[1], 12 - y[0].bit_length()))
        result = el.general_power(point(x), point(y), p)
        assert not refuted(result, (ball(x).log() * ball(y)).exp()), (x, y, p)
        assert iv.compare(iv.sub(point(result.hi), point(result.lo), p).hi, (result.hi[0], result.hi[1] + 3 - p)) <= 0


@pytest.mark.parametrize("p", [2, 3, 53, 64, 200, 1000])
def test_exact_points(p):
    zero, one = iv.exact_int(0), iv.exact_int(1)
    for name in ("sin", "tan", "atan", "sinh", "tanh", "xlogx"):
        assert (iv.lower_fraction(getattr(el, name)(zero, p)), iv.upper_fraction(getattr(el, name)(zero, p))) == (0, 0)
    for name in ("exp", "cos", "cosh"):
        assert (iv.lower_fraction(getattr(el, name)(zero, p)), iv.upper_fraction(getattr(el, name)(zero, p))) == (1, 1)
    for name in ("log", "xlogx"):
        for value in (one, point((8, -3))):
            result = getattr(el, name)(value, p)
            assert (iv.lower_fraction(result), iv.upper_fraction(result)) == (0, 0)


@pytest.mark.parametrize("p", [2, 10, 64, 500])
def test_constants(p):
    assert not refuted(el.pi(p), arb.pi())
    assert adjacent(el.pi(p))
    assert fixed.pi_fixed(p) == int(PI * 2**p)
    assert arb(fixed.ln2_fixed(p)) < arb(2).log() * arb(2) ** p < arb(fixed.ln2_fixed(p) + 1)


@pytest.mark.parametrize("p", [2, 53, 300])
def test_multiples_of_half_pi_rounded_to_many_precisions(p):
    """The hardest reductions: doubles and longer numbers closest to k·π/2, on both sides."""
    for bits in (10, 53, 100, 700):
        for k in (1, 2, 3, 4, 101, 3 * 2**40 + 1, 2**200 + 3):
            m = int(PI / 2 * k * 2**bits)
            for x in ((m, -bits), (m + 1, -bits), (-m, -bits), (6381956970095103, 797)):
                for name in ("sin", "cos", "tan"):
                    result = getattr(el, name)(point(x), p)
                    assert not refuted(result, ARB[name](ball(x))), (name, x)
                    assert adjacent(result)


@pytest.mark.parametrize("p", [2, 53, 200])
def test_extrema_inside_an_interval_are_found(p):
    for k in range(-9, 10):
        below, above = (int(PI / 2 * k * 2**90) - 1, -90), (int(PI / 2 * k * 2**90) + 2, -90)
        around = Interval(below, above)
        for function, phase in ((el.sin, k), (el.cos, k + 1)):
            result = function(around, p)
            top, bottom = iv.upper_fraction(result), iv.lower_fraction(result)
            assert (top == 1) == (phase % 4 == 1) or p < 180
            assert top == 1 or phase % 4 != 1
            assert bottom == -1 or phase % 4 != 3
        assert (el.tan(around, p).lo is None) == (k % 2 == 1)


def test_wide_and_unbounded_intervals():
    far = Interval((1, 9000), (1, 9001))
    for a in (iv.ENTIRE, Interval((0, 0), None), Interval(None, (0, 0)), Interval((-7, 0), (7, 0)), far):
        for f in (el.sin, el.cos):
            assert (iv.lower_fraction(f(a, 53)), iv.upper_fraction(f(a, 53))) == (-1, 1)
        assert el.tan(a, 53).lo is None
        assert el.tan(a, 53).hi is None
    assert iv.lower_fraction(el.exp(iv.ENTIRE, 53)) == 0
    assert el.exp(iv.ENTIRE, 53).hi is None
    assert el.sinh(iv.ENTIRE, 53).lo is None
    assert iv.lower_fraction(el.cosh(iv.ENTIRE, 53)) == 1
    assert (iv.lower_fraction(el.tanh(iv.ENTIRE, 53)), iv.upper_fraction(el.tanh(iv.ENTIRE, 53))) == (-1, 1)
    assert not refuted(el.atan(iv.ENTIRE, 53), arb.pi() / 2)
    assert not refuted(el.atan(iv.ENTIRE, 53), -arb.pi() / 2)
    assert el.log(iv.ENTIRE, 53).lo is None
    assert iv.lower_fraction(el.xlogx(Interval((5, 0), None), 53)) > 8
    assert el.xlogx(iv.ENTIRE, 53).hi is None


@pytest.mark.parametrize("e", [60, 5000, 10**5, 10**9, 10**30])
@pytest.mark.parametrize("sign", [1, -1])
def test_huge_and_tiny_arguments(e, sign):
    big, small = point((sign * 3, e)), point((sign * 3, -e))
    grown = el.exp(big, 53)
    if sign > 0:
        assert grown.hi is None
        assert iv.compare(grown.lo, (1, 2**31)) > 0
        assert el.sinh(big, 53).hi is None
        assert not refuted(el.log(big, 53), arb(3).log() + fmpz(e) * arb(2).log())
        assert not refuted(el.log(small, 53), arb(3).log() - fmpz(e) * arb(2).log())
        assert adjacent(el.log(small, 53))
        assert adjacent(el.xlogx(small, 53))
        assert adjacent(el.xlogx(big, 53))
        assert not refuted(el.atan(big, 53), arb.pi() / 2 - arb(3) ** -1 * arb(2) ** -e if e < 10**5 else arb.pi() / 2)
    else:
        assert grown.lo == iv.ZERO
        assert iv.compare(grown.hi, (1, -(2**31))) <= 0
        assert el.sinh(big, 53).lo is None
    assert el.cosh(big, 53).hi is None
    unit = (1, -52)
    for name in ("exp", "cos", "cosh"):
        near_one = getattr(el, name)(small, 53)
        assert iv.compare(near_one.lo, iv.ONE) <= 0 <= iv.compare(near_one.hi, iv.ONE)
        assert iv.compare(iv.sub(point(near_one.hi), point(near_one.lo), 53).hi, unit) <= 0
    for name, outward in (("sin", False), ("tan", True), ("atan", False), ("sinh", True), ("tanh", False)):
        near = iv.absolute(getattr(el, name)(small, 53))
        assert adjacent(near)
        assert iv.compare(near.lo if outward else near.hi, (3, -e)) == 0, name
    saturated = iv.absolute(el.tanh(big, 53))
    assert adjacent(saturated)
    assert iv.compare(saturated.hi, iv.ONE) == 0


@pytest.mark.parametrize("sign", [1, -1])
def test_values_just_inside_a_power_of_two_use_the_finer_spacing(sign):
    below = iv.absolute(el.sin(point((sign, -60)), 53))
    assert (iv.lower_fraction(below), iv.upper_fraction(below)) == (F(2**53 - 1, 2**113), F(1, 2**60))


@pytest.mark.parametrize("bits", [80, 400, 1500])
def test_near_ties(bits):
    """Arguments made so that the value is extremely close to a short number: no bound may be a guess."""
    for target in (F(3, 2), F(5, 4), F(1, 3) + F(1, 2**20)):
        t = arb(fmpz(target.numerator)) / arb(fmpz(target.denominator))
        for name, inverse in (("exp", "log"), ("log", "exp"), ("tan", "atan"), ("atan", "tan")):
            value = ARB[inverse](t) * arb(2) ** bits
            m = int(value.floor().unique_fmpz())
            for x in ((m, -bits), (m + 1, -bits)):
                for p in (4, 24, 60):
                    result = getattr(el, name)(point(x), p)
                    assert not refuted(result, ARB[name](ball(x))), (name, x, p)


def test_long_mantissas_at_low_precision():
    m = (1 << 5000) + 12345
    for e in (-5000, -5003, -4990, -7600, -5020):
        for name in sorted(ARB):
            result = getattr(el, name)(point((m, e)), 20)
            with_more = flint.ctx.prec
            flint.ctx.prec = 12000
            assert not refuted(result, ARB[name](ball((m, e)))), (name, e)
            flint.ctx.prec = with_more
