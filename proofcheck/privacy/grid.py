# SPDX-License-Identifier: Apache-2.0
"""The losses that an audit ranges over: every vector with entries from a finite set of exact numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm

from proofcheck.errors import InputError
from proofcheck.learners.losses import exact

Vector = tuple[int, ...]
"""The losses of all actions in one round, or summed over rounds, in units of the grid."""


@dataclass(frozen=True)
class Grid:
    """The loss vectors {v_1, ..., v_g}^K, v in units of 1/scale.

    Arguments: actions, K >= 2; values, at least two distinct exact losses >= 0, ascending. Use `grid_of` to read them.
    """

    actions: int
    values: tuple[Fraction, ...]

    @cached_property
    def scale(self) -> int:
        """How many units make a loss of 1: the least common denominator of the values."""
        return lcm(*(value.denominator for value in self.values))

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The values in units."""
        return tuple(int(value * self.scale) for value in self.values)

    @property
    def size(self) -> int:
        """The number of vectors, g^K."""
        return int(len(self.values) ** self.actions)

    @cached_property
    def vectors(self) -> tuple[Vector, ...]:
        """All g^K vectors, in lexicographic order."""
        return tuple(product(self.steps, repeat=self.actions))

    @cached_property
    def moves(self) -> dict[Vector, Vector]:
        """The distinct (v_2 - v_1, ..., v_K - v_1) of the vectors, each with a vector that has it."""
        return {relative(vector): vector for vector in reversed(self.vectors)}

    @property
    def reach(self) -> int:
        """The largest |v_i - v_1| of a vector, in units."""
        return self.steps[-1] - self.steps[0]

    def text(self, vector: Sequence[int]) -> str:
        """A vector as text: (0, 1/2, 1)."""
        return f"({', '.join(str(Fraction(entry, self.scale)) for entry in vector)})"


def grid_of(actions: int, values: Iterable[object]) -> Grid:
    """The grid of the losses ``values``; raises InputError unless they are at least two exact numbers in [0, 1]."""
    if actions < 2:
        raise InputError(f"actions: found {actions}; write a number from 2")
    found = sorted({exact(value, "grid") for value in values})
    if len(found) < 2:
        raise InputError(f"grid: found {len(found)} distinct losses; write at least two, such as 0,1/2,1")
    if found[0] < 0 or found[-1] > 1:
        raise InputError(f"grid: found losses from {found[0]} to {found[-1]}; write numbers in [0, 1]")
    return Grid(actions, tuple(found))


def relative(vector: Sequence[int]) -> Vector:
    """(v_2 - v_1, ..., v_K - v_1): all that a choice rule may look at."""
    return tuple(entry - vector[0] for entry in vector[1:])


def total(vectors: Iterable[Vector], actions: int) -> Vector:
    """The sum of some vectors, action by action."""
    sums = [0] * actions
    for vector in vectors:
        for j, entry in enumerate(vector):
            sums[j] += entry
    return tuple(sums)
