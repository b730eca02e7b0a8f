# SPDX-License-Identifier: Apache-2.0
"""Exact quantities of one loss law beside the bounds proved for them: F_m, the potential log Z_m, the regret.

All values are enclosures from the exact layer; the pictures are drawn from them and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import flint

from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.exact.instance import BITS, Instance, affordable, exponential
from proofcheck.exact.lattice import Vector
from proofcheck.exact.lawfile import load_law
from proofcheck.exact.regret import regret
from proofcheck.exact.softmax import epsilon_of
from proofcheck.exact.sums import lemma5_bound, sums
from proofcheck.exact.walk import walk_of

MOST_M, HORIZONS, DIGITS = 48, 15, 6
WORK = 150_000  # about microseconds for each answer of the exact layer
_WIDEST = Fraction(1, 20)  # relative; a wider enclosure of the regret is not drawn


@dataclass(frozen=True)
class Series:
    """A quantity at some places: (m or T, enclosure)."""

    name: str
    points: tuple[tuple[int, Enclosure], ...]


@dataclass(frozen=True)
class LawReport:
    """One law at one epsilon. ``bound4`` is (4) summed over the small-gap actions; ``falling`` what (6) leaves."""

    name: str
    actions: int
    gaps: tuple[Fraction, ...]
    epsilon: Fraction
    eta: Fraction
    softmax: Series
    small: Series
    bound4: Series
    total: Enclosure
    bound5: Enclosure
    potential: Series
    falling: Series
    regret: Series
    bound_lemma4: Enclosure
    bound_1: Enclosure
    bound_2: Enclosure


def law_report(path: Path, epsilon: str) -> LawReport:
    """All that the page shows of a law file at an exact epsilon. Raises InputError for a bad file or epsilon."""
    law, eps = load_law(path), epsilon_of(epsilon)
    walk = walk_of(law)
    instance = Instance(law, walk, eps, affordable(walk)[: MOST_M + 1])
    played = {2**k: regret(law, eps, 2**k, digits=DIGITS, work=WORK) for k in range(HORIZONS)}
    last = played[max(played)]
    narrow = {t: found.value for t, found in played.items() if _narrow(found.value)}
    return LawReport(
        law.name, law.size, tuple(sorted(law.gaps)), eps, instance.eta,
        Series("F_m", tuple(instance.f.items())), small_part(instance), bound4(instance),
        sums(law, eps, digits=DIGITS, terms=0, work=WORK).total, lemma5_bound(law, instance.eta), *potential(instance),
        Series("Reg_T", tuple(narrow.items())),
        last.bound_lemma4, last.bound_1, last.bound_2,
    )


def _narrow(value: Enclosure) -> bool:
    return value.upper - value.lower <= _WIDEST * value.upper


def small_part(instance: Instance) -> Series:
    """E sum of Delta_j P_{m,j} over the small-gap actions, for m = 1, 2, ...; no points without such actions."""
    return Series("small gaps", tuple(instance.costs(instance.small).items()) if instance.small else ())


def bound4(instance: Instance) -> Series:
    """The sum over small-gap actions of Delta_j 2 exp(-m Delta_j^2 / 8)."""
    walk = instance.walk
    if not instance.small:
        return Series("(4)", ())
    return Series("(4)", tuple(
        (m, sum((exponential(-m * walk.gaps[c] ** 2 / 8).times(2 * walk.gaps[c] * walk.copies[c])
                 for c in instance.small), Enclosure.of(0)))
        for m in instance.f))


def potential(instance: Instance) -> tuple[Series, Series]:
    """E log Z_m, and log Z_0 minus eta/4 times the sum of E V_k over k < m, for m = 0, 1, ..."""
    if not instance.large:
        return Series("E log Z_m", ()), Series("(6)", ())
    potential, means, bounds = instance.potential, list[tuple[int, Enclosure]](), list[tuple[int, Enclosure]]()
    spent = Enclosure.of(0)
    for m, states, whole in instance.reached:
        value = enclose(lambda h=states, w=whole: _mean(h, w, lambda s: potential.z(s).log()), BITS)  # type: ignore[misc]  # defaults
        cost = enclose(lambda h=states, w=whole: _mean(h, w, potential.cost), BITS)  # type: ignore[misc]  # defaults
        means.append((m, value))
        start = means[0][1]
        fallen = spent.times(instance.eta / 4)
        bounds.append((m, Enclosure(start.lower - fallen.upper, start.upper - fallen.lower)))
        spent = spent + cost
    return Series("E log Z_m", tuple(means)), Series("(6)", tuple(bounds))


def _mean(states: dict[Vector, int], whole: int, value: Callable[[Vector], flint.arb]) -> flint.arb:
    total = flint.arb(0)
    for state, weight in states.items():
        total += value(state) * weight
    return total / ball(Fraction(whole))
