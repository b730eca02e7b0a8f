# SPDX-License-Identifier: Apache-2.0
"""x*log(x) at x = 0: written as xlogx(x), so that ranges can be closed at the zero of the argument. Untrusted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import plus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.polynomial import Atom, Poly, Quotient
from proofcheck.kernel.region import Region
from proofcheck.kernel.term import Term, apply, subterms, to_json
from proofcheck.search.forms import factored, poly_term, reduced_term

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step


def by_entropy(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Rewrite y*log(y) as xlogx(y) and close the range of every variable at ends where f is then defined."""
    if fuel < 1 or goal.relation != ">=" or goal.region.facts or not any(n.op == "log" for n in subterms(goal.f)):
        return None
    form = prover.form(goal.region, goal.f)
    if form is None or form.bottom:
        return None
    f = rewritten(form.top)
    ranges = {name: replace(r, lo_open=r.lo is None, hi_open=r.hi is None) for name, r in goal.region.ranges.items()}
    if f is None or ranges == dict(goal.region.ranges):
        return None
    wide = Region(ranges)
    opened = prover.defined(goal.region, f, (), 1)
    closed = prover.defined(wide, f, (), 1)
    if opened is None or closed is None:
        return None
    then = prover.prove(Goal(wide, ">=", f), fuel)
    if then is None:
        return None
    data = {name: r.to_json() for name, r in ranges.items() if r != goal.region.ranges[name]}
    return {"rule": "rewrite", "form": to_json(f), "defined": opened,
            "then": {"rule": "weaken", "ranges": data, "defined": closed, "then": then}}


def rewritten(p: Poly) -> Term | None:
    """The polynomial with every logarithm inside an xlogx, or None where a coefficient lacks the factor."""
    atoms = {atom for m in p for atom, _ in m if isinstance(atom, tuple) and atom[0] in ("logvar", "log")}
    logs = sorted(atoms, key=repr)
    if not logs:
        return None
    parts, rest = [], dict(p)
    for atom in logs:
        coefficient = {m - {(atom, Fraction(1))}: c for m, c in rest.items() if (atom, Fraction(1)) in m}
        rest = {m: c for m, c in rest.items() if (atom, Fraction(1)) not in m}
        share = _share(atom, coefficient)
        if share is None:
            return None
        parts.append(share)
    if any(isinstance(a, tuple) and a[0] in ("logvar", "log") for m in rest for a, _ in m):
        return None
    return plus((*parts, poly_term(rest)))


def _share(atom: Atom, coefficient: Poly) -> Term | None:
    """coefficient * log(y) as R * xlogx(y), when y divides the coefficient."""
    if not isinstance(atom, tuple) or not coefficient:
        return None
    inner: Poly
    if atom[0] == "logvar":
        inner = {frozenset([(atom[1], Fraction(1))]): Fraction(1)}
    elif isinstance(atom[1], frozenset):
        inner = dict(atom[1])
    else:
        return None
    quotient = Quotient(coefficient, {frozenset(inner.items()): 1})
    if any(k < 0 for _, k in factored(quotient)[1]):
        return None
    y = poly_term(inner)
    return times((reduced_term(quotient), apply("xlogx", y)))

