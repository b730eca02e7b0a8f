# SPDX-License-Identifier: Apache-2.0
"""Instances of what another theory has proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from proofcheck.kernel.derivation_context import Derivation, needed_symbols, new_fact, sound, table
from proofcheck.kernel.derivation_expectation import alike
from proofcheck.kernel.derivation_logic import need
from proofcheck.kernel.derivation_scope import Binder, Fact, Scope, Symbol
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.derivation_terms import expand, free, from_json, subst
from proofcheck.kernel.term import ZERO, Term, var
from proofcheck.kernel.verdict import Rejected

Image = tuple[tuple[str, ...], Term]


@dataclass
class _Instance:
    """Another theory below some binders of this one: terms for its parameters, images for those ``symbols`` of it."""

    th: Theory
    other: Theory
    outer: Scope
    values: dict[str, Term]
    symbols: dict[str, Symbol]
    images: dict[str, Image]

    def move(self, t: Term) -> Term:
        """The image of a term."""
        return subst(expand(t, self.images), self.values)

    def loose(self) -> set[str]:
        """The variables of the images that are not their arguments."""
        return {x for names, body in self.images.values() for x in free(body) - set(names)}

    def moved(self, fact: Fact) -> Fact:
        """The image of a fact, below the outer binders."""
        used = {x for t in self.values.values() for x in free(t)} | self.loose() | self.th.names()
        used |= {b.name for b in self.outer.binders} | set(self.th.symbols)
        need("import", not used & {b.name for b in fact.scope.binders}, "a variable is in use: rename it")
        move, (op, left, right) = self.move, fact.rel
        binders = tuple(Binder(b.name, *(t and move(t) for t in (b.lower, b.upper, b.of))) for b in fact.scope.binders)
        given = tuple((o, move(s), move(t)) for o, s, t in fact.scope.given)
        return Fact(Scope(self.outer.binders + binders, self.outer.given + given), (op, move(left), move(right)))


def import_fact(d: Derivation, step: dict[str, Any], theories: dict[str, Derivation]) -> None:
    """A fact of another theory, with terms put for its parameters and symbols: an instance of a proved statement.

    The first ``outer`` binders of the step, and its suppositions, are in force for these terms. Every bound, range,
    definition and assumption of that theory is required of them, and that the image of a symbol is defined wherever
    the symbol is, and depends on the same times.

    Source: universal instantiation, with functions and random quantities put for the symbols.
    """
    th, other = d.theory, theories.get(str(step.get("theory")))
    source = other.theory.facts.get(str(step.get("fact"))) if other is not None else None
    if other is None or source is None:
        raise Rejected("import", "unknown theory or fact")
    label, fact = new_fact(th, step)
    instance = _instance(th, other, _outer(th, source, fact, step.get("outer", 0)), step)
    _assumptions(instance)
    need("import", instance.moved(source) == fact, "it is not that fact with the terms put in")
    sound(th, fact, True)
    th.facts[label] = fact


def _outer(th: Theory, source: Fact, fact: Fact, count: Any) -> Scope:
    """The first binders of the step, with its suppositions when the source has none of its own."""
    need("import", type(count) is int and 0 <= count <= len(fact.scope.binders), "outer must count binders")
    outer = Scope(fact.scope.binders[:count], () if source.scope.given else fact.scope.given)
    inner = {b.name for b in fact.scope.binders[count:]}
    for g in outer.given:
        fixed = not th.atoms(g[1]) | th.atoms(g[2]) and not inner & (free(g[1]) | free(g[2]))
        need("import", fixed, "a supposition is random, or about an inner variable")
    return outer


def _instance(th: Theory, other: Derivation, outer: Scope, step: dict[str, Any]) -> _Instance:
    """The terms and images that a step gives, of the right names, and with no variable captured."""
    values = {name: from_json(t) for name, t in table(step, "at").items()}
    need("import", set(values) == other.theory.names(), "needs a term for each parameter")
    needed = needed_symbols(other, [str(step["fact"])])
    symbols = {n: x for n, x in other.theory.symbols.items() if n in needed or (x.kind != "defined" and x.of is None)}
    images = _images(table(step, "images"), symbols)
    found = _Instance(th, other.theory, outer, values, symbols, images)
    moving = {name for name, t in values.items() if t != var(name)}
    need("import", not found.loose() & moving, "an image has the name of a parameter")
    known = {b.name for b in outer.binders} | th.names()
    need("import", found.loose() <= known, "an image has an unknown variable")
    return found


def _images(data: dict[str, Any], symbols: dict[str, Symbol]) -> dict[str, Image]:
    """For each of these symbols of the other theory, names for its arguments and a term of these."""
    images: dict[str, Image] = {}
    need("import", set(data) == set(symbols), f"needs images for {sorted(set(symbols) ^ set(data))}")
    for name, symbol in symbols.items():
        names, body = data[name] if isinstance(data[name], list) and len(data[name]) == 2 else (None, None)
        if not isinstance(names, list) or len(set(map(str, names))) != len(names) or len(names) != len(symbol.binders):
            raise Rejected("import", f"the image of {name} must be [names, term]")
        images[name] = (tuple(map(str, names)), from_json(body))
    return images


def _assumptions(i: _Instance) -> None:
    """Require what the other theory assumes: kinds of parameters and symbols, bounds, ranges, definitions, laws."""
    th, identical = i.th, i.other.identical
    for v in i.other.parameters.variables:
        th.well_defined(i.outer, i.values[v.name])
        need("import", not th.atoms(i.values[v.name]), f"{v.name} cannot be random")
        need("import", v.kind != "int" or th.integer(i.outer, i.values[v.name]), f"{v.name} must be an integer")
    need("import", not identical or th.identical, "that theory has identically distributed families")
    for name, symbol in i.symbols.items():
        symbol_at = Term("fn", (var(name), *(var(b.name) for b in symbol.binders)))
        here = i.moved(Fact(Scope(symbol.binders), ("==", ZERO, symbol_at)))
        if symbol.kind == "set":
            _same_set(i, symbol, here)
            continue
        _fits(th, name, symbol, here)
        if identical and symbol.random == "instant" and symbol.kind != "defined":
            same = alike(th, here.rel[2], symbol.binders[0].name)
            need("import", same, f"the law of the image of {name} depends on the time")
    for name in i.other.assumed:
        if not name.startswith("def.") or name.removeprefix("def.") in i.symbols:
            moved = i.moved(i.other.facts[name])
            th.oblige(moved.scope, moved.rel)


def _fits(th: Theory, name: str, symbol: Symbol, here: Fact) -> None:
    """The image of a function, family or process is defined, depends on the times of the symbol, is bounded, whole."""
    scope, body = here.scope, here.rel[2]
    th.well_defined(scope, body)
    first = var(symbol.binders[0].name) if symbol.binders else None
    fits = symbol.random == "random" or (symbol.random == "adapted" and th.measurable(body, first))
    for time, kind in th.atoms(body):
        now = time is not None and first is not None and kind == "instant" and th.same(time, first)
        need("import", symbol.random is not None and (fits or now), f"the image of {name} depends on other times")
    th.check_bounded(scope, body)
    need("import", not symbol.integer or th.integer(scope, body), f"the image of {name} must be an integer")


def _same_set(i: _Instance, symbol: Symbol, here: Fact) -> None:
    """A set goes to a set; one that is cut by conditions to a set cut by the same ones from the image of the same.

    The element gets a name that no term has, so that nothing of an image is taken for it.
    """
    i.th.check_set(here.scope, here.rel[2])
    if symbol.of is None:
        return
    mine, values = i.th.set_of(here.rel[2])
    there = [(op, *(i.move(subst(t, {symbol.element: var("@")})) for t in sides)) for op, *sides in symbol.where]
    own = [(op, *(subst(t, {**values, mine.element: var("@")}) for t in sides)) for op, *sides in mine.where]
    parent = None if mine.of is None else subst(mine.of, values)
    need("import", there == own and i.move(symbol.of) == parent, "a set is cut by other conditions")
