# SPDX-License-Identifier: Apache-2.0
"""The whole sum at once from the Green's function, against sums term by term with a proved tail."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.exact import Law, law_from_dict, sums
from proofcheck.exact.engines.green import Green
from proofcheck.exact.engines.lattice import Lattice
from proofcheck.exact.tail import tail_of
from proofcheck.exact.walk import Walk, walk_of

from .helpers import law_named, meet


def walk_with(steps: dict[int, int], copies: int = 1, scale: int = 4) -> Walk:
    """A walk of one coordinate, whatever law it may come from; its mean is the gap."""
    total = sum(steps.values())
    gap = Fraction(sum(k * w for k, w in steps.items()), total * scale)
    return Walk(tuple(((k,), w) for k, w in steps.items()), total, scale, (gap,), (copies,), ((2,),), ())


def agrees_with_the_lattice(walk: Walk, eta: Fraction) -> None:
    green = Green(walk, eta)
    assert green.applies()
    whole = green.whole(160)
    assert whole is not None
    assert whole.digits(20) == 20
    terms = tail_of(walk, eta).terms_for(whole.lower / 10**22)
    partial = Lattice(walk, eta).range_sums([terms], 200)[0]
    assert meet(partial.widened(tail_of(walk, eta).after(terms)), whole)
    assert partial.upper >= whole.lower * (1 - Fraction(1, 10**20))


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(st.integers(-4, 4), st.integers(1, 6), min_size=1, max_size=6),
    st.sampled_from([1, 3, 999]),
    st.sampled_from([Fraction(1, 8), Fraction(1, 40), Fraction(2)]),
)
def test_any_bounded_integer_steps(steps: dict[int, int], copies: int, eta: Fraction):
    mean = Fraction(sum(k * w for k, w in steps.items()), sum(steps.values()))
    if mean < Fraction(1, 4):
        return  # the lattice would need too many terms to compare with
    agrees_with_the_lattice(walk_with(steps, copies), eta)


def test_a_double_root_is_left_to_other_engines():
    """W (1 - E z^S) z^3 = -1000 (z - 1) (z - 1/2) (z + 1/10)^2."""
    walk = walk_with({1: 1000, -1: 210, -2: 85, -3: 5})
    assert not Green(walk, Fraction(1, 8)).applies()
    atoms = [(Fraction(k + 3, 4), w) for k, w in {1: 1000, -1: 210, -2: 85, -3: 5}.items()]
    law = Law("double", tuple(((Fraction(3, 4), x), Fraction(w, 1300)) for x, w in atoms))
    assert sums(law, "1/4", digits=12, terms=0).engine != "green"


@pytest.mark.parametrize("name", ["dependent", "alike", "one hot"])
def test_more_than_one_coordinate_does_not_apply(name: str):
    assert not Green(walk_of(law_named(name)), Fraction(1, 8)).applies()


def test_visits_below_zero_fall_geometrically():
    """Two Bernoulli actions, c = 3/10, a = 1/5, eta so large that f is 1/2 at 0, 1 below and 0 above: sum r^e."""
    walk = walk_of(law_named("two"))
    whole = Green(walk, Fraction(200)).whole(120)
    assert whole is not None
    # gap / (c - a) = 1: sum_{d < 0} (2/3)^|d| + 1/2, less F_0 = gap / 2.
    assert abs(whole.lower - (2 + Fraction(1, 2) - Fraction(1, 20))) < Fraction(1, 10**30)


@pytest.mark.parametrize("gap", ["1/1000", "0.0000000001", "0.00000000000000000001"])
def test_a_small_gap_costs_nothing(gap: str):
    mean = Fraction(1, 2) + Fraction(gap)
    law = law_from_dict({"actions": [{"0": "1/2", "1": "1/2"}, {"0": str(1 - mean), "1": str(mean)}]})
    answer = sums(law, "1/4", digits=30, terms=0)
    assert (answer.engine, answer.digits_reached) == ("green", 30)
    # sum_{d < 0} (a/c)^|d| is about c / (c - a) = 1 / (4 gap), and dominates.
    assert answer.total.lower * Fraction(gap) > Fraction(1, 5)
    assert answer.ratio.upper < 1


def test_a_small_eta_costs_its_square_root(two: Law):
    answer = sums(two, "0.000002", digits=30, terms=0)
    assert (answer.engine, answer.digits_reached) == ("green", 30)
    # As eta falls, F_m = (1/10) / (1 + e^{eta m / 10}) nearly: the sum is about log(2) / eta.
    assert abs(answer.total.lower * Fraction("0.000001") - Fraction("0.6931")) < Fraction(1, 1000)


def test_a_sure_walk_and_many_copies():
    """D_m = m: F_m = 5 e^{-m/8} / (1 + 5 e^{-m/8})."""
    walk = walk_with({4: 1}, copies=5)
    agrees_with_the_lattice(walk, Fraction(1, 8))


def test_nineteen_complex_roots_lose_no_precision():
    """Steps of -4 and 15, twins: roots near the unit circle, turned 150 times."""
    walk = walk_with({-4: 1, 15: 3}, copies=2, scale=30)
    whole = Green(walk, Fraction(1, 8)).whole(130)
    assert whole is not None
    assert whole.digits(30) == 30
    agrees_with_the_lattice(walk, Fraction(1, 8))
