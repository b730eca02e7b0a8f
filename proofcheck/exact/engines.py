# SPDX-License-Identifier: Apache-2.0
"""Engines: rigorous enclosures of sums of F_m over consecutive ranges of m, and the choice between them.

Every engine answers one question, `range_sums(edges, bits)`, so that more of them can be added (issue 4).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import comb, isqrt, prod
from typing import Protocol

import flint

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure, enclose
from proofcheck.exact.lattice import Box, Vector, combined, plus, point_masses, times
from proofcheck.exact.softmax import Softmax
from proofcheck.exact.walk import Walk, levels

DEFAULT_WORK = 4_000_000
"""Units an answer may cost; a unit is about a microsecond on the machine of 2026 this was written on."""

MOST_TERMS = 10**18
_FEW_STEPS = 12  # with more, counting multisets is slower than it is useful


class Engine(Protocol):
    """What every engine offers."""

    @property
    def name(self) -> str:
        """How the answer records it."""

    def cost(self, terms: int, bits: int) -> int:
        """About how many units reaching m = terms takes. Heuristic."""

    def range_sums(self, edges: Sequence[int], bits: int) -> list[Enclosure]:
        """Enclosures of sum_{a < m <= b} F_m for consecutive a, b in 0 followed by the increasing `edges`."""


@dataclass(frozen=True)
class Types:
    """F_m = sum over states of P(D_m = state) * cost(state), the law of D_m enumerated exactly (see `levels`).

    Guarantee: encloses; the weights are exact integers, only the softmax is a ball.
    """

    walk: Walk
    eta: Fraction
    name: str = field(default="types", init=False)

    def cost(self, terms: int, bits: int) -> int:
        """See Engine.cost."""
        states = prod(terms * span + 1 for span in self.walk.spans)
        if len(self.walk.steps) <= _FEW_STEPS:
            states = min(states, comb(terms + len(self.walk.steps) - 1, len(self.walk.steps) - 1))
        for group in self.walk.alike:
            states = states // prod(range(1, len(group) + 1)) + 1
        growth = 2 + terms * self.walk.total.bit_length() // 2000
        return states * terms * (len(self.walk.steps) + self.walk.width) * growth // (2 * self.walk.width)

    def range_sums(self, edges: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.range_sums."""
        sums, softmax, start = [], Softmax(self.walk, self.eta, bits), 0
        steps = levels(self.walk)
        next(steps)  # m = 0 is in no range
        for edge in edges:
            total = Enclosure.of(0)
            for _, states, whole in islice(steps, edge - start):
                total += enclose(lambda s=states, w=whole: mean_cost(softmax, s) / w, bits)  # type: ignore[misc]  # defaults
            sums.append(total)
            start = edge
        return sums


def mean_cost(softmax: Softmax, states: dict[Vector, int]) -> flint.arb:
    """sum over states of weight * cost(state), at the current precision. Guarantee: encloses."""
    total = flint.arb(0)
    for state, weight in states.items():
        total += softmax.cost(state) * weight
    return total


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

    def cost(self, terms: int, bits: int) -> int:
        """See Engine.cost."""
        volume = 1
        for low, high, mean in self.walk.axes:
            drift = int(mean * terms)
            # Hoeffding: mass beyond this half-width is below 2^-bits, so those cells round to 0.
            half = (high - low) * isqrt(terms * bits * 7 // 20 + 1)
            top, bottom = min(terms * high, drift + half), max(terms * low, drift - half)
            volume *= max(top, 0) - min(bottom, 0) + 1
        return volume * (2 + self.walk.width + bits // 60) + 2000 * terms.bit_length()

    def range_sums(self, edges: Sequence[int], bits: int) -> list[Enclosure]:
        """See Engine.range_sums."""
        run = _Doubling(self.walk, bits)
        softmax, sums, start = Softmax(self.walk, self.eta, bits), [], 0
        power: Box | None = None
        for edge in edges:
            count = edge - start
            step, total = run.upto(count)
            box = total if power is None else times(power, total, bits)
            sums.append(self._mean(box, count, softmax, run, bits))
            if edge != edges[-1]:
                power = step if power is None else times(power, step, bits)
            start = edge
        return sums

    def _mean(self, box: Box, count: int, softmax: Softmax, run: "_Doubling", bits: int) -> Enclosure:
        def total() -> flint.arb:
            parts = flint.arb(0)
            for place, cell in box.items():
                parts += softmax.cost(combined(place, run.basis)) * cell
            return parts

        lost = Fraction((count << bits) - box.mass(), 1 << bits)
        if lost < 0:
            raise ArithmeticError("cells hold more than the whole mass")
        return enclose(total, bits).times(Fraction(1, 1 << bits)).widened(lost * max(self.walk.gaps))


class _Doubling:
    """p^n and S_n = p + ... + p^n for the law p of one step, remembered by n."""

    def __init__(self, walk: Walk, bits: int) -> None:
        self.basis, coordinates = walk.reduced
        cells: dict[Vector, int] = {}
        for place, (_, weight) in zip(coordinates, walk.steps, strict=True):
            cells[place] = cells.get(place, 0) + (weight << bits) // walk.total
        first = point_masses(cells)
        self._bits = bits
        self._known = {1: (first, first)}

    def upto(self, n: int) -> tuple[Box, Box]:
        """(p^n, S_n), for n >= 1; every cell at most the true value times 2^bits."""
        if n not in self._known:
            power, total = self.upto(n // 2)
            twice = times(power, power, self._bits)
            total = plus(total, times(power, total, self._bits))
            if n % 2:
                twice = times(twice, self._known[1][0], self._bits)
                total = plus(total, twice)
            self._known[n] = twice, total
        return self._known[n]


def choose(walk: Walk, eta: Fraction, terms: int, bits: int, work: int) -> tuple[Engine, int]:
    """The engine that reaches m = terms most cheaply, or the one that gets furthest within `work` units, and how far.

    The choice is heuristic and never affects soundness. At least m = 1 is always within reach.
    """
    engines: tuple[Engine, ...] = (Types(walk, eta), Lattice(walk, eta))
    cheapest = min(engines, key=lambda engine: engine.cost(terms, bits))
    if cheapest.cost(terms, bits) <= work:
        return cheapest, terms
    reach = [(_furthest(engine, terms, bits, work), engine) for engine in engines]
    far, engine = max(reach, key=lambda pair: pair[0])
    return engine, far


def engine_named(name: str, walk: Walk, eta: Fraction) -> Engine:
    """The engine of that name. Raises InputError for a name there is none of."""
    engines: dict[str, Engine] = {"types": Types(walk, eta), "lattice": Lattice(walk, eta)}
    if name not in engines:
        raise InputError(f"engine: found {name!r}; write one of {', '.join(engines)}")
    return engines[name]


def _furthest(engine: Engine, terms: int, bits: int, work: int) -> int:
    low, high = 1, min(terms, MOST_TERMS)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if engine.cost(middle, bits) <= work else (low, middle)
    return low
