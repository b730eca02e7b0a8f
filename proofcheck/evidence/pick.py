# SPDX-License-Identifier: Apache-2.0
"""One exact rational from an interval of reals or integers: in the bulk, in the tail, or where claims tend to fail."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from random import Random

FINE = 1 << 20


class NoPoint(ValueError):
    """No point of the domain was found: it is empty or too thin for a sampler."""


@dataclass(frozen=True)
class Span:
    """An interval with exact rational ends (None: unbounded), open or closed, of reals or of integers."""

    lower: Fraction | None
    upper: Fraction | None
    lower_open: bool = False
    upper_open: bool = False
    integer: bool = False

    def contains(self, x: Fraction) -> bool:
        """Whether the number belongs to the span."""
        if self.integer and x.denominator != 1:
            return False
        if self.lower is not None and (x < self.lower or (self.lower_open and x == self.lower)):
            return False
        return self.upper is None or x < self.upper or (x == self.upper and not self.upper_open)


def pick(span: Span, rng: Random, edge: bool) -> Fraction:
    """A number of the span; with ``edge`` an end point, a point at distance 2^-k from one, or a simple rational."""
    if span.integer:
        span = whole(span)
    for _ in range(8):
        x = _guess(span, rng, edge)
        if span.contains(x):
            return x
    return _fallback(span, rng)


def whole(span: Span) -> Span:
    """The closed span of integers inside a span."""
    low, high = span.lower, span.upper
    if low is not None:
        low = Fraction(floor(low) + 1 if span.lower_open else ceil(low))
    if high is not None:
        high = Fraction(ceil(high) - 1 if span.upper_open else floor(high))
    return Span(low, high, integer=True)


def _fallback(span: Span, rng: Random) -> Fraction:
    low, high = span.lower, span.upper
    if low is None or high is None or low > high or (low == high and not span.contains(low)):
        raise NoPoint("an empty or unbounded span")
    if span.integer:
        return Fraction(rng.randint(int(low), int(high)))
    return low if low == high else (low + high) / 2


def _guess(span: Span, rng: Random, edge: bool) -> Fraction:
    low, high = span.lower, span.upper
    if low is not None and high is not None:
        if span.integer:
            return _integer_between(int(low), int(high), rng, edge)
        return _edge_between(low, high, rng) if edge else low + (high - low) * Fraction(rng.randrange(1, FINE), FINE)
    if low is not None:
        return low + _tail(rng, edge, span.integer)
    if high is not None:
        return high - _tail(rng, edge, span.integer)
    return rng.choice((-1, 1)) * _tail(rng, edge, span.integer)


def _edge_between(low: Fraction, high: Fraction, rng: Random) -> Fraction:
    kind = rng.randrange(6)
    if kind < 4:
        step = (high - low) * Fraction(1, 1 << rng.randint(1, 48)) if kind < 2 else 0
        return low + step if kind % 2 else high - step
    bottom = rng.randint(1, 12)
    first, last = ceil(low * bottom), floor(high * bottom)
    return Fraction(rng.randint(first, min(last, first + 1000)), bottom) if first <= last else low


def _integer_between(low: int, high: int, rng: Random, edge: bool) -> Fraction:
    if low > high:
        raise NoPoint("no integer in the span")
    if not edge:
        return Fraction(rng.randint(low, high))
    step = rng.choice((0, 1, 2, 1 << rng.randrange((high - low).bit_length() + 1)))
    return Fraction(rng.choice((low + step, high - step)))


def _tail(rng: Random, edge: bool, integer: bool) -> Fraction:
    """A non-negative number with a heavy tail; now and then above 2^60, or 0, 2^-k, a small integer."""
    if edge:
        kind = rng.randrange(4)
        if kind == 0:
            return Fraction(0)
        if kind == 1 and not integer:
            return Fraction(1, 1 << rng.randint(1, 48))
        return Fraction(rng.randint(0, 8)) if kind < 3 else Fraction(1 << rng.randint(0, 64 if integer else 12))
    exponent = rng.randint(-6, 10) if rng.random() < 0.95 else rng.randint(10, 40)
    x = rng.randrange(1, 1 << 10) * Fraction(2) ** exponent / 64
    return Fraction(floor(x)) if integer else x
