# SPDX-License-Identifier: Apache-2.0
"""Small tables of text, the same for people and for the test that runs the notebooks again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.render import decimal
from proofcheck.notebook.markup import grid, plain

DIGITS = 6
Item = TypeVar("Item")


@dataclass(frozen=True)
class Table:
    """Columns and rows of plain text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def _repr_html_(self) -> str:
        return grid(map(plain, self.columns), ([plain(cell) for cell in row] for row in self.rows))

    def __repr__(self) -> str:
        all_rows = [self.columns, *self.rows]
        widths = [max(len(row[k]) for row in all_rows) for k in range(len(self.columns))]
        shown = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in all_rows)
        return "\n".join(line.rstrip() for line in shown)


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """A table; numbers that are exact are written out, enclosures rounded outward."""
    return Table(tuple(columns), tuple(tuple(cell(value) for value in row) for row in rows))


def cell(value: object) -> str:
    """The text of an entry: ``[0.123456, 0.123457]`` of an enclosure; a long fraction as one rounded down."""
    if isinstance(value, Enclosure):
        low, high = value.shown(DIGITS)
        return low if low == high else f"[{low}, {high}]"
    if isinstance(value, Fraction) and len(str(value)) > 12:
        return least(value)
    return str(value)


def most(value: Enclosure | Fraction, digits: int = DIGITS) -> str:
    """What a quantity is at most: its upper end, rounded up."""
    return decimal(value.upper if isinstance(value, Enclosure) else value, digits, up=True)


def least(value: Enclosure | Fraction, digits: int = DIGITS) -> str:
    """What a quantity is at least: its lower end, rounded down."""
    return decimal(value.lower if isinstance(value, Enclosure) else value, digits, up=False)


def some(items: Sequence[Item], count: int) -> list[Item]:
    """The first, the last, and a few between: enough of a curve to compare two runs by."""
    if len(items) <= count:
        return list(items)
    places = sorted({round(k * (len(items) - 1) / (count - 1)) for k in range(count)})
    return [items[place] for place in places]
