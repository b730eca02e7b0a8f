# SPDX-License-Identifier: Apache-2.0
"""Tactics of algebra: zero by normal form, facts, factors, squares, increasing functions. Untrusted."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import constant_value, minus, plus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.polynomial import Poly, Quotient
from proofcheck.kernel.region import Region
from proofcheck.kernel.rules_leaf import bernstein_coefficients
from proofcheck.kernel.term import MINUS_ONE, ONE, Term, apply, num, subterms, to_json, var, variables
from proofcheck.kernel.verdict import Rejected
from proofcheck.search.forms import factored, merge, poly_term, variables_poly

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step

MAX_FORM = 400


def negated(f: Term) -> Term:
    """-f."""
    return times((MINUS_ONE, f))


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
    if sign < 0 or defined is None or not _is_zero(goal, minus(goal.f, product)):
        return None
    known = {"rule": "fact", "fact": index}
    steps.append({"term": to_json(fact), "power": 1, "sign": 1, "defined": defined, "proof": known})
    return {"rule": "product", "constant": str(c / d), "factors": steps}


def _ratio(a: Quotient | None, b: Quotient | None) -> Fraction | None:
    if a is None or b is None or not a.top or a.bottom != b.bottom or set(a.top) != set(b.top):
        return None
    ratios = {a.top[m] / b.top[m] for m in a.top}
    return ratios.pop() if len(ratios) == 1 else None


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
    if any(k < 0 and g.op == "add" for g, k in factors) and not _has(goal.f, ("log", "atan", "xlogx")):
        growth = max(growth, 2.0)  # a denominator that is a sum is always worth clearing
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
    return _is_zero(goal, minus(goal.f, times((num(constant), *(apply("pow", g, num(k)) for g, k in factors)))))


def _is_zero(goal: Goal, f: Term) -> bool:
    try:
        return goal.normalizer().is_zero(f)
    except Rejected:
        return False


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


def rational_root(g: Term, name: str) -> Fraction | None:
    """The root of a term that is linear in its only variable."""
    from proofcheck.kernel.normal import Normalizer

    try:
        form = Normalizer(lambda _: False)(g)
    except Rejected:
        return None
    linear = frozenset([(var(name), Fraction(1))])
    if form.bottom or not set(form.top) <= {frozenset(), linear} or linear not in form.top:
        return None
    return -form.top.get(frozenset(), Fraction(0)) / form.top[linear]


def split_at(prover: Prover, goal: Goal, name: str, at: Fraction | None, fuel: int) -> Step | None:
    """Both halves of a range at an inner point."""
    from dataclasses import replace

    r = goal.region.ranges[name]
    if at is None or r.integer or not r.contains(at) or at in (r.lo, r.hi):
        return None
    low = prover.prove(goal.on(goal.region.with_range(name, replace(r, hi=at, hi_open=False))), fuel - 1)
    if low is None:
        return None
    high = prover.prove(goal.on(goal.region.with_range(name, replace(r, lo=at, lo_open=False))), fuel - 1)
    return {"rule": "split", "variable": name, "at": str(at), "low": low, "high": high} if high else None


def by_cases(prover: Prover, goal: Goal, g: Term, fuel: int) -> Step | None:
    """Where g > 0, and where g <= 0."""
    defined = prover.defined(goal.region, g, (), fuel - 1)
    if defined is None or any(fact_term in (g, negated(g)) for _, fact_term in goal.region.facts):
        return None
    positive = prover.prove(goal.on(goal.region.with_fact(">", g)), fuel - 1)
    if positive is None:
        return None
    rest = prover.prove(goal.on(goal.region.with_fact(">=", negated(g))), fuel - 1)
    if rest is None:
        return None
    return {"rule": "cases", "on": to_json(g), "defined": defined, "positive": positive, "nonpositive": rest}


def by_bernstein(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """A polynomial on a bounded box with Bernstein coefficients of one sign."""
    if goal.relation not in (">=", ">"):
        return None
    ranges = goal.region.ranges
    if any(r.lo is None or r.hi is None for r in ranges.values()) or not ranges:
        return None
    form = prover.form(goal.region, goal.f)
    if form is None or not variables_poly(form, set(ranges)) or any(r.lo == r.hi for r in ranges.values()):
        return None
    try:
        least = min(bernstein_coefficients(form, list(ranges), ranges))
    except Rejected:
        return None
    return {"rule": "bernstein"} if least > 0 or (least == 0 and goal.relation == ">=") else None


def by_shift(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Non-negative coefficients after moving every finite end of a range to 0: the shifted form has an evident sign."""
    form = prover.form(goal.region, goal.f)
    names = [n for n in goal.region.ranges if n in variables(goal.f)]
    if form is None or form.bottom or not names or goal.relation not in (">=", ">"):
        return None
    if not _integer_powers(form.top, set(names)) or len(form.top) > 200:
        return None
    poly = form.top
    steps = {}
    for name in names:
        r = goal.region.ranges[name]
        if r.lo is not None:
            steps[name] = (r.lo, 1)
        elif r.hi is not None:
            steps[name] = (r.hi, -1)
        else:
            return None
        poly = shift(poly, name, *steps[name])
    if any(c < 0 for c in poly.values()):
        return None
    moved = {name: plus((times((num(s), var(name))), num(-s * a))) for name, (a, s) in steps.items()}
    shifted = shifted_term(poly, moved)
    form_goal = Goal(goal.region, goal.relation, shifted)
    from proofcheck.search.engine import leaf

    then = leaf(form_goal)
    return {"rule": "rewrite", "form": to_json(shifted), "then": then} if then else None


