# SPDX-License-Identifier: Apache-2.0
"""Finite loss laws on exact rationals in [0,1]^K with a unique best action.

A `Law` is the law of one loss vector X = (X_1, ..., X_K): either *joint* (atoms: loss vectors with probabilities,
coordinates may depend on each other) or *independent* (one marginal per action, some repeated). Means, gaps and the
best action are exact. Actions keep the user's numbering, 1..K, everywhere in this module.

Source A, section 3 (model). Files are read by `proofcheck.exact.lawfile`.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, prod

from proofcheck.errors import InputError

Atom = tuple[tuple[Fraction, ...], Fraction]  # (loss vector, probability)
Marginal = tuple[tuple[Fraction, Fraction], ...]  # ((loss, probability), ...)

ATOM_LIMIT = 50_000
"""Joint atoms an independent law may be expanded into."""


@dataclass(frozen=True)
class Law:
    """The law of one loss vector in [0,1]^K. Exactly one of `atoms` and `actions` is non-empty.

    Arguments: name; atoms, pairs (losses, probability); actions, pairs (marginal, how many actions alike).
    Raises InputError when probabilities don't sum to 1, a loss leaves [0,1], K < 2, or the best action isn't unique.
    Guarantee: exact; probabilities are positive (atoms of probability 0 are dropped).
    """

    name: str
    atoms: tuple[Atom, ...] = ()
    actions: tuple[tuple[Marginal, int], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "atoms", tuple((x, p) for x, p in self.atoms if p != 0))
        object.__setattr__(
            self, "actions", tuple((tuple((x, p) for x, p in side if p != 0), n) for side, n in self.actions)
        )
        _check(self)
        object.__setattr__(self, "actions", tuple((_merged(side), n) for side, n in self.actions))

    def __hash__(self) -> int:
        # Equal laws have equal parts; hashing a million fractions would cost a second.
        return hash((self.name, len(self.atoms), len(self.actions), self.atoms[:1], self.actions[:1]))

    @property
    def size(self) -> int:
        """K, the number of actions."""
        return len(self.atoms[0][0]) if self.atoms else sum(count for _, count in self.actions)

    @property
    def independent(self) -> bool:
        """True when the law was given by its marginals."""
        return bool(self.actions)

    @cached_property
    def means(self) -> tuple[Fraction, ...]:
        """mu_j = E X_j, j = 1..K. Exact."""
        if self.atoms:
            return _joint_means(self.atoms)
        sides = (([sum((x * p for x, p in side), Fraction(0))] * count) for side, count in self.actions)
        return tuple(mean for some in sides for mean in some)

    @cached_property
    def best(self) -> int:
        """The number (from 1) of the action with the least mean."""
        return self.means.index(min(self.means)) + 1

    @cached_property
    def gaps(self) -> tuple[Fraction, ...]:
        """Delta_j = mu_j - min mu, j = 1..K, in the user's numbering. Exact."""
        least = min(self.means)
        return tuple(mean - least for mean in self.means)

    @property
    def least_gap(self) -> Fraction:
        """Delta_min > 0, the gap of the second-best action."""
        return min(gap for gap in self.gaps if gap)

    def joint_atoms(self, limit: int = ATOM_LIMIT) -> tuple[Atom, ...]:
        """The atoms of the joint law (of an independent one: one for each pick of losses).

        Raises InputError when an independent law has more than `limit` of them.
        """
        if not self.actions:
            return self.atoms
        # Refuse before computing the product: lengths ** counts may be astronomically large.
        sides = [side for side, count in self.actions if len(side) > 1 for _ in range(count)]
        if len(sides) > limit.bit_length() or prod(len(side) for side in sides) > limit:
            raise InputError(
                f"{self.name}: an independent law with K = {self.size} has more than {limit} joint loss vectors; "
                "write a smaller K, or a joint law (atoms) with fewer loss vectors"
            )
        every = [side for side, count in self.actions for _ in range(count)]
        return tuple(
            (tuple(x for x, _ in pick), prod((p for _, p in pick), start=Fraction(1))) for pick in product(*every)
        )


def _merged(side: Marginal) -> Marginal:
    """The marginal with each loss once: engines go by losses, so one that is named twice would be counted once."""
    found: dict[Fraction, Fraction] = {}
    for x, p in side:
        found[x] = found.get(x, Fraction(0)) + p
    return tuple(found.items())


def _joint_means(atoms: tuple[Atom, ...]) -> tuple[Fraction, ...]:
    # In integers over one denominator: a law may have a million losses.
    scale = lcm(*{x.denominator for losses, _ in atoms for x in losses})
    total = lcm(*(p.denominator for _, p in atoms))
    weights = [p.numerator * (total // p.denominator) for _, p in atoms]

    def mean(column: tuple[Fraction, ...]) -> Fraction:
        parts = (x.numerator * (scale // x.denominator) * w for x, w in zip(column, weights, strict=True))
        return Fraction(sum(parts), scale * total)

    return tuple(mean(column) for column in zip(*(losses for losses, _ in atoms), strict=True))


def _check(law: Law) -> None:
    for index, (losses, _) in enumerate(law.atoms):
        if len(losses) != len(law.atoms[0][0]):
            raise InputError(
                f"{law.name}: atoms[{index}].losses: found {len(losses)} losses, atoms[0] has "
                f"{len(law.atoms[0][0])}; write one loss for each action in every atom"
            )
        _check_losses(law.name, f"atoms[{index}].losses", losses)
    if law.atoms:
        _check_probabilities(law.name, "atoms", [p for _, p in law.atoms])
    for index, (side, count) in enumerate(law.actions):
        if count < 1:
            raise InputError(f"{law.name}: actions[{index}].repeat: found {count}; write an integer from 1")
        _check_losses(law.name, f"actions[{index}]", [x for x, _ in side])
        _check_probabilities(law.name, f"actions[{index}]", [p for _, p in side])
    if bool(law.atoms) == bool(law.actions):
        raise InputError(f"{law.name}: found {'both' if law.atoms else 'neither'} atoms and actions; write one of them")
    _check_best(law)


def _check_losses(name: str, place: str, losses: tuple[Fraction, ...] | list[Fraction]) -> None:
    for index, loss in enumerate(losses):
        if not 0 <= loss <= 1:
            raise InputError(f"{name}: {place}[{index}]: found loss {loss}; write a loss between 0 and 1")


def _check_probabilities(name: str, place: str, probabilities: list[Fraction]) -> None:
    for index, probability in enumerate(probabilities):
        if probability < 0:
            raise InputError(f"{name}: {place}[{index}]: found probability {probability}; write one from 0 to 1")
    total = sum(probabilities)
    if total != 1:
        raise InputError(f"{name}: {place}: found probabilities that sum to {total}; write ones that sum to exactly 1")


def _check_best(law: Law) -> None:
    if law.size < 2:
        raise InputError(f"{law.name}: found K = {law.size} action; write at least 2 actions")
    least = min(law.means)
    ties = [index + 1 for index, mean in enumerate(law.means) if mean == least]
    if len(ties) > 1:
        raise InputError(
            f"{law.name}: found actions {ties[0]} and {ties[1]} both with the least mean {least}; "
            "write a law whose best action is unique"
        )
