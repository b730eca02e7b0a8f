# SPDX-License-Identifier: Apache-2.0
"""How a row that no certificate proves stands in two libraries: what the kernel says of its derivation.

Its words prove nothing. What counts is the verdict on its document, the statement that the kernel prints (context,
definitions, assumptions, results) and the axioms that it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from proofcheck.claim import Claim
from proofcheck.derive.rows import document_path, index, replay_row, theories
from proofcheck.errors import InputError
from proofcheck.kernel.verdict import Rejected, Status
from proofcheck.library import Library, Pending

DERIVED = (Status.PROVED.value, Status.CONDITIONAL.value)
GIVEN = ("axiom", "def")  # kinds of rows of which nothing is claimed


@dataclass(frozen=True)
class Standing:
    """What the kernel says of a derivation: a verdict, the statement it replayed, the axioms under it."""

    verdict: str
    statement: str = ""
    axioms: tuple[str, ...] = ()

    def text(self) -> str:
        """The verdict in words, with what it rests on."""
        return f"{self.verdict} on {', '.join(self.axioms)}" if self.axioms else self.verdict


NONE = Standing("without a derivation")


def standings(library: Library, ids: Iterable[str]) -> dict[str, Standing]:
    """The standing of each of these rows that is no Claim, by replay of its document."""
    entries, claims = library.entries(), {claim.id: claim.statement for claim in library.claims}
    where = index(theories(library.path))
    found: dict[str, Standing] = {}
    for id in ids:
        if isinstance(entries[id], Claim):
            continue
        found[id] = NONE
        if id in where:
            try:
                verdict = replay_row(library.path, id, claims)
                found[id] = Standing(verdict.status.value, verdict.statement, verdict.axioms)
            except (Rejected, InputError):
                found[id] = Standing("REJECTED")
    return found


def same_documents(before: Library, after: Library, ids: Iterable[str]) -> set[str]:
    """Those of these rows that have one and the same document in both: at most their staleness differs."""
    places = [index(theories(library.path)) for library in (before, after)]
    return {id for id in ids if all(id in where for where in places) and _document(before, id) == _document(after, id)}


def _document(library: Library, id: str) -> bytes | None:
    path = document_path(library.path, id)
    return path.read_bytes() if path.is_file() else None


def loss(before: Pending, after: Pending, old: Standing, new: Standing) -> str:
    """What a row has lost, in words; empty when nothing. A stale one has lost nothing here: it is listed as stale."""
    if after.kind in GIVEN and before.kind not in GIVEN:
        return f"of kind {before.kind} before, now {after.kind}: it is claimed no longer"
    if old.verdict not in DERIVED or new.verdict == Status.STALE.value:
        return ""
    if new.verdict not in DERIVED or set(new.axioms) - set(old.axioms):
        return f"{old.text()} before, now {new.text()}"
    return ""


def restated(old: Standing, new: Standing) -> bool:
    """Whether two derivations, both good, state different things or rest on different axioms."""
    both = old.verdict in DERIVED and new.verdict in DERIVED
    return both and (old.statement, old.axioms) != (new.statement, new.axioms)
