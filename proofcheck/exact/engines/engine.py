# SPDX-License-Identifier: Apache-2.0
"""What every engine offers: rigorous enclosures of F_m, and of sums of F_m over consecutive ranges of m."""

from collections.abc import Sequence
from typing import Protocol

from proofcheck.exact.enclosure import Enclosure

ALL_DIGITS = 10**6


class Engine(Protocol):
    """One way to compute F_m for one law at one eta."""

    @property
    def name(self) -> str:
        """How the answer records it."""

    def most_digits(self, terms: int) -> int:
        """About how many significant digits it can give at m = terms. Heuristic."""

    def cost(self, terms: int, bits: int) -> int:
        """About how many microseconds reaching m = terms takes. Heuristic."""

    def range_sums(self, edges: Sequence[int], bits: int) -> list[Enclosure]:
        """Enclosures of sum_{a < m <= b} F_m for consecutive a, b in 0 followed by the increasing `edges`."""

    def each(self, places: Sequence[int], bits: int) -> list[Enclosure]:
        """Enclosures of F_m for the increasing m >= 1 in `places`."""
