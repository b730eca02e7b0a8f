# SPDX-License-Identifier: Apache-2.0
"""Rules that end a branch or split it: what each accepts, and for which reason it refuses the rest."""

import pytest

from .build import ENCLOSURE, SIGN, ZERO, assert_row, each, step, t

COMPUTED = step("bound", of=t("ceil(x)"))
DOUBLE = step("split", variable="x", at="1/2", low=SIGN, high=SIGN)

TABLE = [
    # sign: the signs of the parts settle it
    ("a square is not negative", "for all x in reals: x**2 >= 0", SIGN, None, ""),
    ("an open end keeps x from 0", "for all x in (0, 1]: x > 0", SIGN, None, ""),
    ("x - 1/3 is not 0 beyond an open end at 1/3", "for all x in (1/3, 1]: x - 1/3 > 0", SIGN, None, ""),
    ("1/3 - x neither", "for all x in [0, 1/3): 1/3 - x != 0", SIGN, None, ""),
    ("a hypothesis gives a sign", "for all x in [0, 1], y in [0, 1], if x - y > 0: 1/(x - y) > 0", SIGN, None, ""),
    ("a closed end at 0 is no reason for > 0", "for all x in [0, 1]: x > 0", SIGN, "sign", "do not settle"),
    ("the gap at the closed end may be 0", "for all x in [1/3, 1]: x - 1/3 > 0", SIGN, "sign", "do not settle"),
    ("a sum of both signs says nothing", "for all x in [0, 1]: x - x**2 >= 0", SIGN, "sign", "do not settle"),
    ("a sum of two that may both be 0", "for all x in [0, 1], y in [0, 1]: x + y > 0", SIGN, "sign", "do not settle"),
    ("a sum with a positive one", "for all x in [0, 1], y in (0, 1]: x + y > 0", SIGN, None, ""),
    ("the negative of a hypothesis", "for all x in reals, y in reals, if x - y > 0: 1/(y - x) < 0", SIGN, None, ""),
    ("has the other sign", "for all x in reals, y in reals, if x - y > 0: y - x > 0", SIGN, "sign", "do not settle"),
    ("least of two positive ones", "for all x in (0, 1], y in (0, 1]: min(x, y) > 0", SIGN, None, ""),
    ("least of a positive and any", "for all x in (0, 1], y in [0, 1]: min(x, y) > 0", SIGN, "sign", "do not settle"),
    ("an odd power keeps the sign", "for all x in [-1, 0]: x**3 >= 0", SIGN, "sign", "do not settle"),
    ("precision is bounded", "for all x in [0, 1]: x >= 0", step("sign", precision=10**9), "precision", "integer from"),
    ("precision is no truth value", "for all x in [0, 1]: x >= 0", step("sign", precision=True), "precision",
     "integer"),
    # enclosure: interval arithmetic on the box
    ("a strict gap", "for all x in [0, 1]: exp(x) > 1/2", ENCLOSURE, None, ""),
    ("touching 0 exactly serves >=", "for all x in [0, 1]: x >= 0", ENCLOSURE, None, ""),
    ("but not >", "for all x in [0, 1]: x > 0", ENCLOSURE, "enclosure", "does not show"),
    ("nor ==", "for all x in [0, 0]: x == 0", ENCLOSURE, "enclosure", "does not show"),
    ("x - x is wide", "for all x in [0, 1]: x - x >= 0", ENCLOSURE, "enclosure", "does not show"),
    ("centred form", "for all x in [0, 1]: x - x >= 0", step("enclosure", centred=True), None, ""),
    ("centred needs a bounded box", "for all x in [0, oo): x >= 0", step("enclosure", centred=True), "enclosure",
     "bounded box"),
    ("centred needs the derivative on the closed box", "for all x in (0, 1]: sqrt(x) >= 0",
     step("enclosure", centred=True), "enclosure", "closed box"),
    ("centred needs f on the box without the hypotheses", "for all x in [-1, 1], if x > 0: log(x) - log(x) >= 0",
     step("enclosure", centred=True), "enclosure", "closed box"),
    # zero: identically 0
    ("an identity", "for all x in reals: (x + 1)**2 == x**2 + 2*x + 1", ZERO, None, ""),
    ("an identity is >= too", "for all x in reals: sin(x)**2 + cos(x)**2 >= 1", ZERO, None, ""),
    ("but not >", "for all x in reals: x - x > 0", ZERO, "zero", "cannot show"),
    ("a near-identity", "for all x in reals: (x + 1)**2 == x**2 + 2*x + 1000001/1000000", ZERO, "zero", "not 0"),
    # excluded: no point is left
    ("a hypothesis fails", "for all x in [0, 1], if x > 2: x > 5", step("excluded", fact=0), None, ""),
    ("a hypothesis that may hold", "for all x in [0, 1], if x > 1/2: x > 5", step("excluded", fact=0), "excluded",
     "may hold"),
    ("equality holds at one point", "for all x in [0, 1], if x == 1: x > 5", step("excluded", fact=0), "excluded",
     "may hold"),
    ("there is no such fact", "for all x in [0, 1]: x > 5", step("excluded", fact=0), "excluded", "no fact number"),
    ("a fact is no truth value", "for all x in [0, 1], if x > 2: x > 5", step("excluded", fact=False), "certificate",
     "must be a int"),
    ("a fact cannot exclude itself by its own sign", "for all x in [-1, 1], if x > 0: x > 5", step("excluded", fact=0),
     "excluded", "may hold"),
    # fact: a positive multiple of a hypothesis
    ("the hypothesis itself", "for all x in reals, if x >= 1: x - 1 >= 0", step("fact", fact=0), None, ""),
    ("twice", "for all x in reals, if x >= 1: 2*x - 2 >= 0", step("fact", fact=0, scale="2"), None, ""),
    ("> gives >=", "for all x in reals, if x > 1: x - 1 >= 0", step("fact", fact=0), None, ""),
    (">= does not give >", "for all x in reals, if x >= 1: x - 1 > 0", step("fact", fact=0), "fact", "does not give"),
    ("a negative multiple", "for all x in reals, if x >= 1: 1 - x >= 0", step("fact", fact=0, scale="-1"), "fact",
     "does not give"),
    ("of an equality", "for all x in reals, if x == 1: 1 - x >= 0", step("fact", fact=0, scale="-1"), None, ""),
    ("times 0", "for all x in reals, if x == 1: x - x == 0", step("fact", fact=0, scale="0"), "fact", "does not give"),
    ("another term", "for all x in reals, if x >= 1: x - 2 >= 0", step("fact", fact=0), "fact", "not that multiple"),
    # bound: what ceil, floor, abs, min and max satisfy by definition
    ("ceil(x) >= x", "for all x in reals: ceil(x) - x >= 0", COMPUTED, None, ""),
    ("ceil(x) < x + 1", "for all x in reals: x + 1 - ceil(x) > 0", COMPUTED, None, ""),
    ("ceil(x) > x is false", "for all x in reals: ceil(x) - x > 0", COMPUTED, "bound", "no defining bound"),
    ("floor(x) <= x", "for all x in reals: x - floor(x) >= 0", step("bound", of=t("floor(x)")), None, ""),
    ("floor(x) < x is false", "for all x in reals: x - floor(x) > 0", step("bound", of=t("floor(x)")), "bound",
     "no defining bound"),
    ("-x <= |x|", "for all x in reals: abs(x) + x >= 0", step("bound", of=t("abs(x)")), None, ""),
    ("-x < |x| is false", "for all x in reals: abs(x) + x > 0", step("bound", of=t("abs(x)")), "bound", "no defining"),
    ("min <= each", "for all x in reals, y in reals: y - min(x, y) >= 0", step("bound", of=t("min(x, y)")), None, ""),
    ("max <= each is false", "for all x in reals, y in reals: y - max(x, y) >= 0", step("bound", of=t("max(x, y)")),
     "bound", "no defining bound"),
    ("the term must be defined", "for all x in reals: ceil(x) - x >= 0", step("bound", of=t("floor(1/x)")), "defined",
     "no proof that"),
    # bernstein
    ("a parabola above its tangent", "for all x in [0, 1]: x**2 - x + 1/3 > 0", step("bernstein"), "bernstein",
     "least"),
    ("on half the range", "for all x in [0, 1/2]: x**2 - x + 1/3 > 0", step("bernstein"), None, ""),
    ("two variables", "for all x in [0, 1], y in [0, 1]: x + y - x*y >= 0", step("bernstein"), None, ""),
    ("0 is not > 0", "for all x in [0, 1]: x**2 > 0", step("bernstein"), "bernstein", "least coefficient 0"),
    ("no polynomial", "for all x in [0, 1]: exp(x) >= 0", step("bernstein"), "bernstein", "not a polynomial"),
    ("an unbounded range", "for all x in [0, oo): x >= 0", step("bernstein"), "bernstein", "bounded box"),
    ("a one-point range is put in", "for all x in [1, 1], y in [0, 1]: log(x) + y >= 0", step("bernstein"), None, ""),
    ("degree 10^6", "for all x in [0, 1]: x**1000000 >= 0", step("bernstein"), "bernstein", "degree is above"),
    # split
    ("both halves", "for all x in [0, 1]: x >= 0", DOUBLE, None, ""),
    ("the point must lie inside", "for all x in [0, 1]: x >= 0", {**DOUBLE, "at": "2"}, "split", "not a point"),
    ("not at an open end", "for all x in (0, 1]: x >= 0", {**DOUBLE, "at": "0"}, "split", "not a point"),
    ("a half is missing", "for all x in [0, 1]: x >= 0", {k: v for k, v in DOUBLE.items() if k != "high"},
     "certificate", "known rule"),
    ("an unknown variable", "for all x in [0, 1]: x >= 0", {**DOUBLE, "variable": "z"}, "range", "no variable"),
    ("a float", "for all x in [0, 1]: x >= 0", {**DOUBLE, "at": 0.5}, "term", "exact rational"),
    ("integers up to 1, and from 2 on", "for all n in integers [0, 3]: n >= 0", {**DOUBLE, "variable": "n", "at": "1"},
     None, ""),
    ("between two integers", "for all n in integers [0, 3]: n >= 0", {**DOUBLE, "variable": "n"}, "split",
     "not a point"),
    ("no integer is lost", "for all n in integers [0, 3]: (n - 2)**2 > 0",
     step("split", variable="n", at="1", low=ENCLOSURE, high=SIGN), "sign", "do not settle"),
    ("the split point belongs to both halves: no gap", "for all x in [0, 1]: (x - 1/2)**2 > 0", DOUBLE, "sign",
     "do not settle"),
    # integers
    ("three points and a tail", "for all n in integers >= 0: n**2 >= n",
     step("integers", variable="n", points=[ENCLOSURE, ENCLOSURE], tail=step("product", constant="1", factors=[
         {"term": t("n"), "power": 1, "sign": 1, "proof": SIGN},
         {"term": t("n - 1"), "power": 1, "sign": 1, "proof": ENCLOSURE}])), None, ""),
    ("the tail is missing", "for all n in integers >= 0: n >= 0", step("integers", variable="n", points=[SIGN]),
     "certificate", "known rule"),
    ("a finite range needs no tail", "for all n in integers [0, 1]: n*n == n",
     step("integers", variable="n", points=[step("eliminate", variable="n", then=ZERO)] * 2), None, ""),
    ("one point too few", "for all n in integers [0, 2]: n*n == n",
     step("integers", variable="n", points=[step("eliminate", variable="n", then=ZERO)] * 2), "certificate", "known"),
    ("not for reals", "for all x in [0, 1]: x >= 0", step("integers", variable="x", points=[]), "integers",
     "not an integer"),
    ("not without a lower end", "for all n in integers: n*n >= 0", step("integers", variable="n", points=[]),
     "integers", "bounded below"),
    # cases
    ("x > 0 or not", "for all x in reals: max(x, 0) >= 0",
     step("cases", on=t("x"), positive=SIGN, nonpositive=step("bound", of=t("max(x, 0)"))), None, ""),
    ("in the second case x may be 0", "for all x in [0, 1]: x > 0",
     step("cases", on=t("x"), positive=SIGN, nonpositive=SIGN), "sign", "do not settle"),
    ("the term must be defined", "for all x in reals: x*x >= 0",
     step("cases", on=t("1/x"), positive=SIGN, nonpositive=SIGN), "defined", "no proof that"),
    ("and closed", "for all x in reals: x*x >= 0", step("cases", on=t("z"), positive=SIGN, nonpositive=SIGN), "term",
     "unknown variable"),
    # both, nonzero
    ("f >= 0 and -f >= 0", "for all x in reals: x == x", step("both", above=ZERO, below=ZERO), None, ""),
    ("only for equalities", "for all x in reals: x >= x", step("both", above=ZERO, below=ZERO), "both", "equalities"),
    ("f > 0", "for all x in (0, 1]: x != 0", step("nonzero", positive=True, proof=SIGN), None, ""),
    ("-f > 0", "for all x in [-1, 0): x != 0", step("nonzero", positive=False, proof=SIGN), None, ""),
    ("the wrong side", "for all x in [-1, 0): x != 0", step("nonzero", positive=True, proof=SIGN), "sign", "settle"),
    ("only for !=", "for all x in (0, 1]: x > 0", step("nonzero", positive=True, proof=SIGN), "nonzero",
     "goals f != 0"),
    # the step itself
    ("no such rule", "for all x in [0, 1]: x >= 0", step("axiom"), "certificate", "known rule"),
    ("no step", "for all x in [0, 1]: x >= 0", None, "certificate", "known rule"),
    ("a rule that is no text", "for all x in [0, 1]: x >= 0", {"rule": ["sign"]}, "certificate", "known rule"),
]


@pytest.mark.parametrize(("claim", "goal", "rule", "reason"), **each(TABLE))
def test_leaf(claim, goal, rule, reason):
    assert_row(claim, goal, rule, reason)
