# SPDX-License-Identifier: Apache-2.0
"""Branch and bound alone, as plain interval tools do it: halve boxes until the sign is certain, with no calculus.

Where all boxes close, the split tree is a certificate and the kernel replays it. Where a claim holds with equality,
boxes that touch stay open at any depth, and are shown. Untrusted, like every search.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from proofcheck.claim import Claim
from proofcheck.errors import InputError
from proofcheck.kernel.check import check
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import Range, difference, statement_region
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.verdict import Rejected, Status, Verdict
from proofcheck.search.boxes import centred
from proofcheck.search.engine import leaf
from proofcheck.testing.judge import statement_of

Ranges = Mapping[str, Range]


@dataclass
class Box:
    """A box, the leaf that closes it or the two halves of it; neither: it is open."""

    goal: Goal
    depth: int = 0
    leaf: dict[str, Any] | None = None
    cut: tuple[str, Fraction] | None = None
    halves: list[Box] = field(default_factory=list)

    @property
    def ranges(self) -> Ranges:
        """The box itself."""
        return self.goal.region.ranges

    def ends(self) -> list[Box]:
        """The boxes at the ends of the tree, from left to right."""
        return [end for half in self.halves for end in half.ends()] if self.halves else [self]

    def step(self) -> dict[str, Any]:
        """The certificate's step; raises ValueError where a box is open."""
        if self.leaf is not None:
            return self.leaf
        if self.cut is None:
            raise ValueError("an open box")
        low, high = (half.step() for half in self.halves)
        return {"rule": "split", "variable": self.cut[0], "at": str(self.cut[1]), "low": low, "high": high}


@dataclass(frozen=True)
class Boxes:
    """What branch and bound came to: the tree, and the kernel's verdict (UNDECIDED while boxes are open)."""

    statement: Statement
    tree: Box
    verdict: Verdict

    @property
    def closed(self) -> list[Box]:
        """The boxes on which the sign is certain."""
        return [box for box in self.tree.ends() if box.leaf is not None]

    @property
    def open(self) -> list[Box]:
        """The boxes on which it is not."""
        return [box for box in self.tree.ends() if box.leaf is None]

    def __repr__(self) -> str:
        return f"{self.verdict.status.value}: {len(self.closed)} boxes closed, {len(self.open)} open"


def boxes(claim: Claim | Statement | str, most: int = 200, *, slopes: bool = False) -> Boxes:
    """Halve the widest side of the first open box, ``most`` times at most; then ask the kernel.

    ``slopes``: also try the mean value form on a box, not plain interval arithmetic alone. The domain must be bounded,
    with rational ends and without integers, and have one or two variables. Raises InputError otherwise.
    """
    statement = statement_of(claim)
    region = statement_region(statement)[0]
    if not 1 <= len(region.ranges) <= 2 or any(_unfit(r) for r in region.ranges.values()):
        raise InputError("boxes: the domain is no bounded box in one or two real variables; write one")
    root = Box(Goal(region, *difference(statement.goal)))
    waiting = deque([root])
    for _ in range(2 * most):
        if not waiting:
            break
        box = waiting.popleft()
        box.leaf = _leaf(box, slopes)
        if box.leaf is None and most > 0:
            most -= 1
            _halve(box)
            waiting.extend(box.halves)
    for box in waiting:
        box.leaf = _leaf(box, slopes)
    return Boxes(statement, root, _decided(statement, root))


def _leaf(box: Box, slopes: bool) -> dict[str, Any] | None:
    return leaf(box.goal) or (centred(box.goal) if slopes else None)


def _unfit(r: Range) -> bool:
    return r.lo is None or r.hi is None or r.integer


def _halve(box: Box) -> None:
    def width(name: str) -> Fraction:
        r = box.ranges[name]
        return Fraction(0) if r.lo is None or r.hi is None else r.hi - r.lo

    name = max(sorted(box.ranges), key=width)
    r = box.ranges[name]
    middle = (r.lo or Fraction(0)) + width(name) / 2
    parts = (replace(r, hi=middle, hi_open=False), replace(r, lo=middle, lo_open=False))
    box.cut = name, middle
    box.halves = [Box(box.goal.on(box.goal.region.with_range(name, part)), box.depth + 1) for part in parts]


def _decided(statement: Statement, root: Box) -> Verdict:
    """The kernel's verdict on the split tree."""
    text, digest = statement.text(), statement.digest()
    if any(box.leaf is None for box in root.ends()):
        return Verdict(Status.UNDECIDED, text, digest, reason="some boxes stay open")
    try:
        return check(statement, {"verdict": "PROVED", "goal": root.step()})
    except Rejected as error:
        return Verdict(Status.UNDECIDED, text, digest, reason=f"the kernel rejected the tree ({error})")
