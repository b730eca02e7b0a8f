# SPDX-License-Identifier: Apache-2.0
"""Derivations: declarations, scopes, facts, and the discharge of obligations.

A fact says: for all values of its binders (integers, members of finite sets), wherever its given relations hold, its
relation holds, almost surely, and its terms are defined. Parameters, sets and functions are fixed numbers, finite sets
of integers and real functions; families are random, in a bounded range, and independent from one time (the first
argument) to another. Outside the declared arguments all of them are 0. Every random quantity inside E is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from proofcheck.kernel.calculus import constant_value, minus, plus, times
from proofcheck.kernel.derivation_terms import (
    OO,
    Rel,
    abstract,
    bound_name,
    free,
    from_json,
    parts,
    rel_free,
    rel_subst,
    rel_text,
    subst,
    text,
)
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.polynomial import UNIT
from proofcheck.kernel.region import Range, Region, make_range, signed_parts, statement_region
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import ONE, ZERO, Term, is_name, num, var
from proofcheck.kernel.verdict import Rejected

_STRONGER = {"<=": ("<=", "<", "=="), "<": ("<",), "==": ("==",)}
_CONDITION = {"<=": ">=", "<": ">", "==": "=="}
_MAX_NESTING = 40


@dataclass(frozen=True)
class Binder:
    """An integer variable between two bounds (None: unbounded), or a member of a finite set ``of``."""

    name: str
    lower: Term | None
    upper: Term | None
    of: Term | None

    def text(self) -> str:
        """Such as ``m integer >= 0`` or ``j in Large``."""
        if self.of is not None:
            return f"{self.name} in {text(self.of)}"
        low = "" if self.lower is None else f" >= {text(self.lower)}"
        return f"{self.name} integer{low}" + ("" if self.upper is None else f" <= {text(self.upper)}")

    def terms(self) -> tuple[Term, ...]:
        """The terms that occur in it."""
        return tuple(t for t in (self.lower, self.upper, self.of) if t is not None)


@dataclass(frozen=True)
class Scope:
    """Variables in force, and relations that are supposed to hold."""

    binders: tuple[Binder, ...] = ()
    given: tuple[Rel, ...] = ()

    def extend(self, new: Binder) -> Scope:
        """With one more variable; it hides an older one of its name, and what was supposed of that."""
        if any(new.name in free(t) for b in (*self.binders, new) for t in b.terms()):
            raise Rejected("scope", f"the variable {new.name} is in use in a bound: rename it")
        old = tuple(b for b in self.binders if b.name != new.name)
        return Scope((*old, new), tuple(g for g in self.given if new.name not in rel_free(g)))

    def suppose(self, *more: Rel) -> Scope:
        """With more relations supposed."""
        return Scope(self.binders, (*self.given, *more))

    def member(self, name: str) -> Binder | None:
        """The variable called ``name``, if it is in force."""
        return next((b for b in self.binders if b.name == name), None)


@dataclass(frozen=True)
class Fact:
    """What has been assumed, defined or derived."""

    scope: Scope
    rel: Rel

    def text(self) -> str:
        """The fact with its quantifiers."""
        head = f"for all {', '.join(b.text() for b in self.scope.binders)}" if self.scope.binders else ""
        if self.scope.given:
            head += (", if " if head else "if ") + " and ".join(rel_text(g) for g in self.scope.given)
        return (head + ": " if head else "") + rel_text(self.rel)


@dataclass(frozen=True)
class Symbol:
    """A declared name. ``random``: None, or instant (of one time), adapted (of times up to one), or random."""

    kind: str
    binders: tuple[Binder, ...]
    random: str | None = None
    bounded: bool = True
    of: Term | None = None
    integer: bool = False
    element: str = ""
    where: tuple[Rel, ...] = ()


@dataclass
class Theory:
    """A replay in progress: what is declared, what is known, and the proofs of the obligations of the present step."""

    parameters: Statement
    symbols: dict[str, Symbol] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)
    proofs: list[Any] = field(default_factory=list)
    claims: dict[str, Statement] = field(default_factory=dict)
    identical: bool = False
    nesting: int = 0

    def names(self) -> set[str]:
        """The names of the parameters."""
        return {v.name for v in self.parameters.variables}

    def binders(self, data: Any, scope: Scope) -> Scope:
        """The scope extended by a list of binders: {"name", "lower", "upper"} or {"name", "in"}."""
        if not isinstance(data, list) or not all(isinstance(item, dict) and is_name(item.get("name")) for item in data):
            raise Rejected("scope", "binders must be a list of objects with names")
        for item in data:
            if item["name"] in self.names() | set(self.symbols):
                raise Rejected("scope", f"{item['name']} is a parameter or a symbol")
            terms = [None if item.get(k) is None else from_json(item[k]) for k in ("lower", "upper", "in")]
            for t in terms[:2]:
                self.check_integer(scope, t)
            if terms[2] is not None:
                self.check_set(scope, terms[2])
            scope = scope.extend(Binder(item["name"], *terms))
        return scope

    def check_integer(self, scope: Scope, t: Term | None) -> None:
        """Refuse a bound that is random, undefined or no integer (oo and None are let through)."""
        if t is not None and t is not OO:
            self.well_defined(scope, t)
            if self.atoms(t) or not self.integer(scope, t):
                raise Rejected("scope", f"{text(t)} is random or not known to be an integer")

    def check_set(self, scope: Scope, t: Term) -> None:
        """Refuse what is no declared set."""
        symbol = self.symbols.get(t.args[0].args[0]) if t.op == "fn" else None
        if symbol is None or symbol.kind != "set" or len(symbol.binders) != len(t.args) - 1:
            raise Rejected("scope", f"{text(t)} is no declared set")
        for a in t.args[1:]:
            self.check_integer(scope, a)

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

    def chain(self, of: Term) -> list[Term]:
        """A set, the set it is cut from, and so on."""
        found = [of]
        while (parent := self.set_of(found[-1])[0].of) is not None:
            found.append(subst(parent, self.set_of(found[-1])[1]))
        return found

    def set_of(self, of: Term) -> tuple[Symbol, dict[str, Term]]:
        """The declaration of a set, and the values of its parameters."""
        symbol = self.symbols[of.args[0].args[0]]
        return symbol, {b.name: t for b, t in zip(symbol.binders, of.args[1:], strict=True)}

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
        fact, values = self.facts[name], dict[str, Term]()
        if set(ref.get("at", {})) != {b.name for b in fact.scope.binders}:
            raise Rejected("obligation", f"{name} needs a term for each of its variables")
        for b in fact.scope.binders:
            t = from_json(ref["at"][b.name])
            self.belongs(scope, t, Binder(b.name, *(x and subst(x, values) for x in (b.lower, b.upper, b.of))))
            values[b.name] = t
        for g in fact.scope.given:
            self.oblige(scope, rel_subst(g, values))
        return rel_subst(fact.rel, values)

    def belongs(self, scope: Scope, t: Term, b: Binder) -> None:
        """Require that a term is a value of a binder."""
        self.check_integer(scope, t)
        if b.of is not None:
            home = scope.member(t.args[0]) if t.op == "var" else None
            if home is None or home.of is None or b.of not in self.chain(home.of):
                raise Rejected("obligation", f"{text(t)} is not known to be in {text(b.of)}")
        if b.lower is not None:
            self.oblige(scope, ("<=", b.lower, t))
        if b.upper is not None:
            self.oblige(scope, ("<=", t, b.upper))

    def implied(self, scope: Scope, rel: Rel, found: list[Rel]) -> bool:
        """Whether a relation is one of those found, one up to a constant in normal form, or evident from signs."""
        op, left, right = rel
        if op == "finite":
            return any(f[1] == left for f in found)
        if op == "away":
            return any(f[0] != "==" and f[2] == left and (constant_value(f[1]) or 0) > 0 for f in found)
        if any(f[0] in _STRONGER[op] and (left, right) in (f[1:], f[:0:-1] if f[0] == "==" else ()) for f in found):
            return True
        table: dict[Term, Term] = {}
        gap, gaps = gap_of(rel, table), [(f[0], gap_of(f, table)) for f in found]
        region = self.region(scope, table, [(f[0], abstract(f[1], table), abstract(f[2], table)) for f in found])
        if region.certainly((_CONDITION[op], gap)):
            return True
        normal = Normalizer(lambda g: region.certainly((">=", g)))
        gaps += [(o, minus(ZERO, g)) for o, g in gaps if o == "=="]
        return any(_beyond(normal, op, minus(gap, g), o) for o, g in [("==", ZERO), *gaps])

    def region(self, scope: Scope, table: dict[Term, Term], found: Iterable[Rel]) -> Region:
        """The kernel region of the scope, with the abstracted terms as variables, cut by the facts found."""
        base = statement_region(self.parameters)[0]
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

    # what terms are ------------------------------------------------------------------------------------------------

    def integer(self, scope: Scope, t: Term) -> bool:
        """Whether a term certainly is an integer."""
        if t.op == "num":
            return bool(t.args[0].denominator == 1)
        if t.op == "var":
            kinds = {v.name: v.kind for v in self.parameters.variables}
            return scope.member(t.args[0]) is not None or kinds.get(t.args[0]) == "int"
        if t.op == "fn":
            symbol = self.symbols.get(t.args[0].args[0])
            return symbol is not None and symbol.integer
        if t.op == "pow":
            whole = all(self.integer(scope, a) for a in t.args)
            if whole:
                self.oblige(scope, ("<=", ZERO, t.args[1]))
            return whole
        if t.op == "over":
            return self.integer(self.inside(scope, t), t.args[2])
        return t.op in ("floor", "ceil") or (
            t.op in ("add", "mul", "neg") and all(self.integer(scope, a) for a in t.args))

    def inside(self, scope: Scope, t: Term) -> Scope:
        """The scope of the summands of a sum."""
        if t.op == "over":
            return scope.extend(Binder(t.args[0].args[0], None, None, t.args[1]))
        upper = None if t.args[2] is OO else t.args[2]
        return scope.extend(Binder(t.args[0].args[0], t.args[1], upper, None))

    def sure(self, scope: Scope) -> Scope:
        """The scope without what is supposed of random quantities: what holds there holds almost surely."""
        return Scope(scope.binders, tuple(g for g in scope.given if not self.atoms(g[1]) | self.atoms(g[2])))

    def atoms(self, t: Term) -> frozenset[tuple[Term | None, str]]:
        """The random parts of a term as (time, kind): kind instant at that time, adapted up to it, or random."""
        if t.op == "fn":
            symbol = self.symbols.get(t.args[0].args[0])
            if any(self.atoms(a) for a in t.args[1:]):
                return frozenset({(None, "random")})
            if symbol is None or symbol.random is None:
                return frozenset()
            return frozenset({(None if symbol.random == "random" else t.args[1], symbol.random)})
        if t.op == "E":
            return frozenset({(t.args[1], "adapted")}) if len(t.args) == 2 else frozenset()
        found = frozenset(a for child in parts(t) for a in self.atoms(child))
        name = bound_name(t)
        if name is None:
            return found
        return frozenset(self._outside(t, name, time, kind) for time, kind in found)

    def _outside(self, t: Term, name: str, time: Term | None, kind: str) -> tuple[Term | None, str]:
        if time is None or name not in free(time):
            return time, kind
        if time == var(name) and t.op == "series" and t.args[2] is not OO and kind in ("instant", "adapted"):
            return t.args[2], "adapted"
        return None, "random"

    def same(self, left: Term, right: Term) -> bool:
        """Whether two terms are equal in normal form, whatever their variables."""
        table: dict[Term, Term] = {}
        return Normalizer(lambda g: False).is_zero(gap_of(("==", left, right), table))

    def measurable(self, t: Term, m: Term | None) -> bool:
        """Whether a term depends on no random quantity, or (m given) only on those of times up to m."""
        return all(m is not None and time is not None and self.same(time, m) for time, _ in self.atoms(t))

    def well_defined(self, scope: Scope, t: Term, summable: bool = False) -> None:
        """Require that a term is defined: known names, denominators > 0, logarithms, convergent series, bounded E.

        ``summable`` says that the term, an infinite series, is known to converge.
        """
        if t.op == "fn":
            symbol = self.symbols.get(t.args[0].args[0])
            if symbol is None or symbol.kind == "set" or len(symbol.binders) != len(t.args) - 1:
                raise Rejected("defined", f"{text(t)}: no declared function of so many arguments")
        if t.op == "var" and scope.member(t.args[0]) is None and t.args[0] not in self.names():
            raise Rejected("defined", f"unknown variable {t.args[0]}")
        if t.op in ("over", "series"):
            self._sum_defined(scope, t, summable)
            return
        if t.op == "E":
            for m in t.args[1:]:
                self.check_integer(scope, m)
            sure = self.sure(scope)
            self.well_defined(sure, t.args[0])
            self.check_bounded(sure, t.args[0])
            return
        for a in parts(t):
            self.well_defined(scope, a)
        if t.op == "div" and not constant_value(t.args[1]):
            self.oblige(scope, ("<", ZERO, t.args[1]))
        elif t.op in ("log", "sqrt", "xlogx"):
            self.oblige(scope, ("<" if t.op == "log" else "<=", ZERO, t.args[0]))
        elif t.op == "pow" and not _whole_power(t.args[1]):
            self.oblige(scope, ("<", ZERO, t.args[0]))
        elif t.op == "tan" or t is OO:
            raise Rejected("defined", f"{t.op} is not supported in derivations")

    def _sum_defined(self, scope: Scope, t: Term, summable: bool) -> None:
        if t.op == "over":
            self.check_set(scope, t.args[1])
        else:
            self.check_integer(scope, t.args[1])
            self.check_integer(scope, t.args[2])
        inside = self.inside(scope, t)
        self.well_defined(inside, parts(t)[-1])
        if t.op == "series" and t.args[2] is OO:
            self.oblige(inside, ("<=", ZERO, t.args[3]))
            if not summable:
                self.oblige(scope, ("finite", t, ONE))

    def check_bounded(self, scope: Scope, t: Term) -> None:
        """Require that a random quantity is bounded for each value of its variables, so that it has an expectation."""
        if t.op in ("E", "ind") or not self.atoms(t):
            return
        if t.op == "fn":
            symbol = self.symbols[t.args[0].args[0]]
            if not symbol.bounded or any(self.atoms(a) for a in t.args):
                raise Rejected("bounded", f"{text(t)} is not known to be bounded")
        elif t.op in ("add", "mul", "neg", "abs", "min", "max", "exp") or (t.op == "series" and t.args[2] is not OO):
            inside = self.inside(scope, t) if t.op == "series" else scope
            for a in parts(t):
                self.check_bounded(inside, a)
        elif t.op == "over":
            self.check_bounded(self.inside(scope, t), t.args[2])
        elif t.op == "pow" and _whole_power(t.args[1]):
            self.check_bounded(scope, t.args[0])
        elif t.op == "div":
            self.check_bounded(scope, t.args[0])
            self.check_away(scope, t.args[1])
        elif t.op == "log":
            self.check_away(scope, t.args[0])
        else:
            raise Rejected("bounded", f"{text(t)} is not known to be bounded")

    def check_away(self, scope: Scope, t: Term) -> None:
        """Require c <= |t| <= C for constants 0 < c, C: structurally, or by a bound t and a fact c <= t."""
        if not self.atoms(t):
            return
        if t.op in ("mul", "div"):
            for a in t.args:
                self.check_away(scope, a)
            return
        self.check_bounded(scope, t)
        if t.op != "exp":
            self.oblige(scope, ("away", t, ONE))


def _whole_power(exponent: Term) -> bool:
    value = constant_value(exponent)
    return value is not None and value.denominator == 1 and value >= 0


def _beyond(normal: Normalizer, op: str, rest: Term, known: str) -> bool:
    """Whether g + rest meets ``op`` because g meets ``known`` and the rest is a constant of the right sign."""
    form = normal(rest)
    if form.top and (form.bottom or set(form.top) != {UNIT}):
        return False
    c = form.top.get(UNIT, 0)
    if op == "==":
        return known == "==" and c == 0
    return c > 0 or (c == 0 and (op == "<=" or known == "<"))


def gap_of(rel: Rel, table: dict[Term, Term]) -> Term:
    """right - left as a kernel term, with equal addends cancelled."""
    total: dict[Term, int] = {}
    for (part, sign), count in signed_parts(minus(abstract(rel[2], table), abstract(rel[1], table)), 1).items():
        total[part] = total.get(part, 0) + sign * count
    return plus(times((num(count), part)) for part, count in total.items())


def _cut(r: Range, value: Any, lower: bool, strict: bool) -> Range:
    """The part of a range on one side of a number."""
    if lower and (r.lo is None or value > r.lo or (value == r.lo and strict)):
        return make_range(value, r.hi, strict, r.hi_open, r.integer)
    if not lower and (r.hi is None or value < r.hi or (value == r.hi and strict)):
        return make_range(r.lo, value, r.lo_open, strict, r.integer)
    return r
