# SPDX-License-Identifier: Apache-2.0
"""F_m in float64 where D_m lives on a line: the gaps carried backward once, one matrix product for every block of m.

With c_0(d) the softmax's expected gap at the state d and c_{i+1}(d) = sum_k P(step = k) c_i(d + k), for every i >= 0

    F_{m+i} = sum_d P(D_m = d) c_i(d),

so the rows c_0, c_1, ... serve every block, and a block needs p^m (fixed point, FLINT) and a product of a matrix by a
vector. Roundings: those of the gaps, (number of steps + 1) for each row, one for p^m, one product and a sum over d, in
whatever order (see `doubles`).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from proofcheck.exact.engines.doubles import Doubles, of_fraction, of_integers
from proofcheck.exact.engines.frame import Frame, gathered
from proofcheck.exact.engines.piece import Ends, above, ends
from proofcheck.exact.engines.walk64 import Gaps
from proofcheck.exact.lattice import Box, Powers, times
from proofcheck.exact.walk import Walk

_LONGEST = 128
_MOST_ROWS = 1 << 20  # values in the rows over one law of D_m


def pieces(walk: Walk, gaps: Gaps, frame: Frame, bits: int, wanted: Sequence[range]) -> Iterator[Ends]:
    """F_m for all m of the increasing ranges `wanted`, for a frame of rank 1 that does not move. Encloses."""
    cells = gathered(frame.places, walk)
    law, most = Powers(cells, walk.total, bits), max(walk.gaps)
    rows = _Rows(gaps, {place[0]: Fraction(weight, walk.total) for place, weight in cells.items()})
    box, m = law.power(0), 0
    for run in wanted:
        first = run.start
        while first < run.stop:
            box, m = times(box, law.power(first - m), bits), first
            count = min(_LONGEST, max(1, _MOST_ROWS // len(box.cells)), run.stop - first)
            yield _block(box, rows, count, bits, law.lost(box) * most)
            first += count


def _block(box: Box, rows: "_Rows", count: int, bits: int, lost: Fraction) -> Ends:
    chances = of_integers(box.cells.coeffs(), bits)
    low = box.low[0]
    values = rows.over(low, low + len(chances), count) @ chances
    return ends(values, 2 + rows.roundings(count) + len(chances), Fraction(1), Fraction(1), above(lost))


class _Rows:
    """c_0, c_1, ... on a range of states, made again when a range does not lie inside it."""

    def __init__(self, gaps: Gaps, weights: dict[int, Fraction]) -> None:
        self._gaps = gaps
        self._weights = [(k, of_fraction(weight)) for k, weight in weights.items()]
        self._left, self._right = min(0, *weights), max(0, *weights)
        self._low = self._high = 0
        self._rows: Doubles = np.empty((0, 0))

    def over(self, low: int, high: int, count: int) -> Doubles:
        """The first `count` rows on the states low, ..., high - 1."""
        if count > len(self._rows) or low < self._low or high > self._high:
            spare = 0 if count < _LONGEST else high - low  # a full block: there may be more of them
            self._make(low - spare, high + spare, count)
        found: Doubles = self._rows[:count, low - self._low : high - self._low]
        return found

    def roundings(self, count: int) -> int:
        """Roundings of the values in the first `count` rows."""
        return self._gaps.roundings + (count - 1) * (len(self._weights) + 1)

    def _make(self, low: int, high: int, count: int) -> None:
        self._low, self._high, self._rows = low, high, np.empty((count, high - low))
        reach = count - 1
        start, size = low + reach * self._left, high - low + reach * (self._right - self._left)
        row = self._gaps.on(0, (start,), (size,))
        for index in range(count):
            self._rows[index] = row[low - start : high - start]
            size -= self._right - self._left
            if index < reach:
                row, start = self._before(row, size), start - self._left

    def _before(self, row: Doubles, size: int) -> Doubles:
        """c_{i+1} from c_i: (number of steps + 1) roundings."""
        parts = (row[k - self._left : k - self._left + size] * weight for k, weight in self._weights)
        total = next(parts)
        for part in parts:
            total += part
        return total
