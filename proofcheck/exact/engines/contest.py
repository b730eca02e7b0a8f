# SPDX-License-Identifier: Apache-2.0
"""The actions of an independent law at increasing m: the laws of L_i(m) in fixed point, and phi_i, chi_i from them.

On a window of cells (`Windows`: one product of polynomials, to be carried on from m to m + 1), or at the nodes alone
(`Points`: one exponential for each node and value of L_i, whatever lattice the losses have).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, fmpz, fmpz_poly

from proofcheck.exact.enclosure import ball, workprec
from proofcheck.exact.engines.race import Grid
from proofcheck.exact.engines.survival import TABLE_SLACK, Kernel, Survival, fixed
from proofcheck.exact.groups import Group, Groups
from proofcheck.exact.lattice import Box, Powers, times

_FEW = 12


class Contest:
    """The law of (L_i(m) - m least_i) / step_i, in units, for every group, m never falling."""

    def __init__(self, groups: Groups, bits: int) -> None:
        self._groups, self._bits = groups.groups, bits
        self._steps = [
            Powers({((k - group.least) // group.step,): weight for k, weight in group.steps}, group.total, bits)
            for group in self._groups
        ]
        self._m, self._laws = 0, [powers.power(0) for powers in self._steps]

    def laws(self, m: int) -> list[tuple[Group, Box, int]]:
        """(group, law, what rounding took from it in units of 2^-bits) at m."""
        gone = m - self._m
        self._laws = [
            times(law, steps.power(gone), self._bits) for law, steps in zip(self._laws, self._steps, strict=True)
        ]
        self._m = m
        return [(group, law, self._lost(law)) for group, law in zip(self._groups, self._laws, strict=True)]

    def _lost(self, law: Box) -> int:
        lost = (1 << self._bits) - law.mass()
        if lost < 0:
            raise ArithmeticError("cells hold more than the whole mass")
        return lost


class Windows:
    """`Survival` of every group on the same cells."""

    def __init__(self, groups: Groups, grid: Grid, bits: int) -> None:
        self._contest, self._grid, self._bits = Contest(groups, bits), grid, bits
        self._kernel = Kernel(grid.cell, bits)

    def at(self, m: int, low: int, high: int) -> list[Survival]:
        """phi_{i,m} and chi_{i,m} on the cells low..high."""
        return [self._survival(m, *found, low, high) for found in self._contest.laws(m)]

    def _survival(self, m: int, group: Group, law: Box, lost: int, low: int, high: int) -> Survival:
        split = self._grid.split
        start = (group.least * m + group.step * law.low[0]) * split
        cells = law.cells.inflate(group.step * split)
        count = len(cells)
        kappa, slope = self._kernel.window(low - (start + count - 1), high - start)

        def mean(values: fmpz_poly) -> fmpz_poly:
            return (_product(cells, values) // fmpz(1 << self._bits)).right_shift(count - 1).truncate(high - low + 1)

        chi = mean(slope) if group.gap else None
        return Survival(group, split, low, high, mean(kappa), chi, lost + TABLE_SLACK + 1)


def _product(law: fmpz_poly, values: fmpz_poly) -> fmpz_poly:
    """law * values; term by term where the law has few. Exact."""
    terms = [(place, cell) for place, cell in enumerate(law.coeffs()) if cell]
    if len(terms) > _FEW:
        return law * values
    return sum(((values * cell).left_shift(place) for place, cell in terms), fmpz_poly())


@dataclass(frozen=True)
class Sampled:
    """phi and chi of one group at some nodes, times 2^bits, each entry at most `slack` below the truth."""

    group: Group
    nodes: range
    phi: list[fmpz]
    chi: list[fmpz]
    slack: int

    def phi_at(self, nodes: range) -> list[fmpz]:
        """phi at some of the nodes."""
        return [self.phi[self.nodes.index(node)] for node in nodes]

    def chi_at(self, nodes: range) -> list[fmpz]:
        """chi at some of the nodes."""
        return [self.chi[self.nodes.index(node)] for node in nodes]


class Points:
    """`Sampled` of every group at given nodes."""

    def __init__(self, groups: Groups, grid: Grid, bits: int) -> None:
        self._contest, self._grid, self._bits = Contest(groups, bits), grid, bits

    def at(self, m: int, nodes: range) -> list[Sampled]:
        """phi_{i,m} and chi_{i,m} at the nodes."""
        with workprec(self._bits + 32):
            levels = [ball(self._grid.cell * node).exp() for node in nodes]
            return [self._sampled(m, *found, nodes, levels) for found in self._contest.laws(m)]

    def _sampled(self, m: int, group: Group, law: Box, lost: int, nodes: range, levels: Sequence[arb]) -> Sampled:
        weights = [
            (chance, ball(-self._grid.rate * (group.least * m + group.step * place[0])).exp())
            for place, chance in law.items()
        ]
        scale = arb(fmpz(1) << self._bits)
        pairs = [_means(level, weights, scale) for level in levels]
        phi, chi = ([fixed(pair[side], self._bits) for pair in pairs] for side in (0, 1))
        return Sampled(group, nodes, phi, chi, lost + TABLE_SLACK)


def _means(level: arb, weights: Sequence[tuple[fmpz, arb]], scale: arb) -> tuple[arb, arb]:
    """E e^{-u w} and E u w e^{-u w}, at the current precision."""
    phi, chi = arb(0), arb(0)
    for chance, weight in weights:
        time = level * weight
        kappa = (-time).exp() * chance
        phi += kappa
        chi += kappa * time
    return phi / scale, chi / scale
