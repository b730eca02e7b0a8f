# SPDX-License-Identifier: Apache-2.0
"""What a row rests on, and whether that is still what its certificate or derivation document was made from.

Nothing that a document says about itself is believed: each of its steps, its context and its claims are compared with
the files of today. Of the rows that a row *uses*, the digest of what they state is written beside its proof.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any

from proofcheck.claim import Claim
from proofcheck.derive.compose import Composed, agrees, compose, shown
from proofcheck.derive.rows import changes, document_path, in_words, index, theories
from proofcheck.derive.source import Sources, label, words
from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.kernel.term import digest
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import Library, Pending


class Lock:
    """The rows of a library, with what each rests on and whether that has changed; everything is read once.

    The proofs of the rows ``fresh`` are about to be made again, so what has changed since they were made is no matter.
    """

    def __init__(self, library: Library, fresh: Collection[str] = ()) -> None:
        self.library, self.fresh = library, frozenset(fresh)
        self.entries = library.entries()
        self.statements = {claim.id: claim.statement for claim in library.claims}
        self.files = theories(library.path)
        self.where = index(self.files)
        self.sources = Sources(self.files)
        results = [row for data in self.files.values() for row in data.get("result", []) if row["id"] in self.entries]
        self.facts = {fact: row["id"] for row in results for fact in row["facts"]} | {id: id for id in self.entries}
        self._proofs: dict[str, Any] = {}
        self._changed: dict[str, list[str]] = {}
        self._own: dict[str, str] = {}
        self._rests: dict[str, list[str]] = {}

    def proof(self, id: str) -> Any:
        """The certificate or the derivation document of a row; None when there is none that can be read."""
        if id not in self._proofs:
            claim = isinstance(self.entries[id], Claim)
            path = self.library.certificate_path(id) if claim else document_path(self.library.path, id)
            try:
                self._proofs[id] = json.loads(read_text(path, "proof")) if path.exists() else None
            except (ValueError, RecursionError, InputError):
                self._proofs[id] = None
        return self._proofs[id]

    def digest(self, id: str) -> str:
        """The digest of what a row states: its statement, the statement of its document, or its words."""
        entry = self.entries[id]
        if isinstance(entry, Claim):
            return entry.statement.digest()
        data = self.proof(id) if id in self.where else None
        return str(data.get("digest")) if isinstance(data, dict) else digest(entry.says)

    def uses(self, entry: Claim | Pending) -> dict[str, str]:
        """The digests of the rows that a row declares to use; a name that is no row stands for all rows below it."""
        return {name: self.digest(name) for used in entry.uses for name in self.below(used)}

    def below(self, used: str) -> list[str]:
        """The row of this name, or the rows below it."""
        return [used] if used in self.entries else [name for name in self.entries if name.startswith(f"{used}.")]

    def rests_on(self, id: str) -> list[str]:
        """The rows that a row rests on directly: as declared, and as the steps of its derivation say."""
        if id not in self._rests:
            found = {name for used in self.entries[id].uses for name in self.below(used)}
            if id not in self.statements and id in self.where and isinstance(self.proof(id), dict):
                with suppress(KeyError, TypeError, AttributeError):  # what is no document is refused elsewhere
                    found |= set(direct(self.proof(id), self.facts))
            self._rests[id] = sorted(found - {id})
        return self._rests[id]

    def changed(self, id: str) -> list[str]:
        """What has changed since the proof of a row was made, in words, other rows apart; none without a proof."""
        if id not in self._changed:
            self._changed[id] = [] if id in self.fresh else self._compare(id)
        return self._changed[id]

    def _compare(self, id: str) -> list[str]:
        data, entry = self.proof(id), self.entries[id]
        if not isinstance(data, dict) or (id not in self.statements and id not in self.where):
            return []
        if isinstance(entry, Claim):
            return [] if data.get("digest") == entry.statement.digest() else ["its statement"]
        try:
            return changes(data, self.where[id], self.sources, self.statements)
        except Rejected:
            return ["its document"]

    def own(self, id: str) -> str:
        """Why the proof of a row is not that of what is written now, in words; empty when it is, or is missing."""
        if id not in self._own:
            self._own[id] = self._mismatch(id) or ("" if id in self.fresh else self._reason(id))
        return self._own[id]

    def composed(self, id: str) -> Composed | None:
        """What the bounds that a claim says it composes come to; raises InputError when they do not fit together."""
        entry, composition = self.entries[id], self.library.compositions.get(id)
        if composition is None or not isinstance(entry, Claim):
            return None
        return compose(composition, entry, self.statements, self.sources, self.where)

    def _mismatch(self, id: str) -> str:
        """Why the left side of a claim is not what its bounds come to, in words; empty when it is."""
        try:
            found, entry = self.composed(id), self.entries[id]
        except InputError as problem:
            return str(problem)
        if found is None or not isinstance(entry, Claim) or agrees(entry, found.result):
            return ""
        names = " and ".join(name for name, _ in found.bounds)
        return f"the bounds of {names} come to {shown(found.result)}, which is not its left side"

    def _reason(self, id: str) -> str:
        data, changed = self.proof(id), self.changed(id)
        if changed:
            return in_words(changed)
        if not isinstance(data, dict):
            return ""
        recorded = data.get("uses")
        known = recorded if isinstance(recorded, dict) else {}
        others = [name for name, now in self.uses(self.entries[id]).items()
                  if known.get(name) != now and not self.changed(name)]
        return f"it was made when {others[0]} was not as it is now" if others else ""

    def stale(self, id: str) -> str:
        """Why a row is stale and what to do, in words; empty when neither it nor anything that it rests on is."""
        claim = isinstance(self.entries[id], Claim)
        again = f"`proofcheck verify {id} --search`" if claim else f"`proofcheck derive {id}`"
        if mismatch := self._mismatch(id):
            return f"{mismatch}; correct the claim or the bounds"
        if self.own(id):
            return f"{self.own(id)}; make its proof again with {again}"
        for name, through in self.closure(id).items():
            if self.own(name):
                cause = self.own(name) if name == through else f"{name}: {self.own(name)}"
                return f"uses {through}, which is stale ({cause})"
        return ""

    def closure(self, id: str) -> dict[str, str]:
        """All rows that a row rests on, the nearest first, each with the direct one through which it is reached."""
        found: dict[str, str] = {}
        waiting = [(name, name) for name in self.rests_on(id)]
        while waiting:
            name, through = waiting.pop(0)
            if name not in found and name != id:
                found[name] = through
                waiting += [(other, through) for other in self.rests_on(name)]
        return found


def direct(document: Mapping[str, Any], rows: Mapping[str, str]) -> Iterator[str]:
    """The rows on which the results of a document rest, as far as the first one on each way down; ``rows`` by fact."""
    steps = {label(step): step for step in document["steps"]}
    own = {rows.get(fact) for fact in document["result"]}
    seen: set[str] = set()
    waiting = [*document["result"], *(key for key, step in steps.items() if step["rule"] == "assume")]
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        if key in rows and rows[key] not in own:
            yield rows[key]
            continue
        step = steps.get(key, {})
        if step.get("rule") == "import":
            yield from _in_theory(document, step["theory"], [step["fact"]], rows)
        for word in words({k: v for k, v in step.items() if k not in ("id", "theory", "rule")}):
            waiting += [other for other in (word, f"def.{word}") if other in steps or other in rows]
    for name in document.get("beside", []):
        yield from _in_theory(document, name, document["theories"][name]["result"], rows)


def _in_theory(document: Mapping[str, Any], name: str, facts: list[str], rows: Mapping[str, str]) -> Iterator[str]:
    """The same for facts of another theory."""
    yield from (rows[fact] for fact in facts if fact in rows)
    rest = [fact for fact in facts if fact not in rows]
    if rest:
        yield from direct({**document["theories"][name], "result": rest}, rows)
