# SPDX-License-Identifier: Apache-2.0
"""Polynomial goals: Bernstein coefficients, shifted coefficients, completed squares. Untrusted."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import minus, plus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.polynomial import Poly
from proofcheck.kernel.rules_leaf import bernstein_coefficients
from proofcheck.kernel.term import Term, apply, num, substitute, to_json, var, variables
from proofcheck.kernel.verdict import Rejected
from proofcheck.search.forms import poly_term, variables_poly
from proofcheck.search.splits import ONCE

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step


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
    return substitute(poly_term(p), moved)


def by_square(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Quadratic in one variable: 4a*f = (2ax+b)^2 + (4ac-b^2)."""
    if fuel < 1 or goal.relation not in (">=", ">"):
        return None
    form = prover.form(goal.region, goal.f)
    if form is None or form.bottom or len(form.top) > 60:
        return None
    for name in sorted(variables(goal.f)):
        if goal.region.facts_mention(name):
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
    terms = [{**ONCE, "premise": to_json(square), "premise_proof": {"rule": "sign"}},
             {**ONCE, "premise": to_json(rest), "premise_proof": proof, "strict": strict}]
    form, by = to_json(plus((square, rest))), to_json(times((num(4), a)))
    then: Step = {"rule": "combine", "terms": terms}
    return {"rule": "rewrite", "form": form, "by": by, "positive": positive, "then": then}
