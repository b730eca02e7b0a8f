# SPDX-License-Identifier: Apache-2.0
"""Many runs of many learners against one law: the cases, the function that plays one, and what all runs say together.

A run's losses come from the streams ("losses", seed, run, ...) and are the same for every learner; a learner's own
bits from ("learner", name, seed, run). So a run's result depends neither on the other runs, nor on how many there are,
nor on which process plays it and when.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofcheck.errors import InputError
from proofcheck.exact.law import Law
from proofcheck.exact.render import decimal
from proofcheck.experiment.confidence import METHOD, interval
from proofcheck.experiment.lawtext import law_digest
from proofcheck.experiment.losses import Losses
from proofcheck.experiment.play import checkpoints, regret_path
from proofcheck.experiment.runner import Case, Experiment, Outcome
from proofcheck.learners import LEARNERS, Seeded, Setting, make
from proofcheck.learners.losses import Number, chance, exact, positive, whole
from proofcheck.learners.rates import sqrt_below

_DIGITS = 6
MOST_ROUNDS = 1 << 40


@dataclass(frozen=True)
class Plan:
    """What is simulated. Raises InputError for values outside their domains."""

    law: Law
    learners: tuple[str, ...]
    runs: int
    horizon: int
    epsilon: Fraction
    delta: Fraction
    seed: int

    @staticmethod
    def of(
        law: Law,
        learners: Iterable[str] = (),
        *,
        runs: int,
        horizon: int,
        epsilon: Number,
        delta: Number = "1/1000000",
        seed: int = 0,
    ) -> Plan:
        """A checked plan; no learners named means all of them."""
        names = tuple(dict.fromkeys(learners)) or tuple(LEARNERS)
        small = chance(delta, "delta")
        if whole(horizon, "horizon", 1) > MOST_ROUNDS:
            raise InputError(f"horizon: found {horizon}; write one up to 2^40")
        plan = Plan(
            law, names, whole(runs, "runs", 1), horizon, positive(epsilon, "epsilon"), small, whole(seed, "seed", 0)
        )
        for name in names:
            make(name, plan.setting, Seeded("check"))  # an unknown name is refused before anything runs
        return plan

    @property
    def setting(self) -> Setting:
        """What learners are told."""
        return Setting(self.law.size, self.epsilon, self.delta, self.horizon)

    def cases(self) -> Iterator[Case]:
        """A case for every run and learner, run by run."""
        law = law_digest(self.law)
        for run in range(self.runs):
            for name in self.learners:
                yield Case(
                    {
                        "law": law,
                        "learner": name,
                        "epsilon": str(self.epsilon),
                        "delta": str(self.delta),
                        "horizon": self.horizon,
                        "seed": self.seed,
                        "run": run,
                    },
                    self.law,
                )


def play_case(parameters: Mapping[str, Any], law: Law) -> list[list[Any]]:
    """Play one run with one learner: [t, pseudo-regret at t] for each checkpoint, the regret as exact text."""
    name, seed, run, horizon = (parameters[key] for key in ("learner", "seed", "run", "horizon"))
    setting = Setting(law.size, Fraction(parameters["epsilon"]), Fraction(parameters["delta"]), horizon)
    learner = make(name, setting, Seeded("learner", name, seed, run))
    path = regret_path(learner, law, Losses(law, seed, run), horizon)
    return [[t, str(regret)] for t, regret in zip(checkpoints(horizon), path, strict=True)]


SIMULATE = Experiment(
    "simulate",
    play_case,
    (
        "proofcheck.learners",
        "proofcheck.exact.law",
        "proofcheck.exact.regret",
        "proofcheck.experiment.losses",
        "proofcheck.experiment.play",
        "proofcheck.experiment.simulate",
        "proofcheck.kernel.elementary",
        "proofcheck.kernel.fixed",
        "proofcheck.kernel.interval",
    ),
)

COLUMNS = ("learner", "run", "t", "regret")
Row = tuple[str, int, int, str]


def table(plan: Plan, outcomes: Iterable[Outcome]) -> list[Row]:
    """The rows (learner, run, t, regret) of all outcomes, in the plan's order of learners, then by run, then by t."""
    place = {name: k for k, name in enumerate(plan.learners)}
    found = [(outcome.case.parameters, outcome.result) for outcome in outcomes]
    found.sort(key=lambda pair: (place[pair[0]["learner"]], pair[0]["run"]))
    return [(case["learner"], case["run"], t, regret) for case, result in found for t, regret in result]


def summary(plan: Plan, rows: Iterable[Row], level: Number = "19/20") -> dict[str, Any]:
    """The JSON form of `simulate --json`: for each learner and checkpoint the mean regret and a confidence interval.

    "mean" is exact text; "lower" and "upper" enclose the expected regret with probability >= level, rounded outward;
    "standard_error" is an estimate.
    """
    values: dict[tuple[str, int], list[Fraction]] = {}
    for name, _, t, regret in rows:
        values.setdefault((name, t), []).append(Fraction(regret))
    share = exact(level, "confidence level")
    largest = max(plan.law.gaps)
    entries: dict[str, list[dict[str, Any]]] = {name: [] for name in plan.learners}
    for (name, t), sample in values.items():
        entries[name].append({"t": t, **_statistics(sample, t * largest, share)})
    return {
        "law": plan.law.name,
        "epsilon": str(plan.epsilon),
        "delta": str(plan.delta),
        "horizon": plan.horizon,
        "runs": plan.runs,
        "seed": plan.seed,
        "confidence": str(share),
        "method": METHOD,
        "learners": [{"learner": name, "checkpoints": entries[name]} for name in plan.learners],
    }


def _statistics(sample: list[Fraction], largest: Fraction, level: Fraction) -> dict[str, Any]:
    mean = sum(sample, Fraction(0)) / len(sample)
    ends = interval(sample, largest, level)
    spread = sum(((x - mean) ** 2 for x in sample), Fraction(0)) / max(1, len(sample) - 1) / len(sample)
    return {
        "mean": str(mean),
        "standard_error": decimal(sqrt_below(spread), 3, up=True),
        "lower": decimal(ends.lower, _DIGITS, up=False),
        "upper": decimal(ends.upper, _DIGITS, up=True),
    }
