# SPDX-License-Identifier: Apache-2.0
"""Monotone, concave: what each accepts, and for which reason it refuses the rest."""

import pytest

from .build import ENCLOSURE, SIGN, ZERO, assert_row, each, step, t

RISING = step("monotone", variable="x", increasing=True, derivative=SIGN, face=ENCLOSURE)
FALLING = {**RISING, "increasing": False}
CONCAVE = step("concave", variable="x", second=SIGN, low=ENCLOSURE, high=ENCLOSURE)
SECOND = step("rewrite", form=t("x**2*exp(s*x) + 2*(y - 1)**2"), then=SIGN)
TWICE = step("monotone", variable="s", increasing=True, face=ZERO,
             derivative=step("monotone", variable="s", increasing=True, face=ZERO, derivative=SECOND))
SEGMENT = step("generalize", name="s", range=["0", "1", False, False, False], at="1", then=TWICE,
               form=t("exp(s*x) - s*x - 1 + (s*(y - 1))**2"))

TABLE = [
    # monotone
    ("e^x - 1 from its left end", "for all x in [0, 1]: exp(x) - 1 >= 0", RISING, None, ""),
    ("on a half-line", "for all x in [0, oo): exp(x) - 1 >= 0", RISING, None, ""),
    ("the wrong direction", "for all x in [0, 1]: exp(x) - 1 >= 0", FALLING, "sign", "do not settle"),
    ("a false face", "for all x in [0, 1]: exp(x) - 11/10 >= 0", RISING, "enclosure", "does not show"),
    ("no face at infinity", "for all x in [0, oo): 1/(x + 1) >= 0", FALLING, "face", "unbounded"),
    ("direction is a truth value", "for all x in [0, 1]: x >= 0", {**RISING, "increasing": 1}, "certificate", "bool"),
    ("> from > on the face", "for all x in [0, 1]: exp(x) - 1/2 > 0", RISING, None, ""),
    ("> fails on the face", "for all x in [0, 1]: exp(x) - 1 > 0", RISING, "enclosure", "does not show"),
    ("> from a strict derivative and an open end", "for all x in (0, 1]: exp(x) - 1 > 0",
     {**RISING, "strict": "derivative"}, None, ""),
    ("a closed end does not allow that", "for all x in [0, 1]: exp(x) - 1 > 0", {**RISING, "strict": "derivative"},
     "monotone", "open at the face"),
    ("the strict derivative must be strict", "for all x in (0, 1]: 0*x > 0", {**RISING, "strict": "derivative"}, "sign",
     "do not settle"),
    ("f must be defined at the open end it is followed to", "for all x in (0, 1]: 1/x >= 0", RISING, "defined",
     "no proof that"),
    ("sqrt: the slope is needed inside only", "for all x in [0, 1]: sqrt(x) >= 0", RISING, None, ""),
    ("sqrt with its kink inside", "for all x in [-1, 1]: sqrt(x**2) >= 0", RISING, "defined", "no proof that"),
    ("x**2 >= 0 is given, the slope needs x**2 > 0", "for all x in [-1, 1]: xlogx(x**2) + 1 >= 0", RISING, "defined",
     "no proof that <x**2> > 0"),
    ("|x| has no derivative", "for all x in [0, 1]: abs(x) >= 0", RISING, "derivative", "not differentiable"),
    ("floor jumps", "for all x in [0, 1]: floor(x) >= 0", RISING, "monotone", "no floor or ceil"),
    ("floor of another variable does not", "for all x in [0, 1], y in [1, 2]: x*floor(y) >= 0", RISING, None, ""),
    ("an integer variable", "for all n in integers [0, 3]: n >= 0", {**RISING, "variable": "n"}, "monotone", "real"),
    ("a fact names the variable", "for all x in [0, 1], y in [0, 1], if x >= y: x >= 0", RISING, "monotone", "no fact"),
    ("not for equalities", "for all x in [0, 1]: x - x == 0", RISING, "monotone", "goals f >= 0"),
    ("an unknown variable", "for all x in [0, 1]: x >= 0", {**RISING, "variable": "z"}, "range", "no variable"),
    # concave
    ("x*(1 - x) from its ends", "for all x in [0, 1]: x*(1 - x) >= 0", CONCAVE, None, ""),
    ("a false end", "for all x in [0, 2]: x*(1 - x) >= 0", CONCAVE, "enclosure", "does not show"),
    ("a convex one", "for all x in [0, 1]: x**2 - x + 1 >= 0", CONCAVE, "sign", "do not settle"),
    ("an unbounded range", "for all x in [0, oo): -1/(x + 1) >= -1", CONCAVE, "face", "unbounded"),
    ("closed at an open end it must stay defined", "for all x in (0, 1]: log(x) + 9 >= 0", CONCAVE, "defined",
     "no proof"),
    ("-x*log(x) as xlogx", "for all x in (0, 1]: -xlogx(x) >= 0", CONCAVE, None, ""),
    ("> from one inner point, where the ends are open", "for all x in (0, 1): x*(1 - x) > 0",
     {**CONCAVE, "inner": "1/3", "inner_proof": ENCLOSURE}, None, ""),
    ("not where an end is closed", "for all x in (0, 1]: x*(1 - x) > 0",
     {**CONCAVE, "inner": "1/3", "inner_proof": ENCLOSURE}, "enclosure", "does not show"),
    ("an end is no inner point", "for all x in (0, 1): x*(1 - x) > 0",
     {**CONCAVE, "inner": "1", "inner_proof": ENCLOSURE}, "concave", "not between"),
    ("f > 0 must be proved there", "for all x in (0, 1): 0*x > 0",
     {**CONCAVE, "inner": "1/3", "inner_proof": ENCLOSURE}, "enclosure", "does not show"),
    # a convex function of several variables needs no rule of its own: along each segment from the point it is least
    ("convex, by the segment from its least point",
     "for all x in [-2, 2], y in [0, 3]: exp(x) - x - 1 + (y - 1)**2 >= 0", SEGMENT, None, ""),
    ("another function", "for all x in [-2, 2], y in [0, 3]: exp(x) - x - 1 + y**2 >= 0", SEGMENT, "generalize",
     "is not f"),
]


@pytest.mark.parametrize(("claim", "goal", "rule", "reason"), **each(TABLE))
def test_calculus(claim, goal, rule, reason):
    assert_row(claim, goal, rule, reason)


def test_a_term_of_the_table_names_its_rule():
    assert t("xlogx(x)") == ["xlogx", ["var", "x"]]