def _integer_powers(p: Poly, names: set[str]) -> bool:
    """Whether every atom of the polynomial is one of the variables, to a natural power."""
    return all(isinstance(a, Term) and a.op == "var" and a.args[0] in names and e.denominator == 1 and 0 < e < 60
               for m in p for a, e in m)


def shift(p: Poly, name: str, at: Fraction, sign: int) -> Poly:
    """The polynomial in u where name = at + sign*u (u takes the variable's place)."""
    from math import comb

    atom, total = var(name), dict[frozenset[tuple[object, Fraction]], Fraction]()
    for m, c in p.items():
        powers = dict(m)
        n = int(powers.pop(atom, Fraction(0)))
        for k in range(n + 1):
            rest = dict(powers)
            if k:
                rest[atom] = Fraction(k)
            key = frozenset(rest.items())
            total[key] = total.get(key, Fraction(0)) + c * comb(n, k) * at ** (n - k) * sign ** k
    return {m: c for m, c in total.items() if c}


def shifted_term(p: Poly, moved: dict[str, Term]) -> Term:
    """The polynomial with u = +-(x - a) written in."""
    from proofcheck.kernel.term import substitute

    return substitute(poly_term(p), moved)


def by_square(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Quadratic in one variable: 4a*f = (2ax+b)^2 + (4ac-b^2)."""
    if fuel < 1 or goal.relation not in (">=", ">"):
        return None
    form = prover.form(goal.region, goal.f)
    if form is None or form.bottom or len(form.top) > 60:
        return None
    for name in sorted(variables(goal.f)):
        if goal.region.facts_mention(frozenset({name})):
            continue
        parts = quadratic_parts(form.top, name)
        if parts is None:
            continue
        a, b, c = parts
        rest = minus(times((num(4), a, c)), times((b, b)))
        cloud = prover.cloud(goal.region)
        if cloud.signs(a)[0] or cloud.violation(goal.relation, rest) is not None:
            continue
        step = _square_step(prover, goal, (a, b, c, var(name)), rest, fuel)
        if step is not None:
            return step
    return None


def quadratic_parts(p: Poly, name: str) -> tuple[Term, Term, Term] | None:
    """The coefficients a, b, c of a polynomial a*x^2 + b*x + c whose other atoms do not contain x."""
    atom = var(name)
    table: dict[int, Poly] = {0: {}, 1: {}, 2: {}}
    for m, c in p.items():
        powers = dict(m)
        e = powers.pop(atom, Fraction(0))
        if e not in (0, 1, 2):
            return None
        table[int(e)][frozenset(powers.items())] = c
    if not table[2]:
        return None
    found = [poly_term(table[k]) for k in (2, 1, 0)]
    return None if any(name in variables(t) for t in found) else (found[0], found[1], found[2])


def _square_step(
    prover: Prover, goal: Goal, parts: tuple[Term, Term, Term, Term], rest: Term, fuel: int
) -> Step | None:
    a, b, _, x = parts
    positive = prover.prove(Goal(goal.region, ">", times((num(4), a))), fuel - 1)
    if positive is None:
        return None
    square = apply("pow", plus((times((num(2), a, x)), b)), num(2))
    proof = prover.prove(Goal(goal.region, goal.relation, rest), fuel - 1)
    if proof is None:
        return None
    strict = goal.relation == ">"
    one = {"multiplier": to_json(ONE), "multiplier_proof": {"rule": "sign"}}
    terms = [{**one, "premise": to_json(square), "premise_proof": {"rule": "sign"}},
             {**one, "premise": to_json(rest), "premise_proof": proof, "strict": strict}]
    form, by = to_json(plus((square, rest))), to_json(times((num(4), a)))
    then: Step = {"rule": "combine", "terms": terms}
    return {"rule": "rewrite", "form": form, "by": by, "positive": positive, "then": then}


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


def _has(f: Term, ops: tuple[str, ...]) -> bool:
    return any(node.op in ops for node in subterms(f))


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
    if fuel < 1 or goal.relation not in (">=", ">") or not _has(goal.f, ("sqrt",)):
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


__all__ = ["Region", "by_bernstein", "by_cases", "by_fact", "by_factors", "by_logarithm", "by_relation", "by_shift",
           "by_square", "by_squaring", "by_zero", "negated", "split_at"]
