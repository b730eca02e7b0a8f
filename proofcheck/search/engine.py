# SPDX-License-Identifier: Apache-2.0
"""The prover: tries tactics on a goal in a fixed order, within fuel and time. Untrusted: it only writes certificates.

A tactic takes (prover, goal, fuel) and returns a certificate step, or None. Before any tactic runs, the goal is looked
at on a cloud of sample points; a goal that fails at one of them is given up at once, which keeps the tree of attempts
thin.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from proofcheck.kernel import interval as iv
from proofcheck.kernel.calculus import Condition, conditions
from proofcheck.kernel.evaluate import meets
from proofcheck.kernel.goal import WEAKER, Goal
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.polynomial import Quotient
from proofcheck.kernel.region import Region
from proofcheck.kernel.term import Term, subterms
from proofcheck.kernel.verdict import Rejected
from proofcheck.search.balls import Cloud
from proofcheck.search.forms import reduced_term
from proofcheck.search.regions import by_elimination

Step = dict[str, Any]
Tactic = Callable[["Prover", Goal, int], "Step | None"]
PRECISIONS = (64, 128, 256, 512, 1024)
MAX_NODES = 1500


class OutOfTime(Exception):
    """The time is used up."""


class OutOfBudget(Exception):
    """One attempt has looked at as many goals as it may."""


class Prover:
    """One search: its deadline, its tactics, and what it learned on the way."""

    def __init__(
        self, tactics: Iterable[Tactic], deadline: float, progress: Callable[[int], None] | None = None
    ) -> None:
        self.tactics = list(tactics)
        self.deadline = deadline
        self.goals = 0
        self.budget = 10**9
        self.hardest: Goal | None = None
        self._progress = progress
        self._failed: dict[Hashable, int] = {}
        self._proved: dict[Hashable, Step] = {}
        self._clouds: dict[Hashable, Cloud] = {}
        self._forms: dict[tuple[Hashable, Term], Quotient | None] = {}
        self._normal: dict[Hashable, Normalizer] = {}
        self.polished: set[Term] = set()
        self.branching: list[Term] = []

    def tick(self) -> None:
        """Count one goal; raises OutOfTime past the deadline."""
        if time.monotonic() > self.deadline:
            raise OutOfTime
        if self._progress is not None and self.goals % 64 == 0:
            self._progress(self.goals)

    def cloud(self, region: Region) -> Cloud:
        """Sample points of a region, made once."""
        key = region_key(region)
        if key not in self._clouds:
            if len(self._clouds) > 400:
                self._clouds.clear()
            self._clouds[key] = Cloud(region, 26 if len(region.ranges) <= 1 else 26 + 20 * len(region.ranges))
        return self._clouds[key]

    def form(self, region: Region, f: Term) -> Quotient | None:
        """The normal form on a region, or None where the kernel's refuses."""
        key = region_key(region)
        if (key, f) not in self._forms:
            if key not in self._normal:
                if len(self._normal) > 400:
                    self._normal.clear()
                    self._forms.clear()
                self._normal[key] = Goal(region, ">=", f).normalizer()
            try:
                self._forms[key, f] = self._normal[key](f)
            except (Rejected, RecursionError):
                self._forms[key, f] = None
        return self._forms[key, f]

    def simplified(self, region: Region, term: Term) -> Term:
        """The term of its normal form, where there is one."""
        form = self.form(region, term)
        return term if form is None else reduced_term(form)

    def prove(self, goal: Goal, fuel: int) -> Step | None:
        """A certificate step for the goal, or None."""
        self.tick()
        key = (goal.relation, goal.f, region_key(goal.region))
        if key in self._proved:
            return self._proved[key]
        self.goals += 1
        if self.goals > self.budget:
            raise OutOfBudget
        step = leaf(goal)
        if step is not None or fuel < 0:
            return step
        if self._failed.get(key, -1) >= fuel:
            return None
        before = self._failed.get(key, -1)
        self._failed[key] = fuel
        try:
            step = self._try_tactics(goal, fuel, key)
        except (OutOfTime, OutOfBudget):
            self._failed[key] = before
            raise
        if step is not None:
            self._failed[key] = before
            self._proved[key] = step
        return step

    def _try_tactics(self, goal: Goal, fuel: int, key: Hashable) -> Step | None:
        if any(relation == "==" for relation, _ in goal.region.facts):
            step = by_elimination(self, goal, fuel)
            if step is not None:
                return step
        elif self.looks_false(goal):
            self._failed[key] = 10**6
            return None
        if sum(1 for _ in subterms(goal.f)) > MAX_NODES:
            self._failed[key] = 10**6
            return None
        for tactic in self.tactics:
            try:
                step = tactic(self, goal, fuel)
            except (ArithmeticError, ValueError, Rejected):
                step = None  # a heuristic that trips over an odd value has found nothing
            if step is not None:
                return step
        self.hardest = goal
        return None

    def looks_false(self, goal: Goal) -> bool:
        """Whether a sample point of the region violates the goal (equalities among the facts leave no sure points)."""
        if any(relation == "==" for relation, _ in goal.region.facts):
            return False
        try:
            return self.cloud(goal.region).violation(goal.relation, goal.f) is not None
        except (ZeroDivisionError, OverflowError, ValueError):
            return False

    def defined(self, region: Region, term: Term, given: Iterable[Condition], fuel: int) -> list[Step] | None:
        """The sub-steps that the kernel will ask for to accept that a term is defined on a region."""
        known = {(weaker, g) for relation, g in given for weaker in WEAKER[relation]}
        steps: list[Step] = []
        for relation, g in conditions(term):
            if (relation, g) in known or region.certainly((relation, g)):
                continue
            step = self.prove(Goal(region, relation, g), fuel)
            if step is None:
                return None
            steps.append(step)
        return steps


def region_key(region: Region) -> Hashable:
    """A hashable form of a region."""
    return (tuple(sorted(region.ranges.items(), key=lambda item: item[0])), region.facts)


def leaf(goal: Goal) -> Step | None:
    """Signs, else an enclosure at rising precision (only closed goals need more than the first)."""
    region = goal.region
    if any(r.is_empty() for r in region.ranges.values()):
        return {"rule": "excluded", "fact": 0}
    for precision in PRECISIONS if not region.ranges else PRECISIONS[:1]:
        step = _leaf_at(goal, precision)
        if step is not None:
            return step
    return _excluded(region)


def _leaf_at(goal: Goal, precision: int) -> Step | None:
    extra = {} if precision == PRECISIONS[0] else {"precision": precision}
    try:
        box = goal.region.at_precision(precision)
        value = goal.program.run(box, precision)[-1]
        if (goal.relation == ">=" and iv.is_nonnegative(value)) or (goal.relation == ">" and iv.is_positive(value)) or (
                goal.relation == "!=" and (iv.is_positive(value) or iv.is_negative(value))):
            return {"rule": "enclosure", **extra}
        if goal.region.ranges and meets(goal.region.sign(goal.program, precision), goal.relation):
            return {"rule": "sign", **extra}
    except iv.Undefined:
        return None
    return None


def _excluded(region: Region) -> Step | None:
    for index, (relation, g) in enumerate(region.facts):
        rest = region.dropping((index,))
        opposite = _contradicts(rest, relation, g)
        if opposite:
            return {"rule": "excluded", "fact": index}
    return None


def _contradicts(rest: Region, relation: str, g: Term) -> bool:
    from proofcheck.kernel.evaluate import Program

    try:
        mask = rest.sign(Program(g))
    except iv.Undefined:
        return True
    return not any(meets(bit, relation) for bit in (1, 2, 4) if mask & bit)
