# SPDX-License-Identifier: Apache-2.0
"""Finite confirmations of rows in a notebook: evaluated now on one law, or on instances that need no law. No proof."""

from __future__ import annotations

from proofcheck.errors import InputError
from proofcheck.exact.confirm import confirm_alone, confirm_corpus
from proofcheck.exact.record import Record
from proofcheck.exact.registry import ROWS, digest
from proofcheck.library import Library
from proofcheck.notebook.rows import Row, replay
from proofcheck.notebook.tables import Table, most, table
from proofcheck.report.confirmed import joined


def confirm(library: Library, *ids: str, law: str = "") -> Table:
    """What exact instances say of the rows ``ids``: on ``law``, a file of the library's laws, or on their own.

    A row whose statement is not the one that its confirmation was written for is left out, and says so. Raises
    InputError for a row without a confirmation, or one on a law where none is named.
    """
    records = joined(_records(library, ids, law))
    rows = [_line(row, records.get(row.entry.id)) for row in replay(library, *ids).rows]
    return table(["row", "answer", "instances", "left/right at most", "closest at"], rows)


def _records(library: Library, ids: tuple[str, ...], law: str) -> list[Record]:
    for id in ids:
        if id not in ROWS or (ROWS[id].laws and not law):
            known = ", ".join(sorted(ROWS))
            raise InputError(f"confirm: {id!r} needs a law" if id in ROWS else f"confirm: found {id!r}; known: {known}")
    on_laws = [id for id in ids if ROWS[id].laws]
    found = confirm_corpus([library.path / "laws" / law], ids=on_laws) if on_laws else []
    return [*found, *confirm_alone(id for id in ids if ROWS[id].alone)]


def _line(row: Row, record: Record | None) -> list[str]:
    id = row.entry.id
    if row.verdict is None:
        return [id, "-", "-", "-", f"{row.word}: {row.reason}"]
    if digest(row.verdict.statement) != ROWS[id].digest:
        return [id, "-", "-", "-", "the confirmation was written for another statement"]
    if record is None:
        return [id, "-", "0", "-", "this law has no instance"]
    ratio = "equal" if record.equal else "-" if record.worst is None else most(record.worst, 4)
    return [id, record.status.value, str(record.instances), ratio, record.where]
