# SPDX-License-Identifier: Apache-2.0
"""Functions on the lattice of differences of cumulative losses, as arrays of integers, and best paths through it.

A value v stands for v * 2^-bits, rounded outward where it was made. Sums and maxima of integers are exact, so a best
path of upper values bounds every path. Arrays hold machine integers up to 50 bits, Python's integers beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import flint
import numpy as np

from proofcheck.privacy.grid import Grid, Vector
from proofcheck.privacy.rules import Law, Rule

Array = Any  # numpy.ndarray of int64, or of Python integers
SHORT = 50


def scaled(number: flint.arb, bits: int) -> tuple[int, int]:
    """Integers a, b with a <= number * 2^bits <= b, for a finite ball."""
    grown = number * flint.arb(flint.fmpz(1) << bits)
    low, high = grown.lower().floor().unique_fmpz(), grown.upper().ceil().unique_fmpz()
    if low is None or high is None:
        raise ArithmeticError(f"not a finite ball: {number!r}")
    return int(low), int(high)


class Box:
    """The differences (L_2 - L_1, ..., L_K - L_1) of sums of up to `rounds` grid vectors, in units.

    Arguments: grid; rounds; bits, the fixed point of its arrays.
    """

    def __init__(self, grid: Grid, rounds: int, bits: int) -> None:
        self.grid, self.rounds, self.bits = grid, rounds, bits
        self.radius = grid.reach * rounds
        self.shape = (2 * self.radius + 1,) * (grid.actions - 1)
        self.moves = tuple(grid.moves)
        self.type = np.int64 if bits <= SHORT else object
        self._nowhere = -(1 << (bits + 11))  # below every sum of values, far above the least machine integer
        self._reached = [self.empty(False, bool)]
        self._reached[0][self.at((0,) * (grid.actions - 1))] = True

    @property
    def cells(self) -> int:
        """How many entries an array has."""
        return int(np.prod(self.shape))

    def empty(self, value: Any, kind: Any = None) -> Array:
        """An array of one value."""
        return np.full(self.shape, value, dtype=self.type if kind is None else kind)

    def at(self, differences: Vector) -> tuple[int, ...]:
        """The index of an entry."""
        return tuple(d + self.radius for d in differences)

    def reached(self, rounds: int) -> Array:
        """Which differences are sums of exactly that many grid vectors."""
        while len(self._reached) <= rounds:
            last, found = self._reached[-1], self.empty(False, bool)
            for move in self.moves:
                here, there = self._slices(move)
                found[there] |= last[here]
            self._reached.append(found)
        return self._reached[rounds]

    def _slices(self, move: Vector) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
        """The entries S for which S + move is in the box, and these S + move."""
        size = 2 * self.radius + 1
        here = tuple(slice(max(0, -m), min(size, size - m)) for m in move)
        there = tuple(slice(max(0, m), min(size, size + m)) for m in move)
        return here, there

    def shifted(self, array: Array, move: Vector) -> Array:
        """S -> array(S + move), 0 where that is outside the box."""
        found = np.zeros_like(array)
        here, there = self._slices(move)
        found[here] = array[there]
        return found

    def best_move(self, array: Array) -> Array:
        """S -> max over the moves v of array(S + v)."""
        found = self.empty(self._nowhere)
        for move in self.moves:
            here, there = self._slices(move)
            np.maximum(found[here], array[there], out=found[here])
        return found

    def table(
        self, rule: Rule, rounds: int, bits: int, make: Callable[[Law], Iterable[flint.arb]]
    ) -> tuple[Array, Array]:
        """Lower and upper integers of make(law(S))[j] at 2^bits, by j, for S reached by that many rounds; else 0."""
        lower = np.zeros((self.grid.actions, *self.shape), dtype=object)
        upper = np.zeros_like(lower)
        for index in zip(*np.nonzero(self.reached(rounds)), strict=True):
            law = rule.law(tuple(int(i) - self.radius for i in index))
            for j, number in enumerate(make(law)):
                lower[(j, *index)], upper[(j, *index)] = scaled(number, bits)
        return lower, upper

    def best_path(self, layers: Sequence[tuple[int, Array]]) -> tuple[int, list[list[Vector]]]:
        """The largest sum of values met on a path from 0, and the moves of a path that has it.

        Arguments: layers, each (free moves before it, array): after the moves the array's value is met. Exact.
        """
        value, seen = self.empty(0), []
        for free, array in reversed(layers):
            value = value + array
            steps = [value]
            for _ in range(free):
                value = self.best_move(value)
                steps.append(value)
            seen.append(steps)
        here = (0,) * (self.grid.actions - 1)
        most = int(value[self.at(here)])
        path = []
        for steps in reversed(seen):
            moves = []
            for k in range(len(steps) - 1, 0, -1):
                target = steps[k][self.at(here)]
                move = next(v for v in self.moves if self._value(steps[k - 1], here, v) == target)
                here = tuple(a + b for a, b in zip(here, move, strict=True))
                moves.append(move)
            path.append(moves)
        return most, path

    def _value(self, array: Array, here: Vector, move: Vector) -> Any:
        index = self.at(tuple(a + b for a, b in zip(here, move, strict=True)))
        return array[index] if all(0 <= i < n for i, n in zip(index, self.shape, strict=True)) else None
