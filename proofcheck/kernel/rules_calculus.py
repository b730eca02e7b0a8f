# SPDX-License-Identifier: Apache-2.0
"""Rules of calculus, and changes of the region: monotone, concave, convex, substitute, weaken, interior, abstract."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_fields
from fractions import Fraction
from itertools import combinations
from typing import Any

from proofcheck.kernel.calculus import Condition, conditions, constant_value, derivative, is_continuous, minus, plus, times
from proofcheck.kernel.goal import Goal, Replay, closed, items, member, term_member
from proofcheck.kernel.region import Range, Region, range_from_json
from proofcheck.kernel.rules_leaf import range_of
from proofcheck.kernel.term import MINUS_ONE, Term, from_json, is_name, num, rational, replace, substitute, var, variables
from proofcheck.kernel.verdict import Rejected


def _smooth_range(goal: Goal, name: str, rule: str) -> Range:
    """The range of a real variable along which f may be followed: no fact mentions it, no jump of f."""
    r, one = range_of(goal, name), frozenset({name})
    if r.integer or goal.region.facts_mention(one) or not is_continuous(goal.f, one):
        raise Rejected(rule, f"{name} must be real, in no fact, and in no floor or ceil")
    return r


def _face(goal: Goal, name: str, at: Fraction | None, relation: str) -> Goal:
    if at is None:
        raise Rejected("face", f"{name} is unbounded there")
    return Goal(goal.region.without(frozenset({name})), relation, substitute(goal.f, {name: num(at)}))


def _inside(goal: Goal, names: frozenset[str]) -> Region:
    """The region with open ends in these variables."""
    ranges = {n: with_fields(r, lo_open=True, hi_open=True) if n in names else r for n, r in goal.region.ranges.items()}
    return Region(ranges, goal.region.facts)


def rule_monotone(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """df/dx has one sign inside, and the goal holds on the face where f is least (mean value theorem)."""
    name, rising = member(step, "variable", str), member(step, "increasing", bool)
    r = _smooth_range(goal, name, "monotone")
    if goal.relation not in (">=", ">"):
        raise Rejected("monotone", "is for goals f >= 0 and f > 0")
    open_end = r.lo_open if rising else r.hi_open
    strict = step.get("strict") == "derivative"
    if strict and not (open_end and goal.relation == ">"):
        raise Rejected("monotone", "a strict derivative serves a goal f > 0 on a range open at the face")
    if open_end:
        end = with_fields(r, lo_open=False) if rising else with_fields(r, hi_open=False)
        replay.defined(goal.region.with_range(name, end), goal.f, step, "closure")
    inside, slope = _inside(goal, frozenset({name})), derivative(goal.f, name)
    replay.defined(inside, slope, step, "defined", conditions(goal.f))
    signed = slope if rising else times((MINUS_ONE, slope))
    replay.prove(Goal(inside, ">" if strict else ">=", signed), step.get("derivative"), "derivative")
    face = _face(goal, name, r.lo if rising else r.hi, ">=" if strict else goal.relation)
    return replay.prove(face, step.get("face"), "face")


def rule_concave(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """-d2f/dx2 >= 0 inside, and the goal holds at both ends."""
    name = member(step, "variable", str)
    r = _smooth_range(goal, name, "concave")
    if goal.relation not in (">=", ">"):
        raise Rejected("concave", "is for goals f >= 0 and f > 0")
    whole = goal.region.with_range(name, with_fields(r, lo_open=False, hi_open=False))
    replay.defined(whole, goal.f, step, "closure", () if r.lo_open or r.hi_open else conditions(goal.f))
    inside, slope = _inside(goal, frozenset({name})), derivative(goal.f, name)
    replay.defined(inside, slope, step, "slope_defined", conditions(goal.f))
    second = derivative(slope, name)
    replay.defined(inside, second, step, "defined", (*conditions(goal.f), *conditions(slope)))
    replay.prove(Goal(inside, ">=", times((MINUS_ONE, second))), step.get("second"), "second")
    low = replay.prove(_face(goal, name, r.lo, goal.relation), step.get("low"), "low")
    return min(low, replay.prove(_face(goal, name, r.hi, goal.relation), step.get("high"), "high"))


def rule_convex(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """In the named variables the Hessian is positive semidefinite inside, the gradient 0 at a point; the goal holds there.

    Every range must have an inside: f is convex there, and by continuity as far as the ends. Semidefinite because every principal minor is >= 0: the list "minors" follows the subsets by size, then by order.
    """
    point = {name: rational(value) for name, value in member(step, "point", dict).items()}
    names = frozenset(point)
    if not 0 < len(point) <= 4 or goal.relation not in (">=", ">"):
        raise Rejected("convex", "needs 1 to 4 variables and a goal f >= 0 or f > 0")
    for name, value in point.items():
        r = _smooth_range(goal, name, "convex")
        if r.lo is not None and r.lo == r.hi:
            raise Rejected("convex", f"the range of {name} has no inside")
        if not with_fields(r, lo_open=r.lo is None, hi_open=r.hi is None).contains(value):
            raise Rejected("convex", f"{name} = {value} lies outside its range")
    inside, at = _inside(goal, names), {name: num(value) for name, value in point.items()}
    shadow = goal.region.without(names)
    slopes = {name: derivative(goal.f, name) for name in sorted(names)}
    ranges = {**goal.region.ranges, **{n: Range(q, q, False, False) for n, q in point.items()}}
    for name, slope in slopes.items():
        replay.defined(inside, slope, step, f"slope_defined_{name}", conditions(goal.f))
        replay.defined(Region(ranges, goal.region.facts), slope, step, f"point_defined_{name}")
        if not Goal(shadow, "==", substitute(slope, at)).normalizer().is_zero(substitute(slope, at)):
            raise Rejected("convex", f"the derivative by {name} is not 0 at the point")
    replay.defined(Region(ranges, goal.region.facts), goal.f, step, "point_defined")
    _semidefinite(goal, slopes, inside, step, replay)
    return replay.prove(Goal(shadow, goal.relation, substitute(goal.f, at)), step.get("value"), "value")


def _semidefinite(goal: Goal, slopes: dict[str, Term], inside: Region, step: dict[str, Any], replay: Replay) -> None:
    names = list(slopes)
    hessian = {(a, b): derivative(slopes[a], b) for a in names for b in names if a <= b}
    given = [*conditions(goal.f), *(c for slope in slopes.values() for c in conditions(slope))]
    minors = iter(items(step, "minors"))
    for size in range(1, len(names) + 1):
        for subset in combinations(names, size):
            minor = _determinant([[hessian[min(a, b), max(a, b)] for b in subset] for a in subset])
            replay.defined(inside, minor, step, "minor_defined_" + "_".join(subset), given)
            replay.prove(Goal(inside, ">=", minor), next(minors, None), "minor " + ",".join(subset))


def _determinant(rows: list[list[Term]]) -> Term:
    if len(rows) == 1:
        return rows[0][0]
    parts = []
    for k, entry in enumerate(rows[0]):
        rest = [[*row[:k], *row[k + 1:]] for row in rows[1:]]
        parts.append(times((num((-1) ** k), entry, _determinant(rest))))
    return plus(parts)


def rule_interior(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """A goal f >= 0 extends by continuity from the inside of ranges to their ends."""
    names = frozenset(str(name) for name in items(step, "variables"))
    for name in names:
        r = _smooth_range(goal, name, "interior")
        if r.lo is not None and r.lo == r.hi:
            raise Rejected("interior", f"the range of {name} has no inside")
    if goal.relation != ">=" or not names or not is_continuous(goal.f, names):
        raise Rejected("interior", "is for goals f >= 0 with f continuous in the variables together")
    return replay.prove(goal.on(_inside(goal, names)), step.get("then"), "then")


def rule_weaken(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """Prove it on a larger region: wider ranges, integers as reals, fewer facts. f must be defined there."""
    ranges = dict(goal.region.ranges)
    for name, data in member({"ranges": {}, **step}, "ranges", dict).items():
        wider = range_from_json(data)
        if not range_of(goal, name).within(wider):
            raise Rejected("weaken", f"the new range of {name} leaves out part of the old one")
        ranges[name] = wider
    drop = {index for index in items(step, "drop") if isinstance(index, int)}
    region = Region(ranges, tuple(fact for k, fact in enumerate(goal.region.facts) if k not in drop))
    replay.defined(region, goal.f, step, "defined")
    return replay.prove(goal.on(region), step.get("then"), "then")


def _prove_within(goal: Goal, term: Term, r: Range, proofs: Iterator[Any], replay: Replay, label: str) -> None:
    """Prove on the goal's region that a term lies in a range, from the next sub-steps where signs do not settle it."""
    for condition in membership(term, r):
        if not goal.region.certainly(condition):
            replay.prove(Goal(goal.region, *condition), next(proofs, None), label)


