# SPDX-License-Identifier: Apache-2.0
"""Pictures of one loss law: Lemma 1's tail, (4), F_m, the potential's descent, the regret; all from enclosures."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from proofcheck.errors import InputError
from proofcheck.exact.confirm_tails import below
from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.instance import Instance, affordable, exponential
from proofcheck.exact.lawfile import load_law
from proofcheck.exact.regret import block_rounds
from proofcheck.exact.softmax import epsilon_of
from proofcheck.exact.walk import walk_of
from proofcheck.notebook.picture import Picture, numbered
from proofcheck.notebook.plot import Axes, Series, plot
from proofcheck.notebook.tables import Table, table
from proofcheck.privacy.algorithms import prefixes
from proofcheck.report.laws import bound4, law_report, potential, small_part


def draw_tail(weights: tuple[int, ...], longest: int) -> Picture:
    """Lemma 1 on one law: P(U_1 + ... + U_m <= m mu/2) beside exp(-m mu^2/8).

    ``weights`` are those of U = -1, ..., 1 at equal distances, of positive mean. The probabilities are exact.
    """
    last, total = len(weights) - 1, sum(weights)
    mean = Fraction(sum(k * w for k, w in enumerate(weights)), total)
    mu = 2 * mean / last - 1
    if mu <= 0:
        raise InputError(f"tail: the mean is {mu}; write weights with a positive mean")
    left = [(m, Enclosure.of(below([weights] * m, m * (mu / 2 + 1) * last / 2))) for m in range(1, longest + 1)]
    right = [(m, exponential(-m * mu**2 / 8)) for m, _ in left]
    text = f"P(U\u2081 + ... + U\u2098 \u2264 m\u03bc/2) for weights {', '.join(map(str, weights))} on the values " \
           f"from \u22121 to 1, \u03bc = {mu}, beside Lemma 1's exp(\u2212m\u03bc\u00b2/8)."
    series = [Series("probability", left, dots=True), Series("Lemma 1", right, "upper")]
    return plot(series, Axes("m", "", log_y=True), numbered("tail", weights), text)


def draw_eq4(law: str | Path, epsilon: str, action: int) -> Picture:
    """(4) for one small-gap action: E P_{m,j} beside 2 exp(-m Delta^2 / 8)."""
    on = _instance(Path(law), epsilon)
    place = next((c for c, some in enumerate(on.walk.actions) if action in some), None)
    if place is None or place not in on.small:
        raise InputError(f"(4): action {action} has no small gap at epsilon = {epsilon}; choose another")
    gap = on.walk.gaps[place]
    left = [(m, shares[place]) for m, shares in on.shares.items()]
    right = [(m, exponential(-m * gap**2 / 8).times(2)) for m, _ in left]
    text = f"Action {action} of {on.law.name}, \u0394 = {gap}, \u03b7 = {on.eta}: E P\u2098\u2c7c beside (4), " \
           "2 exp(\u2212m\u0394\u00b2/8)."
    series = [Series("E P\u2098\u2c7c", left, dots=True), Series("(4)", right, "upper")]
    return plot(series, Axes("m", "", lowest=0.0), numbered("eq4", on.law.name, epsilon, action), text)


@lru_cache(maxsize=8)
def _instance(path: Path, epsilon: str) -> Instance:
    law = load_law(path)
    walk = walk_of(law)
    return Instance(law, walk, epsilon_of(epsilon), affordable(walk))


def draw_softmax(law: str | Path, epsilon: str) -> Picture:
    """F_m; where there are small gaps, their part of it, and (4) summed over them."""
    on = _instance(Path(law), epsilon)
    series = [Series("F\u2098", list(on.f.items()), dots=True)]
    if on.small:
        series.append(Series("small-gap part", small_part(on).points, dots=True))
        series.append(Series("(4)", bound4(on).points, "upper"))
    text = f"F\u2098 for {on.law.name}, \u03b7 = {on.eta}" + \
        (", its part with small gaps, and what (4) allows for that part." if on.small else ".")
    return plot(series, Axes("m", "expected gap", log_y=True), numbered("softmax", on.law.name, epsilon), text)


def draw_potential(law: str | Path, epsilon: str) -> Picture:
    """E log Z_m, and the line log Z_0 - (eta/4) sum of E V_k below which it stays. InputError without large gaps."""
    on = _instance(Path(law), epsilon)
    means, line = potential(on)
    if not means.points:
        raise InputError(f"{on.law.name}: no large gap at epsilon = {epsilon}; write a smaller epsilon")
    text = f"The potential of the large-gap actions of {on.law.name}, \u03b7 = {on.eta}, and the line below which " \
           "the drift keeps it: log Z\u2080 minus \u03b7/4 times the sum of E V\u2096 over k < m."
    series = [Series("E log Z\u2098", means.points, dots=True),
              Series("log Z\u2080 \u2212 (\u03b7/4) \u03a3 E V\u2096", line.points, "upper")]
    return plot(series, Axes("m", "potential", lowest=0.0), numbered("potential", on.law.name, epsilon), text)


def draw_regret(law: str | Path, epsilon: str) -> Picture:
    """Reg_T beside 1 + 4 sum F_m and the two bounds of Theorem 1."""
    found = law_report(Path(law), epsilon)
    levels = {"1 + 4 \u03a3 F\u2098": found.bound_lemma4, "bound (1)": found.bound_1, "bound (2)": found.bound_2}
    bounds = [Series(name, [(t, value) for t, _ in found.regret.points], "upper") for name, value in levels.items()]
    text = f"The algorithm's regret on {found.name}, \u03b5 = {found.epsilon}, beside Lemma 4's bound and " \
           "Theorem 1's two."
    return plot([Series("Reg", found.regret.points, dots=True), *bounds], Axes("T", "regret", log_x=2, log_y=True),
                numbered("regret", found.name, epsilon), text)


def draw_weights(horizon: int) -> Picture:
    """How often F_m is paid up to T: the rounds of block r + 1 over the number of lengths that M_r may have.

    Exact; Lemma 4 puts 4 in its place (2 for m = 1, as 2 F_1 <= 4 F_1).
    """
    found = []
    for r in range(horizon.bit_length() - 1):
        some = prefixes(r)
        found += [(m, Enclosure.of(Fraction(block_rounds(r + 1, horizon), len(some)))) for m in some]
    allowed = [(m, Enclosure.of(4)) for m, _ in found]
    text = f"The number of rounds up to T = {horizon} that cost F\u2098, on average over the random prefix; Lemma 4 " \
           "allows 4 for each m."
    series = [Series("rounds", found, dots=True), Series("Lemma 4", allowed, "upper")]
    return plot(series, Axes("m", "rounds", lowest=0.0), numbered("weights", horizon), text)


def block_table(last: int) -> Table:
    """The clock: each block's rounds, and the prefix lengths from which its action was drawn."""
    rows = [["0", "1", "1", "drawn before any loss"]]
    for r in range(last):
        first, most = 2 << r, (4 << r) - 1
        some = prefixes(r)
        lengths = str(some[0]) if len(some) == 1 else f"{some[0]}, ..., {some[-1]}"
        rows.append([str(r + 1), str(2 << r), f"{first}, ..., {most}", f"of the first M_{r} losses of block {r}, "
                     f"M_{r} in {{{lengths}}}"])
    return table(["block", "rounds", "these", "action drawn by the softmax"], rows)
