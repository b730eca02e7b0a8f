# SPDX-License-Identifier: Apache-2.0
"""Corners of min, max and abs, in the goal and in facts; roots in facts. Untrusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import minus, plus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.rules_leaf import defining_bounds
from proofcheck.kernel.term import Term, apply, subterms, to_json, variables
from proofcheck.search.forms import quotient_term
from proofcheck.search.splits import ONCE, by_cases, negated

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step


def by_corners(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Cut where the two sides of a min, max or abs change order; their normal form is plain on each side."""
    if fuel < 1:
        return None
    for node in sorted({n for n in subterms(goal.f) if n.op in ("min", "max", "abs")}, key=repr):
        g = _undecided(goal, node) if len(node.args) >= 2 else node.args[0]
        if g is None or not variables(g):
            continue
        negative, positive = prover.cloud(goal.region).signs(g)
        if negative and positive:
            step = by_cases(prover, goal, g, fuel)
        else:
            step = cut_in(prover, goal, ">=", negated(g) if negative else g, fuel)
        if step is not None:
            return step
    return None


def by_equal_corners(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """by_corners for equalities, before they are taken apart into two inequalities."""
    return by_corners(prover, goal, fuel) if goal.relation == "==" else None


def cut_in(prover: Prover, goal: Goal, relation: str, g: Term, fuel: int) -> Step | None:
    """Prove a fact first, then the goal with it; nothing when the region shows the fact by itself."""
    if goal.region.certainly((relation, g)):
        return None
    defined = prover.defined(goal.region, g, (), 1)
    proof = prover.prove(Goal(goal.region, relation, g), fuel - 1) if defined is not None else None
    then = prover.prove(goal.on(goal.region.with_fact(relation, g)), fuel) if proof else None
    if then is None:
        return None
    return {"rule": "cut", "relation": relation, "fact": to_json(g), "defined": defined, "proof": proof, "then": then}


def _undecided(goal: Goal, node: Term) -> Term | None:
    """a - b for two sides of which neither is known to be beaten by another; None when one side is known to win."""
    sign = 1 if node.op == "max" else -1

    def beaten(a: Term, b: Term) -> bool:
        low, high = (a, b) if sign > 0 else (b, a)
        return goal.region.certainly((">=", apply("add", high, apply("neg", low))))

    left = [a for i, a in enumerate(node.args)
            if not any(beaten(a, b) and (i > j or not beaten(b, a)) for j, b in enumerate(node.args) if j != i)]
    if len(left) == 1:  # the winner, and a side that it beats only by way of a third
        left += [b for b in node.args if b is not left[0] and not beaten(b, left[0])][:1]
    return apply("add", left[0], apply("neg", left[1])) if len(left) > 1 else None


def by_splitting_facts(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """A fact min(a, b) - x >= 0 (or x - max(a, b) >= 0) gives a - x >= 0 and b - x >= 0."""
    for index, (relation, g) in enumerate(goal.region.facts):
        if relation not in (">=", ">"):
            continue
        for node in subterms(g):
            if node.op in ("min", "max"):
                step = _split_fact(prover, goal, index, node, fuel)
                if step is not None:
                    return step
    return None


def _split_fact(prover: Prover, goal: Goal, index: int, node: Term, fuel: int) -> Step | None:
    from proofcheck.kernel.term import replace as put

    relation, g = goal.region.facts[index]
    region, steps = goal.region, []
    for y, (_, bound) in zip(node.args, defining_bounds(node), strict=True):
        h = put(g, node, y)
        if any(fact == (relation, h) for fact in region.facts):
            return None
        strict = relation == ">"
        terms = [{**ONCE, "premise": to_json(g), "premise_proof": {"rule": "fact", "fact": index}, "strict": strict},
                 {**ONCE, "premise": to_json(bound), "premise_proof": {"rule": "bound", "of": to_json(node)}}]
        defined = [prover.defined(region, t, (), 1) for t in (h, g, bound)]
        if None in defined:
            return None
        terms[0]["premise_defined"], terms[1]["premise_defined"] = defined[1], defined[2]
        if not goal.normalizer().is_zero(minus(h, plus((g, bound)))):
            return None
        steps.append({"rule": "cut", "relation": relation, "fact": to_json(h), "defined": defined[0],
                      "proof": {"rule": "combine", "terms": terms}})
        region = region.with_fact(relation, h)
    kept = region.dropping((index,))
    weaker = prover.defined(kept, goal.f, (), 1)
    inner = prover.prove(goal.on(kept), fuel) if weaker is not None else None
    if inner is None:
        return None
    step: Step = {"rule": "weaken", "drop": [index], "defined": weaker, "then": inner}
    for outer in reversed(steps):
        step = {**outer, "then": step}
    return step


def by_squared_facts(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """A fact A - B >= 0 with a root and A + B >= 0 gives A^2 - B^2 >= 0 without it."""
    if fuel < 2:
        return None
    for index, (relation, g) in enumerate(goal.region.facts):
        if relation not in (">=", ">") or g.op != "add" or len(g.args) != 2:
            continue
        if not any(node.op == "sqrt" for node in subterms(g)):
            continue
        a, b = g.args[0], negated(g.args[1])
        form = prover.form(goal.region, minus(times((a, a)), times((b, b))))
        if form is None:
            continue
        h = quotient_term(form)
        if any(fact == (">=", h) for fact in goal.region.facts) or prover.cloud(goal.region).signs(plus((a, b)))[0]:
            continue
        step = _squared(prover, goal, index, plus((a, b)), h, fuel)
        if step is not None:
            return step
    return None


def _squared(prover: Prover, goal: Goal, index: int, total: Term, h: Term, fuel: int) -> Step | None:
    g = goal.region.facts[index][1]
    proof = prover.prove(Goal(goal.region, ">=", total), 1)
    defined = [prover.defined(goal.region, t, (), 1) for t in (g, total, h)]
    if proof is None or None in defined:
        return None
    known = {"rule": "fact", "fact": index}
    factors = [{"term": to_json(g), "power": 1, "sign": 1, "defined": defined[0], "proof": known},
               {"term": to_json(total), "power": 1, "sign": 1, "defined": defined[1], "proof": proof}]
    then = prover.prove(goal.on(goal.region.with_fact(">=", h)), fuel - 1)
    return {"rule": "cut", "relation": ">=", "fact": to_json(h), "defined": defined[2],
            "proof": {"rule": "product", "factors": factors}, "then": then} if then else None
