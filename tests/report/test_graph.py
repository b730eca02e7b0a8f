# SPDX-License-Identifier: Apache-2.0
"""The graph's layout: what rests on something stands to its right, no two nodes lie on one another."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.report.graph import gathered, heads, layers, place
from proofcheck.report.graph_svg import HEIGHT, drawing, overview

ROW = {"kind": "real", "source": {"label": "Lemma"}, "verdict": "PROVED"}


@st.composite
def graphs(draw):
    names = [f"n{k}" for k in range(draw(st.integers(1, 25)))]
    return {name: sorted(draw(st.sets(st.sampled_from(names[:k]), max_size=4))) if k else []
            for k, name in enumerate(names)}


@given(graphs())
def test_every_edge_goes_to_the_right_and_nodes_stand_apart(edges):
    places = place(edges)
    assert set(places) == set(edges)
    for name, uses in edges.items():
        assert all(places[other].layer < places[name].layer for other in uses)
    for layer in {at.layer for at in places.values()}:
        rows = sorted(at.row for at in places.values() if at.layer == layer)
        assert rows[0] >= -1e-9
        assert all(b - a >= 1 - 1e-9 for a, b in pairwise(rows))


@given(graphs(), st.randoms(use_true_random=False))
def test_the_order_in_which_rows_come_does_not_matter(edges, rng):
    names = list(edges)
    rng.shuffle(names)
    assert place({name: edges[name] for name in names}) == place(edges)


def test_circles_of_declared_uses_are_cut_not_followed():
    edges = {"a": ["b"], "b": ["c"], "c": ["a"], "d": ["d"]}
    assert set(layers(edges)) == set(edges)
    assert set(place(edges)) == set(edges)


def test_sorting_removes_crossings():
    """Two ladders whose rungs are named crosswise: placed by name they would cross, sorted they do not."""
    edges = {"a": [], "b": [], "y": ["b"], "x": ["b"], "z": ["a"]}
    at = place(edges)
    assert (at["z"].row - at["x"].row) * (at["a"].row - at["b"].row) > 0


def test_parts_are_folded_into_the_row_above_them():
    names = ["thm1", "thm1.eq1", "thm1.eq1.a", "lemma2.i", "lemma2.i.g", "lemma2.ii"]
    head = heads(names)
    assert head == {"thm1": "thm1", "thm1.eq1": "thm1", "thm1.eq1.a": "thm1", "lemma2.i": "lemma2.i",
                    "lemma2.i.g": "lemma2.i", "lemma2.ii": "lemma2.ii"}
    edges = {"thm1": ["thm1.eq1"], "thm1.eq1": ["lemma2.i.g"], "thm1.eq1.a": [], "lemma2.i": [], "lemma2.i.g": [],
             "lemma2.ii": ["lemma2.i"]}
    assert gathered(edges, head) == {"lemma2.i": [], "lemma2.ii": ["lemma2.i"], "thm1": ["lemma2.i"]}


def test_the_overview_shows_the_worst_verdict_of_a_group():
    rows = [{**ROW, "id": "a"}, {**ROW, "id": "a.b", "verdict": "REFUTED"}, {**ROW, "id": "c"},
            {**ROW, "id": "c.axiom", "kind": "axiom", "verdict": "CONDITIONAL"}]
    nodes = {node.id: node for node in overview(rows, {row["id"]: [] for row in rows}).nodes}
    assert nodes["a"].verdict == "REFUTED"
    assert nodes["a"].label == "a (2)"
    assert nodes["c"].verdict == "PROVED"


@pytest.mark.parametrize("count", [0, 1, 40])
def test_a_drawing_holds_all_its_nodes(count):
    rng = random.Random(count)
    names = [f"row{k}" for k in range(count)]
    edges = {name: sorted(rng.sample(names[:k], min(k, 2))) for k, name in enumerate(names)}
    drawn = drawing([{**ROW, "id": name} for name in names], edges)
    assert len(drawn.nodes) == count
    assert len(drawn.edges) == sum(map(len, edges.values()))
    for node in drawn.nodes:
        assert node.x >= 0
        assert node.x + node.width <= drawn.width
        assert node.y + HEIGHT <= drawn.height
