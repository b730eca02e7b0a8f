# SPDX-License-Identifier: Apache-2.0
"""Exact rational points drawn from a statement's own domain, with a bias to its edges.

Bounds may name earlier variables; hypotheses that are affine in one variable tighten its bounds; the rest is rejection.
Irrational bounds are enclosed at 120 bits and rounded inward, so that a point is inside the domain or is not returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from random import Random

from proofcheck.evidence import padded
from proofcheck.evidence.pick import NoPoint, Span, pick
from proofcheck.evidence.program import Program
from proofcheck.evidence.terms import (
    affine,
    bounds_as_relations,
    consequences,
    eliminate,
    is_rational,
    rational_value,
    slack,
)
from proofcheck.kernel.statement import Relation, Statement, Variable
from proofcheck.kernel.term import Term, apply, num, substitute, to_text, variables

PREC = 120
MODEST = 1000  # exponents of irrational bounds: points beyond are not drawn
ATTEMPTS = 40
TWINS = 0.15  # share of edge draws that repeat the value of another variable: contacts such as p = q

Point = dict[str, Fraction]
Ends = tuple[Fraction, Fraction]


def draw(statement: Statement, rng: Random, edge_bias: float = 0.5) -> Point:
    """An exact point at which every variable lies in its domain and every hypothesis certainly holds.

    With probability about ``edge_bias`` a variable sits at or near an end of its range. Raises NoPoint when ATTEMPTS
    tries found none, or when an equality hypothesis forces an irrational value.
    """
    return domain_of(statement).draw(rng, edge_bias)


def evaluator(term: Term) -> Callable[[Mapping[str, Fraction]], Ends]:
    """A function that encloses the term's value at an exact point between two rationals (equal ones when exact)."""
    if not variables(term) and is_rational(term):
        constant = rational_value(term, {})
        return lambda _: (constant, constant)
    if is_rational(term):
        def exact(point: Mapping[str, Fraction]) -> Ends:
            value = rational_value(term, point)
            return value, value
        return exact
    program = Program((term,), PREC)

    def enclosed(point: Mapping[str, Fraction]) -> Ends:
        low, high = program.at_point(point)[0]
        if max(abs(end[2] + end[3]) for end in (low, high)) > MODEST:
            raise padded.TooLarge("a bound too large, or too close to 0, for a sampled point")
        return padded.to_fraction(low), padded.to_fraction(high)
    return enclosed


class Test:
    """A relation asked at exact points: certainly true or not certainly true."""

    __test__ = False  # not a test case, whatever pytest thinks of the name

    def __init__(self, relation: Relation) -> None:
        self.op = relation.op
        difference = apply("add", relation.left, apply("neg", relation.right))
        self._value = evaluator(difference)

    def certain(self, point: Mapping[str, Fraction]) -> bool:
        """Whether the relation certainly holds there."""
        low, high = self._value(point)
        match self.op:
            case "<=":
                return high <= 0
            case "<":
                return high < 0
            case ">=":
                return low >= 0
            case ">":
                return low > 0
            case "==":
                return low == high == 0
        return low > 0 or high < 0


class _Bound:
    """One bound for a variable: a + b*x >= 0 (or > 0), with a and b known once other variables are."""

    def __init__(self, relation: Relation, form: tuple[Term, Term]) -> None:
        self.strict = relation.op in ("<", ">")
        self._constant, self._slope = evaluator(form[0]), evaluator(form[1])
        self._fixed = not variables(form[0]) and not variables(form[1])
        self._known = self._solve({}) if self._fixed else None

    def value(self, point: Point) -> tuple[bool, Fraction] | None:
        """(True, lower bound) or (False, upper bound), rounded inward; None where the slope's sign is not known."""
        return self._known if self._fixed else self._solve(point)

    def _solve(self, point: Point) -> tuple[bool, Fraction] | None:
        a, b = self._constant(point), self._slope(point)
        if not (b[0] > 0 or b[1] < 0):
            return None
        if a[0] == a[1] and b[0] == b[1]:
            return b[0] > 0, -a[0] / b[0]
        quotients = [-top / bottom for top in a for bottom in b]
        return (True, max(quotients)) if b[0] > 0 else (False, min(quotients))


Plan = list[tuple[Variable, list[_Bound]]]


