# SPDX-License-Identifier: Apache-2.0
"""The rows of a library that derivation files prove: where their documents are, and whether these are up to date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from proofcheck.derive.source import Files, Source, Sources, earlier, label, read_folder
from proofcheck.errors import InputError
from proofcheck.files import read_text, stamp
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.verdict import Rejected, Status, Verdict


def folder_of(library: Path) -> Path:
    """Where the derivation files of a library are."""
    return library / "derivations"


def document_path(library: Path, id: str) -> Path:
    """Where the derivation document of a row is kept."""
    return folder_of(library) / "documents" / f"{id}.json"


def theories(library: Path) -> Files:
    """The data of every derivation file, by its name."""
    return read_folder(folder_of(library))


@lru_cache(maxsize=1)
def _remembered(library: Path, _stamp: tuple[tuple[str, int, int], ...]) -> Sources:
    """The derivation files, read once by a process that replays many rows."""
    return Sources(theories(library))


def index(files: Mapping[str, dict[str, Any]]) -> dict[str, str]:
    """The file in which each step or result is, by its id."""
    return {row["id"]: name for name, data in files.items() for key in ("step", "result")
            for row in data.get(key, []) if "id" in row}


def home(files: Mapping[str, dict[str, Any]], id: str) -> str | None:
    """The one file in which a row is proved, None without one. Raises InputError when two files would prove it."""
    found = [name for name, data in files.items() if any(
        row.get("id") == id for key in ("step", "result") for row in data.get(key, []))]
    if len(found) > 1:
        raise InputError(f"{id} is in {' and '.join(f'{name}.toml' for name in found)}; write it in one file")
    return found[0] if found else None


def conclusion(statement: str) -> str:
    """Of a derivation's statement, the results without their settings; any other statement as it is."""
    parts = statement.split("; AND: ")
    return " AND ".join(part.rpartition("; THEN ")[2].removeprefix("THEN ") for part in parts)


def below(files: Mapping[str, dict[str, Any]], name: str) -> list[str]:
    """A file, and those that it continues or imports from, each once."""
    found, waiting = list[str](), [name]
    while waiting:
        here = waiting.pop()
        if here in found or here not in files:
            continue
        found.append(here)
        waiting += earlier(files[here])
        waiting += [row["theory"] for row in files[here].get("step", []) if "theory" in row]
        waiting += [other for row in files[here].get("result", []) for other in row.get("beside", {})]
    return sorted(found)


def replay_row(library: Path, id: str, claims: Mapping[str, Statement]) -> Verdict:
    """The kernel's verdict on the derivation of a row; UNDECIDED without one, STALE when its sources have changed.

    Raises Rejected when a step does not hold, InputError when the file cannot be read.
    """
    from proofcheck.kernel.check import read, replay
    from proofcheck.kernel.derivation import FORMAT

    sources = _remembered(library, stamp(folder_of(library)))
    name, path = home(sources.files, id), document_path(library, id)
    again = f"make it again with `proofcheck derive {id}`"
    if name is None or not path.exists():
        return Verdict(Status.UNDECIDED, "", "", reason="no derivation" if name is None else f"no document; {again}")
    data = read(read_text(path, "derivation document"))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Rejected("document", f"this is no {FORMAT}")
    changed = changes(data, name, sources, claims)
    if changed:
        return Verdict(Status.STALE, "", "", reason=f"{in_words(changed)}; {again}")
    if not _proves(data, id, name, sources):
        raise Rejected("document", "it proves other steps")
    return replay(data)


def _proves(data: Mapping[str, Any], id: str, name: str, sources: Mapping[str, Source]) -> bool:
    """Whether the results of a document, and those of the theories put beside, are the ones that make up the row."""
    source, beside = sources[name], sources[name].beside.get(id, {})
    inner = {other: [fact for result in sorted(results) for fact in sources[other].results.get(result, [result])]
             for other, results in beside.items()}
    return bool(data.get("result") == source.results.get(id, [id]) and data.get("beside", []) == sorted(beside)
                and all(data["theories"][other].get("result") == facts for other, facts in inner.items()))


def in_words(changed: list[str]) -> str:
    """The first of the parts that have changed, and how many more."""
    return f"{changed[0]} has changed" + (f", and {len(changed) - 1} more" if len(changed) > 1 else "")


def changes(data: Any, name: str, sources: Mapping[str, Source], claims: Mapping[str, Statement]) -> list[str]:
    """The parts of a document that are not as they are written in the file ``name`` and in the library, in words.

    What the document says about itself plays no part. Raises InputError when a file cannot be read, and Rejected for
    what is no derivation document.
    """
    try:
        return list(_differences(data, name, sources, claims))
    except (KeyError, TypeError, AttributeError, IndexError):
        raise Rejected("document", "this is no derivation document") from None


def _differences(data: Any, name: str, sources: Mapping[str, Source], claims: Mapping[str, Statement]) -> Iterator[str]:
    source = sources[name]
    yield from _context(data["context"], source)
    for key, claim in data["claims"].items():
        statement = source.claims.get(key) or claims.get(key)
        if statement is None or statement.to_json() != claim["statement"]:
            yield f"the claim {key}" + (f" of {source.files[key]}.toml" if key in source.files else "")
    equalities = source.equalities()
    found = {label(step): bare(step, equalities) for step in data["steps"]}
    if len(found) < len(data["steps"]):
        yield f"the number of steps of {name}.toml"
    for key, step in found.items():
        written = source.steps.get(key)
        if written is None or bare(written, equalities) != step:
            yield f"the step {key.removeprefix('def.')} of {source.files.get(key, name)}.toml"
    for key, step in source.steps.items():
        if step["rule"] == "assume" and key not in found:
            yield f"the step {key} of {source.files[key]}.toml"
    for key, inner in data["theories"].items():
        yield from _differences(inner, key, sources, claims)


def _context(context: Mapping[str, Any], source: Source) -> Iterator[str]:
    """The parts of a context that differ."""
    found = ["the word identical"] * (context["identical"] != source.context["identical"])
    for key in ("parameters", "declarations", "assumptions"):
        named = "id" if key == "assumptions" else "name"  # as the kernel reads them
        here, there = ({x.get(named): bare(x, set()) for x in side[key]} for side in (context, source.context))
        found += [f"the number of {key}"] * (len(context[key]) != len(source.context[key]))
        found += [f"the {key[:-1]} {name}" for name in {**here, **there} if here.get(name) != there.get(name)]
    yield from (f"{words} of {source.name}.toml" for words in found)


def bare(step: Mapping[str, Any], equalities: set[str]) -> dict[str, Any]:
    """What is written in a step or declaration: without what the search adds, proofs and directions of equalities."""
    kept = {key: value for key, value in step.items() if key != "proofs"}
    if "from" in kept:
        kept["from"] = [_unsigned(ref) if ref.get("fact") in equalities else ref for ref in kept["from"]]
    return kept


def _unsigned(ref: Mapping[str, Any]) -> dict[str, Any]:
    c = ref.get("times", "1")
    while isinstance(c, list) and c[:1] == ["neg"]:
        c = c[1]
    return {**ref, "times": c.lstrip("-") if isinstance(c, str) else c}
