# SPDX-License-Identifier: Apache-2.0
"""Laws on Z^r as boxes of fixed-point integers: products (convolutions) by one FLINT polynomial product each.

A cell holds floor-rounded probability times 2^bits, never more than the true one. What the cells lack of the total
mass is therefore known exactly, and is all the error there is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat, fmpz_poly

Vector = tuple[int, ...]


@dataclass(frozen=True)
class Box:
    """Non-negative integers on the box low + [0, shape), row by row (the last coordinate runs fastest)."""

    low: Vector
    shape: Vector
    cells: fmpz_poly

    def items(self) -> Iterator[tuple[Vector, fmpz]]:
        """Every lattice point with a non-zero cell."""
        cells = self.cells.coeffs()
        for index, place in enumerate(product(*(range(a, a + n) for a, n in zip(self.low, self.shape, strict=True)))):
            if index >= len(cells):
                return
            if cells[index]:
                yield place, cells[index]

    def mass(self) -> int:
        """The sum of all cells. Exact."""
        return int(self.cells(1))


def point_masses(cells: dict[Vector, int]) -> Box:
    """The smallest box holding the given cells."""
    low = tuple(min(axis) for axis in zip(*cells, strict=True))
    shape = tuple(max(axis) - least + 1 for axis, least in zip(zip(*cells, strict=True), low, strict=True))
    flat = [0] * prod(shape)
    for place, value in cells.items():
        flat[_index(tuple(a - b for a, b in zip(place, low, strict=True)), shape)] += value
    return Box(low, shape, fmpz_poly(flat))


def times(a: Box, b: Box, bits: int) -> Box:
    """The convolution of a and b, divided by 2^bits and rounded down cell by cell, zero borders removed.

    Packing (Kronecker substitution) is exact: in no coordinate can the sum of two indices reach the packed length.
    """
    shape = tuple(m + n - 1 for m, n in zip(a.shape, b.shape, strict=True))
    cells = (_packed(a, shape) * _packed(b, shape)) // fmpz(1 << bits)
    return _trimmed(Box(tuple(x + y for x, y in zip(a.low, b.low, strict=True)), shape, cells))


class Powers:
    """p^n for the law p of one step on Z^r, remembered by n: every cell at most the true value times 2^bits.

    Arguments: cells, integer weights of the places; total, their sum; bits >= 1.
    """

    def __init__(self, cells: dict[Vector, int], total: int, bits: int) -> None:
        self.bits = bits
        origin = (0,) * len(next(iter(cells)))
        self.first = point_masses({place: (weight << bits) // total for place, weight in cells.items()})
        self._known = {0: point_masses({origin: 1 << bits}), 1: self.first}

    def power(self, n: int) -> Box:
        """p^n, for n >= 0."""
        if n not in self._known:
            half = self.power(n // 2)
            whole = times(half, half, self.bits)
            self._known[n] = times(whole, self.first, self.bits) if n % 2 else whole
        return self._known[n]

    def lost(self, box: Box) -> Fraction:
        """What rounding down took from a law of mass 1. Exact."""
        return Fraction((1 << self.bits) - box.mass(), 1 << self.bits)


def plus(a: Box, b: Box) -> Box:
    """The cell-wise sum on the smallest box holding both. Exact."""
    low = tuple(min(pair) for pair in zip(a.low, b.low, strict=True))
    ends = [max(x + m, y + n) for x, m, y, n in zip(a.low, a.shape, b.low, b.shape, strict=True)]
    shape = tuple(end - least for end, least in zip(ends, low, strict=True))
    return Box(low, shape, _placed(a, low, shape) + _placed(b, low, shape))


def _index(place: Vector, shape: Vector) -> int:
    index = 0
    for step, length in zip(place, shape, strict=True):
        index = index * length + step
    return index


def _placed(box: Box, low: Vector, shape: Vector) -> fmpz_poly:
    offset = _index(tuple(a - b for a, b in zip(box.low, low, strict=True)), shape)
    return _packed(box, shape).left_shift(offset)


def _packed(box: Box, shape: Vector) -> fmpz_poly:
    """The cells spread over the strides of a box of another shape (at least as long in every coordinate)."""
    if box.shape[1:] == shape[1:]:
        return box.cells
    row = box.shape[-1]
    cells = _full(box)
    flat: list[fmpz | int] = [0] * prod(shape)
    for count, place in enumerate(product(*(range(n) for n in box.shape[:-1]))):
        start = _index((*place, 0), shape)
        flat[start : start + row] = cells[count * row : (count + 1) * row]
    return fmpz_poly(flat)


def _full(box: Box) -> list[fmpz]:
    cells = box.cells.coeffs()
    return cells + [fmpz(0)] * (prod(box.shape) - len(cells))


def _trimmed(box: Box) -> Box:
    """The same cells on the smallest box holding the non-zero ones (one cell stays if all are zero)."""
    if len(box.shape) == 1:
        return _trimmed_line(box)
    row = box.shape[-1]
    cells = _full(box)
    rows = []  # (outer place, cells of the row, first and last non-zero)
    for count, place in enumerate(product(*(range(n) for n in box.shape[:-1]))):
        line = cells[count * row : (count + 1) * row]
        if any(line):
            first = next(i for i in range(row) if line[i])
            last = next(i for i in range(row - 1, -1, -1) if line[i])
            rows.append((place, line, first, last))
    if not rows:
        return Box(box.low, (1,) * len(box.shape), fmpz_poly())
    least = (*(min(axis) for axis in zip(*(r[0] for r in rows), strict=True)), min(r[2] for r in rows))
    most = (*(max(axis) for axis in zip(*(r[0] for r in rows), strict=True)), max(r[3] for r in rows))
    shape = tuple(b - a + 1 for a, b in zip(least, most, strict=True))
    flat: list[fmpz | int] = [0] * prod(shape)
    for place, line, _, _ in rows:
        start = _index((*(a - b for a, b in zip(place, least, strict=False)), 0), shape)
        flat[start : start + shape[-1]] = line[least[-1] : most[-1] + 1]
    return Box(tuple(a + b for a, b in zip(box.low, least, strict=True)), shape, fmpz_poly(flat))


def _trimmed_line(box: Box) -> Box:
    cells = box.cells.coeffs()
    first = next((i for i, cell in enumerate(cells) if cell), 0)
    poly = box.cells.right_shift(first) if first else box.cells
    return Box((box.low[0] + first,), (max(1, len(cells) - first),), poly)


def basis_of(steps: list[Vector]) -> tuple[list[Vector], list[Vector]]:
    """A reduced basis of the lattice the steps generate, and every step's coordinates in it.

    Returns (basis, coordinates) with step = sum_i coordinates[i] * basis[i]. Guarantee: exact, and checked.
    """
    hermite = fmpz_mat([list(step) for step in steps]).hnf()
    rank = hermite.rank()
    if rank == 0:
        raise ValueError("a walk that never moves has no lattice")
    rows = fmpz_mat([[hermite[i, j] for j in range(hermite.ncols())] for i in range(rank)]).lll()
    basis = [tuple(int(rows[i, j]) for j in range(rows.ncols())) for i in range(rank)]
    gram = fmpq_mat(rows * rows.transpose()).inv()
    found = fmpq_mat(fmpz_mat([list(step) for step in steps]) * rows.transpose()) * gram
    coordinates = [tuple(_whole(found[i, j]) for j in range(rank)) for i in range(len(steps))]
    for step, coordinate in zip(steps, coordinates, strict=True):
        if combined(coordinate, basis) != step:
            raise ArithmeticError("lattice coordinates do not give the step back")
    return basis, coordinates


def combined(coordinate: Vector, basis: list[Vector]) -> Vector:
    """sum_i coordinate[i] * basis[i]. Exact."""
    return tuple(sum(c * row[j] for c, row in zip(coordinate, basis, strict=True)) for j in range(len(basis[0])))


def _whole(value: fmpq) -> int:
    number = Fraction(int(value.p), int(value.q))
    if number.denominator != 1:
        raise ArithmeticError("a step outside its own lattice")
    return number.numerator
