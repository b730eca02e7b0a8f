# SPDX-License-Identifier: Apache-2.0
"""What the terms of a derivation mean: defined, integer, random at which time, bounded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from proofcheck.kernel.calculus import constant_value, minus, plus, times
from proofcheck.kernel.derivation_scope import Binder, Scope, Symbol
from proofcheck.kernel.derivation_terms import OO, Rel, abstract, bound_name, free, is_symbol, parts, subst, text
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.region import signed_parts
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import ONE, ZERO, Term, num, var
from proofcheck.kernel.verdict import Rejected


@dataclass
class Meaning:
    """The declared parameters and symbols, and what follows for terms from their declarations."""

    parameters: Statement
    symbols: dict[str, Symbol] = field(default_factory=dict)

    def oblige(self, scope: Scope, rel: Rel) -> None:
        """Require a relation in a scope; how it is shown, a theory knows."""
        raise NotImplementedError

    def names(self) -> set[str]:
        """The names of the parameters."""
        return {v.name for v in self.parameters.variables}

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
        self.belong(scope, symbol.binders, t.args[1:])

    def belong(self, scope: Scope, binders: Iterable[Binder], terms: Iterable[Term]) -> dict[str, Term]:
        """Require that terms are values of binders, one after the other."""
        values = dict[str, Term]()
        for b, t in zip(binders, terms, strict=True):
            lower, upper, of = (x and subst(x, values) for x in (b.lower, b.upper, b.of))
            self.check_integer(scope, t)
            if of is not None:
                home = scope.member(t.args[0]) if t.op == "var" else None
                if home is None or home.of is None or of not in self.chain(home.of):
                    raise Rejected("obligation", f"{text(t)} is not known to be in {text(of)}")
            if lower is not None:
                self.oblige(scope, ("<=", lower, t))
            if upper is not None:
                self.oblige(scope, ("<=", t, upper))
            values[b.name] = t
        return values

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
        if t.op == "pow" and constant_value(t.args[1]) is not None:
            return _whole_power(t.args[1]) and self.integer(scope, t.args[0])
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
        """The scope of the summands of a sum; what is known of a parameter says nothing about a bound variable."""
        name = bound_name(t)
        if not is_symbol(name) or name in self.names() or name in self.symbols:
            raise Rejected("scope", f"the variable {name} of a sum is a parameter, a symbol or a word: rename it")
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
        return Normalizer(lambda g: False).is_zero(gap_of(("==", left, right), {}))

    def measurable(self, t: Term, m: Term | None) -> bool:
        """Whether a term depends on no random quantity, or (m given) only on those of times up to m."""
        return all(m is not None and time is not None and self.not_after(time, m) for time, _ in self.atoms(t))

    def not_after(self, time: Term, m: Term) -> bool:
        """Whether m - time is a constant >= 0 in normal form."""
        value = Normalizer(lambda g: False)(gap_of(("==", time, m), {})).number()
        return value is not None and value >= 0

    def well_defined(self, scope: Scope, t: Term, summable: bool = False) -> None:
        """Require that a term is defined: known names, denominators > 0, logarithms, convergent series, bounded E.

        ``summable`` says that the term, an infinite series, is known to converge.
        """
        if t.op == "fn":
            symbol = self.symbols.get(t.args[0].args[0])
            if symbol is None or symbol.kind == "set" or len(symbol.binders) != len(t.args) - 1:
                raise Rejected("defined", f"{text(t)}: no declared function of so many arguments")
            self.belong(scope, symbol.binders, t.args[1:])
            return
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
        elif t.op == "tan":
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
        if t.op in ("E", "ind", "fn") or not self.atoms(t):
            return
        if t.op in ("add", "mul", "neg", "abs", "min", "max", "exp") or (t.op == "series" and t.args[2] is not OO):
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
        """Require c <= |t| <= C for numbers 0 < c, C: structurally, or by a bounded t and a fact c <= t."""
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


def gap_of(rel: Rel, table: dict[Term, Term]) -> Term:
    """right - left as a kernel term, with equal addends cancelled."""
    total: dict[Term, int] = {}
    for (part, sign), count in signed_parts(minus(abstract(rel[2], table), abstract(rel[1], table)), 1).items():
        total[part] = total.get(part, 0) + sign * count
    return plus(times((num(count), part)) for part, count in total.items())