def membership(term: Term, r: Range) -> list[Condition]:
    """The conditions that say: the term lies between the ends of the range."""
    low: list[Condition] = [] if r.lo is None else [(">" if r.lo_open else ">=", minus(term, num(r.lo)))]
    return low if r.hi is None else [*low, (">" if r.hi_open else ">=", minus(num(r.hi), term))]


def rule_substitute(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """Old variables become terms of new ones; the inverse terms show that the new ranges cover the old region."""
    old = goal.region
    new = {name: range_from_json(data) for name, data in member(step, "new", dict).items()}
    kept = {name: r for name, r in old.ranges.items() if name not in member(step, "map", dict)}
    if set(new) & set(old.ranges) or not set(step["map"]) <= set(old.ranges) or not all(map(is_name, new)):
        raise Rejected("substitute", "needs fresh new names, and a map of old variables only")
    facts = tuple(fact for fact in old.facts if not variables(fact[1]) & set(step["map"]))
    base = Region({**kept, **new}, facts)
    maps = {name: closed(from_json(data), base) for name, data in step["map"].items()}
    inverse = {name: term_member(member(step, "inverse", dict), name, old) for name in new}
    for name, term in inverse.items():
        replay.defined(old, term, step, f"inverse_defined_{name}")
    covers = iter(items(step, "covers"))
    for name, term in inverse.items():
        _prove_within(goal, term, new[name], covers, replay, f"covers {name}")
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
    """An integer variable may only be shifted, n = N + k with an integer k, to a new integer variable."""
    shifts = {name for name, term in maps.items() if old.ranges[name].integer}
    targets = {name for name, r in new.items() if r.integer}
    for terms, names, pool in ((maps, shifts, targets), (inverse, targets, shifts)):
        for name in names:
            used = sorted(variables(terms[name]))
            offset = constant_value(substitute(terms[name], {used[0]: num(0)})) if len(used) == 1 else None
            linear = len(used) == 1 and constant_value(substitute(terms[name], {used[0]: num(1)}))
            if offset is None or used[0] not in pool or offset.denominator != 1 or linear != offset + 1 \
                    or terms[name].op not in ("add", "var") or any(t.op not in ("var", "num") for t in terms[name].children):
                raise Rejected("substitute", f"the integer variable {name} may only be shifted by an integer")


def rule_eliminate(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """A variable equals a term of the others, by a one-point range or by a fact y - t == 0: put the term for it."""
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
    region = Region(others.ranges, (*others.facts, *inside, *moved))
    return replay.prove(Goal(region, goal.relation, substitute(goal.f, put)), step.get("then"), "then")


def rule_abstract(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """A sub-term g becomes a new variable v, of which only a range and proved facts are kept."""
    g, name, r = term_member(step, "term", goal.region), member(step, "name", str), range_from_json(step.get("range"))
    if name in goal.region.ranges or not is_name(name) or (r.integer and g.op not in ("floor", "ceil")):
        raise Rejected("abstract", "needs a fresh name, and an integer range only for floor and ceil")
    if constant_value(g) is not None:  # It may be an exponent, and u**v is undefined in more places than u**2.
        raise Rejected("abstract", "a rational constant cannot be abstracted")
    replay.defined(goal.region, g, step, "term_defined")
    _prove_within(goal, g, r, iter(items(step, "bounds")), replay, "bounds")
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
