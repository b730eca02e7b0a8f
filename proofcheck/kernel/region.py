# SPDX-License-Identifier: Apache-2.0
"""Regions: a box with exact rational, open or closed ends, cut by facts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

from proofcheck.kernel import interval as iv
from proofcheck.kernel.calculus import Condition, conditions, constant_value, minus
from proofcheck.kernel.evaluate import ALLOWED, NEG, POS, ZER, Program, enclosure, meets, multiply, sign
from proofcheck.kernel.statement import Relation, Statement, Variable
from proofcheck.kernel.term import Term, num, rational, var, variables
from proofcheck.kernel.verdict import Rejected

PRECISION = 64


@dataclass(frozen=True)
class Range:
    """The reals (or integers) between two exact ends; None is unbounded and then open."""

    lo: Fraction | None
    hi: Fraction | None
    lo_open: bool
    hi_open: bool
    integer: bool = False

    def is_empty(self) -> bool:
        """Whether no number lies in it."""
        if self.lo is None or self.hi is None:
            return False
        return self.lo > self.hi or (self.lo == self.hi and (self.lo_open or self.hi_open))

    def hull(self, precision: int) -> iv.Interval:
        """An interval that contains every member (any interval will do when there is none)."""
        return iv.from_fractions(self.lo, self.lo if self.is_empty() else self.hi, precision)

    def contains(self, x: Fraction) -> bool:
        """Whether the exact number x lies in it."""
        above = self.lo is None or x > self.lo or (x == self.lo and not self.lo_open)
        below = self.hi is None or x < self.hi or (x == self.hi and not self.hi_open)
        return above and below and (not self.integer or x.denominator == 1)

    def within(self, other: Range) -> bool:
        """Whether every member is a member of ``other``."""
        low = other.lo is None or (self.lo is not None and (
            self.lo > other.lo or (self.lo == other.lo and (self.lo_open or not other.lo_open))))
        high = other.hi is None or (self.hi is not None and (
            self.hi < other.hi or (self.hi == other.hi and (self.hi_open or not other.hi_open))))
        return low and high and (self.integer or not other.integer)

    def to_json(self) -> list[Any]:
        """[lo, hi, lo_open, hi_open, integer] with rationals as strings and null for unbounded."""
        ends = [None if end is None else str(end) for end in (self.lo, self.hi)]
        return [*ends, self.lo_open, self.hi_open, self.integer]


def range_from_json(data: Any) -> Range:
    """Inverse of Range.to_json; raises Rejected."""
    if not isinstance(data, list) or len(data) != 5 or not all(isinstance(flag, bool) for flag in data[2:]):
        raise Rejected("range", f"expected [lo, hi, lo_open, hi_open, integer], found {str(data)[:60]!r}")
    lo, hi = (None if end is None else rational(end) for end in data[:2])
    return make_range(lo, hi, data[2], data[3], data[4])


def make_range(lo: Fraction | None, hi: Fraction | None, lo_open: bool, hi_open: bool, integer: bool) -> Range:
    """The range with these ends; integer ranges get closed integer ends."""
    if integer and lo is not None:
        lo, lo_open = Fraction(floor(lo) + 1 if lo_open else ceil(lo)), False
    if integer and hi is not None:
        hi, hi_open = Fraction(ceil(hi) - 1 if hi_open else floor(hi)), False
    return Range(lo, hi, lo_open or lo is None, hi_open or hi is None, integer)


@dataclass(frozen=True)
class Region:
    """The points of a box at which all facts ``g relation 0`` hold."""

    ranges: Mapping[str, Range]
    facts: tuple[Condition, ...] = ()
    box: dict[str, iv.Interval] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "box", {n: r.hull(PRECISION) for n, r in self.ranges.items()})

    def at_precision(self, precision: int) -> dict[str, iv.Interval]:
        """The box with ends rounded outward at another precision."""
        if precision <= PRECISION:
            return self.box
        return {n: r.hull(precision) for n, r in self.ranges.items()}

    def with_range(self, name: str, new: Range) -> Region:
        """The region with one variable's range replaced."""
        return Region({**self.ranges, name: new}, self.facts)

    def with_fact(self, relation: str, g: Term) -> Region:
        """The part of the region where ``g relation 0``."""
        return Region(self.ranges, (*self.facts, (relation, g)))

    def known_sign(self, term: Term) -> int:
        """The signs left to a sub-term by an end of the range of its variable, or by a fact that names it."""
        mask = NEG | ZER | POS
        if term.op == "var":
            r = self.ranges[term.args[0]]
            if (r.lo is not None and r.lo_open and r.lo >= 0) or (r.hi is not None and r.hi_open and r.hi <= 0):
                mask &= NEG | POS
        elif term.op == "add" and len(term.args) == 2:
            mask &= self._gap_sign(*term.args)
        if self.facts and term.op in ("add", "neg", "var", "sqrt", "exp", "log", "mul", "div", "pow"):
            mask &= self._fact_sign(term)
        return mask

    def _fact_sign(self, term: Term) -> int:
        """The signs left by the facts that are the term, or its negative, up to the order of addends."""
        mask, parts = NEG | ZER | POS, signed_parts(term, 1)
        opposite = {(part, -sign): count for (part, sign), count in parts.items()}
        for relation, g in self.facts:
            other = signed_parts(g, 1)
            if other == parts:
                mask &= ALLOWED[relation]
            elif other == opposite:
                mask &= multiply(ALLOWED[relation], NEG)
        return mask

    def _gap_sign(self, left: Term, right: Term) -> int:
        """The signs of x - a or a - x when the range of x lies on one side of the number a, without rounding."""
        for x, a in ((left, right), (right, left)):
            flip = x.op == "neg"
            name, value = x.args[0] if flip else x, constant_value(a)
            if value is None or name.op != "var":
                continue
            r, end, mask = self.ranges[name.args[0]], value if flip else -value, NEG | ZER | POS
            if r.lo is not None and end <= r.lo:
                mask = POS if end < r.lo or r.lo_open else POS | ZER
            elif r.hi is not None and end >= r.hi:
                mask = NEG if end > r.hi or r.hi_open else NEG | ZER
            return multiply(mask, NEG) if flip else mask
        return NEG | ZER | POS

    def sign(self, program: Program, precision: int = PRECISION) -> int:
        """The signs that a term can have on the region (an over-estimate)."""
        return sign(program, self.at_precision(precision), precision, self.known_sign)

    def certainly(self, condition: Condition, precision: int = PRECISION) -> bool:
        """True only when the condition holds on the whole region."""
        relation, g = condition
        try:
            return meets(self.sign(Program(g), precision), relation)
        except iv.Undefined:
            return False

    def defines(self, term: Term, precision: int = PRECISION) -> bool:
        """True only when every condition of definedness of the term is certain on the region."""
        return all(self.certainly(condition, precision) for condition in conditions(term))

    def facts_mention(self, name: str) -> bool:
        """Whether some fact contains the variable."""
        return any(name in variables(g) for _, g in self.facts)

    def dropping(self, indices: Collection[int]) -> Region:
        """The larger region that forgets the facts with these numbers."""
        return Region(self.ranges, tuple(fact for k, fact in enumerate(self.facts) if k not in indices))

    def without(self, name: str) -> Region:
        """The region's shadow on the other variables, when no fact mentions this one."""
        return Region({n: r for n, r in self.ranges.items() if n != name}, self.facts)


