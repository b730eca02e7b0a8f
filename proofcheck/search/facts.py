# SPDX-License-Identifier: Apache-2.0
"""Facts of a region: forget them, narrow ranges by them, combine them. Untrusted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import minus, over, plus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import Region
from proofcheck.kernel.rules_region import membership
from proofcheck.kernel.term import ONE, Term, num, substitute, to_json, var, variables
from proofcheck.search.balls import WORK_BITS, ball, workprec
from proofcheck.search.forms import factored
from proofcheck.search.regions import linear_parts
from proofcheck.search.splits import ONCE, is_zero, negated, rational_root

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step

MULTIPLIERS = sorted(
    {Fraction(s * p, q) for p in range(1, 13) for q in (1, 2, 3, 4) for s in (1, -1)}, key=lambda c: (abs(c), c))


def by_dropping(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Forget, one after the other, the facts that the goal does not need as far as the cloud can tell."""
    facts = goal.region.facts
    if not facts or fuel < 1:
        return None
    drop: set[int] = set()
    for k in range(len(facts)):
        trial = goal.region.dropping(drop | {k})
        if not prover.looks_false(goal.on(trial)) and prover.defined(trial, goal.f, (), 2) is not None:
            drop.add(k)
    if not drop:
        return None
    region = goal.region.dropping(drop)
    defined = prover.defined(region, goal.f, (), 2)
    step = prover.prove(goal.on(region), fuel)
    return {"rule": "weaken", "drop": sorted(drop), "defined": defined, "then": step} if step else None


