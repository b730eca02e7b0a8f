# SPDX-License-Identifier: Apache-2.0
"""Enclosures, outward decimal text and the fixed-point convolutions, against exact arithmetic."""

from fractions import Fraction

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.exact.enclosure import Enclosure, ball, enclose, workprec
from proofcheck.exact.lattice import basis_of, combined, plus, point_masses, times
from proofcheck.exact.render import decimal
from proofcheck.exact.softmax import Softmax
from proofcheck.exact.walk import Walk

fractions = st.fractions(min_value=-(10**9), max_value=10**9)


@settings(max_examples=300, deadline=None)
@given(fractions, st.integers(-40, 40), st.integers(1, 25))
def test_decimal_text_is_outward_and_close(value: Fraction, shift: int, digits: int):
    value = value * Fraction(10) ** shift
    low, high = Fraction(decimal(value, digits, up=False)), Fraction(decimal(value, digits, up=True))
    assert low <= value <= high
    assert high - low <= abs(value) * Fraction(10) ** (1 - digits)


@pytest.mark.parametrize(
    ("value", "up", "text"),
    [
        (Fraction(0), True, "0"), (Fraction(1, 8), True, "0.125"), (Fraction(3), False, "3"),
        (Fraction(1, 3), False, "0.33333"), (Fraction(1, 3), True, "0.33334"), (Fraction(-1, 3), True, "-0.33333"),
        (Fraction(999999, 10**6), True, "1.0000"), (Fraction(1, 3 * 10**9), False, "3.3333e-10"),
        (Fraction(123456, 1), False, "1.2345e5"),
    ],
)  # fmt: skip
def test_decimal_examples(value: Fraction, up: bool, text: str):
    assert decimal(value, 5, up=up) == text


@settings(max_examples=200, deadline=None)
@given(fractions, st.integers(2, 200))
def test_balls_hold_their_fraction(value: Fraction, bits: int):
    held = enclose(lambda: ball(value), bits)
    assert held.lower <= value <= held.upper


def test_a_float_ball_would_not():
    """The trap: arb(0.1) is the binary float and excludes 1/10."""
    assert not flint.arb(0.1).contains(flint.arb(flint.fmpq(1, 10)))
    assert flint.arb(flint.fmpq(1, 10)).contains(flint.fmpq(1, 10))


def test_precision_is_restored_after_an_error():
    before = flint.ctx.prec
    with pytest.raises(ZeroDivisionError), workprec(500):
        raise ZeroDivisionError
    assert flint.ctx.prec == before


def test_an_infinite_ball_is_refused():
    with pytest.raises(ArithmeticError, match="not a finite ball"):
        enclose(lambda: flint.arb(1) / flint.arb(0), 64)


def test_enclosures():
    part = Enclosure(Fraction(1), Fraction(10**6 + 1, 10**6))
    assert part.digits(30) == 6
    assert Enclosure.of(2).digits(30) == 30
    assert Enclosure(Fraction(0), Fraction(1)).digits(5) == 0
    assert part.trimmed(10).lower <= part.lower
    assert part.trimmed(10).upper >= part.upper
    with pytest.raises(ValueError, match="empty"):
        Enclosure(Fraction(1), Fraction(0))
    with pytest.raises(ValueError, match=">= 0"):
        part.times(-1)


def cells_of(rank: int) -> st.SearchStrategy[dict]:
    place = st.tuples(*[st.integers(-4, 4)] * rank)
    return st.dictionaries(place, st.integers(0, 2**20), min_size=1, max_size=6)


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 3).flatmap(lambda rank: st.tuples(cells_of(rank), cells_of(rank))), st.integers(0, 24))
def test_boxes_multiply_and_add_like_dictionaries(pair: tuple[dict, dict], bits: int):
    a, b = pair
    product: dict = {}
    for x, v in a.items():
        for y, w in b.items():
            place = tuple(i + j for i, j in zip(x, y, strict=True))
            product[place] = product.get(place, 0) + v * w
    floors = {place: value >> bits for place, value in product.items() if value >> bits}
    box = times(point_masses(a), point_masses(b), bits)
    assert {place: int(cell) for place, cell in box.items()} == floors
    assert box.mass() == sum(floors.values())
    union = {place: a.get(place, 0) + b.get(place, 0) for place in a | b}
    found = plus(point_masses(a), point_masses(b))
    assert {place: int(cell) for place, cell in found.items()} == {p: v for p, v in union.items() if v}


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 4).flatmap(
    lambda n: st.lists(st.tuples(*[st.integers(-30, 30)] * n), min_size=1, max_size=5)))  # fmt: skip
def test_lattice_coordinates_give_the_steps_back(steps: list):
    if not any(any(step) for step in steps):
        return
    basis, coordinates = basis_of(steps)
    assert len(basis) <= min(len(steps), len(steps[0]))
    assert [combined(c, basis) for c in coordinates] == steps


def test_restricted_softmax_is_the_papers_q():
    """With the large-gap actions alone the normalizer is smaller, so P_j <= Q_j."""
    walk = Walk((((1, 1), 1),), 1, 1, (Fraction(1, 4), Fraction(1)), (1, 2), ((2,), (3, 4)), ())
    p, q = Softmax(walk, Fraction(1, 8), 80), Softmax(walk, Fraction(1, 8), 80, keep=(1,))
    with workprec(80):
        for state in [(0, 0), (3, 5), (-2, 7)]:
            low, high = Enclosure.from_ball(p.shares(state)[1]), Enclosure.from_ball(q.shares(state)[1])
            assert low.upper < high.lower
        assert set(q.shares((0, 0))) == {1}
        assert Enclosure.from_ball(q.shares((0, 0))[1] * 3 - 1).digits(0) == 0
