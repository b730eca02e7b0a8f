# SPDX-License-Identifier: Apache-2.0
"""Pictures of privacy: the exact worst log-ratio beside 2 eta, audits, and composition, exact beside advanced."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.lawfile import exact
from proofcheck.notebook.picture import Picture, numbered
from proofcheck.notebook.plot import Axes, Series, plot
from proofcheck.notebook.tables import Table, least, most, table
from proofcheck.privacy import Composition, Setting, algorithm_worst, audit, compose, grid_of, softmax_worst


def draw_ratio(actions: Sequence[int], eta: str, longest: int) -> Picture:
    """log R(K, eta, n), the exact worst log-ratio of the softmax over n vectors, for n = 1, ..., and 2 eta."""
    rate = exact(eta, "eta")
    lengths = range(1, longest + 1)
    series = [Series(f"K = {k}", [(n, softmax_worst(k, rate, n, 12)) for n in lengths], dots=True) for k in actions]
    series.append(Series("2\u03b7", [(n, Enclosure.of(2 * rate)) for n in lengths], "upper"))
    text = f"The exact worst log-ratio of the softmax over n loss vectors, \u03b7 = {eta}; Lemma 3 says 2\u03b7."
    return plot(series, Axes("n", "log-ratio", lowest=0.0), numbered("ratio", eta, *actions), text)


def draw_horizons(actions: int, epsilons: Sequence[str], last: int) -> Picture:
    """The exact worst log-ratio of the whole algorithm up to T = 1, 2, 4, ..., as a part of epsilon."""
    series = []
    for text in epsilons:
        epsilon = exact(text, "epsilon")
        rate = min(epsilon / 2, Fraction(1, 8))
        points = [(2**k, algorithm_worst(actions, rate, 2**k, 12).times(1 / epsilon)) for k in range(last + 1)]
        series.append(Series(f"\u03b5 = {text}", points))
    series.append(Series("\u03b5", [(2**k, Enclosure.of(1)) for k in range(last + 1)], "upper"))
    text = f"The exact worst log-ratio of the algorithm's actions up to T, divided by \u03b5, for K = {actions}."
    return plot(series, Axes("T", "of \u03b5", log_x=2, lowest=0.0), numbered("horizons", actions, *epsilons), text)


def audits(names: Sequence[str], actions: int, losses: Sequence[str], horizon: int, epsilon: str) -> Table:
    """Each mechanism's worst neighbouring pair on a grid of losses, beside the level it is held to."""
    setting = Setting(grid_of(actions, losses), horizon, exact(epsilon, "epsilon"), Fraction(1, 10**6))
    rows = []
    for name in names:
        found = audit(name, setting)
        worst = found.worst
        upper = "-" if worst is None else "infinite" if worst.upper is None else most(worst.upper)
        rows.append([name, "-" if worst is None else least(worst.lower), upper, str(found.allowed), found.verdict])
    return table(["mechanism", "worst log-ratio at least", "at most", "allowed", "audit"], rows)


def draw_composition(epsilon: str, delta: str, rounds: Sequence[int]) -> Picture:
    """The epsilon of T rounds at source B's rate: by advanced composition, and the exact optimum."""
    found = _compositions(epsilon, delta, rounds)
    budget = exact(epsilon, "epsilon")
    series = [Series("exact", [(c.rounds, c.exact) for c in found]),
              Series("advanced", [(c.rounds, c.bound) for c in found], "upper"),
              Series("allowed", [(c.rounds, Enclosure.of(budget)) for c in found], "upper")]
    text = f"The \u03b5 of T rounds of Hedge at source B's rate for \u03b5 = {epsilon} and \u03b4 = {delta}: the " \
           "optimal composition, advanced composition, and what is allowed."
    return plot(series, Axes("T", "\u03b5", log_x=2, lowest=0.0), numbered("composition", epsilon, delta), text)


def draw_largest(epsilon: str, delta: str, rounds: Sequence[int]) -> Picture:
    """Source B's rate beside the largest rate whose rounds, each (2 eta, 0)-private, compose to (epsilon, delta)."""
    found = _compositions(epsilon, delta, rounds)
    series = [Series("source B", [(c.rounds, Enclosure.of(c.rate)) for c in found]),
              Series("largest", [(c.rounds, c.largest) for c in found], "upper")]
    text = f"Source B's learning rate for \u03b5 = {epsilon}, \u03b4 = {delta}, and the largest one for which T " \
           "(2\u03b7, 0)-private rounds are (\u03b5, \u03b4)-private."
    return plot(series, Axes("T", "\u03b7", log_x=2, log_y=True), numbered("largest", epsilon, delta), text)


_KNOWN: dict[tuple[str, str, int], Composition] = {}


def _compositions(epsilon: str, delta: str, rounds: Sequence[int]) -> list[Composition]:
    for count in rounds:
        key = (epsilon, delta, count)
        if key not in _KNOWN:
            _KNOWN[key] = compose(count, exact(epsilon, "epsilon"), exact(delta, "delta"))
    return [_KNOWN[epsilon, delta, count] for count in rounds]
