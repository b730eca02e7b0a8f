# SPDX-License-Identifier: Apache-2.0
"""What every engine offers: rigorous enclosures of F_m, and of sums of F_m over consecutive ranges of m."""

from collections.abc import Sequence
from typing import Protocol

from proofcheck.exact.enclosure import Enclosure

ALL = 10**6
"""As many digits, or bits, as anyone asks for."""

NEVER = 10**30
"""The cost of what an engine cannot do."""


class Engine(Protocol):
    """One way to compute F_m for one law at one eta."""

    @property
    def name(self) -> str:
        """How the answer records it."""

    @property
    def most_digits(self) -> int:
        """About how many significant digits it can give. Heuristic."""

    @property
    def most_bits(self) -> int:
        """The highest precision it can be asked for."""

    def cost(self, terms: int, bits: int) -> int:
        """About how many microseconds `range_sums` up to m = terms takes. Heuristic."""

    def each_cost(self, count: int, last: int, bits: int) -> int:
        """About how many microseconds `each` takes for `count` places, the last one `last`. Heuristic."""

    def range_sums(self, edges: Sequence[int], bits: int) -> list[Enclosure]:
        """Enclosures of sum_{a < m <= b} F_m for consecutive a, b in 0 followed by the increasing `edges`."""

    def each(self, places: Sequence[int], bits: int) -> list[Enclosure]:
        """Enclosures of F_m for the increasing m >= 1 in `places`."""
