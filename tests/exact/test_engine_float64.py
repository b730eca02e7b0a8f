# SPDX-License-Identifier: Apache-2.0
"""Rigour in float64: the rounding model, outward ends, underflow, and the lattice engine on any small law."""

from dataclasses import replace
from fractions import Fraction
from math import inf, nextafter

import numpy as np
import pytest
from flint import arb, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.exact import Law, law_from_dict, sums
from proofcheck.exact.enclosure import ball, workprec
from proofcheck.exact.engines import Problem, doubles, piece
from proofcheck.exact.engines.float64 import Integral64, Lattice64
from proofcheck.exact.engines.frame import frame_of
from proofcheck.exact.engines.lattice import Lattice
from proofcheck.exact.engines.types import Types
from proofcheck.exact.engines.walk64 import Cloud, Gaps
from proofcheck.exact.groups import groups_of
from proofcheck.exact.walk import walk_of

from .helpers import LAWS, bernoulli, holds, law_named, meet, slow_f

positive = st.fractions(min_value=Fraction(1, 10**12), max_value=10**6)


def test_this_machine_rounds_as_the_proofs_say():
    doubles.require_ieee()


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(positive, positive), min_size=1, max_size=40))
def test_a_computed_sum_of_products_is_within_gamma(pairs: list[tuple[Fraction, Fraction]]):
    exact = sum(a * b for a, b in pairs)
    left = np.array([doubles.of_fraction(a) for a, _ in pairs])
    right = np.array([doubles.of_fraction(b) for _, b in pairs])
    computed, error = Fraction(float(left @ right)), doubles.gamma(len(pairs) + 2)  # two to come in, one product
    assert exact * (1 - error) <= computed <= exact * (1 + error)
    found = piece.single([piece.ends(np.array([left @ right]), len(pairs) + 2, Fraction(1), Fraction(1), 0.0)])[0]
    assert found.lower <= exact <= found.upper


@settings(max_examples=80, deadline=None)
@given(positive, positive, positive, positive)
def test_ends_are_outward(value: Fraction, low: Fraction, high: Fraction, more: Fraction):
    computed = doubles.of_fraction(value)
    found = piece.ends(np.array([computed]), 5, low, high, piece.above(more))
    error = doubles.gamma(5)
    assert Fraction(float(found.lower[0])) <= low * Fraction(computed) / (1 + error)
    assert Fraction(float(found.upper[0])) >= high * Fraction(computed) / (1 - error) + more
    assert piece.below(value) < value < piece.above(value) or Fraction(computed) == value


def test_sums_over_ranges_are_outward():
    lower = np.array([0.1, 0.2, 0.3, 0.4])
    found = piece.summed([piece.Ends(lower[:3], lower[:3]), piece.Ends(lower[3:], lower[3:])], [1, 4])
    for part, values in zip(found, (lower[:1], lower[1:]), strict=True):
        exact = sum(Fraction(float(x)) for x in values)
        assert part.lower < exact < part.upper
        assert part.digits(15) == 15


def test_too_many_roundings_are_refused():
    with pytest.raises(ArithmeticError, match="too many for float64"):
        doubles.gamma(2**52)


def test_doubles_of_balls_are_checked():
    with workprec(80):
        exact = [ball(Fraction(1, 3)), ball(Fraction(-650)).exp(), ball(Fraction(-720)).exp()]
        found = doubles.of_balls(exact)
        assert found[2] == 0.0
        for value, true in zip(found[:2], exact, strict=False):
            assert abs(true - arb(value)) < true * arb(2) ** -50
        with pytest.raises(ArithmeticError, match="too wide"):
            doubles.of_balls([arb(1, 1e-10)])
    with pytest.raises(ArithmeticError, match="too many for float64"):
        doubles.of_integers([fmpz(1)], 5000)


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("eta", [Fraction(1, 8), Fraction(1, 20), Fraction(30), Fraction(1, 10**7)])
def test_the_lattice_agrees_with_plain_enumeration(name: str, eta: Fraction):
    law = law_named(name)
    found = Lattice64(walk_of(law), eta).each([1, 2, 4], 150)
    for part, m in zip(found, (1, 2, 4), strict=True):
        assert holds(part, slow_f(law, eta, m))
        assert part.digits(12) == 12


def test_across_blocks_and_trimming(two: Law):
    """Five blocks of 128, cells trimmed on the way, against FLINT's doubling."""
    walk = walk_of(two)
    edges = [1, 127, 128, 129, 600]
    exact = Lattice(walk, Fraction(1, 8)).range_sums(edges, 150)
    for fine, coarse in zip(exact, Lattice64(walk, Fraction(1, 8)).range_sums(edges, 110), strict=True):
        assert meet(fine, coarse)
        assert coarse.digits(12) == 12


