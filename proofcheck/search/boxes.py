# SPDX-License-Identifier: Apache-2.0
"""Branch and bound: split ranges until every box is certain, with calculus on the boxes that resist. Untrusted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from proofcheck.kernel import interval as iv
from proofcheck.kernel.calculus import is_continuous
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import Range
from proofcheck.kernel.term import variables
from proofcheck.kernel.verdict import Rejected
from proofcheck.search.balls import value_at
from proofcheck.search.calculus import interior_contact

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step

BOXES = {0: 0, 1: 6, 2: 12, 3: 24, 4: 60, 5: 150, 6: 400, 7: 1500, 8: 6000, 9: 40000}


class Branch:
    """One branch and bound run with a budget of boxes."""

    def __init__(self, prover: Prover, fuel: int) -> None:
        self.prover, self.fuel = prover, fuel
        self.left = BOXES[min(fuel, 9)]

    def run(self, goal: Goal, depth: int) -> Step | None:
        """Close one box: leaf, mean value form, calculus from time to time, else split."""
        from proofcheck.search.engine import leaf
        from proofcheck.search.ladder import by_ladder

        self.prover.tick()
        self.left -= 1
        step = leaf(goal) or centred(goal)
        if step is not None:
            return step
        if len(goal.region.ranges) == 1 and self.fuel:
            step = by_ladder(self.prover, goal, 0)
            if step is not None:
                return step
        if self.left <= 0 or depth > 8 + 12 * len(variables(goal.f)):
            return None
        if depth and self.fuel > 1 and (depth % 2 == 0 or len(variables(goal.f)) == 1):
            step = self._calculus(goal, depth)
            if step is not None:
                return step
        choice = choose_split(self.prover, goal)
        return self._split(goal, *choice, depth) if choice else None

    def _calculus(self, goal: Goal, depth: int) -> Step | None:
        if len(goal.region.ranges) > 1:
            return self.prover.prove(goal, min(self.fuel - 2, 3))
        return self.prover.prove(goal, min(self.fuel, 5) if touches(goal) else 1)

    def _split(self, goal: Goal, name: str, at: Fraction, depth: int) -> Step | None:
        r = goal.region.ranges[name]
        parts = []
        for part in (replace(r, hi=at, hi_open=False), replace(r, lo=at, lo_open=False)):
            step = self.run(goal.on(goal.region.with_range(name, part)), depth + 1)
            if step is None:
                return None
            parts.append(step)
        return {"rule": "split", "variable": name, "at": str(at), "low": parts[0], "high": parts[1]}


def touches(goal: Goal) -> bool:
    """Whether f seems to be 0 at a finite end of the only range."""
    (name, r), = goal.region.ranges.items()
    values = [value_at(goal.f, {name: end}) for end in (r.lo, r.hi) if end is not None]
    return any(not v.is_finite() or not (v > 0 or v < 0) for v in values)


def centred(goal: Goal) -> Step | None:
    """The mean value form, tried on bounded boxes with the kernel's own rule."""
    from proofcheck.kernel.rules_leaf import rule_enclosure

    if goal.relation == "==" or any(r.lo is None or r.hi is None or r.integer for r in goal.region.ranges.values()):
        return None
    try:
        step: Step = {"rule": "enclosure", "centred": True}
        rule_enclosure(goal, step, None)  # type: ignore[arg-type]  # this rule has no sub-proofs to replay
        return step
    except Rejected:
        return None


def choose_split(prover: Prover, goal: Goal) -> tuple[str, Fraction] | None:
    """The variable whose slope times width is largest, at a contact point if one is seen, else in the middle."""
    region = goal.region
    names = [n for n in sorted(region.ranges) if not region.ranges[n].integer and _matters(goal, n)
             and (region.ranges[n].lo is None or region.ranges[n].lo != region.ranges[n].hi)]
    if not names:
        return None
    for name in names:
        r = region.ranges[name]
        if r.lo is None or r.hi is None:
            return name, _cut_half_line(r)
    if len(names) == 1 and len(variables(goal.f)) == 1 and is_continuous(goal.f, names[0]):
        contact = interior_contact(prover, goal, names[0])
        if contact is not None and contact not in (region.ranges[names[0]].lo, region.ranges[names[0]].hi):
            return names[0], contact
    name = max(names, key=lambda n: _smear(goal, n))
    r = region.ranges[name]
    if r.lo is None or r.hi is None:
        return name, _cut_half_line(r)
    return name, simple_between(r.lo, r.hi)


def _matters(goal: Goal, name: str) -> bool:
    return name in variables(goal.f) or goal.region.facts_mention(name)


def _cut_half_line(r: Range) -> Fraction:
    if r.lo is not None:
        return Fraction(0) if r.lo < 0 else r.lo * 2 if r.lo > 0 else Fraction(1)
    if r.hi is not None:
        return Fraction(0) if r.hi > 0 else r.hi * 2 if r.hi < 0 else Fraction(-1)
    return Fraction(0)


def simple_between(lo: Fraction, hi: Fraction) -> Fraction:
    """A short rational in the middle third."""
    middle, width = (lo + hi) / 2, hi - lo
    if lo > 0 and hi > 16 * lo:
        middle = Fraction(hi, 4) if lo * 4 < hi / 4 else 4 * lo
        width = middle
    denominator = 1
    while denominator < 2**200:
        q = Fraction(round(middle * denominator), denominator)
        if abs(q - middle) * 8 <= width and lo < q < hi:
            return q
        denominator *= 2
    return middle


def _smear(goal: Goal, name: str) -> Fraction:
    r = goal.region.ranges[name]
    if r.lo is None or r.hi is None:
        return Fraction(0)
    width = r.hi - r.lo
    try:
        slopes = goal.slopes
        if name not in slopes:
            return width / 2**20
        value = slopes[name].run(goal.region.box, 64)[-1]
    except (Rejected, iv.Undefined):
        return width
    low, high = iv.lower_fraction(value), iv.upper_fraction(value)
    if low is None or high is None:
        return width * 2**40
    return width * max(abs(low), abs(high))


def few_boxes(prover: Prover, goal: Goal) -> Step | None:
    """Branch and bound by leaves alone, with a small budget."""
    branch = Branch(prover, 0)
    branch.left = 24
    return branch.run(goal, 0)


def by_boxes(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Branch and bound, its budget growing with the fuel; inside another run, a small one for another term only."""
    if fuel < 1 or goal.relation == "==" or goal.f in prover.branching or len(prover.branching) > 1:
        return None
    prover.branching.append(goal.f)
    try:
        return Branch(prover, fuel if len(prover.branching) == 1 else min(fuel, 2)).run(goal, 0)
    finally:
        prover.branching.pop()
