# SPDX-License-Identifier: Apache-2.0
"""F_m by types: the law of D_m enumerated exactly, multisets of atoms with one sum added up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import comb, prod

import flint

from proofcheck.exact.enclosure import Enclosure, enclose
from proofcheck.exact.engines.engine import ALL
from proofcheck.exact.lattice import Vector
from proofcheck.exact.softmax import Softmax
from proofcheck.exact.walk import Walk, levels

_FEW_STEPS = 12  # with more, counting multisets is slower than it is useful


@dataclass(frozen=True)
class Types:
    """F_m = sum over states of P(D_m = state) * cost(state), the law of D_m enumerated exactly (see `levels`).

    Guarantee: encloses; the weights are exact integers, only the softmax is a ball.
    """

    walk: Walk
    eta: Fraction
    name: str = field(default="types", init=False)
    most_digits: int = field(default=ALL, init=False)
    most_bits: int = field(default=ALL, init=False)

    def cost(self, terms: int, bits: int) -> int:
        """See Engine.cost."""
        walk, count = self.walk, len(self.walk.steps)
        together = {c for group in walk.alike for c in group}
        states = prod(terms * span + 1 for c, span in enumerate(walk.spans) if c not in together)
        for group in walk.alike:  # multisets of values
            states *= comb(len(group) + terms * walk.spans[group[0]], len(group))
        if count <= _FEW_STEPS:
            states = min(states, comb(terms + count - 1, count - 1))
        growth = 30 + terms * walk.total.bit_length() // 100
        # A third: there are fewer states on the way.
        return terms * (15 + states * (count * (8 + walk.width) + 6 * walk.width) * growth // 1000)

    def each_cost(self, count: int, last: int, bits: int) -> int:
        """See Engine.each_cost."""
        return self.cost(last, bits)

    def range_sums(self, edges: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.range_sums."""
        sums, values, start = [], self._values(bits), 0
        for edge in edges:
            sums.append(sum((value for _, value in islice(values, edge - start)), Enclosure.of(0)))
            start = edge
        return sums

    def each(self, places: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.each."""
        wanted, softmax = set(places), Softmax(self.walk, self.eta, bits)
        reached = islice(levels(self.walk), max(places) + 1)
        return [_mean(softmax, states, whole, bits) for m, states, whole in reached if m in wanted]

    def _values(self, bits: int) -> Iterator[tuple[int, Enclosure]]:
        softmax = Softmax(self.walk, self.eta, bits)
        for m, states, whole in levels(self.walk):
            if m:  # m = 0 is in no range
                yield m, _mean(softmax, states, whole, bits)


def _mean(softmax: Softmax, states: dict[Vector, int], whole: int, bits: int) -> Enclosure:
    parts = (softmax.cost(state) * weight for state, weight in states.items())
    return enclose(lambda: sum(parts, flint.arb(0)) / whole, bits)
