# SPDX-License-Identifier: Apache-2.0
"""Stronger or weaker: what is proved, what is refuted at a named point, and what stays unknown."""

import re
from fractions import Fraction

import pytest

from proofcheck import Status
from proofcheck.changes.strength import Answer, says_all, strength
from proofcheck.decide import decide
from proofcheck.kernel.verdict import Verdict
from proofcheck.parse import parse_statement

UNIT = "for all x in [0, 1]: "
BOUND = f"{UNIT}1 - exp(-x) >= x/2"
BOX = "for all x in [0, 1], y in [0, 2]: x*y <= 2"
FIVE = "a*b*c*d*e <= 2"
# old, new, the relation of new to old
PAIRS = [
    # the goal's constant
    ("for all K in integers >= 2: log(K+1) <= 2*log(K)", "for all K in integers >= 2: log(K+1) <= (19/10)*log(K)",
     "stronger"),
    (f"{UNIT}1 - exp(-x) >= (6/10)*x", BOUND, "weaker"),
    ("for all x in [0, 2]: exp(x) <= 10 + x", "for all x in [0, 2]: exp(x) <= 9 + x**2", "incomparable"),
    # the domain
    ("for all K in integers >= 2: log(K+1) <= 2*log(K)", "for all K in integers >= 3: log(K+1) <= 2*log(K)", "weaker"),
    (BOUND, "for all x in [0, 3/2]: 1 - exp(-x) >= x/2", "stronger"),
    (BOUND, "for all x in [0, 1): 1 - exp(-x) >= x/2", "weaker"),
    ("for all n in integers >= 1: n**2 >= n", "for all n in [1, oo): n**2 >= n", "stronger"),
    ("for all e in (0, 1/8], D in (4*e, 1]: exp(-D/e) <= e/D", "for all e in (0, 1/8], D in (2*e, 1]: exp(-D/e) <= e/D",
     "stronger"),
    # hypotheses
    ("for all x, y in [0, 1], if x <= y: x*(1-y) <= 1/4", "for all x, y in [0, 1]: x*(1-y) <= 1/4", "stronger"),
    ("for all x, y in [0, 1], if x <= y: x*(1-y) <= 1/4", "for all x, y in [0, 1], if x < y: x*(1-y) <= 1/4", "weaker"),
    ("for all x in [0, 1], if x**2 <= 1/4: x <= 1/2", "for all x in [0, 1], if x <= 1/2: x <= 1/2", "equivalent"),
    # both, in opposite directions
    (BOUND, "for all x in [0, 3/2]: 1 - exp(-x) >= x/3", "incomparable"),
    # another way to write it
    (BOUND, f"{UNIT}exp(-x) <= 1 - x/2", "equivalent"),
    (BOUND, "for all t in [0, 1]: 2 - 2*exp(-t) >= t", "equivalent"),
    ("for all x in (0, 1]: (1 - exp(-x))/x >= 1/2", "for all x in (0, 1]: 1 - exp(-x) >= x/2", "equivalent"),
    ("for all x in (0, 1]: 1 - exp(-x) >= x/2", "for all x in (0, 1]: (1 - exp(-x))/x >= 1/2", "equivalent"),
    (f"{UNIT}(x + 1)**2 == x**2 + 2*x + 1", f"{UNIT}x**2 + 2*x + 1 == (x + 1)**2", "equivalent"),
    # the sign
    (f"{UNIT}x**2 <= x", f"{UNIT}x**2 < x", "stronger"),
    (f"{UNIT}x >= x**2", f"{UNIT}x > x**2", "stronger"),
    (f"{UNIT}x + x == 2*x", f"{UNIT}x + x <= 2*x", "weaker"),
    (f"{UNIT}2*x == x + x", f"{UNIT}x + x <= 2*x", "weaker"),
    (f"{UNIT}x**2 != 2", f"{UNIT}x**2 < 2", "stronger"),
    # variables with new names, in another order
    (BOX, "for all u in [0, 2], v in [0, 1]: u*v <= 2", "equivalent"),
    (BOX, "for all u in [0, 2], v in [0, 1]: u*v <= 3", "unknown"),
    (BOX, "for all y in [0, 1], x in [0, 2]: x*y <= 2", "equivalent"),
    (BOX, "for all y in [0, 2], x in [0, 2]: x*y <= 4", "incomparable"),
    ("for all x in [0, 1], y in [0, 2]: x + y**2 <= 5", "for all u in [0, 2], v in [0, 1]: v + u**2 <= 5",
     "equivalent"),
    ("for all x in [0, 1], y in [0, 2]: x + y**2 <= 5", "for all u in [0, 1], v in [0, 1]: v + u**2 <= 5", "weaker"),
    ("for all x in [0, 1], y in [0, x]: x*y <= 1", "for all a in [0, 1], b in [0, a]: b*a <= 1", "equivalent"),
    (f"for all a, b, c, d in [0, 1], e in [0, 2]: {FIVE}", f"for all e, a in [0, 1], d, c, b in [0, 1]: {FIVE}",
     "weaker"),
    (f"for all a, b, c, d in [0, 1], e in [0, 2]: {FIVE}",
     "for all k in [0, 2], g, h, i, j in [0, 1]: g*h*i*j*k <= 2", "unknown"),
    # what the sides do not tell
    (BOUND, f"{UNIT}exp(-x) <= 1 - (6/10)*x", "at least as strong"),
    (f"{UNIT}x**2 <= x", "for all x in [0, 1], y in [0, x]: x*y <= x", "at most as strong"),
    (f"{UNIT}exp(x) <= 1 + x + x**2", f"{UNIT}log(1 + x) <= x", "unknown"),
    (f"{UNIT}x**2 != 2", f"{UNIT}x < 2", "unknown"),
]  # fmt: skip


