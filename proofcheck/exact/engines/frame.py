# SPDX-License-Identifier: Apache-2.0
"""Coordinates of least dimension for the states of the walk."""

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpz_mat

from proofcheck.exact.lattice import Vector, basis_of
from proofcheck.exact.walk import Walk


@dataclass(frozen=True)
class Frame:
    """Coordinates of the states: D_m = m * shift + sum_i place_i * basis_i; a step moves the place by `places`.

    shift is 0 unless that saves a dimension: two atoms have one coordinate, a sure law a single place.
    """

    shift: Vector
    basis: list[Vector]
    places: list[Vector]

    @property
    def rank(self) -> int:
        """The number of coordinates."""
        return len(self.basis)

    @property
    def moves(self) -> bool:
        """True when D depends on m beside the place."""
        return any(self.shift)


def frame_of(walk: Walk) -> Frame:
    """The frame of least dimension. Exact."""
    steps = [step for step, _ in walk.steps]
    first = steps[0]
    apart = [tuple(a - b for a, b in zip(step, first, strict=True)) for step in steps]
    rank = fmpz_mat([list(step) for step in apart]).rank()
    if rank == 0:
        return Frame(first, [(0,) * walk.width], [(0,)] * len(steps))
    if rank == walk.rank:
        return Frame((0,) * walk.width, *walk.reduced)
    return Frame(first, *basis_of(apart))


def gathered(places: Sequence[Vector], walk: Walk) -> dict[Vector, int]:
    """The weight of every place, `places` being where the steps of the walk lead, in their order. Exact."""
    cells: dict[Vector, int] = {}
    for place, (_, weight) in zip(places, walk.steps, strict=True):
        cells[place] = cells.get(place, 0) + weight
    return cells
