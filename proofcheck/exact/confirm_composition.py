# SPDX-License-Identifier: Apache-2.0
"""Source B, steps 1.2 and 2.2, and advanced composition, on exact kernels and transcripts.

The least delta for which two laws P, P' are (epsilon, delta)-close in this order is sum max(0, P - e^epsilon P'). For T
randomized responses, and for Hedge on losses that keep its kernel fixed, it is a binomial sum.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb

import flint

from proofcheck.exact.enclosure import Enclosure, ball, enclose, workprec
from proofcheck.exact.hedge import Hedge, Vector
from proofcheck.exact.instance import BITS
from proofcheck.exact.record import Case
from proofcheck.exact.worst import Worst, larger, smaller

KERNELS = ((2, 2, 4), (2, 1, 6), (3, 1, 3), (3, 2, 1), (4, 1, 1))
"""(k, unit, rounds): losses in multiples of 1/unit, cumulative after so many common rounds and one that differs."""

RATES = (Fraction(1, 10), Fraction(1, 2), Fraction(2))

RESPONSES = ((1, 2, 5, 20, 100), (Fraction(1, 100), Fraction(1, 10), Fraction(1, 2), Fraction(2)))
DELTAS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000), Fraction(1, 10**6))

TRANSCRIPTS = ((2, 10, 50, 200), (Fraction(1, 10), Fraction(1), Fraction(10)))
SHORT = (5, (Fraction(1, 100), Fraction(1, 2)), (Fraction(1, 2), Fraction(99, 100)))
"""(T, epsilons, deltas) for which every pair of adjacent strategies is played."""


def kernel() -> Iterator[Case]:
    """comp.s12: p_{t,j} <= e^{2 eta} p'_{t,j}, both orders, cumulative losses that differ in one vector of the past.

    For every event: a sum over actions. Both orders, because both vectors run through the grid.
    """
    for (k, unit, rounds), eta in product(KERNELS, RATES):
        with workprec(BITS):
            hedge = Hedge(k, unit, ball(eta))
            bound = (2 * hedge.eta).exp()

            def words(state: Vector, one: Vector, two: Vector, j: int, k: int = k, eta: Fraction = eta) -> str:
                return f"k = {k}, eta = {eta}, C_j - C_1 = {state} in common, then {one} or {two}, action {j}"

            worst = Worst("comp.s12", words)
            for state in hedge.states(rounds):
                for one, two in product(hedge.moves, repeat=2):
                    here, there = hedge.shares(hedge.after(state, one)), hedge.shares(hedge.after(state, two))
                    for j, (left, right) in enumerate(zip(here, there, strict=True), start=1):
                        worst.add(left, bound * right, state, one, two, j)
            found = worst.case()
        yield found


def composition() -> Iterator[Case]:
    """comp.f8 on T randomized responses, each (e_0, 0)-private: at the claimed epsilon the least delta is no larger.

    epsilon = e_0 sqrt(2T log(1/delta)) + T e_0 (e^{e_0} - 1). These are the worst kernels there are: no composition of
    T (e_0, 0)-private ones needs a larger delta (Kairouz, Oh, Viswanath 2015, Theorem 3.3; said, not used).
    """
    for rounds, rate, delta in product(*RESPONSES, DELTAS):
        with workprec(BITS):
            e0 = ball(rate)
            epsilon = e0 * (-2 * rounds * ball(delta).log()).sqrt() + rounds * e0 * (e0.exp() - 1)
            truth = 1 / (1 + (-e0).exp())
            left = Enclosure.from_ball(binomial_delta(rounds, truth, 1 - truth, epsilon))
        where = f"T = {rounds} randomized responses, e_0 = {rate}, delta = {delta}"
        yield Case("comp.f8", "", left, Enclosure.of(delta), where)


def binomial_delta(n: int, p: flint.arb, q: flint.arb, epsilon: flint.arb) -> flint.arb:
    """sum_i max(0, P_i - e^epsilon Q_i) for n tosses of a coin of chance p against one of chance q. Encloses."""
    total, factor = flint.arb(0), epsilon.exp()
    for i in range(n + 1):
        excess = p**i * (1 - p) ** (n - i) - factor * q**i * (1 - q) ** (n - i)
        total += larger(excess, flint.arb(0)) * comb(n, i)
    return total


def capped(rounds: int, epsilon: Fraction, delta: Fraction) -> flint.arb:
    """eta = min{epsilon/sqrt(32 T L), 1/2, sqrt(epsilon/(16 T))}, L = log(1/delta), as a ball."""
    first = ball(epsilon) / (-32 * rounds * ball(delta).log()).sqrt()
    return smaller(smaller(first, flint.arb(1) / 2), ball(epsilon / (16 * rounds)).sqrt())


def transcript() -> Iterator[Case]:
    """comp.s22: the transcripts of two adjacent interactions are (epsilon, delta)-close at the capped rate.

    Two actions. Long ones: after round t_0, where the losses are (1, 0) or (0, 1), all losses are equal, so the
    kernels stay fixed. Short ones: every pair of adaptive strategies with losses 0 and 1 that differ in round 1.
    """
    for rounds, epsilon, delta in product(*TRANSCRIPTS, DELTAS):
        for before in (0, rounds // 2):
            left = enclose(partial(_long, rounds, epsilon, delta, before), BITS)
            where = f"k = 2, T = {rounds}, epsilon = {epsilon}, delta = {delta}, t_0 = {before + 1}"
            yield Case("comp.s22", "", left, Enclosure.of(delta), f"{where}, equal losses after it")
    rounds, epsilons, deltas = SHORT
    for epsilon, delta in product(epsilons, deltas):
        left = enclose(partial(_short, rounds, epsilon, delta), BITS)
        where = f"k = 2, T = {rounds}, epsilon = {epsilon}, delta = {delta}, the worst adjacent adaptive strategies"
        yield Case("comp.s22", "", left, Enclosure.of(delta), where)


def _long(rounds: int, epsilon: Fraction, delta: Fraction, before: int) -> flint.arb:
    """Losses (0, 1) up to round t_0 - 1 = before; the larger delta of the two orders."""
    hedge = Hedge(2, 1, capped(rounds, epsilon, delta))
    p, q = hedge.shares((before - 1,))[0], hedge.shares((before + 1,))[0]
    left = rounds - before - 1
    return larger(binomial_delta(left, p, q, ball(epsilon)), binomial_delta(left, q, p, ball(epsilon)))


def _short(rounds: int, epsilon: Fraction, delta: Fraction) -> flint.arb:
    """The largest delta over two first loss vectors and adaptive ones after them, losses 0 and 1: best replies."""
    hedge, factor = Hedge(2, 1, capped(rounds, epsilon, delta)), ball(epsilon).exp()

    def value(one: Vector, two: Vector, p: flint.arb, q: flint.arb, left: int) -> flint.arb:
        if not left:
            return larger(p - factor * q, flint.arb(0))
        kernels = list(zip(hedge.shares(one), hedge.shares(two), strict=True))
        best = flint.arb(0)
        for move in hedge.moves:
            after = hedge.after(one, move), hedge.after(two, move)
            best = larger(best, sum((value(*after, p * a, q * b, left - 1) for a, b in kernels), flint.arb(0)))
        return best

    best, start = flint.arb(0), flint.arb(1)
    for one, two in product(hedge.moves, repeat=2):
        best = larger(best, value(hedge.after((0,), one), hedge.after((0,), two), start, start, rounds - 1))
    return best
