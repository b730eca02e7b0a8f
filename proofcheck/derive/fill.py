# SPDX-License-Identifier: Apache-2.0
"""Finding which facts discharge an obligation: a theory that searches where the kernel's reads. Untrusted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proofcheck.kernel.derivation_scope import Fact, Scope
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.derivation_terms import Rel, bound_name, free, parts, rel_text
from proofcheck.kernel.term import Term, var
from proofcheck.kernel.verdict import Rejected

_STRONGER = {"<=": ("<=", "<", "=="), "<": ("<",), "==": ("==",), "finite": ("<=", "<", "=="), "away": ("<=", "<")}
_DEEP = 6
_MANY = 40


class Searching(Theory):
    """A theory whose obligations look for their own proofs, and write them down in ``log``."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.log: list[Any] = []
        self.hints: list[str] = []
        self.failed: list[str] = []
        self.memo: dict[tuple[Scope, Rel, int], list[Any]] = {}

    def begin(self, step: dict[str, Any]) -> None:
        """Start a step: what is found is written into it."""
        self.log = step["proofs"] = []
        self.failed = []

    def oblige(self, scope: Scope, rel: Rel) -> None:
        """Try candidates until one implies the relation; what was tried in vain leaves no trace."""
        mark, key = len(self.log), (scope, rel, len(self.facts))
        if key in self.memo:
            self.log.extend(self.memo[key])
            return
        if self.nesting < _DEEP:
            for refs in self._candidates(scope, rel):
                del self.log[mark:]
                self.log.append(refs)
                if self._holds(scope, rel, refs):
                    self.memo[key] = self.log[mark:]
                    return
        del self.log[mark:]
        if self.nesting == 0:
            plain = rel[0] in ("<=", "<", "==")
            self.failed.append(rel_text(rel) if plain else f"{rel[0]}: {rel_text(('<=', *rel[1:]))}")
        raise Rejected("obligation", f"not shown: {rel[0]} {rel_text(('<=', *rel[1:]))}")

    def _holds(self, scope: Scope, rel: Rel, refs: list[Any]) -> bool:
        self.nesting += 1
        try:
            return self.implied(scope, rel, [self.instance(scope, ref) for ref in refs])
        except Rejected:
            return False
        finally:
            self.nesting -= 1

    def _candidates(self, scope: Scope, rel: Rel) -> Iterator[list[Any]]:
        local = [{"fact": name} for name in self.locals(scope)]
        if rel[0] in ("<=", "<", "=="):
            yield []
            yield from ([ref] for ref in local)
        exact = list(self._matching(scope, rel))
        yield from ([ref] for ref in exact)
        if rel[0] in ("<=", "<", "=="):
            yield local
            hinted = [self._ref(scope, name, {}) for name in self.hints if name in self.facts]
            near = [r for r in (*hinted, *self._near(scope, rel)) if r is not None and self._usable(scope, r)]
            yield from ([ref] for ref in near)
            yield (local + near)[:_MANY]

    def _usable(self, scope: Scope, ref: dict[str, Any]) -> bool:
        mark = len(self.log)
        self.nesting += 1
        try:
            self.instance(scope, ref)
            return True
        except Rejected:
            return False
        finally:
            self.nesting -= 1
            del self.log[mark:]

    def _matching(self, scope: Scope, rel: Rel) -> Iterator[dict[str, Any]]:
        """Facts whose relation becomes this one when terms are put for their variables; the latest first."""
        for name, fact in reversed(self.facts.items()):
            op, left, right = fact.rel
            if op not in _STRONGER[rel[0]]:
                continue
            pairs: list[tuple[tuple[Term, Term], ...]]
            if rel[0] == "finite":
                pairs = [((left, rel[1]),)]
            elif rel[0] == "away":
                pairs = [((right, rel[1]),)] if not self.atoms(left) else []
            else:
                pairs = [((left, rel[1]), (right, rel[2]))]
                if op == "==":
                    pairs.append(((right, rel[1]), (left, rel[2])))
            for pair in pairs:
                values = self._unify(fact, pair)
                if values is not None and (ref := self._ref(scope, name, values)) is not None:
                    yield ref

    def _near(self, scope: Scope, rel: Rel) -> Iterator[dict[str, Any]]:
        """Facts that bound a symbol, sum or variable of the relation by something simple."""
        atoms = [a for t in rel[1:] for a in _atoms(t)]
        seen: list[Any] = []
        for name, fact in self.facts.items():
            for atom in atoms:
                for side, other in ((fact.rel[1], fact.rel[2]), (fact.rel[2], fact.rel[1])):
                    if other.size > 12 or (side.op == "var" and side != atom) or side.op == "num":
                        continue
                    values = self._unify(fact, ((side, atom),))
                    ref = None if values is None else self._ref(scope, name, values)
                    if ref is not None and ref not in seen:
                        seen.append(ref)
                        yield ref

    def _unify(self, fact: Fact, pairs: tuple[tuple[Term, Term], ...]) -> dict[str, Term] | None:
        values: dict[str, Term] = {}
        names = {b.name for b in fact.scope.binders}
        return values if all(_match(p, t, names, values) for p, t in pairs) else None

    def _ref(self, scope: Scope, name: str, values: dict[str, Term]) -> dict[str, Any] | None:
        """The reference, with variables of the same name for those that matching left open."""
        at = {}
        for b in self.facts[name].scope.binders:
            if b.name not in values and scope.member(b.name) is None:
                return None
            at[b.name] = to_json(values.get(b.name, var(b.name)))
        return {"fact": name, "at": at} if at else {"fact": name}


def _atoms(t: Term) -> Iterator[Term]:
    """The sub-terms not below a binder that a fact may bound."""
    if t.op in ("fn", "over", "series", "E", "ind", "var"):
        yield t
    if t.op not in ("over", "series", "E", "fn", "ind"):
        for a in parts(t):
            yield from _atoms(a)


def _match(pattern: Term, term: Term, names: set[str], values: dict[str, Term]) -> bool:
    """One-sided matching: extend ``values`` so that the pattern becomes the term."""
    if pattern.op == "var" and pattern.args[0] in names:
        known = values.setdefault(pattern.args[0], term)
        return known == term
    if not free(pattern) & names:
        return pattern == term
    if pattern.op == "add" and term.op != "add" and len(pattern.args) == 2:  # m + 1 against a number or m itself
        return False
    if pattern.op != term.op or len(parts(pattern)) != len(parts(term)) or bound_name(pattern) != bound_name(term):
        return False
    if pattern.op == "fn" and pattern.args[0] != term.args[0]:
        return False
    inner = names - {bound_name(pattern) or ""}
    kids = list(zip(parts(pattern), parts(term), strict=True))
    last = len(kids) - 1
    return all(_match(p, t, inner if k == last else names, values) for k, (p, t) in enumerate(kids))


def to_json(term: Term) -> Any:
    """The inverse of the kernel's ``derivation_terms.from_json``."""
    if term.op in ("num", "pi", "oo"):
        return str(term.args[0]) if term.op == "num" else term.op
    if term.op == "var":
        return ["var", term.args[0]]
    if term.op in ("fn", "over", "series"):
        return [term.op, term.args[0].args[0], *(to_json(a) for a in term.args[1:])]
    return [term.op, *(to_json(a) for a in term.args)]
