# SPDX-License-Identifier: Apache-2.0
"""Source B, steps 1.1, 2.1, 3.1 and 4.1, on Hedge with few actions: every round, and the worst adaptive adversary."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product

import flint

from proofcheck.exact.enclosure import Enclosure, ball, enclose, workprec
from proofcheck.exact.hedge import Hedge, Vector
from proofcheck.exact.instance import BITS
from proofcheck.exact.record import Case
from proofcheck.exact.worst import Worst

ROUNDS = ((2, 2, 6), (2, 1, 12), (3, 1, 4), (3, 2, 2))
"""(k, unit, rounds): losses in multiples of 1/unit, states within so many rounds, for the potential."""

GAMES = ((1, 2, (1, 3)), (2, 2, (1, 2, 4, 8, 16)), (2, 1, (32,)), (3, 1, (1, 2, 4, 8)), (4, 1, (3,)))
"""(k, unit, horizons) played against the worst adversary."""

RATES = (Fraction(1, 10), Fraction(1, 3), Fraction(1))
LARGE = Fraction(3, 2)  # a rate above 1, where the bound is trivial
TAILS = (
    (1, 2, Fraction(1, 4)), (2, 1, Fraction(1)), (2, 8, Fraction(3, 10)), (2, 16, Fraction(1, 5)),
    (2, 24, Fraction(1, 6)), (3, 5, Fraction(1, 2)), (2, 4, LARGE),
)  # fmt: skip
"""(k, T, eta) for the probability that the regret is large, losses 0 or 1."""

BETAS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))


def potential() -> Iterator[Case]:
    """comp.s11: W_{t+1}/W_t <= 1 - eta mu + eta^2 at every state within reach and loss.

    And over all rounds, for the worst path: log(W_{T+1}/k) + eta sum mu_t <= T eta^2.
    """
    for (k, unit, rounds), eta in product(ROUNDS, RATES):
        with workprec(BITS):
            hedge = Hedge(k, unit, ball(eta))
            found = _one_round(hedge, rounds, f"k = {k}, eta = {eta}")
            total = Enclosure.from_ball(hedge.worst_sum(rounds, partial(_growth, hedge), lambda _: flint.arb(0)))
        yield found
        where = f"k = {k}, T = {rounds}, eta = {eta}, the worst losses in multiples of 1/{unit}"
        yield Case("comp.s11", "", total, Enclosure.of(rounds * eta**2), where)


def _one_round(hedge: Hedge, rounds: int, setting: str) -> Case:
    def words(state: Vector, loss: Vector) -> str:
        return f"{setting}, C_j - C_1 = {state} and l = {loss} in units of 1/{hedge.unit}"

    worst = Worst("comp.s11", words)
    for state in hedge.states(rounds):
        for loss in hedge.losses:
            mean = hedge.mean(state, loss)
            worst.add(_quotient(hedge, state, loss), 1 - hedge.eta * mean + hedge.eta**2, state, loss)
    return worst.case()


def _quotient(hedge: Hedge, state: Vector, loss: Vector) -> flint.arb:
    """W_{t+1} / W_t = sum_j p_j e^{-eta l_j}."""
    parts = (p * (-hedge.eta * x / hedge.unit).exp() for p, x in zip(hedge.shares(state), loss, strict=True))
    return sum(parts, flint.arb(0))


def _growth(hedge: Hedge, state: Vector, loss: Vector) -> flint.arb:
    return _quotient(hedge, state, loss).log() + hedge.eta * hedge.mean(state, loss)


def regret() -> Iterator[Case]:
    """comp.s21, comp.s31: sum mu_t - min_j sum l_t(j) <= (log k)/eta + eta T, for the worst losses on a grid; E R_T.

    The worst path of step 2.1 is also the worst expectation: given the past, E l_t(a_t) = mu_t.
    """
    for (k, unit, horizons), eta in product(GAMES, (*RATES, LARGE)):
        with workprec(BITS):
            hedge = Hedge(k, unit, ball(eta))
            paths = {horizon: Enclosure.from_ball(hedge.worst_regret(horizon)) for horizon in horizons}
        for horizon, path in paths.items():
            bound = _bound(k, eta, horizon)
            where = f"k = {k}, T = {horizon}, eta = {eta}, the worst adaptive losses in multiples of 1/{unit}"
            if eta <= 1:
                yield Case("comp.s21", "", path, bound, where)
            yield Case("comp.s31", "", path.times(Fraction(1, horizon)), bound.times(Fraction(1, horizon)), where)


def _bound(k: int, eta: Fraction, horizon: int) -> Enclosure:
    """(log k)/eta + eta T."""
    return enclose(lambda: flint.arb(k).log() / ball(eta) + ball(eta * horizon), BITS)


def tail() -> Iterator[Case]:
    """comp.s41: P(R_T > (log k)/(eta T) + eta + sqrt(log(1/beta)/(2T))) <= beta, for the worst losses on a grid."""
    for (k, horizon, eta), beta in product(TAILS, BETAS):
        with workprec(BITS):
            rate = ball(eta)
            deviation = (-ball(beta).log() * horizon / 2).sqrt()
            bound = flint.arb(k).log() / rate + rate * horizon + deviation  # of T R_T

            def beyond(regret: int, bound: flint.arb = bound) -> bool:
                if regret > bound or regret <= bound:
                    return bool(regret > bound)
                raise ArithmeticError(f"{regret} is too near {bound}")

            left = Enclosure.from_ball(Hedge(k, 1, rate).worst_probability(horizon, beyond))
        where = f"k = {k}, T = {horizon}, eta = {eta}, beta = {beta}, the worst adaptive losses in {{0, 1}}"
        yield Case("comp.s41", "", left, Enclosure.of(beta), where)
