# SPDX-License-Identifier: Apache-2.0
"""Hedge against the worst adversary on a grid of losses: best replies found backwards, as balls.

The learner draws a_t from p_t, p_{t,j} proportional to e^{-eta C_j}, C the losses so far. It depends on the history
only through the differences d_j = C_j - C_1, so an adversary that sees everything does no better than one that sees d
(and, for a probability, the realized regret): the values here are suprema over all adaptive loss strategies with
values in the grid, in particular over all oblivious loss sequences. Source B.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import flint

from proofcheck.exact.worst import larger

Vector = tuple[int, ...]


class Hedge:
    """k actions, losses 0, 1/unit, ..., 1, rate eta > 0. Use one at one precision only: it remembers.

    Vectors are in units of 1/unit; states are the differences (d_2, ..., d_k). Guarantee: encloses.
    """

    def __init__(self, k: int, unit: int, eta: flint.arb) -> None:
        self.k, self.unit, self.eta = k, unit, eta
        self.losses: list[Vector] = list(product(range(unit + 1), repeat=k))
        # Losses less that of action 1: what moves the state and the realized regret.
        self.moves = sorted({tuple(x - loss[0] for x in loss) for loss in self.losses})
        self.shares = cache(self._shares)

    def _shares(self, state: Vector) -> list[flint.arb]:
        weights = [flint.arb(1), *((-self.eta * d / self.unit).exp() for d in state)]
        whole = sum(weights, flint.arb(0))
        return [weight / whole for weight in weights]

    def mean(self, state: Vector, loss: Vector) -> flint.arb:
        """mu = sum_j p_j loss_j."""
        return sum((p * x for p, x in zip(self.shares(state), loss, strict=True)), flint.arb(0)) / self.unit

    def after(self, state: Vector, loss: Vector) -> Vector:
        """The state after one more loss vector."""
        return tuple(d + x - loss[0] for d, x in zip(state, loss[1:], strict=True))

    def states(self, rounds: int) -> Iterator[Vector]:
        """All states after `rounds` rounds, and no others."""
        found = {(0,) * (self.k - 1)}
        for _ in range(rounds):
            found = {self.after(state, loss) for state in found for loss in self.losses}
        return iter(sorted(found))

    def worst_sum(
        self, rounds: int, gain: Callable[[Vector, Vector], flint.arb], end: Callable[[Vector], flint.arb]
    ) -> flint.arb:
        """sup of sum_t gain(state, loss) + end(last state) over all paths: adaptive losses can do no better."""

        @cache
        def value(state: Vector, left: int) -> flint.arb:
            if not left:
                return end(state)
            return _largest(gain(state, loss) + value(self.after(state, loss), left - 1) for loss in self.losses)

        return value((0,) * (self.k - 1), rounds)

    def worst_regret(self, rounds: int) -> flint.arb:
        """sup of sum_t mu_t - min_j sum_t loss_t(j): the worst path, which is also the worst expectation of T R_T."""
        return self.worst_sum(
            rounds,
            lambda state, loss: self.mean(state, loss) - flint.arb(loss[0]) / self.unit,
            lambda state: flint.arb(_behind(state)) / self.unit,
        )

    def worst_probability(self, rounds: int, wanted: Callable[[int], bool]) -> flint.arb:
        """sup of P(wanted(T R_T)), T R_T = sum_t loss_t(a_t) - min_j sum_t loss_t(j) in units, `wanted` increasing."""

        @cache
        def value(state: Vector, excess: int, left: int) -> flint.arb:
            # excess: the realized loss minus C_1
            if not left:
                return flint.arb(int(wanted(excess + _behind(state))))
            return _largest(
                sum(
                    (
                        p * value(self.after(state, move), excess + x, left - 1)
                        for p, x in zip(self.shares(state), move, strict=True)
                    ),
                    flint.arb(0),
                )
                for move in self.moves
            )

        return value((0,) * (self.k - 1), 0, rounds)


def _behind(state: Vector) -> int:
    """C_1 - min_j C_j, in units."""
    return max((0, *(-d for d in state)))


def _largest(values: Iterator[flint.arb]) -> flint.arb:
    best = next(values)
    for value in values:
        best = larger(best, value)
    return best
