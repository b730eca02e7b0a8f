# SPDX-License-Identifier: Apache-2.0
"""The two private learners that work in dyadic blocks; neither knows the horizon."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofcheck.learners.bits import Bits, below
from proofcheck.learners.learner import BlockLearner
from proofcheck.learners.losses import Number, positive, whole
from proofcheck.learners.sampling import discrete_laplace, softmax


class RandomizedPrefix(BlockLearner):
    """A_(r+1) is drawn from the softmax of -eta * L, L the losses summed over the first M_r vectors of block r.

    eta = min{epsilon/2, 1/8}; M_0 = 1; M_r uniform on {2^(r-1) + 1, ..., 2^r} for r >= 1; A_r is played in all of
    B_r = {2^r, ..., 2^(r+1) - 1}; A_0 from ``first``.

    Arguments: actions, K >= 2; epsilon > 0; first, the law of A_0 as K exact probabilities (default: uniform);
    bits (default: the operating system). Raises InputError.
    Guarantee: the drawn law is the one above, exactly. The actions are epsilon-differentially private (pure, event
    level: one whole loss vector replaced), and Reg_T <= 1 + 800 log K / gap + 16 log K / eta on i.i.d. losses, every T.
    Source: Cesari, Colomboni, arXiv:2605.29148, section 4 and Theorem 1 (`proofcheck show thm1`).

    >>> from proofcheck.learners import RandomizedPrefix, Seeded
    >>> learner = RandomizedPrefix(3, "1/2", bits=Seeded(1))
    >>> for _ in range(1000):
    ...     action = learner.act()  # 1, 2 or 3
    ...     learner.observe([0, "1/2", "0.9"])
    >>> learner.act()
    1
    """

    def __init__(
        self,
        actions: int,
        epsilon: Number,
        *,
        first: Sequence[Number] | None = None,
        bits: Bits | None = None,
    ) -> None:
        self.epsilon = positive(epsilon, "epsilon")
        self.eta = min(self.epsilon / 2, Fraction(1, 8))
        super().__init__(actions, first, bits)

    def _length(self, block: int) -> int:
        if block == 0:
            return 1
        half = 1 << (block - 1)
        return half + 1 + below(half, self.bits)

    def _select(self, tops: Sequence[int], scale: int) -> int:
        return softmax(tops, self.eta.numerator, self.eta.denominator * scale, self.bits)


class NoisyLeader(BlockLearner):
    """A_(r+1) is the j with the least S_j + Z_j, S the losses summed over block r, Z independent Laplace noise.

    Z_j = k / grid, k an integer with P(k) in proportion to ``exp(-(epsilon/2) |k| / grid)``: the discrete Laplace law,
    of scale 2/epsilon. Equal values: the smaller j. As grid grows the law tends to that with continuous Laplace noise;
    the guarantee needs no limit, it holds for the discrete law at every grid, also for losses that are not on it.

    Arguments: as for RandomizedPrefix; grid >= 1, an integer. Raises InputError.
    Guarantee: the drawn law is the one above, exactly; the actions are epsilon-differentially private (pure, event
    level). Proof. Replacing one loss vector moves each S_j of one block by at most 1. Fix the noise of all but j. If j
    wins against S with Z_j, it wins against the neighbouring S' with Z_j - 2, which is on the grid too:
    S'_j + Z_j - 2 <= S_j + Z_j - 1 <= S_i + Z_i - 1 <= S'_i + Z_i, strictly wherever it was strict. And
    P(Z_j = z) <= exp(2 * epsilon/2) * P(Z_j = z - 2). Summed over z and the others' noise, P(A = j | S) <=
    e^epsilon * P(A = j | S'). A vector touches one block, hence one selection; the actions before it do not depend on
    it, those after are drawn from other blocks.
    Source: Hu, Huang, Mehta, Hegde, arXiv:2102.07929, RNM-FTNL; report-noisy-max as in Dwork, Roth, "The Algorithmic
    Foundations of Differential Privacy", 2014, section 3.3, with scale 2/epsilon since sums here may move either way.
    """

    def __init__(
        self,
        actions: int,
        epsilon: Number,
        *,
        grid: int = 1 << 20,
        first: Sequence[Number] | None = None,
        bits: Bits | None = None,
    ) -> None:
        self.epsilon = positive(epsilon, "epsilon")
        self.grid = whole(grid, "grid", 1)
        super().__init__(actions, first, bits)

    def _length(self, block: int) -> int:
        return 1 << block

    def _select(self, tops: Sequence[int], scale: int) -> int:
        top, bottom = self.epsilon.numerator, 2 * self.epsilon.denominator * self.grid
        noisy = [t * self.grid + discrete_laplace(top, bottom, self.bits) * scale for t in tops]
        return noisy.index(min(noisy))
