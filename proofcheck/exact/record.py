# SPDX-License-Identifier: Apache-2.0
"""From instances of inequalities to one record for each statement: what held, how often, how closely."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.render import decimal

IDS = (
    "lemma5.split", "lemma5.small.s2", "lemma5.small.s3", "lemma5.small.eq4", "lemma5.small.eq5", "lemma5.large.s3",
    "lemma5.large.s4", "lemma5.large.s10", "lemma5.large.eq6", "lemma5", "lemma4",
)
"""The statements confirmed here, in the order of the proof."""

EQUALITIES = frozenset({"lemma5.split"})
"""Those that say left = right."""

_SAME = Fraction(1, 10**15)  # two enclosures this narrow, and meeting, count as equal


class Status(Enum):
    """What an instance, or all of them, came to. There is no `PROVED` here; `bool()` is refused."""

    CONFIRMED = "CONFIRMED"
    VIOLATED = "VIOLATED"
    UNDECIDED = "UNDECIDED"

    def __bool__(self) -> bool:
        raise TypeError("a status has three values; compare it with Status.CONFIRMED")


@dataclass(frozen=True)
class Case:
    """One instance: the statement's two sides as enclosures (left <= right, or left = right for a split)."""

    id: str
    law: str
    left: Enclosure
    right: Enclosure
    where: str

    def status(self, scale: Fraction = Fraction(1)) -> Status:
        """Decided on exact ends: certainly so, certainly not so, or neither."""
        low, high = self.right.lower * scale, self.right.upper * scale
        if self.left.lower > high:
            return Status.VIOLATED
        if self.id in EQUALITIES:
            return self._equal(low, high)
        return Status.CONFIRMED if self.left.upper <= low else Status.UNDECIDED

    def _equal(self, low: Fraction, high: Fraction) -> Status:
        if self.left.upper < low:
            return Status.VIOLATED
        narrow = max(self.left.upper, high) - min(self.left.lower, low) <= _SAME * high
        return Status.CONFIRMED if narrow else Status.UNDECIDED

    def ratio(self, scale: Fraction = Fraction(1)) -> Fraction:
        """left / right rounded up: the true quotient is at most this. The right side is positive."""
        return self.left.upper / (self.right.lower * scale)


@dataclass(frozen=True)
class Record:
    """What one statement came to on all instances.

    `worst` is an upper bound of left / right over all of them and `where` the instance it comes from (one that is
    violated or undecided, if there is any).
    """

    id: str
    status: Status
    instances: int
    laws: int
    worst: Fraction
    where: str

    def as_dict(self) -> dict[str, object]:
        """A JSON form; counts are numbers, `worst` is rounded up."""
        return {
            "id": self.id,
            "verdict": self.status.value,
            "instances": self.instances,
            "laws": self.laws,
            "worst_ratio": decimal(self.worst, 6, up=True),
            "where": self.where,
        }


def judged(cases: Iterable[Case], scale: Fraction = Fraction(1)) -> list[Record]:
    """One record for each statement with an instance, in the order of the proof."""
    kept: dict[str, list[Case]] = {identifier: [] for identifier in IDS}
    for case in cases:
        kept[case.id].append(case)
    return [_record(identifier, some, scale) for identifier, some in kept.items() if some]


def _record(identifier: str, cases: list[Case], scale: Fraction) -> Record:
    status, shown = Status.CONFIRMED, cases
    for bad in (Status.VIOLATED, Status.UNDECIDED):
        failing = [case for case in cases if case.status(scale) is bad]
        if failing:
            status, shown = bad, failing
            break
    worst = max(shown, key=lambda case: case.ratio(scale))
    laws = len({case.law for case in cases})
    return Record(identifier, status, len(cases), laws, worst.ratio(scale), worst.where)
