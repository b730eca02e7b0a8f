# SPDX-License-Identifier: Apache-2.0
"""The derivative ladder at a contact, contacts inside a range, and constant irrational ends. Untrusted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb

from proofcheck.kernel.calculus import conditions, over, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import Range
from proofcheck.kernel.term import Term, num, substitute, subterms, var, variables
from proofcheck.search.balls import ball, value_at, workprec
from proofcheck.search.boxes import centred, few_boxes
from proofcheck.search.calculus import free_variables, inside, interior_contact, slope_of
from proofcheck.search.forms import factored
from proofcheck.search.regions import fresh, linear_parts, substitution
from proofcheck.search.splits import negated, rational_root, split_at

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step

MAX_ORDER = 10
MAX_NODES = 900
BITS = 160
UNIT = "unit"  # a variable of this name is already measured by a constant: not again


def by_ladder(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """f, f', f'', ... are >= 0 at one end until a derivative is certain on the whole range (one variable)."""
    if goal.relation not in (">=", ">") or len(goal.region.ranges) != 1 or goal.region.facts:
        return None
    for name in free_variables(goal):
        r = goal.region.ranges[name]
        for end, rising, is_open in ((r.lo, True, r.lo_open), (r.hi, False, r.hi_open)):
            if end is not None and near_zero(goal.f, name, end) and (is_open or goal.relation == ">="):
                step = _rung(prover, goal, name, rising, 0)
                if step is not None:
                    return step
    return None


def _rung(prover: Prover, goal: Goal, name: str, rising: bool, order: int) -> Step | None:
    """One monotone step, with a leaf for the face, and a leaf or the next rung for the derivative."""
    from proofcheck.search.engine import leaf

    r = goal.region.ranges[name]
    end = r.lo if rising else r.hi
    slope = slope_of(goal.f, name)
    if slope is None or end is None or order > MAX_ORDER or sum(1 for _ in subterms(slope)) > MAX_NODES:
        return None
    step: Step = {"rule": "monotone", "variable": name, "increasing": rising}
    if r.lo_open if rising else r.hi_open:
        closed = goal.region.with_range(name, replace(r, lo_open=False) if rising else replace(r, hi_open=False))
        closure = prover.defined(closed, goal.f, (), 0)
        if closure is None:
            return None
        step["closure"] = closure
    face = Goal(goal.region.without(name), goal.relation, substitute(goal.f, {name: num(end)}))
    step["face"] = leaf(face)
    if step["face"] is None and goal.relation == ">" and "closure" in step:
        step["strict"] = "derivative"
    if step["face"] is None:
        step["face"] = prover.prove(Goal(face.region, ">=", face.f), 0)
    middle = inside(goal.region, name)
    step["defined"] = prover.defined(middle, slope, conditions(goal.f), 0)
    if step["face"] is None or step["defined"] is None:
        return None
    prover.tick()
    below = Goal(middle, ">" if "strict" in step else ">=", slope if rising else negated(slope))
    if prover.looks_false(below):
        return None
    step["derivative"] = leaf(below) or centred(below) or _by_few_boxes(prover, below) or _rung(
        prover, below, name, rising, order + 1)
    return step if step["derivative"] else None


def _by_few_boxes(prover: Prover, goal: Goal) -> Step | None:
    """A short branch and bound, where the cloud says that the goal has room."""
    values = [v for v in prover.cloud(goal.region).values(goal.f) if v.is_finite()]
    if not values or any(not v > 0 for v in values) or min(map(float, values)) * 200 < max(map(float, values)):
        return None
    return few_boxes(prover, goal)


def near_zero(f: Term, name: str, end: Fraction) -> bool:
    """Whether f seems to vanish at an end (or is not defined there)."""
    v = value_at(f, {name: end})
    return not v.is_finite() or not (v > 0 or v < 0)


