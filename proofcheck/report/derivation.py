# SPDX-License-Identifier: Apache-2.0
"""A derivation for the page: its setting, its results, and the steps that the paper has, in words and formulas.

A step is shown once, with the row that it leads to; other rows that rest on it link there. Reasons and chains are
those that ``proofcheck show`` prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from proofcheck.derive.chain import chain
from proofcheck.derive.reasons import Reasons, by_label
from proofcheck.derive.source import earlier, label
from proofcheck.derive.stale import Lock
from proofcheck.derive.typeset import Typesetter
from proofcheck.kernel.check import check
from proofcheck.kernel.derivation import replay_steps
from proofcheck.kernel.derivation_context import Derivation
from proofcheck.report.constants import constants_of
from proofcheck.report.latex import RELATIONS, Printer
from proofcheck.report.names import notation_latex
from proofcheck.report.surroundings import surroundings


@dataclass(frozen=True)
class Link:
    """One link of a chain: relation, term (both LaTeX; no relation at its start), and why."""

    op: str
    latex: str
    reason: str


@dataclass(frozen=True)
class Step:
    """One step of the paper: its name, LaTeX, the paper's words, why it holds, or the chain that shows it."""

    name: str
    latex: str
    says: str
    reason: str
    chain: tuple[Link, ...]


@dataclass(frozen=True)
class Result:
    """A result's relation, its suppositions and its quantifiers, all LaTeX; and the coefficients of its bound."""

    latex: str
    given: tuple[str, ...]
    binders: tuple[str, ...]
    constants: tuple[dict[str, str], ...]


@dataclass(frozen=True)
class View:
    """What the page shows of a derivation. ``setting`` holds formulas between dollar signs."""

    results: tuple[Result, ...]
    setting: tuple[str, ...]
    steps: tuple[Step, ...]
    builds_on: tuple[str, ...]
    total: int


def view(lock: Lock, id: str, names: Mapping[str, str]) -> View:
    """The derivation of a row, replayed; raises Rejected when a step does not hold. ``names`` go before notations."""
    document, theory = lock.proof(id), lock.where[id]
    d = replay_steps(document, check)
    parts = [(d, document, theory), *((d.theories[name], document["theories"][name], name)
                                      for name in document.get("beside", []))]
    results = tuple(_result(part, fact, _printer(lock, part, name, names))
                    for part, data, name in parts for fact in _results(data))
    owner, printer = owners(lock, theory), _printer(lock, d, theory, names)
    others = {owner[label(step)] for step in document["steps"] if label(step) in owner} - {id}
    steps = tuple(_Steps(lock, id, d, document, printer).steps(owner))
    return View(results, tuple(surroundings(d, _results(document), printer)), steps, tuple(sorted(others)),
                len(document["steps"]))


def owners(lock: Lock, theory: str) -> dict[str, str]:
    """The row of the library that each step of a file, and of those it continues, leads to: the next one there."""
    found: dict[str, str] = {}
    for data in (lock.files[part] for part in continued(lock.files, theory)):
        since: list[str] = []
        for step in data.get("step", []):
            since.append(label(step))
            if step.get("id") in lock.entries:
                found.update(dict.fromkeys(since, step["id"]))
                since = []
        for result in data.get("result", []):
            if result.get("id") in lock.entries:
                found.update({key: result["id"] for key in since if key not in found})
    return found


def continued(files: Mapping[str, dict[str, Any]], name: str) -> list[str]:
    """A derivation file and those that it continues, each once."""
    found, waiting = list[str](), [name]
    while waiting:
        here = waiting.pop()
        if here in files and here not in found:
            found.append(here)
            waiting += earlier(files[here])
    return found


def _results(document: Mapping[str, Any]) -> list[str]:
    steps = document["steps"]
    names = document.get("result", [steps[-1].get("id")] if steps else [])
    return [names] if isinstance(names, str) else names


def _printer(lock: Lock, d: Derivation, theory: str, names: Mapping[str, str]) -> Printer:
    notation = {name: notation_latex(text) for name, text in lock.sources[theory].notation.items()}
    return Printer({**notation, **names}, frozenset(d.theory.names()) | frozenset(d.theory.symbols))


def _result(d: Derivation, name: str, printer: Printer) -> Result:
    fact = d.theory.facts[name]
    given, binders = printer.scope(fact)
    return Result(printer.triple(fact.rel), tuple(given), tuple(binders), tuple(constants_of(fact.rel, printer)))


class _Steps:
    """The steps of one row that the paper has, numbered as they are shown."""

    def __init__(self, lock: Lock, id: str, d: Derivation, document: Mapping[str, Any], printer: Printer) -> None:
        source = lock.sources[lock.where[id]]
        self.id, self.d, self.printer = id, d, printer
        self.says = {name: str(row["says"]) for name, row in source.rows.items() if "says" in row}
        self.all, self.results = by_label(document), _results(document)
        self.reasons = Reasons(d, self.all, lock.library, Typesetter(source.notation))

    def steps(self, owner: Mapping[str, str]) -> Iterator[Step]:
        """Those that lead to the row, and to no earlier one."""
        for name, step in self.all.items():
            if owner.get(name, self.id) == self.id and (name in self.says or name in self.results):
                yield self._step(name, step)
                self.reasons.numbers[name] = len(self.reasons.numbers) + 1

    def _step(self, name: str, step: Mapping[str, Any]) -> Step:
        fact, links = self.d.theory.facts[name], tuple(self._chain(name, step))
        return Step(name, self.printer.fact(fact), self.says.get(name, ""),
                    "" if links else self._reason(name, step), links)

    def _reason(self, name: str, step: Mapping[str, Any]) -> str:
        if step["rule"] == "define":
            return "definition"
        scope = self.d.theory.facts[name].scope
        if step["rule"] == "use":
            return self.reasons.use(step, scope)
        return ", ".join(self.reasons.why(step, scope))

    def _chain(self, name: str, step: Mapping[str, Any]) -> Iterator[Link]:
        """The links of a calculation with more than one; a single one is told as a reason."""
        fact = self.d.theory.facts[name]
        links = chain(self.d.theory, fact, dict(step)) if step["rule"] == "calc" else None
        for link in links if links and len(links) > 2 else ():
            why = ", ".join(self.reasons.cite(link.name, fact.scope)) if link.name else ""
            yield Link(RELATIONS.get(link.op, ""), self.printer.term(link.term), why)
