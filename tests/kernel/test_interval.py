# SPDX-License-Identifier: Apache-2.0
"""Interval operations against exact rationals."""

import os
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.kernel import elementary as el
from proofcheck.kernel import interval as iv
from proofcheck.kernel.interval import Interval, Undefined

POINTS = int(os.environ.get("PROOFCHECK_POINTS", "2000"))
BATCH = max(POINTS // 50, 1)
F = Fraction


def q(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def box(lo: str | None, hi: str | None, p: int = 64) -> Interval:
    return iv.from_fractions(q(lo), q(hi), p)


def ends(a: Interval) -> tuple[Fraction | None, Fraction | None]:
    return iv.lower_fraction(a), iv.upper_fraction(a)


def has(a: Interval, v: Fraction) -> bool:
    lo, hi = ends(a)
    return (lo is None or lo <= v) and (hi is None or v <= hi)


def inside(a: Interval, b: Interval) -> bool:
    (lo, hi), (low, high) = ends(a), ends(b)
    return (low is None or (lo is not None and low <= lo)) and (high is None or (hi is not None and hi <= high))


def optimal(a: Interval, lo: Fraction | None, hi: Fraction | None, p: int) -> bool:
    """The ends of a are lo and hi rounded outward to p bits, computed here from the definition."""
    return ends(a) == (None if lo is None else _round(lo, p), None if hi is None else -_round(-hi, p))


def _round(v: Fraction, p: int) -> Fraction:
    if not v:
        return v
    top = abs(v.numerator).bit_length() - v.denominator.bit_length()
    top += abs(v) >= F(2) ** top  # 2^(top−1) ≤ |v| < 2^top
    return F((v * F(2) ** (p - top)).__floor__()) * F(2) ** (top - p)


def random_number(rng: random.Random) -> Fraction:
    kind = rng.random()
    if kind < 0.15:
        return F(rng.choice([0, 1, -1, 2, -2]))
    bits = rng.choice([1, 3, 10, 64, 130])
    v = F(rng.getrandbits(bits) | 1, (rng.getrandbits(bits) | 1) if kind < 0.5 else 1)
    return rng.choice([1, -1]) * v * F(2) ** rng.randint(-bits - 10, 10 - bits // 2)


def random_box(rng: random.Random, p: int) -> tuple[Interval, list[Fraction]]:
    """An interval (sometimes unbounded, degenerate or with end 0) and members of it."""
    lo, hi = sorted((random_number(rng), random_number(rng)))
    lo, hi = rng.choice([(lo, hi), (lo, hi), (lo, lo), (min(lo, 0), F(0)), (F(0), abs(hi))])
    a = iv.from_fractions(None if rng.random() < 0.1 else lo, None if rng.random() < 0.1 else hi, p)
    mid = (lo + hi) / 2
    return a, [lo, hi, mid, lo + (hi - lo) * F(rng.getrandbits(20), 1 << 20)]


seeds = st.integers(0, 2**63)
precisions = st.one_of(st.integers(2, 80), st.sampled_from([113, 256, 1000]))


@given(seeds, precisions)
def test_arithmetic_contains_and_is_isotone(seed, p):
    rng = random.Random(seed)
    for _ in range(BATCH):
        (a, vs), (b, ws) = random_box(rng, p + 20), random_box(rng, p + 20)
        n = rng.choice([0, 1, 2, 3, 5, 8, -1, -2, -3])
        wide_a, wide_b = iv.hull(a, random_box(rng, p)[0]), iv.hull(b, random_box(rng, p)[0])
        results = {
            "add": (iv.add(a, b, p), iv.add(wide_a, wide_b, p)), "sub": (iv.sub(a, b, p), iv.sub(wide_a, wide_b, p)),
            "mul": (iv.mul(a, b, p), iv.mul(wide_a, wide_b, p)),
            "min": (iv.minimum(a, b), iv.minimum(wide_a, wide_b)),
            "max": (iv.maximum(a, b), iv.maximum(wide_a, wide_b)),
            "abs": (iv.absolute(a), iv.absolute(wide_a)), "floor": (iv.floor(a), iv.floor(wide_a)),
            "ceil": (iv.ceil(a), iv.ceil(wide_a)), "neg": (iv.neg(a), iv.neg(wide_a)),
        }
        if ends(b) != (0, 0):
            results["div"] = iv.div(a, b, p), iv.div(wide_a, wide_b, p)
        if n >= 0 or ends(a) != (0, 0):
            results["power"] = iv.power(a, n, p), iv.power(wide_a, n, p)
        for name, (narrow, wide) in results.items():
            assert inside(narrow, wide), (name, a, b, n, p)
        for v, w in zip(vs, ws, strict=True):
            exact = {"add": v + w, "sub": v - w, "mul": v * w, "min": min(v, w), "max": max(v, w), "abs": abs(v),
                     "floor": F(v.__floor__()), "ceil": F(v.__ceil__()), "neg": -v}
            if w:
                exact["div"] = v / w
            if v or n >= 0:
                exact["power"] = v**n
            for name, value in exact.items():
                assert has(results[name][0], value), (name, a, b, n, p, v, w)


@given(seeds, precisions)
def test_ends_are_the_best_possible(seed, p):
    rng = random.Random(seed)
    for _ in range(BATCH):
        v, w = random_number(rng), random_number(rng)
        (lo, hi), (low, high) = sorted((v, random_number(rng))), sorted((w, random_number(rng)))
        assert optimal(iv.from_fractions(lo, hi, p), lo, hi, p)
        a, b = iv.from_fractions(lo, hi, p), iv.from_fractions(low, high, p)
        (lo, hi), (low, high) = ends(a), ends(b)
        corners = [lo * low, lo * high, hi * low, hi * high]
        assert optimal(iv.add(a, b, p), lo + low, hi + high, p)
        assert optimal(iv.sub(a, b, p), lo - high, hi - low, p)
        assert optimal(iv.mul(a, b, p), min(corners), max(corners), p)
        if low > 0 or high < 0:
            corners = [lo / low, lo / high, hi / low, hi / high]
            assert optimal(iv.div(a, b, p), min(corners), max(corners), p)
        low, high = sorted((abs(lo), abs(hi)))
        squares = iv.sqrt(iv.from_fractions(low * low, high * high, 3000), p)
        if not (lo.denominator & (lo.denominator - 1) or hi.denominator & (hi.denominator - 1)):
            assert optimal(squares, low, high, p)


@given(seeds, precisions)
def test_square_root_brackets(seed, p):
    rng = random.Random(seed)
    for _ in range(BATCH):
        v = abs(random_number(rng)) * F(2) ** rng.randint(-300, 300)
        low, high = ends(iv.sqrt(iv.from_fraction(v, p), p))
        assert low * low <= v <= high * high
        assert v == 0 or high - low <= low * F(2) ** (3 - p)


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-6, 6), st.integers(-6, 6))
def test_compare_is_exact(m, n, e, f):
    x, y = m * F(2) ** e, n * F(2) ** f
    assert iv.compare((m, e), (n, f)) == (x > y) - (x < y)


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(60, 260), st.integers(2, 70))
def test_sum_of_distant_exponents_is_rounded_exactly(m, n, gap, p):
    a, b = Interval((m, gap), (m, gap)), Interval((n, 0), (n, 0))
    assert optimal(iv.add(a, b, p), m * F(2) ** gap + n, m * F(2) ** gap + n, p)
    assert optimal(iv.add(b, a, p), m * F(2) ** gap + n, m * F(2) ** gap + n, p)


