# SPDX-License-Identifier: Apache-2.0
"""Contact along a curve y = r(x): solve a sign-changing factor of df/dy for y, and straighten the curve. Untrusted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import minus, over, plus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.polynomial import Poly
from proofcheck.kernel.region import Range
from proofcheck.kernel.term import Term, apply, num, to_json, var, variables
from proofcheck.search.calculus import free_variables, slope_of
from proofcheck.search.forms import factored, poly_term
from proofcheck.search.regions import fresh, substitution
from proofcheck.search.splits import negated

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step


def by_curve(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Straighten each curve on which some partial derivative of f changes sign."""
    if fuel < 3 or goal.relation not in (">=", ">") or goal.region.facts or len(variables(goal.f)) < 2:
        return None
    for name in free_variables(goal):
        for r in curves(prover, goal, name):
            step = _scaled(prover, goal, name, r, fuel) or _halves(prover, goal, name, r, fuel)
            if step is not None:
                return step
    return None


def curves(prover: Prover, goal: Goal, name: str) -> Iterator[Term]:
    """Solutions r of df/dy = 0 for y, one for each sign-changing factor that is linear in y, log y or exp(k*y)."""
    slope = slope_of(goal.f, name)
    form = prover.form(goal.region, slope) if slope is not None else None
    if form is None or not form.top or len(form.top) > 200:
        return
    cloud = prover.cloud(goal.region)
    for g, k in factored(form)[1]:
        if k % 2 and all(cloud.signs(g)) and len(variables(g)) > 1:
            inner = prover.form(goal.region, g)
            r = solved(inner.top, name) if inner is not None and not inner.bottom else None
            if r is not None:
                yield prover.simplified(goal.region, r)


def solved(p: Poly, name: str) -> Term | None:
    """y as a term of the other variables, from a*h(y) + b = 0 with h the identity, log or exp(k*.)."""
    y = var(name)
    atoms = {atom for m in p for atom, _ in m if _mentions(atom, name)}
    if len(atoms) != 1:
        return None
    (atom,) = atoms
    a: Poly = {}
    b: Poly = {}
    powers = {dict(m)[atom] for m in p if atom in dict(m)}
    if len(powers) != 1:
        return None
    (e,) = powers
    for m, c in p.items():
        rest = frozenset((other, k) for other, k in m if other != atom)
        (a if len(rest) < len(m) else b)[rest] = c
    ratio = negated(over(poly_term(b), poly_term(a)))
    if atom == y and e == 1:
        return ratio
    if atom == ("logvar", y) and e == 1:
        return apply("exp", ratio)
    if isinstance(atom, tuple) and atom[0] == "exp" and atom[1] == frozenset([(y, Fraction(1))]):
        return times((num(1 / e), apply("log", ratio)))
    return None


def _mentions(atom: object, name: str) -> bool:
    if isinstance(atom, Term):
        return name in variables(atom)
    if isinstance(atom, (tuple, frozenset)):
        return any(_mentions(part, name) for part in atom)
    return False


def _scaled(prover: Prover, goal: Goal, name: str, r: Term, fuel: int) -> Step | None:
    """y = r*s, for r > 0 and y over all positive numbers; y = r + u for y over all numbers."""
    old = goal.region.ranges[name]
    s = var(fresh(goal.region, "s"))
    key: str = s.args[0]
    if old.lo == 0 and old.hi is None:
        if prover.cloud(goal.region).signs(r)[0]:
            return None
        new = Range(Fraction(0), None, old.lo_open, True)
        return substitution(prover, goal, name, {key: new}, times((r, s)), over(var(name), r), fuel)
    if old.lo is None and old.hi is None:
        new = Range(None, None, True, True)
        return substitution(prover, goal, name, {key: new}, plus((r, s)), minus(var(name), r), fuel)
    return None


def _halves(prover: Prover, goal: Goal, name: str, r: Term, fuel: int) -> Step | None:
    """The part above the curve by y = r + t*(hi-r), the part below by y = lo + t*(r-lo), with t in [0, 1]."""
    g = minus(var(name), r)
    defined = prover.defined(goal.region, g, (), fuel - 1)
    if defined is None:
        return None
    above = goal.on(goal.region.with_fact(">", g))
    below = goal.on(goal.region.with_fact(">=", negated(g)))
    first = _part(prover, above, name, r, True, fuel)
    second = _part(prover, below, name, r, False, fuel) if first else None
    if second is None:
        return None
    return {"rule": "cases", "on": to_json(g), "defined": defined, "positive": first, "nonpositive": second}


def _part(prover: Prover, goal: Goal, name: str, r: Term, above: bool, fuel: int) -> Step | None:
    old = goal.region.ranges[name]
    t = var(fresh(goal.region, "t"))
    key: str = t.args[0]
    end, end_open = (old.hi, old.hi_open) if above else (old.lo, old.lo_open)
    if end is None:
        sign = 1 if above else -1
        new = Range(Fraction(0), None, above, True)
        return substitution(prover, goal, name, {key: new}, plus((r, times((num(sign), t)))),
                            times((num(sign), minus(var(name), r))), fuel)
    gap = minus(num(end), r) if above else minus(r, num(end))
    start = r if above else num(end)
    if above:
        new, inverse = Range(Fraction(0), Fraction(1), True, end_open), over(minus(var(name), r), gap)
    else:
        new, inverse = Range(Fraction(0), Fraction(1), end_open, False), over(minus(var(name), num(end)), gap)
    return substitution(prover, goal, name, {key: new}, plus((start, times((t, gap)))), inverse, fuel)
