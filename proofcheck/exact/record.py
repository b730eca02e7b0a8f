# SPDX-License-Identifier: Apache-2.0
"""From instances of inequalities to one record for each statement: what held, how often, how closely."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.render import decimal

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
    """One instance of left <= right (of left = right, if `equal`), or the worst of `count` of them.

    Arguments: id, of the statement; law, the name of the loss law, "" where there is none; left, right, enclosures;
    where, the instance in words; count, how many instances have a quotient left/right no larger than this one's.
    """

    id: str
    law: str
    left: Enclosure
    right: Enclosure
    where: str
    equal: bool = False
    count: int = 1

    def status(self, scale: Fraction = Fraction(1)) -> Status:
        """Decided on exact ends, with scale > 0 put on the right side: certainly so, certainly not so, or neither."""
        low, high = self.right.lower * scale, self.right.upper * scale
        if self.left.lower > high:
            return Status.VIOLATED
        if self.equal:
            return self._equal(low, high)
        return Status.CONFIRMED if self.left.upper <= low else Status.UNDECIDED

    def _equal(self, low: Fraction, high: Fraction) -> Status:
        if self.left.upper < low:
            return Status.VIOLATED
        narrow = max(self.left.upper, high) - min(self.left.lower, low) <= _SAME * abs(high)
        return Status.CONFIRMED if narrow else Status.UNDECIDED

    def ratio(self, scale: Fraction = Fraction(1)) -> Fraction | None:
        """left / right rounded up: the true quotient is at most this. None where right is not certainly positive.

        Two equal exact sides count as 1, also 0 and 0.
        """
        if self.right.lower > 0:
            return self.left.upper / (self.right.lower * scale)
        return Fraction(1) if self.equal and self.left == self.right else None


@dataclass(frozen=True)
class Record:
    """What one statement came to on all instances.

    How many are certainly so, certainly not so, and neither; the laws they are on; `worst`, an upper bound of
    left / right over all of them (None: no bound), and `where` the instance it comes from (one that is violated or
    undecided, if there is any); `equal`, whether all of them say left = right.
    """

    id: str
    confirmed: int
    violated: int
    undecided: int
    laws: frozenset[str]
    worst: Fraction | None
    where: str
    equal: bool

    @property
    def instances(self) -> int:
        """How many instances there are in all."""
        return self.confirmed + self.violated + self.undecided

    @property
    def status(self) -> Status:
        """CONFIRMED only if every instance certainly holds, VIOLATED if some instance certainly fails."""
        if self.violated:
            return Status.VIOLATED
        return Status.UNDECIDED if self.undecided else Status.CONFIRMED

    def as_dict(self) -> dict[str, object]:
        """A JSON form; counts are numbers, `worst_ratio` is rounded up, "oo" where there is no bound, null for "="."""
        return {
            "verdict": self.status.value,
            "instances": self.instances,
            "violated": self.violated,
            "undecided": self.undecided,
            "laws": len(self.laws),
            "relation": "=" if self.equal else "<=",
            "worst_ratio": None if self.equal else "oo" if self.worst is None else decimal(self.worst, 4, up=True),
            "where": self.where,
        }


def judged(cases: Iterable[Case], scale: Fraction = Fraction(1)) -> list[Record]:
    """One record for each statement with an instance, in the order in which they first come."""
    found: dict[str, Record] = {}
    for case in cases:
        new = _judge(case, scale)
        found[case.id] = joined(found[case.id], new) if case.id in found else new
    return list(found.values())


def _judge(case: Case, scale: Fraction) -> Record:
    status, others = case.status(scale), case.count - 1
    if status is Status.CONFIRMED:
        counts = (case.count, 0, 0)
    elif status is Status.VIOLATED:  # the others weren't looked at one by one
        counts = (0, 1, others)
    else:
        counts = (0, 0, case.count)
    laws = frozenset({case.law} if case.law else ())
    return Record(case.id, *counts, laws, case.ratio(scale), case.where, case.equal)


def joined(one: Record, other: Record) -> Record:
    """The record of all instances of two records of one statement."""
    shown = max(one, other, key=_badness)
    return Record(
        one.id,
        one.confirmed + other.confirmed,
        one.violated + other.violated,
        one.undecided + other.undecided,
        one.laws | other.laws,
        shown.worst,
        shown.where,
        one.equal and other.equal,
    )


def _badness(record: Record) -> tuple[int, bool, bool, Fraction]:
    # Among confirmed ones an inequality is shown before an equality, whose quotient says nothing.
    rank = [Status.CONFIRMED, Status.UNDECIDED, Status.VIOLATED].index(record.status)
    return rank, rank > 0 or not record.equal, record.worst is None, record.worst or Fraction(0)