def test_third_is_rounded_outward():
    for p in range(2, 200):
        low, high = ends(iv.from_fraction(F(1, 3), p))
        assert low < F(1, 3) < high
        assert high - low == F(1, 2 ** (p + 1))


UNARY = {
    "neg": [("-1", "2", "-2", "1"), (None, "2", "-2", None)],
    "absolute": [
        ("-1", "2", "0", "2"), ("-3", "-2", "2", "3"), (None, "1", "0", None), (None, "-1", "1", None),
        ("1", "4", "1", "4"),
    ],
    "floor": [("-1/2", "3/2", "-1", "1"), (None, "5/2", None, "2"), ("2", "2", "2", "2")],
    "ceil": [("-1/2", "3/2", "0", "2"), ("5/2", None, "3", None)],
}


@pytest.mark.parametrize(("name", "row"), [(name, row) for name, rows in UNARY.items() for row in rows])
def test_unary_table(name, row):
    assert ends(getattr(iv, name)(box(row[0], row[1]))) == (q(row[2]), q(row[3]))


BINARY = [
    ("mul", (None, None), ("0", "0"), ("0", "0")),
    ("mul", ("0", None), ("0", "0"), ("0", "0")),
    ("mul", ("0", None), ("0", None), ("0", None)),
    ("mul", ("0", None), (None, "0"), (None, "0")),
    ("mul", (None, "-1"), (None, "-1"), ("1", None)),
    ("mul", ("-1", "2"), ("-3", "4"), ("-6", "8")),
    ("mul", ("-1", "2"), ("-3", None), (None, None)),
    ("mul", ("-1", "2"), ("0", None), (None, None)),
    ("mul", ("1", "2"), ("-3", None), ("-6", None)),
    ("add", (None, "1"), ("2", None), (None, None)),
    ("add", (None, "1"), ("2", "3"), (None, "4")),
    ("sub", ("0", None), ("0", None), (None, None)),
    ("div", ("1", "2"), ("0", "4"), ("1/4", None)),
    ("div", ("-2", "-1"), ("0", "4"), (None, "-1/4")),
    ("div", ("-1", "1"), ("0", "4"), (None, None)),
    ("div", ("1", "2"), ("-4", "0"), (None, "-1/4")),
    ("div", ("1", "2"), ("-1", "4"), (None, None)),
    ("div", ("0", "0"), ("-1", "4"), ("0", "0")),
    ("div", ("0", "0"), ("0", "4"), ("0", "0")),
    ("div", ("0", "2"), ("0", "4"), ("0", None)),
    ("div", ("1", "2"), ("4", None), ("0", "1/2")),
    ("div", ("1", None), ("4", None), ("0", None)),
    ("div", (None, None), ("4", "8"), (None, None)),
    ("div", ("1", "2"), (None, "0"), (None, "0")),
    ("div", ("1", "2"), (None, None), (None, None)),
]


