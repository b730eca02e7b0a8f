# SPDX-License-Identifier: Apache-2.0
"""The picture of a claim's slack: curves over the main variable, contacts ringed, what lies beyond said in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from statistics import median
from typing import Any

from proofcheck.report.figure import DASHES, INK, LINES, MARK, MUTED, axes, legend, svg
from proofcheck.report.names import name_text
from proofcheck.report.slack import Curve, Slack
from proofcheck.report.words import listing


def slack_svg(slack: Slack, key: str) -> str:
    """The picture; ``key`` names it within the page."""
    with axes(legend=slack.other is not None) as (figure, ax):
        for k, curve in enumerate(slack.curves):
            _draw(ax, slack, curve, k)
        ax.axhline(0, color=INK, linewidth=1)
        for value, _ in slack.touching:
            ax.plot([float(value)], [0], "o", markersize=8, markerfacecolor="none", markeredgecolor=MARK,
                    markeredgewidth=1.8, zorder=5, clip_on=False)
        _limits(ax, slack)
        ax.set_xlabel(name_text(slack.main.name), style="italic")
        ax.set_ylabel("slack")
        if slack.main.kind == "int":
            ax.xaxis.get_major_locator().set_params(integer=True)
        if slack.other is not None:
            legend(ax)
        return svg(figure, f"slack-{key}", f"Slack of {key}: {caption(slack)}")


def _draw(ax: Any, slack: Slack, curve: Curve, k: int) -> None:
    xs = [float(x) for x, _, _ in curve.points]
    ys = [float((low + high) / 2) for _, low, high in curve.points]
    label = _fixed(curve.fixed)
    style = {"color": LINES[k % len(LINES)], "label": label}
    if slack.main.kind == "int":
        ax.plot(xs, ys, marker="osD^"[k % 4], markersize=3.2, linewidth=0.8, linestyle=":", **style)
    else:
        ax.plot(xs, ys, linestyle=DASHES[k % len(DASHES)], **style)


def _fixed(fixed: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{name_text(name)} = {_short(value)}" for name, value in fixed.items())


def _short(value: Fraction) -> str:
    return str(value) if value.denominator < 1000 else f"{float(value):.4g}"


def _limits(ax: Any, slack: Slack) -> None:
    """Cut what shoots off to infinity, so that the rest can be seen."""
    values = sorted(float(low) for curve in slack.curves for _, low, _ in curve.points)
    top, middle = values[-1], median(values)
    if middle > 0 and top > 12 * middle:
        top = 4 * middle
    if top > 0:
        ax.set_ylim(-0.06 * top, 1.06 * top)
    ax.tick_params(length=3, color=MUTED)


def caption(slack: Slack) -> str:
    """What the picture shows, in words, for those who cannot see it and those who can."""
    v, (low, high) = slack.main, slack.ends
    name = name_text(v.name)
    left, right = "(" if v.lower_open else "[", ")" if v.upper_open and v.upper is not None else "]"
    text = f"right side minus left side for {name} in {left}{_short(low)}, {_short(high)}{right}"
    if slack.other is not None:
        text += f", at {listing(_fixed(curve.fixed) for curve in slack.curves)}"
    spots = sorted({value for value, _ in slack.touching})
    places = [f"{name} = {listing(_short(value) for value in spots)}"] if spots else []
    places += [f"all of {_fixed(at)}" for at in slack.level]
    text += f"; equality at {listing(places)}" if places else ""
    beyond = v.lower is None or v.upper is None
    return text + ("; the claim covers all values beyond as well." if beyond else ".")
