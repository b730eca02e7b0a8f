# SPDX-License-Identifier: Apache-2.0
"""Rules of calculus: monotone, concave, convex."""

from __future__ import annotations

from dataclasses import replace as with_fields
from fractions import Fraction
from itertools import combinations
from typing import Any

from proofcheck.kernel.calculus import conditions, derivative, is_continuous, plus, times
from proofcheck.kernel.goal import Goal, Replay, items, member
from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.rules_leaf import range_of
from proofcheck.kernel.term import MINUS_ONE, Term, num, rational, substitute
from proofcheck.kernel.verdict import Rejected


def smooth_range(goal: Goal, name: str, rule: str) -> Range:
    """The range of a real variable along which f may be followed: no fact mentions it, no jump of f."""
    r, one = range_of(goal, name), frozenset({name})
    if r.integer or goal.region.facts_mention(one) or not is_continuous(goal.f, one):
        raise Rejected(rule, f"{name} must be real, in no fact, and in no floor or ceil")
    return r


def _face(goal: Goal, name: str, at: Fraction | None, relation: str) -> Goal:
    if at is None:
        raise Rejected("face", f"{name} is unbounded there")
    return Goal(goal.region.without(frozenset({name})), relation, substitute(goal.f, {name: num(at)}))


def open_inside(goal: Goal, names: frozenset[str]) -> Region:
    """The region with open ends in these variables."""
    ranges = {n: with_fields(r, lo_open=True, hi_open=True) if n in names else r for n, r in goal.region.ranges.items()}
    return Region(ranges, goal.region.facts)


