# SPDX-License-Identifier: Apache-2.0
"""The worst log-ratio of several choices that share a round: each reads one window, each window is a part of the next.

For a change x -> y in round s the log-ratio of an output is a sum over the choices, and each may have its own worst
action: h_t(S) = max_j log P_j^t(S + x)/P_j^t(S + y), S the other losses of t's window. So the worst is the best
path of the h_t through the lattice of S. Changes are tried in the order of the bound sum_t max_S h_t(S); once this is
below what a path has reached, no other change can do better.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from math import inf

import flint
import numpy as np

from proofcheck.exact.enclosure import workprec
from proofcheck.privacy.box import SHORT, Array, Box
from proofcheck.privacy.grid import Grid, Vector
from proofcheck.privacy.mechanism import Choice, Summed
from proofcheck.privacy.pair import NOTHING, Pair, TooLarge, Worst, infinite, worse
from proofcheck.privacy.rules import Rule

_WORK = 4 * 10**10
_FINE_WORK = 10**8
_ENGINE = "paths of several choices"


def chained(choices: Sequence[Choice]) -> bool:
    """Whether this engine can take these choices together."""
    windows = [choice.windows for choice in choices if isinstance(choice, Summed)]
    single = len(windows) == len(choices) and all(len(w) == 1 for w in windows)
    return single and all(set(a[0].rounds) <= set(b[0].rounds) for a, b in pairwise(windows))


def additive(affected: Mapping[int, Sequence[Summed]], grid: Grid, digits: int) -> Worst:
    """The worst pair that differs in one of the rounds s, which the choices `affected[s]` read and no others.

    Guarantee: every log-ratio is at most `upper`; the pair has at least `lower`. Raises TooLarge.
    """
    rounds = max(len(choice.reads) for choices in affected.values() for choice in choices)
    cells = (2 * grid.reach * rounds + 1) ** (grid.actions - 1)
    work = cells * len({c for choices in affected.values() for c in choices}) * len(grid.moves) ** 2
    if work > _WORK:
        raise TooLarge(f"about {work:.0e} steps of {_WORK:.0e} allowed")
    bits = SHORT if digits <= 12 or work > _FINE_WORK else int(digits * 3.33) + 20
    return _Search(affected, grid, Box(grid, rounds, bits)).run()


class _Search:
    """The search over changed rounds, changes and paths."""

    def __init__(self, affected: Mapping[int, Sequence[Summed]], grid: Grid, box: Box) -> None:
        self.affected, self.grid, self.box = affected, grid, box
        self._logs: dict[Rule, tuple[Array, Array]] = {}

    def run(self) -> Worst:
        """The worst over all changed rounds and changes."""
        for s, choices in self.affected.items():
            for choice in choices:
                found = None if choice.rule.positive else self._impossible(s, choices, choice)
                if found is not None:
                    return found
        worst = NOTHING
        for bound, s, x, y in self._by_bound():
            if worst.upper is not None and bound <= worst.lower:
                break
            worst = worse(worst, self._path(s, x, y))
        return worst

    def _by_bound(self) -> list[tuple[Fraction, int, Vector, Vector]]:
        """Every changed round and change, with a bound on its log-ratio, largest first."""
        found = []
        everyone = {choice for choices in self.affected.values() for choice in choices}
        for x, y in permutations(self.box.moves, 2):
            peaks = self._peaks(everyone, x, y)
            found += [(Fraction(sum(peaks[c] for c in choices), 2**self.box.bits), s, x, y)
                      for s, choices in self.affected.items()]
        return sorted(found, key=lambda row: -row[0])

    def _peaks(self, choices: Iterable[Summed], x: Vector, y: Vector) -> dict[Summed, int]:
        """max_S h_t(S) for each choice, over the S that the other losses of its window can sum to."""
        rules = {choice.rule for choice in choices}
        terms = {rule: self._term(rule, x, y) for rule in rules}
        return {c: int(terms[c.rule][self.box.reached(len(c.reads) - 1)].max()) for c in choices}

    def _term(self, rule: Rule, x: Vector, y: Vector) -> Array:
        """h at every S, rounded up."""
        lower, upper = self._log(rule)
        falls = [self.box.shifted(u, x) - self.box.shifted(v, y) for u, v in zip(upper, lower, strict=True)]
        return np.max(falls, axis=0)

    def _log(self, rule: Rule) -> tuple[Array, Array]:
        if rule not in self._logs:
            rounds = max(len(c.reads) for choices in self.affected.values() for c in choices if c.rule is rule)
            with workprec(self.box.bits + 64):
                lower, upper = self.box.table(rule, rounds, self.box.bits, lambda law: (p.log() for p in law))
            self._logs[rule] = lower.astype(self.box.type), upper.astype(self.box.type)
        return self._logs[rule]

    def _path(self, s: int, x: Vector, y: Vector) -> Worst:
        """The worst pair that changes x to y in round s."""
        choices = self.affected[s]
        most, pair = self._best(s, choices, x, y, [self._term(choice.rule, x, y) for choice in choices])
        log = pair.log_ratio(self.box.bits + 64)
        if log is None:
            return infinite(pair, _ENGINE)
        return Worst(log.lower, max(Fraction(most, 2**self.box.bits), log.upper), pair, _ENGINE)

    def _best(self, s: int, choices: Sequence[Summed], x: Vector, y: Vector,
              arrays: Sequence[Array]) -> tuple[int, Pair]:
        """The best path of the arrays, and the pair that it stands for, with each choice's worst output on it."""
        layers, before = list[tuple[int, Array]](), 0
        for choice, array in zip(choices, arrays, strict=True):
            free = len(choice.reads) - 1 - before
            before += free
            layers.append((free, array))
        most, path = self.box.best_path(layers)
        common, seen = dict[int, Vector](), {s}
        for choice, moves in zip(choices, path, strict=True):
            new = [t for t in choice.reads if t not in seen]
            common.update(zip(new, (self.grid.moves[v] for v in moves), strict=True))
            seen |= set(choice.reads)
        first, second = {**common, s: self.grid.moves[x]}, {**common, s: self.grid.moves[y]}
        outputs = tuple((choice, _output(choice, first, second)) for choice in choices)
        return most, Pair(s, first, second, outputs)

    def _impossible(self, s: int, choices: Sequence[Summed], choice: Summed) -> Worst | None:
        """A pair for which some action of `choice` is possible under one input alone, if there is one."""
        rounds = len(choice.reads)
        with workprec(64):
            zero, _ = self.box.table(choice.rule, rounds, 0, lambda law: (flint.arb(p.is_zero()) for p in law))
        for x, y in permutations(self.box.moves, 2):
            for table in zero:
                kept, lost = self.box.shifted(table, x) == 0, self.box.shifted(table, y) == 1
                there = kept & lost & self.box.reached(rounds - 1)
                if there.any():
                    arrays = [there.astype(self.box.type) if c is choice else self.box.empty(0) for c in choices]
                    return infinite(self._best(s, choices, x, y, arrays)[1], _ENGINE)
        return None


def _output(choice: Summed, first: Mapping[int, Vector], second: Mapping[int, Vector]) -> int:
    """The action whose probability falls most from the first input to the second; a guess where two are close."""
    with workprec(128):
        p, q = choice.law_at(first), choice.law_at(second)
        falls = [-inf if a.is_zero() else inf if b.is_zero() else float(a / b) for a, b in zip(p, q, strict=True)]
    return falls.index(max(falls))
