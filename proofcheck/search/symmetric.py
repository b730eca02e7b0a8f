# SPDX-License-Identifier: Apache-2.0
"""Polynomials in variables of one range: every ordering of them, with the differences as new variables. Untrusted."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import minus, plus
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.rules_region import membership
from proofcheck.kernel.term import Term, substitute, to_json, var, variables
from proofcheck.search.forms import variables_poly
from proofcheck.search.polynomials import by_shift
from proofcheck.search.splits import negated

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step

MAX_VARIABLES = 4


def by_ordering(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Sort the variables by cases; where x <= y <= z put y = x + u, z = x + u + v and look at the coefficients."""
    names = sorted(variables(goal.f))
    if goal.relation != ">=" or goal.region.facts or not 2 <= len(names) <= MAX_VARIABLES:
        return None
    ranges = {goal.region.ranges[name] for name in names}
    form = prover.form(goal.region, goal.f)
    if len(ranges) != 1 or form is None or not variables_poly(form, set(names)) or goal.region.ranges[names[0]].integer:
        return None
    return _insert(prover, goal, names[:1], names[1:])


def _insert(prover: Prover, goal: Goal, order: list[str], left: list[str]) -> Step | None:
    """Insert the next variable into the order, by comparisons from the top."""
    if not left:
        return _differences(prover, goal, order)
    return _place(prover, goal, order, len(order), left)


def _place(prover: Prover, goal: Goal, order: list[str], at: int, left: list[str]) -> Step | None:
    name, rest = left[0], left[1:]
    if at == 0:
        return _insert(prover, goal, [name, *order], rest)
    gap = minus(var(name), var(order[at - 1]))
    above = _insert(prover, goal.on(goal.region.with_fact(">", gap)), [*order[:at], name, *order[at:]], rest)
    if above is None:
        return None
    below = _place(prover, goal.on(goal.region.with_fact(">=", negated(gap))), order, at - 1, left)
    return {"rule": "cases", "on": to_json(gap), "positive": above, "nonpositive": below} if below else None


def _differences(prover: Prover, goal: Goal, order: list[str]) -> Step | None:
    """y = x + u, z = x + u + v along an ordering that the facts state."""
    region = goal.region
    fresh = [f"gap{k}" for k in range(1, len(order))]
    if any(name in region.ranges for name in fresh):
        return None
    total: Term = var(order[0])
    maps: dict[str, Term] = {}
    for name, gap in zip(order[1:], fresh, strict=True):
        total = plus((total, var(gap)))
        maps[name] = total
    inverse = {gap: minus(var(b), var(a)) for gap, a, b in zip(fresh, order, order[1:], strict=False)}
    new = Range(Fraction(0), None, False, True)
    base = Region({**{n: r for n, r in region.ranges.items() if n not in maps}, **dict.fromkeys(fresh, new)})
    if not all(region.certainly(c) for term in inverse.values() for c in membership(term, new)):
        return None
    f = substitute(goal.f, maps)
    inside = [c for n, term in maps.items() for c in membership(term, region.ranges[n]) if not base.certainly(c)]
    moved = [(rel, substitute(g, maps)) for rel, g in region.facts]
    smaller = Region(base.ranges, (*inside, *moved))
    then = by_shift(prover, Goal(smaller, goal.relation, f), 1)
    if then is None:
        return None
    return {"rule": "substitute", "new": {gap: new.to_json() for gap in fresh}, "then": then,
            "map": {n: to_json(t) for n, t in maps.items()}, "inverse": {n: to_json(t) for n, t in inverse.items()}}
