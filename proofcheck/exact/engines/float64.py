# SPDX-License-Identifier: Apache-2.0
"""The two engines in float64: fast, a proved error, ten digits or so. NumPy is loaded when they run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import log10, sqrt
from typing import TYPE_CHECKING

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.engines.blocks import Size, longest64, runs
from proofcheck.exact.engines.engine import NEVER
from proofcheck.exact.engines.frame import Frame, frame_of
from proofcheck.exact.engines.race import LEAST_RATE, grid_for, relative_bits
from proofcheck.exact.groups import Groups
from proofcheck.exact.walk import Walk

if TYPE_CHECKING:
    from proofcheck.exact.engines.piece import Ends


_MOST_DIFFERENCE = 1 << 56  # of two cumulative losses, in units; they are 64-bit integers
_MOST_BITS = 600  # of the fixed point at the start of a block; a double reaches down to 2^-1022


class _Float64:
    """What both share: F_m come as runs of lower and upper ends."""

    def pieces(self, bits: int, wanted: Sequence[range]) -> "Iterator[Ends]":
        """F_m for all m of `wanted`."""
        raise NotImplementedError

    def range_sums(self, edges: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.range_sums."""
        from proofcheck.exact.engines.piece import summed

        return summed(self.pieces(bits, [range(1, edges[-1] + 1)]), edges)

    def each(self, places: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.each."""
        from proofcheck.exact.engines.piece import single

        return single(self.pieces(bits, runs(places)))


@dataclass(frozen=True)
class Integral64(_Float64):
    """The integral of `race` for independent actions, any K (module `integral64`). Guarantee: encloses."""

    groups: Groups
    eta: Fraction
    name: str = field(default="integral64", init=False)
    most_bits: int = field(default=_MOST_BITS, init=False)

    @property
    def most_digits(self) -> int:
        """See Engine.most_digits."""
        return int(15 - log10(self.groups.size * 3 * longest64(self.groups.size)))

    def cost(self, terms: int, bits: int) -> int:
        """See Engine.cost."""
        return self._price(terms, terms, bits, longest64(self.groups.size))

    def each_cost(self, count: int, last: int, bits: int) -> int:
        """See Engine.each_cost."""
        return self._price(count, last, bits, count if count == last else 1)

    def _price(self, count: int, last: int, bits: int, longest: int) -> int:
        rate = self.eta * self.groups.unit
        if rate < LEAST_RATE:
            return NEVER
        grid = grid_for(rate, min(46, relative_bits(bits, last)))
        size = Size(self.groups, grid, last, bits)
        block = min(count, longest, size.block)
        cells = size.cells + block * size.moves / 2
        start = 2 * size.count * cells * 2.5 / block
        sides = self.groups.supports
        step = 10 * len(set(sides)) * max(sides) + 2 * cells * (2 * sum(sides) - size.count) * 0.0006
        nodes = 10 + size.cells / grid.stride * (5 * size.count + self.groups.squarings) * 0.0006
        return int(6_000 + bits * 3 / float(grid.cell) + 0.6 * count * (start + step + nodes))

    def pieces(self, bits: int, wanted: Sequence[range]) -> "Iterator[Ends]":
        """F_m for all m of `wanted`."""
        from proofcheck.exact.engines.integral64 import pieces

        return pieces(self.groups, self.eta, bits, wanted)


@dataclass(frozen=True)
class Lattice64(_Float64):
    """The law of D_m on a lattice, each m at about the price of a NumPy recursion (module `lattice64`). Encloses."""

    walk: Walk
    eta: Fraction
    name: str = field(default="lattice64", init=False)
    most_digits: int = field(default=12, init=False)
    most_bits: int = field(default=_MOST_BITS, init=False)

    def cost(self, terms: int, bits: int) -> int:
        """See Engine.cost."""
        return self._price(terms, terms, bits, 0.6, 128 if self._frame.rank == 1 else 256)

    def each_cost(self, count: int, last: int, bits: int) -> int:
        """See Engine.each_cost."""
        return self._price(count, last, bits, 1, count if count == last else 1)

    def _price(self, count: int, last: int, bits: int, smaller: float, block: int) -> int:
        frame, cells = self._frame, 1.0
        if last * max(1, *(abs(x) for step, _ in self.walk.steps for x in step)) >= _MOST_DIFFERENCE:
            return NEVER
        for axis in zip(*frame.places, strict=True):
            span = max(axis) - min(axis)
            # `smaller`: on the way to `last` windows are smaller, by 2/3 in the mean.
            cells *= smaller * min(last * span, 2 * span * sqrt(last * bits * 0.35)) + 1
        places = len(set(frame.places))
        if frame.rank == 1 and not frame.moves:
            return int(1_500 + cells * (1 + places * min(count, 128) / 300) + count * (3 + cells / 150))
        step = 12 + places * (4 + cells * 0.0012) + cells * 0.001
        gaps = cells * (self.walk.width + 2) * 0.02
        start = (60 + cells * (1 + bits / 100)) / min(count, block)
        return int(5_000 + count * (step + start + (gaps + 60 if frame.moves else gaps / min(count, 32))))

    @cached_property
    def _frame(self) -> Frame:
        return frame_of(self.walk)

    def pieces(self, bits: int, wanted: Sequence[range]) -> "Iterator[Ends]":
        """F_m for all m of `wanted`."""
        from proofcheck.exact.engines.lattice64 import pieces

        return pieces(self.walk, self.eta, bits, wanted)