def rule_monotone(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """df/dx has one sign inside, and the goal holds on the face where f is least (mean value theorem)."""
    name, rising = member(step, "variable", str), member(step, "increasing", bool)
    r = smooth_range(goal, name, "monotone")
    if goal.relation not in (">=", ">"):
        raise Rejected("monotone", "is for goals f >= 0 and f > 0")
    open_end = r.lo_open if rising else r.hi_open
    strict = step.get("strict") == "derivative"
    if strict and not (open_end and goal.relation == ">"):
        raise Rejected("monotone", "a strict derivative serves a goal f > 0 on a range open at the face")
    if open_end:
        end = with_fields(r, lo_open=False) if rising else with_fields(r, hi_open=False)
        replay.defined(goal.region.with_range(name, end), goal.f, step, "closure")
    middle, slope = open_inside(goal, frozenset({name})), derivative(goal.f, name)
    replay.defined(middle, slope, step, "defined", conditions(goal.f))
    signed = slope if rising else times((MINUS_ONE, slope))
    replay.prove(Goal(middle, ">" if strict else ">=", signed), step.get("derivative"), "derivative")
    face = _face(goal, name, r.lo if rising else r.hi, ">=" if strict else goal.relation)
    return replay.prove(face, step.get("face"), "face")


def rule_concave(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """-d2f/dx2 >= 0 inside, and the goal holds at both ends.

    For f > 0, f >= 0 is enough at an open end when f > 0 at some point "inner" between the ends.
    """
    name = member(step, "variable", str)
    r = smooth_range(goal, name, "concave")
    if goal.relation not in (">=", ">"):
        raise Rejected("concave", "is for goals f >= 0 and f > 0")
    whole = goal.region.with_range(name, with_fields(r, lo_open=False, hi_open=False))
    replay.defined(whole, goal.f, step, "closure", () if r.lo_open or r.hi_open else conditions(goal.f))
    middle, slope = open_inside(goal, frozenset({name})), derivative(goal.f, name)
    replay.defined(middle, slope, step, "slope_defined", conditions(goal.f))
    second = derivative(slope, name)
    replay.defined(middle, second, step, "defined", (*conditions(goal.f), *conditions(slope)))
    replay.prove(Goal(middle, ">=", times((MINUS_ONE, second))), step.get("second"), "second")
    weak = ">=" if _inner_positive(goal, name, r, step, replay) else goal.relation
    low = replay.prove(_face(goal, name, r.lo, weak if r.lo_open else goal.relation), step.get("low"), "low")
    high = replay.prove(_face(goal, name, r.hi, weak if r.hi_open else goal.relation), step.get("high"), "high")
    return min(low, high) if weak == goal.relation else Fraction(0)


def _inner_positive(goal: Goal, name: str, r: Range, step: dict[str, Any], replay: Replay) -> bool:
    """Whether the step shows f > 0 at a point between the ends."""
    if goal.relation != ">" or "inner" not in step:
        return False
    at = rational(step["inner"])
    if not with_fields(r, lo_open=True, hi_open=True).contains(at):
        raise Rejected("concave", f"{name} = {at} is not between the ends")
    replay.prove(_face(goal, name, at, ">"), step.get("inner_proof"), "inner")
    return True


def rule_convex(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """In the named variables the Hessian is semidefinite inside, the gradient 0 at a point, and the goal holds there.

    Every range must have an inside: f is convex there, and by continuity as far as the ends. Positive semidefinite
    because every principal minor is >= 0: the list "minors" follows the subsets by size, then by order.
    """
    point = {name: rational(value) for name, value in member(step, "point", dict).items()}
    names = frozenset(point)
    if not 0 < len(point) <= 4 or goal.relation not in (">=", ">"):
        raise Rejected("convex", "needs 1 to 4 variables and a goal f >= 0 or f > 0")
    for name, value in point.items():
        r = smooth_range(goal, name, "convex")
        if r.lo is not None and r.lo == r.hi:
            raise Rejected("convex", f"the range of {name} has no inside")
        if not with_fields(r, lo_open=r.lo is None, hi_open=r.hi is None).contains(value):
            raise Rejected("convex", f"{name} = {value} lies outside its range")
    middle, at = open_inside(goal, names), {name: num(value) for name, value in point.items()}
    shadow = goal.region.without(names)
    slopes = {name: derivative(goal.f, name) for name in sorted(names)}
    ranges = {**goal.region.ranges, **{n: Range(q, q, False, False) for n, q in point.items()}}
    for name, slope in slopes.items():
        replay.defined(middle, slope, step, f"slope_defined_{name}", conditions(goal.f))
        replay.defined(Region(ranges, goal.region.facts), slope, step, f"point_defined_{name}")
        if not Goal(shadow, "==", substitute(slope, at)).normalizer().is_zero(substitute(slope, at)):
            raise Rejected("convex", f"the derivative by {name} is not 0 at the point")
    replay.defined(Region(ranges, goal.region.facts), goal.f, step, "point_defined")
    _semidefinite(goal, slopes, middle, step, replay)
    return replay.prove(Goal(shadow, goal.relation, substitute(goal.f, at)), step.get("value"), "value")


def _semidefinite(goal: Goal, slopes: dict[str, Term], middle: Region, step: dict[str, Any], replay: Replay) -> None:
    names = list(slopes)
    hessian = {(a, b): derivative(slopes[a], b) for a in names for b in names if a <= b}
    given = [*conditions(goal.f), *(c for slope in slopes.values() for c in conditions(slope))]
    minors = iter(items(step, "minors"))
    for size in range(1, len(names) + 1):
        for subset in combinations(names, size):
            minor = _determinant([[hessian[min(a, b), max(a, b)] for b in subset] for a in subset])
            replay.defined(middle, minor, step, "minor_defined_" + "_".join(subset), given)
            replay.prove(Goal(middle, ">=", minor), next(minors, None), "minor " + ",".join(subset))


def _determinant(rows: list[list[Term]]) -> Term:
    if len(rows) == 1:
        return rows[0][0]
    parts = []
    for k, entry in enumerate(rows[0]):
        rest = [[*row[:k], *row[k + 1:]] for row in rows[1:]]
        parts.append(times((num((-1) ** k), entry, _determinant(rest))))
    return plus(parts)
