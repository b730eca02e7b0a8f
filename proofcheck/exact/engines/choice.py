# SPDX-License-Identifier: Apache-2.0
"""Which engine computes F_m for a law: the cheapest that can give the digits wanted."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from proofcheck.errors import InputError
from proofcheck.exact.engines.engine import Engine
from proofcheck.exact.engines.float64 import Integral64, Lattice64
from proofcheck.exact.engines.green import Green
from proofcheck.exact.engines.integral import Integral
from proofcheck.exact.engines.lattice import Lattice
from proofcheck.exact.engines.types import Types
from proofcheck.exact.groups import Groups, groups_of
from proofcheck.exact.law import ATOM_LIMIT, Law
from proofcheck.exact.tail import Tail, tail_of, tail_of_groups
from proofcheck.exact.walk import Walk, walk_of

DEFAULT_WORK = 4_000_000
"""Units an answer may cost; a unit is about a microsecond on the machine of 2026 this was written on."""

MOST_TERMS = 10**18
NAMES = ("types", "lattice", "lattice64", "integral", "integral64", "green")
_MOST_ATOMS = 256  # an independent law of more is left to the engines that need no joint atoms, unless they are named
_ON_WALKS: dict[str, Callable[[Walk, Fraction], Engine]] = {
    "types": Types,
    "lattice": Lattice,
    "lattice64": Lattice64,
}


@dataclass(frozen=True)
class Problem:
    """One law at one eta, and the engines that apply to it."""

    law: Law
    eta: Fraction

    @cached_property
    def groups(self) -> Groups | None:
        """The law's groups, if it is independent."""
        return groups_of(self.law)

    @cached_property
    def walk(self) -> Walk | None:
        """The difference walk, unless the law is independent with more than two actions and many joint atoms."""
        atoms = 1
        for marginal, count in self.law.actions:
            atoms *= len(marginal) ** min(count, 64)
        return walk_of(self.law) if atoms <= (ATOM_LIMIT if self.law.size == 2 else _MOST_ATOMS) else None

    @cached_property
    def tail(self) -> Tail:
        """The tail bound."""
        if self.groups is not None:
            return tail_of_groups(self.groups, self.eta)
        return tail_of(self.walk or walk_of(self.law), self.eta)

    @cached_property
    def green(self) -> Green | None:
        """The engine for the whole sum at once, where it applies."""
        green = Green(self.walk, self.eta) if self.walk is not None else None
        return green if green is not None and green.applies() else None

    @cached_property
    def engines(self) -> dict[str, Engine]:
        """The engines for single F_m and their sums that apply to the law, by name."""
        found: list[Engine] = []
        if self.walk is not None:
            names = _ON_WALKS if self.walk.flat else ("types",)
            found += [_ON_WALKS[name](self.walk, self.eta) for name in names]
        if self.groups is not None:
            found += [Integral(self.groups, self.eta), Integral64(self.groups, self.eta)]
        return {engine.name: engine for engine in found}

    def named(self, name: str) -> Engine:
        """The engine of that name. Raises InputError for a name there is none of, or none for this law."""
        if name not in NAMES:
            raise InputError(f"engine: found {name!r}; write one of {', '.join(NAMES)}")
        if self.walk is None and name in _ON_WALKS:
            return _ON_WALKS[name](walk_of(self.law), self.eta)  # which refuses too many joint atoms
        if name not in self.engines:
            raise self.inapplicable(name)
        return self.engines[name]

    def inapplicable(self, name: str) -> InputError:
        """The error for an engine that does not apply to the law."""
        able = [*self.engines, *(["green"] if self.green is not None else [])]
        return InputError(f"engine: found {name!r}, which does not apply to this law; write one of {', '.join(able)}")

    def choose(
        self, last: int, digits: int, bits: int, work: int, *, count: int | None = None, without: Collection[str] = ()
    ) -> tuple[Engine, int]:
        """The engine that reaches m = last most cheaply, or the one that gets furthest within `work`, and how far.

        Arguments: digits, how many the engine must be able to give; bits, the precision it will be asked for; count,
        how many single F_m (None: sums over all m); without, names of engines not to take.
        The choice is heuristic and never affects soundness. At least m = 1 is always within reach.
        """

        def price(engine: Engine) -> int:
            return engine.cost(last, bits) if count is None else engine.each_cost(count, last, bits)

        able = [e for e in self.engines.values() if e.most_digits >= digits and e.name not in without]
        cheapest = min(able, key=price)
        if price(cheapest) <= work:
            return cheapest, last
        reach = [(_furthest(engine, last, bits, work), engine) for engine in able]
        far, engine = max(reach, key=lambda pair: pair[0])
        return engine, far


def _furthest(engine: Engine, last: int, bits: int, work: int) -> int:
    low, high = 1, min(last, MOST_TERMS)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if engine.cost(middle, bits) <= work else (low, middle)
    return low
