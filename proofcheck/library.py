# SPDX-License-Identifier: Apache-2.0
"""Claim libraries: TOML files of claims, one per section of a paper, with certificates beside them.

A file has a table ``[source]`` (paper, title, section, url) and entries ``[[claim]]``. An entry of kind real or int has
``vars`` (in order), ``hypotheses``, ``goal``; one of kind prob, comb, axiom or def may have only ``says`` and
``citation``: it is listed, but nothing is decided about it in this version. Identifiers are unique over all files.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proofcheck.claim import KINDS, Claim, Source
from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.verdict import Rejected, Status, Verdict
from proofcheck.parse import statement_from_parts
from proofcheck.parse.piece import suggest
from proofcheck.parse.statement import check_keys

FORMAT = "proofcheck-certificate"
VERSION = 1
_ID = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
_FILE_KEYS = ("source", "claim")
_SOURCE_KEYS = ("paper", "title", "section", "url")
_CLAIM_KEYS = frozenset(
    {"id", "label", "section", "kind", "vars", "hypotheses", "goal", "says", "note", "uses", "citation"}
    | {"near_miss", "near_miss_at", "composes"}
)
_MAX_FILE = 4 * 1024 * 1024


@dataclass(frozen=True)
class Pending:
    """A row without a statement that a certificate could prove in this version."""

    id: str
    kind: str
    says: str
    source: Source
    note: str = ""
    citation: str = ""
    uses: tuple[str, ...] = ()


@dataclass(frozen=True)
class NearMiss:
    """A false sibling of a claim, never to be proved, and a point where it fails."""

    statement: Statement
    at: Mapping[str, str]


@dataclass(frozen=True)
class Composition:
    """Upper bounds of other rows, each put into the one before it, with terms put for their parameters.

    What comes out must be the left side of the claim.
    """

    bounds: tuple[str, ...]
    at: Mapping[str, str]


@dataclass(frozen=True)
class Library:
    """All claims under one folder, in the order of its files; ``file`` is the Python file they come from, if any."""

    path: Path
    rows: tuple[Claim | Pending, ...]
    near_misses: Mapping[str, NearMiss]
    compositions: Mapping[str, Composition] = field(default_factory=dict)
    file: Path | None = None

    @property
    def origin(self) -> Path:
        """What ``load_library`` takes to load it again."""
        return self.file or self.path

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The rows that a certificate can decide."""
        return tuple(row for row in self.rows if isinstance(row, Claim))

    @property
    def pending(self) -> tuple[Pending, ...]:
        """The rows that no certificate can decide in this version."""
        return tuple(row for row in self.rows if isinstance(row, Pending))

    def entries(self) -> dict[str, Claim | Pending]:
        """Every entry by identifier."""
        return {row.id: row for row in self.rows}

    def find(self, id: str) -> Claim | Pending:
        """The entry called ``id``; raises InputError with the nearest identifiers."""
        entries = self.entries()
        if id in entries:
            return entries[id]
        below = [name for name in entries if name.startswith(f"{id}.")]
        hint = f" (it has parts: {', '.join(below[:4])})" if below else suggest(id, entries)
        raise InputError(f"unknown claim {id[:60]!r}{hint}; `proofcheck list` shows all identifiers")

    def select(self, ids: Iterable[str]) -> list[Claim | Pending]:
        """The entries named, each with all below it (``lemma5`` selects ``lemma5.small.s1``); no name: all."""
        names = list(ids)
        entries = self.entries()
        chosen = {name for id in names for name in entries if name == id or name.startswith(f"{id}.")}
        for id in names:
            if not any(name == id or name.startswith(f"{id}.") for name in entries):
                self.find(id)
        return [entry for name, entry in entries.items() if not names or name in chosen]

    def users(self, id: str) -> list[str]:
        """The identifiers of the entries that use ``id``."""
        return [entry.id for entry in self.entries().values() if id in entry.uses]

    def certificate_path(self, id: str) -> Path:
        """Where the certificate of a claim is kept."""
        return self.path / "certificates" / f"{id}.json"


