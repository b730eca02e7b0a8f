# SPDX-License-Identifier: Apache-2.0
"""The goal as a product of factors whose signs are read off the cloud and proved. Untrusted."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import minus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.term import Term, apply, num, subterms, to_json, variables
from proofcheck.search.forms import factored
from proofcheck.search.splits import by_cases, has_operation, is_zero, negated, rational_root, split_at

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step

MAX_FORM = 400


def by_simpler_factors(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """by_factors where it makes the goal smaller; clearing exponentials out of a sum may well not."""
    return _by_factors(prover, goal, fuel, 0.9)


def by_factors(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """f is a product: each factor's sign is read off the cloud and then proved; a sign change is split off first."""
    return _by_factors(prover, goal, fuel, 100.0)


def _by_factors(prover: Prover, goal: Goal, fuel: int, growth: float) -> Step | None:
    if goal.f in prover.polished or goal.relation == "==" or sum(1 for _ in subterms(goal.f)) > MAX_FORM:
        return None
    form = prover.form(goal.region, goal.f)
    if form is None or not form.top or len(form.top) > 600:
        return None
    constant, factors = factored(form)
    if not factors:
        return None
    if any(k < 0 and g.op == "add" for g, k in factors):
        if not has_operation(goal.f, ("log", "atan", "xlogx")):
            growth = max(growth, 2.0)  # a denominator that is a sum is worth clearing
        elif growth < 1:
            return None  # but not onto a logarithm, which would no longer vanish in the derivative
    if max(_size(g) for g, _ in factors) > growth * _size(goal.f):
        return None
    prover.polished.update(g for g, _ in factors)
    if len(factors) == 1 and factors[0][1] == 1 and factors[0][0] == goal.f:
        return None
    cloud = prover.cloud(goal.region)
    if not cloud.points:
        return None
    mixed = [(g, k) for g, k in factors if k % 2 and all(cloud.signs(g))]
    if mixed:
        prover.polished.discard(goal.f)
        return _split_sign(prover, goal, mixed, fuel) if len(mixed) > 1 and fuel > 0 else None
    return _product(prover, goal, constant, factors, fuel)


def _size(f: Term) -> int:
    return sum(1 for _ in subterms(f))


def _product(prover: Prover, goal: Goal, constant: Fraction, factors: list[tuple[Term, int]], fuel: int) -> Step | None:
    sign, parts = 1 if constant > 0 else -1, []
    signs = [-1 if prover.cloud(goal.region).signs(g)[0] else 1 for g, _ in factors]
    for (_, k), s in zip(factors, signs, strict=True):
        sign *= s if k % 2 else 1
    if goal.relation != "!=" and sign < 0:
        return None
    order = sorted(range(len(factors)), key=lambda i: -sum(1 for _ in subterms(factors[i][0])))
    if not _same(goal, constant, factors):
        return None
    steps: dict[int, Step] = {}
    for i in order:
        step = _factor_step(prover, goal, factors[i][0], factors[i][1], signs[i], fuel)
        if step is None:
            return None
        steps[i] = step
    parts = [steps[i] for i in range(len(factors))]
    return {"rule": "product", "constant": str(constant), "factors": parts}


def _same(goal: Goal, constant: Fraction, factors: list[tuple[Term, int]]) -> bool:
    """Whether the kernel's own normal form sees that f is the product (it is not complete)."""
    return is_zero(goal, minus(goal.f, times((num(constant), *(apply("pow", g, num(k)) for g, k in factors)))))


def _factor_step(prover: Prover, goal: Goal, g: Term, k: int, sign: int, fuel: int) -> Step | None:
    strict = goal.relation != ">=" or k < 0
    defined = prover.defined(goal.region, g, (), fuel - 1)
    if defined is None:
        return None
    step: Step = {"term": to_json(g), "power": k, "sign": sign, "defined": defined}
    if k % 2 == 0 and not strict:
        return step
    relation = "!=" if k % 2 == 0 or goal.relation == "!=" else ">" if strict else ">="
    proof = prover.prove(Goal(goal.region, relation, g if sign > 0 or relation == "!=" else negated(g)), fuel)
    return {**step, "proof": proof, "sign": sign if relation != "!=" or k % 2 else 1} if proof else None


def _split_sign(prover: Prover, goal: Goal, mixed: list[tuple[Term, int]], fuel: int) -> Step | None:
    """Cut the region where the simplest changing factor changes sign."""
    g = min((g for g, _ in mixed), key=lambda g: (len(variables(g)), sum(1 for _ in subterms(g))))
    names = variables(g)
    for name in sorted(variables(goal.f)):
        r = goal.region.ranges[name]
        if (r.lo is None or r.lo < 0) and (r.hi is None or r.hi > 0) and not r.integer:
            step = split_at(prover, goal, name, Fraction(0), fuel)
            if step is not None:
                return step
    if len(names) == 1:
        step = split_at(prover, goal, next(iter(names)), rational_root(g, next(iter(names))), fuel)
        if step is not None:
            return step
    return by_cases(prover, goal, g, fuel)
