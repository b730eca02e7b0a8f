# SPDX-License-Identifier: Apache-2.0
"""A fact solved for a variable: x >= r of the others lets a new variable with constant ends run. Untrusted."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel import interval as iv
from proofcheck.kernel.calculus import minus, over, plus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.polynomial import Quotient
from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.term import Term, num, var, variables
from proofcheck.search.calculus import slope_of
from proofcheck.search.regions import fresh, hull_of, linear_parts, substitution
from proofcheck.search.splits import negated

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step

_Map = tuple[Range, Term, Term]


def by_solving_facts(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """A fact a*x + b > 0, a of one sign, bounds x by a term r of the others: x = r + u, or x = r*s, or r as an end."""
    if not goal.region.facts or fuel < 2 or goal.relation not in (">=", ">"):
        return None
    for directed in (True, False):
        for relation, g in goal.region.facts:
            form = prover.form(goal.region, g)
            if form is None or relation not in (">=", ">"):
                continue
            for name in sorted(variables(g)):
                if directed == _binds(prover, goal, name, g):
                    step = _solve_for(prover, goal, form, name, relation == ">", fuel)
                    if step is not None:
                        return step
    return None


def _binds(prover: Prover, goal: Goal, name: str, g: Term) -> bool:
    """Whether f falls in x where the fact bounds x above, or rises where it bounds x below: then its end matters."""
    slope, towards = slope_of(goal.f, name), slope_of(g, name)
    if slope is None or towards is None:
        return False
    cloud = prover.cloud(goal.region)
    falls, rises = cloud.signs(slope)
    below, above = cloud.signs(towards)
    return (rises and above and not falls and not below) or (falls and below and not rises and not above)


def _solve_for(prover: Prover, goal: Goal, form: Quotient, name: str, strict: bool, fuel: int) -> Step | None:
    a, b = linear_parts(form.top, name)
    r = goal.region.ranges[name]
    if a is None or b is None or r.integer or form.bottom:
        return None
    negative, positive = prover.cloud(goal.region).signs(a)
    if negative == positive:
        return None
    bound, lower = prover.simplified(goal.region, negated(over(b, a))), positive
    u = var(fresh(goal.region, "u"))
    name_u: str = u.args[0]
    x = var(name)
    for new, term, inverse in _bound_maps(goal.region, name, bound, lower, strict, u, x):
        step = substitution(prover, goal, name, {name_u: new}, term, inverse, fuel)
        if step is not None:
            return step
    return None


def _bound_maps(region: Region, name: str, bound: Term, lower: bool, strict: bool, u: Term, x: Term) -> list[_Map]:
    """Ways to let a new variable with constant ends run over x >= bound (or <= bound): scaled, shifted, a fraction."""
    r = region.ranges[name]
    hull = hull_of(region, bound)
    scaled = _scaled_map(r, hull, bound, lower, strict, u, x)
    shifted = _shifted_map(r, hull, bound, lower, strict, u, x)
    far, far_open = (r.hi, r.hi_open) if lower else (r.lo, r.lo_open)
    between: list[_Map] = []
    if far is not None:
        gap = minus(num(far), bound)
        part = Range(Fraction(0), Fraction(1), strict, far_open)
        between = [(part, plus((bound, times((u, gap)))), over(minus(x, bound), gap))]
    return [*scaled, *shifted, *between] if bound.op != "add" or not lower else [*shifted, *scaled, *between]


def _scaled_map(
    r: Range, hull: iv.Interval | None, bound: Term, lower: bool, strict: bool, u: Term, x: Term
) -> list[_Map]:
    if hull is None or not iv.is_nonnegative(hull):
        return []
    if lower:
        return [(Range(Fraction(1), None, strict, True), times((bound, u)), over(x, bound))]
    if r.lo is None or r.lo < 0:
        return []
    return [(Range(Fraction(0), Fraction(1), r.lo > 0 or r.lo_open, strict), times((bound, u)), over(x, bound))]


def _shifted_map(
    r: Range, hull: iv.Interval | None, bound: Term, lower: bool, strict: bool, u: Term, x: Term
) -> list[_Map]:
    far, end = (r.hi if lower else r.lo), None
    if hull is not None and far is not None:
        near = iv.lower_fraction(hull) if lower else iv.upper_fraction(hull)
        end = abs(far - near) if near is not None else None
    sign = num(1 if lower else -1)
    new = Range(Fraction(0), end, strict, end is None)
    return [(new, plus((bound, times((sign, u)))), times((sign, minus(x, bound))))]