def default_library_path() -> Path:
    """The library that comes with the program: inside the wheel, or ``lemmas/`` beside the package in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "_lemmas"
    return inside if inside.is_dir() else package.parent / "lemmas"


def load_library(path: Path | str | None = None) -> Library:
    """Read every ``*.toml`` file in the folder ``path``; raises InputError naming the file and entry.

    The name of a Python file runs that file: see library_python.
    """
    folder = default_library_path() if path is None else Path(path)
    if folder.suffix == ".py" and not folder.is_dir():
        from proofcheck.library_python import load_python_library

        return load_python_library(folder)
    if not folder.is_dir():
        raise InputError(f"{str(folder)!r}: no such folder; write --library FOLDER with claim files (*.toml) in it")
    found: dict[str, tuple[Claim | Pending, Path]] = {}
    near: dict[str, NearMiss] = {}
    composed: dict[str, Composition] = {}
    files = sorted(folder.glob("*.toml"))
    if not files and (code := sorted(folder.glob("*.py"))):
        raise InputError(f"{folder}: no claim files (*.toml); to run a Python one, name it: --library {code[0]}")
    for file in files:
        for row in _read_file(file):
            entry = _read_entry(*row)
            if entry.id in found:
                other = found[entry.id][1]
                raise InputError(f"{file}: the id {entry.id!r} is already in {other}; identifiers must be unique")
            found[entry.id] = (entry, file)
            if "near_miss" in row[0]:
                near[entry.id] = _near_miss(*row)
            if "composes" in row[0]:
                composed[entry.id] = _composition(entry, row[0]["composes"], row[2])
    check_uses(found)
    return Library(folder, tuple(entry for entry, _ in found.values()), near, composed)


def check_id(id: str, what: str) -> None:
    """Refuse what can be no identifier; raises InputError that begins with ``what``."""
    if not _ID.fullmatch(id) or len(id) > 100:
        raise InputError(f"{what} is not of the form [a-z0-9_.]+; write one such as lemma2.i")


def check_uses(found: Mapping[str, tuple[Claim | Pending, Path]]) -> None:
    """Refuse an entry, with the file it is in, that uses an unknown one; raises InputError."""
    names: set[str] = set(found)
    for entry, file in found.values():
        for name in entry.uses:
            if name not in names and not any(other.startswith(f"{name}.") for other in names):
                hint = suggest(name, names)
                raise InputError(f"{file}: {entry.id} uses the unknown claim {name[:60]!r}{hint}; write an existing id")


_Row = tuple[dict[str, Any], dict[str, Any], str]


def _read_file(file: Path) -> Iterator[_Row]:
    """The rows of a file, each with the table [source] and its place for error messages."""
    try:
        data = tomllib.loads(read_text(file, "claim file", _MAX_FILE))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{file}: not a TOML file ({str(error)[:120]}); correct that line") from None
    check_keys(data, _FILE_KEYS, str(file))
    source, rows = data.get("source", {}), data.get("claim", [])
    if not isinstance(source, dict) or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError(f"{file}: write one table [source] and entries [[claim]]")
    check_keys(source, _SOURCE_KEYS, f"{file}, [source]")
    yield from ((row, source, f"{file}, claim {k} ({str(row.get('id'))[:100]})") for k, row in enumerate(rows, 1))


def _read_entry(row: dict[str, Any], source: dict[str, Any], where: str) -> Claim | Pending:
    check_keys(row, _CLAIM_KEYS, where)
    id = _text(row, "id", where)
    check_id(id, f"{where}: the id")
    section = _text(row, "section", where) or _text(source, "section", where)
    origin = Source(_text(source, "paper", where), _text(row, "label", where), section)
    kind, uses = _text(row, "kind", where), _uses(row, where)
    if kind not in KINDS:
        raise InputError(f"{where}: kind is {kind[:40]!r}; write one of {', '.join(KINDS)}")
    says, note = _text(row, "says", where), _text(row, "note", where)
    if "goal" not in row and kind not in ("real", "int"):
        return Pending(id, kind, says, origin, note, _text(row, "citation", where), uses)
    return Claim(id, _statement(row, "goal", where), origin, kind, says, note, uses)


def _statement(row: dict[str, Any], goal: str, where: str) -> Statement:
    if goal not in row:
        kind = row["kind"]
        raise InputError(f'{where}: a claim of kind {kind} needs a goal; write goal = "1 - exp(-x) >= x/2"')
    return statement_from_parts(row.get("vars", {}), row.get("hypotheses", []), row[goal], where)


def _near_miss(row: dict[str, Any], source: dict[str, Any], where: str) -> NearMiss:
    at = row.get("near_miss_at", {})
    if not isinstance(at, dict) or not all(isinstance(value, str) for value in at.values()):
        raise InputError(
            f'{where}: near_miss_at is {str(at)[:40]!r}; write exact values by variable, such as {{x = "1/2"}}'
        )
    return NearMiss(_statement(row, "near_miss", f"{where}, near_miss"), at)


def _composition(entry: Claim | Pending, data: Any, where: str) -> Composition:
    table = data if isinstance(data, dict) else {}
    bounds, at = table.get("bounds"), table.get("at", {})
    texts = isinstance(at, dict) and all(isinstance(value, str) for value in at.values())
    if not isinstance(bounds, list) or not bounds or not set(map(str, bounds)) <= set(entry.uses) or not texts:
        form = 'such as {bounds = ["lemma4", "lemma5"], at = {dmin = "Delta"}}'
        raise InputError(f"{where}: composes is {str(data)[:60]!r}; write rows of uses and terms for names, {form}")
    return Composition(tuple(bounds), at)


def _text(data: Mapping[str, Any], key: str, where: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise InputError(f"{where}: {key} is {str(value)[:40]!r}, no text; write it in quotes")
    return value


def _uses(row: Mapping[str, Any], where: str) -> tuple[str, ...]:
    value = row.get("uses", [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError(f'{where}: uses is {str(value)[:40]!r}; write a list of identifiers such as ["lemma2.i"]')
    return tuple(value)


def document(claim: Claim, proof: Mapping[str, Any], uses: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The certificate document of a proof: what ``proofcheck check`` and ``python -m proofcheck.kernel`` replay.

    ``uses`` are the digests of what the claims that it uses state today; the kernel passes over them.
    """
    statement = claim.statement
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": claim.id,
        "statement": statement.to_json(),
        "digest": statement.digest(),
        **({"uses": dict(uses)} if uses else {}),
        "proof": proof,
    }


def document_text(claim: Claim, proof: Mapping[str, Any], uses: Mapping[str, str] | None = None) -> str:
    """The certificate document as the text of its file."""
    return json.dumps(document(claim, proof, uses), ensure_ascii=True, separators=(",", ":")) + "\n"


def replay_claim(claim: Claim, path: Path) -> Verdict:
    """The kernel's verdict on a claim's committed certificate, the file ``path``.

    UNDECIDED when there is none, STALE when it was made for another statement. Raises Rejected when a step does not
    hold or the file is no certificate, InputError when it cannot be read.
    """
    from proofcheck.kernel.check import read, replay

    text, digest = claim.statement.text(), claim.statement.digest()
    again = f"`proofcheck verify {claim.id} --search`"
    if not path.exists():
        return Verdict(Status.UNDECIDED, text, digest, reason=f"no certificate; find one with {again}")
    data = read(read_text(path, "certificate"))
    if not isinstance(data, dict) or data.get("digest") != digest:
        return Verdict(
            Status.STALE, text, digest, reason=f"{path.name} was made for another statement; find it again with {again}"
        )
    verdict = replay(data)
    if verdict.digest != digest:
        raise Rejected("document", "the replayed statement is not the claim's")
    return verdict
