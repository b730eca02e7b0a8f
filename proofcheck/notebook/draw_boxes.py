# SPDX-License-Identifier: Apache-2.0
"""The boxes of branch and bound: intervals under the slack, or rectangles; those that stay open are filled."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from proofcheck.kernel import interval as iv
from proofcheck.kernel.goal import Goal
from proofcheck.notebook.bisection import Box, Boxes
from proofcheck.notebook.picture import Picture, numbered, picture
from proofcheck.notebook.tables import table
from proofcheck.report.figure import BAND, INK, LINES, MARK, axes, svg
from proofcheck.report.names import name_text
from proofcheck.report.words import counted

POINTS = 120


def draw_boxes(found: Boxes, *, logarithmic: bool = False) -> Picture:
    """Each box with what the interval arithmetic knows there; in two variables the boxes themselves.

    ``logarithmic``: a logarithmic axis, for boxes that pile up at 0.
    """
    names = list(found.tree.ranges)
    text = f"Branch and bound: {counted(len(found.closed), 'box')} closed, " \
           f"{len(found.open)} open. The kernel's verdict on the tree: {found.verdict.status.value}."
    counts = Counter((box.depth, box.leaf is not None) for box in found.tree.ends())
    depths = sorted({depth for depth, _ in counts})
    numbers = table(["halvings", "closed", "open"],
                    [(str(d), str(counts[d, True]), str(counts[d, False])) for d in depths])
    make = _intervals if len(names) == 1 else _rectangles
    return picture(lambda: make(found, names, logarithmic), text, numbers)


def _ends(box: Box, name: str) -> tuple[float, float]:
    r = box.ranges[name]
    return float(r.lo or 0), float(r.hi or 0)


def _enclosure(goal: Goal) -> tuple[float, float] | None:
    """What f is between on the box, by plain interval arithmetic."""
    try:
        value = goal.program.run(goal.region.box, 64)[-1]
    except iv.Undefined:
        return None
    low, high = iv.lower_fraction(value), iv.upper_fraction(value)
    return None if low is None or high is None else (float(low), float(high))


def _intervals(found: Boxes, names: list[str], logarithmic: bool) -> str:
    with axes(height=3.0) as (figure, ax):
        for box in found.tree.ends():
            low, high = _ends(box, names[0])
            value, colour = _enclosure(box.goal), MARK if box.leaf is None else LINES[0]
            if value is not None:
                ax.fill_between([low, high], *value, color=BAND, edgecolor=colour, linewidth=0.8)
            ax.plot([low, high], [0, 0], color=colour, linewidth=4 if box.leaf is None else 1, marker="|",
                    solid_capstyle="butt")
        xs = _grid(found, names[0], logarithmic)
        ax.plot([float(x) for x in xs], [_middle(found.tree.goal, names[0], x) for x in xs], color=INK, linewidth=1.2)
        if logarithmic:
            ax.set_xscale("log", base=2)
        ax.set_xlabel(name_text(names[0]), style="italic")
        ax.set_ylabel("slack")
        return svg(figure, numbered("boxes", found.statement.digest()[:8]), "boxes under the slack")


def _grid(found: Boxes, name: str, logarithmic: bool) -> list[Fraction]:
    r = found.tree.ranges[name]
    low, high = r.lo or Fraction(0), r.hi or Fraction(0)
    if logarithmic:
        least = min(_ends(box, name)[1] for box in found.tree.ends())
        steps = (high * Fraction(16 - 2 * part, 16 << k) for k in range(60) for part in range(4))
        return sorted(x for x in steps if x >= Fraction(least) / 2)
    return [low + (high - low) * Fraction(k, POINTS) for k in range(POINTS + 1)]


def _middle(goal: Goal, name: str, x: Fraction) -> float:
    value = goal.program.run({name: iv.from_fraction(x, 64)}, 64)[-1]
    low, high = iv.lower_fraction(value), iv.upper_fraction(value)
    return float(((low or Fraction(0)) + (high or Fraction(0))) / 2)


def _rectangles(found: Boxes, names: list[str], _logarithmic: bool) -> str:
    with axes(height=3.6) as (figure, ax):
        for box in found.tree.ends():
            _rectangle(ax, box, names)
        low, high = _ends(found.tree, names[0])
        ax.set_xlim(low, high)
        ax.set_ylim(*_ends(found.tree, names[1]))
        ax.grid(visible=False)
        ax.set_xlabel(name_text(names[0]), style="italic")
        ax.set_ylabel(name_text(names[1]), style="italic")
        return svg(figure, numbered("boxes", found.statement.digest()[:8]), "boxes of the domain")


def _rectangle(ax: Any, box: Box, names: list[str]) -> None:
    from matplotlib.patches import Rectangle

    (left, right), (bottom, top) = _ends(box, names[0]), _ends(box, names[1])
    face, edge = (MARK, MARK) if box.leaf is None else (BAND, LINES[0])
    ax.add_patch(Rectangle((left, bottom), right - left, top - bottom, linewidth=0.5, facecolor=face, edgecolor=edge))