def test_frames_have_the_least_dimension():
    ranks = {name: frame_of(walk_of(law_named(name))).rank for name in LAWS}
    assert ranks == {
        "two": 1, "dependent": 2, "best last, twins": 1, "opposite": 1, "deterministic": 1, "alike": 2, "one hot": 3,
    }  # fmt: skip
    assert frame_of(walk_of(law_named("deterministic"))).moves
    two_atoms = law_from_dict({"atoms": [{"losses": ["0", "1/5", "1"], "probability": "1/2"},
                                         {"losses": ["2/5", "1/2", "2/5"], "probability": "1/2"}]})  # fmt: skip
    assert frame_of(walk_of(two_atoms)).rank == 1
    found = Lattice64(walk_of(two_atoms), Fraction(1, 8)).each([3], 120)[0]
    assert holds(found, slow_f(two_atoms, Fraction(1, 8), 3))


def test_gaps_where_exponentials_underflow_or_would_overflow():
    """At eta = 500 a difference of -3 alone would be e^1500; relative to the greatest, P is 1 there and 0 elsewhere."""
    walk = walk_of(law_named("two"))
    values = Gaps(walk, Fraction(500), frame_of(walk)).on(3, (-3,), (7,))
    assert values[:4].tolist() == [0.1, 0.1, 0.1, 0.05]
    assert 0 < values[4] < 1e-200
    assert values[5:].tolist() == [0.0, 0.0]


def test_probabilities_that_underflow_cost_what_is_counted():
    """A weight of 10^-180: its square is below every double; the enclosures still hold, and stay narrow."""
    tiny = Fraction(1, 10**180)
    law = Law("tiny", (((Fraction(0), Fraction(1)), 1 - tiny), ((Fraction(1), Fraction(0)), tiny)))
    walk, eta = walk_of(law), Fraction(1, 8)
    exact = Types(walk, eta).each([1, 2, 9], 100)
    for fine, coarse in zip(exact, Lattice64(walk, eta).each([1, 2, 9], 100), strict=True):
        assert meet(fine, coarse)
        assert coarse.digits(12) == 12


def test_f_below_every_double_is_enclosed_and_left_to_another_engine():
    """F_m = e^{-5 m} or so at m = 400, eta = 5: below 10^-800."""
    law = law_from_dict({"actions": [{"0": 1}, {"1": 1}]})
    problem = Problem(law, Fraction(5))
    small = problem.engines["lattice64"].each([400], 120)[0]
    assert small.lower == 0
    assert 0 < small.upper < Fraction(1, 10**200)
    found = problem.engines["integral"].each([400], 3100)[0]
    assert found.digits(10) == 10
    assert found.upper < Fraction(1, 10**800)
    assert small.lower <= found.lower <= found.upper <= small.upper


def test_late_terms_get_their_digits_by_another_precision(two: Law):
    """F_3000 is about 10^-8 of F_1: the precision is raised until it has the digits wanted too."""
    answer = sums(two, "1/4", digits=11, terms=0, at=[1, 3000])
    assert all(value.digits(11) == 11 for value in answer.f.values())


def test_huge_differences_are_refused_and_never_chosen():
    gap = Fraction(1, 10**25)
    law = Law("fine", (), ((((Fraction(1, 2), Fraction(1)),), 1), (((Fraction(1, 2) + gap, Fraction(1)),), 1),
                           (((Fraction(0), Fraction(1, 3)), (Fraction(1), Fraction(2, 3))), 1)))  # fmt: skip
    walk = walk_of(law)
    with pytest.raises((ArithmeticError, OverflowError)):
        Lattice64(walk, Fraction(1, 8)).each([1000], 100)
    engine, _ = Problem(law, Fraction(1, 8)).choose(1000, 6, 100, 10**5)
    assert engine.name not in {"lattice64", "integral64"}
    assert holds(sums(law, "1/4", digits=20, terms=1, work=10**5).f[1], slow_f(law, Fraction(1, 8), 1))


def test_a_step_of_the_cloud_is_a_convolution():
    cloud = Cloud((2, 0), np.array([[0.25, 0.75]]))
    after = cloud.step([(0, 0), (1, 2)], [0.5, 0.5])
    assert after.low == (2, 0)
    assert after.cells.tolist() == [[0.125, 0.375, 0.0, 0.0], [0.0, 0.0, 0.125, 0.375]]
    trimmed, gone = after.trimmed(0.2)
    assert (trimmed.low, gone) == ((2, 1), 2)
    assert trimmed.cells.tolist() == [[0.375, 0.0, 0.0], [0.0, 0.125, 0.375]]


def test_a_power_of_a_thousand_factors_in_float64():
    """K = 1000 multiplies a thousand factors; the error is proved, and is about 10^-10."""
    law = law_from_dict({"actions": [bernoulli(Fraction(2, 5)), bernoulli(Fraction(1, 2), 999)]})
    groups = groups_of(law)
    assert groups is not None
    found = Integral64(groups, Fraction(1, 8)).each([50], 100)[0]
    assert found.digits(9) == 9
    alone = replace(groups, groups=(groups.groups[0], replace(groups.groups[1], copies=1)))
    assert nextafter(float(Integral64(alone, Fraction(1, 8)).each([50], 100)[0].upper), inf) < float(found.lower)
