# SPDX-License-Identifier: Apache-2.0
"""Sums that are 0 although no atom is, and what may not be divided by them: proofs and normal forms that were false."""

from fractions import Fraction

import pytest

from proofcheck.kernel.calculus import minus
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.term import variables
from proofcheck.kernel.verdict import Rejected, Status

from .build import SIGN, ZERO, each, prove, step, t, term

REALS = Range(None, None, True, True)
POSITIVE = Range(Fraction(0), None, True, True)
FROM_0 = Range(Fraction(0), None, False, True)


def is_zero(left: str, right: str, r: Range | None = REALS) -> bool:
    """Whether the sides agree in normal form where all variables have that range; None: where nothing is known."""
    f = minus(term(left), term(right))
    region = Region(dict.fromkeys(variables(f), REALS if r is None else r))
    return Normalizer((lambda condition: False) if r is None else region.certainly).is_zero(f)


# proofs: z = |u| + u is 0 for u <= 0, and z * (|u| - u) is 0 in normal form

ABS_BOUND = step("bound", of=t("abs(u)"))


def plus_nothing(f: str, base: str, exponent: str = "pi - 1") -> str:
    """f + (a power - the same power)."""
    return f"{f} + (({base})**({exponent}) - ({base})**({exponent}))"


def absolute_value_is_its_argument(base: str):
    """|u| == u on [-2, 2], as the power of a base that is written beside it would have it."""
    return prove(f"for all u in [-2, 2]: {plus_nothing('abs(u) - u', base)} == 0", ZERO, defined=[[], [], [ABS_BOUND]])


def one_is_at_most_nought(base: str):
    """-1 is -(|u| - u)/2 at u = -1, and that is rewritten so that it comes to 0."""
    half = "-(abs(u) - u)/2"
    wide = step("rewrite", form=t(plus_nothing(half, base)), defined=[ABS_BOUND], then=ZERO)
    return prove("1 <= 0", step("generalize", name="u", range=["-2", "2", False, False, False], at="-1", form=t(half),
                                then=wide))


@pytest.mark.parametrize("proof", [absolute_value_is_its_argument, one_is_at_most_nought])
@pytest.mark.parametrize("base", ["abs(u) + u", "u + abs(-u)"])
def test_a_power_of_a_sum_that_may_be_0_is_no_exponential(proof, base):
    with pytest.raises(Rejected, match="the normal form of f is not 0"):
        proof(base)


def test_the_same_power_taken_from_itself_is_0():
    claim = f"for all u in [-2, 2]: {plus_nothing('u - u', 'abs(u) + u')} == 0"
    found = prove(claim, ZERO, defined=[[], [], [ABS_BOUND]])
    assert found.status is Status.PROVED


def test_a_difference_of_equal_quotients_is_0():
    """It left an empty numerator over a denominator, of which exp then looked for the leading coefficient."""
    assert prove("for all x in [0, 1]: exp(1/(1 + x) - 1/(1 + x)) == 1", ZERO).status is Status.PROVED
    assert is_zero("exp(1/(1 + x) - 1/(1 + x))", "1")
    assert not is_zero("exp(1/(1 + x) - 1/(2 + x))", "1")


# normal forms

ROOT, SUM = "sqrt(3 + 2*sqrt(2))", "1 + sqrt(2)"
PRODUCT, LARGE = "sqrt(2003)*sqrt(2011)", "sqrt(4028033)"

# (heading, a sum that is not 0, one that is 0 or may be, exponent)
HIDDEN = [
    ("|u| - u", "abs(u) - u", "abs(u) + u", "pi - 1"),
    ("a root of a square", "sqrt(u**2) - u", "sqrt(u**2) + u", "pi - 1"),
    ("nested radicals: 2 + 2*sqrt(2) == 0", f"{ROOT} + {SUM}", f"{ROOT} - ({SUM})", "pi - 1"),
    ("products of radicals: 2*sqrt(4028033) == 0", f"{PRODUCT} + {LARGE}", f"{LARGE} - {PRODUCT}", "pi - 1"),
    ("an exponent that is a variable", "abs(u) - u", "abs(u) + u", "y - 1"),
]


@pytest.mark.parametrize("r", [None, REALS], ids=["nothing is known", "reals"])
@pytest.mark.parametrize(("other", "base", "exponent"), **each(HIDDEN))
def test_what_is_not_0_stays_so_beside_a_power_of_what_may_be(other, base, exponent, r):
    assert not is_zero(plus_nothing(other, base, exponent), "0", r)
    assert is_zero(plus_nothing("0", base, exponent), "0", r)


