# SPDX-License-Identifier: Apache-2.0
"""The sampled look: the sign of a claim's slack, in padded mpmath interval arithmetic, at points of its own domain.

The slack of left <= right is right - left; of left == right it is -|left - right|/max(1, |left|, |right|).
A point contradicts a claim only where the padded enclosure lies certainly on the wrong side. A sign that is not certain
never counts as agreement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, Literal

from mpmath.libmp import fzero, libmpf

from proofcheck.evidence import padded
from proofcheck.evidence.domain import Domain, Point, domain_of, point_text
from proofcheck.evidence.padded import Interval
from proofcheck.evidence.pick import NoPoint
from proofcheck.evidence.program import Program
from proofcheck.evidence.terms import is_rational, rational_value
from proofcheck.kernel.statement import Relation, Statement
from proofcheck.kernel.term import ONE, Term, apply

Outcome = Literal["agrees", "contradicts", "silent"]
Sign = Literal["right", "wrong", "undecided"]

GUARD_BITS = 24
BOX_EVERY = 8
DISPLAY_DIGITS = 6


@dataclass(frozen=True)
class Sampled:
    """What sampling saw.

    ``least_margin`` is a decimal string, at most the slack at the sampled point ``at`` where it was least; all exact.
    Points of uncertain sign count for it only where there are no others. ``undecided`` points have a slack of uncertain
    sign at this precision; ``undefined`` ones have no value.
    ``boxes`` of the small boxes tried, ``boxes_certain`` carry the right sign throughout.
    """

    outcome: Outcome
    points: int
    digits: int
    least_margin: str | None
    at: Mapping[str, str] | None
    undecided: int = 0
    undefined: int = 0
    boxes: int = 0
    boxes_certain: int = 0
    text: str = ""


def sampled(claim: Any, digits: int = 50, points: int = 200, seed: int = 0, edge_bias: float = 0.5) -> Sampled:
    """Look at a claim (or a kernel Statement) at about ``points`` exact points of its domain, at ``digits`` digits.

    **Guarantee:** none; evidence. "contradicts" means a certain sign after padding, at the exact point ``at``.
    """
    statement = claim if isinstance(claim, Statement) else claim.statement
    return sampler(statement, digits).look(Random(seed), points, edge_bias)


@lru_cache(maxsize=512)
def sampler(statement: Statement, digits: int) -> Sampler:
    """The prepared sampler of a statement at a precision."""
    return Sampler(statement, digits)


class Sampler:
    """A statement compiled for looking at many points."""

    def __init__(self, statement: Statement, digits: int) -> None:
        self.domain: Domain = domain_of(statement)
        self.statement = self.domain.statement
        self.digits = digits
        prec = digits * 3322 // 1000 + GUARD_BITS
        goal = self.statement.goal
        self._term = _slack_of(goal)
        self._exact = is_rational(self._term)
        self._goal = Program((self._term,), prec)
        self._prec = prec
        self._strict = goal.op in ("<", ">", "!=")
        self._equality = goal.op == "=="

    def draw(self, rng: Random, edge_bias: float = 0.5) -> Point:
        """A point for the variables that no equality defines; raises NoPoint."""
        return self.domain.draw_free(rng, edge_bias)

    def slack(self, point: Point) -> Interval:
        """Padded enclosure of the slack; raises Undefined or TooLarge."""
        found = self._goal.at_point(point)[0]
        if self._exact and padded.sign_low(found) < 0 < padded.sign_high(found):
            return self._exactly(point, found)
        return found

    def _exactly(self, point: Point, found: Interval) -> Interval:
        try:
            return padded.from_fraction(rational_value(self._term, point), self._prec)
        except ValueError:
            return found

    def sign(self, slack: Interval) -> Sign:
        """What an enclosure of the slack says of the goal."""
        low, high = padded.sign_low(slack), padded.sign_high(slack)
        if self._equality:
            return "wrong" if high < 0 else "right"
        if high < 0 or (self._strict and high <= 0):
            return "wrong"
        return "right" if low > 0 or (low == 0 and not self._strict) else "undecided"

    def look(self, rng: Random, points: int, edge_bias: float) -> Sampled:
        """Draw and judge points, and a small box around every eighth."""
        tally = _Tally(self.digits)
        for k in range(points if self.statement.variables else 1):
            try:
                point = self.draw(rng, edge_bias)
            except NoPoint:
                tally.misses += 1
                if tally.misses >= 3 and not tally.points:
                    break
                continue
            self._judge(point, tally)
            if k % BOX_EVERY == 0 and self.statement.variables and not self._equality:
                self._box(point, rng, tally)
            if tally.wrong is not None:
                break
        return tally.result(self.domain)

    def _judge(self, point: Point, tally: _Tally) -> None:
        tally.points += 1
        try:
            slack = self.slack(point)
        except padded.Undefined as reason:
            tally.undefined += 1
            tally.note = f"{reason} at {_brief(point)}"
            return
        except padded.TooLarge:
            tally.undecided += 1
            return
        sign = self.sign(slack)
        tally.undecided += sign == "undecided"
        tally.note_margin(slack[0], point, certain=sign != "undecided")
        if sign == "wrong":
            tally.least, tally.where, tally.wrong = slack[0], point, point

    def _box(self, point: Point, rng: Random, tally: _Tally) -> None:
        """A box of relative half-width 2^-k around the point; not clipped to the domain, so only agreement counts."""
        width = Fraction(1, 1 << rng.randint(8, 40))
        box: dict[str, Interval] = {}
        for v in self.statement.variables:
            x = point[v.name]
            radius = Fraction(0) if v.kind == "int" else width * max(abs(x), Fraction(1, 1 << 20))
            low, high = (padded.from_fraction(end, self._prec) for end in (x - radius, x + radius))
            box[v.name] = (low[0], high[1])
        tally.boxes += 1
        try:
            tally.boxes_certain += self.sign(self._goal.at_box(box)[0]) == "right"
        except (padded.Undefined, padded.TooLarge):
            return


class _Tally:
    """Counts while looking."""

    def __init__(self, digits: int) -> None:
        self.digits = digits
        self.points = self.misses = self.undecided = self.undefined = self.boxes = self.boxes_certain = 0
        self.least: Any = None
        self.where: Point | None = None
        self.wrong: Point | None = None
        self.certain = False
        self.note = ""

    def note_margin(self, low: Any, point: Point, *, certain: bool) -> None:
        """Keep the least lower end of the slack; where its sign is uncertain it is noise, and any certain one wins."""
        better = self.least is None or libmpf.mpf_lt(low, self.least)
        if (certain and not self.certain) or (certain == self.certain and better):
            self.least, self.where, self.certain = low, point, certain

    def result(self, domain: Domain) -> Sampled:
        decided = self.points - self.undecided - self.undefined
        outcome: Outcome = "contradicts" if self.wrong is not None else "agrees" if decided else "silent"
        least = None if self.least is None else decimal_below(self.least)
        at = None if self.where is None else point_text(self.where, domain.definitions)
        return Sampled(outcome, self.points, self.digits, least, at, self.undecided, self.undefined, self.boxes,
                       self.boxes_certain, self._text(outcome))

    def _text(self, outcome: Outcome) -> str:
        if not self.points:
            return "no point of the domain was found"
        if outcome == "contradicts":
            return "certainly false at the last point that was drawn"
        text = f"{self.points} points at {self.digits} digits"
        extras = [f"{count} {word}" for count, word in
                  ((self.undecided, "undecided"), (self.undefined, "undefined")) if count]
        return "; ".join([text, *extras, *([self.note] if self.note else [])])


def _slack_of(goal: Relation) -> Term:
    left, right = goal.left, goal.right
    if goal.op in ("<=", "<"):
        left, right = right, left
    difference = apply("add", left, apply("neg", right))
    if goal.op == "==":
        size = apply("max", ONE, apply("abs", left), apply("abs", right))
        return apply("neg", apply("div", apply("abs", difference), size))
    return apply("abs", difference) if goal.op == "!=" else difference


def _brief(point: Point) -> str:
    return ", ".join(f"{name} = {value}" for name, value in point.items()) or "the only point"


def decimal_below(value: Any) -> str:
    """A decimal (or a power of two, when astronomically large or small) that is at most the raw number ``value``."""
    if value == fzero:
        return "0"
    if not value[1]:
        return "-oo" if value == libmpf.fninf else "oo"
    sign, _, exponent, bits = value
    if abs(exponent) > 20_000:
        return f"-2**{exponent + bits}" if sign else f"2**{exponent + bits - 1}"
    number = padded.to_fraction(value)
    context = Context(prec=DISPLAY_DIGITS, rounding=ROUND_FLOOR, Emax=10**6, Emin=-(10**6))
    quotient = context.divide(Decimal(number.numerator), Decimal(number.denominator))
    return str(quotient.normalize(context))
