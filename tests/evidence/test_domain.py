# SPDX-License-Identifier: Apache-2.0
"""Points drawn from a statement's own domain are exact, inside it, and often at its edges."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.evidence.domain import domain_of, draw
from proofcheck.evidence.pick import NoPoint, Span, pick
from proofcheck.evidence.terms import eliminate
from proofcheck.kernel.term import to_text
from proofcheck.parse import statement_from_parts

seeds = st.integers(0, 2**32)
# variables, hypotheses, and the same domain as Python says it
CASES = [
    ({"x": "[0, 1]"}, [], lambda x: 0 <= x <= 1),
    ({"x": "(0, 1)"}, [], lambda x: 0 < x < 1),
    ({"x": "(-oo, -3)"}, [], lambda x: x < -3),
    ({"x": "(-oo, oo)"}, [], lambda x: True),
    ({"K": "integers >= 2"}, [], lambda K: K >= 2 and K.denominator == 1),
    ({"n": "integers [3, 5]"}, [], lambda n: n in (3, 4, 5)),
    ({"eta": "(0, 1/8]", "D": "(4*eta, 1]"}, [], lambda eta, D: 0 < eta <= Fraction(1, 8) and 4 * eta < D <= 1),
    ({"x": "[0, 1]", "K": "integers >= 2"}, ["x <= 1/K"], lambda x, K: 0 <= x <= 1 / K),
    ({"a": "[0, oo)", "b": "[0, oo)"}, ["abs(a - b) <= 1"], lambda a, b: abs(a - b) <= 1 and min(a, b) >= 0),
    ({"p": "[0, 1]", "q": "[0, 1]", "r": "[0, 1]"}, ["p + q + r == 1"],
     lambda p, q, r: p + q + r == 1 and min(p, q, r) >= 0),
    ({"e": "(0, 1]", "eta": "(0, 1/8]"}, ["eta == min(e/2, 1/8)"], lambda e, eta: eta == min(e / 2, Fraction(1, 8))),
    ({"x": "[0, oo)", "y": "[0, oo)"}, ["x*y <= 1", "x >= 1/4"], lambda x, y: x * y <= 1 and 4 * x >= 1),
    ({"x": "[0, sqrt(2)]"}, [], lambda x: x >= 0 and x * x <= 2),
    ({"x": "[log(2), 1]"}, [], lambda x: Fraction(6931, 10000) < x <= 1),
]


@pytest.mark.parametrize(("variables", "hypotheses", "inside"), CASES, ids=lambda c: str(c)[:40])
@given(seed=seeds, edge_bias=st.sampled_from([0.0, 0.5, 1.0]))
def test_points_lie_in_the_domain(variables, hypotheses, inside, seed, edge_bias):
    statement = statement_from_parts(variables, hypotheses, "0 <= 1", "case")
    point = draw(statement, Random(seed), edge_bias)
    assert set(point) == set(variables)
    assert all(type(x) is Fraction for x in point.values())
    assert inside(**point)


def test_edges_are_visited():
    """End points, points close to them, and contacts such as p = q."""
    statement = statement_from_parts({"p": "[0, 1]", "q": "[0, 1]"}, [], "0 <= 1", "case")
    rng = Random(0)
    points = [draw(statement, rng) for _ in range(400)]
    assert {(0, 0), (0, 1), (1, 0), (1, 1)} <= {(pt["p"], pt["q"]) for pt in points}
    assert any(0 < pt["p"] < Fraction(1, 2**30) for pt in points)
    assert any(pt["p"] == pt["q"] and 0 < pt["p"] < 1 for pt in points)


def test_half_lines_have_heavy_tails():
    statement = statement_from_parts({"K": "integers >= 2"}, [], "K >= 2", "case")
    rng = Random(0)
    values = [draw(statement, rng)["K"] for _ in range(300)]
    assert min(values) == 2
    assert max(values) > 2**50


@pytest.mark.parametrize(("variables", "hypotheses"), [
    ({"x": "[0, 1]"}, ["x >= 2"]), ({"n": "integers [1, 9]"}, ["n > 3", "n < 4"]), ({"x": "[0, 1]"}, ["x**2 == 1/2"]),
])
def test_no_point_is_said_so(variables, hypotheses):
    """Contradictory, empty, or an equality that no rational satisfies."""
    with pytest.raises(NoPoint):
        draw(statement_from_parts(variables, hypotheses, "0 <= 1", "case"), Random(0))


def test_irrational_definition_is_not_an_exact_point_but_can_be_sampled():
    domains = {"K": "integers >= 2", "eta": "(0, oo)"}
    statement = statement_from_parts(domains, ["eta == sqrt(log(K))"], "eta > 0", "case")
    with pytest.raises(NoPoint, match="irrational"):
        draw(statement, Random(0))
    assert set(domain_of(statement).draw_free(Random(0), 0.5)) == {"K"}


def test_elimination_keeps_the_domain_of_what_it_removes():
    statement = statement_from_parts({"e": "(0, 1]", "eta": "(0, 1/8]"}, ["eta == e/2"], "eta <= 1", "case")
    reduced, definitions = eliminate(statement)
    assert [v.name for v in reduced.variables] == ["e"]
    assert to_text(definitions["eta"]) == "e/2"
    assert [h.text() for h in reduced.hypotheses] == ["e/2 > 0", "e/2 <= 1/8"]


def test_draws_repeat_from_the_seed():
    statement = statement_from_parts({"x": "[0, 1]", "y": "[x, 2]"}, [], "x <= y", "case")
    first, second = ([draw(statement, rng) for _ in range(20)] for rng in (Random(7), Random(7)))
    assert first == second


@given(seeds, st.booleans(), st.booleans(), st.booleans())
def test_pick_stays_inside(seed, edge, lower_open, upper_open):
    span = Span(Fraction(1, 3), Fraction(7, 3), lower_open, upper_open)
    assert span.contains(pick(span, Random(seed), edge))


@pytest.mark.parametrize("span", [Span(Fraction(1), Fraction(1), True, False), Span(Fraction(1), Fraction(0)),
                                  Span(Fraction(1, 3), Fraction(2, 3), integer=True)])
def test_empty_spans_are_refused(span):
    with pytest.raises(NoPoint):
        pick(span, Random(0), True)
