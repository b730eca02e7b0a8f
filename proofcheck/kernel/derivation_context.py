# SPDX-License-Identifier: Apache-2.0
"""The context of a derivation: parameters, sets, functions, random families, assumptions; and new facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from proofcheck.kernel.derivation_logic import need
from proofcheck.kernel.derivation_scope import Fact, Scope, Symbol
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.derivation_terms import from_json, is_symbol, parts, rel_text, relation, text
from proofcheck.kernel.region import statement_region
from proofcheck.kernel.statement import statement_from_json
from proofcheck.kernel.term import Term, num, rational, var
from proofcheck.kernel.verdict import Rejected


@dataclass
class Derivation:
    """What a replay has established: the theory, the lines of its context, the schemas used, the axioms rested on."""

    theory: Theory
    context: list[str] = field(default_factory=list)
    hypotheses: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    axioms: dict[str, str] = field(default_factory=dict)
    citations: dict[str, str] = field(default_factory=dict)
    theories: dict[str, Derivation] = field(default_factory=dict)


def needed_symbols(d: Derivation, names: list[str]) -> set[str]:
    """The symbols of some facts, of all assumptions and hypotheses, and of the definitions and conditions of these.

    A conditional expectation counts as a symbol called E.
    """
    th, found = d.theory, set[str]()
    assumed = [name for name in th.assumed if not name.startswith("def.")]
    stack = [t for name in (*names, *assumed) for t in _terms(th.facts[name])]
    while stack:
        t = stack.pop()
        symbol = t.args[0].args[0] if t.op == "fn" else ""
        found |= {"E"} if t.op == "E" and len(t.args) == 2 else set()
        if symbol and symbol not in found:
            found.add(symbol)
            known = th.symbols[symbol]
            stack += [x for b in known.binders for x in b.terms()] + [x for r in known.where for x in r[1:]]
            stack += [x for x in (known.of,) if x is not None]
            stack += _terms(th.facts[f"def.{symbol}"]) if f"def.{symbol}" in th.facts else []
        stack.extend(parts(t))
    return found


def _terms(fact: Fact) -> list[Term]:
    """The terms of a fact, those of its binders included."""
    relations, binders = (fact.rel, *fact.scope.given), fact.scope.binders
    return [t for r in relations for t in r[1:]] + [t for b in binders for t in b.terms()]


def table(data: Any, name: str) -> dict[str, Any]:
    """The object ``data[name]``, empty when absent; raises Rejected for another type."""
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise Rejected("document", f"{name} must be an object")
    return found


def new_fact(th: Theory, item: Any) -> tuple[str, Fact]:
    """The name, scope and relation of an assumption or step."""
    name = item.get("id") if isinstance(item, dict) else None
    if not isinstance(name, str) or not name or name in th.facts or name.startswith(("@", "def.")):
        raise Rejected("derivation", f"bad or repeated name {str(name)[:60]!r}")
    scope = th.binders(item.get("binders", []), Scope())
    given = tuple(relation(r) for r in item.get("given", []))
    return name, Fact(scope.suppose(*given), relation(item.get("goal")))


def sound(th: Theory, fact: Fact, summable: bool = False) -> None:
    """Require that every supposition is defined where the earlier ones hold, and both sides of the relation."""
    for k, given in enumerate(fact.scope.given):
        for t in given[1:]:
            th.well_defined(Scope(fact.scope.binders, fact.scope.given[:k]), t)
    th.well_defined(fact.scope, fact.rel[1], summable)
    th.well_defined(fact.scope, fact.rel[2])


def open_context(data: dict[str, Any], make: type[Theory]) -> Derivation:
    """Parameters, then sets, functions and families, then assumptions, each well defined by what stands before it."""
    trivial = {"hypotheses": [], "goal": ["==", "0", "0"]}
    parameters = statement_from_json({"variables": data.get("parameters", []), **trivial})
    region, terms = statement_region(parameters)
    need("context", not any(r.is_empty() for r in region.ranges.values()), "the range of a parameter is empty")
    need("context", all(r.defines(t) for r, t in terms), "an end of the range of a parameter is not defined")
    th = make(parameters)
    d = Derivation(th, [v.text() for v in parameters.variables])
    for v in parameters.variables:
        need("context", is_symbol(v.name), f"{v.name} is a word of the language")
        for bound, end, strict in ((v.lower, "lower", v.lower_open), (v.upper, "upper", v.upper_open)):
            if bound is not None:
                sides = (bound, var(v.name)) if end == "lower" else (var(v.name), bound)
                th.assume(f"{v.name}.{end}", Fact(Scope(), ("<" if strict else "<=", *sides)))
    for item in _objects(data, "declarations"):
        th.begin(item)
        _DECLARE.get(str(item.get("kind")), _refuse)(d, item)
    th.identical = data.get("identical") is True
    if any(symbol.random == "instant" for symbol in th.symbols.values()):
        also = " and adapted ones" if any(x.random == "adapted" for x in th.symbols.values()) else ""
        alike = ", and identically distributed over time" if th.identical else ""
        d.context.append("at each time the families, together, are independent of all families"
                         f"{also} at earlier times, together{alike}")
    for item in _objects(data, "assumptions"):
        th.begin(item)
        name, fact = new_fact(th, item)
        sound(th, fact)
        th.assume(name, fact)
        d.context.append(fact.text())
    return d


def _objects(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = data.get(name, [])
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise Rejected("context", f"{name} must be a list of objects")
    return found


def fresh(th: Theory, item: dict[str, Any]) -> str:
    """The name of a new symbol; raises Rejected when it is taken, if only by a variable of a fact printed beside it."""
    name, variables = item.get("name"), {b.name for fact in th.facts.values() for b in fact.scope.binders}
    if not is_symbol(name) or name in th.symbols or name in th.names() or name in variables:
        raise Rejected("context", f"bad or repeated name {str(name)[:40]!r}")
    return str(name)


def _head(name: str, scope: Scope) -> str:
    return f"{name}({', '.join(b.text() for b in scope.binders)})" if scope.binders else name


def _declare_set(d: Derivation, item: dict[str, Any]) -> None:
    th, name = d.theory, fresh(d.theory, item)
    scope = th.binders(item.get("binders", []), Scope())
    of = None if item.get("of") is None else from_json(item["of"])
    element, where = item.get("element", ""), tuple(relation(r) for r in item.get("where", []))
    need("context", (of is None) == (not where), "a set is free, or cut from another by conditions")
    if of is not None:
        inner = th.binders([*item.get("binders", []), {"name": element, "in": item["of"]}], Scope())
        for rel in where:
            for t in rel[1:]:
                th.well_defined(inner, t)
                need("context", not th.atoms(t), "a set cannot be random")
    th.symbols[name] = Symbol("set", scope.binders, of=of, element=str(element), where=where)
    cut = "" if of is None else f" = {{{element} in {text(of)}: {' and '.join(rel_text(r) for r in where)}}}"
    d.context.append(f"a finite set of integers {_head(name, scope)}{cut}")


def _declare_family(d: Derivation, item: dict[str, Any]) -> None:
    """A family, independent from one time to another and of all processes before; or a process, adapted alone."""
    th, name = d.theory, fresh(d.theory, item)
    scope = th.binders(item.get("binders", []), Scope())
    need("context", bool(scope.binders) and scope.binders[0].of is None, "the first argument of a family is its time")
    low, high = rational(item.get("lower")), rational(item.get("upper"))
    need("context", low <= high, f"the range of {name} is empty")
    free = item["kind"] == "family"
    th.symbols[name] = Symbol("family", scope.binders, random="instant" if free else "adapted")
    here = Term("fn", (var(name), *(var(b.name) for b in scope.binders)))
    th.assume(f"{name}.lower", Fact(scope, ("<=", num(low), here)))
    th.assume(f"{name}.upper", Fact(scope, ("<=", here, num(high))))
    d.context.append(f"random {'' if free else 'adapted '}{_head(name, scope)} in [{low}, {high}]")


def _declare_function(d: Derivation, item: dict[str, Any]) -> None:
    name, scope = fresh(d.theory, item), d.theory.binders(item.get("binders", []), Scope())
    integer = item.get("integer") is True
    d.theory.symbols[name] = Symbol("function", scope.binders, integer=integer)
    d.context.append(f"{'integers' if integer else 'numbers'} {_head(name, scope)}")


def _refuse(d: Derivation, item: dict[str, Any]) -> None:
    raise Rejected("context", f"a declaration is a set, function or family, not {str(item.get('kind'))[:40]!r}")


_DECLARE = {"set": _declare_set, "function": _declare_function, "family": _declare_family, "process": _declare_family}
