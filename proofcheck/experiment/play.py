# SPDX-License-Identifier: Apache-2.0
"""One learner played against one run's losses: its pseudo-regret at t = 1, 2, 4, ... and at the horizon, exactly.

The learner's own code draws every action from its own bits; only the losses' sums are made by NumPy, with integers. A
block learner is handed the sums of its prefix at once, and Follow-The-Leader is asked only where leaders tie, so both
act as if they observed vector by vector (a test compares the two).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from proofcheck.exact.law import Law
from proofcheck.exact.regret import block_rounds
from proofcheck.experiment.losses import SAFE, Integers, Losses
from proofcheck.learners.learner import BlockLearner, Learner, RoundLearner
from proofcheck.learners.rounds import FollowTheLeader


@dataclass(frozen=True)
class _Played:
    """What was played in a block: its first action, and how often each action (at index action - 1)."""

    first: int
    counts: list[int]


def checkpoints(horizon: int) -> list[int]:
    """1, 2, 4, ... up to the horizon, and the horizon."""
    powers = [1 << r for r in range(horizon.bit_length())]
    return powers if powers[-1] == horizon else [*powers, horizon]


def regret_path(learner: Learner, law: Law, losses: Losses, horizon: int) -> list[Fraction]:
    """sum_{s <= t} Delta_{I_s} for every t of `checkpoints(horizon)`, I_s the action of round s. Exact.

    Arguments: learner, a new one with K actions; law, whose gaps Delta count; losses, drawn from it; horizon >= 1.
    """
    scale = lcm(*(gap.denominator for gap in law.gaps))
    gaps = [int(gap * scale) for gap in law.gaps]
    path, total = [], 0
    for played in _blocks(learner, losses, horizon):
        path.append(total + gaps[played.first - 1])  # t = 2^r is the first round of block r
        total += sum(count * gap for count, gap in zip(played.counts, gaps, strict=True) if count)
    return [Fraction(top, scale) for top in (path if horizon & (horizon - 1) == 0 else [*path, total])]


def _blocks(learner: Learner, losses: Losses, horizon: int) -> Iterator[_Played]:
    if isinstance(learner, BlockLearner):
        return _block_by_block(learner, losses, horizon)
    if isinstance(learner, RoundLearner):
        return _round_by_round(learner, losses, horizon)
    raise TypeError(f"{type(learner).__name__} keeps no known time; make it a BlockLearner or a RoundLearner")


def _block_by_block(learner: BlockLearner, losses: Losses, horizon: int) -> Iterator[_Played]:
    last = horizon.bit_length() - 1
    for block in range(last + 1):
        counts, action = [0] * learner.actions, learner.act()
        counts[action - 1] = block_rounds(block, horizon)
        yield _Played(action, counts)
        if block < last:
            learner.observe_block(losses.sums(block, learner.prefix), losses.scale)


def _round_by_round(learner: RoundLearner, losses: Losses, horizon: int) -> Iterator[_Played]:
    small = losses.scale * horizon < SAFE
    before = np.zeros(learner.actions, dtype=np.int64 if small else object)
    for block in range(horizon.bit_length()):
        first, counts, round = 0, np.zeros(learner.actions, dtype=np.int64), 1 << block
        for vectors in losses.vectors(block, block_rounds(block, horizon)):
            after = before + np.cumsum(vectors if small else vectors.astype(object), axis=0)
            sums = np.concatenate([before[None, :], after[:-1]])
            actions = _actions(learner, sums, losses.scale, round)
            first = first or int(actions[0])
            counts += np.bincount(actions - 1, minlength=learner.actions)
            before, round = after[-1], round + len(vectors)
        yield _Played(first, [int(count) for count in counts])


def _actions(learner: RoundLearner, sums: Integers, scale: int, round: int) -> npt.NDArray[np.intp]:
    """The actions of the rounds from ``round`` on; sums[i] / scale are the losses before round + i."""
    if isinstance(learner, FollowTheLeader):
        return _leaders(learner, sums, scale, round)
    return np.array([learner.pick(row, scale, t) for t, row in enumerate(sums.tolist(), round)], dtype=np.intp)


def _leaders(learner: FollowTheLeader, sums: Integers, scale: int, round: int) -> npt.NDArray[np.intp]:
    leading = sums == sums.min(axis=1)[:, None]
    actions: npt.NDArray[np.intp] = leading.argmax(axis=1) + 1
    for i in np.flatnonzero(leading.sum(axis=1) > 1).tolist():
        actions[i] = learner.pick(sums[i].tolist(), scale, round + i)
    return actions
