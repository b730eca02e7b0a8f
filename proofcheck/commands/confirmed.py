# SPDX-License-Identifier: Apache-2.0
"""The finite confirmations of ``verify`` and ``show``: on every law of the library, and on instances of their own.

They stand beside the certificates and derivations, never in their place: a violation disputes a row, nothing here
proves one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from proofcheck.commands.pool import Lost, run
from proofcheck.report.confirmed import confirm as records_of
from proofcheck.report.confirmed import joined, pieces, put_beside

LIMIT = 120.0
OTHER = "its statement is not the one that the confirmation was written for"
NONE = "no confirmation is written for it"
RANDOM = ("prob", "comb", "axiom")


def confirm_one(item: dict[str, Any]) -> Any:
    """The records (`proofcheck.exact.Record`) of one piece of work: one law file, or instances that need no law."""
    return records_of((item["confirm"], item["law"]))


class Confirmations:
    """What the finite confirmations of some rows come to; `items` are the pieces of work for `confirm_one`."""

    def __init__(self, ids: Iterable[str], library: Path) -> None:
        from proofcheck.exact.registry import ROWS

        self._records: dict[str, Any] = {}
        self._lost: dict[str, list[str]] = {}
        self.failures: list[str] = []  # of pieces of work that broke down; one that was late is no failure
        self._ids = {id for id in ids if id in ROWS}
        self.items: list[dict[str, Any]] = [
            {"confirm": some, "law": law} for some, law in pieces(self._ids, library)
        ]
        self._waiting = len(self.items)

    def take(self, index: int, records: Any) -> None:
        """What the piece of work items[index] came to."""
        self._waiting -= 1
        if isinstance(records, Lost):
            if not records.reason.startswith("no answer within"):
                self.failures.append(records.reason)
            for id in self.items[index]["confirm"]:
                self._lost.setdefault(id, []).append(records.reason)
            return
        self._records = joined([*self._records.values(), *records])

    def ready(self, id: str) -> bool:
        """Whether nothing more can come in for a row."""
        return self._waiting == 0 or id not in self._ids

    def settle(self, row: dict[str, Any]) -> str | None:
        """Fill a row's ``confirmed``, dispute it if an instance is violated, and say it in words (None: no words).

        ``statement`` has to be the text that was replayed, with its setting: a confirmation of another statement, or of
        the same conclusion from other ranges, definitions or assumptions, is none of this one.
        """
        from proofcheck.exact.registry import NOT_FINITE, ROWS, digest

        id = row["id"]
        if id not in ROWS:
            return f"-, {NOT_FINITE.get(id, NONE)}" if row["kind"] in RANDOM else None
        if digest(row["statement"] or "") != ROWS[id].digest:
            return f"-, {OTHER}"
        lost = self._lost.get(id, [])
        if id not in self._records:
            return f"-, {lost[0]}" if lost else "-, no law of the library has an instance"
        put_beside(row, self._records[id])
        return words(row["confirmed"]) + (f"; {len(lost)} pieces of work gave no answer: {lost[0]}" if lost else "")


def words(found: dict[str, Any]) -> str:
    """``CONFIRMED on 144 instances of 36 laws, worst ratio 0.09478 at five Bernoulli actions, ...``."""
    verdict, instances, laws = found["verdict"], found["instances"], found["laws"]
    of = f"{found['of']}: " if found["of"] else ""
    count = {"VIOLATED": found["violated"], "UNDECIDED": found["undecided"]}.get(verdict)
    some = f"{instances}" if count is None else f"{count} of {instances}"
    more = f", {found['undecided']} undecided" if verdict == "VIOLATED" and found["undecided"] else ""
    on = f" of {laws} law{'s' if laws != 1 else ''}" if laws else ""
    close = "both sides agree, as" if found["relation"] == "=" else f"worst ratio {found['worst_ratio']}"
    return f"{of}{verdict} on {some} instance{'s' if instances != 1 else ''}{on}{more}, {close} at {found['where']}"


def confirm(rows: Sequence[dict[str, Any]], library: Path, jobs: int) -> list[str | None]:
    """Settle some rows at once; their words, in the same order."""
    found = Confirmations([row["id"] for row in rows], library)
    for index, records in run(confirm_one, found.items, jobs=jobs, limit=LIMIT):
        found.take(index, records)
    return [found.settle(row) for row in rows]
