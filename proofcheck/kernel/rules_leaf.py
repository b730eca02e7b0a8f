# SPDX-License-Identifier: Apache-2.0
"""Rules without calculus: leaves, case splits, and changes of the goal by algebra."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

from proofcheck.kernel import interval as iv
from proofcheck.kernel.calculus import Condition, minus, plus, times
from proofcheck.kernel.evaluate import Program, fails, meets
from proofcheck.kernel.goal import Goal, Replay, items, member, term_member
from proofcheck.kernel.polynomial import MAX_BITS, Atom, Quotient
from proofcheck.kernel.region import PRECISION, Range, Region, make_range
from proofcheck.kernel.term import MINUS_ONE, ONE, Term, num, rational, substitute, var
from proofcheck.kernel.verdict import Rejected

MAX_PRECISION = 4096
MAX_BERNSTEIN = 200_000
MAX_DEGREE = 128
NOTHING = Fraction(0)


def precision_of(step: dict[str, Any]) -> int:
    """The working precision a step asks for."""
    p = step.get("precision", PRECISION)
    if not isinstance(p, int) or isinstance(p, bool) or not PRECISION <= p <= MAX_PRECISION:
        raise Rejected("precision", f"must be an integer from {PRECISION} to {MAX_PRECISION}")
    return p


def rule_sign(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """The sign follows from those of the parts (open ends, facts, and enclosures included)."""
    try:
        mask = goal.region.sign(goal.program, precision_of(step))
    except iv.Undefined as problem:
        raise Rejected("sign", f"no value on the box: {problem}") from None
    if not meets(mask, goal.relation):
        raise Rejected("sign", "the signs of the parts do not settle it")
    return NOTHING


def rule_enclosure(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """The interval value of f on the box lies on the right side of 0; with "centred", the mean value form."""
    p = precision_of(step)
    try:
        if step.get("centred", False) is True:
            value = _centred(goal, p)
        else:
            value = goal.program.run(goal.region.at_precision(p), p)[-1]
    except iv.Undefined as problem:
        raise Rejected("enclosure", f"no value on the box: {problem}") from None
    fits = {">=": iv.is_nonnegative(value), ">": iv.is_positive(value),
            "!=": iv.is_positive(value) or iv.is_negative(value), "==": False}[goal.relation]
    if not fits:
        raise Rejected("enclosure", f"the enclosure does not show f {goal.relation} 0")
    low = iv.lower_fraction(value)
    return max(low, NOTHING) if low is not None else NOTHING


def _centred(goal: Goal, p: int) -> iv.Interval:
    """f(c) + sum of df/dx(box) * (x - c), by the mean value theorem on the closed box (facts aside)."""
    ranges = goal.region.ranges
    closed = Region({n: Range(r.lo, r.hi, False, False) for n, r in ranges.items()})
    middle = {n: (r.lo + r.hi) / 2 for n, r in ranges.items() if r.lo is not None and r.hi is not None}
    if len(middle) < len(ranges):
        raise Rejected("enclosure", "the centred form needs a bounded box")
    if not all(closed.defines(program.nodes[-1], p) for program in (goal.program, *goal.slopes.values())):
        raise Rejected("enclosure", "the centred form needs f and its derivatives on the closed box")
    box = closed.at_precision(p)
    centre = {n: iv.from_fraction(c, p) for n, c in middle.items()}
    total = goal.program.run(centre, p)[-1]
    for name, slope in goal.slopes.items():
        total = iv.add(total, iv.mul(slope.run(box, p)[-1], iv.sub(box[name], centre[name], p), p), p)
    return total


def rule_zero(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f is identically 0 by normal form."""
    if goal.relation not in (">=", "=="):
        raise Rejected("zero", f"cannot show f {goal.relation} 0")
    if not goal.normalizer().is_zero(goal.f):
        raise Rejected("zero", "the normal form of f is not 0")
    return NOTHING


