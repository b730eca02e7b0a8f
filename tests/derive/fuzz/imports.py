# SPDX-License-Identifier: Apache-2.0
"""Random instances of what a small theory proves: most images as they should be, one of them often not."""

import re

from proofcheck.derive.fill import to_json
from proofcheck.kernel.derivation_context import needed_symbols
from proofcheck.kernel.derivation_terms import expand, from_json, subst, text
from proofcheck.kernel.term import var

from ..build import ref, step
from .case import term
from .context import NAMES, PLAIN, here

ONE, ALL = {"m": "integers >= 1"}, {"m": "integers >= 0"}


def seeds(theory, context, r):
    """Steps of a small theory that use what it declares and assumes, so that an image without that shows."""
    name, over = next(iter(context.functions.items()))
    f, found = here(name, over), []

    def add(rule, show, where=None, given=(), **fields):
        found.append(step(f"s{len(found)}", rule, show, where, given, PLAIN, **fields))

    if name in context.whole:
        add("integers", f"{f} <= k", {**over, "k": "integers"}, [f"{f} < k + 1"])
    add("evident", f"{f} <= {f} + 1", over)
    if "A1" in theory.facts:
        supposed(theory.facts["A1"], add, over, r)
    if context.parameters.get("p") == "int":
        add("integers", "p <= k", {"k": "integers"}, ["p < k + 1"])
    if "C" in context.sets:
        element, (where,), _ = context.cuts["C"]
        add("evident", where.replace(f"({element})", "(i)"), {"i": "C"})
        add("termwise", "sum(i, A, g(i)) <= sum(i, A, g(i) + 1)")
    if context.families:
        chances(add, context.identical)
    return found


def supposed(fact, add, over, r):
    """The assumption again, as 0 op right - left, for all arguments and for one."""
    op, left, right = fact.rel[0], text(fact.rel[1]), text(fact.rel[2])
    at = {b.name: b.name for b in fact.scope.binders}
    add("calc", f"0 {op} {right} - ({left})", over, **{"from": [ref("A1", **at)]})
    if at:
        low = r.choice(["0", "1", "2"])
        shown = f"0 {op} {right} - ({left})".replace("m", low)
        add("calc", shown, **{"from": [ref("A1", m=low)]})
        add("calc", "1 <= 0", **{"from": [ref("A1", "-1", m="0")]})


def chances(add, identical):
    """What holds of any family U and process M because of their times, range and law."""
    add("independent", "E(U(m+1), m) == E(U(m+1))", ALL)
    add("linear", "E(U(m)*U(m+1), m) == U(m)*E(U(m+1), m)", ONE, parts=[[term("U(m)"), term("U(m+1)")]])
    add("calc", "U(m) <= 1", ONE, **{"from": [ref("U.upper", s="m")]})
    add("linear", "E(M(m)*2, m) == M(m)*E(2, m)", ALL, parts=[[term("M(m)"), "2"]])
    if identical:
        add("shift", "E(U(m)) == E(U(m+1))", ONE, by="1")
        add("shift", "E(U(1)) == E(U(1+1))", by="1")


def imported(c, name, other):
    """A step that imports a fact of another session's theory, or None."""
    theory = other.d.theory
    labels = [s["id"] if s["rule"] != "define" else f"def.{s['name']}" for s in other.steps]
    source = c.rng.choice(labels if c.chance(0.9) else list(theory.facts))
    outer = c.pick(c.scope(-1), {"m": "integers >= 0"}) if c.chance(0.5) else {}
    at = {v.name: parameter(c, v, outer) for v in theory.parameters.variables}
    needed = needed_symbols(other.d, [source])
    symbols = {n: s for n, s in theory.symbols.items() if n in needed or (s.kind != "defined" and s.of is None)}
    fact, images = theory.facts[source], {}
    spoken = [n for n in symbols if re.search(rf"\b{n}\b", fact.text())] or list(symbols)[:1]
    odd = c.rng.choice([*symbols, *spoken * 4]) if symbols and c.chance(0.75) else None
    for n, s in symbols.items():
        images[n] = image(c, n, s, outer, n == odd, (theory, images, at))
    found = instance(fact, at, images, outer)
    if not found["given"] and c.chance(0.25):
        found["given"] = [["<=", term(c.whole(outer, 0)), term(c.whole(outer, 0))]]
    return {"id": "?", "rule": "import", "theory": name, "fact": source, "at": at, "images": images,
            "outer": len(outer), **found}


