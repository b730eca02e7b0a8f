# SPDX-License-Identifier: Apache-2.0
"""The worst log-ratio of several choices that share a round: each reads one window, each window is a part of the next.

For a change x -> y in round s the log-ratio of an output is a sum over the choices, and each may have its own worst
action: h_t(S) = max_j log P_j^t(S + x)/P_j^t(S + y), S the other losses of t's window. So the worst is the best path of
the h_t through the lattice of S. For all changes at once, the best path of max_j max_x max_y bounds them; changes that
are worst for some action at S = 0 are tried, and where they do not reach this bound, all changes are.
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
from proofcheck.privacy.mechanism import Choice, Summed, inside
from proofcheck.privacy.pair import NOTHING, Pair, TooLarge, Worst, infinite, inputs_on, worse
from proofcheck.privacy.rules import Rule

_WORK = 2 * 10**10
_FINE_WORK = 10**7
_ENGINE = "paths of several choices"
Change = tuple[Vector, Vector]


def chained(choices: Sequence[Choice]) -> bool:
    """Whether this engine can take these choices together."""
    windows = [choice.windows for choice in choices if isinstance(choice, Summed)]
    single = len(windows) == len(choices) and all(len(w) == 1 for w in windows)
    return single and all(inside(a[0].rounds, b[0].rounds) for a, b in pairwise(windows))


def additive(affected: Mapping[int, Sequence[Summed]], grid: Grid, digits: int) -> Worst:
    """The worst pair that differs in one of the rounds s, which the choices `affected[s]` read and no others.

    Guarantee: every log-ratio is at most `upper`; the pair has at least `lower`. Raises TooLarge.
    """
    choices = sorted({c for together in affected.values() for c in together}, key=lambda c: len(c.reads))
    for choice in choices:
        found = None if choice.rule.positive else _impossible(choice, affected, grid)
        if found is not None:
            return found
    rounds = len(choices[-1].reads)
    work = (2 * grid.reach * rounds + 1) ** (grid.actions - 1) * len(choices) * len(grid.moves) * grid.actions
    if work > _WORK / 10:
        raise TooLarge(f"about {work:.0e} steps of {_WORK / 10:.0e} allowed")
    bits = SHORT if digits <= 12 or work > _FINE_WORK else int(digits * 3.33) + 20
    return _Search(affected, choices, Box(grid, rounds, bits), digits).run()


class _Search:
    """The search over changed rounds, changes and paths."""

    def __init__(
        self, affected: Mapping[int, Sequence[Summed]], choices: Sequence[Summed], box: Box, digits: int
    ) -> None:
        self.affected, self.choices, self.box = affected, choices, box
        self.tolerance = Fraction(1, 10**digits)
        self._logs: dict[Rule, tuple[Array, Array]] = {}
        for rule in {choice.rule for choice in choices}:
            rounds = max(len(choice.reads) for choice in choices if choice.rule is rule)
            with workprec(box.bits + 64):
                ends = box.table(rule, rounds, box.bits, lambda law: (p.log() for p in law))
            self._logs[rule] = ends[0].astype(box.type), ends[1].astype(box.type)

    def run(self) -> Worst:
        """The worst over all changed rounds and changes."""
        worst = NOTHING
        bounds, peaks = self._bounds()
        for s, choices in sorted(self.affected.items(), key=lambda row: -sum(peaks[c] for c in row[1])):
            if sum(peaks[c] for c in choices) <= worst.lower * 2**self.box.bits:
                break
            most = Fraction(self.box.best_path(_layers(choices, bounds))[0], 2**self.box.bits)
            if most <= worst.lower:
                continue
            for x, y in self._likely(choices[-1].rule):
                worst = worse(worst, self._path(s, x, y))
            if worst.upper is None:
                return worst  # infinite: no other round can be worse
            if most > worst.upper + worst.lower * self.tolerance:
                return self._every_change()
            worst = Worst(worst.lower, max(most, worst.upper), worst.pair, worst.engine)
        return worst

    def _bounds(self) -> tuple[dict[Rule, Array], dict[Summed, int]]:
        """max_j max_x max_y of the fall of log P_j at every S for each rule, and its largest value for each choice."""
        bounds = {}
        for rule, (lower, upper) in self._logs.items():
            most = [self.box.best_move(u) + self.box.best_move(-v) for u, v in zip(upper, lower, strict=True)]
            bounds[rule] = np.max(most, axis=0)
        return bounds, self._peaks(self.choices, bounds)

    def _peaks(self, choices: Iterable[Summed], terms: Mapping[Rule, Array]) -> dict[Summed, int]:
        """The largest value for each choice, over the S that the other losses of its window can sum to."""
        return {c: int(terms[c.rule][self.box.reached(len(c.reads) - 1)].max()) for c in choices}

    def _likely(self, rule: Rule) -> list[Change]:
        """For each action the change that is worst for it at S = 0."""
        found = []
        for lower in self._logs[rule][0]:
            order = sorted(self.box.moves, key=lambda v: int(lower[self.box.at(v)]))
            found.append((order[-1], order[0]))
        return found

    def _every_change(self) -> Worst:
        """The worst, with every change tried in the order of the bound sum_t max_S h_t(S)."""
        if len(self.box.moves) ** 2 * self.box.cells * len(self.choices) > _WORK:
            raise TooLarge(f"more than {_WORK:.0e} steps")
        found = []
        for x, y in permutations(self.box.moves, 2):
            peaks = self._peaks(self.choices, {rule: self._term(rule, x, y) for rule in self._logs})
            found += [(Fraction(sum(peaks[c] for c in choices), 2**self.box.bits), s, x, y)
                      for s, choices in self.affected.items()]
        worst = NOTHING
        for bound, s, x, y in sorted(found, key=lambda row: -row[0]):
            if bound <= worst.lower:
                break
            worst = worse(worst, self._path(s, x, y))
        return worst

    def _term(self, rule: Rule, x: Vector, y: Vector) -> Array:
        """h at every S, rounded up."""
        lower, upper = self._logs[rule]
        falls = [self.box.shifted(u, x) - self.box.shifted(v, y) for u, v in zip(upper, lower, strict=True)]
        return np.max(falls, axis=0)

    def _path(self, s: int, x: Vector, y: Vector) -> Worst:
        """The worst pair that changes x to y in round s."""
        choices = self.affected[s]
        terms = {rule: self._term(rule, x, y) for rule in {choice.rule for choice in choices}}
        most, path = self.box.best_path(_layers(choices, terms))
        pair = _pair(s, choices, self.box.grid, (x, y), path)
        log = pair.log_ratio(self.box.bits + 64)
        if log is None:
            return infinite(pair, _ENGINE)
        return Worst(log.lower, max(Fraction(most, 2**self.box.bits), log.upper), pair, _ENGINE)


def _layers(choices: Sequence[Summed], terms: Mapping[Rule, Array]) -> list[tuple[int, Array]]:
    """How many free vectors each choice's window adds, without the changed one, and what is met there."""
    free = [len(choice.reads) - 1 for choice in choices]
    new = [b - a for a, b in pairwise((0, *free))]
    return [(count, terms[choice.rule]) for count, choice in zip(new, choices, strict=True)]


