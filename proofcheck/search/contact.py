# SPDX-License-Identifier: Apache-2.0
"""Where f touches 0 inside a range: exact constants guessed from a numeric root of the derivative. Untrusted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from flint import arb

from proofcheck.kernel.calculus import over, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import Range
from proofcheck.kernel.term import PI, Term, apply, num, var, variables
from proofcheck.search.balls import ball, value_at, workprec
from proofcheck.search.calculus import slope_of

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover

BITS = 160


def moves(prover: Prover, goal: Goal) -> Iterator[tuple[str, dict[str, Range], Term, Term]]:
    """Substitutions x = c*t that put a contact point of f at a simple rational t."""
    from proofcheck.search.regions import fresh

    names = variables(goal.f)
    if len(names) != 1 or goal.region.facts:
        return
    (name,) = names
    r = goal.region.ranges[name]
    for scale in scales(prover, goal, name):
        t = var(fresh(goal.region, "t"))
        with workprec(BITS):
            c = value_at(scale, {}, BITS)
            new = _scaled(r, c)
        if new is not None:
            yield name, {t.args[0]: new}, times((scale, t)), over(var(name), scale)


def _scaled(r: Range, c: arb) -> Range | None:
    """An outer range for x / c, c > 0, with rational ends."""
    if not c > 0:
        return None
    ends = []
    for end, up in ((r.lo, False), (r.hi, True)):
        if end is None or end == 0:
            ends.append(end)
            continue
        value = ball(end) / c
        nearest = Fraction(int((value * 2**20).mid().floor().unique_fmpz() or 0), 2**20)
        simple = nearest.limit_denominator(64)
        if abs(value - ball(simple)) < arb(2) ** -40:
            ends.append(simple)
        else:
            ends.append(nearest + (Fraction(1, 2**19) if up else Fraction(-1, 2**19)))
    return Range(ends[0], ends[1], r.lo_open or r.lo is None, r.hi_open or r.hi is None)


def scales(prover: Prover, goal: Goal, name: str) -> list[Term]:
    """Candidate constants c > 0: pi where it occurs; exp(q), log(q), sqrt(q), pi*q at a numeric stationary contact."""
    found: list[Term] = []
    root = numeric_contact(prover, goal, name)
    if root is None:
        return found
    with workprec(BITS):
        size = abs(ball(root))
        candidates: tuple[tuple[arb, Callable[[Fraction], Term]], ...] = (
            (size / arb.pi(), lambda q: times((num(q), PI))),
            (size.log(), lambda q: apply("exp", num(q))),
            (size.exp(), lambda q: apply("log", num(q))),
            (size * size, lambda q: apply("sqrt", num(q))),
        )
        for value, make in candidates:
            q = _simple(value)
            if q is not None:
                found.append(make(q))
    return list(dict.fromkeys(found))


def _simple(value: arb) -> Fraction | None:
    if not value.is_finite():
        return None
    scaled = (value.mid() * 2**100).floor().unique_fmpz()
    if scaled is None:
        return None
    q = Fraction(int(scaled), 2**100).limit_denominator(1000)
    return q if q and abs(Fraction(int(scaled), 2**100) - q) < Fraction(1, 2**90) else None


def numeric_contact(prover: Prover, goal: Goal, name: str) -> Fraction | None:
    """A zero of df/dx (to about 2^-140) at which f is nearly 0 compared with its neighbours."""
    slope = slope_of(goal.f, name)
    if slope is None:
        return None
    cloud = prover.cloud(goal.region)
    pairs = sorted((p[name], v) for p, v in zip(cloud.points, cloud.values(slope), strict=True) if v.is_finite())
    for (x0, v0), (x1, v1) in pairwise(pairs):
        if v0 < 0 and v1 > 0:
            low, high = x0, x1
            for _ in range(150):
                middle = (low + high) / 2
                if value_at(slope, {name: middle}, BITS + 40) > 0:
                    high = middle
                else:
                    low = middle
            if abs(value_at(goal.f, {name: low}, BITS + 40)) < arb(2) ** -60:
                return low
    return None
