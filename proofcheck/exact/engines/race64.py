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
    """Collects phi and chi at the nodes for many m, then multiplies for all of them at once."""

    def __init__(self, survivals: list[Survival], nodes: range) -> None:
        self._copies = np.array([survival.group.copies for survival in survivals])
        self._charges = np.array([of_fraction(s.group.gap * s.group.copies) for s in survivals])
        self._nodes = nodes
        self._kept: list[Doubles] = []

    @property
    def roundings(self) -> int:
        """Roundings of a total beside those of its factors: K - 1 products, 4 more, two stages of summation."""
        return int(self._copies.sum()) + 4 + len(self._nodes) + len(self._copies)

    def keep(self, found: list[Cluster]) -> None:
        """Takes the values at the nodes for one m."""
        kept = np.empty((2, len(self._copies), len(self._nodes)))
        for cluster in found:
            start, stop = self._nodes.start - cluster.low, self._nodes[-1] - cluster.low + 1
            kept[:, cluster.groups] = cluster.values[..., start : stop : self._nodes.step]
        self._kept.append(kept)

    def totals(self) -> tuple[Doubles, Doubles]:
        """For each m kept: sum over nodes of g (without h), and prod phi at the last node. Forgets them."""
        stacked = np.array(self._kept)
        self._kept = []
        phi, chi = stacked[:, 0], stacked[:, 1]
        fewer = self._powers(phi)
        whole = fewer * phi
        before = np.multiply.accumulate(whole, axis=1)
        after = np.multiply.accumulate(whole[:, :0:-1], axis=1)[:, ::-1]
        parts = chi[:, 1:] * fewer[:, 1:] * before[:, :-1]
        parts[:, :-1] *= after[:, 1:]
        return parts.sum(axis=2) @ self._charges[1:], before[:, -1, -1]

    def _powers(self, phi: Doubles) -> Doubles:
        """phi^(copies - 1) by squaring: copies - 2 products at most."""
        exponents, result, square = self._copies - 1, np.ones_like(phi), phi
        while exponents.any():
            odd = (exponents & 1).astype(bool)
            result[:, odd] *= square[:, odd]
            exponents = exponents >> 1
            if exponents.any():
                square = square * square
        return result
