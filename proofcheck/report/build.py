# SPDX-License-Identifier: Apache-2.0
"""The whole report as plain data: every row, the graph, constants, laws; the same for the same input, byte for byte."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import proofcheck
from proofcheck import __version__
from proofcheck.claim import Claim
from proofcheck.derive.rows import document_path
from proofcheck.derive.stale import Lock
from proofcheck.files import read_text
from proofcheck.kernel.check import FORMAT, VERSION, read
from proofcheck.kernel.derivation_terms import relation
from proofcheck.library import Library
from proofcheck.outcome import FINE, STALE, standing
from proofcheck.report.confirmed import confirm, joined, pieces, settle
from proofcheck.report.constants import Relation, waterfall
from proofcheck.report.entry import empty_row, entry
from proofcheck.report.graph import Edges
from proofcheck.report.presentation import Presentation
from proofcheck.report.words import NOTHING, ORDER, sentence

Report = dict[str, Any]
_COSTLY = ("law", "derived", "confirm", "claim")


@dataclass(frozen=True)
class Missing:
    """No answer to a task: why."""

    reason: str


Runner = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[tuple[int, Any]]]
"""Calls a function on tasks and yields (index, answer, or Missing) in any order."""


def in_turn(function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterable[tuple[int, Any]]:
    """One task after another, in this process."""
    return enumerate(map(function, tasks))


def build(
    library: Library, shown: Presentation, laws: Sequence[tuple[Path, str]], *, run: Runner = in_turn
) -> Report:
    """Everything that the page and the files beside it say. Raises InputError for a bad law or page file."""
    tasks = tasks_of(library, shown, laws)
    answers = dict(run(work, tasks))
    found = [(task, answers[k]) for k, task in enumerate(tasks)]
    place = {entry.id: k for k, entry in enumerate(library.rows)}
    rows = sorted((_row(library, item, answer) for (kind, item), answer in found if kind in ("claim", "derived")),
                  key=lambda row: place[row["id"]])
    lost = [answer.reason for (kind, _), answer in found if kind == "confirm" and isinstance(answer, Missing)]
    records = joined(record for (kind, _), answer in found if kind == "confirm" and not isinstance(answer, Missing)
                     for record in answer)
    edges = _settle(rows, library, records)
    return {
        "title": shown.title, "about": shown.about, "version": __version__, "kernel": kernel(), "rows": rows,
        "summary": summary(rows), "axioms": axioms(rows), "main": _main(rows, shown), "edges": edges,
        "waterfalls": waterfalls(library, shown), "lost": lost,
        "laws": [_law(item, answer) for (kind, item), answer in found if kind == "law"],
    }


def _row(library: Library, item: dict[str, Any], answer: Any) -> dict[str, Any]:
    """A row; one that got no answer is undecided, and says why."""
    if isinstance(answer, Missing):
        return {**empty_row(library.find(item["id"])), "reason": answer.reason, "words": sentence("UNDECIDED")}
    found: dict[str, Any] = answer
    return found


def _law(item: tuple[str, str], answer: Any) -> dict[str, Any]:
    if isinstance(answer, Missing):
        return {"file": Path(item[0]).name, "epsilon": item[1], "lost": answer.reason}
    return {**answer, "lost": ""}


def tasks_of(library: Library, shown: Presentation, laws: Sequence[tuple[Path, str]]) -> list[tuple[str, Any]]:
    """What is to be done, the costly first: no worker is left alone with one. Raises InputError for a bad law."""
    for path, epsilon in laws:
        check_law(path, epsilon)
    names, place = dict(shown.names), str(library.origin)  # workers load it again
    rows = [("claim" if isinstance(entry, Claim) else "derived", {"library": place, "id": entry.id, "names": names})
            for entry in library.rows]
    finite = [("confirm", work) for work in pieces((entry.id for entry in library.rows), library.path)]
    pictures = [("law", (str(path), epsilon)) for path, epsilon in laws]
    return sorted([*pictures, *finite, *rows], key=lambda task: _COSTLY.index(task[0]))


def check_law(path: Path, epsilon: str) -> None:
    """Raises InputError for a law or an epsilon that cannot be read."""
    from proofcheck.exact.lawfile import load_law
    from proofcheck.exact.softmax import epsilon_of

    load_law(path)
    epsilon_of(epsilon)


def work(task: tuple[str, Any]) -> Any:
    """One task, in whatever process."""
    kind, item = task
    if kind == "law":
        from proofcheck.report.law_data import law_data

        return law_data(*item)
    return confirm(item) if kind == "confirm" else entry(item)


def _settle(rows: list[dict[str, Any]], library: Library, records: Mapping[str, Any]) -> Edges:
    """Mark what is stale, put finite confirmations beside verdicts, link rows; what each row rests on."""
    lock = Lock(library)
    edges = {row["id"]: lock.rests_on(row["id"]) for row in rows}
    for row in rows:
        row["verdict"], row["reason"] = standing(row["verdict"], row["reason"], lock.stale(row["id"]))
        row["words"] = sentence(STALE) if row["verdict"] == STALE else row["words"]
        settle(row, records)
        row["uses"], row["used_by"] = edges[row["id"]], sorted(name for name in edges if row["id"] in edges[name])
    return edges


def kernel() -> dict[str, Any]:
    """Which kernel replayed the proofs: its format, and a digest of its source files."""
    total = hashlib.sha256()
    for path in sorted((Path(proofcheck.__file__).parent / "kernel").glob("*.py")):
        total.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return {"format": FORMAT, "version": VERSION, "digest": f"sha256:{total.hexdigest()}"}


def summary(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many rows have each verdict, from good to bad."""
    count = Counter(row["verdict"] for row in rows)
    return {word: count[word] for word in ORDER if count[word]}


