# SPDX-License-Identifier: Apache-2.0
"""Loss vectors drawn i.i.d. from a finite law, exactly and fast: integers by rejection from SHAKE-128, with NumPy.

The vectors of block r = {2^r, ..., 2^(r+1) - 1} of a run come from streams of their own, so any block can be had
without the others, and the sum over its first m vectors needs no more than m draws. Every learner of a run meets the
same losses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from proofcheck.errors import InputError
from proofcheck.exact.law import Law
from proofcheck.learners.bits import stream_name

Integers = npt.NDArray[Any]  # int64, or Python's integers where those might overflow
_BLOCK_BYTES = 1 << 16
_TABLE_LIMIT = 1 << 16
_WORD_LIMIT = 1 << 62
_CELLS = 1 << 18  # numbers in one array, so that memory stays bounded whatever the horizon
_JOINT_LIMIT = 4096  # atoms of the joint law up to which independent actions are drawn together
SAFE = 1 << 62  # sums below this are int64


class FiniteLaw:
    """The law on 0..A-1 with probabilities p_0, ..., p_(A-1), exact rationals of sum 1.

    Raises InputError when their common denominator is above 2^62.
    """

    def __init__(self, probabilities: list[Fraction]) -> None:
        total = lcm(*(p.denominator for p in probabilities))
        if total > _WORD_LIMIT:
            raise InputError(f"found probabilities with the common denominator {total}; write ones with at most 2^62")
        weights = [int(p * total) for p in probabilities]
        short = total <= _TABLE_LIMIT
        self.outcomes, self.word = len(weights), 4 if short else 8
        self._total, self._limit = total, (1 << 8 * self.word) // total * total
        self._ends = np.cumsum(np.array(weights, dtype=np.uint64))
        self._table = np.repeat(np.arange(len(weights)), weights) if short else None

    def outcomes_of(self, words: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
        """An outcome for each uniform word but those that rejection drops (under one in four). Exact."""
        if self._limit < 1 << 8 * self.word:
            kept = words < self._limit
            words = words if kept.all() else words[kept]
        rest = words % words.dtype.type(self._total)
        found: npt.NDArray[np.intp] = (
            np.searchsorted(self._ends, rest, side="right") if self._table is None else self._table[rest]
        )
        return found


class Draws:
    """Independent outcomes of a finite law, from the bytes of SHAKE-128 on a name; how many are taken at a time does
    not change them."""

    def __init__(self, law: FiniteLaw, *name: str | int) -> None:
        self._law, self._name = law, stream_name(*name)
        self._block, self._used = 0, 0
        self._left = np.empty(0, dtype=np.intp)

    def take(self, count: int) -> npt.NDArray[np.intp]:
        """The next ``count`` outcomes."""
        if self._law.outcomes == 1:
            return np.zeros(count, dtype=np.intp)
        pieces, have = [self._left], len(self._left)
        while have < count:
            pieces.append(self._law.outcomes_of(self._words(count - have)))
            have += len(pieces[-1])
        whole = np.concatenate(pieces)
        self._left = whole[count:]
        return whole[:count]

    def _words(self, most: int) -> npt.NDArray[Any]:
        """The next words of the stream, at least one and at most ``most``."""
        end = min(self._used + self._law.word * most, _BLOCK_BYTES)
        data = hashlib.shake_128(self._name + self._block.to_bytes(8, "big")).digest(end)
        words = np.frombuffer(data, dtype=f"<u{self._law.word}", offset=self._used)
        self._block, self._used = (self._block + 1, 0) if end == _BLOCK_BYTES else (self._block, end)
        return words.astype(f"u{self._law.word}", copy=False)


class Losses:
    """The losses of one run under a law, block by block.

    Arguments: law; seed, run: they name the streams. ``scale`` is the common denominator of all losses: a loss is an
    integer over it. Guarantee: exactly i.i.d. from the law, as far as SHAKE-128's output is uniform.
    """

    def __init__(self, law: Law, seed: int, run: int) -> None:
        self.law, self.name = law, ("losses", seed, run)
        self._drawn = _prepared(law)
        self.scale = self._drawn.scale

    def sums(self, block: int, count: int) -> list[int]:
        """The losses of each action summed over the first ``count`` vectors of the block, times ``scale``. Exact."""
        return self._drawn.sums(count, (*self.name, block))

    def vectors(self, block: int, count: int) -> Iterator[Integers]:
        """The first ``count`` loss vectors of the block, times ``scale``, in pieces of shape (some, K)."""
        rows = max(1, _CELLS // self.law.size)
        return self._drawn.vectors(_pieces(count, rows), (*self.name, block))


def _together(law: Law) -> bool:
    return not law.actions or prod(len(side) ** min(count, 64) for side, count in law.actions) <= _JOINT_LIMIT


def _pieces(count: int, most: int) -> Iterator[int]:
    """``count`` as a sum of numbers up to ``most``."""
    for start in range(0, count, most):
        yield min(most, count - start)


def _counts(law: FiniteLaw, count: int, *name: str | int) -> Integers:
    """How often each outcome comes up in ``count`` draws."""
    draws, counts = Draws(law, *name), np.zeros(law.outcomes, dtype=np.int64)
    for some in _pieces(count, _CELLS):
        counts += np.bincount(draws.take(some), minlength=law.outcomes)
    return counts


class _Joint:
    """One draw a round: an atom of the joint law."""

    def __init__(self, law: Law) -> None:
        atoms = law.joint_atoms()
        self.scale = lcm(*(x.denominator for losses, _ in atoms for x in losses))
        self._law = FiniteLaw([p for _, p in atoms])
        self._losses = integers([[int(x * self.scale) for x in losses] for losses, _ in atoms])

    def sums(self, count: int, name: tuple[str | int, ...]) -> list[int]:
        counts, losses = _counts(self._law, count, *name), self._losses
        if self.scale * count >= SAFE:
            counts, losses = counts.astype(object), losses.astype(object)
        return [int(top) for top in counts @ losses]

    def vectors(self, pieces: Iterator[int], name: tuple[str | int, ...]) -> Iterator[Integers]:
        draws = Draws(self._law, *name)
        for some in pieces:
            yield self._losses[draws.take(some)]


class _Columns:
    """One draw an action and round: for independent laws with too many atoms together."""

    def __init__(self, law: Law) -> None:
        self.scale = lcm(*(x.denominator for side, _ in law.actions for x, _ in side))
        sides = [
            (FiniteLaw([p for _, p in side]), integers([int(x * self.scale) for x, _ in side]), copies)
            for side, copies in law.actions
        ]
        self._sides = [(each, losses) for each, losses, copies in sides for _ in range(copies)]

    def sums(self, count: int, name: tuple[str | int, ...]) -> list[int]:
        return [
            sum(int(n) * int(loss) for n, loss in zip(_counts(law, count, *name, j), losses, strict=True))
            for j, (law, losses) in enumerate(self._sides)
        ]

    def vectors(self, pieces: Iterator[int], name: tuple[str | int, ...]) -> Iterator[Integers]:
        draws = [Draws(law, *name, j) for j, (law, _) in enumerate(self._sides)]
        for some in pieces:
            columns = [losses[each.take(some)] for each, (_, losses) in zip(draws, self._sides, strict=True)]
            yield np.stack(columns, axis=1)


@lru_cache(maxsize=8)
def _prepared(law: Law) -> _Joint | _Columns:
    """What all runs of a law share."""
    return _Joint(law) if _together(law) else _Columns(law)


def integers(values: Any) -> Integers:
    """An int64 array, or one of Python's integers when a value does not fit."""
    array = np.array(values, dtype=object)
    return array.astype(np.int64) if array.max() < SAFE else array