def signed_parts(term: Term, sign: int) -> dict[tuple[Term, int], int]:
    """The addends of a term with their signs, counted."""
    if term.op == "neg":
        return signed_parts(term.args[0], -sign)
    if term.op == "num" and term.args[0] < 0:
        return {(num(-term.args[0]), -sign): 1}
    if term.op != "add":
        return {(term, sign): 1}
    total: dict[tuple[Term, int], int] = {}
    for part in term.args:
        for key, count in signed_parts(part, sign).items():
            total[key] = total.get(key, 0) + count
    return total


def difference(relation: Relation) -> Condition:
    """``left op right`` as a condition ``g relation 0`` with relation one of >=, >, ==, !=."""
    if relation.op in ("<=", "<"):
        return (">=" if relation.op == "<=" else ">", minus(relation.right, relation.left))
    return (relation.op, minus(relation.left, relation.right))


def statement_region(statement: Statement) -> tuple[Region, list[tuple[Region, Term]]]:
    """The region of a statement, and the terms that must be defined, each with the region where it must be.

    Bounds and hypotheses are read from left to right: each must be defined where the earlier ones hold.
    """
    region, terms = Region({}), []
    for variable in statement.variables:
        for bound in (variable.lower, variable.upper):
            if bound is not None:
                terms.append((region, bound))
        region = _add_variable(region, variable)
    for hypothesis in statement.hypotheses:
        relation, g = difference(hypothesis)
        terms += [(region, hypothesis.left), (region, hypothesis.right)]
        region = region.with_fact(relation, g)
    terms += [(region, statement.goal.left), (region, statement.goal.right)]
    return region, terms


def _add_variable(region: Region, v: Variable) -> Region:
    low, low_fact = _bound(region, v.lower, lower=True)
    high, high_fact = _bound(region, v.upper, lower=False)
    ranges = {**region.ranges, v.name: make_range(low, high, v.lower_open, v.upper_open, v.kind == "int")}
    facts = list(region.facts)
    if low_fact and v.lower is not None:
        facts.append((">" if v.lower_open else ">=", minus(var(v.name), v.lower)))
    if high_fact and v.upper is not None:
        facts.append((">" if v.upper_open else ">=", minus(v.upper, var(v.name))))
    return Region(ranges, tuple(facts))


def _bound(region: Region, bound: Term | None, lower: bool) -> tuple[Fraction | None, bool]:
    """An exact outer bound, and whether the bound itself has to be kept as a fact."""
    if bound is None:
        return None, False
    value = constant_value(bound)
    if value is not None:
        return value, False
    try:
        hull = enclosure(bound, region.box, PRECISION)
    except iv.Undefined:
        return None, True
    return (iv.lower_fraction(hull) if lower else iv.upper_fraction(hull)), True


def point_region(region: Region, point: Mapping[str, Fraction]) -> dict[str, Term]:
    """The point as a substitution; raises Rejected when it names other variables or lies outside the box."""
    if set(point) != set(region.ranges):
        raise Rejected("point", f"needs a value for exactly {sorted(region.ranges)}, found {sorted(point)}")
    for name, value in point.items():
        if not region.ranges[name].contains(value):
            raise Rejected("point", f"{name} = {value} lies outside its range")
    return {name: num(value) for name, value in point.items()}
