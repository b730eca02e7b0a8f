# SPDX-License-Identifier: Apache-2.0
"""Tactics of calculus: monotone collapse (and with it the derivative ladder), concave and convex pieces. Untrusted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import conditions, derivative, is_continuous
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import Region
from proofcheck.kernel.term import ZERO, Term, num, substitute, variables
from proofcheck.kernel.verdict import Rejected
from proofcheck.search.splits import negated

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step


def free_variables(goal: Goal) -> list[str]:
    """The real variables along which f may be followed by calculus."""
    found = []
    for name in sorted(variables(goal.f)):
        r = goal.region.ranges[name]
        point = r.lo is not None and r.lo == r.hi
        if not r.integer and not point and not goal.region.facts_mention(name) and is_continuous(goal.f, name):
            found.append(name)
    return found


def slope_of(f: Term, name: str) -> Term | None:
    """df/dx, or None where f has a corner in x."""
    try:
        return derivative(f, name)
    except Rejected:
        return None


def inside(region: Region, name: str) -> Region:
    """The region with open ends in one variable."""
    return region.with_range(name, replace(region.ranges[name], lo_open=True, hi_open=True))


def by_monotone(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Some partial derivative keeps its sign on the cloud: collapse to the face where f is least."""
    if goal.relation not in (">=", ">") or fuel < 1:
        return None
    cloud = prover.cloud(goal.region)
    choices = []
    for name in free_variables(goal):
        slope = slope_of(goal.f, name)
        if slope is None:
            continue
        negative, positive = cloud.signs(slope)
        if not (negative and positive):
            choices += [(name, slope, not negative), *([] if negative or positive else [(name, slope, False)])]
    for name, slope, rising in choices:
        step = monotone_step(prover, goal, name, slope, rising, fuel)
        if step is not None:
            return step
    return None


def monotone_step(prover: Prover, goal: Goal, name: str, slope: Term, rising: bool, fuel: int) -> Step | None:
    """The certificate step for one variable and direction, or None."""
    r = goal.region.ranges[name]
    end = r.lo if rising else r.hi
    if end is None:
        return None
    step: Step = {"rule": "monotone", "variable": name, "increasing": rising}
    if r.lo_open if rising else r.hi_open:
        closed = goal.region.with_range(name, replace(r, lo_open=False) if rising else replace(r, hi_open=False))
        closure = prover.defined(closed, goal.f, (), fuel - 1)
        if closure is None:
            return None
        step["closure"] = closure
    face = Goal(goal.region.without(name), goal.relation, substitute(goal.f, {name: num(end)}))
    proof = prover.prove(face, fuel)
    if proof is None and goal.relation == ">" and "closure" in step:
        face = Goal(face.region, ">=", face.f)
        proof = prover.prove(face, fuel)
        step["strict"] = "derivative"
    if proof is None:
        return None
    step["face"] = proof
    middle = inside(goal.region, name)
    defined = prover.defined(middle, slope, conditions(goal.f), fuel - 1)
    if defined is None:
        return None
    step["defined"] = defined
    relation = ">" if step.get("strict") else ">="
    sub = prover.prove(Goal(middle, relation, slope if rising else negated(slope)), fuel - 1)
    return {**step, "derivative": sub} if sub else None


def by_concave(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Concave in a variable between two finite ends: the ends decide."""
    if goal.relation not in (">=", ">") or fuel < 1:
        return None
    cloud = prover.cloud(goal.region)
    for name in free_variables(goal):
        r, slope = goal.region.ranges[name], slope_of(goal.f, name)
        if r.lo is None or r.hi is None or slope is None or slope == ZERO:
            continue
        second = derivative(slope, name)
        if second != ZERO and cloud.signs(second)[1]:
            continue
        step = _concave_step(prover, goal, name, second, slope, fuel)
        if step is not None:
            return step
    return None


def _concave_step(prover: Prover, goal: Goal, name: str, second: Term, slope: Term, fuel: int) -> Step | None:
    r = goal.region.ranges[name]
    is_open = r.lo_open or r.hi_open
    whole = goal.region.with_range(name, replace(r, lo_open=False, hi_open=False))
    closure = prover.defined(whole, goal.f, () if is_open else conditions(goal.f), fuel - 1)
    if closure is None:
        return None
    step: Step = {"rule": "concave", "variable": name, "closure": closure}
    without = goal.region.without(name)
    if goal.relation == ">" and is_open and r.lo is not None and r.hi is not None:
        middle_point = (r.lo + r.hi) / 2
        proof = prover.prove(Goal(without, ">", substitute(goal.f, {name: num(middle_point)})), fuel - 1)
        if proof is not None:
            step |= {"inner": str(middle_point), "inner_proof": proof}
    for label, end, end_open in (("low", r.lo, r.lo_open), ("high", r.hi, r.hi_open)):
        relation = ">=" if "inner" in step and end_open else goal.relation
        proof = prover.prove(Goal(without, relation, substitute(goal.f, {name: num(end or 0)})), fuel)
        if proof is None:
            return None
        step[label] = proof
    middle = inside(goal.region, name)
    slope_defined = prover.defined(middle, slope, conditions(goal.f), fuel - 1)
    defined = prover.defined(middle, second, (*conditions(goal.f), *conditions(slope)), fuel - 1)
    if slope_defined is None or defined is None:
        return None
    proof = prover.prove(Goal(middle, ">=", negated(second)), fuel - 1)
    return {**step, "slope_defined": slope_defined, "defined": defined, "second": proof} if proof else None


def interior_contact(prover: Prover, goal: Goal, name: str) -> Fraction | None:
    """A simple rational inside the range of x at which f and df/dx both vanish: one variable, bisection on df/dx."""
    slope, r = slope_of(goal.f, name), goal.region.ranges[name]
    if slope is None:
        return None
    cloud = prover.cloud(goal.region)
    pairs = sorted((point[name], value) for point, value in zip(cloud.points, cloud.values(slope), strict=True)
                   if value.is_finite())
    for (x0, v0), (x1, v1) in pairwise(pairs):
        if v0 < 0 and v1 > 0:
            root = _bisect(slope, name, x0, x1)
            for limit in (1, 2, 4, 10, 100, 1000, 10**5):
                c = root.limit_denominator(limit)
                if r.contains(c) and abs(c - root) < Fraction(1, 10**12) * max(Fraction(1), abs(c)):
                    return c
    exact = [x for x, v in pairs if v.is_zero() and r.contains(x) and x not in (r.lo, r.hi)]
    return exact[0] if exact else None


def _bisect(slope: Term, name: str, low: Fraction, high: Fraction) -> Fraction:
    from proofcheck.search.balls import value_at

    for _ in range(60):
        middle = (low + high) / 2
        value = value_at(slope, {name: middle})
        if value > 0:
            high = middle
        elif value < 0:
            low = middle
        else:
            return middle
    return low
