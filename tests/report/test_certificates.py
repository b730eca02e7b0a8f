# SPDX-License-Identifier: Apache-2.0
"""Certificates watched, told in words and drawn: what the kernel did is told, and nothing else."""

import json
import re
from collections import Counter
from fractions import Fraction

import pytest

from proofcheck.kernel import interval as iv
from proofcheck.kernel.check import RULES, check
from proofcheck.kernel.evaluate import enclosure
from proofcheck.kernel.region import difference
from proofcheck.kernel.term import num, substitute
from proofcheck.library import load_library
from proofcheck.parse import parse_statement
from proofcheck.report.contact import contacts
from proofcheck.report.latex import printer_of
from proofcheck.report.slack import slack
from proofcheck.report.slack_plot import caption, slack_svg
from proofcheck.report.story import _TELL, flat, story
from proofcheck.report.trace import trace

LIBRARY = load_library()
CLAIMS = {claim.id: claim for claim in LIBRARY.claims if LIBRARY.certificate_path(claim.id).exists()}


@pytest.fixture(scope="module")
def traces():
    return {id: trace(claim.statement, proof_of(id)) for id, claim in CLAIMS.items()
            if proof_of(id)["verdict"] == "PROVED"}


def proof_of(id):
    return json.loads(LIBRARY.certificate_path(id).read_text(encoding="utf-8"))["proof"]


def told(id, trace):
    return [text for _, text in flat(story(trace, printer_of(CLAIMS[id].statement)))]


def test_the_watched_replay_takes_the_steps_of_the_kernel(traces):
    assert len(traces) > 190
    for id, seen in traces.items():
        verdict = check(CLAIMS[id].statement, proof_of(id))
        assert Counter(node.rule for node in seen.nodes()) == Counter(verdict.rules), id
        assert min(seen.goal.margin, Fraction(2**60)) >= min(verdict.margin, Fraction(2**60)), id


def test_every_rule_has_its_words():
    assert set(_TELL) == set(RULES)


def test_every_certificate_is_told_in_words_with_whole_formulas(traces):
    for id, seen in traces.items():
        lines = told(id, seen)
        assert lines, id
        for text in lines:
            assert text[0].isupper() or text[0] in "$(", (id, text)
            assert text.count("$") % 2 == 0, (id, text)
            assert "None" not in text, (id, text)
            assert "By the rule" not in text, (id, text)


def test_the_story_of_a_short_certificate(traces):
    assert told("lemma2.i", traces["lemma2.i"]) == [
        r"$-e^{-x} - \frac{x}{2} + 1 \ge 0$ for $x \in [0, 1]$. It is concave in $x$, so it is least at an end.",
        r"The second derivative: $e^{-x} \ge 0$ for $x \in (0, 1)$. At least $0.3678$ on the whole box, by interval "
        r"arithmetic with 64 bits.",
        r"At the lower end: $-e^{-0} - \frac{0}{2} + 1 \ge 0$. Never negative, by interval arithmetic with 64 bits.",
        r"At the upper end: $-e^{-1} - \frac{1}{2} + 1 \ge 0$. At least $0.1321$, by interval arithmetic with 64 bits.",
    ]


def test_long_stories_are_cut_and_count_what_is_left_out(traces):
    text = " ".join(told("comp.s51.b", traces["comp.s51.b"]))
    assert len(told("comp.s51.b", traces["comp.s51.b"])) < 70
    assert re.search(r"\d+ more steps, in the certificate", text)


@pytest.mark.parametrize(("id", "at"), [
    ("lemma2.i", [{"x": 0}]), ("comp.f4", [{"y": 1}]), ("lemma1.mgf.chord", [{"eta": 0}, {"y": -1}, {"y": 1}]),
    ("thm1.one.link1", [{"K": 2, "Delta": 1}]), ("lemma2.v", []), ("lemma2.i.g1", []),
])
def test_where_a_claim_touches(traces, id, at):
    assert [dict(c.at) for c in contacts(CLAIMS[id].statement, traces[id])] == at


def test_at_a_contact_both_sides_are_equal(traces):
    """Checked by arithmetic that shares nothing with the normal form: the enclosure of the difference holds 0."""
    checked = 0
    for id, seen in traces.items():
        statement = CLAIMS[id].statement
        for contact in contacts(statement, seen) if statement.goal.op not in ("==", "!=") else []:
            assert statement.goal.op in ("<=", ">="), (id, contact)  # a strict goal cannot touch
            free = {v.name: Fraction(7, 5) for v in statement.variables}
            here = substitute(difference(statement.goal)[1], {n: num(x) for n, x in {**free, **contact.at}.items()})
            try:
                hull = enclosure(here, {}, 256)
            except iv.Undefined:
                continue
            assert iv.lower_fraction(hull) <= 0 <= iv.upper_fraction(hull), (id, contact)
            checked += 1
    assert checked > 30


def test_a_contact_outside_the_domain_is_none():
    statement = parse_statement("for all x in [1, 2], y in [0, x], if y >= 1: y >= y**2/x")
    found = [dict(c.at) for c in contacts(statement)]
    assert {"y": 0} not in found
    assert contacts(parse_statement("for all x in (0, 1]: x >= x**2"))[0].at == {"x": 1}


def test_the_slack_of_what_is_proved_is_nowhere_certainly_negative(traces):
    drawn = 0
    for id, seen in list(traces.items())[::3]:
        found = slack(CLAIMS[id].statement, contacts(CLAIMS[id].statement, seen))
        for curve in found.curves if found else ():
            assert all(low <= high and high >= 0 for _, low, high in curve.points), id
            drawn += 1
    assert drawn > 30


def test_the_slack_has_the_values_of_the_claim():
    found = slack(parse_statement("for all x in [0, 1]: x**2 <= x"), [])
    assert [(x, low) for x, low, _ in found.curves[0].points][:: len(found.curves[0].points) // 2] == [
        (0, 0), (Fraction(1, 2), Fraction(1, 4)), (1, 0)]


@pytest.mark.parametrize("text", [
    "for all x in [0, 1]: x + 0 == x", "for all x in [0, 1], y in [0, 1], z in [0, 1]: x*y*z <= 1", "1 <= 2",
])
def test_no_picture_where_it_would_say_nothing(text):
    statement = parse_statement(text)
    assert slack(statement, []) is None


def test_a_picture_is_the_same_each_time_and_belongs_to_the_page():
    statement = parse_statement("for all x in [0, 1], n in integers >= 1: x**n <= x")
    found = slack(statement, contacts(statement))
    first, second = slack_svg(found, "a.b"), slack_svg(found, "a.b")
    assert first == second
    assert "equality at x = 1" in caption(found)
    assert "<title>" in first
    for wrong in ("<style", "<?xml", "<metadata", "http://www.w3.org/1999/xlink", "#0a0001", "font-family"):
        assert wrong not in first
    ids = re.findall(r' id="([^"]*)"', first)
    assert ids
    assert all(id.startswith("slack-a-b-") for id in ids)
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', first)) <= set(ids)
