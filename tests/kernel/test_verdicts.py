# SPDX-License-Identifier: Apache-2.0
"""Verdicts: witnesses, empty domains, margins, and that no verdict can be taken for true or false."""

from fractions import Fraction

import pytest

from proofcheck.kernel.check import check
from proofcheck.kernel.statement import statement_from_json
from proofcheck.kernel.verdict import Rejected, Status
from proofcheck.parse import parse_statement

from .build import ENCLOSURE, SIGN, ZERO, each, prove, step, t

# (heading, claim, verdict asked for, point, reason of the refusal or None)
WITNESSES = [
    ("a false claim", "for all x in [0, 1]: x >= 1/2", "REFUTED", {"x": "1/3"}, None),
    ("false at an end", "for all x in [0, 1]: x > 0", "REFUTED", {"x": "0"}, None),
    ("false by a millionth", "for all x in [0, 1]: exp(x) >= 1000001/1000000 + x", "REFUTED", {"x": "0"}, None),
    ("false by 10^-30", "for all x in [0, 1]: exp(x) <= exp(1) - 1/10**30", "REFUTED", {"x": "1"}, None),
    ("an equality is decided by normal form", "for all x in [0, 9]: sqrt(x)*sqrt(x) != x", "REFUTED", {"x": "2"}, None),
    ("two hypotheses hold", "for all x in [0, 1], y in [x, 1], if x + y == 1: x < y", "REFUTED",
     {"x": "1/2", "y": "1/2"}, None),
    ("an integer", "for all n in integers >= 2: n**2 > 2*n", "REFUTED", {"n": "2"}, None),
    ("true there", "for all x in [0, 1]: x >= 1/2", "REFUTED", {"x": "1/2"}, "not certainly false"),
    ("too close to tell", "for all x in [0, 1]: atan(1/5)*16 - 4*atan(1/239) > pi", "REFUTED", {"x": "0"},
     "not certainly false"),
    ("outside the range", "for all x in [0, 1]: x >= 1/2", "REFUTED", {"x": "-1"}, "outside its range"),
    ("at an open end", "for all x in (0, 1]: x > 0", "REFUTED", {"x": "0"}, "outside its range"),
    ("half an integer", "for all n in integers >= 0: n*(n - 1) >= 0", "REFUTED", {"n": "1/2"}, "outside its range"),
    ("a variable is missing", "for all x in [0, 1], y in [0, 1]: x >= y", "REFUTED", {"x": "0"}, "exactly"),
    ("a variable too many", "for all x in [0, 1]: x > 0", "REFUTED", {"x": "0", "y": "0"}, "exactly"),
    ("a hypothesis fails", "for all x in [0, 1], if x > 1/2: x > 1/2", "REFUTED", {"x": "1/4"}, "does not certainly"),
    ("a bound with a variable fails", "for all x in [0, 1], y in [x, 1]: x < y", "REFUTED", {"x": "1", "y": "1/2"},
     "does not certainly hold"),
    ("undefined there", "for all x in [0, 1]: 1/x < 0", "REFUTED", {"x": "0"}, "not defined at the point"),
    ("a float", "for all x in [0, 1]: x > 1/2", "REFUTED", {"x": 0.25}, "exact rational"),
    ("a decimal", "for all x in [0, 1]: x > 1/2", "REFUTED", {"x": "0.25"}, "exact rational"),
    ("infinity", "for all x in reals: x > 1/2", "REFUTED", {"x": "-oo"}, "exact rational"),
    ("no point", "for all x in [0, 1]: x > 1/2", "REFUTED", None, "must be an object"),
    ("log of 0", "for all x in [0, 1]: log(x) <= 0", "DOMAIN_ERROR", {"x": "0"}, None),
    ("a hidden division by 0", "for all x in [0, 2]: 1/(x**2 - 2*x + 1) > 0", "DOMAIN_ERROR", {"x": "1"}, None),
    ("0*log(0)", "for all x in [0, 1]: 0*log(x) == 0", "DOMAIN_ERROR", {"x": "0"}, None),
    ("a negative base of a variable power", "for all x in [-2, 2], n in integers [2, 3]: x**n >= -8", "DOMAIN_ERROR",
     {"x": "-2", "n": "2"}, None),
    ("defined there", "for all x in [0, 1]: log(x) <= 0", "DOMAIN_ERROR", {"x": "1"}, "no sub-term"),
    ("a hypothesis keeps the point out", "for all x in [0, 1], if x > 0: log(x) <= 0", "DOMAIN_ERROR", {"x": "0"},
     "does not certainly hold"),
]


@pytest.mark.parametrize(("claim", "verdict", "point", "reason"), **each(WITNESSES))
def test_witness(claim, verdict, point, reason):
    proof = {"verdict": verdict, "witness": point}
    if reason is None:
        found = check(parse_statement(claim), proof)
        assert found.status is Status[verdict]
        assert dict(found.witness) == point
    else:
        with pytest.raises(Rejected) as caught:
            check(parse_statement(claim), proof)
        assert reason in caught.value.reason


