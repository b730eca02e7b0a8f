# SPDX-License-Identifier: Apache-2.0
"""The proof's graph ready for drawing: nodes with a mark for their verdict, and edges as curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofcheck.report.graph import Edges, gathered, heads, place
from proofcheck.report.words import NOTHING, ORDER, SHORT, counted

LETTER, HEIGHT, GAP_X, GAP_Y, MARGIN, MARK = 6.7, 24, 56, 8, 12, 22


@dataclass(frozen=True)
class Node:
    """A statement, or in the overview one with its parts: where it stands, and what it is called aloud."""

    id: str
    verdict: str
    label: str
    aloud: str
    x: float
    y: float
    width: float


@dataclass(frozen=True)
class Drawing:
    """Nodes, edges (from, to, path of a curve) and the size."""

    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str, str], ...]
    width: float
    height: float


def drawing(rows: Sequence[Mapping[str, Any]], edges: Edges) -> Drawing:
    """Every row as a node."""
    verdicts = {row["id"]: row["verdict"] for row in rows}
    labels = {row["id"]: row["source"]["label"] for row in rows}
    aloud = {name: f"{name}: {SHORT[verdict]}. {labels[name]}" for name, verdict in verdicts.items()}
    return _drawn(edges, verdicts, {name: name for name in edges}, aloud)


def overview(rows: Sequence[Mapping[str, Any]], edges: Edges) -> Drawing:
    """The statements that are no part of another, each with the worst verdict among itself and its parts.

    An axiom that is a part of one does not count: who rests on it is CONDITIONAL by the kernel's own word.
    """
    head = heads(edges)
    parts: dict[str, list[str]] = {}
    for row in rows:
        own = parts.setdefault(head[row["id"]], [])
        own += [row["verdict"]] if row["kind"] != "axiom" or head[row["id"]] == row["id"] else []
    worst = {name: _worst(some) for name, some in parts.items()}
    labels = {name: f"{name} ({len(some)})" if len(some) > 1 else name for name, some in parts.items()}
    aloud = {name: f"{name} with {counted(len(some) - 1, 'part')}: {SHORT[worst[name]]}"
             for name, some in parts.items()}
    return _drawn(gathered(edges, head), worst, labels, aloud)


def _worst(verdicts: Sequence[str]) -> str:
    decided = [word for word in verdicts if word != NOTHING]
    return max(decided, key=ORDER.index) if decided else NOTHING


def _drawn(edges: Edges, verdicts: Mapping[str, str], labels: Mapping[str, str], aloud: Mapping[str, str]) -> Drawing:
    places = place(edges)
    widths: dict[int, float] = {}
    for name, at in places.items():
        widths[at.layer] = max(widths.get(at.layer, 0), len(labels[name]) * LETTER + MARK + 10)
    left, lefts = float(MARGIN), {}
    for layer in sorted(widths):
        lefts[layer] = left
        left += widths[layer] + GAP_X
    nodes = {name: Node(name, verdicts[name], labels[name], aloud[name], lefts[at.layer],
                        MARGIN + at.row * (HEIGHT + GAP_Y), widths[at.layer]) for name, at in places.items()}
    curves = tuple((other, name, _curve(nodes[other], nodes[name])) for name, uses in edges.items() for other in uses)
    height = max((node.y for node in nodes.values()), default=0.0) + HEIGHT + MARGIN
    ordered = tuple(sorted(nodes.values(), key=lambda node: (node.x, node.y)))
    return Drawing(ordered, curves, round(left - GAP_X + MARGIN, 1), round(height, 1))


def _curve(start: Node, end: Node) -> str:
    a, b, c, d = start.x + start.width, start.y + HEIGHT / 2, end.x, end.y + HEIGHT / 2
    bend = max(28.0, (c - a) / 2)
    return f"M{a:.0f} {b:.0f}C{a + bend:.0f} {b:.0f} {c - bend:.0f} {d:.0f} {c:.0f} {d:.0f}"
