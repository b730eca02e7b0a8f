# SPDX-License-Identifier: Apache-2.0
"""F_m of independent actions, any K, by the integral of `race` in float64 with proved errors.

As `integral`, but from its fixed-point start every block of m goes on in float64 (see `doubles`). The error grows with
a block's length and with K, not with m.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from proofcheck.exact.engines.blocks import Block, blocks, longest64
from proofcheck.exact.engines.contest import Windows
from proofcheck.exact.engines.doubles import Doubles, gamma, require_ieee
from proofcheck.exact.engines.piece import Ends, above, ends, scaled_up
from proofcheck.exact.engines.race import SPARE, Reach, grid_for, left_out_below, relative_bits
from proofcheck.exact.engines.race64 import Winners, clusters
from proofcheck.exact.engines.survival import Survival
from proofcheck.exact.groups import Groups

_RELATIVE_BITS = 46
_CHUNK = 1 << 17  # values of phi multiplied at once


def pieces(groups: Groups, eta: Fraction, bits: int, wanted: Sequence[range]) -> Iterator[Ends]:
    """F_m for all m of the increasing ranges `wanted`. Guarantee: encloses."""
    require_ieee()
    return _Run(groups, eta, bits, wanted[-1][-1]).pieces(wanted)


class _Run:
    """One precision: the grid, the race, and how doubles become enclosures."""

    def __init__(self, groups: Groups, eta: Fraction, bits: int, terms: int) -> None:
        self._groups, self._grid = groups, grid_for(eta * groups.unit, min(relative_bits(bits, terms), _RELATIVE_BITS))
        self._bits = bits + 2 * groups.size.bit_length() + 8
        self._reach = Reach(groups, self._grid, max(8, bits - SPARE))
        self._most = max(group.gap for group in groups.groups)

    def pieces(self, wanted: Sequence[range]) -> Iterator[Ends]:
        """All m of `wanted`, in order."""
        windows = Windows(self._groups, self._grid, self._bits)
        for block in blocks(self._reach, wanted, longest64(self._groups.size)):
            survivals = windows.at(block.first, block.nodes.start - block.run_up, block.nodes[-1])
            extra = self._extra(block, max(survival.slack for survival in survivals))
            yield from self._block(block, survivals, extra)

    def _block(self, block: Block, survivals: list[Survival], extra: Fraction) -> Iterator[Ends]:
        size = max(1, min(_CHUNK // (len(survivals) * len(block.nodes)), block.last + 1 - block.first))
        moving, winners = clusters(survivals, self._bits), Winners(survivals, block.nodes, size)
        each = max(cluster.roundings for cluster in moving)
        for m in range(block.first, block.last + 1):
            winners.keep(moving)
            if winners.kept == size or m == block.last:
                roundings = winners.roundings + self._groups.size * (1 + each * (m - block.first))
                yield self._ends(*winners.totals(), roundings, extra)
            if m < block.last:
                for cluster in moving:
                    cluster.advance()

    def _ends(self, totals: Doubles, survive: Doubles, roundings: int, extra: Fraction) -> Ends:
        """From the sums over the nodes and the products at the last node, as in `race`."""
        h, aliasing = self._grid.h, self._grid.aliasing
        more = scaled_up(survive, (1 + h) * self._most / (1 - aliasing) / (1 - gamma(roundings)))
        more = np.nextafter(more + above(extra / (1 - aliasing)), np.inf)
        return ends(totals, roundings, h / (1 + aliasing), h / (1 - aliasing), more)

    def _extra(self, block: Block, slack: int) -> Fraction:
        """What the ends and the fixed point leave out at most, for every m of the block (see `race`, `survival`).

        K factors between 0 and 1, each short of the truth by at most `slack` units.
        """
        h, short = self._grid.h, Fraction(slack * self._groups.size, 1 << self._bits)
        charges = sum((group.gap * group.copies for group in self._groups.groups), Fraction(0))
        below = left_out_below(self._groups, self._grid, block.first, block.nodes.start, block.power)
        return below + h * len(block.nodes) * charges * short + (1 + h) * self._most * short
