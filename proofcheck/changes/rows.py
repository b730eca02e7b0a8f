# SPDX-License-Identifier: Apache-2.0
"""What changed between two libraries, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from proofcheck.claim import Claim
from proofcheck.derive.rows import below, index, theories
from proofcheck.kernel.term import digest
from proofcheck.library import Library, Pending

Entry = Claim | Pending
TOLD = ("label", "section", "paper", "kind", "says", "note", "uses")  # what may change without the statement


@dataclass(frozen=True)
class Changes:
    """Identifiers, in the order of the new library (of the old one for what is gone)."""

    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)  # old identifier to new one, the statement being the same
    changed: list[str] = field(default_factory=list)  # the statement differs
    retold: dict[str, list[str]] = field(default_factory=dict)  # the statement is the same, these keys differ
    same: int = 0

    @property
    def statements(self) -> list[str]:
        """The rows of the new library whose statement is not the one of that name in the old."""
        return [*self.added, *self.renamed.values(), *self.changed]


def changes(old: Library, new: Library) -> Changes:
    """Compare two libraries by identifier, then what is left by statement."""
    before, after = old.entries(), new.entries()
    texts = (_derivations(old.path), _derivations(new.path))
    gone, fresh = [id for id in before if id not in after], [id for id in after if id not in before]
    renamed = _renamed(before, after, gone, fresh)
    found = Changes(
        added=[id for id in fresh if id not in renamed.values()],
        removed=[id for id in gone if id not in renamed],
        renamed=renamed,
        changed=[id for id in after if id in before and _statement(before[id]) != _statement(after[id])],
    )
    both = [id for id in after if id in before and id not in found.changed]
    told = {id: list(_told(id, before[id], after[id], texts)) for id in both}
    found.retold.update({id: keys for id, keys in told.items() if keys})
    return Changes(**{**vars(found), "same": len(both) - len(found.retold)})


def _renamed(
    before: Mapping[str, Entry], after: Mapping[str, Entry], gone: list[str], fresh: list[str]
) -> dict[str, str]:
    """Identifiers that are gone, with the new one of the same statement, each used once."""
    pairs: dict[str, str] = {}
    for id in gone:
        twins = [other for other in fresh if _statement(after[other]) == _statement(before[id])]
        free = [other for other in twins if other not in pairs.values()]
        if free:
            pairs[id] = free[0]
    return pairs


def _statement(entry: Entry) -> str:
    return entry.statement.digest() if isinstance(entry, Claim) else entry.says


def _told(id: str, before: Entry, after: Entry, texts: tuple[dict[str, str], dict[str, str]]) -> Iterator[str]:
    """The keys of an entry that differ, and its derivation where that does."""
    values = [
        {"label": e.source.label, "section": e.source.section, "paper": e.source.paper}
        | {key: getattr(e, key) for key in ("kind", "says", "note", "uses")}
        for e in (before, after)
    ]
    yield from (key for key in TOLD if values[0][key] != values[1][key])
    if texts[0].get(id) != texts[1].get(id):
        yield "derivation"


def _derivations(library: Path) -> dict[str, str]:
    """A digest of the text that the derivation of each row is made from."""
    files = theories(library)
    texts = {name: digest([[key, files[key]] for key in below(files, name)]) for name in files}
    return {id: texts[name] for id, name in index(files).items()}


def unproved(library: Library, ids: list[str]) -> list[str]:
    """Those of these claims that have no certificate at all."""
    entries = library.entries()
    return [id for id in ids if isinstance(entries[id], Claim) and not library.certificate_path(id).exists()]
