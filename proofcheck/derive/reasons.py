# SPDX-License-Identifier: Apache-2.0
"""Why a step of a derivation holds, in the words of a paper: "by Lemma 2 (ii) at x = 7ηΔ_j/8, as 0 ≤ 7ηΔ_j/8 ≤ 1"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from proofcheck.derive.source import label
from proofcheck.derive.typeset import Typesetter, name_text
from proofcheck.kernel.derivation_context import Derivation
from proofcheck.kernel.derivation_logic import turned
from proofcheck.kernel.derivation_scope import Scope
from proofcheck.kernel.derivation_terms import from_json, rel_subst, subst
from proofcheck.kernel.statement import Statement, Variable
from proofcheck.kernel.term import Term, var
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import Library

DEPTH, MOST, LONG, SHORT = 4, 4, 60, 40
WORDS = {
    "termwise": "term by term", "linear": "linearity", "swap": "sums change places", "split": "splitting the sum",
    "ends": "a sum of one term, or of none", "tail": "a later start", "subset": "over a part of the set",
    "member": "one of the terms", "divide": "splitting the set", "count": "counting", "limit": "letting {variable} → ∞",
    "layers": "each member lies in exactly one layer", "monotone": "taking expectations",
    "independent": "independence", "tower": "tower property", "jensen": "Jensen's inequality",
    "shift": "vectors of the same law", "indicator": "the indicator", "integers": "whole numbers",
    "witness": "at a member of the set", "equal": "both inequalities", "induction": "induction on {variable}",
    "cases": "in both cases", "evident": "", "calc": "", "assume": "hypothesis", "axiom": "axiom",
}


class Reasons:
    """Cites facts: a shown step by its number, a claim by its label, anything else by what it says."""

    def __init__(self, d: Derivation, steps: Mapping[str, dict[str, Any]], library: Library, ts: Typesetter) -> None:
        self.d, self.steps, self.ts = d, steps, ts
        self.entries = library.entries()
        self.numbers: dict[str, int] = {}

    def cite(self, name: str, scope: Scope, depth: int = DEPTH) -> list[str]:
        """What a fact is called, or for a step that is not shown, why it holds."""
        local = self.d.theory.locals(scope)
        if name.startswith("@given."):
            return ["supposition"]
        if name in local:
            return [self.ts.rel(local[name])]
        if name in self.numbers:
            return [f"({self.numbers[name]})"]
        if name.startswith("def."):
            return [f"definition of {self.ts.name(name.removeprefix('def.')).split('_')[0]}"]
        if name in self.entries:
            return [self.claim(name)]
        step = self.steps.get(name)
        if step is None or depth == 0:
            return [self.ts.rel(self.d.theory.facts[name].rel)]
        return self.why(step, self.d.theory.facts[name].scope, depth - 1)

    def why(self, step: Mapping[str, Any], scope: Scope, depth: int = DEPTH) -> list[str]:
        """The rule of a step, and what it is applied to."""
        if step["rule"] == "use":
            return [self.claim(step["claim"])]
        if step["rule"] == "import":
            return [self.imported(step)]
        words = WORDS.get(step["rule"], step["rule"])
        if step["rule"] == "swap" and "E" in (step["goal"][1][0], step["goal"][1][-1][0]):
            words = "E of a finite sum"
        found = [words.format(variable=name_text(str(step.get("variable", ""))))] if words else []
        for name in self.causes(step):
            found += [text for text in self.cite(name, scope, depth) if text not in found]
        return found if len(found) <= MOST + 1 else [*found[:MOST], "…"]

    def causes(self, step: Mapping[str, Any]) -> list[str]:
        """The facts that a step names, and those that discharge its obligations, variables in force apart."""
        named = [ref["fact"] for key in ("from", "rewrite") for ref in step.get(key, [])]
        found = named or [name for name in _facts(step.get("proofs", [])) if not self._plain(name)]
        return list(dict.fromkeys(found))

    def _plain(self, name: str) -> bool:
        """Whether a fact is a range that goes without saying."""
        return name.startswith("@") or (name.endswith((".lower", ".upper")) and name not in self.steps)

    def claim(self, name: str) -> str:
        """A claim by its place in the source, by its identifier, or by what it says when it is only of the file."""
        if name in self.entries:
            text = self.entries[name].source.label
            return text if text and ":" not in text and len(text) <= SHORT else name
        statement = self.d.theory.claims[name]
        where = self.conditions(statement, {v.name: var(v.name) for v in statement.variables})
        return self.ts.rel(turned(statement.goal)) + (f" for {', '.join(where)}" if where else "")

    def use(self, step: Mapping[str, Any], scope: Scope) -> str:
        """A claim at terms put for its variables, with the conditions that they meet, and what shows these."""
        statement, at = self.d.theory.claims[step["claim"]], {k: from_json(t) for k, t in step["at"].items()}
        terms = {name: self.ts.term(t) for name, t in at.items()}
        put = [f"{name_text(name)} = {text}" for name, text in terms.items() if text != name_text(name)]
        name, words = str(step["claim"]), self.claim(step["claim"])
        text = f"by {words}" + (f" ({name})" if name in self.entries and words != name else "")
        if put and max(map(len, put)) <= LONG:
            text += f" at {', '.join(put)}"
        needs = self.conditions(statement, at)
        text += f", as {', '.join(needs)}" if needs else ""
        shown = list(dict.fromkeys(t for n in self.causes(step) for t in self.cite(n, scope, 1)))
        return text + (f" by {', '.join(shown[:MOST])}" if shown else "")

    def conditions(self, statement: Statement, at: Mapping[str, Term]) -> list[str]:
        """The domain of a claim at these terms."""
        try:
            found = [text for v in statement.variables if (text := self._within(v, at))]
            rels = [rel_subst(turned(h), at) for h in statement.hypotheses]
        except Rejected:
            return []
        return [text for text in (*found, *map(self.ts.rel, rels)) if len(text) <= 2 * LONG]

    def _within(self, v: Variable, at: Mapping[str, Term]) -> str:
        low, high = (None if t is None else self.ts.term(subst(t, at)) for t in (v.lower, v.upper))
        here = self.ts.term(at[v.name])
        if low is None or high is None:
            more, less = ">" if v.lower_open else "≥", "<" if v.upper_open else "≤"
            return f"{here} {more} {low}" if low is not None else f"{here} {less} {high}" if high is not None else ""
        return f"{low} {'<' if v.lower_open else '≤'} {here} {'<' if v.upper_open else '≤'} {high}"

    def imported(self, step: Mapping[str, Any]) -> str:
        """An instance of a fact of another file."""
        fact = str(step["fact"])
        words = self.claim(fact) if fact in self.entries else fact
        put = [f"{self.ts.name(n)} = {self.ts.term(from_json(t))}" for n, t in step.get("at", {}).items()]
        put = [text for text in put if len(set(text.split(" = "))) == 2 and len(text) <= LONG]
        return f"by {words} ({step['theory']}.toml)" + (f" at {', '.join(put)}" if put else "")


def _facts(data: Any) -> Iterator[str]:
    """The facts that a list of proofs names."""
    if isinstance(data, dict):
        if isinstance(data.get("fact"), str):
            yield data["fact"]
    elif isinstance(data, list):
        for item in data:
            yield from _facts(item)


def by_label(document: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The steps of a document by the names of their facts."""
    return {label(step): step for step in document["steps"]}
