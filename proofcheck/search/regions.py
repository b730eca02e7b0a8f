# SPDX-License-Identifier: Apache-2.0
"""Tactics on regions: eliminate, drop facts, solve facts for a variable, half-lines, integers. Untrusted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel import interval as iv
from proofcheck.kernel.calculus import minus, over, plus, times
from proofcheck.kernel.evaluate import enclosure
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.polynomial import Poly
from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.rules_region import membership
from proofcheck.kernel.term import ONE, Term, num, substitute, subterms, to_json, var, variables
from proofcheck.search.forms import poly_term

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step

MAX_POINTS = 60


def by_elimination(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """One-point ranges, and equalities solved for a variable."""
    for name, r in goal.region.ranges.items():
        if r.lo is not None and r.lo == r.hi:
            return _eliminate(prover, goal, name, num(r.lo), {}, fuel)
    for index, (relation, g) in enumerate(goal.region.facts):
        if relation == "==":
            step = _solve_equation(prover, goal, index, g, fuel)
            if step is not None:
                return step
    return None


def _eliminate(prover: Prover, goal: Goal, name: str, t: Term, extra: Step, fuel: int) -> Step | None:
    region, put = goal.region, {name: t}
    others = Region({n: r for n, r in region.ranges.items() if n != name},
                    tuple(fact for fact in region.facts if name not in variables(fact[1])))
    inside = [c for c in membership(t, region.ranges[name]) if not others.certainly(c)]
    moved = [(rel, substitute(g, put)) for rel, g in region.facts if name in variables(g)]
    smaller = Region(others.ranges, (*others.facts, *inside, *moved))
    f = substitute(goal.f, put)
    defined = prover.defined(smaller, f, (), fuel)
    step = prover.prove(Goal(smaller, goal.relation, f), fuel) if defined is not None else None
    return {"rule": "eliminate", "variable": name, **extra, "then_defined": defined, "then": step} if step else None


def _solve_equation(prover: Prover, goal: Goal, index: int, g: Term, fuel: int) -> Step | None:
    form = prover.form(goal.region, g)
    if form is None or form.bottom:
        return None
    for name in sorted(variables(g)):
        if goal.region.ranges[name].integer:
            continue
        a, b = linear_parts(form.top, name)
        if a is None or b is None or a.value is None:
            continue
        t = times((num(-1 / a.value), b))
        others = Region({n: r for n, r in goal.region.ranges.items() if n != name},
                        tuple(fact for fact in goal.region.facts if name not in variables(fact[1])))
        defined = prover.defined(others, t, (), fuel)
        if defined is None:
            continue
        extra = {"term": to_json(t), "fact": index, "scale": str(1 / a.value), "defined": defined}
        step = _eliminate(prover, goal, name, t, extra, fuel)
        if step is not None:
            return step
    return None


def linear_parts(p: Poly, name: str) -> tuple[Term | None, Term | None]:
    """a, b of a polynomial a*x + b whose other atoms do not contain x; None, None when it is none."""
    a: Poly = {}
    b: Poly = {}
    for m, c in p.items():
        powers = dict(m)
        e = powers.pop(var(name), Fraction(0))
        if e not in (0, 1):
            return None, None
        (a if e else b)[frozenset(powers.items())] = c
    ta, tb = poly_term(a), poly_term(b)
    if not a or name in variables(ta) | variables(tb):
        return None, None
    return ta, tb


def by_reals(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Integers as reals, when the claim survives on the cloud."""
    integer = [n for n, r in goal.region.ranges.items() if r.integer]
    if not integer:
        return None
    ranges = {n: replace(r, integer=False) for n, r in goal.region.ranges.items()}
    wide = goal.on(Region(ranges, goal.region.facts))
    if prover.looks_false(wide):
        return None
    defined = prover.defined(wide.region, goal.f, (), 1)
    if defined is None:
        return None
    step = prover.prove(wide, fuel)
    data = {n: ranges[n].to_json() for n in integer}
    return {"rule": "weaken", "ranges": data, "defined": defined, "then": step} if step else None


