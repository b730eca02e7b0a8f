# SPDX-License-Identifier: Apache-2.0
"""What a sweep's enclosures say of Lemma 5, Lemma 4 and Theorem 1, instance by instance, and all together.

    lemma5      sum_{m >= 1} F_m <= 200 log K / Delta_min + 4 log K / eta
    lemma4      Reg_T <= 1 + 4 sum_{m >= 1} F_m
    thm1.eq1    Reg_T <= 1 + 800 log K / Delta_min + 16 log K / eta
    thm1.eq2    Reg_T <= 1000 (log K / Delta_min + log K / epsilon)

An instance is CONFIRMED when the upper end of its left side is at most the lower end of its right side, VIOLATED when
it certainly fails, UNDECIDED otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.record import Case, Status, judged
from proofcheck.exact.regret import theorem1_bounds
from proofcheck.exact.render import decimal
from proofcheck.exact.softmax import eta_of
from proofcheck.exact.sums import lemma5_bound
from proofcheck.experiment.lawtext import law_toml
from proofcheck.experiment.sweep import Answer, Asked, Plan, answer_of

COLUMNS = (
    "law", "K", "gap", "epsilon", "eta", "statement", "T", "lower", "upper", "bound", "ratio", "verdict", "engine",
    "terms",
)  # fmt: skip
_ENDS, _RATIO = 12, 6


@dataclass(frozen=True)
class Check:
    """One instance of one statement."""

    asked: Asked
    answer: Answer
    statement: str
    horizon: int | None
    left: Enclosure
    right: Enclosure

    @property
    def case(self) -> Case:
        """The same for `judged`."""
        at = "" if self.horizon is None else f", T = {self.horizon}"
        where = f"{self.asked.law.name}, epsilon = {self.asked.epsilon}{at}"
        return Case(self.statement, self.asked.digest, self.left, self.right, where)

    @property
    def least_ratio(self) -> Fraction:
        """The true quotient of both sides is at least this."""
        return self.left.lower / self.right.upper

    def row(self) -> tuple[Any, ...]:
        """The instance under COLUMNS: ends and ratio rounded outward, so that "upper" <= "bound" decides."""
        law, (low, high) = self.asked.law, self.left.shown(_ENDS)
        bound, ratio = decimal(self.right.lower, _ENDS, up=False), decimal(self.case.ratio() or Fraction(0), 6, up=True)
        numbers = (str(law.least_gap), str(self.asked.epsilon), str(eta_of(self.asked.epsilon)))
        verdict = self.case.status().value
        found = (self.statement, self.horizon, low, high, bound, ratio, verdict, self.answer.engine, self.answer.terms)
        return (law.name, law.size, *numbers, *found)


def checks(plan: Plan, results: Mapping[str, Any]) -> list[Check]:
    """Every instance whose case has a result, in the plan's order; the lemmas once for each eta."""
    found: list[Check] = []
    seen: set[str] = set()
    for asked in plan.asked:
        if asked.key in results:
            answer = answer_of(results[asked.key], asked.horizons)
            if asked.key not in seen:  # they know epsilon only through eta
                found += _lemmas(asked, answer)
            found += _theorem(asked, answer)
            seen.add(asked.key)
    return found


def _lemmas(asked: Asked, answer: Answer) -> Iterator[Check]:
    yield Check(asked, answer, "lemma5", None, answer.total, lemma5_bound(asked.law, eta_of(asked.epsilon)))
    for horizon, regret in answer.regret.items():
        yield Check(asked, answer, "lemma4", horizon, regret, Enclosure.of(1) + answer.total.times(4))


def _theorem(asked: Asked, answer: Answer) -> Iterator[Check]:
    bounds = theorem1_bounds(asked.law, asked.epsilon)
    for horizon, regret in answer.regret.items():
        for name, bound in zip(("thm1.eq1", "thm1.eq2"), bounds, strict=True):
            yield Check(asked, answer, name, horizon, regret, bound)


def summary(plan: Plan, found: list[Check], failed: Mapping[str, str]) -> dict[str, Any]:
    """The JSON form of `sweep --json`: counts, and for each statement the largest quotient of both sides.

    "ratio": the largest quotient over all instances lies between "lower" and "upper"; "law" attains at least "lower".
    ``failed``: case -> error, of cases without a result.
    """
    records = {record.id: record for record in judged(check.case for check in found)}
    statements = []
    for name, record in records.items():
        mine = [check for check in found if check.statement == name]
        counts = {"confirmed": record.confirmed, "violated": record.violated, "undecided": record.undecided}
        whole = {"instances": record.instances, **counts, "laws": len(record.laws), "laws_confirmed": _all_well(mine)}
        statements.append({"id": name, "verdict": record.status.value, **whole, "ratio": _largest(mine)})
    return {
        "spec": plan.spec.name,
        "laws": len(plan.laws),
        "most_actions": max(law.size for law in plan.laws.values()),
        "cases": len({asked.key for asked in plan.asked}),
        "failed": dict(failed),
        "statements": statements,
    }


def _all_well(found: Iterable[Check]) -> int:
    """On how many laws every instance is confirmed."""
    well: dict[str, bool] = {}
    for check in found:
        fine = check.case.status() is Status.CONFIRMED
        well[check.asked.digest] = well.get(check.asked.digest, True) and fine
    return sum(well.values())


def _largest(found: list[Check]) -> dict[str, Any]:
    attained = max(found, key=lambda check: check.least_ratio)
    most = max(check.case.ratio() or Fraction(0) for check in found)
    return {
        "lower": decimal(attained.least_ratio, _RATIO, up=False),
        "upper": decimal(most, _RATIO, up=True),
        "law": attained.asked.law.name,
        "epsilon": str(attained.asked.epsilon),
        "horizon": attained.horizon,
        "law_file": law_toml(attained.asked.law),
    }