def _pair(s: int, choices: Sequence[Summed], grid: Grid, change: Change, path: list[list[Vector]]) -> Pair:
    """The pair that a path stands for, with each choice's worst output on it."""
    first, second = inputs_on(path, (choice.reads for choice in choices), s, change, grid)
    return Pair(s, first, second, tuple((choice, _output(choice, first, second)) for choice in choices))


def _impossible(choice: Summed, affected: Mapping[int, Sequence[Summed]], grid: Grid) -> Worst | None:
    """A pair for which some action of `choice` is possible under one input alone, if there is one."""
    s = next(s for s, choices in affected.items() if choice in choices)
    box = Box(grid, len(choice.reads), 0)
    with workprec(64):
        zero, _ = box.table(choice.rule, box.rounds, 0, lambda law: (flint.arb(p.is_zero()) for p in law))
    for change in permutations(box.moves, 2):
        for table in zero:
            kept, lost = box.shifted(table, change[0]) == 0, box.shifted(table, change[1]) == 1
            there = kept & lost & box.reached(box.rounds - 1)
            if there.any():
                path = box.best_path(_layers([choice], {choice.rule: there.astype(box.type)}))[1]
                return infinite(_pair(s, [choice], grid, change, path), _ENGINE)
    return None


def _output(choice: Summed, first: Mapping[int, Vector], second: Mapping[int, Vector]) -> int:
    """The action whose probability falls most from the first input to the second; a guess where two are close."""
    with workprec(128):
        p, q = choice.law_at(first), choice.law_at(second)
        falls = [-inf if a.is_zero() else inf if b.is_zero() else float(a / b) for a, b in zip(p, q, strict=True)]
    return falls.index(max(falls))
