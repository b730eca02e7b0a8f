# SPDX-License-Identifier: Apache-2.0
"""Case splits: at a point, by the sign of a term, and small helpers of every tactic. Untrusted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.term import MINUS_ONE, Term, subterms, to_json, var
from proofcheck.kernel.verdict import Rejected

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step

ONCE = {"multiplier": "1", "multiplier_proof": {"rule": "sign"}}
"""The half of a ``combine`` term that takes its premise once."""


def negated(f: Term) -> Term:
    """-f."""
    return times((MINUS_ONE, f))


def rational_root(g: Term, name: str) -> Fraction | None:
    """The root of a term that is linear in its only variable."""
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


def is_zero(goal: Goal, f: Term) -> bool:
    """Whether the kernel's own normal form sees that f is 0 on the region."""
    try:
        return goal.normalizer().is_zero(f)
    except Rejected:
        return False


def has_operation(f: Term, ops: tuple[str, ...]) -> bool:
    """Whether one of the operations occurs in the term."""
    return any(node.op in ops for node in subterms(f))
