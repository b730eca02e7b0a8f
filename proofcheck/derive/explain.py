# SPDX-License-Identifier: Apache-2.0
"""A derivation printed as the paper would: numbered steps, chains with a reason for each link, from what was replayed.

Steps about which the file says nothing are not shown; where a shown step rests on one, the reason is that one's.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from proofcheck.claim import Claim
from proofcheck.derive.chain import Link, chain, through
from proofcheck.derive.reasons import Reasons, by_label
from proofcheck.derive.setting import Manner, definition, statement
from proofcheck.derive.stale import Lock
from proofcheck.derive.typeset import SIGNS, Typesetter
from proofcheck.kernel.check import check
from proofcheck.kernel.derivation import replay_steps
from proofcheck.kernel.derivation_context import Derivation
from proofcheck.kernel.derivation_scope import Fact
from proofcheck.kernel.verdict import Rejected

WIDTH = 118
INSIDE = ("induction", "limit", "cases", "equal", "witness")


@dataclass
class Explained:
    """A row's derivation for people: its statement, its proof, and the names that are written otherwise."""

    statement: list[str]
    proof: list[str]
    legend: list[str] = field(default_factory=list)


def explain(lock: Lock, id: str) -> Explained:
    """The derivation of a row, replayed and laid out; raises Rejected when a step does not hold."""
    document = lock.proof(id)
    d = replay_steps(document, check)
    manner = {name: _manner(lock, name) for name in document.get("beside", [])} | {"": _manner(lock, lock.where[id])}
    proof = list(_Proof(lock, lock.where[id], document, d, manner[""]).lines())
    shown = list(statement(d, document, manner))
    legend = list(dict.fromkeys(line for m in manner.values() for line in m.ts.legend()))
    return Explained(shown, proof, textwrap.wrap("written " + ", ".join(legend), WIDTH) if legend else [])


def _manner(lock: Lock, theory: str) -> Manner:
    source = lock.sources[theory]
    return Manner(Typesetter(source.notation),
                  {name: str(row["says"]) for name, row in source.rows.items() if "says" in row})


class _Proof:
    """The steps of one document, numbered."""

    def __init__(self, lock: Lock, theory: str, document: dict[str, Any], d: Derivation, manner: Manner) -> None:
        self.lock, self.theory, self.document, self.d = lock, theory, document, d
        self.ts, self.says, self.entries = manner.ts, manner.says, lock.entries
        self.steps = by_label(document)
        self.reasons = Reasons(d, self.steps, lock.library, self.ts)

    def lines(self) -> Iterator[str]:
        """All shown steps, in order."""
        for name, step in self.steps.items():
            if name in self.says or name in self.document["result"]:
                yield from self._step(name, step, len(self.reasons.numbers) + 1)
                self.reasons.numbers[name] = len(self.reasons.numbers) + 1
        for name in self.document.get("beside", []):
            for fact in self.document["theories"][name]["result"]:
                yield f"      beside: {fact} of {name}.toml (`proofcheck show {self.lock.facts.get(fact, fact)}`)"

    def _step(self, name: str, step: dict[str, Any], number: int) -> Iterator[str]:
        head, says = f"{f'({number})':>5} ", self.says.get(name, "")
        if step["rule"] == "define":
            yield from _with_reason(head + definition(self.d, name, self.ts), "" if "=" in says else says)
            return
        row = self.entries.get(name)
        title = f"{name} ({row.source.label}): " if row is not None and row.source.label else f"{name}: "
        yield from textwrap.wrap(head + title + says, WIDTH, subsequent_indent=" " * 8)
        fact = self.d.theory.facts[name]
        scope = self.ts.scope(fact.scope)
        if scope:
            yield f"      {scope}:"
        yield from self._body(fact, step)

    def _body(self, fact: Fact, step: dict[str, Any]) -> Iterator[str]:
        links = chain(self.d.theory, fact, step) if step["rule"] == "calc" else None
        if links:
            yield from self._chain(links, fact)
            return
        why = (self.reasons.use(step, fact.scope) if step["rule"] == "use"
               else ", ".join(self.reasons.why(step, fact.scope)))
        yield from _with_reason(f"        {self.ts.rel(fact.rel)}", why)
        if step["rule"] in INSIDE:
            for name in self.reasons.causes(step):
                yield from self._inside(name)
        if step["rule"] == "import" and step["fact"] not in self.entries:
            yield from self._imported(str(step["theory"]), str(step["fact"]))

    def _inside(self, name: str) -> Iterator[str]:
        """A calculation that is not shown as a step, where an induction, a limit or a case rests on it."""
        step, fact = self.steps.get(name, {}), self.d.theory.facts[name]
        links = chain(self.d.theory, fact, step) if step.get("rule") == "calc" and name not in self.says else None
        if links:
            scope = self.ts.scope(fact.scope)
            yield f"        where {scope}:" if scope else "        where"
            yield from (f"  {line}" for line in self._chain(links, fact))

    def _imported(self, theory: str, fact: str) -> Iterator[str]:
        """The calculations of another file that lead from rows of the library to an imported fact."""
        inner = _Proof(self.lock, theory, self.document["theories"][theory], self.d.theories[theory],
                       _manner(self.lock, theory))
        names, waiting = list[str](), [fact]
        while waiting:
            name = waiting.pop()
            if name not in self.entries and name not in names and inner.steps.get(name, {}).get("rule") == "calc":
                names.insert(0, name)
                waiting += inner.reasons.causes(inner.steps[name])
        for name in names:
            links = chain(inner.d.theory, inner.d.theory.facts[name], inner.steps[name])
            if links:
                yield f"        where, in {theory}.toml, {name}: {inner.ts.scope(inner.d.theory.facts[name].scope)}"
                yield from (f"  {line}" for line in inner._chain(links, inner.d.theory.facts[name]))

    def _chain(self, links: list[Link], fact: Fact) -> Iterator[str]:
        shown = ""
        for link in links:
            text = self.ts.term(link.term)
            if link.op and text != shown:
                why = ", ".join(self.reasons.cite(link.name, fact.scope)) if link.name else ""
                yield from _with_reason(f"          {SIGNS[link.op]} {text}", why)
            elif not link.op:
                yield f"        {text}"
            shown = text


def links_of(claim: Claim, lock: Lock) -> list[str]:
    """A claim as a chain through claims that it uses, when it is one."""
    try:
        links, ts = through(claim, lock.statements), Typesetter()
    except Rejected:
        return []
    return [ts.term(link.term) if not link.op else f"  {SIGNS[link.op]} {ts.term(link.term)}"
            + (f"   [{link.name}]" if link.name else "") for link in links or []]


def _with_reason(text: str, why: str) -> Iterator[str]:
    """The line with the reason at its end, or below it where it is too long."""
    if not why:
        yield text
    elif len(text) + len(why) + 5 <= WIDTH:
        yield f"{text}   [{why}]"
    else:
        yield text
        indent = " " * (len(text) - len(text.lstrip()) + 4)
        yield from textwrap.wrap(f"[{why}]", WIDTH, initial_indent=indent, subsequent_indent=f"{indent} ")
