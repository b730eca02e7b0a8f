# SPDX-License-Identifier: Apache-2.0
"""Rules that change the goal by algebra: what each accepts, and for which reason it refuses the rest."""

import pytest

from .build import ENCLOSURE, SIGN, assert_row, each, step, t


def factor(text, sign=1, power=1, proof=SIGN, **more):
    return {"term": t(text), "power": power, "sign": sign, "proof": proof, **more}


def product(*factors, constant="1"):
    return step("product", constant=constant, factors=list(factors))


def pair(multiplier, premise, strict=False):
    return {"multiplier": t(multiplier), "premise": t(premise), "strict": strict, "multiplier_proof": SIGN,
            "premise_proof": SIGN}


LOGS = step("apply", function="log", left=t("exp(x)"), right=t("exp(-1)"), left_proof=SIGN, right_proof=SIGN,
            then=ENCLOSURE)
SQUARES = step("apply", function="square", left=t("sqrt(x + 1)"), right=t("1"), left_proof=SIGN, then=ENCLOSURE)

TABLE = [
    # rewrite
    ("an equal form", "for all x in [0, 1]: x**2 + 2*x + 1 >= 0",
     step("rewrite", form=t("(x + 1)**2"), then=SIGN), None, ""),
    ("another form", "for all x in [0, 1]: x**2 + 2*x + 1 >= 0",
     step("rewrite", form=t("(x + 1)**2 + 1"), then=SIGN), "rewrite", "differ in normal form"),
    ("times something positive", "for all x in [0, 1]: x/(x + 1) >= 0",
     step("rewrite", form=t("x"), by=t("x + 1"), positive=SIGN, then=SIGN), None, ""),
    ("times something that may be 0", "for all x in [0, 1]: x - 1 >= 0",
     step("rewrite", form=t("x*(x - 1)"), by=t("x"), positive=SIGN, then=SIGN), "sign", "do not settle"),
    ("times something negative", "for all x in [0, 1]: -x - 1 >= 0",
     step("rewrite", form=t("x + 1"), by=t("-1"), positive=SIGN, then=SIGN), "sign", "do not settle"),
    ("the form must be defined: x/x is not 1 at 0", "for all x in [0, 1]: x >= 0",
     step("rewrite", form=t("x**2/x"), then=SIGN), "defined", "no proof that"),
    ("the form may not name other variables", "for all x in [0, 1]: x >= 0",
     step("rewrite", form=t("y"), then=SIGN), "term", "unknown variable"),
    # product
    ("two factors of known sign", "for all x in [0, 1]: x - x**2 >= 0", product(factor("x"), factor("1 - x")), None,
     ""),
    ("two negative factors", "for all x in [0, 1]: x - x**2 >= 0",
     product(factor("-x", -1), factor("x - 1", -1)), None, ""),
    ("one negative factor", "for all x in [0, 1]: x**2 - x >= 0",
     product(factor("x"), factor("x - 1", -1)), "product", "negative one"),
    ("a negative constant", "for all x in [0, 1]: -x >= 0", product(factor("x"), constant="-1"), "product", "negative"),
    ("the constant 0", "for all x in [0, 1]: x - x >= 0", product(factor("x"), constant="0"), "product", "not 0"),
    ("a wrong coefficient", "for all x in [0, 1]: 2*x >= 0", product(factor("x")), "product", "in normal form"),
    ("an even power needs no sign", "for all x in [-1, 1]: x**2 >= 0", product(factor("x", power=2, proof=None)), None,
     ""),
    ("but for > it must not be 0", "for all x in [-1, 1]: x**2 > 0", product(factor("x", power=2)), "sign", "settle"),
    ("an odd power does", "for all x in [-1, 1]: x**3 >= 0", product(factor("x", power=3)), "sign", "do not settle"),
    ("the power 0", "for all x in [0, 1]: 1 >= 0", product(factor("x", power=0)), "product", "power other than 0"),
    ("a power that is a truth value", "for all x in [0, 1]: x >= 0", product(factor("x", power=True)), "certificate",
     "must be a int"),
    ("a negative power of something > 0", "for all x in (0, 1]: 1/x >= 0", product(factor("x", power=-1)), None, ""),
    ("a negative power of something >= 0", "for all x in [0, 1]: 1/(x + 1) >= 0",
     product(factor("x", power=-1)), "sign", "do not settle"),
    ("the sign 2", "for all x in [0, 1]: x >= 0", product(factor("x", sign=2)), "product", "sign 1 or -1"),
    ("not for equalities", "for all x in [0, 1]: x - x == 0", product(factor("x")), "product", "other than f == 0"),
    ("!= needs factors other than 0 only", "for all x in (0, 1), y in [-1, 0): x*y != 0",
     product(factor("x"), factor("y")), None, ""),
    ("an undefined factor", "for all x in [0, 1]: x - x**2 >= 0",
     product(factor("x**2"), factor("(1 - x)/x")), "defined", "no proof that"),
    # combine
    ("x*(1 - x) + y*y", "for all x in [0, 1], y in reals: x - x**2 + y**2 >= 0",
     step("combine", terms=[pair("x", "1 - x"), pair("1", "y**2")]), None, ""),
    ("a negative multiplier", "for all x in [0, 1]: -x >= 0", step("combine", terms=[pair("-1", "x")]), "sign",
     "settle"),
    ("a wrong sum", "for all x in [0, 1]: x - 1/1000000 >= 0", step("combine", terms=[pair("1", "x")]), "combine",
     "in normal form"),
    ("> needs one strict pair", "for all x in (0, 1]: x > 0", step("combine", terms=[pair("1", "x")]), "combine",
     "strict goal"),
    ("and gets it", "for all x in (0, 1]: x > 0", step("combine", terms=[pair("1", "x", strict=True)]), None, ""),
    ("a strict pair must be strict", "for all x in [0, 1]: x > 0",
     step("combine", terms=[pair("1", "x", strict=True)]), "sign", "do not settle"),
    ("the empty sum is 0", "for all x in [0, 1]: x - x >= 0", step("combine", terms=[]), None, ""),
    ("and not > 0", "for all x in [0, 1]: x - x > 0", step("combine", terms=[]), "combine", "strict goal"),
    ("not for equalities", "for all x in [0, 1]: x - x == 0", step("combine", terms=[]), "combine", "goals f >= 0"),
    # apply
    ("log of both sides", "for all x in [0, 1]: exp(x) >= exp(-1)", LOGS, None, ""),
    ("log needs the right side > 0", "for all x in [0, 1]: exp(x) >= -1",
     {**LOGS, "right": t("-1")}, "sign", "do not settle"),
    ("and the left one", "for all x in [0, 1]: x >= exp(-1)", {**LOGS, "left": t("x")}, "sign", "do not settle"),
    ("squares of both sides", "for all x in [0, 1]: sqrt(x + 1) >= 1", SQUARES, None, ""),
    ("squares need the left side >= 0", "for all x in [-3, -2]: x >= 1",
     {**SQUARES, "left": t("x")}, "sign", "do not settle"),
    ("an unknown function", "for all x in [0, 1]: sqrt(x + 1) >= 1", {**SQUARES, "function": "sin"}, "apply",
     "log, exp"),
    ("left - right must be f", "for all x in [0, 1]: sqrt(x + 1) >= 2", SQUARES, "apply", "not left - right"),
    ("not for equalities", "for all x in [0, 0]: sqrt(x + 1) == 1", SQUARES, "apply", "needs a goal"),
    # cut
    ("a lemma inside the proof", "for all x in [0, 1]: 1/(x + 1) > 0",
     step("cut", relation=">", fact=t("x + 1"), proof=SIGN, then=SIGN), None, ""),
    ("it must be proved", "for all x in [-1, 1]: x >= 0",
     step("cut", relation=">=", fact=t("x"), proof=SIGN, then=step("fact", fact=0)), "sign", "do not settle"),
    ("it must be defined", "for all x in [-1, 1]: x*x >= 0",
     step("cut", relation=">=", fact=t("sqrt(x)"), proof=SIGN, then=SIGN), "defined", "no proof that"),
    ("an unknown relation", "for all x in [0, 1]: x >= 0",
     step("cut", relation="<", fact=t("x"), proof=SIGN, then=SIGN), "cut", "unknown relation"),
]


@pytest.mark.parametrize(("claim", "goal", "rule", "reason"), **each(TABLE))
def test_algebra(claim, goal, rule, reason):
    assert_row(claim, goal, rule, reason)
