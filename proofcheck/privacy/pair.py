# SPDX-License-Identifier: Apache-2.0
"""A neighbouring pair of inputs with an output, and how far apart its probabilities are; the worst pair found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint

from proofcheck.exact.enclosure import Enclosure, workprec
from proofcheck.privacy.grid import Grid, Vector
from proofcheck.privacy.mechanism import Choice


class TooLarge(Exception):
    """The audit would take more work than allowed; the text says how much."""

    found: Worst | None = None
    """The worst of the pairs that were looked at all the same."""


@dataclass(frozen=True)
class Pair:
    """Two inputs that differ in one round, and an output of every choice that reads this round.

    `first` and `second` give the losses of each round that some of the choices reads; the other rounds have no part.
    `outputs` holds each choice with its action, 0 for the first.
    """

    changed: int
    first: Mapping[int, Vector]
    second: Mapping[int, Vector]
    outputs: tuple[tuple[Choice, int], ...]

    def log_ratio(self, bits: int) -> Enclosure | None:
        """log of P(outputs | first) / P(outputs | second), None where it is infinite. Guarantee: encloses.

        The other choices have the same law under both inputs and cancel, so this is the ratio of the whole output.
        """
        with workprec(bits):
            log = flint.arb(0)
            for choice, j in self.outputs:
                p, q = choice.law_at(self.first)[j], choice.law_at(self.second)[j]
                if q.is_zero():
                    return None
                log += (p / q).log()
            return Enclosure.from_ball(log)

    def probabilities(self, bits: int) -> list[tuple[Choice, int, Enclosure, Enclosure]]:
        """Each choice with its action and this action's probability under either input. Guarantee: encloses."""
        with workprec(bits):
            return [(choice, j, _probability(choice, j, self.first), _probability(choice, j, self.second))
                    for choice, j in self.outputs]

    @property
    def prefix(self) -> int:
        """The first t at which the actions I_1, ..., I_t show all of it."""
        return max(choice.first for choice, _ in self.outputs)


def inputs_on(
    path: Sequence[Sequence[Vector]], windows: Iterable[range], changed: int, change: tuple[Vector, Vector], grid: Grid
) -> tuple[dict[int, Vector], dict[int, Vector]]:
    """The two inputs that a path through the differences stands for.

    Arguments: path, the moves in the rounds that each window adds to those before it, `changed` left out; change, the
    moves of that round; moves are keys of `grid.moves`.
    """
    common, seen = dict[int, Vector](), {changed}
    for window, moves in zip(windows, path, strict=True):
        common.update(zip((t for t in window if t not in seen), (grid.moves[v] for v in moves), strict=True))
        seen.update(window)
    first, second = ({**common, changed: grid.moves[v]} for v in change)
    return first, second


def _probability(choice: Choice, j: int, data: Mapping[int, Vector]) -> Enclosure:
    return Enclosure.from_ball(choice.law_at(data)[j])


@dataclass(frozen=True)
class Worst:
    """The largest log-ratio over a set of neighbouring pairs and all outputs lies in [lower, upper].

    `upper` is None when it is infinite; `pair` attains at least `lower` (None: no pair does better than 0). `engine`
    says how it was found. When `partial`, some pairs were not looked at, and `upper` does not bound these.
    """

    lower: Fraction
    upper: Fraction | None
    pair: Pair | None
    engine: str
    partial: bool = False


NOTHING = Worst(Fraction(0), Fraction(0), None, "no data read")


def worse(a: Worst, b: Worst) -> Worst:
    """The worst over two sets of pairs together."""
    ahead = a if a.lower >= b.lower and (b.upper is not None or a.upper is None) else b
    upper = None if a.upper is None or b.upper is None else max(a.upper, b.upper)
    return Worst(ahead.lower, upper, ahead.pair, ahead.engine)


def infinite(pair: Pair, engine: str) -> Worst:
    """What a pair gives that makes an output impossible under its second input alone; only that output is kept."""
    with workprec(64):
        choice, j = next((c, j) for c, j in pair.outputs if c.law_at(pair.second)[j].is_zero())
    first, second = ({t: data[t] for t in choice.reads} for data in (pair.first, pair.second))
    return Worst(Fraction(0), None, Pair(pair.changed, first, second, ((choice, j),)), engine)
