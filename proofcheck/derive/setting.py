# SPDX-License-Identifier: Apache-2.0
"""What a derivation has proved, laid out from what the kernel replayed: for every ..., such that ..., we have ..."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from proofcheck.derive.typeset import Typesetter
from proofcheck.kernel.derivation_context import Derivation, needed_symbols
from proofcheck.kernel.derivation_scope import Binder, Scope, Symbol
from proofcheck.kernel.statement import Variable
from proofcheck.kernel.term import Term, var


@dataclass
class Manner:
    """How a theory is printed: its typesetter, and what its file says of facts."""

    ts: Typesetter
    says: dict[str, str]


def statement(d: Derivation, document: dict[str, Any], manner: dict[str, Manner]) -> Iterator[str]:
    """The lines of a statement; ``manner`` is that of the document (under "") and of each theory beside it."""
    names, ts, says = list(document["result"]), manner[""].ts, manner[""].says
    yield "for every"
    yield from (f"  {line}" for line in declared(d, ts))
    yield from _block("such that", [ts.fact(d.theory.facts[name]) for name in _assumptions(d)])
    yield from _block("where", [definition(d, f"def.{name}", ts) for name in _defined(d, [*names, *d.citations])])
    yield from _block("if (hypotheses)", [line for name in d.hypotheses
                                          for line in (*(f"{text}:" for text in [says.get(name, "")] if text),
                                                       "  " + ts.fact(d.theory.facts[name]))])
    yield from _block("by the axiom", [f"{name} [{text}]: {ts.fact(d.theory.facts[name])}"
                                       for name, text in d.citations.items()])
    yield from _block("by an instance of the axiom", [line for inner in d.theories.values() for line in _cited(inner)])
    yield from _block("we have", [ts.fact(d.theory.facts[name]) for name in names])
    for name in document.get("beside", []):
        yield ""
        yield f"and beside this ({name}.toml, with symbols of its own)"
        yield from statement(d.theories[name], document["theories"][name], {**manner, "": manner[name]})


def _cited(d: Derivation) -> Iterator[str]:
    """The axioms of a theory and of those below it, each with its citation, in the setting of that theory."""
    ts = Typesetter()
    for name, text in d.citations.items():
        yield f"{name} [{text}], which says that for every"
        yield from (f"  {line}" for line in declared(d, ts))
        assumed = [*(d.theory.facts[fact] for fact in _assumptions(d)), *(d.theory.facts[h] for h in d.hypotheses)]
        yield from _block("  such that", [f"  {ts.fact(fact)}" for fact in assumed])
        yield from _block("  we have", [f"  {ts.fact(d.theory.facts[name])}"])
    for inner in d.theories.values():
        yield from _cited(inner)


def _block(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield title
        yield from (f"  {line}" for line in lines)


def _assumptions(d: Derivation) -> list[str]:
    """The assumptions of the context: what is assumed, without bounds, ranges, definitions and hypotheses."""
    ranges = {f"{name}.{end}" for name in (*d.theory.names(), *d.theory.symbols) for end in ("lower", "upper")}
    return [name for name in d.theory.assumed
            if name not in ranges and not name.startswith("def.") and name not in d.hypotheses]


def _defined(d: Derivation, names: list[str]) -> list[str]:
    """The defined symbols on which some facts and the hypotheses rest, in the order of their definition."""
    needed = needed_symbols(d, names)
    return [name for name, symbol in d.theory.symbols.items() if symbol.kind == "defined" and name in needed]


def definition(d: Derivation, name: str, ts: Typesetter) -> str:
    """A definition: f_m = body for m ≥ 0."""
    fact = d.theory.facts[name]
    return ts.rel(fact.rel) + for_all(fact.scope, ts)


def for_all(scope: Scope, ts: Typesetter) -> str:
    """The variables of a scope, said after the fact."""
    return f"  for {', '.join(map(ts.binder, scope.binders))}" if scope.binders else ""


def declared(d: Derivation, ts: Typesetter) -> Iterator[str]:
    """Parameters, sets, numbers, and random families with what is known of their law, each on a line."""
    parameters = [_parameter(v, ts) for v in d.theory.parameters.variables]
    if parameters:
        yield ", ".join(parameters)
    symbols = {name: symbol for name, symbol in d.theory.symbols.items() if symbol.kind != "defined"}
    yield from (_symbol(d, name, symbol, ts) for name, symbol in symbols.items() if symbol.kind != "family")
    yield from (_symbol(d, name, symbol, ts) for name, symbol in symbols.items() if symbol.kind == "family")
    kinds = {symbol.random for symbol in symbols.values()}
    if "instant" in kinds:
        past = " and of the adapted ones before" * ("adapted" in kinds)
        law = ", with the same law at each" * d.theory.identical
        yield f"  independent from one time, the first index, to another{past}{law};"
        yield "  of any joint law within one time"


def _parameter(v: Variable, ts: Typesetter) -> str:
    name = ts.name(v.name)
    low, high = ("" if t is None else ts.term(t) for t in (v.lower, v.upper))
    kind = "integer" if v.kind == "int" else "real"
    if low and high:
        ends = f"{'(' if v.lower_open else '['}{low}, {high}{')' if v.upper_open else ']'}"
        return f"{'integer ' * (v.kind == 'int')}{name} ∈ {ends}"
    if not low and not high:
        return f"{kind} {name}"
    return f"{kind} {name} " + (f"{'>' if v.lower_open else '≥'} {low}" if low else
                                f"{'<' if v.upper_open else '≤'} {high}")


def _symbol(d: Derivation, name: str, symbol: Symbol, ts: Typesetter) -> str:
    """A set, numbers or a random family, with its arguments."""
    here = ts.term(Term("fn", (var(name), *(var(b.name) for b in symbol.binders))))
    where = for_all(Scope(symbol.binders), ts)
    if symbol.kind == "set" and symbol.of is None:
        return f"finite set {here}{where}"
    if symbol.kind == "set" and symbol.of is not None:
        cut = " and ".join(map(ts.rel, symbol.where))
        return f"{here} = {{{ts.binder(Binder(symbol.element, None, None, symbol.of))} : {cut}}}{where}"
    if symbol.kind == "function":
        return f"{'whole numbers' if symbol.integer else 'numbers'} {here}{where}"
    ends = [d.theory.facts[f"{name}.lower"].rel[1], d.theory.facts[f"{name}.upper"].rel[2]]
    kind = "random" if symbol.random == "instant" else "random adapted"
    return f"{kind} {here} ∈ [{', '.join(map(ts.term, ends))}]{where}"