P = "(abs(u) + u)**(pi - 1)"
FALSE = [
    ("the power in a product", REALS, f"(abs(u) - u)*(1 + {P}) - (abs(u) - u)*{P}", "0"),
    ("the power in a denominator", REALS, f"(abs(u) - u)/(1 + {P})", "0"),
    ("the power under exp and log", REALS, f"(abs(u) - u)*exp(log(1 + {P}))", "0"),
    ("the inverse of that", REALS, f"(abs(u) - u)*exp(-log(1 + {P}))", "0"),
    ("xlogx of the sum", REALS, "(abs(u) - u)*exp(xlogx(abs(u) + u))", "0"),
    ("the inverse of that", REALS, "(abs(u) - u)*exp(-xlogx(abs(u) + u))", "0"),
    ("another base", POSITIVE, "x**(y + 1)", "y*x**y"),
    ("another exponent", POSITIVE, "x**(y + 1)", "x**y"),
]
TRUE = [
    ("a power of 2", REALS, "2**(n + 1)", "2*2**n"),
    ("a base > 0", POSITIVE, "x**(y + 1)", "x*x**y"),
    ("a base > 0, divided", POSITIVE, "x**(y - 1)", "x**y/x"),
    ("a product of bases > 0", POSITIVE, "(x*y)**x", "x**x*y**x"),
    ("an exponential of a logarithm", POSITIVE, "exp(y*log(x))", "x**y"),
    ("a base that signs show to be > 0", REALS, "(1 + abs(x))**(y - 1)*(1 + abs(x))", "(1 + abs(x))**y"),
    ("a base that may be 0, with equal exponents", FROM_0, "x**y", "x**(2*y - y)"),
    ("a rational power of a base that may be 0", FROM_0, "x**(3/2)", "x*sqrt(x)"),
    ("xlogx", FROM_0, "xlogx(x)", "x*log(x)"),
    ("xlogx of a product", FROM_0, "xlogx(x*y)", "x*xlogx(y) + y*xlogx(x)"),
    ("xlogx of a square", FROM_0, "xlogx(x**2)", "2*x*xlogx(x)"),
    ("xlogx of an inverse", POSITIVE, "xlogx(1/x)", "-log(x)/x"),
    ("xlogx at 0", REALS, "xlogx(x - x)", "0"),
    ("exp of xlogx", POSITIVE, "exp(xlogx(x))", "x**x"),
    ("exp of xlogx, and of its negative", FROM_0, "exp(xlogx(x))*exp(-xlogx(x))", "1"),
]


@pytest.mark.parametrize(("r", "left", "right"), **each(FALSE))
def test_a_false_identity_is_not_seen(r, left, right):
    assert not is_zero(left, right, r)


@pytest.mark.parametrize(("r", "left", "right"), **each(TRUE))
def test_an_identity_is_still_seen(r, left, right):
    assert is_zero(left, right, r)


# elimination: a number put for an exponent, however it is written

CLAIM = "for all x in [-2, 2], y in [1, 3], if x >= 0 and y == 2 and x**y >= 1/4: sqrt(x) >= 0"


def without_the_sign_of_x(number: str):
    """x >= 0 is dropped, as x**y has it; but with the number for y, x**2 has it no more."""
    out = step("eliminate", variable="y", term=t(number), fact=0, then=SIGN)
    low = step("split", variable="x", at="0", low=step("excluded", fact=1), high=step("excluded", fact=2))
    kept = step("cases", on=t("-x"), positive=low, nonpositive=step("fact", fact=2))
    return prove(CLAIM, step("weaken", drop=[0], defined=[kept], then=out))


@pytest.mark.parametrize("number", ["2", "1 + 1", "3 - 1", "sqrt(4)"])
def test_a_number_for_an_exponent_takes_what_it_had_shown(number):
    with pytest.raises(Rejected, match="no proof that <x> >= 0"):
        without_the_sign_of_x(number)


@pytest.mark.parametrize("number", ["2", "1 + 1"])
def test_a_number_for_an_exponent_may_be_put_where_the_rest_stays_defined(number):
    out = step("eliminate", variable="y", term=t(number), fact=1, then=SIGN, then_defined=[step("fact", fact=0)])
    assert prove(CLAIM, out).status is Status.PROVED
    squares = "for all x in [-2, 2], y in [1, 3], if y == 2: x**2 + y >= 2"
    out = step("eliminate", variable="y", term=t(number), fact=0, then=SIGN)
    assert prove(squares, out).status is Status.PROVED
