# SPDX-License-Identifier: Apache-2.0
"""Pictures of one claim: its two sides, its slack with the points of contact, how its certificate covers the domain."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from proofcheck.claim import Claim
from proofcheck.decide import Decision
from proofcheck.errors import InputError
from proofcheck.kernel.region import Range
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import Term, num, substitute
from proofcheck.library import Library
from proofcheck.notebook.picture import Picture, numbered, picture
from proofcheck.notebook.proofs import proof_of
from proofcheck.notebook.tables import least, most, some, table
from proofcheck.report.contact import contacts
from proofcheck.report.figure import BAND, DASHES, INK, LINES, axes, legend, svg
from proofcheck.report.names import name_text
from proofcheck.report.slack import Curve, slack
from proofcheck.report.slack_plot import caption as slack_caption
from proofcheck.report.slack_plot import slack_svg
from proofcheck.report.trace import Node, trace
from proofcheck.testing.judge import evaluate, exact_point, statement_of

POINTS, SHOWN = 60, 7
AnyClaim = Claim | Statement | str
AnyProof = Library | Decision | Mapping[str, Any]


def draw_slack(claim: AnyClaim, proof: AnyProof | None = None) -> Picture:
    """Right side minus left side along the main variable, contacts ringed; ``proof`` helps to find inner contacts.

    Raises InputError where there is no such picture: equations, no variable, or more than two.
    """
    statement = statement_of(claim)
    seen = trace(statement, proof_of(claim, proof)) if proof is not None else None
    found = slack(statement, contacts(statement, seen))
    if found is None:
        raise InputError("slack: no picture of an equation, or of a claim in no or more than two variables")
    rows = [row for curve in found.curves for row in _points(curve, found.main.name)]
    rows += [("contact", f"{found.main.name} = {value}", "0", "0") for value in sorted({x for x, _ in found.touching})]
    numbers = table(["curve", "at", "slack at least", "at most"], rows)
    return picture(lambda: slack_svg(found, numbered(_name(claim))), slack_caption(found), numbers)


def _points(curve: Curve, main: str) -> list[tuple[str, str, str, str]]:
    fixed = ", ".join(f"{name} = {value}" for name, value in curve.fixed.items())
    return [(fixed, f"{main} = {x}", least(low), most(high)) for x, low, high in some(curve.points, SHOWN)]


def _name(claim: AnyClaim) -> str:
    return claim.id if isinstance(claim, Claim) else "claim"


def draw_sides(claim: AnyClaim, window: tuple[Any, Any], labels: tuple[str, str], **fixed: Any) -> Picture:
    """Both sides of a claim over its one free variable; ``fixed`` gives the others exact values.

    ``window``: the exact ends drawn, within the domain; ``labels``: what to call the left and the right side.
    """
    statement, values = statement_of(claim), exact_point(fixed)
    free = [v.name for v in statement.variables if v.name not in values]
    if len(free) != 1:
        raise InputError(f"sides: found free variables {free}; fix all but one")
    ends = exact_point({"low": window[0], "high": window[1]})
    xs = [ends["low"] + (ends["high"] - ends["low"]) * Fraction(k, POINTS) for k in range(POINTS + 1)]
    exact = {name: num(value) for name, value in values.items()}
    sides = [substitute(side, exact) for side in (statement.goal.left, statement.goal.right)]
    curves = [[_at(side, free[0], x) for x in xs] for side in sides]
    at = "".join(f", {name_text(name)} = {value}" for name, value in values.items())
    text = f"{labels[0]} and {labels[1]} for {name_text(free[0])} in [{ends['low']}, {ends['high']}]{at}."
    rows = [(f"{free[0]} = {xs[k]}", *(shown for curve in curves for shown in (least(curve[k][0]), most(curve[k][1]))))
            for k in range(0, POINTS + 1, POINTS // (SHOWN - 1))]
    heads = ["at", "left at least", "at most", "right at least", "at most"]
    return picture(lambda: _two(xs, curves, free[0], labels, _name(claim)), text, table(heads, rows))


def _at(side: Term, name: str, x: Fraction) -> tuple[Fraction, Fraction]:
    found = evaluate(side, {name: x}, bits=64)
    return found.lower, found.upper


def _two(xs: list[Fraction], curves: list[list[tuple[Fraction, Fraction]]], name: str, labels: tuple[str, str],
         key: str) -> str:
    with axes(legend=True) as (figure, ax):
        for k, (curve, label) in enumerate(zip(curves, labels, strict=True)):
            ys = [float((low + high) / 2) for low, high in curve]
            ax.plot([float(x) for x in xs], ys, color=LINES[k], linestyle=DASHES[k], label=label)
        ax.set_xlabel(name_text(name), style="italic")
        legend(ax)
        return svg(figure, numbered("sides", key), " and ".join(labels))


def draw_cover(claim: AnyClaim, proof: AnyProof) -> Picture:
    """How the certificate of a claim in one variable covers its domain: each step's range, the deeper the lower.

    Only steps in the claim's own variable are drawn; a step that changes the variable is the last in its place.
    """
    statement = statement_of(claim)
    if len(statement.variables) != 1:
        raise InputError("cover: draw a claim in one variable")
    name = statement.variables[0].name
    found: list[tuple[int, Node, Range]] = []
    _collect(trace(statement, proof_of(claim, proof)).goal, name, 0, found)
    rows = [(str(depth), node.rule, node.label, _range(r)) for depth, node, r in found]
    numbers = table(["depth", "rule", "as", f"{name} in"], rows)
    text = f"The steps of the certificate over the range of {name_text(name)}; what a step needs stands below it."
    return picture(lambda: _cover(found, name, _name(claim)), text, numbers)


def _collect(node: Node, name: str, depth: int, found: list[tuple[int, Node, Range]]) -> None:
    r = node.goal.region.ranges.get(name)
    if r is None or len(node.goal.region.ranges) != 1:
        return
    found.append((depth, node, r))
    for child in node.below:
        _collect(child, name, depth + 1, found)


def _range(r: Range) -> str:
    low, high = "-oo" if r.lo is None else str(r.lo), "oo" if r.hi is None else str(r.hi)
    return f"{'(' if r.lo_open else '['}{low}, {high}{')' if r.hi_open else ']'}"


def _cover(found: list[tuple[int, Node, Range]], name: str, key: str) -> str:
    ends = [float(end) for _, _, r in found for end in (r.lo, r.hi) if end is not None]
    left, right = min(ends), max(ends)
    width = (right - left) or 1.0
    left, right = left - (0.5 * width if any(r.lo is None for _, _, r in found) else 0), \
        right + (0.5 * width if any(r.hi is None for _, _, r in found) else 0)
    with axes(height=0.6 + 0.32 * len(found)) as (figure, ax):
        for place, (depth, node, r) in enumerate(found):
            low, high = left if r.lo is None else float(r.lo), right if r.hi is None else float(r.hi)
            ax.barh([-place], [max(high - low, 0.004 * width)], left=low, height=0.62, color=BAND, edgecolor=LINES[0])
            words = node.rule if node.label == "goal" else f"{node.rule} ({node.label})"
            ax.text(left + 0.01 * (right - left) + 0.02 * depth * (right - left), -place, words, va="center", color=INK)
        ax.set_xlim(left - 0.01 * width, right + 0.01 * width)
        ax.set_yticks([])
        ax.grid(visible=False)
        ax.set_xlabel(name_text(name), style="italic")
        return svg(figure, numbered("cover", key), f"steps over {name}")
