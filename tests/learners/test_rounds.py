# SPDX-License-Identifier: Apache-2.0
"""Follow-The-Leader and the Hedges: laws of their draws, and that rational rates lie where the guarantees need them."""

import pickle
from collections import Counter
from fractions import Fraction
from math import isqrt

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.errors import InputError
from proofcheck.learners import (
    LEARNERS,
    CappedHedge,
    DecreasingHedge,
    FollowTheLeader,
    Hedge,
    Seeded,
    Setting,
    capped_rate,
    constant_rate,
    make,
)
from proofcheck.learners.rates import GRID, DecreasingRate, sqrt_below

from .laws import LEAST_P, chi_square_p, softmax_law

SETTING = Setting(actions=3, epsilon=Fraction(1, 2), delta=Fraction(1, 10**6), horizon=64)


def picks(learner, tops, scale, round, draws=20_000):
    return Counter(learner.pick(tops, scale, round) for _ in range(draws))


def test_the_leader_is_followed_and_ties_are_shared():
    learner = FollowTheLeader(4, bits=Seeded("ties"))
    assert set(picks(learner, [5, 3, 4, 9], 7, 9, 50)) == {2}
    counts = picks(learner, [5, 3, 4, 3], 7, 9)
    assert chi_square_p(counts, {2: 0.5, 4: 0.5}) > LEAST_P
    assert set(counts) == {2, 4}


def test_hedge_draws_from_the_softmax():
    counts = picks(Hedge(3, "2/5", bits=Seeded("hedge")), [3, 8, 9], 2, 7)
    assert chi_square_p(counts, dict(enumerate(softmax_law([3, 8, 9], Fraction(1, 5)), 1))) > LEAST_P


def test_decreasing_hedge_draws_at_the_rate_of_the_round():
    counts = picks(DecreasingHedge(3, bits=Seeded("decreasing")), [3, 8, 9], 2, 50)
    rate = 2 * mpmath.sqrt(mpmath.log(3) / 50)
    weights = [mpmath.exp(-rate * c / 2) for c in (3, 8, 9)]
    assert chi_square_p(counts, {j: w / sum(weights) for j, w in enumerate(weights, 1)}) > LEAST_P


def test_decreasing_hedge_counts_its_rounds():
    """In play the rate is that of the round: the same bits as picking by hand."""
    played, picked = (DecreasingHedge(2, bits=Seeded("count")) for _ in range(2))
    for t in range(1, 200):
        assert played.act() == played.act() == picked.pick([t - 1, 0], 2, t)
        played.observe(["1/2", 0])


@given(st.integers(1, 10**12))
def test_the_decreasing_rate(round):
    rate = DecreasingRate(5)
    assert rate.top(round + 1) <= rate.top(round)
    with mpmath.workdps(60):
        true = 2 * mpmath.sqrt(mpmath.log(5) / round) * 2**GRID
        assert 0 <= true - rate.top(round) < 4


epsilons = st.fractions(Fraction(1, 10**6), 100, max_denominator=10**6)
deltas = st.fractions(Fraction(1, 10**9), Fraction(999, 1000), max_denominator=10**9)


@given(st.integers(1, 10**15), epsilons, deltas)
def test_the_capped_rate_is_below_all_three_caps_and_near_the_least(horizon, epsilon, delta):
    rate = capped_rate(horizon, epsilon, delta)
    with mpmath.workdps(60):
        e, d = (mpmath.mpf(q.numerator) / q.denominator for q in (epsilon, delta))
        log = mpmath.log(1 / d)
        caps = [e / mpmath.sqrt(32 * horizon * log), mpmath.mpf(1) / 2, mpmath.sqrt(e / (16 * horizon))]
        mine = mpmath.mpf(rate.numerator) / rate.denominator
        assert min(caps) * (1 - mpmath.mpf(10) ** -15) <= mine <= min(caps)


@given(st.integers(2, 10**6), st.integers(1, 10**15))
def test_the_constant_rate(actions, horizon):
    rate = constant_rate(actions, horizon)
    with mpmath.workdps(60):
        true = mpmath.sqrt(8 * mpmath.log(actions) / horizon)
        mine = mpmath.mpf(rate.numerator) / rate.denominator
        assert true * (1 - mpmath.mpf(10) ** -15) <= mine <= true


@given(st.fractions(0, 10**6, max_denominator=10**9))
def test_square_roots_are_rounded_down_to_the_grid(value):
    root = sqrt_below(value)
    step = Fraction(1, root.denominator)
    assert root**2 <= value < (root + max(step, Fraction(1, 2**GRID))) ** 2 or isqrt(value.numerator) ** 2 == value


def test_the_capped_learner_stops_at_its_horizon():
    learner = CappedHedge(2, 1, "1/1000", 3, bits=Seeded(0))
    for _ in range(3):
        learner.act()
        learner.observe([0, 1])
    with pytest.raises(InputError, match="guarantee is for 3 rounds"):
        learner.act()


@pytest.mark.parametrize("name", LEARNERS)
def test_every_named_learner_plays(name):
    """Actions in 1..K, the same until losses are observed; a seed fixes the play; memory stays; the best is found."""
    one, two = (make(name, SETTING, Seeded("play", name)) for _ in range(2))
    actions = []
    for _ in range(64):
        actions.append(one.act())
        assert one.act() == actions[-1] == two.act()
        one.observe([1, 0, "1/3"])
        two.observe(["1", Fraction(0), "2/6"])
    assert set(actions) <= {1, 2, 3}
    assert one.rounds == 64
    assert len(pickle.dumps(one)) < 3000
    assert actions.count(2) > 16


def test_an_unknown_name_is_refused():
    with pytest.raises(InputError, match="write one of randomized-prefix"):
        make("nope", SETTING)
