# SPDX-License-Identifier: Apache-2.0
"""F_m on a lattice in float64 with proved errors.

p^m in fixed point at the start of every block, then one round at a time in float64 (see `doubles`). Errors grow with
the length of a block, not with m: (number of steps + 1) roundings a round, the softmax, a sum. What fixed point or
trimming lost is probability, and costs at most Delta_max.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

import numpy as np

from proofcheck.exact.engines import line64
from proofcheck.exact.engines.doubles import Doubles, of_fraction, require_ieee
from proofcheck.exact.engines.frame import Frame, frame_of, gathered
from proofcheck.exact.engines.piece import Ends, above, ends
from proofcheck.exact.engines.walk64 import Cloud, Gaps
from proofcheck.exact.lattice import Powers, Vector, times
from proofcheck.exact.walk import Walk

_LONGEST, _LONGEST_WIDE = 128, 256  # rounds in float64 before a new exact start, with one coordinate or more
_TRIM = 16
_MOST_KNOWN = 1 << 20  # cells of a block's box on which the gaps are kept


def pieces(walk: Walk, eta: Fraction, bits: int, wanted: Sequence[range]) -> Iterator[Ends]:
    """F_m for all m of the increasing ranges `wanted`. Guarantee: encloses."""
    require_ieee()
    frame = frame_of(walk)
    gaps = Gaps(walk, eta, frame)
    if frame.rank == 1 and not frame.moves:
        yield from line64.pieces(walk, gaps, frame, bits, wanted)
        return
    cells = gathered(frame.places, walk)
    law, box, m = Powers(cells, walk.total, bits), None, 0
    weights = [of_fraction(Fraction(weight, walk.total)) for weight in cells.values()]
    longest = _LONGEST if frame.rank == 1 else _LONGEST_WIDE
    for run in wanted:
        for first in range(run.start, run.stop, longest):
            box, m = times(box or law.power(0), law.power(first - m), bits), first
            block = _Block(frame, gaps, list(cells), weights, bits)
            last = min(run.stop - 1, first + longest - 1)
            yield block.piece(Cloud.of_box(box, bits), first, last, law.lost(box) * max(walk.gaps))


class _Block:
    """One block of consecutive m."""

    def __init__(self, frame: Frame, gaps: Gaps, places: list[Vector], weights: list[float], bits: int) -> None:
        self._frame, self._gaps, self._places, self._weights = frame, gaps, places, weights
        self._least = 2.0**-bits
        self._known: tuple[Vector, Doubles] | None = None

    def piece(self, cloud: Cloud, first: int, last: int, lost: Fraction) -> Ends:
        """F_first, ..., F_last, `lost` bounding what the start lacks."""
        values, widest, dropped = [], 0, 0
        for m in range(first, last + 1):
            gaps = self._gap_values(cloud, m, last - m)
            values.append(_mean(cloud.cells, gaps))
            widest = max(widest, sum(cloud.cells.shape))
            if m < last:
                cloud = cloud.step(self._places, self._weights)
                if (m - first) % _TRIM == _TRIM - 1:
                    cloud, gone = cloud.trimmed(self._least)
                    dropped += gone
        roundings = 2 + (len(self._places) + 1) * (last - first) + self._gaps.roundings + widest
        extra = lost + Fraction(dropped) * Fraction(self._least) * 2
        return ends(np.array(values), roundings, Fraction(1), Fraction(1), above(extra))

    def _gap_values(self, cloud: Cloud, m: int, ahead: int) -> Doubles:
        """The gaps on the cloud's box: for a frame that does not move, cut from those of the whole block."""
        shape = cloud.cells.shape
        if self._frame.moves:
            return self._gaps.on(m, cloud.low, shape)
        if self._known is None:
            pairs = list(zip(*self._places, strict=True))
            low = tuple(a + min(0, *axis) * ahead for a, axis in zip(cloud.low, pairs, strict=True))
            high = (a + n + max(0, *x) * ahead for a, n, x in zip(cloud.low, shape, pairs, strict=True))
            size = tuple(b - a for a, b in zip(low, high, strict=True))
            if prod(size) > _MOST_KNOWN:
                return self._gaps.on(m, cloud.low, shape)
            self._known = low, self._gaps.on(m, low, size)
        low, values = self._known
        starts = (a - b for a, b in zip(cloud.low, low, strict=True))
        return values[tuple(slice(a, a + n) for a, n in zip(starts, shape, strict=True))]


def _mean(cells: Doubles, gaps: Doubles) -> float:
    """sum of cells * gaps: a product, and sums along the axes one after the other, at most sum(shape) roundings."""
    if cells.ndim == 1:
        return float(np.dot(cells, gaps))
    found = cells * gaps
    while found.ndim:
        found = found.sum(axis=-1)
    return float(found)
