# SPDX-License-Identifier: Apache-2.0
"""The random walk behind F_m: D_m = (L_{m,j} - L_{m,1})_{j != best}, on an integer lattice.

F_m depends on the law only through this walk. Actions whose differences agree in every atom are one coordinate
with several copies; coordinates whose law is symmetric under swapping are named, so an engine may sort them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from flint import fmpz_mat

from proofcheck.exact.lattice import Vector, basis_of
from proofcheck.exact.law import ATOM_LIMIT, Law

_CORNER, _MOST_RANK = 40, 6


@dataclass(frozen=True)
class Walk:
    """The walk D_m = (sum of m i.i.d. steps) / scale.

    Arguments: steps, pairs (integer step, integer weight), the probability of a step being weight / total; scale;
    gaps, Delta of each coordinate; copies, how many actions share it; actions, their numbers as the user wrote them;
    alike, groups of coordinates under whose permutations the step's law (and the copies) are invariant.
    Guarantee: exact.
    """

    steps: tuple[tuple[Vector, int], ...]
    total: int
    scale: int
    gaps: tuple[Fraction, ...]
    copies: tuple[int, ...]
    actions: tuple[tuple[int, ...], ...]
    alike: tuple[tuple[int, ...], ...]

    @property
    def width(self) -> int:
        """The number of coordinates."""
        return len(self.gaps)

    @cached_property
    def reduced(self) -> tuple[list[Vector], list[Vector]]:
        """A basis of the lattice the steps generate, and the steps' coordinates in it. Exact."""
        return basis_of([step for step, _ in self.steps])

    @property
    def rank(self) -> int:
        """The rank of that lattice."""
        return len(self.reduced[0])

    @cached_property
    def flat(self) -> bool:
        """True unless the walk has many dimensions, where the lattice would be hopeless, and long to find."""
        corner = [list(step[:_CORNER]) for step, _ in self.steps[:_CORNER]]
        return bool(fmpz_mat(corner).rank() <= _MOST_RANK) and bool(
            fmpz_mat([list(step) for step, _ in self.steps]).rank() <= _MOST_RANK
        )

    @cached_property
    def axes(self) -> tuple[tuple[int, int, Fraction], ...]:
        """Least, greatest and mean of a step along each lattice coordinate. Exact."""
        return tuple(self._axis(values) for values in zip(*self.reduced[1], strict=True))

    @cached_property
    def spans(self) -> tuple[int, ...]:
        """How far apart two steps (or a step and 0) can be in each coordinate. Exact."""
        return tuple(max(*values, 0) - min(*values, 0) for values in zip(*(s for s, _ in self.steps), strict=True))

    def _axis(self, values: Vector) -> tuple[int, int, Fraction]:
        mean = Fraction(sum(x * w for x, (_, w) in zip(values, self.steps, strict=True)), self.total)
        return min(values), max(values), mean

    def sorted(self, state: Vector) -> Vector:
        """The representative of `state` under permutations inside each group of `alike`.

        The representative of D_{m+1} has a law that depends on D_m only through its representative, because the
        step's law is invariant; and F depends on the representative alone.
        """
        if not self.alike:
            return state
        cells = list(state)
        for group in self.alike:
            for place, value in zip(group, sorted(cells[index] for index in group), strict=True):
                cells[place] = value
        return tuple(cells)


def walk_of(law: Law, limit: int = ATOM_LIMIT) -> Walk:
    """The walk of a law. Raises InputError when an independent law has more than `limit` joint atoms. Exact."""
    atoms, best = law.joint_atoms(limit), law.best - 1
    scale = lcm(*{x.denominator for losses, _ in atoms for x in losses})
    differences: dict[Vector, Fraction] = {}
    for losses, probability in atoms:
        whole = [x.numerator * (scale // x.denominator) for x in losses]
        step = tuple(x - whole[best] for j, x in enumerate(whole) if j != best)
        differences[step] = differences.get(step, Fraction(0)) + probability
    numbers = [j + 1 for j in range(law.size) if j != best]
    groups = _merged(list(differences), numbers)
    kept = [group[0] for group in groups]
    actions = tuple(tuple(numbers[index] for index in group) for group in groups)
    steps, total, scale = _integers({tuple(step[i] for i in kept): p for step, p in differences.items()}, scale)
    copies = tuple(len(group) for group in groups)
    gaps = tuple(law.gaps[numbers[index] - 1] for index in kept)
    return Walk(steps, total, scale, gaps, copies, actions, _alike(dict(steps), copies))


def _merged(steps: list[Vector], numbers: list[int]) -> list[list[int]]:
    columns: dict[Vector, list[int]] = {}
    for index, column in zip(range(len(numbers)), zip(*steps, strict=True), strict=True):
        columns.setdefault(column, []).append(index)
    return list(columns.values())


def _integers(law: dict[Vector, Fraction], scale: int) -> tuple[tuple[tuple[Vector, int], ...], int, int]:
    """Steps and weights without common factors, the weights' sum, and the scale."""
    common = lcm(*(p.denominator for p in law.values()))
    weights = [int(p * common) for p in law.values()]
    shrink, coarse = gcd(*weights), gcd(scale, *(x for step in law for x in step))
    steps = tuple(
        (tuple(x // coarse for x in step), weight // shrink) for step, weight in zip(law, weights, strict=True)
    )
    return steps, common // shrink, scale // coarse


def _alike(law: dict[Vector, int], copies: Vector) -> tuple[tuple[int, ...], ...]:
    # Invariance under swapping is an equivalence relation on coordinates: (i k) = (i j)(j k)(i j).
    groups: list[list[int]] = []
    places: dict[tuple[tuple[int, int], ...], list[list[int]]] = {}  # by marginal: unlike ones cannot be swapped
    columns = list(zip(*law, strict=True))
    for index in range(len(copies)):
        alike = places.setdefault(tuple(sorted(zip(columns[index], law.values(), strict=True))), [])
        home = next((group for group in alike if _swappable(law, copies, group[0], index)), None)
        if home is None:
            groups.append([index])
            alike.append(groups[-1])
        else:
            home.append(index)
    return tuple(tuple(group) for group in groups if len(group) > 1)


def _swappable(law: dict[Vector, int], copies: Vector, i: int, j: int) -> bool:
    if copies[i] != copies[j]:
        return False
    return all(law.get(_swapped(step, i, j)) == weight for step, weight in law.items() if step[i] != step[j])


def _swapped(step: Vector, i: int, j: int) -> Vector:
    cells = list(step)
    cells[i], cells[j] = cells[j], cells[i]
    return tuple(cells)


def levels(walk: Walk) -> Iterator[tuple[int, dict[Vector, int], int]]:
    """The exact law of D_m for m = 0, 1, 2, ...: (m, weight of each sorted state, total weight).

    Enumeration by types: multisets of m atoms with the same D_m are added up. Guarantee: exact.
    """
    states: dict[Vector, int] = {(0,) * walk.width: 1}
    m, total = 0, 1
    while True:
        yield m, states, total
        after: dict[Vector, int] = {}
        for state, weight in states.items():
            for step, share in walk.steps:
                target = walk.sorted(tuple(a + b for a, b in zip(state, step, strict=True)))
                after[target] = after.get(target, 0) + weight * share
        states, m, total = after, m + 1, total * walk.total
