# SPDX-License-Identifier: Apache-2.0
"""Instances of what another theory has proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofcheck.kernel.derivation_context import Derivation, needed_symbols, new_fact, sound, table
from proofcheck.kernel.derivation_expectation import alike
from proofcheck.kernel.derivation_logic import need
from proofcheck.kernel.derivation_scope import Binder, Fact, Scope, Symbol
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.derivation_terms import expand, free, from_json, subst, text
from proofcheck.kernel.term import Term, var
from proofcheck.kernel.verdict import Rejected


def import_fact(d: Derivation, step: dict[str, Any], theories: dict[str, Derivation]) -> None:
    """A fact of another theory, with terms put for its parameters and symbols: an instance of a proved statement.

    The first ``outer`` binders of the step, and its suppositions, are in force for these terms. Every bound, range,
    definition and assumption of that theory is required of them, and that the image of a symbol depends on the same
    times as the symbol.
    """
    th, other = d.theory, theories.get(str(step.get("theory")))
    source = other.theory.facts.get(str(step.get("fact"))) if other is not None else None
    if other is None or source is None:
        raise Rejected("import", "unknown theory or fact")
    label, fact = new_fact(th, step)
    count = step.get("outer", 0)
    need("import", type(count) is int and 0 <= count <= len(fact.scope.binders), "outer must count binders")
    outer = Scope(fact.scope.binders[:count], () if source.scope.given else fact.scope.given)
    inner = {b.name for b in fact.scope.binders[count:]}
    for g in outer.given:
        fixed = not th.atoms(g[1]) | th.atoms(g[2]) and not inner & (free(g[1]) | free(g[2]))
        need("import", fixed, "a supposition is random, or about an inner variable")
    values = {name: from_json(t) for name, t in table(step, "at").items()}
    need("import", set(values) == other.theory.names(), "needs a term for each parameter")
    source_name, symbols = str(step["fact"]), other.theory.symbols
    free_ones = {n for n, x in symbols.items() if x.kind != "defined" and x.of is None}
    wanted = free_ones | needed_symbols(other, [source_name])
    images = _images(th, outer, table(step, "images"), {n: x for n, x in symbols.items() if n in wanted})

    moving = {name for name, t in values.items() if t != var(name)}
    for name, (names, body) in images.items():
        need("import", not (free(body) - set(names)) & moving, f"{name}: its image has the name of a parameter")
    loose = {x for names, body in images.values() for x in free(body) - set(names)}
    used = {b.name for b in outer.binders} | {x for t in values.values() for x in free(t)} | loose
    need("import", loose <= {b.name for b in outer.binders} | th.names(), "an image has an unknown variable")

    def move(t: Term) -> Term:
        return subst(expand(t, images), values)

    for v in other.theory.parameters.variables:
        th.well_defined(outer, values[v.name])
        need("import", not th.atoms(values[v.name]), f"{v.name} cannot be random")
        need("import", v.kind != "int" or th.integer(outer, values[v.name]), f"{v.name} must be an integer")
    for name in wanted:
        symbol = symbols[name]
        if symbol.kind == "set":
            _same_set(th, images[name], symbol, move)
    for name in other.theory.assumed:
        if name.startswith("def.") and name.removeprefix("def.") not in wanted:
            continue
        moved = _moved(outer, other.theory.facts[name], move, used)
        th.oblige(moved.scope, moved.rel)
    need("import", not other.theory.identical or th.identical, "that theory has identically distributed families")
    for name in free_ones if other.theory.identical else ():
        if symbols[name].random == "instant":
            _same_law(th, outer, images[name], symbols[name].binders[0].lower, move)
    moved = _moved(outer, source, move, used)
    need("import", moved.scope == fact.scope, "it speaks of other variables, or supposes something else")
    need("import", th.implied(fact.scope, fact.rel, [moved.rel]), "it says something else")
    sound(th, fact, moved.rel[1] == fact.rel[1])
    th.facts[label] = fact


_Images = dict[str, tuple[tuple[str, ...], Term]]


def _images(th: Theory, outer: Scope, data: dict[str, Any], symbols: dict[str, Symbol]) -> _Images:
    """For each of these symbols of the other theory, names for its arguments and a term of these, of the right kind."""
    images: _Images = {}
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
            continue
        image = images[name][1]
        for time, kind in th.atoms(image):
            now = time is not None and bool(names) and kind == "instant" and th.same(time, var(names[0]))
            known = symbol.random == "adapted" and bool(names) and th.measurable(image, var(names[0]))
            fits = symbol.random == "random" or now or known
            need("import", symbol.random is not None and fits, f"the image of {name} depends on other times")
        if symbol.bounded:
            th.check_bounded(scope, image)
        need("import", not symbol.integer or th.integer(scope, image), f"the image of {name} must be an integer")
    return images


def _same_set(th: Theory, image: tuple[tuple[str, ...], Term], symbol: Symbol, move: Callable[[Term], Term]) -> None:
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


def _same_law(th: Theory, outer: Scope, image: tuple[tuple[str, ...], Term], lower: Term | None,
              move: Callable[[Term], Term]) -> None:
    """An identically distributed family must go to a quantity whose law does not depend on the time."""
    (time, *others), body = image
    scope = outer.extend(Binder(time, None if lower is None else move(lower), None, None))
    for name in others:
        scope = scope.extend(Binder(name, None, None, None))
    need("import", alike(th, scope, body, time), f"the law of {text(body)} depends on the time")


def _moved(outer: Scope, fact: Fact, move: Callable[[Term], Term], used: set[str]) -> Fact:
    """The image of a fact, below the outer binders; ``used``: the variables of the images."""
    need("import", not used & {b.name for b in fact.scope.binders}, "a variable is in use: rename it")
    binders = tuple(Binder(b.name, *(t and move(t) for t in (b.lower, b.upper, b.of))) for b in fact.scope.binders)
    given = tuple((op, move(left), move(right)) for op, left, right in fact.scope.given)
    op, left, right = fact.rel
    return Fact(Scope(outer.binders + binders, outer.given + given), (op, move(left), move(right)))
