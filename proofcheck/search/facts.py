# SPDX-License-Identifier: Apache-2.0
"""Tactics that use, solve or forget the facts of a region, or cut at the corners of min, max and abs. Untrusted."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel import interval as iv
from proofcheck.kernel.calculus import minus, over, plus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.polynomial import Quotient
from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.rules_leaf import defining_bounds
from proofcheck.kernel.rules_region import membership
from proofcheck.kernel.term import ONE, Term, apply, num, substitute, subterms, to_json, var, variables
from proofcheck.search.algebraic import by_cases, negated
from proofcheck.search.calculus import slope_of
from proofcheck.search.forms import factored, quotient_term
from proofcheck.search.regions import fresh, hull_of, linear_parts, substitution

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step


_Map = tuple[Range, Term, Term]


def by_dropping(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Forget, one after the other, the facts that the goal does not need as far as the cloud can tell."""
    facts = goal.region.facts
    if not facts or fuel < 1:
        return None
    drop: set[int] = set()
    for k in range(len(facts)):
        trial = Region(goal.region.ranges, tuple(f for i, f in enumerate(facts) if i not in drop | {k}))
        if not prover.looks_false(goal.on(trial)) and prover.defined(trial, goal.f, (), 2) is not None:
            drop.add(k)
    if not drop:
        return None
    region = Region(goal.region.ranges, tuple(f for i, f in enumerate(facts) if i not in drop))
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
    from dataclasses import replace

    from proofcheck.search.algebraic import rational_root

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
    one = {"multiplier": to_json(ONE), "multiplier_proof": {"rule": "sign"}}
    for i, (j, rel, g) in enumerate(facts):
        for k, other, h in facts[i + 1:]:
            if goal.relation == ">" and ">" not in (rel, other):
                continue
            form = prover.form(goal.region, minus(goal.f, plus((g, h))))
            if form is None or form.top:
                continue
            defined = [prover.defined(goal.region, t, (), 1) for t in (g, h)]
            if None not in defined:
                return {"rule": "combine", "terms": [
                    {**one, "premise": to_json(t), "premise_defined": d, "premise_proof": {"rule": "fact", "fact": n}, "strict": r == ">"}
                    for t, d, n, r in ((g, defined[0], j, rel), (h, defined[1], k, other))]}
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
    rest = Region(goal.region.ranges, tuple(fact for k, fact in enumerate(goal.region.facts) if k != index))
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
    from proofcheck.kernel.term import replace

    relation, g = goal.region.facts[index]
    region, steps = goal.region, []
    for y, (_, bound) in zip(node.args, defining_bounds(node), strict=True):
        h = replace(g, node, y)
        if any(fact == (relation, h) for fact in region.facts):
            return None
        strict = relation == ">"
        one = {"multiplier": to_json(ONE), "multiplier_proof": {"rule": "sign"}}
        terms = [{**one, "premise": to_json(g), "premise_proof": {"rule": "fact", "fact": index}, "strict": strict},
                 {**one, "premise": to_json(bound), "premise_proof": {"rule": "bound", "of": to_json(node)}}]
        defined = [prover.defined(region, t, (), 1) for t in (h, g, bound)]
        if None in defined:
            return None
        terms[0]["premise_defined"], terms[1]["premise_defined"] = defined[1], defined[2]
        if not goal.normalizer().is_zero(minus(h, plus((g, bound)))):
            return None
        steps.append({"rule": "cut", "relation": relation, "fact": to_json(h), "defined": defined[0],
                      "proof": {"rule": "combine", "terms": terms}})
        region = region.with_fact(relation, h)
    kept = Region(region.ranges, tuple(fact for k, fact in enumerate(region.facts) if k != index))
    weaker = prover.defined(kept, goal.f, (), 1)
    inner = prover.prove(goal.on(kept), fuel) if weaker is not None else None
    if inner is None:
        return None
    step: Step = {"rule": "weaken", "drop": [index], "defined": weaker, "then": inner}
    for outer in reversed(steps):
        step = {**outer, "then": step}
    return step


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