@pytest.mark.parametrize("row", BINARY, ids=str)
def test_binary_table(row):
    name, a, b, want = row
    assert ends(getattr(iv, name)(box(*a), box(*b), 64)) == (q(want[0]), q(want[1]))


POWERS = [
    (("-1", "2"), 2, ("0", "4")), (("-1", "2"), 3, ("-1", "8")), (("-3", "-2"), 2, ("4", "9")),
    (("-3", "-2"), 3, ("-27", "-8")), ((None, "2"), 2, ("0", None)), ((None, "2"), 3, (None, "8")),
    (("-1", "2"), 0, ("1", "1")), (("0", "0"), 0, ("1", "1")), (("-1", "2"), -2, ("1/4", None)),
    (("-1", "2"), -1, (None, None)), (("0", "2"), -1, ("1/2", None)), (("2", None), -1, ("0", "1/2")),
    (("2", "4"), -2, ("1/16", "1/4")), (("-2", "0"), -3, (None, "-1/8")),
]


@pytest.mark.parametrize("row", POWERS, ids=str)
def test_power_table(row):
    assert ends(iv.power(box(*row[0]), row[1], 64)) == (q(row[2][0]), q(row[2][1]))


def test_partial_functions_use_the_part_where_they_are_defined():
    assert ends(iv.sqrt(box("-1", "4"), 64)) == (0, 2)
    assert ends(iv.sqrt(box(None, None), 64)) == (0, None)
    assert ends(iv.sqrt(box("4", "9"), 2)) == (2, 3)
    assert ends(el.log(box("0", "1"), 64)) == (None, 0)
    assert ends(el.log(box("-1", "1"), 64)) == (None, 0)
    assert ends(el.xlogx(box("-1", "1"), 64)) == (-iv.upper_fraction(el.exp(iv.exact_int(-1), 64)), 0)


