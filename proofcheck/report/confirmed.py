# SPDX-License-Identifier: Apache-2.0
"""Finite confirmations of the library's rows, on its laws and on instances of their own, joined row by row.

They stand beside a verdict and never make one; an instance that certainly fails disputes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

Work = tuple[list[str], str | None]
"""The rows wanted, and a law file, or None for instances that need no law."""


def pieces(ids: Iterable[str], library: Path) -> list[Work]:
    """The work to be done for the rows named: one piece for each law file, and for each maker of instances."""
    from proofcheck.exact.registry import ROWS

    wanted = set(ids)
    alone: dict[Any, list[str]] = {}
    for id, row in ROWS.items():
        if id in wanted and row.alone:
            alone.setdefault(row.alone, []).append(id)
    on_laws = [id for id, row in ROWS.items() if id in wanted and row.laws]
    laws = sorted((library / "laws").glob("*.toml")) if on_laws else []
    return [*((some, None) for some in alone.values()), *((on_laws, str(law)) for law in laws)]


def confirm(work: Work) -> list[Any]:
    """The records (`proofcheck.exact.Record`) of one piece of work. Raises InputError for a bad law file."""
    from proofcheck.exact.confirm import confirm_alone, confirm_corpus

    ids, law = work
    return confirm_alone(ids) if law is None else confirm_corpus([law], ids=ids)


def settle(row: dict[str, Any], records: Mapping[str, Any]) -> None:
    """Put a row's record beside its verdict; an instance that certainly fails disputes it.

    A confirmation that was written for another statement of the same name is left out.
    """
    from proofcheck.exact.registry import ROWS, digest
    from proofcheck.report.words import FINE

    id = row["id"]
    if id not in records or id not in ROWS or digest(row["statement"]) != ROWS[id].digest:
        return
    row["confirmed"] = found = {**records[id].as_dict(), "of": ROWS[id].of or None}
    if found["violated"] and row["verdict"] in FINE:
        row.update(verdict="DISPUTED", words="Disputed: an exact instance contradicts it.",
                   reason=f"an exact instance contradicts it: {found['where']}")


def plain(statement: str) -> str:
    """Of a derivation's statement, the results without their settings; any other statement as it is."""
    parts = statement.split("; AND: ")
    return " AND ".join(part.rpartition("; THEN ")[2].removeprefix("THEN ") for part in parts)


def joined(records: Iterable[Any]) -> dict[str, Any]:
    """One record for each row over all pieces of work."""
    from proofcheck.exact.record import joined as join

    found: dict[str, Any] = {}
    for record in records:
        found[record.id] = join(found[record.id], record) if record.id in found else record
    return found
