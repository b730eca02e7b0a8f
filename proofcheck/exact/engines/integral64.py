# SPDX-License-Identifier: Apache-2.0
"""F_m of independent actions, any K, the integral of `race` in float64 with proved errors: fast, about ten digits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from math import fsum, log10

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.engines.blocks import Block, blocks, runs
from proofcheck.exact.engines.doubles import Doubles, enclosed, require_ieee
from proofcheck.exact.engines.race import Reach, grid_for, left_out_below
from proofcheck.exact.engines.race64 import Winners, clusters
from proofcheck.exact.engines.survival import Race, Survival
from proofcheck.exact.groups import Groups

_RELATIVE_BITS = 46
_SPARE = 16
_CHUNK = 1 << 17  # values of phi multiplied at once


@dataclass(frozen=True)
class Integral64:
    """As `Integral`, but from its fixed-point start every block of m goes on in float64 (see `doubles`).

    The error grows with a block's length and with K, not with m. Guarantee: encloses.
    """

    groups: Groups
    eta: Fraction
    name: str = field(default="integral64", init=False)

    def most_digits(self, terms: int) -> int:
        """See Engine.most_digits."""
        return int(15 - log10(self.groups.size * 3 * _longest(self.groups)))

    def cost(self, terms: int, bits: int) -> int:
        """See Engine.cost."""
        return terms * 100 + 20_000

    def range_sums(self, edges: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.range_sums."""
        run = _Run(self.groups, self.eta, bits)
        pieces, found, start = list(run.pieces([range(1, edges[-1] + 1)])), [], 0
        for edge in edges:
            found.append(run.enclosure([piece.part(start + 1, edge) for piece in pieces]))
            start = edge
        return found

    def each(self, places: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.each."""
        run = _Run(self.groups, self.eta, bits)
        pieces = run.pieces(runs(places))
        return [run.enclosure([piece.part(m, m)]) for piece in pieces for m in range(piece.first, piece.last + 1)]


def _longest(groups: Groups) -> int:
    # A start costs more with many groups; the digits of few actions are worth more starts.
    return 1024 if groups.size > 64 else 256


@dataclass(frozen=True)
class _Piece:
    """For first, first + 1, ...: the sum of g over the nodes and the product of all phi at the last node, computed.

    `roundings` is what any of them went through, `extra` what the exact ones may add to F_m besides.
    """

    first: int
    totals: Doubles
    survive: Doubles
    roundings: int
    extra: Fraction

    @property
    def last(self) -> int:
        return self.first + len(self.totals) - 1

    def part(self, first: int, last: int) -> "_Piece":
        """The m of this piece from first to last."""
        start, stop = max(0, first - self.first), max(0, last + 1 - self.first)
        return _Piece(self.first + start, self.totals[start:stop], self.survive[start:stop], self.roundings, self.extra)


class _Run:
    """One precision: the grid, the race, and how doubles become enclosures."""

    def __init__(self, groups: Groups, eta: Fraction, bits: int) -> None:
        require_ieee()
        self._groups, self._grid = groups, grid_for(eta * groups.unit, min(bits, _RELATIVE_BITS))
        self._bits = bits + 2 * groups.size.bit_length() + 8
        self._reach = Reach(groups, self._grid, max(8, bits - _SPARE))
        self._most = max(group.gap for group in groups.groups)

    def enclosure(self, pieces: list[_Piece]) -> Enclosure:
        """The sum of F_m over all m of the pieces."""
        h, aliasing = self._grid.h, self._grid.aliasing
        roundings = 1 + max(piece.roundings for piece in pieces)  # fsum rounds once
        total = enclosed(fsum(chain.from_iterable(piece.totals for piece in pieces)), roundings)
        survive = enclosed(fsum(chain.from_iterable(piece.survive for piece in pieces)), roundings)
        extra = sum((len(piece.totals) * piece.extra for piece in pieces), Fraction(0))
        upper = h * total.upper + (1 + h) * self._most * survive.upper + extra
        return Enclosure(h * total.lower / (1 + aliasing), upper / (1 - aliasing)).trimmed(self._bits + 64)

    def pieces(self, wanted: Sequence[range]) -> Iterator[_Piece]:
        """All m of `wanted`, in order."""
        race = Race(self._groups, self._grid, self._bits)
        for block in blocks(self._reach, wanted, _longest(self._groups)):
            survivals = race.at(block.first, block.nodes.start - block.run_up, block.nodes[-1])
            extra = self._extra(block, max(survival.slack for survival in survivals))
            yield from self._block(block, survivals, extra)

    def _block(self, block: Block, survivals: list[Survival], extra: Fraction) -> Iterator[_Piece]:
        moving, winners = clusters(survivals, self._bits), Winners(survivals, block.nodes)
        each = max(cluster.roundings for cluster in moving)
        first, size = block.first, max(1, _CHUNK // (len(survivals) * len(block.nodes)))
        for m in range(block.first, block.last + 1):
            winners.keep(moving)
            if m + 1 - first == size or m == block.last:
                roundings = winners.roundings + self._groups.size * (1 + each * (m - block.first))
                yield _Piece(first, *winners.totals(), roundings, extra)
                first = m + 1
            if m < block.last:
                for cluster in moving:
                    cluster.advance()

    def _extra(self, block: Block, slack: int) -> Fraction:
        """What the ends and the fixed point leave out at most, for every m of the block (see `race`, `survival`).

        K factors between 0 and 1, each short of the truth by at most `slack` units.
        """
        h, short = self._grid.h, Fraction(slack * self._groups.size, 1 << self._bits)
        charges = sum((group.gap * group.copies for group in self._groups.groups), Fraction(0))
        below = left_out_below(self._groups, self._grid, block.first, block.nodes.start, block.power)
        return below + h * len(block.nodes) * charges * short + (1 + h) * self._most * short