def axioms(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The axioms that some row rests on, with their citations and the rows."""
    by_id = {row["id"]: row for row in rows}
    names = sorted({name for row in rows for name in row["axioms"]})
    found = {name: by_id.get(name, {}) for name in names}
    return [{"id": name, "citation": row.get("citation", ""), "says": row.get("says", ""),
             "rows": [user["id"] for user in rows if name in user["axioms"] and user["id"] != name]}
            for name, row in found.items()]


def _main(rows: Sequence[Mapping[str, Any]], shown: Presentation) -> list[str]:
    """The results that the page begins with: those the library names, else what is decided and nothing else uses."""
    named = [name for name in shown.main if any(row["id"] == name for row in rows)]
    unused = [row["id"] for row in rows if not row["used_by"] and row["verdict"] != NOTHING]
    return named or unused[:8]


def waterfalls(library: Library, shown: Presentation) -> list[dict[str, Any]]:
    """The chains of constants with their numbers as exact text."""
    wanted = {c.claim for chain in shown.chains for step in chain.steps for c in (step.number, step.operand) if c}
    relations = {name: _relations(library, name) for name in sorted(wanted)}
    found = []
    for chain in shown.chains:
        bars = [asdict(bar) for bar in waterfall(chain, relations)]
        texts = [{**bar, "value": str(bar["value"]), "operand": bar["operand"] and str(bar["operand"])} for bar in bars]
        found.append({"title": chain.title, "steps": texts})
    return found


def _relations(library: Library, id: str) -> list[Relation]:
    """The relation of a claim, or those of a derivation's results; the kernel has replayed what they are read from."""
    found = library.entries().get(id)
    if isinstance(found, Claim):
        goal = found.statement.goal
        return [(goal.op, goal.left, goal.right)]
    path = document_path(library.path, id)
    if found is None or not path.exists():
        return []
    document = read(read_text(path, "derivation document"))
    results = document.get("result", [])
    return [relation(step["goal"]) for step in document["steps"] if step.get("id") in results]


def fine(report: Report) -> bool:
    """Whether all rows are proved, conditional, confirmed, or have nothing to decide."""
    return all(row["verdict"] in FINE | {NOTHING} for row in report["rows"])
