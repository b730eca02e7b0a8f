# SPDX-License-Identifier: Apache-2.0
"""The finite confirmations of ``verify`` and ``show``: on every law of the library, and on instances of their own.

They stand beside the certificates and derivations, never in their place: a violation disputes a row, nothing here
proves one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from proofcheck.commands.common import FINE
from proofcheck.commands.pool import Lost, run

LIMIT = 120.0
DISPUTED = "DISPUTED"
OTHER = "its statement is not the one that the confirmation was written for"
NONE = "no confirmation is written for it"
RANDOM = ("prob", "comb", "axiom")


def confirm_one(item: dict[str, Any]) -> Any:
    """The records (`proofcheck.exact.Record`) of one piece of work: one law file, or instances that need no law."""
    from proofcheck.exact.confirm import confirm_alone, confirm_corpus

    if item["law"] is None:
        return confirm_alone(item["confirm"])
    return confirm_corpus([item["law"]], ids=item["confirm"])


class Confirmations:
    """What the finite confirmations of some rows come to; `items` are the pieces of work for `confirm_one`."""

    def __init__(self, ids: Iterable[str], library: Path) -> None:
        from proofcheck.exact.registry import ROWS

        self._records: dict[str, Any] = {}
        self._lost: dict[str, list[str]] = {}
        self.failures: list[str] = []  # of pieces of work that broke down; one that was late is no failure
        self._ids = {id for id in ids if id in ROWS}
        alone: dict[Any, list[str]] = {}
        for id in ROWS:
            if id in self._ids and ROWS[id].alone:
                alone.setdefault(ROWS[id].alone, []).append(id)
        on_laws = [id for id in ROWS if id in self._ids and ROWS[id].laws]
        laws = sorted((library / "laws").glob("*.toml")) if on_laws else []
        self.items: list[dict[str, Any]] = [{"confirm": some, "law": None} for some in alone.values()]
        self.items += [{"confirm": on_laws, "law": str(law)} for law in laws]
        self._waiting = len(self.items)

    def take(self, index: int, records: Any) -> None:
        """What the piece of work items[index] came to."""
        from proofcheck.exact.record import joined

        self._waiting -= 1
        if isinstance(records, Lost):
            if not records.reason.startswith("no answer within"):
                self.failures.append(records.reason)
            for id in self.items[index]["confirm"]:
                self._lost.setdefault(id, []).append(records.reason)
            return
        for record in records:
            known = self._records.get(record.id)
            self._records[record.id] = record if known is None else joined(known, record)

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
        row["confirmed"] = found = {**self._records[id].as_dict(), "of": ROWS[id].of or None}
        if found["violated"] and row["verdict"] in FINE:
            row.update(verdict=DISPUTED, reason=f"an exact instance contradicts it: {found['where']}")
        return words(found) + (f"; {len(lost)} pieces of work gave no answer: {lost[0]}" if lost else "")


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
