# SPDX-License-Identifier: Apache-2.0
"""Terms, relations and statements as LaTeX: for the page (through MathML), for authors, for notebooks.

Set as written: nothing is simplified, reordered or evaluated. It is a picture of a statement; what was proved is the
statement's own text, which the kernel prints.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from proofcheck.kernel.statement import Relation, Statement, Variable
from proofcheck.kernel.term import Term
from proofcheck.report.names import name_latex
from proofcheck.report.setting import Setting

if TYPE_CHECKING:
    from proofcheck.kernel.derivation_scope import Binder, Fact

RELATIONS = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "==": "=", "!=": r"\ne"}


@dataclass(frozen=True)
class Printer:
    """Sets terms; ``shown`` is how a library wants its names set, ``names`` are those in use."""

    shown: Mapping[str, str] = field(default_factory=dict)
    names: Collection[str] = ()

    def name(self, name: str) -> str:
        """LaTeX of a variable or symbol."""
        return name_latex(name, self.shown, self.names)

    def term(self, term: Term, *, flat: bool = False) -> str:
        """LaTeX of a term (of a statement or of a derivation); ``flat`` sets quotients with a slash."""
        return Setting(self.name, flat, "e" not in self.names).put(term)  # a variable called e is no base of exp

    def relation(self, relation: Relation) -> str:
        """LaTeX of ``left op right``."""
        return self.triple((relation.op, relation.left, relation.right))

    def triple(self, relation: tuple[str, Term, Term]) -> str:
        """LaTeX of a relation given as (op, left, right)."""
        return f"{self.term(relation[1])} {RELATIONS[relation[0]]} {self.term(relation[2])}"

    def domain(self, v: Variable) -> str:
        """LaTeX of a domain, such as ``x in (0, 1]`` or ``K in {2, 3, ...}``."""
        name = self.name(v.name)
        if v.kind == "int":
            return rf"{name} \in {self._integers(name, v)}"
        if v.lower is None and v.upper is None:
            return rf"{name} \in \mathbb{{R}}"
        low = r"-\infty" if v.lower is None else self.term(v.lower, flat=True)
        high = r"\infty" if v.upper is None else self.term(v.upper, flat=True)
        left, right = "(" if v.lower_open else "[", ")" if v.upper_open else "]"
        return rf"{name} \in {left}{low}, {high}{right}"

    def _integers(self, name: str, v: Variable) -> str:
        first = None if v.lower is None else v.lower.value
        if first is not None and first.denominator == 1 and not v.lower_open and v.upper is None:
            return rf"\{{{first}, {first + 1}, \dots\}}"
        if v.lower is not None and v.upper is not None and not v.lower_open and not v.upper_open:
            return rf"\{{{self.term(v.lower, flat=True)}, \dots, {self.term(v.upper, flat=True)}\}}"
        under, over = RELATIONS["<" if v.lower_open else "<="], RELATIONS["<" if v.upper_open else "<="]
        low = "" if v.lower is None else f"{self.term(v.lower, flat=True)} {under} "
        high = "" if v.upper is None else f" {over} {self.term(v.upper, flat=True)}"
        return r"\mathbb{Z}" + (rf", \; {low}{name}{high}" if low or high else "")

    def binder(self, b: Binder) -> str:
        """LaTeX of a variable that a step of a derivation quantifies."""
        if b.of is not None:
            return rf"{self.name(b.name)} \in {self.term(b.of, flat=True)}"
        if b.lower is not None and b.upper is None:
            return rf"{self.name(b.name)} \ge {self.term(b.lower, flat=True)}"
        return self.domain(Variable(b.name, "int", b.lower, b.upper, False, False))

    def fact(self, fact: Fact) -> str:
        """LaTeX of a step of a derivation: its relation, what it supposes, its quantifiers."""
        given, binders = self.scope(fact)
        return self.triple(fact.rel) + _tail(r" \text{ and } ".join(given), r", \; ".join(binders))

    def scope(self, fact: Fact) -> tuple[list[str], list[str]]:
        """LaTeX of what a step supposes, and of its quantifiers."""
        return [self.triple(rel) for rel in fact.scope.given], [self.binder(b) for b in fact.scope.binders]


def _tail(given: str, binders: str) -> str:
    parts = [rf"\text{{if }} {given}" if given else "", rf"({binders})" if binders else ""]
    return "".join(rf" \quad {part}" for part in parts if part)


def printer_of(statement: Statement, shown: Mapping[str, str] | None = None) -> Printer:
    """The printer for one statement: its own names are those in use."""
    return Printer(shown or {}, frozenset(v.name for v in statement.variables))


def statement_latex(statement: Statement, shown: Mapping[str, str] | None = None) -> str:
    """The whole statement on one line: goal, hypotheses, domain."""
    p = printer_of(statement, shown)
    given = r" \text{ and } ".join(p.relation(h) for h in statement.hypotheses)
    return p.relation(statement.goal) + _tail(given, r", \; ".join(p.domain(v) for v in statement.variables))
