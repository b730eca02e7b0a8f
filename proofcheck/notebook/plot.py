# SPDX-License-Identifier: Apache-2.0
"""One plot for most pictures: a few series of enclosures over a common axis, drawn at their middles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from proofcheck.exact.enclosure import Enclosure
from proofcheck.notebook.picture import Picture, picture
from proofcheck.notebook.tables import Table, least, most, some, table
from proofcheck.report.figure import DASHES, LINES, axes, legend, svg
from proofcheck.report.law_plots import middle

Points = Sequence[tuple[int, Enclosure]]


@dataclass(frozen=True)
class Series:
    """A quantity at some places. ``role``: "value" is printed with both ends, "upper" bounds it from above.

    Of an upper bound the lower end is printed, so that value at most <= bound at least is a sure comparison.
    """

    name: str
    points: Points
    role: str = "value"
    dots: bool = False


@dataclass(frozen=True)
class Axes:
    """Labels and scales."""

    x: str
    y: str
    log_x: int = 0
    log_y: bool = False
    lowest: float | None = None


def plot(series: Sequence[Series], labels: Axes, key: str, caption: str, rows: int = 8) -> Picture:
    """The picture and its numbers: the first and the last place, and a few between."""
    return picture(lambda: _drawn(series, labels, key, caption), caption, numbers(series, labels.x, rows))


def _drawn(series: Sequence[Series], labels: Axes, key: str, caption: str) -> str:
    with axes(height=2.7, legend=True) as (figure, ax):
        for k, one in enumerate(series):
            _draw(ax, one, k)
        _scales(ax, labels)
        legend(ax)
        return svg(figure, key, caption)


def _draw(ax: Any, one: Series, k: int) -> None:
    style: dict[str, Any] = {"linestyle": DASHES[k % len(DASHES)]}
    if one.dots:
        style = {"marker": "os^D"[k % 4], "markersize": 3, "linestyle": "none"}
    ax.plot([place for place, _ in one.points], [middle(value) for _, value in one.points],
            color=LINES[k % len(LINES)], label=one.name, **style)


def _scales(ax: Any, labels: Axes) -> None:
    if labels.log_x:
        ax.set_xscale("log", base=labels.log_x)
    if labels.log_y:
        from matplotlib.ticker import NullFormatter

        ax.set_yscale("log")
        ax.yaxis.set_minor_formatter(NullFormatter())
    if labels.lowest is not None:
        ax.set_ylim(bottom=labels.lowest)
    ax.set_xlabel(labels.x)
    ax.set_ylabel(labels.y)
    ax.tick_params(length=3, which="both")


def numbers(series: Sequence[Series], x: str, rows: int) -> Table:
    """The series side by side at a few common places."""
    known = [dict(one.points) for one in series]
    places = sorted(set(known[0]).intersection(*known[1:]))
    heads = [head for one in series for head in _heads(one)]
    body = [[str(place), *(text for one, values in zip(series, known, strict=True)
                           for text in _texts(one, values[place]))] for place in some(places, rows)]
    return table([x, *heads], body)


def _heads(one: Series) -> list[str]:
    return [f"{one.name}, at least"] if one.role == "upper" else [f"{one.name}, at least", "at most"]


def _texts(one: Series, value: Enclosure) -> list[str]:
    return [least(value)] if one.role == "upper" else [least(value), most(value)]
