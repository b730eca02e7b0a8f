# SPDX-License-Identifier: Apache-2.0
"""Rules that change the region: narrow, weaken, substitute, eliminate, generalize, abstract."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from proofcheck.kernel.calculus import Condition, constant_value, minus, times
from proofcheck.kernel.goal import Goal, Replay, closed, items, member, term_member
from proofcheck.kernel.region import Range, Region, range_from_json
from proofcheck.kernel.rules_leaf import range_of
from proofcheck.kernel.term import (
    Term,
    from_json,
    is_name,
    num,
    rational,
    replace,
    substitute,
    subterms,
    var,
    variables,
)
from proofcheck.kernel.verdict import Rejected


def rule_narrow(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """A variable is shown to lie in a smaller range on the whole region; then only that range matters."""
    name, r = member(step, "variable", str), range_from_json(step.get("range"))
    if not r.within(range_of(goal, name)):
        raise Rejected("narrow", f"the new range of {name} is not inside the old one")
    if r.integer and not range_of(goal, name).integer:
        raise Rejected("narrow", f"{name} is not known to be an integer")
    prove_within(goal, var(name), r, iter(items(step, "proofs")), replay)
    return replay.prove(goal.on(goal.region.with_range(name, r)), step.get("then"), "then")


def prove_within(goal: Goal, term: Term, r: Range, proofs: Iterator[Any], replay: Replay) -> None:
    """Prove on the goal's region that a term lies in a range, from the next sub-steps where signs do not settle it."""
    for condition in membership(term, r):
        if not goal.region.certainly(condition):
            replay.prove(Goal(goal.region, *condition), next(proofs, None), "within")


def membership(term: Term, r: Range) -> list[Condition]:
    """The conditions that say: the term lies between the ends of the range."""
    low: list[Condition] = [] if r.lo is None else [(">" if r.lo_open else ">=", minus(term, num(r.lo)))]
    return low if r.hi is None else [*low, (">" if r.hi_open else ">=", minus(num(r.hi), term))]