UNDEFINED = [
    ("division", lambda: iv.div(iv.exact_int(1), iv.exact_int(0), 53)),
    ("zero by zero", lambda: iv.div(iv.exact_int(0), iv.exact_int(0), 53)),
    ("negative power", lambda: iv.power(iv.exact_int(0), -2, 53)),
    ("root", lambda: iv.sqrt(box("-2", "-1"), 53)),
    ("unbounded root", lambda: iv.sqrt(box(None, "-1"), 53)),
    ("log of negative", lambda: el.log(box("-2", "-1"), 53)),
    ("log of zero", lambda: el.log(box("-1", "0"), 53)),
    ("xlogx", lambda: el.xlogx(box("-2", "-1"), 53)),
    ("real power", lambda: el.general_power(box("-2", "-1"), box("0", "1"), 53)),
    ("zero to negative", lambda: el.general_power(box("-2", "0"), box("-2", "-1"), 53)),
]


@pytest.mark.parametrize("make", [make for _, make in UNDEFINED], ids=[name for name, _ in UNDEFINED])
def test_undefined(make):
    with pytest.raises(Undefined):
        make()


def test_reversed_ends_are_refused():
    with pytest.raises(ValueError, match="above"):
        iv.from_fractions(F(2), F(1), 53)


def test_lattice():
    assert ends(iv.hull(box("0", "1"), box("3", None))) == (0, None)


def test_sign_tests():
    tests = [iv.is_negative, iv.is_nonpositive, iv.is_nonnegative, iv.is_positive]
    table = {("-2", "-1"): "1100", ("-2", "0"): "0100", ("-1", "1"): "0000", ("0", "1"): "0010",
             ("1", "2"): "0011", (None, None): "0000", ("0", "0"): "0110",
             (None, "-1"): "1100", ("1", None): "0011"}
    for row, want in table.items():
        assert "".join(str(int(test(box(*row)))) for test in tests) == want


@pytest.mark.parametrize("e", [10**5, 10**9, 10**30])
def test_huge_exponents_cost_nothing(e):
    big, small = Interval((3, e), (3, e)), Interval((3, -e), (3, -e))
    total = iv.add(big, small, 64)
    assert iv.compare(total.lo, big.lo) == 0
    assert iv.compare(total.hi, big.hi) == 1
    assert iv.compare(iv.sub(small, big, 64).lo, iv.neg(big).lo) == 0
    assert iv.compare(small.lo, big.lo) == -1
    assert ends(iv.mul(big, small, 64)) == (9, 9)
    assert iv.is_positive(iv.div(small, big, 64))
    assert iv.is_positive(iv.power(small, 10**6, 64))
    assert ends(iv.floor(small)) == (0, 0)
    assert ends(iv.ceil(iv.neg(small))) == (0, 0)
    assert iv.compare(iv.floor(big).lo, big.lo) == 0
    root = iv.sqrt(small, 64)
    assert iv.compare(iv.mul(root, root, 64).lo, small.lo) <= 0 <= iv.compare(iv.mul(root, root, 64).hi, small.hi)
    if e > 10**6:
        assert ends(iv.sub(small, big, 64))[0] is None
        assert (ends(small)[0], ends(big)[1]) == (0, None)
        lengths = ends(big)[0].numerator.bit_length(), ends(small)[1].denominator.bit_length()
        assert lengths == (1 + iv.FRACTION_EXPONENT_LIMIT, 1 + iv.FRACTION_EXPONENT_LIMIT)


@pytest.mark.parametrize("n", [2, 3, 7, 1000, 10**6])
def test_power_is_tight(n):
    for p in (2, 24, 64, 300):
        a = iv.from_fraction(F(-1000001, 1000003), p)
        r = iv.power(a, n, p)
        low, high = ends(iv.absolute(iv.power(iv.from_fraction(ends(a)[0], 9999), n, p + 40)))
        bound = ends(iv.absolute(r))
        assert bound[0] <= high
        assert low <= bound[1]
    degenerate = iv.power(Interval((-2000001, -21), (-2000001, -21)), n, 64)
    assert degenerate.hi[0] - degenerate.lo[0] <= 1
    assert degenerate.hi[1] == degenerate.lo[1]


def test_pairs_of_precisions_are_nested():
    ladder = [iv.from_fraction(F(22, 7), p) for p in range(2, 60)]
    assert all(inside(narrow, wide) for wide, narrow in pairwise(ladder))
