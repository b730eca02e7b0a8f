# SPDX-License-Identifier: Apache-2.0
"""Every learner's regret on one law at some horizons, beside what is known of it.

Reg_T is enclosed where that is affordable and simulated where it is not; the two are labelled and never mixed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from proofcheck.errors import InputError
from proofcheck.exact.render import decimal
from proofcheck.experiment.bounds import Bound, explicit_bounds, orders
from proofcheck.experiment.confidence import METHOD
from proofcheck.experiment.expected import WORK, Exact, expected_regret
from proofcheck.experiment.runner import Case, Outcome
from proofcheck.experiment.simulate import Plan, summary, table
from proofcheck.learners.losses import Number

EXACT, SIMULATED = "exact enclosure", "simulated"
_DIGITS = 6


@dataclass(frozen=True)
class Comparison:
    """What is compared: a plan of simulation for each horizon, and the Reg_T that are known exactly.

    Make one with `compare_exactly`; `cases` are the runs that are left to do; `answer` takes their outcomes.
    """

    plans: tuple[Plan, ...]
    exact: dict[tuple[str, int], Exact]

    def cases(self) -> Iterator[Case]:
        """The runs of every learner and horizon without an enclosure."""
        for plan in self._simulated():
            yield from plan.cases()

    @property
    def runs(self) -> int:
        """How many cases there are."""
        return sum(plan.runs * len(plan.learners) for plan in self._simulated())

    def _simulated(self) -> Iterator[Plan]:
        for plan in self.plans:
            left = tuple(name for name in plan.learners if (name, plan.horizon) not in self.exact)
            if left:
                yield replace(plan, learners=left)

    def answer(self, outcomes: Iterable[Outcome], level: Number) -> dict[str, Any]:
        """The JSON form of `compare --json`."""
        by_horizon: dict[int, list[Outcome]] = {}
        for outcome in outcomes:
            by_horizon.setdefault(outcome.case.parameters["horizon"], []).append(outcome)
        values = {key: _exact(found) for key, found in self.exact.items()}
        for plan in self._simulated():
            values |= _simulation(plan, by_horizon[plan.horizon], level)
        first = self.plans[0]
        return {
            "law": first.law.name,
            "actions": first.law.size,
            "gap": str(first.law.least_gap),
            "epsilon": str(first.epsilon),
            "delta": str(first.delta),
            "seed": first.seed,
            "method": METHOD,
            "horizons": [self._horizon(plan, values) for plan in self.plans],
            "orders": [
                _bound(bound) for bound in orders(first.law, first.setting) if bound.learner in ("", *first.learners)
            ],
        }

    def _horizon(self, plan: Plan, values: dict[tuple[str, int], dict[str, Any]]) -> dict[str, Any]:
        bounds = [_bound(bound) for bound in explicit_bounds(plan.law, plan.setting) if bound.learner in plan.learners]
        learners = [{"learner": name, **values[name, plan.horizon]} for name in plan.learners]
        most = str(plan.horizon * max(plan.law.gaps))
        return {"horizon": plan.horizon, "most": most, "learners": learners, "bounds": bounds}


def compare_exactly(
    plan: Plan, horizons: Iterable[int], work: int = WORK, tick: Callable[[], None] = lambda: None
) -> Comparison:
    """Enclose what can be enclosed, horizon by horizon. Raises InputError when there is no horizon.

    Arguments: plan, law, learners, runs, epsilon, delta, seed; horizons instead of its own; work for each value;
    tick, called after each.
    """
    plans = tuple(replace(plan, horizon=horizon) for horizon in sorted(set(horizons)))
    if not plans:
        raise InputError("horizon: found none; write --horizon 1000 or --at 10,100,1000")
    exact = {}
    for one in plans:
        for name in one.learners:
            found = expected_regret(name, one.law, one.setting, work)
            if found is not None:
                exact[name, one.horizon] = found
            tick()
    return Comparison(plans, exact)


def _exact(found: Exact) -> dict[str, Any]:
    lower, upper = found.value.shown(_DIGITS)
    return {"kind": EXACT, "lower": lower, "upper": upper, "engine": found.engine}


def _simulation(plan: Plan, outcomes: list[Outcome], level: Number) -> dict[tuple[str, int], dict[str, Any]]:
    found = summary(plan, table(plan, outcomes), level)
    return {
        (entry["learner"], plan.horizon): _last(entry["checkpoints"][-1], plan, found["confidence"])
        for entry in found["learners"]
    }


def _last(point: dict[str, Any], plan: Plan, level: str) -> dict[str, Any]:
    mean = decimal(Fraction(point["mean"]), _DIGITS, up=False)
    ends = {"lower": point["lower"], "upper": point["upper"]}
    return {"kind": SIMULATED, "mean": mean, **ends, "runs": plan.runs, "confidence": level}


def _bound(bound: Bound) -> dict[str, Any]:
    return {
        "name": bound.name,
        "learner": bound.learner,
        "formula": bound.formula,
        "kind": bound.kind,
        "source": bound.source,
        "value": decimal(bound.value.upper, _DIGITS, up=True),
    }
