# SPDX-License-Identifier: Apache-2.0
"""A Hypothesis strategy for the points of a claim's own domain.

The domain is prepared by ``evidence.domain``: variable by variable, each bound and each hypothesis that is affine in
it gives the ends of its range; an equality writes a variable out; what is left is a filter. Each value is drawn from
ordinary strategies for integers and fractions, so a counterexample shrinks to few variables off the simplest values.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import ceil, floor

from hypothesis import reject
from hypothesis import strategies as st

from proofcheck.claim import Claim
from proofcheck.evidence.domain import Domain, domain_of, span_of
from proofcheck.evidence.pick import NoPoint, Span, whole
from proofcheck.kernel.statement import Statement
from proofcheck.testing.judge import statement_of

Value = int | Fraction
LONG = 64  # bits of a denominator that no simple number has: the end of a range that was irrational
FAR = 48  # the closest to an end that a point is put: 2^-FAR of the width


def strategy(claim: Claim | Statement | str) -> st.SearchStrategy[dict[str, Value]]:
    """Exact points of the claim's domain: every variable in its range, every hypothesis certainly satisfied.

    A point is a dict from variable to Fraction, or to int for an integer variable, in the order of the claim. Ends of
    ranges, points close to them and equal variables are drawn often: that is where claims are sharp. Hypotheses that
    are affine in a variable, and equalities that fix one, hold by construction; others filter. Draws nothing when the
    hypotheses cannot hold, or force irrational values: Hypothesis then reports that the strategy is empty.
    """
    statement = statement_of(claim)
    return _points(domain_of(statement), statement)


@st.composite
def _points(draw: st.DrawFn, domain: Domain, statement: Statement) -> dict[str, Value]:
    plan = draw(st.sampled_from(domain.plans)) if len(domain.plans) > 1 else domain.plans[0]
    point: dict[str, Fraction] = {}
    try:
        for v, bounds in plan:
            point[v.name] = Fraction(draw(_values(span_of(v, bounds, point), point)))
        if domain.accepts(point):
            found = domain.complete(point)
            return {v.name: int(found[v.name]) if v.kind == "int" else found[v.name] for v in statement.variables}
    except (NoPoint, ValueError, ArithmeticError):
        pass
    reject()


def _values(span: Span, earlier: dict[str, Fraction]) -> st.SearchStrategy[Value]:
    """The values of a span, simple ones first, then its ends, then values of variables drawn before."""
    if span.integer:
        span = whole(span)
    if span.lower is not None and span.upper is not None and (span.lower > span.upper or not _inside(span)):
        raise NoPoint("an empty range")
    main = _integers(span) if span.integer else _fractions(span)
    special = list(dict.fromkeys(x for x in [*_corners(span), *earlier.values()] if span.contains(x)))
    choices = [main] + ([st.sampled_from(special)] if special else []) + ([] if span.integer else list(_near(span)))
    return st.one_of(choices)


def _inside(span: Span) -> bool:
    """Whether a span that is one point contains it."""
    return span.lower != span.upper or span.lower is None or span.contains(span.lower)


def _integers(span: Span) -> st.SearchStrategy[Value]:
    low, high = (None if end is None else int(end) for end in (span.lower, span.upper))
    return st.integers(low, high)


def _fractions(span: Span) -> st.SearchStrategy[Value]:
    low, high = _simple_ends(span)
    return st.fractions(low, high).filter(span.contains)


def _simple_ends(span: Span) -> tuple[Fraction | None, Fraction | None]:
    """The ends, moved inward by less than 2^-10 of the width where they are long: numbers between them can be short."""
    low, high = span.lower, span.upper
    if low is not None and low == high:
        return low, high
    bits = 10 if low is None or high is None else _bits(high - low, 10)
    return (
        None if low is None else _short(low, bits, up=True),
        None if high is None else _short(high, bits, up=False),
    )


def _bits(width: Fraction, more: int) -> int:
    """A number of binary places with 2^-bits less than 2^-more of the width."""
    return max(0, width.denominator.bit_length() - width.numerator.bit_length() + more + 2)


def _short(x: Fraction, bits: int, *, up: bool) -> Fraction:
    """A number as it is when its denominator is short, else the next multiple of 2^-bits."""
    if x.denominator.bit_length() <= LONG:
        return x
    scaled = x * 2**bits
    return Fraction(ceil(scaled) if up else floor(scaled), 2**bits)


def _corners(span: Span) -> Iterator[Fraction]:
    yield from (end for end in (span.lower, span.upper) if end is not None and end.denominator.bit_length() <= LONG)


def _near(span: Span) -> Iterator[st.SearchStrategy[Value]]:
    """Points at a distance of about 2^-k from an end, as a part of the width; and 2^k away from the only end."""
    low, high = span.lower, span.upper
    if low is not None and high is not None and low < high:
        yield st.integers(1, FAR).map(partial(_away, low, high - low))
        yield st.integers(1, FAR).map(partial(_away, high, low - high))
    elif low is None and high is not None:
        yield st.integers(-FAR, FAR).map(partial(_away, high, Fraction(-1)))
    elif high is None and low is not None:
        yield st.integers(-FAR, FAR).map(partial(_away, low, Fraction(1)))


def _away(end: Fraction, width: Fraction, k: int) -> Fraction:
    """About end + width/2^k, with few digits."""
    return _short(end + width / Fraction(2) ** k, _bits(abs(width), k), up=width > 0)