def empty(lower, upper, **flags):
    return statement_from_json({"variables": [{"name": "x", "kind": "real", "lower": lower, "upper": upper,
                                               "lower_open": False, "upper_open": False, **flags}],
                                "hypotheses": [], "goal": [">=", "1", "0"]})


@pytest.mark.parametrize("claim", [empty("1", "0"), empty("0", "0", lower_open=True), empty("1/3", "2/3", kind="int")])
def test_an_empty_range_is_vacuous_and_never_proved(claim):
    with pytest.raises(Rejected, match="vacuous"):
        check(claim, {"verdict": "PROVED", "goal": SIGN})
    assert check(claim, {"verdict": "VACUOUS", "empty": step("excluded")}).status is Status.VACUOUS


def test_contradictory_hypotheses_are_vacuous():
    claim = parse_statement("for all x in [0, 1], if x > 2: x > 5")
    assert check(claim, {"verdict": "VACUOUS", "empty": step("excluded", fact=0)}).status is Status.VACUOUS


def test_hypotheses_that_can_hold_are_not():
    claim = parse_statement("for all x in [0, 1], if x >= 1: x > 5")
    with pytest.raises(Rejected, match="may hold"):
        check(claim, {"verdict": "VACUOUS", "empty": step("excluded", fact=0)})


def test_a_proof_under_hypotheses_says_whether_a_point_satisfies_them():
    claim = "for all x in [0, 1], if x > 1/2: x > 1/2"
    proof = step("fact", fact=0)
    assert "no point was given" in prove(claim, proof).reason
    assert prove(claim, proof, inhabited={"x": "3/4"}).reason == ""
    with pytest.raises(Rejected, match="does not certainly hold"):
        prove(claim, proof, inhabited={"x": "1/2"})
    with pytest.raises(Rejected, match="outside its range"):
        prove(claim, proof, inhabited={"x": "3/2"})


MARGINS = [
    ("the enclosure's lower end", "for all x in [1, 2]: x >= 1/2", ENCLOSURE, Fraction(1, 2)),
    ("the smaller of two halves", "for all x in [1, 3]: x >= 1/2",
     step("split", variable="x", at="2", low=ENCLOSURE, high=ENCLOSURE), Fraction(1, 2)),
    ("the face's", "for all x in [1, 2]: x**2 - x + 1/4 >= 0",
     step("monotone", variable="x", increasing=True, derivative=ENCLOSURE, face=ENCLOSURE), Fraction(1, 4)),
    ("the least Bernstein coefficient", "for all x in [0, 1]: 2 - x >= 1/2", step("bernstein"), Fraction(1, 2)),
    ("signs alone give none", "for all x in [1, 2]: x >= 0", SIGN, 0),
    ("an identity has none", "for all x in [1, 2]: x == x", ZERO, 0),
    ("!= by a negative value claims none", "for all x in [1, 2]: -x != 0", ENCLOSURE, 0),
    ("a rewriting keeps it", "for all x in [1, 2]: x + x - x >= 0", step("rewrite", form=t("x"), then=ENCLOSURE), 1),
    ("a positive factor does not", "for all x in [1, 2]: x >= 0",
     step("rewrite", form=t("x**2"), by=t("x"), positive=SIGN, then=ENCLOSURE), 0),
]


@pytest.mark.parametrize(("claim", "goal", "margin"), **each(MARGINS))
def test_margin_is_a_lower_bound(claim, goal, margin):
    assert prove(claim, goal).margin == margin


def test_margin_can_always_be_shown():
    tiny = prove("for all x in [0, 1]: exp(-10000000*(x + 1)) > 0", ENCLOSURE).margin
    assert tiny >= 0
    assert len(str(tiny)) < 1000
    long = prove("for all x in [0, 1]: x + 1/3**2000 >= 0", step("bernstein")).margin
    assert 0 <= long <= Fraction(1, 3**2000)
    assert len(str(long)) < 1000


def test_a_verdict_has_no_truth_value():
    verdict = prove("for all x in [0, 1]: x >= 0", SIGN)
    with pytest.raises(TypeError, match="truth value"):
        bool(verdict)
    for status in Status:
        with pytest.raises(TypeError, match="truth value"):
            bool(status)


def test_a_verdict_cannot_be_changed():
    verdict = prove("for all x in [0, 1]: x >= 0", SIGN)
    with pytest.raises(AttributeError):
        verdict.status = Status.REFUTED


def test_rejected_names_rule_reason_and_place():
    with pytest.raises(Rejected) as caught:
        prove("for all x in [0, 1]: x >= 0", step("split", variable="x", at="1/2", low=SIGN, high=ZERO))
    assert str(caught.value) == "zero: the normal form of f is not 0 (at goal/high)"


def test_rules_are_counted():
    verdict = prove("for all x in [0, 1]: x >= 0", step("split", variable="x", at="1/2", low=SIGN, high=SIGN))
    assert dict(verdict.rules) == {"split": 1, "sign": 2}
