# SPDX-License-Identifier: Apache-2.0
"""F_m and range sums of them on a lattice: fixed-point integers, FLINT products, doubling in m."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

import flint

from proofcheck.exact.enclosure import Enclosure, enclose
from proofcheck.exact.engines.engine import ALL
from proofcheck.exact.engines.frame import gathered
from proofcheck.exact.lattice import Box, Powers, Vector, combined, plus, times
from proofcheck.exact.softmax import Softmax
from proofcheck.exact.walk import Walk


@dataclass(frozen=True)
class Lattice:
    """The same sums with the law of D_m as rounded-down fixed-point integers on a lattice of least rank.

    With p the law of one step, p^n and S_n = p + ... + p^n come by doubling, S_{2n} = S_n + p^n S_n, so m in the
    millions costs about twenty products. What rounding lost is mass - sum(cells), and costs at most Delta_max each.
    Guarantee: encloses; precision relative to the mass of a range, not to its F.
    """

    walk: Walk
    eta: Fraction
    name: str = field(default="lattice", init=False)
    most_digits: int = field(default=ALL, init=False)
    most_bits: int = field(default=ALL, init=False)

    def cost(self, terms: int, bits: int) -> int:
        """See Engine.cost."""
        volume = 1
        for low, high, mean in self.walk.axes:
            drift = int(mean * terms)
            # Hoeffding: mass beyond this half-width is below 2^-bits, so those cells round to 0.
            half = (high - low) * isqrt(terms * bits * 7 // 20 + 1)
            top, bottom = min(terms * high, drift + half), max(terms * low, drift - half)
            volume *= max(top, 0) - min(bottom, 0) + 1
        return volume * (2 + self.walk.width + bits // 60) + 500 * terms.bit_length()

    def each_cost(self, count: int, last: int, bits: int) -> int:
        """See Engine.each_cost."""
        return count * self.cost(last, bits)

    def range_sums(self, edges: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.range_sums."""
        run = Doubling(self.walk, bits)
        softmax, sums, start = Softmax(self.walk, self.eta, bits), [], 0
        power = run.power(0)
        for edge in edges:
            count = edge - start
            total = run.upto(count)
            sums.append(self._mean(times(power, total, bits), count, softmax, run))
            power = times(power, run.power(count), bits) if edge != edges[-1] else power
            start = edge
        return sums

    def each(self, places: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.each."""
        run, softmax = Doubling(self.walk, bits), Softmax(self.walk, self.eta, bits)
        found, power, start = [], run.power(0), 0
        for place in places:
            power, start = times(power, run.power(place - start), bits), place
            found.append(self._mean(power, 1, softmax, run))
        return found

    def _mean(self, box: Box, count: int, softmax: Softmax, run: "Doubling") -> Enclosure:
        # F depends on the sorted state alone, and a softmax costs more than a sort.
        states: dict[Vector, flint.fmpz] = {}
        for state, cell in run.states(box):
            key = self.walk.sorted(state)
            states[key] = states.get(key, 0) + cell
        return run.mean(box, count, states.items(), softmax.cost)


class Doubling(Powers):
    """Beside p^n also S_n = p + ... + p^n, remembered by n; and what a cost at the states of such a box comes to."""

    def __init__(self, walk: Walk, bits: int) -> None:
        self.basis, coordinates = walk.reduced
        self._most = max(walk.gaps)
        super().__init__(gathered(coordinates, walk), walk.total, bits)
        self._sums = {1: self.first}

    def upto(self, n: int) -> Box:
        """S_n for n >= 1; every cell at most the true value times 2^bits."""
        if n not in self._sums:
            total = self.upto(n // 2)
            total = plus(total, times(self.power(n // 2), total, self.bits))
            self._sums[n] = plus(total, self.power(n)) if n % 2 else total
        return self._sums[n]

    def states(self, box: Box) -> Iterator[tuple[Vector, flint.fmpz]]:
        """The states of the walk in a box, and their cells."""
        return ((combined(place, self.basis), cell) for place, cell in box.items())

    def mean(
        self,
        box: Box,
        count: int,
        states: Iterable[tuple[Vector, flint.fmpz]],
        cost: Callable[[Vector], flint.arb],
    ) -> Enclosure:
        """The sum of cost over the `states` of a box of mass `count`. Guarantee: encloses, for 0 <= cost <= Delta_max.

        `states` are those of the box, or some that cost the same in their place.
        """
        lost = Fraction((count << self.bits) - box.mass(), 1 << self.bits)
        if lost < 0:
            raise ArithmeticError("cells hold more than the whole mass")
        parts = (cost(state) * cell for state, cell in states)
        total = enclose(lambda: sum(parts, flint.arb(0)), self.bits)
        return total.times(Fraction(1, 1 << self.bits)).widened(lost * self._most)