class Domain:
    """The domain of a statement, prepared for drawing many points."""

    def __init__(self, statement: Statement) -> None:
        self.statement, self.definitions = eliminate(statement)
        self._defined = {name: evaluator(term) for name, term in self.definitions.items()}
        self._integers = {v.name for v in statement.variables if v.kind == "int"}
        self._tests = [Test(h) for h in self.statement.hypotheses]
        orders = [self.statement.variables]
        if self.statement.hypotheses and len(self.statement.variables) > 1:
            orders.append(_other_order(self.statement.variables))
        self.plans: list[Plan] = [list(self._plan(order)) for order in orders]

    def _plan(self, order: tuple[Variable, ...]) -> Iterator[tuple[Variable, list[_Bound]]]:
        known: set[str] = set()
        relations = [c for h in self.statement.hypotheses if h.op != "!=" for c in consequences(h)]
        for v in order:
            known.add(v.name)
            own = list(bounds_as_relations(v))
            named = [r for r in relations if v.name in variables(r.left) | variables(r.right) <= known]
            forms = [(r, affine(slack(r), v.name)) for r in own + named]
            yield v, [_Bound(r, form) for r, form in forms if form is not None]

    def draw(self, rng: Random, edge_bias: float) -> Point:
        """As the module's draw: all variables, the defined ones included."""
        return self.complete(self.draw_free(rng, edge_bias))

    def complete(self, point: Point) -> Point:
        """The point with the variables that an equality defines; NoPoint where such a value is irrational."""
        for name, value in self._defined.items():
            low, high = value(point)
            if low != high:
                raise NoPoint(f"the hypotheses give {name} an irrational value")
            point[name] = low
        return point

    def draw_free(self, rng: Random, edge_bias: float) -> Point:
        """A point for the variables that no equality defines."""
        for _ in range(ATTEMPTS):
            point = self._attempt(rng, edge_bias)
            if point is not None:
                return point
        raise NoPoint(f"no point of the domain in {ATTEMPTS} attempts")

    def accepts(self, point: Point) -> bool:
        """Whether every hypothesis certainly holds at the values of the variables that no equality defines."""
        try:
            return all(test.certain(point) for test in self._tests)
        except (ValueError, ArithmeticError):
            return False

    def _attempt(self, rng: Random, edge_bias: float) -> Point | None:
        plan = rng.choice(self.plans) if len(self.plans) > 1 else self.plans[0]
        corner = rng.random() < edge_bias / 3
        point: Point = {}
        try:
            for v, bounds in plan:
                edge = corner or rng.random() < edge_bias
                span = span_of(v, bounds, point)
                twin = _twin(point, rng) if edge and point and rng.random() < TWINS else None
                point[v.name] = twin if twin is not None and span.contains(twin) else pick(span, rng, edge)
            return point if self.accepts(point) else None
        except (NoPoint, ValueError, ArithmeticError):
            return None


@lru_cache(maxsize=512)
def domain_of(statement: Statement) -> Domain:
    """The prepared domain of a statement (kept: it depends on nothing but the statement)."""
    return Domain(statement)


def span_of(v: Variable, bounds: list[_Bound], point: Point) -> Span:
    """The values of a variable that its bounds allow, once the variables that these name are known."""
    low: Fraction | None = None
    high: Fraction | None = None
    low_open = high_open = False
    for bound in bounds:
        found = bound.value(point)
        if found is None:
            continue
        is_lower, value = found
        if is_lower and (low is None or value > low or (value == low and bound.strict)):
            low, low_open = value, bound.strict
        elif not is_lower and (high is None or value < high or (value == high and bound.strict)):
            high, high_open = value, bound.strict
    return Span(low, high, low_open, high_open, v.kind == "int")


def _other_order(order: tuple[Variable, ...]) -> tuple[Variable, ...]:
    """The variables with the last ones first, as far as bounds that name other variables allow."""
    waiting = list(reversed(order))
    done: list[Variable] = []
    while waiting:
        names = {v.name for v in waiting}
        ready = next(v for v in waiting if not _needs(v) & (names - {v.name}))
        waiting.remove(ready)
        done.append(ready)
    return tuple(done)


def _twin(point: Point, rng: Random) -> Fraction:
    """The value of a variable drawn before, or one close to it."""
    value = rng.choice(list(point.values()))
    return value if rng.random() < 1 / 2 else value * (1 + Fraction(rng.choice((-1, 1)), 1 << rng.randint(1, 24)))


def _needs(v: Variable) -> frozenset[str]:
    ends = [end for end in (v.lower, v.upper) if end is not None]
    return frozenset().union(*(variables(end) for end in ends)) if ends else frozenset()


def point_text(point: Mapping[str, Fraction], definitions: Mapping[str, Term]) -> dict[str, str]:
    """The point as exact strings: rationals, and terms for variables that an equality defines."""
    values = {name: num(x) for name, x in point.items()}
    return {name: str(point[name]) for name in sorted(point)} | {
        name: to_text(substitute(term, values)) for name, term in definitions.items() if name not in point}

