# SPDX-License-Identifier: Apache-2.0
"""The algorithms of both sources as online learners whose output law is exactly the stated one.

    from proofcheck.learners import RandomizedPrefix

    learner = RandomizedPrefix(3, "1/2")         # K = 3 actions, epsilon = 1/2, randomness of the operating system
    action = learner.act()                       # 1, 2 or 3
    learner.observe([0, "1/2", Fraction(9, 10)]) # the losses of all actions; exact numbers, floats raise InputError

Also NoisyLeader (dyadic report-noisy-max), FollowTheLeader, Hedge, DecreasingHedge, CappedHedge (source B). For
experiments, `bits=Seeded(7, "run", 3)` makes a learner repeatable. Standard library and the kernel's intervals only.

Rooms: bits, losses > sampling, rates > learner (the interface) > blocks, rounds > named.
"""

from proofcheck.learners.bits import Bits, Seeded, system
from proofcheck.learners.blocks import NoisyLeader, RandomizedPrefix
from proofcheck.learners.learner import BlockLearner, Learner, RoundLearner
from proofcheck.learners.named import LEARNERS, Setting, make
from proofcheck.learners.rates import capped_rate, constant_rate
from proofcheck.learners.rounds import CappedHedge, DecreasingHedge, FollowTheLeader, Hedge

__all__ = [
    "LEARNERS",
    "Bits",
    "BlockLearner",
    "CappedHedge",
    "DecreasingHedge",
    "FollowTheLeader",
    "Hedge",
    "Learner",
    "NoisyLeader",
    "RandomizedPrefix",
    "RoundLearner",
    "Seeded",
    "Setting",
    "capped_rate",
    "constant_rate",
    "make",
    "system",
]
