# SPDX-License-Identifier: Apache-2.0
"""Rules that change the goal by algebra: rewriting, products, combinations, increasing functions, cuts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofcheck.kernel.calculus import minus, plus, times
from proofcheck.kernel.goal import Goal, Replay, items, member, term_member
from proofcheck.kernel.rules_leaf import NOTHING
from proofcheck.kernel.term import MINUS_ONE, Term, apply, num, rational
from proofcheck.kernel.verdict import Rejected


def rule_rewrite(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f * by = form by normal form, with by > 0 (1 when absent): prove the form instead."""
    form = term_member(step, "form", goal.region)
    replay.defined(goal.region, form, step, "defined")
    product_ = goal.f
    if "by" in step:
        by = term_member(step, "by", goal.region)
        replay.defined(goal.region, by, step, "by_defined")
        replay.prove(Goal(goal.region, ">", by), step.get("positive"), "positive")
        product_ = times((goal.f, by))
    if not goal.normalizer().is_zero(minus(product_, form)):
        raise Rejected("rewrite", "f and the form differ in normal form")
    margin = replay.prove(Goal(goal.region, goal.relation, form), step.get("then"), "then")
    return NOTHING if "by" in step else margin


def rule_product(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f = constant * product of g_i^k_i by normal form (integers k_i, not 0), g_i of proved sign or of even power."""
    constant = rational(step.get("constant", "1"))
    if goal.relation == "==" or constant == 0:
        raise Rejected("product", "needs a constant that is not 0 and a goal other than f == 0")
    parts, sign = [num(constant)], 1 if constant > 0 else -1
    for k, factor in enumerate(items(step, "factors")):
        g, power, direction = _factor(factor, goal, replay, k)
        parts.append(apply("pow", g, num(power)))
        sign *= direction
    if goal.relation != "!=" and sign < 0:
        raise Rejected("product", "the signs of the factors multiply to a negative one")
    if not goal.normalizer().is_zero(minus(goal.f, times(parts))):
        raise Rejected("product", "f is not the product in normal form")
    return NOTHING


def _factor(factor: Any, goal: Goal, replay: Replay, k: int) -> tuple[Term, int, int]:
    if not isinstance(factor, dict):
        raise Rejected("product", "a factor must be an object")
    g = term_member(factor, "term", goal.region)
    power, direction = member(factor, "power", int), member(factor, "sign", int)
    if power == 0 or direction not in (1, -1):
        raise Rejected("product", "a factor needs a power other than 0 and sign 1 or -1")
    replay.defined(goal.region, g, factor, "defined")
    strict = goal.relation != ">=" or power < 0
    if power % 2 == 0:
        if strict:
            replay.prove(Goal(goal.region, "!=", g), factor.get("proof"), f"factor {k}")
        return g, power, 1
    signed = g if direction == 1 else times((MINUS_ONE, g))
    relation = "!=" if goal.relation == "!=" else ">" if strict else ">="
    replay.prove(Goal(goal.region, relation, signed), factor.get("proof"), f"factor {k}")
    return g, power, direction


def rule_combine(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f = sum of multiplier_i * premise_i by normal form, all proved >= 0 (both of one pair > 0 for a goal f > 0)."""
    if goal.relation not in (">=", ">"):
        raise Rejected("combine", "is for goals f >= 0 and f > 0")
    parts, strict = [], False
    for k, item in enumerate(items(step, "terms")):
        if not isinstance(item, dict):
            raise Rejected("combine", "a term must be an object")
        pair, relations = [], []
        for role in ("multiplier", "premise"):
            g = term_member(item, role, goal.region)
            replay.defined(goal.region, g, item, role + "_defined")
            relation = ">" if item.get("strict") is True else ">="
            replay.prove(Goal(goal.region, relation, g), item.get(role + "_proof"), f"{role} {k}")
            pair.append(g)
            relations.append(relation)
        parts.append(times(pair))
        strict = strict or relations == [">", ">"]
    if goal.relation == ">" and not strict:
        raise Rejected("combine", "a strict goal needs one strict multiplier and premise")
    if not goal.normalizer().is_zero(minus(goal.f, plus(parts))):
        raise Rejected("combine", "f is not the combination in normal form")
    return NOTHING


def rule_apply(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f = A - B by normal form, and h(A) - h(B) has the sign asked, for the increasing h = log, exp or square."""
    left, right = term_member(step, "left", goal.region), term_member(step, "right", goal.region)
    h = step.get("function")
    if goal.relation not in (">=", ">") or h not in ("log", "exp", "square"):
        raise Rejected("apply", "needs a goal f >= 0 or f > 0 and the function log, exp or square")
    for side, term in (("left", left), ("right", right)):
        replay.defined(goal.region, term, step, side + "_defined")
    if not goal.normalizer().is_zero(minus(goal.f, minus(left, right))):
        raise Rejected("apply", "f is not left - right in normal form")
    if h != "exp":
        replay.prove(Goal(goal.region, ">" if h == "log" else ">=", left), step.get("left_proof"), "left")
    if h == "log":
        replay.prove(Goal(goal.region, ">", right), step.get("right_proof"), "right")
    image = [apply("pow", t, num(2)) if h == "square" else apply(h, t) for t in (left, right)]
    replay.prove(Goal(goal.region, goal.relation, minus(*image)), step.get("then"), "then")
    return NOTHING


def rule_cut(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """Prove one more fact g relation 0, then use it."""
    relation, g = step.get("relation"), term_member(step, "fact", goal.region)
    if relation not in (">=", ">", "==", "!="):
        raise Rejected("cut", f"unknown relation {str(relation)[:20]!r}")
    replay.defined(goal.region, g, step, "defined")
    replay.prove(Goal(goal.region, relation, g), step.get("proof"), "proof")
    return replay.prove(goal.on(goal.region.with_fact(relation, g)), step.get("then"), "then")
