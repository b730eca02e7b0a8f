# SPDX-License-Identifier: Apache-2.0
"""Derivation documents: a context, proved claims, and steps, each by one rule schema; replayed to one statement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from proofcheck.kernel import derivation_expectation as expectation
from proofcheck.kernel import derivation_rules as rules
from proofcheck.kernel.derivation_rules import need
from proofcheck.kernel.derivation_state import Binder, Fact, Scope, Symbol, Theory
from proofcheck.kernel.derivation_terms import (
    Rel,
    expand,
    free,
    from_json,
    parts,
    rel_text,
    relation,
    subst,
    text,
)
from proofcheck.kernel.statement import Statement, statement_from_json
from proofcheck.kernel.term import Term, digest, is_name, num, rational, var
from proofcheck.kernel.verdict import Rejected, Status, Verdict

FORMAT, VERSION = "proofcheck-derivation", 1
MAX_STEPS = 5_000
Check = Callable[[Statement, Any], Verdict]
Schema = Callable[[Theory, Scope, Rel, dict[str, Any]], bool]

SCHEMAS: dict[str, Schema] = {
    "use": rules.rule_use, "calc": rules.rule_calc, "evident": rules.rule_evident, "equal": rules.rule_equal,
    "termwise": rules.rule_termwise,
    "linear": rules.rule_linear,
    "swap": rules.rule_swap, "split": rules.rule_split, "ends": rules.rule_ends, "tail": rules.rule_tail, "subset": rules.rule_subset, "member": rules.rule_member,
    "divide": rules.rule_divide, "count": rules.rule_count, "induction": rules.rule_induction,
    "cases": rules.rule_cases, "indicator": rules.rule_indicator, "integers": rules.rule_integers,
    "witness": rules.rule_witness, "limit": rules.rule_limit, "layers": rules.rule_layers,
    "monotone": expectation.rule_monotone, "independent": expectation.rule_independent,
    "tower": expectation.rule_tower, "jensen": expectation.rule_jensen, "shift": expectation.rule_shift,
}


@dataclass
class Derivation:
    """What a replay has established: the theory, the lines of its context, the schemas used, the axioms rested on."""

    theory: Theory
    context: list[str] = field(default_factory=list)
    hypotheses: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    axioms: dict[str, str] = field(default_factory=dict)
    theories: dict[str, Derivation] = field(default_factory=dict)


def replay_derivation(document: Any, check: Check) -> Verdict:
    """Replay a derivation document; ``check`` replays the kernel certificates in it. Raises Rejected."""
    d = replay_steps(document, check)
    statement = proved(d, document)
    stamp = digest(statement)
    need("digest", document.get("digest", stamp) == stamp, "the digest does not belong to the statement")
    status = Status.CONDITIONAL if d.axioms else Status.PROVED
    return Verdict(status, statement, stamp, Fraction(0), tuple(sorted(d.axioms)), d.counts)


def proved(d: Derivation, document: dict[str, Any]) -> str:
    """What a replayed document proves: setting, definitions, results, and those of the theories that it puts beside."""
    steps = document["steps"]
    names = document.get("result", [steps[-1].get("id")] if steps else [])
    names = [names] if isinstance(names, str) else names
    if not isinstance(names, list) or not names or not all(n in d.theory.facts for n in names):
        raise Rejected("derivation", "the result is not the name of a step, or a list of such names")
    facts = " and ".join(d.theory.facts[name].text() for name in names)
    beside = document.get("beside", [])
    if not isinstance(beside, list) or not all(name in d.theories for name in beside):
        raise Rejected("derivation", "beside must name theories of the document")
    also = [f"AND: {proved(d.theories[name], document['theories'][name])}" for name in beside]
    return "; ".join([*d.context, *setting(d, names), facts, *also])


def needed_symbols(d: Derivation, names: list[str]) -> set[str]:
    """The symbols of some facts, of all assumptions and hypotheses, and of the definitions and conditions of these."""
    th, found = d.theory, set[str]()
    stack = [t for name in (*names, *(n for n in th.assumed if not n.startswith("def."))) for t in _terms(th.facts[name])]
    while stack:
        t = stack.pop()
        symbol = t.args[0].args[0] if t.op == "fn" else ""
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
    return [t for r in (fact.rel, *fact.scope.given) for t in r[1:]] + [t for b in fact.scope.binders for t in b.terms()]


def setting(d: Derivation, names: list[str]) -> list[str]:
    """The definitions that the words of facts rest on and the hypotheses, in the order in which they were made."""
    words = {*d.hypotheses, *(f"def.{symbol}" for symbol in needed_symbols(d, names))} - set(names)
    return [fact.text() for key, fact in d.theory.facts.items() if key in words]


def replay_steps(document: Any, check: Check, make: type[Theory] = Theory) -> Derivation:
    """The context and all steps of a document, replayed."""
    if not isinstance(document, dict) or document.get("format") != FORMAT or document.get("version") != VERSION:
        raise Rejected("document", f"this is no {FORMAT} of version {VERSION}")
    context, steps = document.get("context"), document.get("steps")
    if not isinstance(context, dict) or not isinstance(steps, list):
        raise Rejected("document", "needs a context and steps")
    d = open_context(context, make)
    for name, claim in _table(document, "claims").items():
        d.theory.claims[name] = check_claim(name, claim, check, d.counts)
    theories = {name: replay_steps(inner, check, make) for name, inner in _table(document, "theories").items()}
    d.theories = theories
    for inner in theories.values():
        d.axioms.update(inner.axioms)
        for rule, count in inner.counts.items():
            d.counts[rule] = d.counts.get(rule, 0) + count
    need("document", len(steps) <= MAX_STEPS, "too many steps")
    for step in steps:
        one_step(d, step, theories)
    return d


def _table(data: Any, name: str) -> dict[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise Rejected("document", f"{name} must be an object")
    return found


def check_claim(name: str, claim: Any, check: Check, counts: dict[str, int]) -> Statement:
    """The statement of a claim whose certificate proves it."""
    if not isinstance(claim, dict):
        raise Rejected("claim", f"{name[:60]} must be an object")
    statement = statement_from_json(claim.get("statement"))
    try:
        verdict = check(statement, claim.get("proof"))
    except Rejected as problem:
        raise Rejected(problem.rule, problem.reason, (f"claim {name}", *problem.path)) from None
    need("claim", verdict.status is Status.PROVED, f"{name} is {verdict.status.value}, not proved")
    for rule, count in verdict.rules.items():
        counts[rule] = counts.get(rule, 0) + count
    return statement


# --- context --------------------------------------------------------------------------------------------------------

def open_context(data: dict[str, Any], make: type[Theory]) -> Derivation:
    """Parameters, then sets, functions and families, then assumptions, each well defined by what stands before it."""
    trivial = {"hypotheses": [], "goal": ["==", "0", "0"]}
    parameters = statement_from_json({"variables": data.get("parameters", []), **trivial})
    th = make(parameters)
    d = Derivation(th, [v.text() for v in parameters.variables])
    for v in parameters.variables:
        for bound, end, strict in ((v.lower, "lower", v.lower_open), (v.upper, "upper", v.upper_open)):
            if bound is not None:
                th.well_defined(Scope(), bound)
                sides = (bound, var(v.name)) if end == "lower" else (var(v.name), bound)
                th.assume(f"{v.name}.{end}", Fact(Scope(), ("<" if strict else "<=", *sides)))
    for item in _objects(data, "declarations"):
        th.begin(item)
        _DECLARE.get(str(item.get("kind")), _refuse)(d, item)
    th.identical = data.get("identical") is True
    if any(symbol.kind == "family" for symbol in th.symbols.values()):
        d.context.append("independent over the first argument" + (", identically distributed" if th.identical else ""))
    for item in _objects(data, "assumptions"):
        th.begin(item)
        name, fact = _new_fact(th, item)
        _sound(th, fact)
        th.assume(name, fact)
        d.context.append(fact.text())
    return d


def _objects(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = data.get(name, [])
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise Rejected("context", f"{name} must be a list of objects")
    return found


def _fresh(th: Theory, item: dict[str, Any]) -> str:
    name = item.get("name")
    if not is_name(name) or name in th.symbols or name in th.names():
        raise Rejected("context", f"bad or repeated name {str(name)[:40]!r}")
    return str(name)


def _head(name: str, scope: Scope) -> str:
    return f"{name}({', '.join(b.text() for b in scope.binders)})" if scope.binders else name


def _declare_set(d: Derivation, item: dict[str, Any]) -> None:
    th, name = d.theory, _fresh(d.theory, item)
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
    d.context.append(f"a finite set {_head(name, scope)}{cut}")


def _declare_family(d: Derivation, item: dict[str, Any]) -> None:
    th, name = d.theory, _fresh(d.theory, item)
    scope = th.binders(item.get("binders", []), Scope())
    need("context", bool(scope.binders) and scope.binders[0].of is None, "the first argument of a family is its time")
    low, high = rational(item.get("lower")), rational(item.get("upper"))
    th.symbols[name] = Symbol("family", scope.binders, random="instant")
    here = Term("fn", (var(name), *(var(b.name) for b in scope.binders)))
    th.assume(f"{name}.lower", Fact(scope, ("<=", num(low), here)))
    th.assume(f"{name}.upper", Fact(scope, ("<=", here, num(high))))
    d.context.append(f"random {_head(name, scope)} in [{low}, {high}]")


def _declare_function(d: Derivation, item: dict[str, Any]) -> None:
    name, scope = _fresh(d.theory, item), d.theory.binders(item.get("binders", []), Scope())
    integer = item.get("integer") is True
    d.theory.symbols[name] = Symbol("function", scope.binders, integer=integer)
    d.context.append(f"{'integers' if integer else 'numbers'} {_head(name, scope)}")


def _refuse(d: Derivation, item: dict[str, Any]) -> None:
    raise Rejected("context", f"a declaration is a set, function or family, not {str(item.get('kind'))[:40]!r}")


_DECLARE = {"set": _declare_set, "function": _declare_function, "family": _declare_family}


# --- steps ----------------------------------------------------------------------------------------------------------

def _new_fact(th: Theory, item: Any) -> tuple[str, Fact]:
    """The name, scope and relation of an assumption or step."""
    name = item.get("id") if isinstance(item, dict) else None
    if not isinstance(name, str) or not name or name in th.facts or name.startswith("@"):
        raise Rejected("derivation", f"bad or repeated name {str(name)[:60]!r}")
    scope = th.binders(item.get("binders", []), Scope())
    given = tuple(relation(r) for r in item.get("given", []))
    return name, Fact(scope.suppose(*given), relation(item.get("goal")))


def _sound(th: Theory, fact: Fact, summable: bool = False) -> None:
    """Require that every supposition is defined where the earlier ones hold, and both sides of the relation."""
    for k, given in enumerate(fact.scope.given):
        for t in given[1:]:
            th.well_defined(Scope(fact.scope.binders, fact.scope.given[:k]), t)
    th.well_defined(fact.scope, fact.rel[1], summable)
    th.well_defined(fact.scope, fact.rel[2])


def one_step(d: Derivation, step: Any, theories: dict[str, Derivation]) -> None:
    """Replay one step, and add its fact to the theory."""
    name = str(step.get("id"))[:100] if isinstance(step, dict) else "?"
    try:
        if not isinstance(step, dict):
            raise Rejected("derivation", "a step must be an object")
        d.theory.begin(step)
        rule = step.get("rule")
        if rule == "define":
            _define(d.theory, step)
        elif rule == "import":
            _import(d, step, theories)
        elif rule == "assume":
            _assume(d, step)
        elif rule == "axiom":
            _axiom(d, step)
        elif isinstance(rule, str) and rule in SCHEMAS:
            label, fact = _new_fact(d.theory, step)
            summable = SCHEMAS[rule](d.theory, fact.scope, fact.rel, step)
            _sound(d.theory, fact, summable)
            d.theory.facts[label] = fact
        else:
            raise Rejected("derivation", f"unknown rule {str(rule)[:40]!r}")
        need("derivation", not d.theory.proofs, "more proofs than obligations")
        d.counts[f"step:{rule}"] = d.counts.get(f"step:{rule}", 0) + 1
    except Rejected as problem:
        raise Rejected(problem.rule, problem.reason, (f"step {name}", *problem.path)) from None


def _define(th: Theory, step: dict[str, Any]) -> None:
    """A new symbol f(binders) = body, the body defined for all values of the binders; f is 0 elsewhere."""
    name, scope = _fresh(th, step), th.binders(step.get("binders", []), Scope())
    body = from_json(step.get("body"))
    th.well_defined(scope, body)
    atoms, time = th.atoms(body), var(scope.binders[0].name) if scope.binders else None
    random, bounded = None, True
    if atoms:
        timed = all(time is not None and t is not None and th.same(t, time) for t, _ in atoms)
        random = "random" if not timed else "instant" if all(kind == "instant" for _, kind in atoms) else "adapted"
        if step.get("bounded") is not False:
            th.check_bounded(scope, body)
        else:
            bounded = False
    integer = not atoms and th.integer(scope, body)
    th.symbols[name] = Symbol("defined", scope.binders, random, bounded, integer=integer)
    here = Term("fn", (var(name), *(var(b.name) for b in scope.binders)))
    th.assume(f"def.{name}", Fact(scope, ("==", here, body)))


def _assume(d: Derivation, step: dict[str, Any]) -> None:
    """A hypothesis about what has been defined so far: part of the setting, and printed with every statement."""
    name, fact = _new_fact(d.theory, step)
    _sound(d.theory, fact)
    d.theory.assume(name, fact)
    d.hypotheses.append(name)


def _axiom(d: Derivation, step: dict[str, Any]) -> None:
    """A fact taken from the literature: named, cited, and listed with the verdict, which becomes CONDITIONAL."""
    citation = step.get("citation")
    need("axiom", isinstance(citation, str) and bool(citation), "an axiom needs a citation")
    name, fact = _new_fact(d.theory, step)
    _sound(d.theory, fact)
    d.theory.facts[name] = fact
    d.axioms[name] = str(citation)


def _import(d: Derivation, step: dict[str, Any], theories: dict[str, Derivation]) -> None:
    """A fact of another theory, with terms put for its parameters and symbols: an instance of a proved statement.

    The first ``outer`` binders of the step, and its suppositions, are in force for these terms. Every bound, range, definition and assumption
    of that theory is required of them, and that the image of a symbol depends on the same times as the symbol.
    """
    th, other = d.theory, theories.get(str(step.get("theory")))
    source = other.theory.facts.get(str(step.get("fact"))) if other is not None else None
    if other is None or source is None:
        raise Rejected("import", "unknown theory or fact")
    label, fact = _new_fact(th, step)
    count = step.get("outer", 0)
    need("import", type(count) is int and 0 <= count <= len(fact.scope.binders), "outer must count binders")
    outer = Scope(fact.scope.binders[:count], () if source.scope.given else fact.scope.given)
    inner = {b.name for b in fact.scope.binders[count:]}
    for g in outer.given:
        fixed = not th.atoms(g[1]) | th.atoms(g[2]) and not inner & (free(g[1]) | free(g[2]))
        need("import", fixed, "a supposition is random, or about an inner variable")
    values = {name: from_json(t) for name, t in _table(step, "at").items()}
    need("import", set(values) == other.theory.names(), "needs a term for each parameter")
    source_name, symbols = str(step["fact"]), other.theory.symbols
    free_ones = {n for n, x in symbols.items() if x.kind != "defined" and x.of is None}
    wanted = free_ones | needed_symbols(other, [source_name])
    images = _images(th, outer, _table(step, "images"), {n: x for n, x in symbols.items() if n in wanted})

    def move(t: Term) -> Term:
        return subst(expand(t, images), values)

    for v in other.theory.parameters.variables:
        th.well_defined(outer, values[v.name])
        need("import", not th.atoms(values[v.name]), f"{v.name} cannot be random")
        need("import", v.kind != "int" or th.integer(outer, values[v.name]), f"{v.name} must be an integer")
    for name in wanted:
        symbol = symbols[name]
        if symbol.kind == "set":
            _same_set(th, images[name][1], symbol, move)
    for name in other.theory.assumed:
        if name.startswith("def.") and name.removeprefix("def.") not in wanted:
            continue
        moved = _moved(outer, other.theory.facts[name], move)
        th.oblige(moved.scope, moved.rel)
    need("import", not other.theory.identical or th.identical, "that theory has identically distributed families")
    moved = _moved(outer, source, move)
    need("import", moved.scope == fact.scope, "it speaks of other variables, or supposes something else")
    need("import", th.implied(fact.scope, fact.rel, [moved.rel]), "it says something else")
    _sound(th, fact, moved.rel[1] == fact.rel[1])
    th.facts[label] = fact


_Images = dict[str, tuple[tuple[str, ...], Term]]


def _images(th: Theory, outer: Scope, data: dict[str, Any], symbols: dict[str, Symbol]) -> _Images:
    """For each of these symbols of the other theory, names for its arguments and a term of these, checked for its kind."""
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
            timed = time is not None and bool(names) and th.same(time, var(names[0]))
            fits = symbol.random == "random" or (timed and (kind == "instant" or symbol.random == "adapted"))
            need("import", symbol.random is not None and fits, f"the image of {name} depends on other times")
        if symbol.bounded:
            th.check_bounded(scope, image)
        need("import", not symbol.integer or th.integer(scope, image), f"the image of {name} must be an integer")
    return images


def _same_set(th: Theory, image: Term, symbol: Symbol, move: Callable[[Term], Term]) -> None:
    """A set that is cut by conditions must go to a set cut by the same ones from the image of the same."""
    if symbol.of is None:
        return
    here, values = th.set_of(image)
    there = [(op, move(left), move(right)) for op, left, right in symbol.where]
    mine = [(op, *(subst(t, {**values, here.element: var(symbol.element)}) for t in (left, right)))
            for op, left, right in here.where]
    parent = None if here.of is None else subst(here.of, values)
    need("import", there == mine and move(symbol.of) == parent, "a set is cut by other conditions")


def _moved(outer: Scope, fact: Fact, move: Callable[[Term], Term]) -> Fact:
    """The image of a fact, below the outer binders."""
    used = {b.name for b in outer.binders}
    need("import", not used & {b.name for b in fact.scope.binders}, "a variable is in use: rename it")
    binders = tuple(Binder(b.name, *(t and move(t) for t in (b.lower, b.upper, b.of))) for b in fact.scope.binders)
    given = tuple((op, move(left), move(right)) for op, left, right in fact.scope.given)
    op, left, right = fact.rel
    return Fact(Scope(outer.binders + binders, outer.given + given), (op, move(left), move(right)))
