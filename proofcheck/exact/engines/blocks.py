# SPDX-License-Identifier: Apache-2.0
"""How the engines of the race go through m: blocks of consecutive m that share one window of nodes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt

from proofcheck.exact.engines.race import Grid, Reach
from proofcheck.exact.groups import Groups

_LEAST = 8


@dataclass(frozen=True)
class Block:
    """All m from first to last at the same `nodes` (cells).

    `run_up` cells more are needed on the left at the first m; `power` is the exponent for `left_out_below`.
    """

    first: int
    last: int
    nodes: range
    run_up: int
    power: Fraction


def blocks(reach: Reach, wanted: Sequence[range], longest: int) -> Iterator[Block]:
    """Blocks of at most `longest` that hold exactly the m of the increasing ranges `wanted`.

    What they leave out is bounded elsewhere.
    """
    for run in wanted:
        start = run.start
        while start < run.stop:
            block = _block(reach, start, run.stop - 1, longest)
            yield block
            start = block.last + 1


def _block(reach: Reach, start: int, last: int, longest: int) -> Block:
    left, power = reach.first(start)
    lose = reach.loses if last > start else 1
    # A block costs its run-up once more than its window at every m, and a start once: about equal is best.
    last = min(last, start + min(longest, max(_LEAST, (reach.last(start) - left) // lose)) - 1)
    count = max(1, ceil((reach.last(last) - left) / reach.grid.stride)) + 1
    nodes = range(left, left + count * reach.grid.stride, reach.grid.stride)
    return Block(start, last, nodes, lose * (last - start), power)


def alone(reach: Reach, m: int) -> Block:
    """The block of one m."""
    return _block(reach, m, m, 1)


def longest64(actions: int) -> int:
    """The longest block in float64: a start costs more with many groups, few actions can have more digits."""
    return 1024 if actions > 64 else 256


def runs(places: Sequence[int]) -> list[range]:
    """The increasing `places` as maximal ranges of consecutive integers."""
    found: list[range] = []
    for place in places:
        if found and found[-1].stop == place:
            found[-1] = range(found[-1].start, place + 1)
        else:
            found.append(range(place, place + 1))
    return found


@dataclass(frozen=True)
class Size:
    """About how large the windows of a race are at m = terms: for the engines' costs. Heuristic."""

    groups: Groups
    grid: Grid
    terms: int
    bits: int

    @property
    def cells(self) -> float:
        """Cells of a window: the ends of the integrand, and twice Hoeffding's deviation of a cumulative loss."""
        most = float(self.grid.rate) * self.groups.most
        spread = min(most * self.terms, 2 * most * sqrt(self.terms * self.bits * 0.35))
        return (self.bits * 0.7 + 10 + spread) / float(self.grid.cell)

    @property
    def moves(self) -> int:
        """Cells the largest loss moves a round."""
        return max(1, self.grid.split * self.groups.most)

    @property
    def count(self) -> int:
        """The number of groups."""
        return len(self.groups.groups)

    @property
    def block(self) -> float:
        """Rounds in a block, if nothing else ends it."""
        return max(_LEAST, self.cells / self.moves)
