# SPDX-License-Identifier: Apache-2.0
"""The law of D_m carried on in float64 from an exact start, and the expected gap at its states; errors by `doubles`."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from proofcheck.exact.enclosure import ball, workprec
from proofcheck.exact.engines.doubles import BALL_ROUNDINGS, Doubles, of_balls, of_fraction, of_integers
from proofcheck.exact.engines.frame import Frame
from proofcheck.exact.lattice import Box, Vector
from proofcheck.exact.walk import Walk

_LOW = 512  # e^{-rate d} is a table of this many values times another
_MOST_TABLE = 1 << 23
TABLE_ROUNDINGS = 2 * BALL_ROUNDINGS + 1


@dataclass
class Cloud:
    """Computed probabilities on the box low + [0, shape)."""

    low: Vector
    cells: Doubles

    @staticmethod
    def of_box(box: Box, bits: int) -> "Cloud":
        """From fixed point, one rounding."""
        cells = box.cells.coeffs()
        values = np.zeros(int(np.prod(box.shape)))
        values[: len(cells)] = of_integers(cells, bits)
        return Cloud(box.low, values.reshape(box.shape))

    def step(self, places: list[Vector], weights: list[float]) -> "Cloud":
        """One more round: len(places) + 1 roundings a cell (weight, product, sums)."""
        least = tuple(map(min, zip(*places, strict=True)))
        spread = tuple(max(axis) - low for axis, low in zip(zip(*places, strict=True), least, strict=True))
        cells = np.zeros(tuple(n + more for n, more in zip(self.cells.shape, spread, strict=True)))
        for place, weight in zip(places, weights, strict=True):
            starts = (a - low for a, low in zip(place, least, strict=True))
            window = tuple(slice(a, a + n) for a, n in zip(starts, self.cells.shape, strict=True))
            cells[window] += self.cells * weight
        return Cloud(tuple(a + b for a, b in zip(self.low, least, strict=True)), cells)

    def trimmed(self, least: float) -> tuple["Cloud", int]:
        """Without border slices all of whose cells are below `least`, and how many cells went."""
        cells, low = self.cells, list(self.low)
        for axis in range(cells.ndim):
            others = tuple(i for i in range(cells.ndim) if i != axis)
            kept = np.flatnonzero(cells.max(axis=others) >= least)
            if len(kept):
                start, stop = int(kept[0]), int(kept[-1]) + 1
                cells = cells[(slice(None),) * axis + (slice(start, stop),)]
                low[axis] += start
        return Cloud(tuple(low), np.ascontiguousarray(cells)), self.cells.size - cells.size


class Gaps:
    """sum_j Delta_j P_j at the states of a box, by a table of e^{-eta d / scale}."""

    def __init__(self, walk: Walk, eta: Fraction, frame: Frame) -> None:
        self._frame, self._rate = frame, eta / walk.scale
        self._copies = [float(n) for n in walk.copies]
        self._charges = [of_fraction(n * gap) for n, gap in zip(walk.copies, walk.gaps, strict=True)]
        self._table: Doubles = np.ones(1)
        self.roundings = 2 * walk.width + 2 * TABLE_ROUNDINGS + 6

    def on(self, m: int, low: Vector, shape: tuple[int, ...]) -> Doubles:
        """The values on low + [0, shape) at m; `roundings` each.

        Every exponent is taken relative to the greatest, so that nothing overflows and the denominator is >= 1.
        """
        differences = [self._difference(m, c, low, shape) for c in range(len(self._copies))]
        least = np.minimum(0, np.minimum.reduce(differences))
        self._reach(int(max(np.max(difference - least) for difference in [*differences, np.zeros(1, np.int64)])))
        whole = self._power(-least)
        top = np.zeros(shape)
        for difference, copies, charge in zip(differences, self._copies, self._charges, strict=True):
            power = self._power(difference - least)
            whole = whole + copies * power
            top += charge * power
        found: Doubles = top / whole
        return found

    def _difference(self, m: int, coordinate: int, low: Vector, shape: tuple[int, ...]) -> NDArray[np.int64]:
        corner = m * self._frame.shift[coordinate]
        corner += sum(a * row[coordinate] for a, row in zip(low, self._frame.basis, strict=True))
        found = np.full(shape, corner, np.int64)
        for axis, (row, n) in enumerate(zip(self._frame.basis, shape, strict=True)):
            steps = np.arange(n, dtype=np.int64) * row[coordinate]
            found += steps.reshape(tuple(n if i == axis else 1 for i in range(len(shape))))
        return found

    def _power(self, difference: NDArray[np.int64]) -> Doubles:
        found: Doubles = self._table[np.minimum(difference, len(self._table) - 1)]
        return found

    def _reach(self, most: int) -> None:
        """Lets the table hold differences up to `most`, or up to where the exponential is 0 (below 2^-1000)."""
        if most < len(self._table) or self._table[-1] == 0.0:
            return
        blocks = most // _LOW + 2
        if blocks * _LOW > _MOST_TABLE:
            raise ArithmeticError("differences too fine for a table of exponentials")
        with workprec(80):
            fine = of_balls(ball(-self._rate * d).exp() for d in range(_LOW))
            coarse = of_balls(ball(-self._rate * _LOW * block).exp() for block in range(blocks))
        self._table = np.multiply.outer(coarse, fine).ravel()
