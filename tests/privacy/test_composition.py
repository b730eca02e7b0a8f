# SPDX-License-Identifier: Apache-2.0
"""The optimal composition: the formula against brute force, its inverses, and Hedge's own transcripts below it."""

from fractions import Fraction
from itertools import product

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure, ball, workprec
from proofcheck.privacy import MECHANISMS, compose, delta_of, epsilon_of, kernel_of, worst_pair
from proofcheck.privacy.composition import advanced
from proofcheck.privacy.playout import product_law

from .naive import BITS, setting

LEVELS = st.fractions(Fraction(1, 50), 2, max_denominator=50)


def responses(rounds, kernel, epsilon):
    """sum over outcomes of (P - e^epsilon Q)+ for independent randomized responses of ratio e^kernel."""
    heads = 1 / (1 + ball(-kernel).exp())
    whole, factor = flint.arb(0), ball(epsilon).exp()
    for bits in product((0, 1), repeat=rounds):
        p, q = flint.arb(1), flint.arb(1)
        for bit in bits:
            p, q = (p * heads, q * (1 - heads)) if bit else (p * (1 - heads), q * heads)
        whole += (p - factor * q).max(0)
    return whole


@given(st.integers(1, 8), LEVELS, st.fractions(0, 5, max_denominator=20))
def test_delta_is_that_of_randomized_responses(rounds, kernel, epsilon):
    with workprec(BITS):
        expected = Enclosure.from_ball(responses(rounds, kernel, epsilon))
    found = delta_of(rounds, kernel, epsilon)
    assert found.lower <= expected.upper
    assert expected.lower <= found.upper
    assert found.upper - found.lower <= Fraction(1, 10**30)


@given(st.integers(1, 400), LEVELS, st.fractions(0, 5, max_denominator=20))
def test_delta_is_that_of_the_whole_binomial_sum(rounds, kernel, epsilon):
    """Nothing is lost where the series is cut."""
    from math import comb

    with workprec(700):
        e, top = ball(kernel).exp(), ball(epsilon).exp()
        terms = [(comb(rounds, k) * (e ** (rounds - k) - top * e**k)).max(0) for k in range(rounds + 1)]
        expected = Enclosure.from_ball(sum(terms, flint.arb(0)) / (1 + e) ** rounds)
    found = delta_of(rounds, kernel, epsilon)
    assert found.lower <= expected.upper
    assert expected.lower <= found.upper


@given(st.integers(1, 200), st.fractions(Fraction(1, 100), Fraction(1, 2), max_denominator=100),
       st.sampled_from([Fraction(1, 10), Fraction(1, 10**6)]))
@settings(max_examples=20)
def test_epsilon_inverts_delta_and_is_below_the_two_bounds(rounds, kernel, delta):
    found = epsilon_of(rounds, kernel, delta)
    assert delta_of(rounds, kernel, found.upper).lower <= delta
    if found.lower:
        assert delta_of(rounds, kernel, found.lower).upper >= delta
    assert found.lower <= rounds * kernel, "basic composition"
    assert found.lower <= advanced(rounds, kernel, delta).upper, "advanced composition, comp.f8"


@pytest.mark.parametrize("case", [(1, "1/2", "1/1000"), (10, "1", "1/10"), (5000, "1/2", "1/10000")], ids=str)
def test_largest_kernel(case):
    rounds, epsilon, delta = case[0], Fraction(case[1]), Fraction(case[2])
    found = kernel_of(rounds, epsilon, delta)
    assert delta_of(rounds, found.lower, epsilon).lower <= delta <= delta_of(rounds, found.upper, epsilon).upper
    assert found.upper - found.lower <= found.upper / 10**12
    assert found.upper > epsilon / rounds, "basic composition allows this much"


def hockey(first, second, factor):
    gaps = [p - factor * second[actions] for actions, p in first.items()]
    return sum((gap.max(0) for gap in gaps), flint.arb(0))


@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 2), Fraction(2)])
def test_hedge_stays_below_the_optimal_composition(epsilon):
    """The exact delta of Hedge's transcript at its worst pair, all 3^6 action sequences, and of some other pairs."""
    mechanism = MECHANISMS["hedge"](setting(3, 6, "1/2", "0,1/2,1"))
    rate = mechanism.choices[1].rule.rate
    pair = worst_pair(mechanism).pair
    data = [[side.get(t, (0, 0, 0)) for t in range(1, 7)] for side in (pair.first, pair.second)]
    data += [[(2, 0, 0), *data[0][1:]], [(0, 1, 2), *data[0][1:]]]
    bound = delta_of(5, 2 * rate, epsilon)  # the first round reads no data
    with workprec(BITS):
        laws = [product_law(mechanism, inputs) for inputs in data]
        for a, b in ((0, 1), (1, 0), (2, 3), (3, 2)):
            found = Enclosure.from_ball(hockey(laws[a], laws[b], ball(epsilon).exp()))
            assert found.lower <= bound.upper
            assert found.upper > 0 or epsilon == 2, "(2, 3) and (3, 2) are less than e^2 apart"


def test_source_b_leaves_room():
    """At its capped rate advanced composition uses about half of epsilon, the optimal one less; a larger rate fits."""
    found = compose(1000, Fraction(1, 2), Fraction(1, 10**6))
    assert found.verdict == "CONFIRMED"
    assert found.exact.upper < found.bound.lower < found.epsilon
    assert found.largest.lower > 2 * found.rate
    for rate, verdict in ((found.largest.lower, "CONFIRMED"), (found.largest.upper + Fraction(1, 10**9), "VIOLATED")):
        assert compose(1000, Fraction(1, 2), Fraction(1, 10**6), rate).verdict == verdict


@pytest.mark.parametrize("bad", [(0, 1, "1/2"), (5, 0, "1/2"), (5, 1, "0"), (5, 1, "1")])
def test_refusals(bad):
    rounds, epsilon, delta = bad
    with pytest.raises(InputError, match="write an"):
        compose(rounds, Fraction(epsilon), Fraction(delta))
