# SPDX-License-Identifier: Apache-2.0
"""F_m of independent actions, any K, by the integral of `race` in fixed point: as many digits as are wanted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from math import ceil, isqrt, lcm

from flint import fmpz

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.engines.blocks import Block, Size, alone, blocks, runs
from proofcheck.exact.engines.contest import Points, Sampled, Windows
from proofcheck.exact.engines.engine import ALL, NEVER
from proofcheck.exact.engines.race import LEAST_RATE, SPARE, Reach, free_grid, grid_for, left_out_below, relative_bits
from proofcheck.exact.engines.survival import Survival
from proofcheck.exact.groups import Groups

_LONGEST = 512  # m in a block

Actions = Sequence[Survival | Sampled]


@dataclass(frozen=True)
class Integral:
    """The trapezoidal sum of the race's integrand over windows of nodes, blocks of consecutive m at a time.

    Everything kept is an integer below the true value; what it lacks is counted. Guarantee: encloses.
    """

    groups: Groups
    eta: Fraction
    name: str = field(default="integral", init=False)
    most_digits: int = field(default=ALL, init=False)
    most_bits: int = field(default=ALL, init=False)

    def cost(self, terms: int, bits: int) -> int:
        """See Engine.cost."""
        return self._price(terms, terms, bits, _LONGEST)

    def each_cost(self, count: int, last: int, bits: int) -> int:
        """See Engine.each_cost."""
        return self._price(count, last, bits, min(count, _LONGEST) if count == last else 1)

    def _price(self, count: int, last: int, bits: int, longest: int) -> int:
        return min(self._points_price(count, last, bits), self._windows_price(count, last, bits, longest))

    def _windows_price(self, count: int, last: int, bits: int, longest: int) -> int:
        rate = self.eta * self.groups.unit
        if rate < LEAST_RATE:
            return NEVER
        grid = grid_for(rate, relative_bits(bits, last))
        size, wide = Size(self.groups, grid, last, bits), 0.5 + bits / 240
        block = min(count, longest, size.block)
        cells = size.cells + block * size.moves / 2
        start = 2 * size.count * cells * 3 * wide / block
        nodes = size.cells / grid.stride * (3 * size.count + self.groups.squarings - 2) * 0.15
        step = (2 * size.count - 1) * cells * 0.25
        return int(2_000 + bits * 5 / float(grid.cell) + count * wide * (start + step + nodes))

    def _points_price(self, count: int, last: int, bits: int) -> int:
        size = Size(self.groups, free_grid(self.eta * self.groups.unit, relative_bits(bits, last)), last, bits)
        atoms = sum(min(last * span, 2 * span * isqrt(last * bits * 35 // 100 + 1)) + 1 for span in self.groups.spans)
        if count == last:
            atoms = atoms * 2 // 3  # fewer on the way
        wide = 0.5 + bits / 240
        return int(500 + count * size.cells * wide * (2 * atoms + 0.2 * self.groups.squarings + 2 * size.count))

    def range_sums(self, edges: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.range_sums."""
        last = edges[-1]
        points = self._points_price(last, last, bits) < self._windows_price(last, last, bits, _LONGEST)
        run = _Run(self.groups, self.eta, bits, last, points)
        values, found, start = run.values([range(1, last + 1)]), [], 0
        for edge in edges:
            total = extra = 0
            for _ in range(edge - start):
                part, more = next(values)
                total, extra = total + part, extra + more
            found.append(run.enclosure(total, extra))
            start = edge
        return found

    def each(self, places: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.each."""
        count, last = len(places), max(places)
        longest = min(count, _LONGEST) if count == last else 1
        points = self._points_price(count, last, bits) < self._windows_price(count, last, bits, longest)
        run = _Run(self.groups, self.eta, bits, last, points)
        return [run.enclosure(*value) for value in run.values(runs(places))]


class _Run:
    """One precision: the grid, the actions, and how integers become enclosures.

    `points`: every m by itself, at the nodes alone; otherwise in blocks on windows of cells.
    """

    def __init__(self, groups: Groups, eta: Fraction, bits: int, terms: int, points: bool) -> None:
        rate, relative = eta * groups.unit, relative_bits(bits, terms)
        self._groups, self._points = groups, points
        self._grid = free_grid(rate, relative) if points else grid_for(rate, relative)
        self.bits = bits + 2 * groups.size.bit_length() + 8
        others = groups.groups[1:]
        self._scale = lcm(*(group.gap.denominator for group in others))
        self._charges = [int(group.gap * group.copies * self._scale) for group in others]
        self._reach = Reach(groups, self._grid, max(8, bits - SPARE))

    def enclosure(self, total: int, extra: int) -> Enclosure:
        """From sums of what `values` yields."""
        h, one, aliasing = self._grid.h, 1 << self.bits, self._grid.aliasing
        low = h * total / (self._scale * one)
        return Enclosure(low / (1 + aliasing), (low + Fraction(extra, one)) / (1 - aliasing)).trimmed(self.bits + 64)

    def values(self, wanted: Sequence[range]) -> Iterator[tuple[int, int]]:
        """For every m wanted: the trapezoidal sum (times `scale` 2^bits / h) from below, and what it lacks at most."""
        last, below = None, 0
        for block, actions in self._sampled(wanted) if self._points else self._windowed(wanted):
            if block is not last:
                left = left_out_below(self._groups, self._grid, block.first, block.nodes.start, block.power)
                last, below = block, ceil(left * (1 << self.bits))
            yield self._value(actions, block, below)

    def _sampled(self, wanted: Sequence[range]) -> Iterator[tuple[Block, Actions]]:
        points = Points(self._groups, self._grid, self.bits)
        for m in chain.from_iterable(wanted):
            block = alone(self._reach, m)
            yield block, points.at(m, block.nodes)

    def _windowed(self, wanted: Sequence[range]) -> Iterator[tuple[Block, Actions]]:
        windows = Windows(self._groups, self._grid, self.bits)
        for block in blocks(self._reach, wanted, _LONGEST):
            survivals = windows.at(block.first, block.nodes.start - block.run_up, block.nodes[-1])
            for m in range(block.first, block.last + 1):
                yield block, survivals
                if m < block.last:
                    for survival in survivals:
                        survival.advance()

    def _value(self, actions: Actions, block: Block, below: int) -> tuple[int, int]:
        parts, survive = winners(actions, block.nodes, self.bits)
        total = sum(charge * int(sum(part, fmpz(0))) for charge, part in zip(self._charges, parts, strict=True))
        slack = _slack(actions)
        h, gaps = self._grid.h, [action.group.gap for action in actions]
        spread = ceil(h * len(block.nodes) * Fraction(sum(self._charges), self._scale))
        above = ceil((1 + h) * max(gaps)) * (survive + slack)
        return total, spread * slack + below + above


def winners(actions: Actions, nodes: range, bits: int) -> tuple[list[list[fmpz]], int]:
    """chi_j phi_j^{n_j - 1} prod_{i != j} phi_i^{n_i} at the nodes for every suboptimal group j, each from below.

    Also prod_i phi_i^{n_i} at the last node, from below. All times 2^bits; `_slack` bounds what they lack.
    """
    fewer, whole = [], []
    for index, action in enumerate(actions):
        plain = action.group.copies == 1
        phi = [] if plain and index and len(actions) == 2 else action.phi_at(nodes)
        fewer.append(power(phi, action.group.copies - 1, bits))
        whole.append(_times(fewer[-1], phi, bits))
    after: list[list[fmpz] | None] = [None]  # products of the later groups, last group first
    for some in whole[:1:-1]:
        after.append(_times(after[-1], some, bits))
    before, parts = whole[0], []
    for index in range(1, len(actions)):
        part = _times(_times(fewer[index], actions[index].chi_at(nodes), bits), before, bits)
        parts.append(_times(after[len(actions) - 1 - index], part, bits))
        before = _times(before, whole[index], bits) if index < len(actions) - 1 else before
    return parts, _survive(actions, nodes[-1:], bits)


def _survive(actions: Actions, node: range, bits: int) -> int:
    """prod_i phi_i^{n_i} at one node, from below."""
    total: list[fmpz] | None = None
    for action in actions:
        phi = power(action.phi_at(node), action.group.copies, bits)
        total = phi if total is None else _times(total, phi or [], bits)
    return int(total[0]) if total else 0


def power(values: list[fmpz], exponent: int, bits: int) -> list[fmpz] | None:
    """values^exponent in fixed point, rounded down at every product; None for exponent 0 (all ones)."""
    result, square = None, values
    while exponent:
        if exponent & 1:
            result = _times(result, square, bits)
        exponent >>= 1
        if exponent:
            square = [x * x >> bits for x in square]
    return result


def _times(a: list[fmpz] | None, b: list[fmpz], bits: int) -> list[fmpz]:
    return b if a is None else [x * y >> bits for x, y in zip(a, b, strict=True)]


def _slack(actions: Actions) -> int:
    """What any entry of `winners` lacks at most, in units of 2^-bits.

    Factors lie in [0, 1], so what they lack adds up. A power of n rounds down n times at most after weighing each
    squaring by how often it is used, and once a product of squarings: 2n + 1 in all. Then 4 products a group.
    """
    factors = sum(action.group.copies * (action.slack + 2) + 1 for action in actions)
    return factors + max(action.slack for action in actions) + 4 * len(actions) + 4
