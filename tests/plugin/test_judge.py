# SPDX-License-Identifier: Apache-2.0
"""A claim at a point: the kernel's words, enclosures that enclose, and bad points refused."""

from fractions import Fraction
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck import InputError, Status
from proofcheck.kernel.check import check
from proofcheck.parse import parse_statement
from proofcheck.testing import evaluate, holds

AT = [
    ("for all x in [0, 1]: x**2 <= x", {"x": Fraction(1, 2)}, Status.CONFIRMED),
    ("for all x in [0, 1]: x**2 <= x", {"x": 1}, Status.CONFIRMED),  # equality
    ("for all x in [0, 1]: x**2 < x", {"x": 1}, Status.REFUTED),
    ("for all x in [0, 1]: x**2 == x", {"x": "1/2"}, Status.REFUTED),
    ("for all x in [0, 1]: x**2 == x", {"x": 1}, Status.CONFIRMED),
    ("for all x in [0, 1]: 1/x >= 1", {"x": 0}, Status.DOMAIN_ERROR),
    ("for all K in integers >= 2: log(K + 1) <= (3/2)*log(K)", {"K": 2}, Status.REFUTED),
    ("for all x in [0, 1]: sqrt(2)*sqrt(2) >= 2 + x", {"x": 0}, Status.CONFIRMED),  # exact by normal form
    ("for all x in [0, 1]: sin(pi/5) >= sqrt((5 - sqrt(5))/8) + x", {"x": 0}, Status.UNDECIDED),  # equal, not told
    ("for all x in [0, 1], if sin(pi/5) >= sqrt((5 - sqrt(5))/8) + x: x >= 0", {"x": 0}, Status.UNDECIDED),
]


@pytest.mark.parametrize(("claim", "point", "status"), AT)
def test_the_word_at_a_point(claim, point, status):
    verdict = holds(claim, point)
    assert verdict.status is status
    assert verdict.statement == parse_statement(claim).text()


def test_a_refutation_is_a_certificate():
    claim = parse_statement("for all x in [0, 1]: x**2 >= x")
    witness = holds(claim, {"x": Fraction(1, 3)}).witness
    assert check(claim, {"verdict": "REFUTED", "witness": dict(witness)}).status is Status.REFUTED
    assert holds(claim, witness).status is Status.REFUTED


OUTSIDE = [
    ("for all x in [0, 1]: x >= 0", {"x": 2}, "x in [0, 1] fails at x = 2"),
    ("for all x in [0, 1): x >= 0", {"x": 1}, "x in [0, 1) fails"),
    ("for all x in [0, 1], if x <= 1/2: x >= 0", {"x": 1}, "x <= 1/2 fails at x = 1"),
    ("for all e in (0, 1], D in (4*e, 9]: D >= e", {"e": 1, "D": 4}, "D in (4*e, 9] fails"),
    ("for all n in integers >= 2: n >= 0", {"n": Fraction(5, 2)}, "n = 5/2 is no integer"),
    ("for all n in integers >= 2: n >= 0", {"m": 3}, "write one for each of ['n']"),
    ("for all x in [0, 1]: x >= 0", {"x": 0.5}, "write Fraction(0.5), its exact value"),
    ("for all x in [0, 1]: x >= 0", {"x": True}, 'write an int, a Fraction or "1/2"'),
    ("for all x in [0, 1]: x >= 0", {"x": "0.5"}, 'write an int, a Fraction or "1/2"'),
    ("for all x in [0, oo): x >= 0", {"x": 2**20_000}, "more than 13000 bits"),
]


@pytest.mark.parametrize(("claim", "point", "words"), OUTSIDE)
def test_points_outside_and_inexact_points_are_refused(claim, point, words):
    with pytest.raises(InputError, match="point") as refusal:
        holds(claim, point)
    assert words in str(refusal.value)


@given(st.fractions(0, 1000), st.integers(2, 300))
def test_an_enclosure_encloses(x, bits):
    """Asked of a square root, whose position is decided by squaring."""
    found = evaluate("sqrt(x)", {"x": x}, bits=bits)
    assert found.lower**2 <= x <= found.upper**2
    assert (found.upper - found.lower) * 2**bits <= 8 * (isqrt(1000) + 1)


def test_rational_values_are_exact():
    assert evaluate("x/3 + 1/7", {"x": Fraction(1, 2)}).lower == Fraction(13, 42) == evaluate("13/42", {}).upper


@given(st.fractions(), st.integers(1, 30))
def test_ends_are_shown_rounded_outward(x, digits):
    low, high = (Fraction(text) for text in evaluate("x", {"x": x}).shown(digits))
    assert low <= x <= high
    assert high - low <= abs(x) * Fraction(10) ** (1 - digits)


def test_huge_values_are_shown():
    """e^(10^7) is between 2^14426950 and 2^14426951."""
    assert evaluate("exp(x)", {"x": 10**7}).shown(3) == ("2^14426949", "2^14426951")
    assert evaluate("-exp(-x)", {"x": 10**6}).shown(3) == ("-2^-1442695", "-2^-1442697")


def test_what_can_be_evaluated():
    from sympy import Symbol, exp

    side = parse_statement("for all x in [0, 1]: exp(x) >= 1 + x").goal.left
    for term in (side, "exp(x)", exp(Symbol("x"))):
        assert evaluate(term, {"x": 1}).shown(5) == ("2.7182", "2.7183")


@pytest.mark.parametrize(("term", "point"), [("1/x", {"x": 0}), ("log(x)", {"x": -1}), ("x + y", {"x": 0}), (0.5, {})])
def test_what_cannot_be_evaluated_is_refused(term, point):
    with pytest.raises(InputError, match="evaluate"):
        evaluate(term, point)


@pytest.mark.parametrize(("x", "y"), [(0, 0), (0, -1), (-1, 2)])
def test_a_power_is_undefined_where_the_kernel_says_so(x, y):
    """Put in first, the exponent would be a number, for which other rules hold."""
    with pytest.raises(InputError, match="not certainly defined"):
        evaluate("x**y", {"x": x, "y": y})
    box = "for all x in [-1, 1], y in [-1, 2]: x**y >= 0"
    assert holds(box, {"x": x, "y": y}).status is Status.DOMAIN_ERROR


def test_a_power_where_it_is_defined():
    assert evaluate("x**y", {"x": 0, "y": 2}) == evaluate("0", {})
    assert evaluate("x**y", {"x": 2, "y": -2}) == evaluate("1/4", {})
    assert evaluate("x**2", {"x": -3}) == evaluate("9", {})


def test_more_bits_are_advised_only_where_they_help():
    with pytest.raises(InputError, match=r"at 128 bits; nor at 4096: more do not help"):
        evaluate("exp(x)", {"x": 10**9})
    steep = "exp(10**60*(sqrt(x + 1/10**80) - sqrt(x)))"
    with pytest.raises(InputError, match=r"at 64 bits; write bits=256$"):
        evaluate(steep, {"x": 2}, bits=64)
    assert evaluate(steep, {"x": 2}, bits=256).shown(3) == ("0.999", "1.01")
