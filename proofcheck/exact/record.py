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
    found: dict[str, _Tally] = {}
    for case in cases:
        if case.id not in found:
            found[case.id] = _Tally(case.id)
        found[case.id].add(case, scale)
    return [tally.record() for tally in found.values()]


_Badness = tuple[int, bool, bool, Fraction]


def _badness(status: Status, equal: bool, worst: Fraction | None) -> _Badness:
    # Among confirmed ones an inequality is shown before an equality, whose quotient says nothing.
    rank = (Status.CONFIRMED, Status.UNDECIDED, Status.VIOLATED).index(status)
    return rank, rank > 0 or not equal, worst is None, worst or Fraction(0)


class _Tally:
    """The instances of one statement, counted while they go by."""

    def __init__(self, id: str) -> None:
        self._id = id
        self._counts = {Status.CONFIRMED: 0, Status.VIOLATED: 0, Status.UNDECIDED: 0}
        self._laws: set[str] = set()
        self._equal = True
        self._shown: tuple[_Badness, Fraction | None, str] | None = None

    def add(self, case: Case, scale: Fraction) -> None:
        status, ratio = case.status(scale), case.ratio(scale)
        if status is Status.VIOLATED:  # the others behind it weren't looked at one by one
            self._counts[status] += 1
            self._counts[Status.UNDECIDED] += case.count - 1
        else:
            self._counts[status] += case.count
        self._laws.update({case.law} if case.law else ())
        self._equal = self._equal and case.equal
        badness = _badness(status, case.equal, ratio)
        if self._shown is None or badness > self._shown[0]:
            self._shown = badness, ratio, case.where

    def record(self) -> Record:
        _, worst, where = self._shown or (None, None, "")
        confirmed, violated, undecided = self._counts.values()
        return Record(self._id, confirmed, violated, undecided, frozenset(self._laws), worst, where, self._equal)


def joined(one: Record, other: Record) -> Record:
    """The record of all instances of two records of one statement."""
    shown = max(one, other, key=lambda record: _badness(record.status, record.equal, record.worst))
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
