# SPDX-License-Identifier: Apache-2.0
"""Rules of calculus: monotone, concave."""

from __future__ import annotations

from dataclasses import replace as with_fields
from fractions import Fraction
from typing import Any

from proofcheck.kernel.calculus import conditions, derivative, is_continuous, times
from proofcheck.kernel.goal import Goal, Replay, member
from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.rules_leaf import range_of
from proofcheck.kernel.term import MINUS_ONE, num, rational, substitute
from proofcheck.kernel.verdict import Rejected


def _smooth_range(goal: Goal, name: str, rule: str) -> Range:
    """The range of a real variable along which f may be followed: no fact mentions it, no jump of f."""
    r = range_of(goal, name)
    if r.integer or goal.region.facts_mention(name) or not is_continuous(goal.f, name):
        raise Rejected(rule, f"{name} must be real, in no fact, and in no floor or ceil")
    return r


def _face(goal: Goal, name: str, at: Fraction | None, relation: str) -> Goal:
    if at is None:
        raise Rejected("face", f"{name} is unbounded there")
    return Goal(goal.region.without(name), relation, substitute(goal.f, {name: num(at)}))


def _inside(goal: Goal, name: str) -> Region:
    """The region with open ends in the variable."""
    return goal.region.with_range(name, with_fields(goal.region.ranges[name], lo_open=True, hi_open=True))


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
    middle, slope = _inside(goal, name), derivative(goal.f, name)
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
    r = _smooth_range(goal, name, "concave")
    if goal.relation not in (">=", ">"):
        raise Rejected("concave", "is for goals f >= 0 and f > 0")
    whole = goal.region.with_range(name, with_fields(r, lo_open=False, hi_open=False))
    replay.defined(whole, goal.f, step, "closure", () if r.lo_open or r.hi_open else conditions(goal.f))
    middle, slope = _inside(goal, name), derivative(goal.f, name)
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
