# SPDX-License-Identifier: Apache-2.0
"""The worst of many instances of left <= right, kept while they go by: one Case then speaks for all of them.

If the largest upper bound of left/right is at most 1, every instance holds; so only the instance it belongs to is kept.
"""

from collections.abc import Callable
from typing import Any

import flint

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.record import Case


def larger(a: flint.arb, b: flint.arb) -> flint.arb:
    """A ball around max(a, b). Guarantee: encloses; Arb's own comparisons are certain or False."""
    if a >= b:
        return a
    return b if b >= a else a.union(b)


def smaller(a: flint.arb, b: flint.arb) -> flint.arb:
    """A ball around min(a, b). Guarantee: encloses."""
    return -larger(-a, -b)


class Worst:
    """Instances of left <= right with right > 0, as balls at the current precision.

    Arguments: id, law and words as for Case; words, a function that describes an instance from what `add` was given.
    `count` is how many there were. Guarantee: the case it makes is confirmed only if every instance certainly holds.
    """

    def __init__(self, id: str, words: Callable[..., str], law: str = "") -> None:
        self._id, self._words, self._law = id, words, law
        self.count = 0
        self._top = flint.arb.neg_inf()  # exact: an upper end
        self._kept: tuple[flint.arb, tuple[Any, ...]] | None = None

    def add(self, left: flint.arb, right: flint.arb, *where: Any) -> None:
        """One more instance; `where` describes it. Raises ValueError unless right is certainly positive."""
        if not right > 0:
            raise ValueError(f"{self._id}: right side not certainly positive at {self._words(*where)}")
        self.count += 1
        quotient = left / right
        top = quotient.upper()
        if not top <= self._top:
            self._top, self._kept = top, (quotient, where)

    def case(self) -> Case:
        """The worst instance as left/right <= 1, counted as all of them. Raises ValueError if there was none."""
        if self._kept is None:
            raise ValueError(f"{self._id}: no instances")
        quotient, where = self._kept
        sides = Enclosure.from_ball(quotient), Enclosure.of(1)
        return Case(self._id, self._law, *sides, self._words(*where), count=self.count)
