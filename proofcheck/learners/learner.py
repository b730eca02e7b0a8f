# SPDX-License-Identifier: Apache-2.0
"""The interface that every learner has: act, then observe the whole loss vector; and the two ways to keep time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from proofcheck.errors import InputError
from proofcheck.learners.bits import Bits, system
from proofcheck.learners.losses import Number, Sums, exact, loss_vector, whole
from proofcheck.learners.sampling import weighted


class Learner(ABC):
    """Plays one of K actions a round, numbered 1..K, and then sees the losses of all of them (full information).

    Arguments: actions, K >= 2; bits, where randomness comes from (default: the operating system). Memory: O(K) exact
    numbers, of O(log t) digits. Raises InputError for K < 2.
    """

    def __init__(self, actions: int, bits: Bits | None) -> None:
        self.actions = whole(actions, "actions", 2)
        self.bits = system() if bits is None else bits
        self.rounds = 0
        """How many rounds have been observed."""
        self._sums = Sums(actions)

    @abstractmethod
    def act(self) -> int:
        """The action of this round, in 1..K; the same until the round's losses are observed."""

    @abstractmethod
    def observe(self, losses: Sequence[Number]) -> None:
        """The round's losses, K exact numbers in [0, 1] (Fraction, int, text); floats raise InputError."""


class RoundLearner(Learner):
    """A learner that draws an action each round from the losses of all rounds before."""

    def __init__(self, actions: int, bits: Bits | None) -> None:
        super().__init__(actions, bits)
        self._action: int | None = None

    @abstractmethod
    def pick(self, tops: Sequence[int], scale: int, round: int) -> int:
        """Draw an action for ``round`` (from 1) when tops[j] / scale are the losses summed over the rounds before."""

    def act(self) -> int:
        """The action of this round, drawn when first asked for."""
        if self._action is None:
            self._action = self.pick(self._sums.tops, self._sums.scale, self.rounds + 1)
        return self._action

    def observe(self, losses: Sequence[Number]) -> None:
        """Add the round's losses. Raises InputError, and changes nothing, unless they are K exact numbers in [0, 1]."""
        self._sums.add(loss_vector(losses, self.actions))
        self.rounds += 1
        self._action = None


class BlockLearner(Learner):
    """A learner that plays one action throughout each block B_r = {2^r, ..., 2^(r+1) - 1}, r = 0, 1, ...

    A_0 comes from a law that no loss has touched; A_(r+1) is drawn from the losses summed over the first ``prefix``
    vectors of block r, and from nothing else.
    """

    def __init__(self, actions: int, first: Sequence[Number] | None, bits: Bits | None) -> None:
        super().__init__(actions, bits)
        self._action = weighted(_weights(first, actions), self.bits) + 1
        self._start(0)

    @abstractmethod
    def _length(self, block: int) -> int:
        """How many vectors of the block count, from 1 to 2^block; drawn without looking at losses."""

    @abstractmethod
    def _select(self, tops: Sequence[int], scale: int) -> int:
        """The index, from 0, of the next block's action; tops[j] / scale are the losses summed over the prefix."""

    def _start(self, block: int) -> None:
        self.block = block
        """r, the number of the block being played."""
        self.prefix = self._length(block)
        """How many of its vectors count. Secret: whoever also sees it learns more than the guarantee speaks of."""
        self._seen = 0
        self._sums.clear()

    def act(self) -> int:
        """The action of this block."""
        return self._action

    def observe(self, losses: Sequence[Number]) -> None:
        """Count the round's losses if they are in the prefix. Raises InputError, and changes nothing, for bad ones."""
        vector = loss_vector(losses, self.actions)
        if self._seen < self.prefix:
            self._sums.add(vector)
        self._seen += 1
        self.rounds += 1
        if self._seen == 1 << self.block:
            self._finish()

    def observe_block(self, tops: Sequence[int], scale: int) -> None:
        """The whole block at once, given tops[j] / scale = losses summed over its first ``prefix`` vectors.

        The same bits are drawn as if its 2^block vectors were observed one by one. Raises InputError within a block.
        """
        if self._seen:
            raise InputError(f"block {self.block}: found {self._seen} rounds observed; observe the rest singly")
        self._sums.add_total(tops, scale)
        self.rounds += 1 << self.block
        self._finish()

    def _finish(self) -> None:
        self._action = self._select(self._sums.tops, self._sums.scale) + 1
        self._start(self.block + 1)


def _weights(first: Sequence[Number] | None, actions: int) -> list[int]:
    """Integers in proportion to the law of A_0; uniform when none is given. Raises InputError."""
    if first is None:
        return [1] * actions
    law = [exact(p, f"first[{j}]") for j, p in enumerate(first)]
    if len(law) != actions or sum(law) != 1 or min(law) < 0:
        raise InputError(
            f"first: found {len(law)} numbers with sum {sum(law, Fraction(0))}; "
            f"write {actions} probabilities with sum 1, none below 0"
        )
    scale = lcm(*(p.denominator for p in law))
    return [int(p * scale) for p in law]
