# SPDX-License-Identifier: Apache-2.0
"""From files of steps to derivation documents: read the text, find what discharges each obligation, embed the claims.

Untrusted: the kernel replays the document, and prints the statement that it proves.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from proofcheck.derive.fill import Searching
from proofcheck.derive.source import label, read_folder, read_source, words
from proofcheck.errors import InputError
from proofcheck.kernel.check import check
from proofcheck.kernel.derivation import FORMAT, VERSION, check_claim, one_step
from proofcheck.kernel.derivation_context import Derivation, open_context
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.verdict import Rejected

MAX_FREE = 6
Prover = Callable[[str, Statement], Any]
"""Gives the proof of a claim, by its name and statement; raises InputError when there is none."""


@dataclass
class Compiled:
    """A theory with all steps filled in."""

    name: str
    context: dict[str, Any]
    steps: list[dict[str, Any]]
    claims: dict[str, dict[str, Any]]
    theories: dict[str, Compiled]
    state: Derivation
    results: dict[str, list[str]] = field(default_factory=dict)
    beside: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def document(self, *results: str) -> dict[str, Any]:
        """The document that proves some steps: only what they rest on."""
        beside = {name: facts for result in results for name, facts in self.beside.get(result, {}).items()}
        results = tuple(name for result in results for name in self.results.get(result, [result]))
        steps, claims, theories = self.needed(results)
        for name, facts in beside.items():
            theories[name] = set(facts)  # a theory that is put beside is not imported from as well
        extra = {"beside": sorted(beside)} if beside else {}
        return {
            **extra, "format": FORMAT, "version": VERSION, "result": list(results), "context": self.context,
            "claims": {name: self.claims[name] for name in claims},
            "theories": {name: self.theories[name].document(*sorted(facts)) for name, facts in theories.items()},
            "steps": steps,
        }

    def needed(self, results: tuple[str, ...]) -> tuple[list[dict[str, Any]], list[str], dict[str, set[str]]]:
        """The steps below some results, the claims they use, and the facts they import by theory."""
        wanted, kept = set(results), []
        for step in reversed(self.steps):
            if label(step) in wanted or step.get("name") in wanted or step["rule"] == "assume":
                wanted |= words(step)
                kept.append(step)
        kept.reverse()
        claims = sorted({step["claim"] for step in kept if step["rule"] == "use"})
        theories: dict[str, set[str]] = {}
        for step in kept:
            if step["rule"] == "import":
                theories.setdefault(step["theory"], set()).add(step["fact"])
        return kept, claims, theories


class Compiler:
    """Compiles the theories of one folder, each once."""

    def __init__(self, folder: Path, library: dict[str, Statement], prover: Prover) -> None:
        self.files, self.library, self.prover = read_folder(folder), library, prover
        self.done: dict[str, Compiled] = {}

    def theory(self, name: str) -> Compiled:
        """The theory called ``name``; raises InputError naming the step that does not follow."""
        if name not in self.done:
            self.done[name] = self._compile(name)
        return self.done[name]

    def _compile(self, name: str) -> Compiled:
        source = read_source(self.files, name)
        context = copy.deepcopy(source.context)
        state = open_context(context, Searching)
        found = Compiled(name, context, [], {}, {}, state, source.results, source.beside)
        for other in {other for table in found.beside.values() for other in table}:
            found.theories[other] = self.theory(other)
        for key, written in source.steps.items():
            where, step = f"{name}, step {key.removeprefix('def.')}", copy.deepcopy(written)
            if step["rule"] == "use":
                self._claim(found, step["claim"], source.claims, where)
            if step["rule"] == "import":
                found.theories[step["theory"]] = self.theory(step["theory"])
            theories = {key: inner.state for key, inner in found.theories.items()}
            self._fill(found, step, source.rows[key], theories, where)
        return found

    def _claim(self, found: Compiled, id: str, own: dict[str, Statement], where: str) -> None:
        if id in found.claims:
            return
        statement = own.get(id) or self.library.get(id)
        if statement is None:
            raise InputError(f"{where}: unknown claim {id[:60]!r}; write the id of a claim of kind real or int")
        claim = {"statement": statement.to_json(), "proof": self.prover(id, statement)}
        try:
            found.state.theory.claims[id] = check_claim(id, claim, check, found.state.counts)
        except Rejected as problem:
            raise InputError(f"{where}: {problem}") from None
        found.claims[id] = claim

    def _try(self, state: Derivation, step: dict[str, Any], theories: dict[str, Derivation]) -> None:
        """Replay the step, in the first direction of its equalities that works."""
        if not isinstance(state.theory, Searching):
            raise TypeError("a searching theory is needed")
        last: Rejected | None = None
        for _ in equality_signs(step, state.theory):
            try:
                one_step(state, step, theories)
                return
            except Rejected as problem:
                last = problem
                if problem.rule != "calc":
                    break
        raise last or Rejected("calc", "no direction of the equalities works")

    def _fill(self, found: Compiled, step: dict[str, Any], row: dict[str, Any],
              theories: dict[str, Derivation], where: str) -> None:
        th = found.state.theory
        if not isinstance(th, Searching):
            raise TypeError("a searching theory is needed")
        th.hints = list(row.get("facts", []))
        try:
            self._try(found.state, step, theories)
        except Rejected as problem:
            missing = "; ".join(th.failed[-2:])
            raise InputError(f"{where}: {problem}{' | ' + missing if missing else ''}") from None
        found.steps.append(step)


def equality_signs(step: dict[str, Any], th: Searching) -> Iterator[None]:
    """The step with each choice of direction for the equalities that it combines."""
    free = [ref for ref in step.get("from", []) if ref["fact"] in th.facts and th.facts[ref["fact"]].rel[0] == "=="]
    times = [ref.get("times", "1") for ref in free]
    for signs in product((1, -1), repeat=min(len(free), MAX_FREE)):
        for ref, c, sign in zip(free, times, signs, strict=False):
            ref["times"] = c if sign == 1 else "-1" if c == "1" else ["neg", c]
        yield


def document_text(document: dict[str, Any]) -> str:
    """The document as the text of its file."""
    return json.dumps(document, ensure_ascii=True, separators=(",", ":")) + "\n"
