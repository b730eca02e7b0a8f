# SPDX-License-Identifier: Apache-2.0
"""phi_i and chi_i of `race` on a window of cells, as fixed-point integers below the true values, step by step in m.

With kappa(s) = exp(-e^s): phi_{i,m}(s) = E kappa(s - eta L_i(m)) and chi_{i,m}(s) = E kappa_1(s - eta L_i(m)),
kappa_1(s) = e^s kappa(s) = -kappa'(s). Both obey phi_{m+1}(s) = sum_x P(X = x) phi_m(s - eta x), so on a lattice of s
that holds eta * (the losses) one more round costs a few products of a vector by a number, whatever m is.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log

from flint import arb, fmpz, fmpz_poly

from proofcheck.exact.enclosure import ball, workprec
from proofcheck.exact.groups import Group

TABLE_SLACK = 2
_STALE = 32


class Kernel:
    """floor-like kappa * 2^bits and kappa_1 * 2^bits on the cells of the grid: at most 2 below the true value.

    Left of the table kappa is taken as 1 - 2^-bits and kappa_1 as 0, right of it both as 0: checked at its two ends,
    and monotone beyond (kappa falls; kappa_1 rises up to s = 0 and falls from there).
    """

    def __init__(self, cell: Fraction, bits: int) -> None:
        self._one = fmpz((1 << bits) - 1)
        self._low = min(0, floor(-(bits + 2) * log(2) / float(cell)))
        self._high = max(0, ceil(log(bits * log(2) + 2 * log(bits) + 2) / float(cell)))
        with workprec(bits + 32):
            pairs = [_pair(ball(cell * n), bits) for n in range(self._low, self._high + 1)]
        self._kappa = [first for first, _ in pairs]
        self._slope = [second for _, second in pairs]
        small = self._kappa[-1] == 0 and self._slope[-1] == 0 and self._slope[0] == 0
        if not small or self._kappa[0] < self._one:
            raise ArithmeticError("the table of kappa ends too early")

    def window(self, low: int, high: int) -> tuple[fmpz_poly, fmpz_poly]:
        """kappa and kappa_1 on the cells low..high."""
        left = max(0, min(high + 1, self._low) - low)
        right = max(0, high - max(low - 1, self._high))
        start, stop = max(low, self._low) - self._low, min(high, self._high) - self._low + 1
        middle = slice(start, max(start, stop))
        zeros = [fmpz(0)] * right
        kappa = [self._one] * left + self._kappa[middle] + zeros
        return fmpz_poly(kappa), fmpz_poly([fmpz(0)] * left + self._slope[middle] + zeros)


def _pair(s: arb, bits: int) -> tuple[fmpz, fmpz]:
    u = s.exp()
    kappa = (-u).exp()
    return fixed(kappa, bits), fixed(u * kappa, bits)


def fixed(value: arb, bits: int) -> fmpz:
    """An integer at most value * 2^bits, and at least that minus 2."""
    mantissa, exponent = value.lower().man_exp()
    shift = int(exponent) + bits
    found = mantissa << shift if shift >= 0 else mantissa >> -shift
    gap = value * arb(fmpz(1) << bits) - arb(found)
    if not gap < TABLE_SLACK:
        raise ArithmeticError("a table entry is too wide")
    return max(found, fmpz(0))


@dataclass
class Survival:
    """phi and chi of one group at one m, times 2^bits, each entry at most `slack` below the truth.

    Entry i belongs to cell low + i. Entries of cells low..high are valid; `chi` is not kept for the best action.
    """

    group: Group
    split: int
    low: int
    high: int
    phi: fmpz_poly
    chi: fmpz_poly | None
    slack: int

    def __post_init__(self) -> None:
        cells = [0] * (max(k for k, _ in self.group.steps) * self.split + 1)
        for k, weight in self.group.steps:
            cells[k * self.split] = weight
        self._step, self._total = fmpz_poly(cells), fmpz(self.group.total)
        self._stale = 0  # entries below cell `low`, left by moves since the last trim

    def advance(self) -> None:
        """From m to m + 1; the window loses the cells on the left whose value would need cells outside it."""
        self.phi = (self.phi * self._step) // self._total
        if self.chi is not None:
            self.chi = (self.chi * self._step) // self._total
        self.low += len(self._step) - 1
        self._stale += len(self._step) - 1
        self.slack += 1
        if self._stale > _STALE:
            self.phi = self._trimmed(self.phi)
            self.chi = None if self.chi is None else self._trimmed(self.chi)
            self._stale = 0

    def _trimmed(self, values: fmpz_poly) -> fmpz_poly:
        return values.right_shift(self._stale).truncate(self.high - self.low + 1)

    def phi_at(self, cells: range) -> list[fmpz]:
        """phi at the given cells of the window."""
        return self._picked(self.phi, cells)

    def chi_at(self, cells: range) -> list[fmpz]:
        """chi at the given cells of the window, for a suboptimal group."""
        if self.chi is None:
            raise ValueError("chi of the best action is not kept")
        return self._picked(self.chi, cells)

    def _picked(self, values: fmpz_poly, cells: range) -> list[fmpz]:
        start = cells.start - self.low + self._stale
        if start < self._stale or cells[-1] > self.high:
            raise ValueError("cells outside the window")
        found = values.coeffs()[start : start + cells[-1] - cells.start + 1 : cells.step]
        return found + [fmpz(0)] * (len(cells) - len(found))
