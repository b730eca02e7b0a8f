# SPDX-License-Identifier: Apache-2.0
"""The padded interval functions: they contain the truth where mpmath's own do not (mpmath issue 1181)."""

from fractions import Fraction
from random import Random

import flint
import mpmath
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from proofcheck.evidence import padded

PREC = 60
FUNCTIONS = {"exp": "exp", "log": "log", "sqrt": "sqrt", "sin": "sin", "cos": "cos", "tan": "tan", "atan": "atan",
             "sinh": "sinh", "cosh": "cosh", "tanh": "tanh"}


def truth(name: str, x: Fraction, bits: int = 400) -> tuple[Fraction, Fraction]:
    """Rational bounds of the true value, from an Arb ball at many bits; only exact end points leave Arb."""
    with flint.ctx.workprec(bits):
        ball = getattr(flint.arb(flint.fmpq(x.numerator, x.denominator)), FUNCTIONS[name])()
        ends = []
        for end in (ball.lower(), ball.upper()):
            mantissa, exponent = (int(part) for part in end.man_exp())
            ends.append(mantissa * Fraction(2) ** exponent)
    return ends[0], ends[1]


def encloses(interval, bounds) -> bool:
    """Whether an interval surely contains a number known to lie between two rationals."""
    return padded.to_fraction(interval[0]) <= bounds[0] and bounds[1] <= padded.to_fraction(interval[1])


def test_mpmath_exp_misses_and_the_padded_one_does_not():
    """Among random points there are some where mpmath's interval excludes the true exp; padding covers each of them."""
    rng, missed = Random(1181), 0
    for _ in range(3000):
        x = Fraction(rng.randrange(-(1 << 40), 1 << 40), 1 << 38)
        point = padded.from_fraction(x, PREC)
        bounds = truth("exp", x, 200)
        bare = mpmath.libmp.libmpi.mpi_exp(point, PREC)
        if padded.to_fraction(bare[0]) > bounds[1] or padded.to_fraction(bare[1]) < bounds[0]:
            missed += 1
        assert encloses(padded.exp(point, PREC), bounds)
    if missed == 0:
        pytest.skip("this mpmath rounds exp outward at every point tried")


PRECISIONS = st.sampled_from([53, 190, 700])


@given(st.sampled_from(sorted(FUNCTIONS)), st.fractions(-40, 40, max_denominator=10**9), PRECISIONS)
@example("sqrt", Fraction(4), 53)
@example("tanh", Fraction(1, 10**9), 53)
def test_functions_enclose(name, x, prec):
    """Every function contains the value that Arb encloses at more bits."""
    if name in ("log", "sqrt"):
        x = abs(x) or Fraction(1)
    try:
        found = getattr(padded, name)(padded.from_fraction(x, prec), prec)
    except padded.Undefined:
        assert name == "tan"
        return
    assert encloses(found, truth(name, x, 4 * prec + 200))


@given(st.fractions(-20, 20, max_denominator=1000), st.fractions(0, 1, max_denominator=1000), st.fractions(0, 1))
def test_boxes_enclose_their_points(low, width, share):
    """The value at a point of a box lies in the value of the box."""
    box = (padded.from_fraction(low, PREC)[0], padded.from_fraction(low + width, PREC)[1])
    inside = padded.from_fraction(low + share * width, PREC)
    for name in ("exp", "sin", "cos", "cosh", "sinh", "tanh", "atan"):
        wide, narrow = getattr(padded, name)(box, PREC), getattr(padded, name)(inside, PREC)
        assert padded.to_fraction(wide[0]) <= padded.to_fraction(narrow[1])
        assert padded.to_fraction(narrow[0]) <= padded.to_fraction(wide[1])


@pytest.mark.parametrize(("name", "x", "value"), [
    ("exp", 0, 1), ("log", 1, 0), ("sqrt", Fraction(9, 4), Fraction(3, 2)), ("sin", 0, 0), ("cos", 0, 1),
    ("atan", 0, 0), ("tanh", 0, 0), ("cosh", 0, 1), ("sinh", 0, 0), ("xlogx", 0, 0), ("xlogx", 1, 0), ("tan", 0, 0),
    ("floor", Fraction(7, 2), 3), ("ceil", Fraction(7, 2), 4),
])
def test_exact_values_stay_exact(name, x, value):
    """So that a contact point shows a slack of exactly 0."""
    found = getattr(padded, name)(padded.from_fraction(x, PREC), PREC)
    assert [padded.to_fraction(end) for end in found] == [value, value]


@pytest.mark.parametrize(("function", "x"), [(padded.log, 0), (padded.log, -1), (padded.sqrt, -1), (padded.xlogx, -1)])
def test_undefined_points_are_refused(function, x):
    with pytest.raises(padded.Undefined):
        function(padded.from_fraction(x, PREC), PREC)


def test_division_by_zero_is_refused():
    with pytest.raises(padded.Undefined):
        padded.div(padded.ONE, padded.ZERO, PREC)


def test_astronomic_arguments_are_refused_not_computed():
    with pytest.raises(padded.TooLarge):
        padded.exp(padded.from_fraction(2**3000, PREC), PREC)


@pytest.mark.parametrize(("base", "exponent", "value"), [
    (Fraction(-1, 2), 3, Fraction(-1, 8)), (0, 0, 1), (0, Fraction(1, 2), 0), (2, -2, Fraction(1, 4)),
    (2, 5000, 2**5000),
])
def test_powers(base, exponent, value):
    found = padded.power(padded.from_fraction(base, PREC), padded.from_fraction(exponent, PREC), PREC)
    assert encloses(found, (Fraction(value), Fraction(value)))


@pytest.mark.parametrize(("base", "exponent"), [(0, -1), (-1, Fraction(1, 2)), (0, Fraction(-1, 2))])
def test_undefined_powers_are_refused(base, exponent):
    with pytest.raises(padded.Undefined):
        padded.power(padded.from_fraction(base, PREC), padded.from_fraction(exponent, PREC), PREC)


@pytest.mark.parametrize("number", [0.1, True, "1/2", flint.arb("0.1"), mpmath.mpf(1)])
def test_only_exact_numbers_enter(number):
    """No float; and no Arb ball, whose radius mpmath would silently drop."""
    with pytest.raises(TypeError):
        padded.from_fraction(number, PREC)


def test_xlogx_knows_its_minimum():
    """On a box around 1/e the lower end is at most -1/e."""
    box = (padded.from_fraction(Fraction(1, 4), PREC)[0], padded.from_fraction(Fraction(1, 2), PREC)[1])
    low, high = (padded.to_fraction(end) for end in padded.xlogx(box, PREC))
    assert low <= -truth("exp", Fraction(-1))[1]
    assert high >= Fraction(-35, 100)
