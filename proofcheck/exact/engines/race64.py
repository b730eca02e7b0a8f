# SPDX-License-Identifier: Apache-2.0
"""The race of `survival` carried on in float64 from an exact start, and its trapezoidal sums; errors by `doubles`."""

from dataclasses import dataclass

import numpy as np

from proofcheck.exact.engines.doubles import Doubles, of_fraction, of_integers
from proofcheck.exact.engines.survival import Survival


@dataclass
class Cluster:
    """Groups whose losses lie at the same places: phi and chi of all of them in one array, cell `low` first."""

    groups: list[int]
    shifts: list[int]
    weights: list[Doubles]
    low: int
    values: Doubles

    def advance(self) -> None:
        """From m to m + 1: (number of losses) + 1 roundings a value. Loses the cells on the left."""
        lose, count = max(self.shifts), self.values.shape[-1]
        parts = (
            self.values[..., lose - shift : count - shift] * weight
            for shift, weight in zip(self.shifts, self.weights, strict=True)
        )
        total = next(parts)
        for part in parts:
            total += part
        self.values, self.low = total, self.low + lose

    @property
    def roundings(self) -> int:
        """How many roundings a value gains at every step."""
        return len(self.shifts) + 1


def clusters(survivals: list[Survival], bits: int) -> list[Cluster]:
    """The groups at their start, one rounding after the fixed point."""
    places: dict[tuple[int, ...], list[int]] = {}
    for index, survival in enumerate(survivals):
        places.setdefault(tuple(k for k, _ in survival.group.steps), []).append(index)
    return [_cluster(survivals, groups, bits) for groups in places.values()]


def _cluster(survivals: list[Survival], groups: list[int], bits: int) -> Cluster:
    chosen = [survivals[index] for index in groups]
    cells = range(chosen[0].low, chosen[0].high + 1)
    zeros = np.zeros(len(cells))
    phi = [of_integers(survival.phi_at(cells), bits) for survival in chosen]
    chi = [zeros if s.chi is None else of_integers(s.chi_at(cells), bits) for s in chosen]
    steps = [survival.group.steps for survival in chosen]
    return Cluster(
        groups,
        [k * chosen[0].split for k, _ in steps[0]],
        [np.array([[s.group.steps[i][1] / s.group.total] for s in chosen]) for i in range(len(steps[0]))],
        cells.start,
        np.array([phi, chi]),
    )


class Winners:
    """Collects phi and chi at the nodes for up to `size` values of m, then multiplies for all of them at once."""

    def __init__(self, survivals: list[Survival], nodes: range, size: int) -> None:
        self._copies = [survival.group.copies for survival in survivals]
        self._charges = [of_fraction(s.group.gap * s.group.copies) for s in survivals]
        self._nodes, self.kept = nodes, 0
        self._values = np.empty((2, len(survivals), size, len(nodes)))

    @property
    def roundings(self) -> int:
        """Roundings of a total beside those of its factors: K - 1 products, 4 more, two stages of summation."""
        return sum(self._copies) + 4 + len(self._nodes) + len(self._copies)

    def keep(self, found: list[Cluster]) -> None:
        """Takes the values at the nodes for one m."""
        for cluster in found:
            start, stop = self._nodes.start - cluster.low, self._nodes[-1] - cluster.low + 1
            self._values[:, cluster.groups, self.kept] = cluster.values[..., start : stop : self._nodes.step]
        self.kept += 1

    def totals(self) -> tuple[Doubles, Doubles]:
        """For each m kept: sum over nodes of g (without h), and prod phi at the last node. Forgets them."""
        phi, chi = self._values[:, :, : self.kept]
        fewer = [_power(some, copies - 1) for some, copies in zip(phi, self._copies, strict=True)]
        whole = [some if less is None else less * some for some, less in zip(phi, fewer, strict=True)]
        after = [whole[-1]]
        for some in whole[-2:0:-1]:
            after.append(after[-1] * some)
        before, total = whole[0], np.zeros(self.kept)
        for index in range(1, len(whole)):
            part = chi[index] * before
            for factor in (fewer[index], after[-1 - index] if index < len(whole) - 1 else None):
                if factor is not None:
                    part *= factor
            total += part.sum(axis=1) * self._charges[index]
            before = before * whole[index]
        self.kept = 0
        return total, before[:, -1].copy()


def _power(values: Doubles, exponent: int) -> Doubles | None:
    """values^exponent by squaring, at most exponent - 1 products a value; None for exponent 0."""
    result: Doubles | None = None
    square = values
    while exponent:
        if exponent & 1:
            result = square if result is None else result * square
        exponent >>= 1
        if exponent:
            square = square * square
    return result
