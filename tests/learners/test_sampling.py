# SPDX-License-Identifier: Apache-2.0
"""The samplers' laws are the written ones: exactly over all answers for small cases, by a million draws for one."""

from collections import Counter
from fractions import Fraction

import mpmath
import pytest

from proofcheck.learners import Seeded, sampling, system
from proofcheck.learners.bits import below
from proofcheck.learners.sampling import Softmax, bernoulli_exp, discrete_laplace, softmax, weighted

from .laws import LEAST_P, chi_square_p, laplace_law, law_over_all_answers, softmax_law


def inside(law, found, left):
    """Every probability lies between what was found and that plus what was left."""
    for outcome, p in law.items():
        low = mpmath.mpf(found[outcome].numerator) / found[outcome].denominator
        assert low <= p <= low + mpmath.mpf(left.numerator) / left.denominator, outcome


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 8])
def test_below_is_uniform(n):
    found, left = law_over_all_answers(lambda bits: below(n, bits))
    assert left < Fraction(1, 100)
    inside({k: mpmath.mpf(1) / n for k in range(n)}, found, left)


@pytest.fixture
def uniform(monkeypatch):
    """`below` answers from the script; classes end at 2 instead of 64, so that the last one is met."""
    monkeypatch.setattr(sampling, "below", lambda n, bits: bits.below(n))
    monkeypatch.setattr(sampling, "_LAST_CLASS", 2)


@pytest.mark.usefixtures("uniform")
@pytest.mark.parametrize("x", ["0", "1/3", "1/2", "1", "3/2", "2", "5/3"])
def test_bernoulli_exp_over_all_answers(x):
    x = Fraction(x)
    found, left = law_over_all_answers(lambda bits: bernoulli_exp(x.numerator, x.denominator, bits))
    p = mpmath.exp(-mpmath.mpf(x.numerator) / x.denominator)
    assert left < Fraction(1, 100)
    inside({True: p, False: 1 - p}, found, left)


SOFTMAXES = [([0, 1], "1"), ([3, 3, 4], "1/2"), ([0, 3], "1/2"), ([0, 2, 7], "1"), ([-2, 0, 0], "3/4")]


@pytest.mark.usefixtures("uniform")
@pytest.mark.parametrize(("costs", "rate"), SOFTMAXES, ids=str)
def test_softmax_over_all_answers(costs, rate):
    rate = Fraction(rate)
    found, left = law_over_all_answers(lambda bits: softmax(costs, rate.numerator, rate.denominator, bits))
    assert left < Fraction(1, 4)
    inside(dict(enumerate(softmax_law(costs, rate))), found, left)


@pytest.mark.usefixtures("uniform")
@pytest.mark.parametrize("rate", ["1", "2", "1/2", "3/2"])
def test_discrete_laplace_over_all_answers(rate):
    rate = Fraction(rate)
    found, left = law_over_all_answers(lambda bits: discrete_laplace(rate.numerator, rate.denominator, bits))
    assert left < Fraction(2, 5)
    inside(laplace_law(rate, 5), found, left)


@pytest.mark.usefixtures("uniform")
def test_weighted_over_all_answers():
    found, left = law_over_all_answers(lambda bits: weighted([1, 0, 3, 2], bits))
    assert left == 0
    assert dict(found) == {0: Fraction(1, 6), 2: Fraction(1, 2), 3: Fraction(1, 3)}


def drawn(sample, name, draws):
    bits = Seeded(name)
    return Counter(sample(bits) for _ in range(draws))


def test_a_million_softmax_draws_have_the_exact_law():
    """Costs near, far, equal, and one so far behind that it shares the last class."""
    costs, rate = [0, 0, 1, 5, 9, 40, 1000], Fraction(1, 8)
    counts = drawn(Softmax(costs, 1, 8).draw, "a million", 1_000_000)
    assert chi_square_p(counts, dict(enumerate(softmax_law(costs, rate)))) > LEAST_P


def test_a_wrong_law_is_noticed():
    """The same draws against a rate one part in a hundred larger: the test can fail."""
    counts = drawn(Softmax([0, 2, 5], 1, 2).draw, "wrong", 200_000)
    assert chi_square_p(counts, dict(enumerate(softmax_law([0, 2, 5], Fraction(1, 2))))) > LEAST_P
    assert chi_square_p(counts, dict(enumerate(softmax_law([0, 2, 5], Fraction(52, 100))))) < LEAST_P


def test_softmax_of_many_actions():
    """K = 1000: one leader, 999 others that together weigh as much."""
    costs = [0, *[7] * 499, *[8] * 500]
    law = softmax_law(costs, Fraction(1))
    counts = drawn(Softmax(costs, 1, 1).draw, "many", 20_000)
    pooled = {0: counts[0], 1: sum(counts[j] for j in range(1, 500)), 2: sum(counts[j] for j in range(500, 1000))}
    assert chi_square_p(pooled, {0: law[0], 1: sum(law[1:500]), 2: sum(law[500:])}) > LEAST_P


def test_a_draw_depends_on_the_numbers_and_not_on_their_denominators():
    one, two = Seeded("same"), Seeded("same")
    for k in range(200):
        assert softmax([0, k, 7], 1, 5, one) == softmax([12, 12 + 12 * k, 96], 2, 120, two)


@pytest.mark.parametrize(("top", "bottom"), [(1, 1), (2, 3), (1, 40), (7, 2)])
def test_discrete_laplace_draws(top, bottom):
    counts = drawn(lambda bits: discrete_laplace(top, bottom, bits), f"laplace {top}/{bottom}", 50_000)
    assert chi_square_p(counts, laplace_law(Fraction(top, bottom), 20 * bottom)) > LEAST_P


def test_system_randomness_draws_the_same_law():
    """Not seeded: a fair sampler fails this once in a thousand million runs."""
    bits = system()
    counts = Counter(softmax([0, 3, 4], 1, 3, bits) for _ in range(20_000))
    assert chi_square_p(counts, dict(enumerate(softmax_law([0, 3, 4], Fraction(1, 3))))) > LEAST_P


def test_huge_exponents_end_soon():
    """exp(-10^30) is never drawn, and is refused without 10^30 steps."""
    bits = Seeded("huge")
    assert not any(bernoulli_exp(10**30, 1, bits) for _ in range(100))
    assert {softmax([0, 10**30], 1, 1, bits) for _ in range(100)} == {0}