def by_contact_split(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Cut at a rational point where f touches 0 inside, or where a factor of df/dx in x alone changes sign."""
    if fuel < 1 or goal.relation not in (">=", ">"):
        return None
    names = free_variables(goal)
    if len(goal.region.ranges) == 1 and names:
        contact = interior_contact(prover, goal, names[0])
        return split_at(prover, goal, names[0], contact, fuel) if contact is not None else None
    for name in names:
        for at in _turns(prover, goal, name):
            step = split_at(prover, goal, name, at, fuel)
            if step is not None:
                return step
    return None


def by_zero_face(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Cut a range at a simple value at which f vanishes whatever the other variables are."""
    if fuel < 1 or goal.relation != ">=" or len(goal.region.ranges) < 2 or goal.region.facts:
        return None
    for name in free_variables(goal):
        for at in _zero_faces(prover, goal, name):
            step = split_at(prover, goal, name, at, fuel)
            if step is not None:
                return step
    return None


def _zero_faces(prover: Prover, goal: Goal, name: str) -> list[Fraction]:
    """Simple values strictly inside the range of x at which f vanishes whatever the other variables are."""
    r, found = goal.region.ranges[name], []
    others = goal.region.without(name)
    for at in (Fraction(0), Fraction(1), Fraction(-1), Fraction(1, 2)):
        if not r.contains(at) or at in (r.lo, r.hi):
            continue
        face = substitute(goal.f, {name: num(at)})
        if not any(v > 0 or v < 0 for v in prover.cloud(others).values(face)):
            form = prover.form(others, face)
            found += [at] if form is not None and not form.top else []
    return found


def _turns(prover: Prover, goal: Goal, name: str) -> list[Fraction]:
    """Rational points at which df/dx changes sign whatever the other variables are."""
    slope = slope_of(goal.f, name)
    if slope is None:
        return []
    cloud = prover.cloud(goal.region)
    if not all(cloud.signs(slope)):
        return []
    values = [(point[name], v) for point, v in zip(cloud.points, cloud.values(slope), strict=True) if v > 0 or v < 0]
    if all((x > 0) == (v > 0) for x, v in values):
        return [Fraction(0)]
    form = prover.form(goal.region, slope)
    if form is None or not form.top or len(form.top) > 200:
        return []
    roots = [rational_root(g, name) for g, k in factored(form)[1] if k % 2 and variables(g) == {name}]
    return [root for root in roots if root is not None]


def by_constant_ends(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """A fact that bounds x by an irrational constant c > 0 makes c the unit: x = c*t with rational ends for t."""
    for _, g in goal.region.facts:
        if len(variables(g)) != 1:
            continue
        (name,) = variables(g)
        form = prover.form(goal.region, g)
        if form is None or form.bottom or goal.region.ranges[name].integer or name.startswith(UNIT):
            continue
        a, b = linear_parts(form.top, name)
        if a is None or b is None or variables(a) | variables(b):
            continue
        end = prover.simplified(goal.region, negated(over(b, a)))
        c = end if value_at(end, {}) > 0 else negated(end)
        return _in_units(prover, goal, name, c, fuel)
    return None


def _in_units(prover: Prover, goal: Goal, name: str, c: Term, fuel: int) -> Step | None:
    r = goal.region.ranges[name]
    ends: list[Fraction | None] = []
    with workprec(BITS):
        unit = value_at(c, {}, BITS)
        if not unit > 0:
            return None
        for end, up in ((r.lo, False), (r.hi, True)):
            ends.append(None if end is None else _simple_ratio(ball(end) / unit, up))
    t = var(fresh(goal.region, UNIT))
    new = Range(ends[0], ends[1], r.lo_open or ends[0] is None, r.hi_open or ends[1] is None)
    return substitution(prover, goal, name, {t.args[0]: new}, times((c, t)), over(var(name), c), fuel + 1)


def _simple_ratio(value: arb, up: bool) -> Fraction:
    """A rational close to the value: a short one within 2^-40 (the fact then decides), else an outer one."""
    nearest = Fraction(int((value * 2**60).mid().floor().unique_fmpz() or 0), 2**60)
    simple = nearest.limit_denominator(64)
    if abs(nearest - simple) < Fraction(1, 2**40):
        return simple
    return nearest + (Fraction(1, 2**58) if up else Fraction(-1, 2**58))