def by_narrowing(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """A fact with a factor x - a of one variable narrows the range of x to an exact end."""
    for _, g in goal.region.facts:
        form = prover.form(goal.region, g)
        if form is None or not form.top or len(form.top) > 40:
            continue
        for factor, k in factored(form)[1]:
            step = _narrow(prover, goal, factor, fuel) if k % 2 else None
            if step is not None:
                return step
    return None


def _narrow(prover: Prover, goal: Goal, factor: Term, fuel: int) -> Step | None:
    if len(variables(factor)) != 1:
        return None
    (name,) = variables(factor)
    at, r = rational_root(factor, name), goal.region.ranges[name]
    if at is None or r.integer or not (r.lo is None or r.lo < at) or not (r.hi is None or at < r.hi):
        return None
    gap = minus(var(name), num(at))
    negative, positive = prover.cloud(goal.region).signs(gap)
    if negative == positive:
        return None
    for is_open in (True, False):
        new = replace(r, lo=at, lo_open=is_open) if positive else replace(r, hi=at, hi_open=is_open)
        proofs = []
        for condition in membership(var(name), new):
            if not goal.region.certainly(condition):
                proofs.append(prover.prove(Goal(goal.region, *condition), 1))
        if None not in proofs:
            then = prover.prove(goal.on(goal.region.with_range(name, new)), fuel)
            if then is None:
                return None
            return {"rule": "narrow", "variable": name, "range": new.to_json(), "proofs": proofs, "then": then}
    return None


def by_two_facts(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """f is the sum of two facts: a <= b and b <= c give a <= c."""
    facts = [(k, rel, g) for k, (rel, g) in enumerate(goal.region.facts) if rel in (">=", ">")]
    if goal.relation not in (">=", ">") or not 2 <= len(facts) <= 8:
        return None
    for i, (j, rel, g) in enumerate(facts):
        for k, other, h in facts[i + 1:]:
            if goal.relation == ">" and ">" not in (rel, other):
                continue
            form = prover.form(goal.region, minus(goal.f, plus((g, h))))
            if form is None or form.top:
                continue
            defined = [prover.defined(goal.region, t, (), 1) for t in (g, h)]
            if None not in defined:
                pairs = ((g, defined[0], j, rel), (h, defined[1], k, other))
                return {"rule": "combine", "terms": [
                    {**ONCE, "premise": to_json(t), "premise_defined": d, "strict": r == ">",
                     "premise_proof": {"rule": "fact", "fact": n}} for t, d, n, r in pairs]}
    return None


def by_reducing_facts(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """A fact that is a product in which all factors but one have a strict sign is a fact about that one factor."""
    if fuel < 1:
        return None
    for index, (relation, g) in enumerate(goal.region.facts):
        form = prover.form(goal.region, g) if relation in (">=", ">") else None
        if form is None or not form.top or len(form.top) > 60:
            continue
        constant, factors = factored(form)
        step = _reduced(prover, goal, index, constant, factors, fuel) if len(factors) > 1 else None
        if step is not None:
            return step
    return None


def _reduced(
    prover: Prover, goal: Goal, index: int, constant: Fraction, factors: list[tuple[Term, int]], fuel: int
) -> Step | None:
    rest = goal.region.dropping((index,))
    cloud = prover.cloud(rest)
    mixed = [(g, k) for g, k in factors if k % 2 and all(cloud.signs(g))]
    if len(mixed) != 1 or mixed[0][1] != 1:
        return None
    (h, _), = mixed
    relation, g = goal.region.facts[index]
    sign, parts = 1 if constant > 0 else -1, []
    for other, k in factors:
        if other == h:
            continue
        s = -1 if cloud.signs(other)[0] else 1
        proof = prover.prove(Goal(goal.region, ">", negated(other) if s < 0 else other), 1)
        defined = prover.defined(goal.region, other, (), 1)
        if proof is None or defined is None:
            return None
        own = s if k % 2 else 1
        sign *= own
        proof = {"rule": "nonzero", "positive": s > 0, "proof": proof} if k % 2 == 0 else proof
        parts.append({"term": to_json(other), "power": -k, "sign": own, "defined": defined, "proof": proof})
    fact = h if sign > 0 else negated(h)
    both = [prover.defined(goal.region, t, (), 1) for t in (g, fact)]
    if None in both or any(old == (relation, fact) for old in goal.region.facts):
        return None
    known = {"rule": "fact", "fact": index}
    parts.append({"term": to_json(g), "power": 1, "sign": 1, "defined": both[0], "proof": known})
    scale = (1 if sign > 0 else -1) / constant
    then = prover.prove(goal.on(goal.region.with_fact(relation, fact)), fuel - 1)
    return {"rule": "cut", "relation": relation, "fact": to_json(fact), "defined": both[1], "then": then,
            "proof": {"rule": "product", "constant": str(scale), "factors": parts}} if then else None


def by_combination(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """f = multiplier * fact + rest, where f and the fact are linear in a variable that the rest no longer has."""
    if not goal.region.facts or fuel < 1 or goal.relation not in (">=", ">"):
        return None
    form = prover.form(goal.region, goal.f)
    if form is None or form.bottom:
        return None
    for index, (relation, g) in enumerate(goal.region.facts):
        other = prover.form(goal.region, g)
        if relation not in (">=", ">") or other is None or other.bottom:
            continue
        for name in sorted(variables(g) & variables(goal.f)):
            a, _ = linear_parts(form.top, name)
            c, d = linear_parts(other.top, name)
            if a is not None and c is not None and d is not None:
                step = _combination(prover, goal, (index, name), over(a, c), negated(over(d, c)), fuel)
                if step is not None:
                    return step
    return None


def _combination(
    prover: Prover, goal: Goal, fact: tuple[int, str], multiplier: Term, end: Term, fuel: int
) -> Step | None:
    index, name = fact
    g = goal.region.facts[index][1]
    cloud, rest = prover.cloud(goal.region), substitute(goal.f, {name: end})
    if cloud.signs(multiplier)[0] or cloud.violation(goal.relation, rest) is not None:
        return None
    if not is_zero(goal, minus(goal.f, plus((times((multiplier, g)), rest)))):
        return None
    parts = []
    for m, premise, strict in ((multiplier, g, False), (ONE, rest, goal.relation == ">")):
        m_defined, p_defined = prover.defined(goal.region, m, (), 1), prover.defined(goal.region, premise, (), 1)
        sign = Goal(goal.region, ">" if strict else ">=", m)
        m_proof = prover.prove(sign, fuel - 1) if m_defined is not None else None
        if m_proof is None or p_defined is None:
            return None
        proof: Step | None = {"rule": "fact", "fact": index}
        if premise is not g:
            proof = prover.prove(Goal(goal.region, ">" if strict else ">=", premise), fuel - 1)
        if proof is None:
            return None
        parts.append({"multiplier": to_json(m), "multiplier_defined": m_defined, "multiplier_proof": m_proof,
                      "strict": strict, "premise": to_json(premise), "premise_defined": p_defined,
                      "premise_proof": proof})
    return {"rule": "combine", "terms": parts}


def by_multiplier(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """f = c * fact + rest with a constant c of few digits, where the rest is >= 0 without the fact (Lagrange)."""
    if fuel < 2 or goal.relation != ">=":
        return None
    for index, (relation, g) in enumerate(goal.region.facts):
        if relation == "!=" or not variables(g) & variables(goal.f):
            continue
        free = goal.region.dropping((index,))
        cloud = prover.cloud(free)
        pairs = list(zip(cloud.values(goal.f), cloud.values(g), strict=True))
        for c in MULTIPLIERS:
            if c < 0 and relation != "==":
                continue
            with workprec(WORK_BITS):
                lost = any(a - ball(c) * b < 0 for a, b in pairs)
            step = None if lost else _multiplied(prover, goal, index, c, free, fuel)
            if step is not None:
                return step
    return None


def _multiplied(prover: Prover, goal: Goal, index: int, c: Fraction, free: Region, fuel: int) -> Step | None:
    g = goal.region.facts[index][1]
    signed = g if c > 0 else negated(g)
    rest = prover.simplified(goal.region, minus(goal.f, times((num(c), g))))
    if not is_zero(goal, minus(goal.f, plus((times((num(abs(c)), signed)), rest)))):
        return None
    defined = [prover.defined(goal.region, t, (), 1) for t in (g, rest)]
    loose = prover.defined(free, rest, (), 1)
    proof = prover.prove(Goal(free, ">=", rest), fuel - 1) if loose is not None and None not in defined else None
    if proof is None:
        return None
    weak = {"rule": "weaken", "drop": [index], "defined": loose, "then": proof}
    sign = {"rule": "sign"}
    fact = {"rule": "fact", "fact": index, "scale": "1" if c > 0 else "-1"}
    return {"rule": "combine", "terms": [
        {"multiplier": to_json(num(abs(c))), "multiplier_proof": sign, "premise": to_json(signed),
         "premise_defined": defined[0], "premise_proof": fact},
        {**ONCE, "premise": to_json(rest), "premise_defined": defined[1], "premise_proof": weak}]}
