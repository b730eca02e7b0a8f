# SPDX-License-Identifier: Apache-2.0
"""Three pictures of one loss law: F_m, the potential's descent, the regret beside its bounds. Drawn from enclosures."""

from __future__ import annotations

from typing import Any

from proofcheck.exact.enclosure import Enclosure
from proofcheck.report.figure import DASHES, LINES, axes, legend, svg
from proofcheck.report.laws import LawReport, Series


def law_pictures(report: LawReport, key: str) -> list[tuple[str, str]]:
    """(caption, SVG) of each picture; that of the potential only where there are large gaps."""
    found = [(_softmax_caption(report), _softmax(report, key))]
    if report.potential.points:
        found.append((_potential_caption(report), _potential(report, key)))
    return [*found, (_regret_caption(report), _regret(report, key))]


def middle(value: Enclosure) -> float:
    """Where an enclosure is drawn."""
    return float((value.lower + value.upper) / 2)


def _line(ax: Any, series: Series, label: str, k: int, **style: Any) -> None:
    ax.plot([m for m, _ in series.points], [middle(value) for _, value in series.points], color=LINES[k], label=label,
            **{"linestyle": DASHES[k], **style})


def _level(ax: Any, value: Enclosure, label: str, k: int) -> None:
    ax.axhline(float(value.upper), color=LINES[k], linestyle=DASHES[k], label=label)


def _legend(ax: Any, x: str, y: str) -> None:
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.tick_params(length=3, which="both")
    legend(ax)


def _softmax(report: LawReport, key: str) -> str:
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    with axes(legend=True) as (figure, ax):
        _line(ax, report.softmax, "F\u2098", 0, marker="o", markersize=2.6, linestyle="none")
        if report.bound4.points:
            if len(report.small.points) and report.potential.points:
                _line(ax, report.small, "small-gap part", 2, marker="^", markersize=2.6, linestyle="none")
            _line(ax, report.bound4, "(4), small gaps", 1)
        ax.set_yscale("log")
        ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        ax.yaxis.set_minor_formatter(NullFormatter())
        ax.set_ylim(*_decades(report.softmax, report.small, report.bound4))
        _legend(ax, "m", "expected gap")
        return svg(figure, f"law-f-{key}", _softmax_caption(report))


def _decades(*all_series: Series) -> tuple[float, float]:
    """The range of a logarithmic axis, at most eight decades below the largest value."""
    values = [middle(value) for series in all_series for _, value in series.points if value.lower > 0]
    top = max(values)
    return max(min(values), top * 1e-8) / 1.5, top * 1.5


def _potential(report: LawReport, key: str) -> str:
    with axes(legend=True) as (figure, ax):
        _line(ax, report.falling, "log Z\u2080 \u2212 (\u03b7/4) \u03a3 E V", 1)
        _line(ax, report.potential, "E log Z\u2098", 0, marker="o", markersize=2.6)
        ax.set_ylim(bottom=0)
        _legend(ax, "m", "potential")
        return svg(figure, f"law-z-{key}", _potential_caption(report))


def _regret(report: LawReport, key: str) -> str:
    with axes(legend=True) as (figure, ax):
        _level(ax, report.bound_2, "bound (2)", 3)
        _level(ax, report.bound_1, "bound (1)", 2)
        _level(ax, report.bound_lemma4, "1 + 4 \u03a3 F\u2098", 1)
        _line(ax, report.regret, "Reg\u209c", 0, marker="o", markersize=3)
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        _legend(ax, "T", "regret")
        return svg(figure, f"law-r-{key}", _regret_caption(report))


def shown(value: Enclosure, digits: int = 6) -> str:
    """An enclosure as ``[lower, upper]``, rounded outward."""
    low, high = value.shown(digits)
    return low if low == high else f"[{low}, {high}]"


def _softmax_caption(report: LawReport) -> str:
    last = report.softmax.points[-1][0]
    text = f"F\u2098 for m = 1 to {last}, exact up to rounding. All F\u2098 add up to {shown(report.total)}; Lemma 5 " \
           f"allows {report.bound5.shown(5)[1]}."
    return text + (" The dashed line is (4), summed over the small-gap actions." if report.bound4.points else "")


def _potential_caption(report: LawReport) -> str:
    return "The potential E log Z\u2098 of the large-gap actions, and the line below which the drift keeps it: " \
           "log Z\u2080 minus \u03b7/4 times the sum of E V\u2096 over k < m."


def _regret_caption(report: LawReport) -> str:
    horizon, value = report.regret.points[-1]
    bounds = [bound.shown(5)[1] for bound in (report.bound_lemma4, report.bound_1, report.bound_2)]
    return f"The algorithm's regret for T = 1 to {horizon}, where it is {shown(value)}; 1 + 4 \u03a3 F\u2098 is " \
           f"at most {bounds[0]} (Lemma 4), bound (1) at most {bounds[1]}, bound (2) at most {bounds[2]}."
