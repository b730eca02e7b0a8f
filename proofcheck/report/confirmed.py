# SPDX-License-Identifier: Apache-2.0
"""Finite confirmations of the library's rows, on its laws and on instances of their own, joined row by row.

They stand beside a verdict and never make one; an instance that certainly fails disputes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from proofcheck.outcome import FINE

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

    id = row["id"]
    if id in records and id in ROWS and digest(row["statement"]) == ROWS[id].digest and put_beside(row, records[id]):
        row["words"] = "Disputed: an exact instance contradicts it."


def put_beside(row: dict[str, Any], record: Any) -> bool:
    """Fill a row's ``confirmed`` with a record; whether a violated instance disputes a verdict that was fine."""
    from proofcheck.exact.registry import ROWS

    row["confirmed"] = found = {**record.as_dict(), "of": ROWS[row["id"]].of or None}
    disputed = bool(found["violated"]) and row["verdict"] in FINE
    if disputed:
        row.update(verdict="DISPUTED", reason=f"an exact instance contradicts it: {found['where']}")
    return disputed


def joined(records: Iterable[Any]) -> dict[str, Any]:
    """One record for each row over all pieces of work."""
    from proofcheck.exact.record import joined as join

    found: dict[str, Any] = {}
    for record in records:
        found[record.id] = join(found[record.id], record) if record.id in found else record
    return found
