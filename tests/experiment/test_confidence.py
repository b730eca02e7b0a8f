# SPDX-License-Identifier: Apache-2.0
"""The intervals cover the mean as often as they say, are not wider than they must be, and refuse what breaks them."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.errors import InputError
from proofcheck.experiment.confidence import interval

LEVEL = Fraction(9, 10)


@pytest.mark.parametrize("p", ["0", "1/100", "1/3", "99/100", "1"])
def test_coverage(p):
    """120 samples of 40 Bernoulli(p) numbers, level 0.9: at most 26 miss (chance below 10^-4 if the level is kept)."""
    p, rng = Fraction(p), random.Random(str(p))
    misses = 0
    for _ in range(120):
        sample = [Fraction(rng.randrange(100) < 100 * p) for _ in range(40)]
        found = interval(sample, Fraction(1), LEVEL)
        misses += not found.lower <= p <= found.upper
    assert misses <= 26


def test_width_follows_the_variance():
    """10,000 numbers near 1/2: far inside Hoeffding's interval, which has half-width 0.0122 whatever the variance."""
    sample = [Fraction(1, 2) + Fraction(k % 3 - 1, 100) for k in range(10_000)]
    found = interval(sample, Fraction(1), LEVEL)
    assert Fraction(49, 100) < found.lower < Fraction(1, 2) < found.upper < Fraction(51, 100)
    assert found.upper - found.lower < Fraction(5, 1000)


def test_all_zero():
    """Upper end R (1 - (a/4)^(1/n)), about R log(4/a)/n: what n zeros can exclude."""
    found = interval([Fraction(0)] * 100, Fraction(1000), LEVEL)
    assert found.lower == 0
    assert 29 < found.upper < 60
    found = interval([Fraction(1000)] * 100, Fraction(1000), LEVEL)
    assert found.upper == 1000
    assert 940 < found.lower < 971


@given(st.lists(st.fractions(0, 5, max_denominator=30), min_size=1, max_size=20), st.fractions(0, 1))
def test_ends_are_around_the_sample_mean_and_inside_the_range(sample, extra):
    found = interval(sample, 5 + extra, LEVEL)
    assert 0 <= found.lower <= sum(sample) / len(sample) <= found.upper <= 5 + extra


@given(st.lists(st.fractions(0, 1, max_denominator=30), min_size=2, max_size=20))
def test_the_other_way_round(sample):
    """The interval of 1 - X is the mirror image."""
    one, two = interval(sample, Fraction(1), LEVEL), interval([1 - x for x in sample], Fraction(1), LEVEL)
    assert abs(one.lower - (1 - two.upper)) < Fraction(1, 10**6)
    assert abs(one.upper - (1 - two.lower)) < Fraction(1, 10**6)


@pytest.mark.parametrize(
    ("sample", "largest", "level", "words"),
    [([], 1, "1/2", "found 0 values"), ([2], 1, "1/2", "outside"), ([-1], 1, "1/2", "outside"), ([1], 1, "1", "level")],
)
def test_bad_input(sample, largest, level, words):
    with pytest.raises(InputError, match=words):
        interval([Fraction(x) for x in sample], Fraction(largest), Fraction(level))
