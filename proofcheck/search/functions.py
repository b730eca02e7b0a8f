# SPDX-License-Identifier: Apache-2.0
"""Both sides under an increasing function: logarithms of exponentials, squares of roots. Untrusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import constant_value, minus, plus
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.polynomial import Poly
from proofcheck.kernel.term import Term, apply, num, subterms, to_json, variables
from proofcheck.search.forms import poly_term
from proofcheck.search.splits import has_operation, negated

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step


def by_logarithm(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """f = A - B with positive sides: compare the logarithms when one side is a single product."""
    if fuel < 2 or goal.relation not in (">=", ">") or not _exponential(goal.f):
        return None
    if goal.region.facts and len(goal.f.args) != 2:
        return None
    for left, right in _sides(prover, goal):
        cloud = prover.cloud(goal.region)
        if cloud.signs(left)[0] or cloud.signs(right)[0]:
            continue
        step = _applied(prover, goal, "log", left, right, fuel)
        if step is not None:
            return step
    return None


def by_pure_logarithm(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """The same where the logarithms of both sides are free of exponentials."""
    if fuel < 1 or goal.relation not in (">=", ">") or not _exponential(goal.f):
        return None
    cloud = prover.cloud(goal.region)
    for left, right in _sides(prover, goal):
        if cloud.signs(left)[0] or cloud.signs(right)[0]:
            continue
        form = prover.form(goal.region, minus(apply("log", left), apply("log", right)))
        if form is None or form.bottom:
            continue
        if not any("exp" in repr(a) for m in form.top for a, _ in m if isinstance(a, tuple)):
            step = _applied(prover, goal, "log", left, right, fuel)
            if step is not None:
                return step
    return None


def by_double_logarithm(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """by_logarithm where both sides have exponentials: then the logarithms are the smaller functions."""
    if goal.f.op != "add" or sum(1 for part in goal.f.args if _exponential(part)) < 2:
        return None
    if not any(_bent(node) for node in subterms(goal.f)):
        return None  # exponents linear in the variables: the derivative ladder ends by itself
    return by_logarithm(prover, goal, fuel)


def _bent(node: Term) -> bool:
    """Whether a node is an exponential whose exponent has a product of variables."""
    if node.op not in ("exp", "pow", "cosh", "sinh"):
        return False
    if node.op == "pow":
        return constant_value(node.args[1]) is None
    return any(
        (inner.op == "mul" and sum(1 for child in inner.args if variables(child)) > 1)
        or (inner.op == "pow" and bool(variables(inner)))
        or inner.op in ("log", "sqrt")
        for inner in subterms(node.args[0])
    )


def _exponential(f: Term) -> bool:
    """Whether f has an exponential that does not stand under a logarithm."""
    if f.op == "log" or (f.op == "pow" and constant_value(f.args[1]) is not None):
        return False
    return f.op in ("exp", "pow", "cosh", "sinh") or any(_exponential(child) for child in f.children)


def _sides(prover: Prover, goal: Goal) -> list[tuple[Term, Term]]:
    """Ways to read f as A - B with a single addend on one side."""
    if goal.f.op != "add":
        return []
    cloud, found = prover.cloud(goal.region), []
    for k, part in enumerate(goal.f.args):
        rest = plus(goal.f.args[:k] + goal.f.args[k + 1:])
        negative, positive = cloud.signs(part)
        if not negative and _exponential(part):
            found.append((part, negated(rest)))
        elif not positive and _exponential(part):
            found.append((rest, negated(part)))
    return found


def _applied(prover: Prover, goal: Goal, h: str, left: Term, right: Term, fuel: int) -> Step | None:
    region = goal.region
    step: Step = {"rule": "apply", "function": h, "left": to_json(left), "right": to_json(right)}
    for side, term in (("left", left), ("right", right)):
        defined = prover.defined(region, term, (), fuel - 1)
        if defined is None:
            return None
        step[side + "_defined"] = defined
        if h == "log" or (h == "square" and side == "left"):
            proof = prover.prove(Goal(region, ">" if h == "log" else ">=", term), fuel - 1)
            if proof is None:
                return None
            step[side + "_proof"] = proof
    image = [apply("pow", t, num(2)) if h == "square" else apply(h, t) for t in (left, right)]
    target = minus(*image)
    then = prover.prove(Goal(region, goal.relation, target), fuel - 1)
    return {**step, "then": then} if then else None


def by_squaring(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """f = A - B with a square root alone on one side: compare the squares."""
    if fuel < 1 or goal.relation not in (">=", ">") or not has_operation(goal.f, ("sqrt",)):
        return None
    form = prover.form(goal.region, goal.f)
    if form is None or form.bottom:
        return None
    cloud = prover.cloud(goal.region)
    groups: dict[object, Poly] = {}
    for m, c in form.top.items():
        halves = frozenset(
            (a, e % 1) for a, e in m if e.denominator == 2 and not (isinstance(a, tuple) and a[0] in ("exp", "prime"))
        )
        groups.setdefault(halves, {})[m] = c
    for key, with_root in sorted(groups.items(), key=repr):
        if not key:
            continue
        alone, rest = poly_term(with_root), poly_term({m: c for m, c in form.top.items() if m not in with_root})
        negative, positive = cloud.signs(alone)
        if negative and positive:
            continue
        left, right = (alone, negated(rest)) if not negative else (rest, negated(alone))
        if cloud.signs(left)[0]:
            continue
        step = _applied(prover, goal, "square", left, right, fuel)
        if step is not None:
            return step
    return None
