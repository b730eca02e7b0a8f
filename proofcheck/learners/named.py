# SPDX-License-Identifier: Apache-2.0
"""Learners by the names that commands use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.errors import InputError
from proofcheck.learners.bits import Bits
from proofcheck.learners.blocks import NoisyLeader, RandomizedPrefix
from proofcheck.learners.learner import Learner
from proofcheck.learners.rates import constant_rate
from proofcheck.learners.rounds import CappedHedge, DecreasingHedge, FollowTheLeader, Hedge


@dataclass(frozen=True)
class Setting:
    """What a learner may be told: K, epsilon, delta, the horizon. A horizon-free learner is not told the last."""

    actions: int
    epsilon: Fraction
    delta: Fraction
    horizon: int


LEARNERS: dict[str, Callable[[Setting, Bits | None], Learner]] = {
    "randomized-prefix": lambda s, bits: RandomizedPrefix(s.actions, s.epsilon, bits=bits),
    "noisy-leader": lambda s, bits: NoisyLeader(s.actions, s.epsilon, bits=bits),
    "follow-the-leader": lambda s, bits: FollowTheLeader(s.actions, bits=bits),
    "hedge": lambda s, bits: Hedge(s.actions, constant_rate(s.actions, s.horizon), bits=bits),
    "hedge-decreasing": lambda s, bits: DecreasingHedge(s.actions, bits=bits),
    "hedge-capped": lambda s, bits: CappedHedge(s.actions, s.epsilon, s.delta, s.horizon, bits=bits),
}


def make(name: str, setting: Setting, bits: Bits | None = None) -> Learner:
    """A new learner of that name. Raises InputError for an unknown name."""
    if name not in LEARNERS:
        raise InputError(f"learner: found {name[:40]!r}; write one of {', '.join(LEARNERS)}")
    return LEARNERS[name](setting, bits)
