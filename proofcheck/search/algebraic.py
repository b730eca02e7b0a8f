# SPDX-License-Identifier: Apache-2.0
"""Goals that the normal form settles: identities, equalities, multiples of facts. Untrusted."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import minus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.polynomial import Quotient
from proofcheck.kernel.term import apply, num, to_json
from proofcheck.search.forms import factored, merge
from proofcheck.search.splits import is_zero, negated

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step


def by_zero(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """f is identically 0."""
    if goal.relation not in (">=", "=="):
        return None
    values = prover.cloud(goal.region).values(goal.f)
    if any(v > 0 or v < 0 for v in values):
        return None
    form = prover.form(goal.region, goal.f)
    return {"rule": "zero"} if form is not None and not form.top else None


def by_relation(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Equalities by two inequalities, inequations by a sign."""
    if goal.relation == "==":
        above = prover.prove(Goal(goal.region, ">=", goal.f), fuel - 1)
        below = prover.prove(Goal(goal.region, ">=", negated(goal.f)), fuel - 1) if above else None
        return {"rule": "both", "above": above, "below": below} if below else None
    if goal.relation == "!=":
        negative, _ = prover.cloud(goal.region).signs(goal.f)
        step = prover.prove(Goal(goal.region, ">", negated(goal.f) if negative else goal.f), fuel)
        return {"rule": "nonzero", "positive": not negative, "proof": step} if step else None
    return None


def by_fact(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """f is a positive multiple of a fact."""
    if not goal.region.facts or goal.relation not in (">=", ">"):
        return None
    form = prover.form(goal.region, goal.f)
    for index, (relation, g) in enumerate(goal.region.facts):
        if relation != goal.relation and not (goal.relation == ">=" and relation in (">", "==")):
            continue
        other = prover.form(goal.region, g)
        scale = _ratio(form, other)
        if scale is not None and (scale > 0 or relation == "=="):
            return {"rule": "fact", "fact": index, "scale": str(scale)}
        if form is not None and other is not None and relation != "==":
            step = _fact_multiple(prover, goal, index, form, other)
            if step is not None:
                return step
    return None


def _fact_multiple(prover: Prover, goal: Goal, index: int, form: Quotient, other: Quotient) -> Step | None:
    """f = fact * product of factors whose strict signs are evident."""
    if not form.top or not other.top or len(form.top) > 12 or len(other.top) > 12:
        return None
    (c, f_parts), (d, g_parts) = factored(form), factored(other)
    rest = merge([*f_parts, *((g, -k) for g, k in g_parts)])
    sign, steps = 1 if c / d > 0 else -1, []
    for g, k in rest:
        s = -1 if prover.cloud(goal.region).signs(g)[0] else 1
        defined = prover.defined(goal.region, g, (), -1)
        proof = prover.prove(Goal(goal.region, ">", g if s > 0 else negated(g)), -1) if defined is not None else None
        if proof is None:
            return None
        sign *= s if k % 2 else 1
        if k % 2 == 0:
            proof = {"rule": "nonzero", "positive": s > 0, "proof": proof}
        steps.append({"term": to_json(g), "power": k, "sign": s if k % 2 else 1, "defined": defined, "proof": proof})
    fact = goal.region.facts[index][1]
    defined = prover.defined(goal.region, fact, (), -1)
    product = times((num(c / d), fact, *(apply("pow", g, num(k)) for g, k in rest)))
    if sign < 0 or defined is None or not is_zero(goal, minus(goal.f, product)):
        return None
    known = {"rule": "fact", "fact": index}
    steps.append({"term": to_json(fact), "power": 1, "sign": 1, "defined": defined, "proof": known})
    return {"rule": "product", "constant": str(c / d), "factors": steps}


def _ratio(a: Quotient | None, b: Quotient | None) -> Fraction | None:
    if a is None or b is None or not a.top or a.bottom != b.bottom or set(a.top) != set(b.top):
        return None
    ratios = {a.top[m] / b.top[m] for m in a.top}
    return ratios.pop() if len(ratios) == 1 else None
