# SPDX-License-Identifier: Apache-2.0
"""A derivation in progress: facts, and the discharge of obligations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from proofcheck.kernel.calculus import constant_value, minus
from proofcheck.kernel.derivation_meaning import Meaning, gap_of
from proofcheck.kernel.derivation_scope import Binder, Fact, Scope
from proofcheck.kernel.derivation_terms import Rel, abstract, from_json, is_symbol, rel_subst, rel_text
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.region import Range, Region, make_range, statement_region
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import ZERO, Term, var
from proofcheck.kernel.verdict import Rejected

_STRONGER = {"<=": ("<=", "<", "=="), "<": ("<",), "==": ("==",)}
_CONDITION = {"<=": ">=", "<": ">", "==": "=="}
_MAX_NESTING = 40


@dataclass
class Theory(Meaning):
    """A replay in progress: what is declared, what is known, and the proofs of the obligations of the present step."""

    facts: dict[str, Fact] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)
    proofs: list[Any] = field(default_factory=list)
    claims: dict[str, Statement] = field(default_factory=dict)
    identical: bool = False
    nesting: int = 0

    def binders(self, data: Any, scope: Scope) -> Scope:
        """The scope extended by a list of binders: {"name", "lower", "upper"} or {"name", "in"}."""
        if not isinstance(data, list) or not all(isinstance(x, dict) and is_symbol(x.get("name")) for x in data):
            raise Rejected("scope", "binders must be a list of objects with names")
        for item in data:
            if item["name"] in self.names() | set(self.symbols):
                raise Rejected("scope", f"{item['name']} is a parameter or a symbol")
            terms = [None if item.get(k) is None else from_json(item[k]) for k in ("lower", "upper", "in")]
            for t in terms[:2]:
                if t is not None and terms[2] is not None:
                    raise Rejected("scope", f"{item['name']} is between two integers, or in a set")
                self.check_integer(scope, t)
            if terms[2] is not None:
                self.check_set(scope, terms[2])
            scope = scope.extend(Binder(item["name"], *terms))
        return scope

    def begin(self, step: dict[str, Any]) -> None:
        """Start a step (or an item of the context): its proofs discharge its obligations, in order."""
        proofs = step.get("proofs", [])
        if not isinstance(proofs, list):
            raise Rejected("obligation", "proofs must be a list")
        self.proofs = list(proofs)

    def assume(self, name: str, fact: Fact) -> None:
        """Add what is not derived: a bound, a range, an assumption, a definition."""
        self.facts[name] = fact
        self.assumed.append(name)

    # local facts and sets ----------------------------------------------------------------------------------------

    def locals(self, scope: Scope) -> dict[str, Rel]:
        """The facts that the scope itself supplies: bounds, membership, what is supposed."""
        found = {f"@given.{k}": rel for k, rel in enumerate(scope.given)}
        for b in scope.binders:
            if b.lower is not None:
                found[f"@{b.name}.lower"] = ("<=", b.lower, var(b.name))
            if b.upper is not None:
                found[f"@{b.name}.upper"] = ("<=", var(b.name), b.upper)
            for k, of in enumerate([] if b.of is None else self.chain(b.of)):
                symbol, values = self.set_of(of)
                for i, rel in enumerate(symbol.where):
                    found[f"@{b.name}.{k}.{i}"] = rel_subst(rel, {**values, symbol.element: var(b.name)})
        return found

    # obligations -------------------------------------------------------------------------------------------------

    def oblige(self, scope: Scope, rel: Rel) -> None:
        """Require a relation in a scope: it follows from the facts that the next proof names. Raises Rejected."""
        refs = self.proofs.pop(0) if self.proofs else []
        if not isinstance(refs, list) or self.nesting > _MAX_NESTING:
            raise Rejected("obligation", "a proof must be a list of facts, not nested too deeply")
        self.nesting += 1
        found = [self.instance(scope, ref) for ref in refs]
        self.nesting -= 1
        if not self.implied(scope, rel, found):
            raise Rejected("obligation", f"not shown: {rel_text(rel)}")

    def instance(self, scope: Scope, ref: Any) -> Rel:
        """The fact that {"fact": name, "at": {binder: term}} names, with its own conditions required in turn."""
        if not isinstance(ref, dict) or not isinstance(ref.get("at", {}), dict):
            raise Rejected("obligation", f"expected a fact, found {str(ref)[:60]!r}")
        name, local = ref.get("fact"), self.locals(scope)
        if name in local:
            return local[str(name)]
        if not isinstance(name, str) or name not in self.facts:
            raise Rejected("obligation", f"unknown fact {str(name)[:60]!r}")
        fact = self.facts[name]
        if set(ref.get("at", {})) != {b.name for b in fact.scope.binders}:
            raise Rejected("obligation", f"{name} needs a term for each of its variables")
        values = self.belong(scope, fact.scope.binders, [from_json(ref["at"][b.name]) for b in fact.scope.binders])
        for g in fact.scope.given:
            self.oblige(scope, rel_subst(g, values))
        return rel_subst(fact.rel, values)

    def implied(self, scope: Scope, rel: Rel, found: list[Rel]) -> bool:
        """Whether a relation is one of those found, one up to a constant in normal form, or evident from signs."""
        op, left, right = rel
        if op == "finite":
            return any(f[1] == left for f in found)
        if op == "away":
            return any(f[0] != "==" and f[2] == left and self._positive_number(scope, f[1]) for f in found)
        if any(f[0] in _STRONGER[op] and (left, right) in (f[1:], f[:0:-1] if f[0] == "==" else ()) for f in found):
            return True
        table: dict[Term, Term] = {}
        gap, gaps = gap_of(rel, table), [(f[0], gap_of(f, table)) for f in found]
        region = self.region(scope, table, [(f[0], abstract(f[1], table), abstract(f[2], table)) for f in found])
        if region.certainly((_CONDITION[op], gap)):
            return True
        normal = Normalizer(region.certainly)
        gaps += [(o, minus(ZERO, g)) for o, g in gaps if o == "=="]
        return any(_beyond(normal, op, minus(gap, g), o) for o, g in [("==", ZERO), *gaps])

    def _positive_number(self, scope: Scope, t: Term) -> bool:
        """Whether a term is not random, and positive by its signs alone."""
        table: dict[Term, Term] = {}
        f = abstract(t, table)
        return not self.atoms(t) and self.region(scope, table, []).certainly((">", f))

    @cached_property
    def _base(self) -> Region:
        """The region of the parameters, which never change."""
        return statement_region(self.parameters)[0]

    def region(self, scope: Scope, table: dict[Term, Term], found: Iterable[Rel]) -> Region:
        """The kernel region of the scope, with the abstracted terms as variables, cut by the facts found."""
        base = self._base
        ranges = dict(base.ranges)
        for b in scope.binders:
            low, high = (None if t is None else constant_value(t) for t in (b.lower, b.upper))
            ranges[b.name] = make_range(low, high, False, False, True)
        ranges.update({v.args[0]: Range(None, None, True, True) for v in table.values()})
        facts = list(base.facts)
        for op, left, right in found:
            facts.append((_CONDITION[op], minus(right, left)))
            for side, bound, lower in ((right, left, True), (left, right, False)):
                number = constant_value(bound)
                if number is None or side.op != "var":
                    continue
                for end in (True, False) if op == "==" else (lower,):
                    ranges[side.args[0]] = _cut(ranges[side.args[0]], number, end, op == "<")
        return Region(ranges, tuple(facts))


def _beyond(normal: Normalizer, op: str, rest: Term, known: str) -> bool:
    """Whether g + rest meets ``op`` because g meets ``known`` and the rest is a constant of the right sign."""
    c = normal(rest).number()
    if c is None or op == "==":
        return known == op and c == 0
    return c > 0 or (c == 0 and (op == "<=" or known == "<"))


def _cut(r: Range, value: Any, lower: bool, strict: bool) -> Range:
    """The part of a range on one side of a number."""
    if lower and (r.lo is None or value > r.lo or (value == r.lo and strict)):
        return make_range(value, r.hi, strict, r.hi_open, r.integer)
    if not lower and (r.hi is None or value < r.hi or (value == r.hi and strict)):
        return make_range(r.lo, value, r.lo_open, strict, r.integer)
    return r
