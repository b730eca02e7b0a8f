# SPDX-License-Identifier: Apache-2.0
"""The law of D_m carried on in float64 from an exact start, and the expected gap at its states; errors by `doubles`."""

import operator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, repeat

import numpy as np
from flint import arb
from numpy.typing import NDArray

from proofcheck.exact.enclosure import ball, workprec
from proofcheck.exact.engines.doubles import BALL_ROUNDINGS, Doubles, of_balls, of_fraction, of_integers
from proofcheck.exact.engines.frame import Frame
from proofcheck.exact.lattice import Box, Vector
from proofcheck.exact.walk import Walk

_DIGIT = 9
_BASE = 1 << _DIGIT
_BITS = 96  # of the balls in a table, which lose fewer than 20 on the way
MOST_DIFFERENCE = 1 << 62  # differences are 64-bit integers
_TABLE_ROUNDINGS = 7 * (BALL_ROUNDINGS + 1)  # as many digits as those have


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
        self._tables: dict[int, Doubles] = {}
        self.roundings = 2 * walk.width + 2 * _TABLE_ROUNDINGS + 6

    def on(self, m: int, low: Vector, shape: tuple[int, ...]) -> Doubles:
        """The values on low + [0, shape) at m; `roundings` each.

        Every exponent is taken relative to the greatest, so that nothing overflows and the denominator is >= 1.
        """
        differences = [self._difference(m, c, low, shape) for c in range(len(self._copies))]
        least = np.minimum(0, np.minimum.reduce(differences))
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
        extent = sum(abs(n * row[coordinate]) for n, row in zip(shape, self._frame.basis, strict=True))
        if abs(corner) + extent >= MOST_DIFFERENCE // 4:
            raise ArithmeticError("differences too large for 64-bit integers")
        found = np.full(shape, corner, np.int64)
        for axis, (row, n) in enumerate(zip(self._frame.basis, shape, strict=True)):
            steps = np.arange(n, dtype=np.int64) * row[coordinate]
            found += steps.reshape(tuple(n if i == axis else 1 for i in range(len(shape))))
        return found

    def _power(self, difference: NDArray[np.int64]) -> Doubles:
        """e^{-rate d}, d >= 0, digit by digit in base 2^_DIGIT: a table each, multiplied."""
        most, level = int(difference.max(initial=0)), 0
        found: Doubles = self._table(level, most)[difference & (_BASE - 1)]
        while most := most >> _DIGIT:
            difference, level = difference >> _DIGIT, level + 1
            found = found * self._table(level, most)[difference & (_BASE - 1)]
        return found

    def _table(self, level: int, most: int) -> Doubles:
        """e^{-rate digit base^level} for all digits up to `most`."""
        known = self._tables.get(level)
        if known is None or len(known) <= min(most, _BASE - 1):
            with workprec(_BITS):
                first = ball(-self._rate * _BASE**level).exp()
                count = min(_BASE, 1 << most.bit_length())
                known = of_balls(accumulate(repeat(first, count - 1), operator.mul, initial=arb(1)))
            self._tables[level] = known
        return known
