# SPDX-License-Identifier: Apache-2.0
"""The slack of a claim along its main variable: right side minus left side, enclosed at exact points of its domain.

For claims with one or two variables. The values are the kernel's interval arithmetic at rational points of the claim's
own domain; the straight lines that a picture draws between them are not enclosed, and its caption says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from proofcheck.kernel import interval as iv
from proofcheck.kernel.evaluate import Program, enclosure
from proofcheck.kernel.region import Region, difference
from proofcheck.kernel.statement import Statement, Variable
from proofcheck.kernel.term import Term, num, substitute, variables
from proofcheck.report.contact import Contact

PRECISION, POINTS, WINDOW, MOST_INTEGERS = 96, 48, Fraction(8), 24
_CURVES = 4
_WIDEST = Fraction(1, 10**9)  # relative to the value; wider ones are not drawn


@dataclass(frozen=True)
class Curve:
    """Points of one slice: (value of the main variable, enclosure of the slack); ``fixed`` are the others' values."""

    fixed: Mapping[str, Fraction]
    points: tuple[tuple[Fraction, Fraction, Fraction], ...]


@dataclass(frozen=True)
class Slack:
    """What is drawn: the main variable, its curves, the contacts on them, slices that touch everywhere, the ends."""

    main: Variable
    other: Variable | None
    curves: tuple[Curve, ...]
    touching: tuple[tuple[Fraction, Mapping[str, Fraction]], ...]
    level: tuple[Mapping[str, Fraction], ...]
    ends: tuple[Fraction, Fraction]


def slack(statement: Statement, contacts: list[Contact]) -> Slack | None:
    """The slack along the main variable; None for equations, for no or more than two variables, or where unbounded."""
    relation, f = difference(statement.goal)
    if relation not in (">=", ">") or not 1 <= len(statement.variables) <= 2 or any(not c.at for c in contacts):
        return None
    main, other = _roles(statement)
    fixed: list[dict[str, Fraction]] = [{}]
    if other is not None:
        fixed = [{other.name: value} for value in _slices(other, contacts)]
    spots = {c.at[main.name] for c in contacts if main.name in c.at}
    curves = [c for c in (_curve(statement, f, main, at, spots) for at in fixed) if len(c.points) >= 2]
    if not curves:
        return None
    shown, spans = tuple(curves), [_ends(main, curve.fixed) for curve in curves]
    level = tuple(c.at for c in contacts if main.name not in c.at)
    ends = (min(low for low, _ in spans), max(high for _, high in spans))
    return Slack(main, other, shown, tuple(_touching(main, shown, contacts)), level, ends)


def _roles(statement: Statement) -> tuple[Variable, Variable | None]:
    """The variable along which it is drawn, and the one that is held; a bound may name only earlier variables."""
    if len(statement.variables) == 1:
        return statement.variables[0], None
    first, second = statement.variables
    named = frozenset[str]().union(*(variables(b) for b in (second.lower, second.upper) if b is not None))
    if first.name in named or (second.kind == "real" and first.kind == "int"):
        return second, first
    return first, second


def _slices(v: Variable, contacts: list[Contact]) -> list[Fraction]:
    """A few values of the variable that is held: those where the claim touches first, then spread over its range."""
    touching = sorted({c.at[v.name] for c in contacts if v.name in c.at})
    low, high = _ends(v, {})
    if v.kind == "int":
        spread = [low, low + 1, low + 3, low + 9]
    else:
        width = high - low
        spread = [low + width * part for part in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))]
        spread += [] if v.upper_open else [high]
    chosen = touching[:2] + [value for value in spread if value not in touching and value <= high]
    return sorted(chosen[:_CURVES])


def _ends(v: Variable, at: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
    """The part of the range that is drawn; an outer bound where an end is no rational. Closed at both ends."""
    low, high = _value(v.lower, at, up=True), _value(v.upper, at, up=False)
    window = Fraction(MOST_INTEGERS - 1) if v.kind == "int" else WINDOW
    if low is None:
        return (-window / 2, window / 2) if high is None else (high - window, high)
    if high is None:
        return low, low + window
    return low, min(high, low + window) if v.kind == "int" else high


def _value(bound: Term | None, at: Mapping[str, Fraction], *, up: bool) -> Fraction | None:
    """A bound at a point, rounded inward when it is no rational."""
    if bound is None:
        return None
    try:
        hull = enclosure(substitute(bound, {name: num(value) for name, value in at.items()}), {}, PRECISION)
    except (iv.Undefined, KeyError):
        return None
    return iv.upper_fraction(hull) if up else iv.lower_fraction(hull)


def _grid(v: Variable, at: Mapping[str, Fraction]) -> Iterator[Fraction]:
    low, high = _ends(v, at)
    if v.kind == "int":
        yield from (Fraction(n) for n in range(ceil(low) + v.lower_open, floor(high) + 1))
        return
    width, inset = high - low, (high - low) / 2**12
    if width <= 0:
        return
    yield low + inset if v.lower_open else low
    bounded = v.lower is not None and v.upper is not None
    shares = [Fraction(k, POINTS) if bounded else Fraction(k, POINTS) ** 2 for k in range(1, POINTS)]
    yield from (low + width * share for share in shares)  # closer together at the end of a half-line
    yield high - inset if v.upper_open else high


def _curve(statement: Statement, f: Term, main: Variable, at: dict[str, Fraction], spots: set[Fraction]) -> Curve:
    """The slice at ``at``, with the values ``spots`` of the main variable among its points where they are drawn."""
    program, region = Program(f), Region({})
    points, values = [], set(_grid(main, at))
    for value in sorted(values | {x for x in spots if values and min(values) < x < max(values)}):
        here = {**at, main.name: value}
        if not _allowed(statement, region, here):
            continue
        found = _enclosed(program, here)
        if found is not None:
            points.append((value, *found))
    return Curve(at, tuple(points))


def _allowed(statement: Statement, region: Region, at: Mapping[str, Fraction]) -> bool:
    """Whether all hypotheses certainly hold at the point."""
    values = {name: num(value) for name, value in at.items()}
    conditions = (difference(h) for h in statement.hypotheses)
    return all(region.certainly((relation, substitute(g, values)), PRECISION) for relation, g in conditions)


def _enclosed(program: Program, at: Mapping[str, Fraction]) -> tuple[Fraction, Fraction] | None:
    box = {name: iv.from_fraction(value, PRECISION) for name, value in at.items()}
    try:
        value = program.run(box, PRECISION)[-1]
    except iv.Undefined:
        return None
    low, high = iv.lower_fraction(value), iv.upper_fraction(value)
    if low is None or high is None or high - low > _WIDEST * max(Fraction(1), abs(low)):
        return None
    return low, high


def _touching(
    main: Variable, curves: tuple[Curve, ...], contacts: list[Contact]
) -> Iterator[tuple[Fraction, Mapping[str, Fraction]]]:
    """The contacts that lie on the curves drawn, each once."""
    seen: set[tuple[Fraction, tuple[tuple[str, Fraction], ...]]] = set()
    for contact in contacts:
        for curve in curves:
            value = contact.at.get(main.name)
            rest = {name: x for name, x in contact.at.items() if name != main.name}
            key = (value or Fraction(0), tuple(curve.fixed.items()))
            fits = all(curve.fixed.get(name) == x for name, x in rest.items())
            if value is not None and fits and key not in seen and any(point[0] == value for point in curve.points):
                seen.add(key)
                yield value, curve.fixed

