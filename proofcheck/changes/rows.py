# SPDX-License-Identifier: Apache-2.0
"""What changed between two libraries, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from proofcheck.changes.standing import NONE, Standing, loss, restated, same_documents, standings
from proofcheck.claim import Claim
from proofcheck.derive.rows import below, index, theories
from proofcheck.kernel.term import digest
from proofcheck.library import Library, Pending

Entry = Claim | Pending
Entries = tuple[Mapping[str, Entry], Mapping[str, Entry]]
Standings = tuple[Mapping[str, Standing], Mapping[str, Standing]]
TOLD = ("label", "section", "paper", "kind", "says", "note", "uses")  # what may change without the statement


@dataclass(frozen=True)
class Changes:
    """Identifiers, in the order of the new library (of the old one for what is gone)."""

    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)  # old identifier to new one, the statement being the same
    changed: list[str] = field(default_factory=list)  # the statement differs
    lost: dict[str, str] = field(default_factory=dict)  # its proof, or a part of it, is gone: how, in words
    retold: dict[str, list[str]] = field(default_factory=dict)  # the statement is the same, these keys differ
    same: int = 0
    standing: Standings = field(default_factory=lambda: ({}, {}))  # of the derived rows that were replayed

    @property
    def statements(self) -> list[str]:
        """The rows of the new library whose statement is not the one of that name in the old."""
        return [*self.added, *self.renamed.values(), *self.changed]


def changes(old: Library, new: Library) -> Changes:
    """Compare two libraries by identifier, then what is left by statement; derivations that differ are replayed."""
    before, after = old.entries(), new.entries()
    both = [id for id in after if id in before]
    same = same_documents(old, new, both)
    standing = (standings(old, [id for id in before if id not in same]),
                standings(new, [id for id in after if id not in same]))
    gone, fresh = [id for id in before if id not in after], [id for id in after if id not in before]
    renamed = _renamed((before, after), standing, gone, fresh)
    lost = {id: why for id in both if (why := _lost(id, (old, new), standing))}
    found = Changes(
        added=[id for id in fresh if id not in renamed.values()],
        removed=[id for id in gone if id not in renamed],
        renamed=renamed,
        changed=[id for id in both if id not in lost and _differs(id, (before, after), standing)],
        lost=lost,
        standing=standing,
    )
    texts = (_derivations(old.path), _derivations(new.path))
    rest = [id for id in both if id not in found.changed and id not in lost]
    told = {id: list(_told(id, before[id], after[id], texts)) for id in rest}
    found.retold.update({id: keys for id, keys in told.items() if keys})
    return Changes(**{**vars(found), "same": len(rest) - len(found.retold)})


def _renamed(entries: Entries, standing: Standings, gone: list[str], fresh: list[str]) -> dict[str, str]:
    """Identifiers that are gone, with the new one of the same statement and standing, each used once."""
    pairs: dict[str, str] = {}
    for id in gone:
        for other in fresh:
            alike = _statement(entries[1][other]) == _statement(entries[0][id])
            if alike and other not in pairs.values() and standing[0].get(id) == standing[1].get(other):
                pairs[id] = other
                break
    return pairs


def _lost(id: str, libraries: tuple[Library, Library], standing: Standings) -> str:
    """What a row that is in both libraries has lost, in words; empty when nothing."""
    before, after = (library.entries()[id] for library in libraries)
    if isinstance(before, Pending) and isinstance(after, Pending):
        return loss(before, after, *(side.get(id, NONE) for side in standing))
    if isinstance(before, Claim) and isinstance(after, Claim):
        had, has = (library.certificate_path(id).exists() for library in libraries)
        same = _statement(before) == _statement(after)
        return "its certificate is gone" if same and had and not has else ""
    return ""


def _differs(id: str, entries: Entries, standing: Standings) -> bool:
    """Whether a row says something else: its statement, its words, or what its derivation states."""
    if _statement(entries[0][id]) != _statement(entries[1][id]):
        return True
    return restated(*(side.get(id, NONE) for side in standing))


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
