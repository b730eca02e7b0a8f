# SPDX-License-Identifier: Apache-2.0
"""Families of loss laws: from a few exact parameters to a law, for sweeps. The first action is the best one.

Every family is a function of its parameters alone; the random ones draw from SHAKE-128 on their parameters, so that a
seed gives the same laws everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from proofcheck.errors import InputError
from proofcheck.exact.law import Atom, Law, Marginal
from proofcheck.experiment.profiles import Gaps, gaps_of
from proofcheck.learners.bits import Seeded, below

Parameters = dict[str, Any]
_ONE = Fraction(1)
_TRIES = 1000


def bernoulli(name: str, actions: int, profile: str, best: Fraction, gap: Fraction, far: Fraction) -> Law:
    """Independent actions with losses 0 and 1: mean ``best`` and best + gaps."""
    gaps = gaps_of(profile, actions, gap, far, 1 - best)
    return Law(name, actions=tuple((_coin(best + g), n) for g, n in [(Fraction(0), 1), *gaps]))


def halves(name: str, actions: int, profile: str, best: Fraction, gap: Fraction, far: Fraction) -> Law:
    """Independent actions with losses 0, 1/2 and 1, a loss of 1/2 half of the time: mean ``best`` and best + gaps."""
    gaps = gaps_of(profile, actions, gap, far, Fraction(3, 4) - best)
    return Law(name, actions=tuple((_three(best + g), n) for g, n in [(Fraction(0), 1), *gaps]))


def sure(name: str, actions: int, profile: str, gap: Fraction, far: Fraction) -> Law:
    """Nothing is random: losses 0 and the gaps."""
    return Law(name, atoms=((_row(gaps_of(profile, actions, gap, far, _ONE)), _ONE),))


def rare(name: str, actions: int, profile: str, gap: Fraction, far: Fraction, rate: Fraction) -> Law:
    """All losses are 0 but with probability ``rate``, then they are 0 and the given ones: gaps rate * gap."""
    row = _row(gaps_of(profile, actions, gap, far, _ONE))
    return Law(name, atoms=((row, rate), ((Fraction(0),) * actions, 1 - rate)))


def comonotone(name: str, actions: int, profile: str, best: Fraction, gap: Fraction, far: Fraction) -> Law:
    """One uniform U a round, action j loses 1 if U is at most its mean: mean ``best`` and best + gaps."""
    means = [best + g for g in _row(gaps_of(profile, actions, gap, far, 1 - best))]
    ends = [Fraction(0), *sorted(set(means)), _ONE]
    atoms = [(tuple(Fraction(mean >= b) for mean in means), b - a) for a, b in pairwise(ends)]
    return Law(name, atoms=tuple(atoms))


def opposite(name: str, actions: int, gap: Fraction) -> Law:
    """The best action against all others, who lose together whenever it does not: differences of +1 and -1."""
    others = (Fraction(1),) * (actions - 1)
    lose, win = (Fraction(0), *others), (_ONE, *(1 - x for x in others))
    return Law(name, atoms=((lose, (1 + gap) / 2), (win, (1 - gap) / 2)))


def one_hot(name: str, actions: int, gap: Fraction) -> Law:
    """Exactly one action loses 1 a round, the best one less often than each of the others by ``gap``."""
    if not 0 < gap <= Fraction(1, actions - 1):
        raise InputError(f"gap: found {gap}; for K = {actions} write one in (0, 1/{actions - 1}]")
    best = (1 - (actions - 1) * gap) / actions
    rows = [tuple(Fraction(i == j) for i in range(actions)) for j in range(actions)]
    return Law(name, atoms=tuple((row, best if j == 0 else best + gap) for j, row in enumerate(rows)))


def random_joint(name: str, actions: int, atoms: int, grid: int, seed: int, number: int) -> Law:
    """``atoms`` random loss vectors on {0, 1/grid, ..., 1}^K, probabilities k/64, drawn until the best is unique."""
    bits = Seeded("random-joint", actions, atoms, grid, seed, number)

    def draw() -> Law:
        weights = _weights(atoms, bits)
        rows: list[Atom] = [(tuple(_level(grid, bits) for _ in range(actions)), weight) for weight in weights]
        return Law(name, atoms=tuple(rows))

    return _first_valid(draw, name)


def random_independent(name: str, actions: int, atoms: int, grid: int, seed: int, number: int) -> Law:
    """Independent actions, each with ``atoms`` losses on {0, 1/grid, ..., 1}, drawn until the best is unique."""
    bits = Seeded("random-independent", actions, atoms, grid, seed, number)

    def side() -> Marginal:
        found: dict[Fraction, Fraction] = {}
        for weight in _weights(atoms, bits):
            loss = _level(grid, bits)
            found[loss] = found.get(loss, Fraction(0)) + weight
        return tuple(sorted(found.items()))

    return _first_valid(lambda: Law(name, actions=tuple((side(), 1) for _ in range(actions))), name)


def _coin(mean: Fraction) -> Marginal:
    return (Fraction(0), 1 - mean), (_ONE, mean)


def _three(mean: Fraction) -> Marginal:
    if not Fraction(1, 4) <= mean <= Fraction(3, 4):
        raise InputError(f"best: found a mean of {mean}; write means from 1/4 to 3/4")
    return (Fraction(0), Fraction(3, 4) - mean), (Fraction(1, 2), Fraction(1, 2)), (_ONE, mean - Fraction(1, 4))


def _row(gaps: Gaps) -> tuple[Fraction, ...]:
    """The gaps action by action, the best one first."""
    return (Fraction(0), *(gap for gap, count in gaps for _ in range(count)))


def _weights(count: int, bits: Seeded) -> list[Fraction]:
    """``count`` positive multiples of 1/64 with sum 1."""
    parts = [1] * count
    for _ in range(64 - count):
        parts[below(count, bits)] += 1
    return [Fraction(part, 64) for part in parts]


def _level(grid: int, bits: Seeded) -> Fraction:
    return Fraction(below(grid + 1, bits), grid)


def _first_valid(draw: Callable[[], Law], name: str) -> Law:
    for _ in range(_TRIES):
        try:
            return draw()
        except InputError:  # two best actions: draw again
            continue
    raise InputError(f"{name}: found no law with a unique best action in {_TRIES} draws; write more atoms or grid")


@dataclass(frozen=True)
class Family:
    """A function from parameters to a law, and the parameters' names and defaults (None: must be given)."""

    make: Callable[..., Law]
    parameters: Parameters


_GAPS: Parameters = {"profile": "equal", "gap": None, "far": None}
_RANDOM: Parameters = {"atoms": None, "grid": 4, "seed": 0, "number": None}
FAMILIES: dict[str, Family] = {
    "bernoulli": Family(bernoulli, {**_GAPS, "best": None}),
    "halves": Family(halves, {**_GAPS, "best": None}),
    "sure": Family(sure, _GAPS),
    "rare": Family(rare, {**_GAPS, "rate": None}),
    "comonotone": Family(comonotone, {**_GAPS, "best": None}),
    "opposite": Family(opposite, {"gap": None}),
    "one-hot": Family(one_hot, {"gap": None}),
    "random-joint": Family(random_joint, _RANDOM),
    "random-independent": Family(random_independent, _RANDOM),
}