def rule_weaken(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """Prove it on a larger region: wider ranges, integers as reals, fewer facts. f must be defined there."""
    ranges = dict(goal.region.ranges)
    for name, data in member({"ranges": {}, **step}, "ranges", dict).items():
        wider = range_from_json(data)
        if not range_of(goal, name).within(wider):
            raise Rejected("weaken", f"the new range of {name} leaves out part of the old one")
        ranges[name] = wider
    drop = {index for index in items(step, "drop") if isinstance(index, int)}
    region = Region(ranges, goal.region.facts).dropping(drop)
    replay.defined(region, goal.f, step, "defined")
    return replay.prove(goal.on(region), step.get("then"), "then")


def rule_substitute(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """Old variables become terms of new ones; the inverse terms show that the new ranges cover the old region."""
    old = goal.region
    new = {name: range_from_json(data) for name, data in member(step, "new", dict).items()}
    mapped = member(step, "map", dict)
    kept = {name: r for name, r in old.ranges.items() if name not in mapped}
    if set(new) & set(old.ranges) or not set(mapped) <= set(old.ranges) or not all(map(is_name, new)):
        raise Rejected("substitute", "needs fresh new names, and a map of old variables only")
    facts = tuple(fact for fact in old.facts if not variables(fact[1]) & set(mapped))
    base = Region({**kept, **new}, facts)
    maps = {name: closed(from_json(data), base) for name, data in mapped.items()}
    inverse = {name: term_member(member(step, "inverse", dict), name, old) for name in new}
    for name, term in inverse.items():
        replay.defined(old, term, step, f"inverse_defined_{name}")
    covers = iter(items(step, "covers"))
    for name, term in inverse.items():
        prove_within(goal, term, new[name], covers, replay)
    for name, term in maps.items():
        replay.defined(base, term, step, f"map_defined_{name}")
        if not goal.normalizer().is_zero(minus(substitute(term, inverse), var(name))):
            raise Rejected("substitute", f"the map of {name} after the inverse is not {name} in normal form")
    _keep_integers(old, new, maps, inverse)
    inside = [c for n, term in maps.items() for c in membership(term, old.ranges[n]) if not base.certainly(c)]
    moved = [(rel, substitute(g, maps)) for rel, g in old.facts if variables(g) & set(maps)]
    region = Region(base.ranges, (*facts, *inside, *moved))
    return replay.prove(Goal(region, goal.relation, substitute(goal.f, maps)), step.get("then"), "then")


def _keep_integers(old: Region, new: dict[str, Range], maps: dict[str, Term], inverse: dict[str, Term]) -> None:
    """An integer variable may only be shifted or mirrored, n = +-N + k with an integer k, to a new integer variable."""
    shifts = {name for name, term in maps.items() if old.ranges[name].integer}
    targets = {name for name, r in new.items() if r.integer}
    for terms, names, pool in ((maps, shifts, targets), (inverse, targets, shifts)):
        for name in names:
            used = sorted(variables(terms[name]))
            if len(used) != 1 or used[0] not in pool or not _is_shift(terms[name], used[0]):
                raise Rejected("substitute", f"the integer {name} may only be shifted or mirrored by an integer")


def _is_shift(term: Term, name: str) -> bool:
    """Whether the term is a sum that comes to name + k or -name + k with an integer k."""
    if any(node.op not in ("var", "num", "add", "neg") for node in subterms(term)):
        return False  # Otherwise it is a*name + b, so that two values tell which.
    at_0, at_1 = (constant_value(substitute(term, {name: num(x)})) for x in (0, 1))
    return at_0 is not None and at_0.denominator == 1 and at_1 in (at_0 + 1, at_0 - 1)


def rule_eliminate(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """A variable equals a term of the others, by a one-point range or by a fact y - t == 0: put the term for it.

    That f is defined is proved anew: what an integer or a variable exponent made sure of gets lost on the way.
    """
    name = member(step, "variable", str)
    r, old = range_of(goal, name), goal.region
    others = Region({n: other for n, other in old.ranges.items() if n != name},
                    tuple(fact for fact in old.facts if name not in variables(fact[1])))
    if r.lo is not None and r.lo == r.hi:
        t: Term = num(r.lo)
    else:
        t = term_member(step, "term", others)
        replay.defined(others, t, step, "defined")
        index, scale = member(step, "fact", int), rational(step.get("scale", "1"))
        if not 0 <= index < len(old.facts) or old.facts[index][0] != "==" or scale == 0:
            raise Rejected("eliminate", f"fact number {index} is no equality, or the scale is 0")
        difference = minus(times((num(scale), old.facts[index][1])), minus(var(name), t))
        if not goal.normalizer().is_zero(difference):
            raise Rejected("eliminate", f"the fact is not {name} - term in normal form")
    put = {name: t}
    inside = [condition for condition in membership(t, r) if not others.certainly(condition)]
    moved = [(rel, substitute(g, put)) for rel, g in old.facts if name in variables(g)]
    region, f = Region(others.ranges, (*others.facts, *inside, *moved)), substitute(goal.f, put)
    replay.defined(region, f, step, "then_defined")
    return replay.prove(Goal(region, goal.relation, f), step.get("then"), "then")


def rule_generalize(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f is a term F at one value of a new variable, by normal form; F relation 0 is proved on that whole range."""
    name, r, at = member(step, "name", str), range_from_json(step.get("range")), rational(step.get("at"))
    if name in goal.region.ranges or not is_name(name) or not r.contains(at):
        raise Rejected("generalize", "needs a fresh name, and a value inside its range")
    wide = Region({**goal.region.ranges, name: r}, goal.region.facts)
    f = term_member(step, "form", wide)
    replay.defined(wide, f, step, "defined")
    if not goal.normalizer().is_zero(minus(goal.f, substitute(f, {name: num(at)}))):
        raise Rejected("generalize", f"the form at {name} = {at} is not f in normal form")
    return replay.prove(Goal(wide, goal.relation, f), step.get("then"), "then")


def rule_abstract(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """A sub-term g becomes a new variable v, of which only a range and proved facts are kept."""
    g, name, r = term_member(step, "term", goal.region), member(step, "name", str), range_from_json(step.get("range"))
    if name in goal.region.ranges or not is_name(name) or (r.integer and g.op not in ("floor", "ceil")):
        raise Rejected("abstract", "needs a fresh name, and an integer range only for floor and ceil")
    if constant_value(g) is not None:  # It may be an exponent, and u**v is undefined in more places than u**2.
        raise Rejected("abstract", "a rational constant cannot be abstracted")
    replay.defined(goal.region, g, step, "term_defined")
    prove_within(goal, g, r, iter(items(step, "bounds")), replay)
    v = var(name)
    kept = [(relation, replace(h, g, v)) for relation, h in goal.region.facts]
    wide = Region({**goal.region.ranges, name: r})
    for k, item in enumerate(items(step, "facts")):
        if not isinstance(item, dict) or item.get("relation") not in (">=", ">", "==", "!="):
            raise Rejected("abstract", "a fact needs a relation, a term and a proof")
        h = term_member(item, "term", wide)
        here = substitute(h, {name: g})
        replay.defined(goal.region, here, item, "defined")
        replay.prove(Goal(goal.region, item["relation"], here), item.get("proof"), f"fact {k}")
        kept.append((item["relation"], h))
    region, f = Region(wide.ranges, tuple(kept)), replace(goal.f, g, v)
    replay.defined(region, f, step, "defined")
    return replay.prove(Goal(region, goal.relation, f), step.get("then"), "then")
