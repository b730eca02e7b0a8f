# SPDX-License-Identifier: Apache-2.0
"""Instances of what another theory has proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from proofcheck.kernel.derivation_context import Derivation, needed_symbols, new_fact, sound, table
from proofcheck.kernel.derivation_expectation import alike
from proofcheck.kernel.derivation_logic import need
from proofcheck.kernel.derivation_scope import Binder, Fact, Scope, Symbol
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.derivation_terms import expand, free, from_json, subst, text
from proofcheck.kernel.term import Term, var
from proofcheck.kernel.verdict import Rejected

Image = tuple[tuple[str, ...], Term]


@dataclass
class _Instance:
    """Another theory below some binders of this one: terms for its parameters, images for the symbols ``wanted``."""

    th: Theory
    other: Theory
    outer: Scope
    values: dict[str, Term]
    wanted: list[str]
    images: dict[str, Image]

    def move(self, t: Term) -> Term:
        """The image of a term."""
        return subst(expand(t, self.images), self.values)

    def loose(self) -> set[str]:
        """The variables of the images that are not their arguments."""
        return {x for names, body in self.images.values() for x in free(body) - set(names)}

    def moved(self, fact: Fact) -> Fact:
        """The image of a fact, below the outer binders."""
        used = {b.name for b in self.outer.binders} | {x for t in self.values.values() for x in free(t)} | self.loose()
        need("import", not used & {b.name for b in fact.scope.binders}, "a variable is in use: rename it")
        move, (op, left, right) = self.move, fact.rel
        binders = tuple(Binder(b.name, *(t and move(t) for t in (b.lower, b.upper, b.of))) for b in fact.scope.binders)
        given = tuple((o, move(s), move(t)) for o, s, t in fact.scope.given)
        return Fact(Scope(self.outer.binders + binders, self.outer.given + given), (op, move(left), move(right)))


def import_fact(d: Derivation, step: dict[str, Any], theories: dict[str, Derivation]) -> None:
    """A fact of another theory, with terms put for its parameters and symbols: an instance of a proved statement.

    The first ``outer`` binders of the step, and its suppositions, are in force for these terms. Every bound, range,
    definition and assumption of that theory is required of them, and that the image of a symbol depends on the same
    times as the symbol.

    Source: universal instantiation, with functions and random quantities put for the symbols.
    """
    th, other = d.theory, theories.get(str(step.get("theory")))
    source = other.theory.facts.get(str(step.get("fact"))) if other is not None else None
    if other is None or source is None:
        raise Rejected("import", "unknown theory or fact")
    label, fact = new_fact(th, step)
    instance = _instance(th, other, _outer(th, source, fact, step.get("outer", 0)), step)
    _assumptions(instance)
    moved = instance.moved(source)
    need("import", moved.scope == fact.scope, "it speaks of other variables, or supposes something else")
    need("import", th.implied(fact.scope, fact.rel, [moved.rel]), "it says something else")
    sound(th, fact, moved.rel[1] == fact.rel[1])
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
    """The terms and images that a step gives, of the right names and kinds, and with no variable captured."""
    values = {name: from_json(t) for name, t in table(step, "at").items()}
    need("import", set(values) == other.theory.names(), "needs a term for each parameter")
    needed = needed_symbols(other, [str(step["fact"])])
    symbols = {n: x for n, x in other.theory.symbols.items() if n in needed or (x.kind != "defined" and x.of is None)}
    images = _images(th, outer, table(step, "images"), symbols)
    found = _Instance(th, other.theory, outer, values, list(symbols), images)
    moving = {name for name, t in values.items() if t != var(name)}
    need("import", not found.loose() & moving, "an image has the name of a parameter")
    known = {b.name for b in outer.binders} | th.names()
    need("import", found.loose() <= known, "an image has an unknown variable")
    return found


def _assumptions(i: _Instance) -> None:
    """Require what the other theory assumes: kinds of parameters, sets, bounds, ranges, definitions, laws."""
    th, symbols = i.th, i.other.symbols
    for v in i.other.parameters.variables:
        th.well_defined(i.outer, i.values[v.name])
        need("import", not th.atoms(i.values[v.name]), f"{v.name} cannot be random")
        need("import", v.kind != "int" or th.integer(i.outer, i.values[v.name]), f"{v.name} must be an integer")
    for name in i.wanted:
        if symbols[name].kind == "set":
            _same_set(th, i.images[name], symbols[name], i.move)
    for name in i.other.assumed:
        if not name.startswith("def.") or name.removeprefix("def.") in i.wanted:
            moved = i.moved(i.other.facts[name])
            th.oblige(moved.scope, moved.rel)
    need("import", not i.other.identical or th.identical, "that theory has identically distributed families")
    for name in i.wanted if i.other.identical else ():
        if symbols[name].random == "instant" and symbols[name].kind != "defined":
            _same_law(th, i.outer, i.images[name], symbols[name].binders[0].lower, i.move)


def _images(th: Theory, outer: Scope, data: dict[str, Any], symbols: dict[str, Symbol]) -> dict[str, Image]:
    """For each of these symbols of the other theory, names for its arguments and a term of these, of the right kind."""
    images: dict[str, Image] = {}
    need("import", set(data) == set(symbols), f"needs images for {sorted(set(symbols) ^ set(data))}")
    for name, symbol in symbols.items():
        names, body = data[name] if isinstance(data[name], list) and len(data[name]) == 2 else (None, None)
        if not isinstance(names, list) or len(set(map(str, names))) != len(names) or len(names) != len(symbol.binders):
            raise Rejected("import", f"the image of {name} must be [names, term]")
        images[name] = (tuple(names), from_json(body))
        scope = th.binders([{"name": n} for n in names], outer)
        need("import", len(scope.binders) == len(outer.binders) + len(names), f"{name}: a name is in use")
        if symbol.kind == "set":
            th.check_set(scope, images[name][1])
        else:
            _fits(th, scope, name, symbol, images[name])
    return images


def _fits(th: Theory, scope: Scope, name: str, symbol: Symbol, image: Image) -> None:
    """The image of a function, family or process depends on the times of the symbol, is bounded, is an integer."""
    names, body = image
    for time, kind in th.atoms(body):
        now = time is not None and bool(names) and kind == "instant" and th.same(time, var(names[0]))
        known = symbol.random == "adapted" and bool(names) and th.measurable(body, var(names[0]))
        fits = symbol.random == "random" or now or known
        need("import", symbol.random is not None and fits, f"the image of {name} depends on other times")
    th.check_bounded(scope, body)
    need("import", not symbol.integer or th.integer(scope, body), f"the image of {name} must be an integer")


def _same_set(th: Theory, image: Image, symbol: Symbol, move: Callable[[Term], Term]) -> None:
    """A set that is cut by conditions must go to a set cut by the same ones from the image of the same.

    The element and the arguments get names that no term has, so that none of an image is taken for them.
    """
    if symbol.of is None:
        return
    here, values = th.set_of(subst(image[1], {name: var(f"@{k}") for k, name in enumerate(image[0])}))
    names = {b.name: var(f"@{k}") for k, b in enumerate(symbol.binders)}
    there = [(op, *(move(subst(t, {**names, symbol.element: var("@")})) for t in (left, right)))
             for op, left, right in symbol.where]
    mine = [(op, *(subst(t, {**values, here.element: var("@")}) for t in (left, right)))
            for op, left, right in here.where]
    parent = None if here.of is None else subst(here.of, values)
    need("import", there == mine and move(subst(symbol.of, names)) == parent, "a set is cut by other conditions")


def _same_law(th: Theory, outer: Scope, image: Image, lower: Term | None, move: Callable[[Term], Term]) -> None:
    """An identically distributed family must go to a quantity whose law does not depend on the time."""
    (time, *others), body = image
    scope = outer.extend(Binder(time, None if lower is None else move(lower), None, None))
    for name in others:
        scope = scope.extend(Binder(name, None, None, None))
    need("import", alike(th, scope, body, time), f"the law of {text(body)} depends on the time")
