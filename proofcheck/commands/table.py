# SPDX-License-Identifier: Apache-2.0
"""The table of ``verify``: fixed columns, as wide as the terminal; only the statement is ever shortened."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

from proofcheck.derive.rows import conclusion
from proofcheck.outcome import FINE

PIPED_WIDTH, LEAST_WIDTH = 140, 100
_VERDICT, _LOOK, _MARGIN, _RULES, _TIME = 12, 9, 8, 5, 6
_FIXED = _VERDICT + 2 * _LOOK + _MARGIN + _RULES + _TIME + 7


class Table:
    """Lays out rows for a given longest identifier."""

    def __init__(self, ids: Iterable[str], looks: bool) -> None:
        self.width = (
            max(shutil.get_terminal_size((LEAST_WIDTH, 24)).columns, LEAST_WIDTH)
            if sys.stdout.isatty()
            else PIPED_WIDTH
        )
        self.looks = looks
        self.id_width = max([len("claim"), *(len(id) for id in ids)])
        self.text_width = max(10, self.width - _FIXED - self.id_width + (0 if looks else 2 * _LOOK + 2))

    def head(self) -> str:
        """The two lines above the rows."""
        line = self._line("claim", "statement", "SymPy*", "sampling*", "verdict", "margin", "rules", "time")
        return f"{line}\n{'-' * len(line)}"

    def row(self, row: dict[str, Any]) -> str:
        """The line of one claim; a second, indented one says why when it is not proved."""
        sampling = (row["sampled"] or {}).get("outcome")
        line = self._line(
            row["id"],
            _goal_first(row["statement"]),
            _word(row["symbolic"]),
            _word(sampling),
            row["verdict"],
            _short(row["margin"]),
            str(sum(row["rules"].values()) or "-"),
            f"{row['seconds']:.2f}s",
        )
        return line if row["verdict"] in FINE or not row["reason"] else f"{line}\n    {row['reason']}"

    def _line(
        self, id: str, text: str, symbolic: str, sampling: str, verdict: str, margin: str, rules: str, time: str
    ) -> str:
        looks = f"{symbolic:<{_LOOK}} {sampling:<{_LOOK}} " if self.looks else ""
        return (
            f"{id:<{self.id_width}} {_cut(text, self.text_width):<{self.text_width}} {looks}"
            f"{verdict:<{_VERDICT}} {margin:>{_MARGIN}} {rules:>{_RULES}} {time:>{_TIME}}"
        )


def _goal_first(statement: str) -> str:
    """The goal before the domain, so that what is cut off is the domain."""
    statement = conclusion(statement)
    head, colon, goal = statement.partition(": ")
    return f"{goal} {head}" if colon else statement


def _word(outcome: str | None) -> str:
    return "-" if outcome is None else "AGAINST" if outcome == "contradicts" else outcome


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


def _short(margin: str | None) -> str:
    """The margin cut to its column: never read as a bound, the JSON has it in full."""
    if margin is None:
        return "-"
    return margin if len(margin) <= _MARGIN else f"{_ratio(margin)}"


def _ratio(margin: str) -> str:
    from decimal import ROUND_FLOOR, Context, Decimal

    context = Context(prec=2, rounding=ROUND_FLOOR)
    top, _, bottom = margin.partition("/")
    return f"{context.divide(Decimal(top), Decimal(bottom or 1)):.1e}"


def summary(rows: list[dict[str, Any]]) -> dict[str, int]:
    """How many claims have each verdict."""
    return dict(sorted(Counter(row["verdict"] for row in rows).items()))


def summary_text(rows: list[dict[str, Any]]) -> str:
    """``98 claims: 97 PROVED, 1 UNDECIDED``."""
    counts = ", ".join(f"{count} {word}" for word, count in summary(rows).items())
    return f"{len(rows)} claim{'s' if len(rows) != 1 else ''}: {counts or 'none'}"
