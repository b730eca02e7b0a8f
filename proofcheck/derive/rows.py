# SPDX-License-Identifier: Apache-2.0
"""The rows of a library that derivation files prove: where their documents are, and whether these are up to date."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from proofcheck.errors import InputError
from proofcheck.files import read_text, stamp
from proofcheck.kernel.statement import Statement, statement_from_json
from proofcheck.kernel.term import digest
from proofcheck.kernel.verdict import Rejected, Status, Verdict

_MAX = 4 * 1024 * 1024


def folder_of(library: Path) -> Path:
    """Where the derivation files of a library are."""
    return library / "derivations"


def document_path(library: Path, id: str) -> Path:
    """Where the derivation document of a row is kept."""
    return folder_of(library) / "documents" / f"{id}.json"


def theories(library: Path) -> dict[str, dict[str, Any]]:
    """The data of every derivation file, by its name."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder_of(library).glob("*.toml")):
        try:
            found[path.stem] = tomllib.loads(read_text(path, "derivation file", _MAX))
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{path}: not a TOML file ({str(error)[:120]}); correct that line") from None
    return found


@lru_cache(maxsize=1)
def _remembered(library: Path, _stamp: tuple[tuple[str, int, int], ...]) -> dict[str, dict[str, Any]]:
    """The same, read once by a process that replays many rows; for reading only."""
    return theories(library)


def index(files: Mapping[str, dict[str, Any]]) -> dict[str, str]:
    """The file in which each step or result is, by its id."""
    return {row["id"]: name for name, data in files.items() for key in ("step", "result")
            for row in data.get(key, []) if "id" in row}


def below(files: Mapping[str, dict[str, Any]], name: str) -> list[str]:
    """A file, and those that it continues or imports from, each once."""
    found, waiting = list[str](), [name]
    while waiting:
        here = waiting.pop()
        if here in found or here not in files:
            continue
        found.append(here)
        earlier = files[here].get("continues", [])
        waiting += [earlier] if isinstance(earlier, str) else earlier
        waiting += [row["theory"] for row in files[here].get("step", []) if "theory" in row]
        waiting += [other for row in files[here].get("result", []) for other in row.get("beside", {})]
    return sorted(found)


def source_stamp(files: Mapping[str, dict[str, Any]], name: str) -> str:
    """A digest of the text that a document is made from."""
    return digest([[key, files[key]] for key in below(files, name)])


def replay_row(library: Path, id: str, claims: Mapping[str, Statement]) -> Verdict:
    """The kernel's verdict on the derivation of a row; UNDECIDED without one, STALE when its sources have changed.

    Raises Rejected when a step does not hold, InputError when the file cannot be read.
    """
    from proofcheck.kernel.check import read, replay

    files = _remembered(library, stamp(folder_of(library)))
    name, path = index(files).get(id), document_path(library, id)
    again = f"make it again with `proofcheck derive {id}`"
    if name is None or not path.exists():
        return Verdict(Status.UNDECIDED, "", "", reason="no derivation" if name is None else f"no document; {again}")
    data = read(read_text(path, "derivation document"))
    if not isinstance(data, dict) or data.get("source") != source_stamp(files, name):
        return Verdict(Status.STALE, "", "", reason=f"{name}.toml, or a file that it rests on, has changed; {again}")
    for claim, statement in _claims(data):
        if claim in claims and claims[claim].digest() != statement.digest():
            return Verdict(Status.STALE, "", "", reason=f"the claim {claim} has changed; {again}")
    row = next((row for row in files[name].get("result", []) if row["id"] == id), {"facts": [id]})
    if data.get("result") != row["facts"] or data.get("beside", []) != sorted(row.get("beside", {})):
        raise Rejected("document", "it proves other steps")
    return replay(data)


def _claims(data: dict[str, Any]) -> list[tuple[str, Statement]]:
    """The claims that a document and the documents in it embed."""
    claims, inner = data.get("claims", {}), data.get("theories", {})
    if not isinstance(claims, dict) or not isinstance(inner, dict):
        raise Rejected("document", "claims and theories must be objects")
    here = [(name, statement_from_json(c.get("statement"))) for name, c in claims.items() if isinstance(c, dict)]
    return here + [pair for t in inner.values() if isinstance(t, dict) for pair in _claims(t)]
