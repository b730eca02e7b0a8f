# SPDX-License-Identifier: Apache-2.0
"""Counterexamples: floats find a low place, one exact point is then handed to the kernel. Untrusted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from proofcheck.kernel.calculus import conditions, constant_value, derivative, holds, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import Region
from proofcheck.kernel.rules_region import membership
from proofcheck.kernel.term import Term, num, substitute, subterms, variables
from proofcheck.kernel.verdict import Rejected
from proofcheck.search.balls import Cloud, fact_holds, value_at
from proofcheck.search.regions import linear_parts

Point = dict[str, Fraction]
MAX_ORDER = 8


def violations(region: Region, relation: str, f: Term, seed: int, rounds: int = 4) -> Iterator[Point]:
    """Points of the region at which ``f relation 0`` seems to fail, likeliest first."""
    solved = _solve_equality(region)
    if solved is not None:
        name, t, smaller = solved
        for point in violations(smaller, relation, substitute(f, {name: t}), seed, rounds):
            value = constant_value(substitute(t, {n: num(q) for n, q in point.items()}))
            if value is not None:
                yield {**point, name: value}
        return
    cloud = Cloud(region, 60 * max(1, len(region.ranges)), seed)
    if not cloud.points:
        return
    yield from _wrong(cloud, relation, f)
    if relation == "==":
        return
    yield from off_faces(region, relation, f, seed)
    scored = [(v, p) for p, v in zip(cloud.points, cloud.values(f), strict=True) if v.is_finite()]
    if relation == "!=":
        scored = [(abs(v), p) for v, p in scored]
    scored.sort(key=lambda item: float(item[0]))
    rng = random.Random(seed)
    for _, start in scored[:rounds]:
        yield from descend(region, relation, f, start, rng)


def off_faces(region: Region, relation: str, f: Term, seed: int) -> Iterator[Point]:
    """Where f vanishes on a face x = end: a lower derivative of the wrong sign there gives points close to the face."""
    for name, r in region.ranges.items():
        for end, inward in ((r.lo, 1), (r.hi, -1)):
            if end is None or r.integer or r.lo == r.hi:
                continue
            others = {n: q for n, q in region.ranges.items() if n != name}
            cloud = Cloud(Region(others), 40 if others else 1, seed)
            yield from _off_face(region, relation, f, (name, end, inward), cloud)


def _off_face(region: Region, relation: str, f: Term, face: tuple[str, Fraction, int], cloud: Cloud) -> Iterator[Point]:
    name, end, inward = face
    g, sign = f, 1
    for _ in range(MAX_ORDER):
        values = cloud.values(substitute(g, {name: num(end)}))
        if not all(v.is_finite() for v in values):
            return
        low = [(float(sign * v), k) for k, v in enumerate(values) if sign * v < 0]
        for _, k in sorted(low)[:4]:
            for bits in range(2, 60, 3):
                point = {**cloud.points[k], name: end + inward * Fraction(1, 2**bits)}
                if _inside(region, point) and fails(relation, value_at(f, point, 512)):
                    yield point
        if any(v > 0 or v < 0 for v in values) or sum(1 for _ in subterms(g)) > 600:
            return
        try:
            g, sign = derivative(g, name), sign * inward
        except Rejected:
            return


def _solve_equality(region: Region) -> tuple[str, Term, Region] | None:
    """A variable, its term by an equality linear in it with a constant coefficient, and the region of the others."""
    for relation, g in region.facts:
        form = Goal(region, "==", g).normalizer()(g) if relation == "==" else None
        if form is None or form.bottom:
            continue
        for name in sorted(variables(g)):
            a, b = linear_parts(form.top, name)
            if a is not None and b is not None and a.value is not None and not region.ranges[name].integer:
                t = times((num(-1 / a.value), b))
                ranges = {n: r for n, r in region.ranges.items() if n != name}
                inside = membership(t, region.ranges[name])
                moved = [(rel, substitute(h, {name: t})) for rel, h in region.facts if h != g]
                return name, t, Region(ranges, (*inside, *moved))
    return None


def _wrong(cloud: Cloud, relation: str, f: Term) -> Iterator[Point]:
    for point, v in zip(cloud.points, cloud.values(f), strict=True):
        if v.is_finite() and fails(relation, v):
            yield point


def fails(relation: str, v: arb) -> bool:
    """Whether the value is certainly wrong, or exactly 0 where that is wrong (to be settled exactly by the kernel)."""
    if relation == "==":
        return bool(v != 0)
    if v.is_exact() and v.is_zero():
        return not holds(relation, 0)
    return bool(v < 0) if relation != "!=" else False


def descend(
    region: Region, relation: str, f: Term, start: Point, rng: random.Random, steps: int = 70
) -> Iterator[Point]:
    """Pattern search with shrinking steps on the value of f; yields every failing point it meets."""
    best, value = start, value_at(f, start, 128)
    widths = {name: _width(region, name, start) for name in start}
    scale = Fraction(1, 4)
    for _ in range(steps):
        improved = False
        for candidate in _neighbours(region, best, widths, scale, rng):
            v = value_at(f, candidate, 128)
            if not v.is_finite():
                continue
            if fails(relation, v):
                yield candidate
                return
            if v < value:
                best, value, improved = candidate, v, True
        if not improved:
            scale /= 2
            if scale < Fraction(1, 2**44):
                break
    yield from _rounded(region, relation, f, best)


def _rounded(region: Region, relation: str, f: Term, best: Point) -> Iterator[Point]:
    """Simple rationals near the lowest point found: a strict claim may fail exactly there."""
    for limit in (1, 2, 4, 8, 12, 64, 1000):
        point = {name: q.limit_denominator(limit) for name, q in best.items()}
        if _inside(region, point):
            v = value_at(f, point, 128)
            if v.is_finite() and (v.contains(arb(0)) or fails(relation, v)):
                yield point


def _width(region: Region, name: str, start: Point) -> Fraction:
    r = region.ranges[name]
    if r.lo is not None and r.hi is not None:
        return r.hi - r.lo
    return max(Fraction(1), abs(start[name]))


def _neighbours(region: Region, at: Point, widths: Point, scale: Fraction, rng: random.Random) -> Iterator[Point]:
    for name in at:
        for sign in (1, -1):
            yield from _moved(region, {**at, name: _step(region, name, at[name], sign * scale * widths[name])})
    if len(at) > 1:
        for _ in range(2 * len(at)):
            moved = {
                n: _step(region, n, q, Fraction(rng.randrange(-64, 65), 64) * scale * widths[n]) for n, q in at.items()
            }
            yield from _moved(region, moved)


def _step(region: Region, name: str, q: Fraction, delta: Fraction) -> Fraction:
    r = region.ranges[name]
    moved = q + delta
    if r.integer:
        return q + (1 if delta > 0 else -1) * max(1, abs(round(delta)))
    if r.lo is not None and moved <= r.lo:
        return (q + r.lo) / 2 if r.lo_open else r.lo
    if r.hi is not None and moved >= r.hi:
        return (q + r.hi) / 2 if r.hi_open else r.hi
    return Fraction(round(moved * 2**60), 2**60)


def _moved(region: Region, point: Point) -> Iterator[Point]:
    if _inside(region, point):
        yield point


def _inside(region: Region, point: Point) -> bool:
    return all(region.ranges[n].contains(q) for n, q in point.items()) and \
        all(fact_holds(relation, g, point) for relation, g in region.facts)


def undefined_points(terms: list[tuple[Region, Term]], whole: Region, seed: int) -> Iterator[Point]:
    """Points of the whole box at which some condition of definedness seems to fail."""
    for where, term in terms:
        for relation, g in conditions(term):
            region = Region({**whole.ranges}, where.facts)
            cloud = Cloud(region, 60, seed)
            for point, v in zip(cloud.points, cloud.values(g), strict=True):
                if v.is_finite() and _condition_fails(relation, v):
                    yield point
            if relation == "!=":
                continue
            finite = [(v, p) for p, v in zip(cloud.points, cloud.values(g), strict=True) if v.is_finite()]
            finite.sort(key=lambda item: float(item[0]))
            for _, start in finite[:1]:
                yield from descend(region, relation, g, start, random.Random(seed), 40)


def _condition_fails(relation: str, v: arb) -> bool:
    if v.is_exact():
        return not holds(relation, (v > 0) - (v < 0))
    return bool(v < 0) if relation in (">", ">=") else False
