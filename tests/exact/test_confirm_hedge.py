# SPDX-License-Identifier: Apache-2.0
"""The worst adversary against Hedge, found backwards, is the worst of all of them played out one by one."""

from fractions import Fraction
from itertools import product

import mpmath
import pytest

from proofcheck.exact import Status
from proofcheck.exact.confirm_hedge import potential, regret, tail
from proofcheck.exact.enclosure import Enclosure, ball, enclose, workprec
from proofcheck.exact.hedge import Hedge
from proofcheck.exact.record import judged

from .helpers import real

ETA = Fraction(2, 5)


def kernel(losses, k):
    weights = [mpmath.exp(-real(ETA) * real(sum((loss[j] for loss in losses), Fraction(0)))) for j in range(k)]
    return [weight / sum(weights) for weight in weights]


def plays(strategy, rounds, k):
    """(chance, T R_T) of every sequence of actions; a strategy maps the actions so far to a loss vector."""
    for actions in product(range(k), repeat=rounds):
        losses = [strategy[actions[:t]] for t in range(rounds)]
        chance = mpmath.mpf(1)
        for t, action in enumerate(actions):
            chance *= kernel(losses[:t], k)[action]
        realized = sum((loss[action] for loss, action in zip(losses, actions, strict=True)), Fraction(0))
        yield chance, realized - min(sum((loss[j] for loss in losses), Fraction(0)) for j in range(k))


def strategies(rounds, k, grid):
    histories = [actions for t in range(rounds) for actions in product(range(k), repeat=t)]
    for pick in product(product(grid, repeat=k), repeat=len(histories)):
        yield dict(zip(histories, pick, strict=True))


def close(ball_enclosure, value):
    return abs(real(ball_enclosure.lower) - value) < mpmath.mpf(10) ** -20


@pytest.mark.parametrize(("rounds", "k", "unit"), [(1, 2, 2), (2, 2, 2), (1, 3, 1)])
def test_the_worst_expected_regret_is_the_worst_over_every_adaptive_strategy(rounds, k, unit):
    """Two rounds, two actions, losses 0, 1/2, 1: 729 strategies."""
    grid = [Fraction(x, unit) for x in range(unit + 1)]
    with mpmath.workdps(40):
        worst = max(expected(strategy, rounds, k) for strategy in strategies(rounds, k, grid))
        assert close(enclose(lambda: Hedge(k, unit, ball(ETA)).worst_regret(rounds), 96), worst)


def test_no_strategy_of_three_actions_does_better_than_the_worst():
    """Two rounds, losses 0 and 1: one in 13 of the 4096 strategies."""
    some = [s for number, s in enumerate(strategies(2, 3, (Fraction(0), Fraction(1)))) if number % 13 == 0]
    with mpmath.workdps(40):
        found = enclose(lambda: Hedge(3, 1, ball(ETA)).worst_regret(2), 96)
        assert max(expected(strategy, 2, 3) for strategy in some) <= real(found.upper) + mpmath.mpf(10) ** -20


def expected(strategy, rounds, k):
    return sum(chance * real(value) for chance, value in plays(strategy, rounds, k))


@pytest.mark.parametrize("least", [1, 2])
def test_the_worst_probability_is_the_worst_over_every_adaptive_strategy(least):
    """Two rounds, two actions, losses 0 and 1: 64 strategies."""
    with mpmath.workdps(40):
        worst = max(
            sum(chance for chance, value in plays(s, 2, 2) if value >= least)
            for s in strategies(2, 2, (Fraction(0), Fraction(1)))
        )
        found = enclose(lambda: Hedge(2, 1, ball(ETA)).worst_probability(2, lambda n: n >= least), 96)
        assert close(found, worst)


def test_states_are_those_within_reach():
    with workprec(64):
        assert sorted(Hedge(2, 2, ball(ETA)).states(1)) == [(d,) for d in range(-2, 3)]
        assert len(list(Hedge(3, 1, ball(ETA)).states(1))) == 7  # 8 loss vectors, (0,0,0) and (1,1,1) alike


def test_the_weights_quotient_is_what_the_losses_make_it():
    """k = 2, C = (0, 1), loss (1, 0): W goes from 1 + e^-eta to 2 e^-eta."""
    from proofcheck.exact.confirm_hedge import _quotient

    with workprec(96):
        found = Enclosure.from_ball(_quotient(Hedge(2, 1, ball(ETA)), (1,), (1, 0)))
    with mpmath.workdps(40):
        e = mpmath.exp(-real(ETA))
        assert close(found, 2 * e / (1 + e))


@pytest.mark.parametrize(("make", "id", "scale"), [
    (potential, "comp.s11", "99/100"), (regret, "comp.s21", "66/100"), (regret, "comp.s31", "66/100"),
    (tail, "comp.s41", "9/10000"),
])
def test_bounds_are_confirmed_and_a_smaller_one_is_violated(make, id, scale):
    cases = [case for case in make() if case.id == id]
    assert judged(cases)[0].status is Status.CONFIRMED
    assert judged(cases, Fraction(scale))[0].status is Status.VIOLATED
