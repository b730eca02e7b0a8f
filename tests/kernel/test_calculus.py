# SPDX-License-Identifier: Apache-2.0
"""Derivatives, conditions of definedness, sign sets and enclosures against numbers at random points."""

import random
from fractions import Fraction

import mpmath
import pytest

from proofcheck.kernel import interval as iv
from proofcheck.kernel.calculus import conditions, constant_value, derivative, is_continuous
from proofcheck.kernel.evaluate import NEG, POS, ZER, Program, enclosure
from proofcheck.kernel.region import Region, make_range
from proofcheck.kernel.term import to_text
from proofcheck.kernel.verdict import Rejected

from .build import each, refusal, term
from .numeric import Unclear, Undefined, random_term, real, value

ENDS = [Fraction(q) for q in ("-2", "-1", "0", "1/2", "1", "3")]

CONDITIONS = [
    ("a polynomial", "x**3 - x/2", []),
    ("a quotient", "1/x", ["x != 0"]),
    ("log", "log(x)", ["x > 0"]),
    ("sqrt", "sqrt(x)", ["x >= 0"]),
    ("xlogx", "xlogx(x)", ["x >= 0"]),
    ("tan", "tan(x)", ["cos(x) != 0"]),
    ("the power 0", "x**0", []),
    ("a negative power", "x**(-2)", ["x != 0"]),
    ("a root as a power", "x**(1/3)", ["x >= 0"]),
    ("a negative root", "x**(-1/3)", ["x > 0"]),
    ("a variable power", "x**y", ["x >= 0", "max(x, y) > 0"]),
    ("innermost first", "log(1/x)", ["x != 0", "1/x > 0"]),
    ("inside a product with 0", "0*log(x)", ["x > 0"]),
    ("both arguments of min", "min(1/x, sqrt(y))", ["y >= 0", "x != 0"]),
    ("each once", "1/x + 2/x", ["x != 0"]),
    ("a literal divisor", "x/2", []),
    ("the literal divisor 0", "x/0", ["0 != 0"]),
]

DEFINED = [
    ("log on an open range", "for all x in (0, 1]: log(x) <= 0", True),
    ("log on a closed one", "for all x in [0, 1]: log(x) <= 0", False),
    ("a hypothesis keeps it defined", "for all x in [-1, 1], if x > 0: log(x) <= 0", True),
    ("a later hypothesis does not help an earlier one", "for all x in [-1, 1], if log(x) > -1 and x > 0: x >= 0",
     False),
    ("the right side of the goal", "for all x in [0, 1]: 0 >= log(x)", False),
    ("a bound must be defined too", "for all x in [0, 1], y in [1/x, oo): y >= 0", False),
    ("0*log(x) is undefined at 0", "for all x in [0, 1]: 0*log(x) <= 0", False),
]


@pytest.mark.parametrize(("text", "expected"), **each(CONDITIONS))
def test_conditions(text, expected):
    assert [f"{to_text(g)} {relation} 0" for relation, g in conditions(term(text))] == expected


@pytest.mark.parametrize(("claim", "defined"), **each(DEFINED))
def test_definedness_is_an_obligation(claim, defined):
    problem = refusal(claim, {"rule": "no such rule"})
    assert (problem.rule == "certificate") is defined, problem


@pytest.mark.parametrize(("text", "expected"), [
    ("2/4", "1/2"), ("-(1/2 + 1/3)*6", "-5"), ("2**3", None), ("x - x", None), ("1/(1 - 1)", None)])
def test_constant_value(text, expected):
    found = constant_value(term(text))
    assert (None if found is None else str(found)) == expected


@pytest.mark.parametrize("text", ["abs(x)", "min(x, 1)", "max(x, 1)", "floor(x)", "ceil(x)", "exp(abs(x))"])
def test_no_derivative(text):
    with pytest.raises(Rejected, match="not differentiable"):
        derivative(term(text), "x")


def test_continuity_is_in_the_named_variables():
    assert is_continuous(term("x*floor(y)"), "x")
    assert not is_continuous(term("x*floor(y)"), "y")


def quotient(f, point, h=Fraction(1, 10**14)):
    """The central difference quotient in x; needs f on both sides, also twice as far."""
    for k in (-2, 2):
        value(f, {**point, "x": point["x"] + k * h})
    up, down = (value(f, {**point, "x": point["x"] + k * h}) for k in (1, -1))
    with mpmath.workdps(60):
        return (up - down) / (2 * real(h))


def test_derivatives_against_difference_quotients():
    rng, seen = random.Random(1), 0
    for _ in range(900):
        f = random_term(rng, ["x", "y"], 3)
        point = {name: Fraction(rng.randint(-30, 30), rng.choice([1, 7, 8])) for name in "xy"}
        try:
            slope = value(derivative(f, "x"), point)
            numeric = quotient(f, point)
        except (Rejected, Undefined, Unclear):
            continue
        assert abs(slope - numeric) < 1e-5 * (1 + abs(slope)), (f, point)
        seen += 1
    assert seen > 250


def random_region(rng):
    def one(integer):
        while True:
            r = make_range(rng.choice([*ENDS, None]), rng.choice([*ENDS, None]), rng.random() < 0.4, rng.random() < 0.4,
                           integer)
            if not r.is_empty():
                return r
    return Region({"x": one(False), "y": one(False), "n": one(True)})


def random_point(rng, region):
    point = {}
    for name, r in region.ranges.items():
        low = r.lo if r.lo is not None else (r.hi or 0) - 5
        high = r.hi if r.hi is not None else low + 5
        pool = [low, high, Fraction(0), *(low + (high - low) * Fraction(rng.randint(0, 24), 24) for _ in range(4))]
        pool = [q for q in (Fraction(q.__floor__()) if r.integer else q for q in map(Fraction, pool)) if r.contains(q)]
        if not pool:
            return None
        point[name] = rng.choice(pool)
    return point


def test_signs_enclosures_and_definedness_against_values():
    """At points of random regions: the sign set and the enclosure hold the value; what is 'defined' has one."""
    rng, seen = random.Random(2), 0
    for _ in range(900):
        region, f = random_region(rng), random_term(rng, ["x", "y", "n"], 3)
        for _ in range(rng.choice([0, 0, 1])):
            region = region.with_fact(rng.choice([">", ">=", "!="]), random_term(rng, ["x", "y", "n"], 1))
        defined = region.defines(f)
        try:
            mask, hull = region.sign(Program(f)), enclosure(f, region.box, 64)
        except iv.Undefined:
            mask = hull = None
        for _ in range(4):
            point = random_point(rng, region)
            try:
                holds = point is not None and all(_holds(relation, value(g, point)) for relation, g in region.facts)
                v = value(f, point) if holds else None
            except Unclear:
                continue
            except Undefined:
                assert not (defined and not region.facts), (f, region, point)
                continue
            if v is not None:
                _assert_holds(f, region, point, v, mask, hull)
                seen += 1
    assert seen > 800


def _holds(relation, v):
    return {">": v > 0, ">=": v >= 0, "!=": v != 0}[relation]


def _assert_holds(f, region, point, v, mask, hull):
    assert mask is not None, (f, region, point)
    if abs(v) > 1e-40 or v == 0:
        assert mask & (POS if v > 0 else NEG if v < 0 else ZER), (f, region, point)
    low, high, slack = iv.lower_fraction(hull), iv.upper_fraction(hull), mpmath.mpf(10) ** -45 * (1 + abs(v))
    assert low is None or v + slack >= real(low), (f, region, point)
    assert high is None or v - slack <= real(high), (f, region, point)
