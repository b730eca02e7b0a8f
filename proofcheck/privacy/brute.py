# SPDX-License-Identifier: Apache-2.0
"""The worst log-ratio by trying every input: for any choices at all, where there are few enough inputs.

Nothing is assumed of the laws beyond what the choices declare to read: every assignment of grid vectors to the rounds
that some choice reads beside the changed one is tried, with every change and every output.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product

import numpy as np

from proofcheck.exact.enclosure import workprec
from proofcheck.privacy.box import SHORT, Array, scaled
from proofcheck.privacy.grid import Grid
from proofcheck.privacy.mechanism import Choice
from proofcheck.privacy.pair import NOTHING, Pair, TooLarge, Worst, infinite, worse

_LAWS = 1_000_000
_CELLS = 40_000_000
_NEVER = -(1 << 62)  # what an output that cannot occur under either input falls by, below any other
_ENGINE = "every input"


def brute(choices: Sequence[Choice], changed: Sequence[int], grid: Grid) -> Worst:
    """The worst pair that differs in one of the rounds `changed`, each of which exactly `choices` read.

    Guarantee: every log-ratio is at most `upper`; the pair has at least `lower`. Raises TooLarge.
    """
    rounds = sorted({t for choice in choices for t in choice.reads})
    laws = sum(len(grid.vectors) ** len(choice.reads) for choice in choices)
    cells = len(grid.vectors) ** (len(rounds) + (len(choices) > 1)) * grid.actions
    if laws > _LAWS or cells > _CELLS:
        raise TooLarge(f"{laws:.0e} laws and {cells:.0e} comparisons of {_LAWS:.0e} and {_CELLS:.0e} allowed")
    return _Search(choices, rounds, grid).run(changed)


class _Search:
    """Tables of every choice's law over all inputs, in the order of the grid's vectors, one axis for each round."""

    def __init__(self, choices: Sequence[Choice], rounds: Sequence[int], grid: Grid) -> None:
        self.choices, self.rounds, self.grid = choices, rounds, grid
        with workprec(SHORT + 64):
            self.logs = [self._logs(choice) for choice in choices]

    def run(self, changed: Sequence[int]) -> Worst:
        """The worst over all changed rounds and changes."""
        worst = NOTHING
        for s in changed:
            lost = self._lost(s)
            if lost is not None:
                return lost
            axes = [np.moveaxis(table, self.rounds.index(s), 0) for table, _ in self.logs]
            uppers = [np.moveaxis(table, self.rounds.index(s), 0) for _, table in self.logs]
            found = self._alone(s, axes[0], uppers[0]) if len(axes) == 1 else self._together(s, axes, uppers)
            worst = worse(worst, found)
        return worst

    def _logs(self, choice: Choice) -> tuple[Array, Array]:
        """Lower and upper log-probabilities, an axis for each of all rounds (of length 1 where it is not read)."""
        size = len(self.grid.vectors)
        lower = np.empty((size,) * len(choice.reads) + (self.grid.actions,), dtype=np.int64)
        upper = np.empty_like(lower)
        for index in product(range(size), repeat=len(choice.reads)):
            law = choice.law_at({t: self.grid.vectors[k] for t, k in zip(choice.reads, index, strict=True)})
            for j, p in enumerate(law):
                ends = (0, _NEVER) if p.is_zero() else scaled(p.log(), SHORT)
                lower[(*index, j)], upper[(*index, j)] = ends
        shape = (*(size if t in choice.reads else 1 for t in self.rounds), self.grid.actions)
        return lower.reshape(shape), upper.reshape(shape)

    def _lost(self, s: int) -> Worst | None:
        """A pair for which an output of one choice is possible under its first input alone, if there is one."""
        for choice, (_, upper) in zip(self.choices, self.logs, strict=True):
            never = np.moveaxis(upper, self.rounds.index(s), 0) == _NEVER
            lost = never.any(axis=0) & ~never.all(axis=0)
            if lost.any():
                *place, j = _place(lost)
                change = never[(slice(None), *place, j)]
                pair = self._pair(s, int(change.argmin()), int(change.argmax()), place, [(choice, j)])
                return infinite(pair, _ENGINE)
        return None

    def _alone(self, s: int, lower: Array, upper: Array) -> Worst:
        """One choice: for each output the largest log-probability less the smallest, over the vectors of round s."""
        falls = upper.max(axis=0) - lower.min(axis=0)
        rest = _place(falls)
        x, y = upper[(slice(None), *rest)].argmax(), lower[(slice(None), *rest)].argmin()
        return self._worst(s, int(falls.max()), int(x), int(y), rest[:-1], [rest[-1]])

    def _together(self, s: int, lower: Sequence[Array], upper: Sequence[Array]) -> Worst:
        """Several choices: for each change the sum over the choices of the worst output's fall."""
        best = (-1, 0, 0, (0,) * (len(self.rounds) - 1))
        for x, y in permutations(range(len(self.grid.vectors)), 2):
            falls = np.asarray(sum((u[x] - v[y]).max(axis=-1) for u, v in zip(upper, lower, strict=True)))
            if falls.max() > best[0]:
                best = (int(falls.max()), x, y, _place(falls))
        most, x, y, place = best
        outputs = []
        for u, v in zip(upper, lower, strict=True):
            at = tuple(k if n > 1 else 0 for k, n in zip(place, u.shape[1:], strict=False))
            outputs.append(int((u[(x, *at)] - v[(y, *at)]).argmax()))
        return self._worst(s, most, x, y, place, outputs)

    def _worst(self, s: int, most: int, x: int, y: int, place: Sequence[int], outputs: Sequence[int]) -> Worst:
        if x == y:  # no change makes any output likelier
            return Worst(Fraction(0), Fraction(most, 2**SHORT), None, _ENGINE)
        pair = self._pair(s, x, y, place, list(zip(self.choices, outputs, strict=True)))
        log = pair.log_ratio(SHORT + 64)
        if log is None:
            raise ArithmeticError("an output that cannot occur was chosen")
        return Worst(log.lower, max(Fraction(most, 2**SHORT), log.upper), pair, _ENGINE)

    def _pair(self, s: int, x: int, y: int, place: Sequence[int], outputs: Sequence[tuple[Choice, int]]) -> Pair:
        vectors = self.grid.vectors
        common = {t: vectors[k] for t, k in zip([t for t in self.rounds if t != s], place, strict=True)}
        return Pair(s, {**common, s: vectors[x]}, {**common, s: vectors[y]}, tuple(outputs))


def _place(array: Array) -> tuple[int, ...]:
    """Where an array is largest."""
    return tuple(int(k) for k in np.unravel_index(int(array.argmax()), array.shape))
