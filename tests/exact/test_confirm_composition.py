# SPDX-License-Identifier: Apache-2.0
"""Kernels and transcripts of Hedge, and composition: exact deltas against sums over all outcomes."""

from fractions import Fraction
from itertools import product

import mpmath
import pytest

from proofcheck.exact import Status
from proofcheck.exact.confirm_composition import _long, _short, binomial_delta, capped, composition, kernel, transcript
from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.exact.record import judged

from .helpers import real

TINY = mpmath.mpf(10) ** -18


def inside(enclosure: Enclosure, value) -> bool:
    return real(enclosure.lower) - TINY <= value <= real(enclosure.upper) + TINY


@pytest.mark.parametrize("epsilon", ["0", "1/4", "1"])
def test_a_binomial_delta_is_the_sum_over_all_outcomes(epsilon):
    p, q, n = Fraction(2, 3), Fraction(1, 4), 5
    total = Fraction(0)
    with mpmath.workdps(40):
        factor = mpmath.exp(real(Fraction(epsilon)))
        total = sum(
            max(mpmath.mpf(0), real(chance(tosses, p)) - factor * real(chance(tosses, q)))
            for tosses in product((0, 1), repeat=n)
        )
        found = enclose(lambda: binomial_delta(n, ball(p), ball(q), ball(Fraction(epsilon))), 96)
        assert inside(found, total)


def chance(tosses, p):
    found = Fraction(1)
    for toss in tosses:
        found *= p if toss else 1 - p
    return found


def hedge_law(losses, eta):
    """The law of the transcript on one loss sequence that does not depend on the actions; two actions."""
    law = {}
    for actions in product((0, 1), repeat=len(losses)):
        found = mpmath.mpf(1)
        for t, action in enumerate(actions):
            weights = [mpmath.exp(-eta * sum(loss[j] for loss in losses[:t])) for j in (0, 1)]
            found *= weights[action] / sum(weights)
        law[actions] = found
    return law


def test_transcripts_of_equal_losses_after_the_change_are_played_out():
    """T = 6, t_0 = 1 and 4: both orders, all 64 transcripts."""
    epsilon, delta, T = Fraction(1, 100), Fraction(9, 10), 6
    with mpmath.workdps(40):
        eta = rate(T, epsilon, delta)
        for before in (0, 3):
            first = [(0, 1)] * before
            rest = [(0, 0)] * (T - before - 1)
            one, two = hedge_law([*first, (1, 0), *rest], eta), hedge_law([*first, (0, 1), *rest], eta)
            factor = mpmath.exp(real(epsilon))
            worst = max(
                sum(max(mpmath.mpf(0), a[key] - factor * b[key]) for key in a) for a, b in ((one, two), (two, one))
            )
            assert inside(enclose(lambda b=before: _long(T, epsilon, delta, b), 96), worst)


def rate(T, epsilon, delta):
    """eta by its formula."""
    L, eps = -mpmath.log(real(delta)), real(epsilon)
    return min(eps / mpmath.sqrt(32 * T * L), mpmath.mpf(1) / 2, mpmath.sqrt(eps / (16 * T)))


@pytest.mark.parametrize(("T", "epsilon", "delta"), [(5, "1/100", "9/10"), (7, "4", "1/10"), (1, "100", "1/1000")])
def test_the_capped_rate_is_its_formula(T, epsilon, delta):
    with mpmath.workdps(40):
        expected = rate(T, Fraction(epsilon), Fraction(delta))
        assert inside(enclose(lambda: capped(T, Fraction(epsilon), Fraction(delta)), 96), expected)


def test_the_worst_short_strategies_are_at_least_every_oblivious_pair():
    """T = 3, losses 0 and 1, all 16 x 16 continuations of all pairs of first vectors: none needs a larger delta."""
    epsilon, delta, T = Fraction(1, 100), Fraction(99, 100), 3
    vectors = list(product((0, 1), repeat=2))
    with mpmath.workdps(30):
        eta, factor = rate(T, epsilon, delta), mpmath.exp(real(epsilon))
        found = enclose(lambda: _short(T, epsilon, delta), 96)
        worst = mpmath.mpf(0)
        for rest in product(vectors, repeat=T - 1):
            laws = [hedge_law([first, *rest], eta) for first in vectors]
            for one, two in product(laws, repeat=2):
                worst = max(worst, sum(max(mpmath.mpf(0), one[key] - factor * two[key]) for key in one))
        assert real(found.lower) > 0
        assert worst <= real(found.upper) + TINY
        assert worst > real(found.lower) / 2  # an adaptive one does better, but not by much


@pytest.mark.parametrize(("make", "scale"), [(kernel, "99/100"), (composition, "1/50"), (transcript, "1/500")])
def test_bounds_are_confirmed_and_a_smaller_one_is_violated(make, scale):
    cases = list(make())
    assert judged(cases)[0].status is Status.CONFIRMED
    assert judged(cases, Fraction(scale))[0].status is Status.VIOLATED