def ask(statement):
    return decide(statement, timeout=5).verdict


@pytest.mark.parametrize(("old", "new", "word"), PAIRS)
def test_the_relation(old, new, word):
    assert strength(parse_statement(old), parse_statement(new), ask).word == word


TURNED = {"stronger": "weaker", "weaker": "stronger", "at least as strong": "at most as strong",
          "at most as strong": "at least as strong"}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "word"), PAIRS[::3])
def test_the_other_way_round(old, new, word):
    assert strength(parse_statement(new), parse_statement(old), ask).word == TURNED.get(word, word)


def test_a_statement_is_equivalent_to_itself_without_a_question():
    def never(statement):
        raise AssertionError("asked")

    for old, *_ in PAIRS:
        assert strength(parse_statement(old), parse_statement(old), never).word == "equivalent"


def test_two_true_goals_are_not_called_equivalent():
    """Each implies the other, being true: that says nothing about their strength."""
    old, new = parse_statement(f"{UNIT}exp(x) <= 3"), parse_statement(f"{UNIT}x**2 <= x")
    assert strength(old, new, ask).word == "unknown"


def test_no_names_a_point_at_which_it_fails():
    strong, weak = parse_statement("for all x in [0, 1]: x >= 0"), parse_statement("for all x in [0, 2]: x >= 0")
    found = says_all(strong, weak, ask)
    assert found.answer is Answer.NO
    point = re.search(r"x in \[0, 1\] fails at x = (\S+)", found.why)
    assert 1 < Fraction(point[1]) <= 2


@pytest.mark.parametrize("status", [Status.UNDECIDED, Status.VACUOUS, Status.DOMAIN_ERROR])
def test_without_a_verdict_nothing_is_said(status):
    """A prover that never answers leaves everything unknown."""
    def silent(statement):
        return Verdict(status, statement.text(), statement.digest())

    for old, new in (PAIRS[0][:2], PAIRS[4][:2], PAIRS[8][:2]):
        found = strength(parse_statement(old), parse_statement(new), silent)
        assert Answer.NO not in (found.new_gives_old.answer, found.old_gives_new.answer)
        assert found.word in ("unknown", "at least as strong", "at most as strong")


def test_an_answer_has_no_truth_value():
    with pytest.raises(TypeError):
        bool(Answer.NO)