def by_integers(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """A finite part point by point and a tail, with the cut doubled until the tail is proved."""
    if fuel < 1:
        return None
    for name, r in goal.region.ranges.items():
        if r.integer and r.lo is None:
            return _mirrored(prover, goal, name, r, fuel)
        if not r.integer or r.lo is None or (r.hi is not None and r.hi - r.lo > 400 and fuel < 2):
            continue
        step = _integers_step(prover, goal, name, r, fuel)
        if step is not None:
            return step
    return None


def _mirrored(prover: Prover, goal: Goal, name: str, r: Range, fuel: int) -> Step | None:
    """An integer range that is unbounded below: cut at 0, or mirrored by n = -N."""
    if r.hi is not None and r.hi <= 0:
        n = var(fresh(goal.region, "n"))
        new = Range(-r.hi, None, False, True, True)
        term, inverse = times((num(-1), n)), times((num(-1), var(name)))
        return substitution(prover, goal, name, {n.args[0]: new}, term, inverse, fuel)
    low = prover.prove(goal.on(goal.region.with_range(name, replace(r, hi=Fraction(0), hi_open=False))), fuel - 1)
    if low is None:
        return None
    high = prover.prove(goal.on(goal.region.with_range(name, replace(r, lo=Fraction(1), lo_open=False))), fuel - 1)
    return {"rule": "split", "variable": name, "at": "0", "low": low, "high": high} if high else None


def _integers_step(prover: Prover, goal: Goal, name: str, r: Range, fuel: int) -> Step | None:
    if r.lo is None:
        return None
    points: list[Step] = []
    for count in (1, 2, 4, 8, 16, 32, MAX_POINTS, 400):
        while len(points) < count and (r.hi is None or r.lo + len(points) <= r.hi):
            n = r.lo + len(points)
            step = prover.prove(goal.on(goal.region.with_range(name, Range(n, n, False, False, True))), fuel - 1)
            if step is None:
                return None
            points.append(step)
        rest = replace(r, lo=r.lo + len(points))
        if rest.is_empty():
            return {"rule": "integers", "variable": name, "points": points}
        if count > MAX_POINTS:
            return None
        tail = prover.prove(goal.on(goal.region.with_range(name, rest)), fuel - 1)
        if tail is not None:
            return {"rule": "integers", "variable": name, "points": points, "tail": tail}
    return None


def fresh(region: Region, base: str) -> str:
    """A name that the region does not use."""
    k = 1
    while f"{base}{k}" in region.ranges:
        k += 1
    return f"{base}{k}"


def substitution(
    prover: Prover, goal: Goal, name: str, new: dict[str, Range], term: Term, inverse: Term, fuel: int
) -> Step | None:
    """Put ``term`` (of one new variable) for a variable; mirrors the kernel's substitute rule."""
    old = goal.region
    (fresh_name, r), = new.items()
    facts = tuple(fact for fact in old.facts if name not in variables(fact[1]))
    base = Region({**{n: q for n, q in old.ranges.items() if n != name}, fresh_name: r}, facts)
    inverse_defined = prover.defined(old, inverse, (), fuel - 1)
    map_defined = prover.defined(base, term, (), fuel - 1)
    if inverse_defined is None or map_defined is None:
        return None
    covers = []
    for condition in membership(inverse, r):
        if not old.certainly(condition):
            step = prover.prove(Goal(old, *condition), fuel - 1)
            if step is None:
                return None
            covers.append(step)
    inside = [c for c in membership(term, old.ranges[name]) if not base.certainly(c)]
    moved = [(rel, substitute(g, {name: term})) for rel, g in old.facts if name in variables(g)]
    region = Region(base.ranges, (*facts, *inside, *moved))
    then = prover.prove(Goal(region, goal.relation, substitute(goal.f, {name: term})), fuel - 1)
    if then is None:
        return None
    return {"rule": "substitute", "new": {fresh_name: r.to_json()}, "map": {name: to_json(term)},
            "inverse": {fresh_name: to_json(inverse)}, f"inverse_defined_{fresh_name}": inverse_defined,
            f"map_defined_{name}": map_defined, "covers": covers, "then": then}


def by_far_end(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """A half-line [a, oo) with a > 0 becomes (0, 1/a] by x = 1/t."""
    if fuel < 2 or goal.relation not in (">=", ">"):
        return None
    for name in sorted(variables(goal.f)):
        r = goal.region.ranges[name]
        if r.integer or r.hi is not None or r.lo is None:
            continue
        t = var(fresh(goal.region, "t"))
        name_t: str = t.args[0]
        offset = r.lo if r.lo > 0 else Fraction(1)
        moved = var(name) if r.lo > 0 else plus((var(name), num(1 - r.lo)))
        term = over(ONE, t) if r.lo > 0 else plus((over(ONE, t), num(r.lo - 1)))
        new = Range(Fraction(0), 1 / offset, True, r.lo_open)
        step = substitution(prover, goal, name, {name_t: new}, term, over(ONE, moved), fuel)
        if step is not None:
            return step
    return None


def by_scaling(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """x = c*t or x = c + t with a constant c (pi, 1/e, log 2) that moves an irrational contact to a simple rational."""
    from proofcheck.search.contact import moves

    if fuel < 2 or goal.relation not in (">=", ">"):
        return None
    for name, new, term, inverse in moves(prover, goal):
        step = substitution(prover, goal, name, new, term, inverse, fuel)
        if step is not None:
            return step
    return None


def by_bounds(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Sub-terms such as log(K), exp(-x), ceil(y) become variables with their range (and rounding facts)."""
    if fuel < 2 or goal.relation not in (">=", ">"):
        return None
    steps = {node for node in subterms(goal.f) if node.op in ("floor", "ceil") and variables(node)}
    candidates = sorted(steps, key=repr)
    for g in candidates:
        step = _round_abstract(prover, goal, g, fuel)
        if step is not None:
            return step
    return None


def _round_abstract(prover: Prover, goal: Goal, g: Term, fuel: int) -> Step | None:
    from proofcheck.kernel.term import replace as put

    y, region = g.args[0], goal.region
    v = var(fresh(region, "v"))
    name: str = v.args[0]
    hull = hull_of(region, g)
    if hull is None:
        return None
    lo, hi = iv.lower_fraction(hull), iv.upper_fraction(hull)
    r = Range(lo, hi, lo is None, hi is None)
    low, high = (y, v) if g.op == "ceil" else (v, y)  # low <= high < low + 1
    weak, strict = minus(high, low), minus(plus((low, ONE)), high)
    rounding = {"rule": "bound", "of": to_json(g)}
    facts = [
        {"relation": ">=", "term": to_json(weak), "proof": rounding},
        {"relation": ">", "term": to_json(strict), "proof": rounding},
    ]
    kept = tuple((rel, put(h, g, v)) for rel, h in region.facts)
    wide = Region({**region.ranges, name: r}, (*kept, (">=", weak), (">", strict)))
    f = put(goal.f, g, v)
    defined = prover.defined(wide, f, (), fuel - 1)
    if defined is None:
        return None
    then = prover.prove(Goal(wide, goal.relation, f), fuel - 1)
    if then is None:
        return None
    return {"rule": "abstract", "term": to_json(g), "name": name, "range": r.to_json(), "facts": facts,
            "defined": defined, "then": then}


def hull_of(region: Region, term: Term) -> iv.Interval | None:
    """An enclosure of the term on the region's box, or None."""
    try:
        return enclosure(term, region.box, 64)
    except iv.Undefined:
        return None
