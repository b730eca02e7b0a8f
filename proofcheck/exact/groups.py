# SPDX-License-Identifier: Apache-2.0
"""Independent laws as groups of actions alike, losses on one lattice: what needs no joint atoms, whatever K is."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from proofcheck.exact.law import Law, Marginal


@dataclass(frozen=True)
class Group:
    """Some actions of one marginal: `steps` are pairs (loss in units above the least loss of all, integer weight).

    A weight stands for the probability weight / total; gap is Delta. Guarantee: exact.
    """

    steps: tuple[tuple[int, int], ...]
    total: int
    copies: int
    gap: Fraction

    @property
    def least(self) -> int:
        """The group's least loss, in units."""
        return min(k for k, _ in self.steps)

    @property
    def step(self) -> int:
        """The largest number of units that all its losses are apart by multiples of (1 if there is but one loss)."""
        return gcd(*(k - self.least for k, _ in self.steps)) or 1


@dataclass(frozen=True)
class Groups:
    """An independent law: the best action's group first, then the suboptimal groups by increasing gap.

    Every loss is offset + unit * k with an integer k >= 0; a common offset changes no softmax. Guarantee: exact.
    """

    groups: tuple[Group, ...]
    unit: Fraction

    @cached_property
    def size(self) -> int:
        """K, the number of actions."""
        return sum(group.copies for group in self.groups)

    @cached_property
    def most(self) -> int:
        """The largest loss, in units."""
        return max(k for group in self.groups for k, _ in group.steps)

    @cached_property
    def spans(self) -> list[int]:
        """How far apart the losses of each group are, in its own steps."""
        return [(max(k for k, _ in group.steps) - group.least) // group.step for group in self.groups]

    @cached_property
    def supports(self) -> list[int]:
        """How many losses each group has."""
        return [len(group.steps) for group in self.groups]

    @cached_property
    def squarings(self) -> int:
        """Products that n-th powers take, n being the copies, over all groups; about."""
        return sum(3 * group.copies.bit_length() // 2 for group in self.groups)

    def difference(self, index: int) -> dict[int, int]:
        """Weights of the values, in units, of X_j - X_1 for an action j of groups[index]; their sum is the totals'."""
        law: dict[int, int] = {}
        for k, weight in self.groups[index].steps:
            for least, share in self.groups[0].steps:
                law[k - least] = law.get(k - least, 0) + weight * share
        return law


def groups_of(law: Law) -> Groups | None:
    """The groups of an independent law, marginals that are equal taken together; None for a joint law. Exact."""
    if not law.independent:
        return None
    counts: dict[Marginal, int] = {}
    for marginal, count in law.actions:
        key = tuple(sorted(marginal))
        counts[key] = counts.get(key, 0) + count
    losses = [x for marginal in counts for x, _ in marginal]
    unit, least = _unit(losses), min(losses)
    means = {marginal: sum((x * p for x, p in marginal), Fraction(0)) for marginal in counts}
    best = min(means.values())
    found = [_group(marginal, count, means[marginal] - best, unit, least) for marginal, count in counts.items()]
    return Groups(tuple(sorted(found, key=lambda group: group.gap)), unit)


def _unit(losses: Iterable[Fraction]) -> Fraction:
    """The largest a with every difference of losses a multiple of a (1 when there is but one loss)."""
    values = list(losses)
    scale = lcm(*(x.denominator for x in values))
    step = gcd(*(int((x - values[0]) * scale) for x in values))
    return Fraction(step, scale) if step else Fraction(1)


def _group(marginal: Marginal, count: int, gap: Fraction, unit: Fraction, least: Fraction) -> Group:
    total = lcm(*(p.denominator for _, p in marginal))
    steps = tuple((int((x - least) / unit), int(p * total)) for x, p in marginal)
    return Group(steps, total, count, gap)
