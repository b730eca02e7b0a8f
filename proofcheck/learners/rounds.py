# SPDX-License-Identifier: Apache-2.0
"""Learners that choose anew each round: Follow-The-Leader and Hedge with a constant, decreasing or capped rate."""

from __future__ import annotations

from collections.abc import Sequence

from proofcheck.errors import InputError
from proofcheck.learners.bits import Bits, below
from proofcheck.learners.learner import RoundLearner
from proofcheck.learners.losses import Number, chance, positive, whole
from proofcheck.learners.rates import GRID, DecreasingRate, capped_rate
from proofcheck.learners.sampling import softmax


class FollowTheLeader(RoundLearner):
    """An action of least cumulative loss, uniformly among those (so uniformly among all in round 1). Not private.

    Source: Kotlowski, "On minimaxity of Follow the Leader strategy in the stochastic setting", 2018.
    """

    def __init__(self, actions: int, *, bits: Bits | None = None) -> None:
        super().__init__(actions, bits)

    def pick(self, tops: Sequence[int], scale: int, round: int) -> int:
        """A leader of ``tops``; bits are drawn only when there is more than one."""
        least = min(tops)
        leaders = [j for j, top in enumerate(tops, 1) if top == least]
        return leaders[below(len(leaders), self.bits)]


class Hedge(RoundLearner):
    """Action j with probability in proportion to exp(-eta * L_j), L the losses so far, eta a constant.

    Arguments: actions, K >= 2; rate, eta > 0, exact (`constant_rate(K, T)` is the usual one for a horizon T); bits.
    Guarantee: the drawn law is exact. E[sum of losses] - min_j L_j <= (log K)/eta + eta T for eta <= 1 (source B,
    comp.s21). Private only through composition: each round is 2 eta-DP.
    Source: Freund, Schapire, J. Comput. Syst. Sci. 55 (1997).
    """

    def __init__(self, actions: int, rate: Number, *, bits: Bits | None = None) -> None:
        super().__init__(actions, bits)
        self.rate = positive(rate, "rate")

    def pick(self, tops: Sequence[int], scale: int, round: int) -> int:
        """Draw from the softmax of -rate * tops / scale."""
        return softmax(tops, self.rate.numerator, self.rate.denominator * scale, self.bits) + 1


class DecreasingHedge(RoundLearner):
    """Hedge with rate eta_t = 2 sqrt(log K / t) in round t, rounded down to a multiple of 2^-64. Horizon-free.

    Guarantee: the law drawn from is exact for the rounded rate. Not private.
    Source: Mourtada, Gaiffas, JMLR 20 (2019), where it has regret of order log K / gap on i.i.d. losses.
    """

    def __init__(self, actions: int, *, bits: Bits | None = None) -> None:
        super().__init__(actions, bits)
        self._rate = DecreasingRate(self.actions)

    def pick(self, tops: Sequence[int], scale: int, round: int) -> int:
        """Draw from the softmax of -eta_t * tops / scale, t = ``round``."""
        return softmax(tops, self._rate.top(round), scale << GRID, self.bits) + 1


class CappedHedge(Hedge):
    """Hedge with eta = min{epsilon / sqrt(32 T L), 1/2, sqrt(epsilon / (16 T))}, L = log(1/delta), rounded down.

    Arguments: actions, K >= 2; epsilon > 0; delta in (0, 1); horizon, T >= 1: round T + 1 raises InputError, since the
    guarantee is for T rounds. Raises InputError.
    Guarantee: the transcript of T actions is (epsilon, delta)-differentially private, also against losses chosen
    adaptively (`proofcheck show comp.s22`); it rests on advanced composition. A smaller rate keeps it, so rounding
    down does. Source B, "Private online learning regret under composition", step 2.2.
    """

    def __init__(self, actions: int, epsilon: Number, delta: Number, horizon: int, *, bits: Bits | None = None) -> None:
        self.epsilon = positive(epsilon, "epsilon")
        self.delta = chance(delta, "delta")
        self.horizon = whole(horizon, "horizon", 1)
        super().__init__(actions, capped_rate(self.horizon, self.epsilon, self.delta), bits=bits)

    def pick(self, tops: Sequence[int], scale: int, round: int) -> int:
        """As Hedge; raises InputError after the horizon."""
        if round > self.horizon:
            raise InputError(
                f"round {round}: the privacy guarantee is for {self.horizon} rounds; make a learner of larger horizon"
            )
        return super().pick(tops, scale, round)