def parameter(c, v, over):
    """A term for a parameter of the other theory."""
    good = c.whole(over) if v.kind == "int" else c.amount(over, False)
    odd = [c.number(over, 1, False), "1/2", "1/2", "3/2", *c.c.parameters, *over, *over, *over, *over]
    if v.kind == "int" and c.chance(0.25):
        return c.pick("1/2", "3/2")
    return term(c.pick(good, good, "1", "2", "n") if c.chance(0.75) else c.pick(*odd))


def image(c, name, symbol, outer, odd, made):
    """[arguments, term] for a symbol of the other theory; ``odd``: one that probably does not do."""
    names = []
    while len(names) < len(symbol.binders):
        new = c.rng.choice(NAMES) if c.chance(0.25) else f"u{c.rng.randint(0, 5)}"
        names += [new] if new not in names else []
    over = {**outer, **{n: "integers" if b.of is None else "S" for n, b in zip(names, symbol.binders, strict=True)}}
    if symbol.kind == "defined":
        return [names, to_json(definition(name, names, *made))]
    draw = {"set": a_set, "family": a_family, "function": a_function}[symbol.kind]
    return [names, term(draw(c, symbol, names, over, odd))]


def definition(name, names, theory, images, at):
    """The body of a definition, with the images so far put in."""
    fact = theory.facts[f"def.{name}"]
    own = {b.name: var(n) for b, n in zip(fact.scope.binders, names, strict=True)}
    return subst(subst(move(fact.rel[2], images, at), {}), own)


def move(t, images, at):
    """The image of a term."""
    known = {n: (tuple(names), from_json(body)) for n, (names, body) in images.items()}
    return subst(expand(t, known), {n: from_json(x) for n, x in at.items()})


def instance(fact, at, images, outer):
    """Binders, suppositions and goal of the imported fact."""
    def moved(rel):
        return [rel[0], *(to_json(move(t, images, at)) for t in rel[1:])]

    found = step("?", "import", "0 <= 0", outer, (), PLAIN)["binders"]
    for b in fact.scope.binders:
        ends = {k: getattr(b, a) for k, a in (("lower", "lower"), ("upper", "upper"), ("in", "of"))}
        found.append({"name": b.name, **{k: to_json(move(t, images, at)) for k, t in ends.items() if t is not None}})
    return {"binders": found, "given": [moved(g) for g in fact.scope.given], "goal": moved(fact.rel)}


def a_set(c, symbol, names, over, odd):
    if symbol.of is None:
        return c.place(over) if odd else "S"
    return c.pick(*(n for n, t in c.c.sets.items() if n in c.c.cuts and not t))


def a_function(c, symbol, names, over, odd):
    m = names[0] if names else c.pick("n", "2")
    plain = ["1", "1", m, f"{m}*{m}"]
    if not odd:
        own = [f"g({m})", f"w({m})"] if over.get(m) == "S" else ["1/2", f"x({m})", f"q({m})"]
        return c.pick(*plain) if symbol.integer else c.pick(*plain, *own)
    some = [*[f"1/{m}"] * 4, f"1/{m}**2", f"{m}**(-1)", f"log({m})", f"({m})/2", f"L({m})", f"N({m} - 1)",
            f"u(2, {m})", "1/n"]
    drawn = [c.number(over, 1, False), c.amount(over, False), c.whole(over)]
    return c.pick(*some, *some, *drawn, f"E(ind(U({m}) <= 1/2))")


def a_family(c, symbol, names, over, odd):
    """A random quantity of the first argument's time, or of another one, or with another law at every time."""
    s, more = names[0], names[1] if len(names) > 1 else "0"
    kind = "V" if len(names) > 1 else "U" if symbol.random == "instant" else "M"
    good = f"V({s}, {more})" if kind == "V" else f"{kind}({s})"
    defined = [here(n, [s, more][:len(t)]) for n, (t, random, _) in c.defined.items() if random and len(t) <= 2]
    if not odd:
        return c.pick(good, good, f"{good}**2", f"({good})/2", *defined)
    other = [f"U({s} + 1)", f"U({s} - 1)", "U(1)", "U(2)", f"M({s})", f"W({s}, {s})", f"W({s}, 1) - 1", f"V({s}, 0)"]
    law = [f"1/{s}", f"1/{s}", f"max({good}, 1/{s})", f"({good})*ind({s} <= 1)", f"min({good}, {s} - 1)",
           f"({good})/{s}", f"({good})*({c.amount(over, False)})"]
    return c.pick(*other, *law, *law, *law, "1/2", c.number(over, 1), *defined)
