# SPDX-License-Identifier: Apache-2.0
"""Pictures of bounds: where Theorem 1's constants come from, source B's regret bound, why the potential saves a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import flint

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure, ball, enclose, workprec
from proofcheck.exact.hedge import Hedge
from proofcheck.exact.lawfile import exact
from proofcheck.library import Library
from proofcheck.notebook.picture import Picture, numbered, picture
from proofcheck.notebook.plot import Axes, Series, plot
from proofcheck.notebook.tables import table
from proofcheck.report.build import waterfalls
from proofcheck.report.figure import BAND, INK, LINES, axes, svg
from proofcheck.report.presentation import load_presentation

BITS = 96
_SIGNS = {"times": "\u00d7 ", "plus": "+ ", "at most": "\u2264 "}


def draw_waterfall(library: Library, number: int) -> Picture:
    """One chain of constants, each read from the claim named beside it; raises InputError for an unknown number."""
    chains = waterfalls(library, load_presentation(library.path))
    if not 0 <= number < len(chains):
        raise InputError(f"waterfall: found number {number}; write one from 0 to {len(chains) - 1}")
    chain = chains[number]
    steps: list[Mapping[str, Any]] = chain["steps"]
    rows = [[step["claim"], step["of"], _how(step), step["value"], step["says"], "yes" if step["fits"] else "NO"]
            for step in steps]
    numbers = table(["claim", "in front of", "step", "constant", "because", "fits"], rows)
    return picture(lambda: _bars(steps, number), str(chain["title"]), numbers)


def _how(step: Mapping[str, Any]) -> str:
    return f"{_SIGNS.get(step['by'], '')}{step['operand'] or ''}".strip()


def _bars(steps: Sequence[Mapping[str, Any]], number: int) -> str:
    values = [float(Fraction(step["value"])) for step in steps]
    with axes(height=0.55 + 0.42 * len(steps)) as (figure, ax):
        for k, (step, value) in enumerate(zip(steps, values, strict=True)):
            ax.barh([-k], [value], height=0.62, color=BAND, edgecolor=LINES[0])
            how = "at most" if step["by"] == "at most" else _how(step)
            words = ": ".join(part for part in (how, str(step["says"])) if part)
            beside = value if value < 0.55 * max(values) else 0  # no bar's end goes through the words
            ax.text(beside + 0.012 * max(values), -k, words, va="center", color=INK)
            ax.text(1.09 * max(values), -k, step["value"], va="center", ha="left", color=INK, weight="bold")
        ax.set_xlim(0, 1.18 * max(values))
        ax.set_yticks([])
        ax.grid(visible=False)
        return svg(figure, numbered("waterfall", number), "where a constant comes from")


def draw_hedge(actions: int, eta: str, horizons: Sequence[int]) -> Picture:
    """Step 3.1: the worst E R_T over adaptive losses in {0, 1} beside (log k)/(eta T) + eta."""
    rate = exact(eta, "eta")
    with workprec(BITS):
        game = Hedge(actions, 1, ball(rate))
        worst = [(t, Enclosure.from_ball(game.worst_regret(t)).times(Fraction(1, t))) for t in horizons]
    bound = [(t, _hedge_bound(actions, rate, t)) for t in horizons]
    text = f"Hedge with k = {actions} actions and \u03b7 = {eta}: the worst E R_T over all adaptive losses 0 and " \
           "1, beside step 3.1, (log k)/(\u03b7T) + \u03b7."
    series = [Series("worst E R", worst, dots=True), Series("step 3.1", bound, "upper")]
    return plot(series, Axes("T", "average regret", lowest=0.0), numbered("hedge", actions, eta), text)


def _hedge_bound(actions: int, rate: Fraction, horizon: int) -> Enclosure:
    return enclose(lambda: flint.arb(actions).log() / ball(rate * horizon) + ball(rate), BITS)


def draw_harmonic(most: int) -> Picture:
    """Section 6: the sum of (log j)/j over the actions beside (log K)^2/2, and log K, which the potential pays."""
    places = sorted({max(2, round(2 ** (k / 2))) for k in range(2, 2 * most + 1)})
    with workprec(BITS):
        total, sums = flint.arb(0), dict[int, Enclosure]()
        for j in range(2, places[-1] + 1):
            total += flint.arb(j).log() / j
            if j in places:
                sums[j] = Enclosure.from_ball(total)
    logs = {j: enclose(lambda j=j: flint.arb(j).log(), BITS) for j in places}  # type: ignore[misc]  # defaults
    halves = {j: enclose(lambda j=j: flint.arb(j).log() ** 2 / 2, BITS) for j in places}  # type: ignore[misc]  # defaults
    text = "Action by action: \u03a3 (log j)/j for j = 2 to K, which grows as (log K)\u00b2/2. The potential pays " \
           "log K once."
    found = {"\u03a3 (log j)/j": sums, "(log K)\u00b2/2": halves, "log K": logs}
    series = [Series(name, list(points.items())) for name, points in found.items()]
    return plot(series, Axes("K", "", log_x=2, lowest=0.0), numbered("harmonic", most), text)