def rule_excluded(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """No point is left: a range is empty, or a fact certainly fails on the box."""
    region = goal.region
    if any(r.is_empty() for r in region.ranges.values()):
        return NOTHING
    index = member(step, "fact", int)
    if not 0 <= index < len(region.facts):
        raise Rejected("excluded", f"there is no fact number {index}")
    relation, g = region.facts[index]
    rest = region.dropping((index,))
    try:
        mask = rest.sign(Program(g), precision_of(step))
    except iv.Undefined:
        return NOTHING
    if not fails(mask, relation):
        raise Rejected("excluded", f"fact number {index} may hold on the box")
    return NOTHING


def rule_fact(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f is a positive multiple of a fact of the region, by normal form."""
    index, scale = member(step, "fact", int), rational(step.get("scale", "1"))
    if not 0 <= index < len(goal.region.facts):
        raise Rejected("fact", f"there is no fact number {index}")
    relation, g = goal.region.facts[index]
    usable = goal.relation == relation or (goal.relation == ">=" and relation in (">", "=="))
    if not usable or (scale <= 0 and not (relation in ("==", "!=") and scale)):
        raise Rejected("fact", f"a fact {relation} 0 times {scale} does not give {goal.relation} 0")
    if not goal.normalizer().is_zero(minus(goal.f, times((num(scale), g)))):
        raise Rejected("fact", "f is not that multiple of the fact")
    return NOTHING


def rule_bound(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f is one of the defining bounds of ceil, floor, min, max or abs of the term "of", by normal form.

    ceil(y) - y, y - floor(y), y_i - min(y...), max(y...) - y_i, |y| - y, |y| + y are >= 0; y + 1 - ceil(y) and
    floor(y) + 1 - y are > 0.
    """
    node = term_member(step, "of", goal.region)
    replay.defined(goal.region, node, step, "defined")
    normal = goal.normalizer()
    if not any(normal.is_zero(minus(goal.f, g)) for relation, g in defining_bounds(node)
               if goal.relation in (relation, ">=")):
        raise Rejected("bound", f"f {goal.relation} 0 is no defining bound of {node!r}")
    return NOTHING


def defining_bounds(node: Term) -> list[Condition]:
    """The conditions that ceil, floor, min, max and abs satisfy by definition; none for other operations."""
    if node.op == "ceil":
        return [(">=", minus(node, node.args[0])), (">", minus(plus((node.args[0], ONE)), node))]
    if node.op == "floor":
        return [(">=", minus(node.args[0], node)), (">", minus(plus((node, ONE)), node.args[0]))]
    if node.op == "abs":
        return [(">=", minus(node, node.args[0])), (">=", plus((node, node.args[0])))]
    if node.op in ("min", "max"):
        return [(">=", minus(y, node) if node.op == "min" else minus(node, y)) for y in node.args]
    return []


def rule_bernstein(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f is a polynomial whose Bernstein coefficients on the bounded box are all >= 0 (or > 0)."""
    names = [n for n, r in goal.region.ranges.items() if not (r.lo is not None and r.lo == r.hi)]
    fixed = {n: num(r.lo) for n, r in goal.region.ranges.items() if r.lo is not None and r.lo == r.hi}
    normal = goal.normalizer()(substitute(goal.f, fixed))
    least = min(bernstein_coefficients(normal, names, goal.region.ranges))
    if least < 0 or (least == 0 and goal.relation != ">=") or goal.relation == "==":
        raise Rejected("bernstein", f"the least coefficient {least} does not show f {goal.relation} 0")
    return least


def bernstein_coefficients(f: Quotient, names: list[str], ranges: Any) -> list[Fraction]:
    """The Bernstein coefficients of a polynomial on a bounded box; raises Rejected when f is none or too large."""
    exponents: dict[tuple[int, ...], Fraction] = {}
    places: dict[Atom, int] = {var(name): k for k, name in enumerate(names)}
    for m, c in f.top.items():
        powers = [0] * len(names)
        for atom, e in m:
            if atom not in places or e < 0 or e.denominator != 1:
                raise Rejected("bernstein", "f is not a polynomial in the variables")
            powers[places[atom]] = int(e)
        exponents[tuple(powers)] = c
    if f.bottom or any(ranges[n].lo is None or ranges[n].hi is None for n in names):
        raise Rejected("bernstein", "needs a polynomial on a bounded box")
    degrees = [max((key[k] for key in exponents), default=0) for k in range(len(names))]
    highest = max(degrees, default=0)
    if highest > MAX_DEGREE or (highest + 1) * prod(d + 1 for d in degrees) > MAX_BERNSTEIN:
        raise Rejected("bernstein", f"the degree is above {MAX_DEGREE}, or there are too many coefficients")
    ends = [end for n in names for end in (ranges[n].lo, ranges[n].hi)]
    bits = max((abs(part).bit_length() for end in ends for part in (end.numerator, end.denominator)), default=0)
    if bits * highest > MAX_BITS:
        raise Rejected("bernstein", "the ends of the box have too many digits for this degree")
    table = {index: exponents.get(index, Fraction(0)) for index in product(*(range(d + 1) for d in degrees))}
    for k, name in enumerate(names):
        table = _along_axis(table, k, degrees[k], ranges[name].lo, ranges[name].hi)
    return list(table.values())


Table = dict[tuple[int, ...], Fraction]


def _along_axis(table: Table, k: int, d: int, lo: Fraction, hi: Fraction) -> Table:
    """Power basis in x on [lo, hi] to Bernstein basis, for the k-th index: x = lo + (hi-lo)t, then binomials."""
    result: Table = {}
    width = hi - lo
    shift = [[comb(n, i) * lo ** (n - i) * width ** i for i in range(n + 1)] for n in range(d + 1)]
    weight = [[Fraction(comb(i, j), comb(d, j)) for j in range(i + 1)] for i in range(d + 1)]
    for index in table:
        if index[k]:
            continue
        line = [table[(*index[:k], n, *index[k + 1:])] for n in range(d + 1)]
        unit = [sum((line[n] * shift[n][i] for n in range(i, d + 1) if line[n]), Fraction(0)) for i in range(d + 1)]
        for i in range(d + 1):
            result[(*index[:k], i, *index[k + 1:])] = sum((weight[i][j] * unit[j] for j in range(i + 1)), Fraction(0))
    return result


def rule_split(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """It holds on both halves of a range; real halves share the split point, integer ones do not."""
    name, at = member(step, "variable", str), rational(step.get("at"))
    r = range_of(goal, name)
    if not r.contains(at):
        raise Rejected("split", f"{name} = {at} is not a point of its range")
    low = goal.region.with_range(name, Range(r.lo, at, r.lo_open, False, r.integer))
    high = goal.region.with_range(name, Range(at + 1 if r.integer else at, r.hi, False, r.hi_open, r.integer))
    least = replay.prove(goal.on(low), step.get("low"), "low")
    return min(least, replay.prove(goal.on(high), step.get("high"), "high"))


def range_of(goal: Goal, name: str) -> Range:
    """The range of a variable of the goal; raises Rejected for an unknown name."""
    if name not in goal.region.ranges:
        raise Rejected("range", f"there is no variable {name[:40]!r}")
    return goal.region.ranges[name]


def rule_integers(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """A finite part of an integer range point by point, and the rest as one range."""
    name, points = member(step, "variable", str), items(step, "points")
    r = range_of(goal, name)
    if not r.integer or r.lo is None:
        raise Rejected("integers", f"{name} is not an integer bounded below")
    least = None
    for k, proof in enumerate(points):
        n = r.lo + k
        point = goal.region.with_range(name, Range(n, n, False, False, True))
        margin = replay.prove(goal.on(point), proof, f"{name}={n}")
        least = margin if least is None else min(least, margin)
    tail = make_range(r.lo + len(points), r.hi, False, r.hi_open, True)
    if not tail.is_empty():
        margin = replay.prove(goal.on(goal.region.with_range(name, tail)), step.get("tail"), "tail")
        least = margin if least is None else min(least, margin)
    return least if least is not None else NOTHING


def rule_cases(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """It holds where g > 0 and where g <= 0."""
    g = term_member(step, "on", goal.region)
    replay.defined(goal.region, g, step, "defined")
    first = replay.prove(goal.on(goal.region.with_fact(">", g)), step.get("positive"), "positive")
    rest = goal.region.with_fact(">=", times((MINUS_ONE, g)))
    return min(first, replay.prove(goal.on(rest), step.get("nonpositive"), "nonpositive"))


def rule_both(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f = 0 because f >= 0 and -f >= 0."""
    if goal.relation != "==":
        raise Rejected("both", "is for equalities")
    replay.prove(Goal(goal.region, ">=", goal.f), step.get("above"), "above")
    replay.prove(Goal(goal.region, ">=", times((MINUS_ONE, goal.f))), step.get("below"), "below")
    return NOTHING


def rule_nonzero(goal: Goal, step: dict[str, Any], replay: Replay) -> Fraction:
    """f != 0 because f > 0 or because -f > 0."""
    if goal.relation != "!=":
        raise Rejected("nonzero", "is for goals f != 0")
    f = goal.f if step.get("positive") is True else times((MINUS_ONE, goal.f))
    return replay.prove(Goal(goal.region, ">", f), step.get("proof"), "proof")
