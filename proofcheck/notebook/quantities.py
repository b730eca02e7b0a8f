# SPDX-License-Identifier: Apache-2.0
"""How loss laws, enclosures and finite confirmations are shown."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from proofcheck.exact.law import Law, Marginal
from proofcheck.exact.record import Record
from proofcheck.exact.render import decimal
from proofcheck.notebook.markup import grid, lines, math, plain
from proofcheck.notebook.statements import latex_text
from proofcheck.report.words import counted

MOST_ROWS, MOST_ACTIONS = 12, 12
DIGITS = 10


class Ends(Protocol):
    """An enclosure of either room: two exact ends."""

    @property
    def lower(self) -> Fraction:
        """At most the value."""

    @property
    def upper(self) -> Fraction:
        """At least the value."""


def enclosure_html(value: Ends) -> str:
    """The set as a formula, its ends rounded outward."""
    return math(_interval(value))


def enclosure_latex(value: Ends) -> str:
    """The same."""
    return f"${_interval(value)}$"


def enclosure_text(value: Ends) -> str:
    """The same in plain characters."""
    low, high = ends(value)
    return low if low == high else f"[{low}, {high}]"


def ends(value: Ends, digits: int = DIGITS) -> tuple[str, str]:
    """Both ends as decimals, the lower one rounded down, the upper one up; a short exact value twice."""
    if value.lower == value.upper and len(str(value.lower)) <= 2 * digits:
        return str(value.lower), str(value.upper)
    return decimal(value.lower, digits, up=False), decimal(value.upper, digits, up=True)


def _interval(value: Ends) -> str:
    low, high = map(_scientific, ends(value))
    return low if low == high else rf"[{low},\, {high}]"


def _scientific(text: str) -> str:
    mantissa, mark, exponent = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{exponent}}}" if mark else text


def law_html(law: Law) -> str:
    """Name, the law itself as a table, the gaps."""
    return lines([f"<b>{plain(law.name)}</b>", _rows(law) + math(_gaps(law))])


def law_latex(law: Law) -> str:
    """The gaps; the atoms are a table in HTML and text."""
    return rf"$\text{{{latex_text(law.name)}}}: \quad {_gaps(law)}$"


def law_text(law: Law) -> str:
    """Name, actions and gaps."""
    gaps = ", ".join(str(gap) for gap in law.gaps[:MOST_ACTIONS]) + (", ..." if law.size > MOST_ACTIONS else "")
    return f"{law.name}: K = {law.size}, gaps {gaps}"


def _gaps(law: Law) -> str:
    gaps = ", ".join(str(gap) for gap in law.gaps[:MOST_ACTIONS]) + (r", \dots" if law.size > MOST_ACTIONS else "")
    return rf"K = {law.size}, \quad (\Delta_1, \dots, \Delta_K) = ({gaps}), \quad \Delta_{{\min}} = {law.least_gap}"


def _rows(law: Law) -> str:
    if law.atoms:
        head = ["probability", *(f"loss of {j}" for j in range(1, law.size + 1))]
        rows = [[str(p), *map(str, losses)] for losses, p in law.atoms]
    else:
        head = ["actions", "loss: probability"]
        rows = [[count_text(count), _marginal(side)] for side, count in law.actions]
    if len(rows) > MOST_ROWS:
        rows = [*rows[:MOST_ROWS], [f"... and {len(rows) - MOST_ROWS} more"]]
    return grid(map(plain, head), ([plain(cell) for cell in row] for row in rows))


def count_text(count: int) -> str:
    """``1``, or ``5 alike``."""
    return "1" if count == 1 else f"{count} alike"


def _marginal(side: Marginal) -> str:
    return ", ".join(f"{loss}: {p}" for loss, p in side)


def record_html(record: Record) -> str:
    """The finite confirmation in words."""
    return lines([f"<b>{plain(record.status.value)}</b> {plain(record_words(record))}"])


def record_latex(record: Record) -> str:
    """The same."""
    return rf"$\text{{{latex_text(record_text(record))}}}$"


def record_text(record: Record) -> str:
    """The same."""
    return f"{record.status.value} {record_words(record)}"


def record_words(record: Record) -> str:
    """``on 144 instances of 36 laws; worst ratio at most 0.09478, at ...``."""
    laws = f" of {counted(len(record.laws), 'law')}" if record.laws else ""
    close = "both sides agree, as" if record.equal or record.worst is None else \
        f"left/right at most {decimal(record.worst, 4, up=True)},"
    return f"on {counted(record.instances, 'instance')}{laws}; {close} at {record.where}. No proof."
