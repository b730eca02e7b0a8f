# SPDX-License-Identifier: Apache-2.0
"""Arb balls at sample points of a region: what the search looks at before it tries to prove anything. Untrusted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from math import prod

import flint
from flint import arb, fmpq

from proofcheck.kernel.calculus import constant_value, holds
from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.term import Term, subterms

WORK_BITS = 96


@contextmanager
def workprec(bits: int) -> Iterator[None]:
    """Arb's working precision inside the block (flint.ctx is shared by the process: never by threads)."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def ball(q: Fraction) -> arb:
    """The rational as a ball at the working precision."""
    return arb(fmpq(q.numerator, q.denominator))


def _power(base: arb, exponent: arb, node: Term) -> arb:
    fixed = constant_value(node.args[1])
    if fixed is not None and fixed.denominator == 1:
        return base ** int(fixed)
    if fixed is not None and fixed.denominator == 2:
        return base.sqrt() ** int(fixed.numerator)
    return arb(0) if base.is_zero() and exponent > 0 else (exponent * base.log()).exp()


def _xlogx(a: arb) -> arb:
    return arb(0) if a.is_zero() else a * a.log()


_CALL: dict[str, Callable[[arb], arb]] = {
    "exp": arb.exp, "log": arb.log, "sqrt": arb.sqrt, "sin": arb.sin, "cos": arb.cos, "tan": arb.tan, "atan": arb.atan,
    "sinh": arb.sinh, "cosh": arb.cosh, "tanh": arb.tanh, "floor": arb.floor, "ceil": arb.ceil, "abs": abs,
    "neg": lambda a: -a, "xlogx": _xlogx,
}


def apply_ball(node: Term, args: list[arb], point: Mapping[str, arb]) -> arb:
    """One step of evaluation; a value that is not finite stands for undefined."""
    op = node.op
    if op == "num":
        return ball(node.args[0])
    if op == "var":
        return point[node.args[0]]
    if op == "add":
        return sum(args[1:], args[0])
    if op == "mul":
        return prod(args[1:], start=args[0])
    if op == "div":
        return args[0] / args[1]
    if op == "pow":
        return _power(args[0], args[1], node)
    if op == "pi":
        return arb.pi()
    if op in ("min", "max"):
        total = args[0]
        for item in args[1:]:
            total = total.min(item) if op == "min" else total.max(item)
        return total
    return _CALL[op](args[0])


def value_at(term: Term, point: Mapping[str, Fraction], bits: int = WORK_BITS) -> arb:
    """The term at an exact point, as a ball."""
    with workprec(bits):
        here = {name: ball(q) for name, q in point.items()}
        done: dict[Term, arb] = {}
        for node in subterms(term):
            done[node] = apply_ball(node, [done[child] for child in node.children], here)
        return done[term]


class Cloud:
    """Sample points of a region with cached values of every sub-term that was asked for."""

    def __init__(self, region: Region, size: int = 40, seed: int = 0) -> None:
        self.points = list(sample(region, size, seed))
        with workprec(WORK_BITS):
            self._balls = [{name: ball(q) for name, q in point.items()} for point in self.points]
        self._values: dict[Term, list[arb]] = {}

    def values(self, term: Term) -> list[arb]:
        """The values of a term at all points."""
        with workprec(WORK_BITS):
            for node in subterms(term):
                if node not in self._values:
                    columns = [self._values[child] for child in node.children]
                    self._values[node] = [apply_ball(node, list(row), point) for row, point in
                                          zip(zip(*columns, strict=True) if columns else [()] * len(self._balls),
                                              self._balls, strict=True)]
        return self._values[term]

    def signs(self, term: Term) -> tuple[bool, bool]:
        """Whether the term is certainly negative somewhere, and certainly positive somewhere, on the cloud."""
        values = self.values(term)
        return any(v < 0 for v in values), any(v > 0 for v in values)

    def violation(self, relation: str, term: Term) -> dict[str, Fraction] | None:
        """A point at which ``term relation 0`` is certainly false, or the value is not finite; else None."""
        for point, v in zip(self.points, self.values(term), strict=True):
            if v.is_nan():
                continue
            if (relation in (">=", ">", "==") and v < 0) or (relation == "==" and v > 0) \
                    or (relation in (">", "!=") and v.is_zero()):
                return point
        return None


_INNER = [Fraction(n, 1000) for n in (500, 250, 750, 100, 900, 10, 990, 1, 999, 375, 625)]
_FAR = [Fraction(n, 100) for n in (100, 10, 300, 50, 1000, 1, 10000, 200, 3000, 1000000)]


def axis(r: Range, rng: random.Random, size: int) -> list[Fraction]:
    """Sample values of one range: closed ends first, then points between, then random ones."""
    ends = [end for end, is_open in ((r.lo, r.lo_open), (r.hi, r.hi_open)) if end is not None and not is_open]
    if r.lo is not None and r.lo == r.hi:
        return ends
    fractions = [*_INNER, *(Fraction(rng.randrange(1, 4096), 4096) for _ in range(size))]
    if r.lo is not None and r.hi is not None:
        values = [r.lo + t * (r.hi - r.lo) for t in fractions]
    elif r.lo is not None:
        values = [r.lo + t for t in _FAR] + [r.lo + t / (1 - t) for t in fractions]
    elif r.hi is not None:
        values = [r.hi - t for t in _FAR] + [r.hi - t / (1 - t) for t in fractions]
    else:
        values = [Fraction(0), *(s * t for t in _FAR for s in (1, -1))]
        values += [(2 * t - 1) / (t * (1 - t)) for t in fractions]
    if r.integer:
        values = [Fraction(round(v)) for v in values]
    return list(dict.fromkeys(ends + [v for v in values if r.contains(v)]))


def sample(region: Region, size: int, seed: int) -> Iterator[dict[str, Fraction]]:
    """Exact points of a region: corners and a spread; facts are kept by rejection (equalities excepted)."""
    rng = random.Random(seed)
    names = list(region.ranges)
    axes = [axis(region.ranges[name], rng, max(8, size // 3)) for name in names]
    if not all(axes):
        return
    count, tries = 0, 0
    seen: set[tuple[Fraction, ...]] = set()
    for candidate in _candidates(axes, rng, size):
        tries += 1
        if count >= size or tries > size * 12:
            return
        if candidate in seen:
            continue
        seen.add(candidate)
        point = dict(zip(names, candidate, strict=True))
        if all(relation == "==" or fact_holds(relation, g, point) for relation, g in region.facts):
            count += 1
            yield point


def _candidates(axes: list[list[Fraction]], rng: random.Random, size: int) -> Iterator[tuple[Fraction, ...]]:
    if len(axes) <= 1:
        yield from (tuple(c) for c in product(*axes))
        return
    yield from product(*(a[:2] for a in axes))
    yield from product(*(a[:3] for a in axes[:4])) if len(axes) <= 4 else ()
    while True:
        yield tuple(rng.choice(a) for a in axes)


def fact_holds(relation: str, g: Term, point: Mapping[str, Fraction]) -> bool:
    """Whether the fact certainly holds at a point (equalities: is not certainly false)."""
    try:
        v = value_at(g, point, 160)
    except (ZeroDivisionError, ValueError):
        return False
    if not v.is_finite():
        return False
    if v.is_exact():
        return holds(relation, (v > 0) - (v < 0))
    if relation == "==":
        return not bool(v != 0)  # weaker than v == 0 for a ball
    return bool(v > 0 if relation in (">=", ">") else v != 0)
