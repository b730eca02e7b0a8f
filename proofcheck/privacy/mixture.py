# SPDX-License-Identifier: Apache-2.0
"""The worst log-ratio of one choice that averages a rule over random windows: fractional programming on the lattice.

For output j and a change x -> y in round s, both probabilities are sums along the path of cumulative losses, with terms
that depend on its present point S alone: a(S) = P_j(S + x), b(S) = P_j(S + y) from the first window with s in it, and
a = b = P_j(S) before. So max a/b <= r iff the best path of the terms q (a - r b) has a sum <= 0 (Dinkelbach 1967), and
the best path at r gives the next r. A change that is beaten at every reachable S by another is left out, after looking.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from proofcheck.exact.enclosure import ball, enclose, workprec
from proofcheck.privacy.box import SHORT, Array, Box
from proofcheck.privacy.grid import Grid, Vector
from proofcheck.privacy.mechanism import Summed
from proofcheck.privacy.pair import NOTHING, Pair, TooLarge, Worst, inputs_on

_FINE = 96
"""Bits of the tables of probabilities, and of the ratios tried."""
_WORK = 2 * 10**10
_FINE_WORK = 5 * 10**7
"""Up to here arrays of Python's integers, about 40 times slower, are fast enough."""


def mixture(choice: Summed, changed: Sequence[int], grid: Grid, digits: int) -> Worst:
    """The worst pair that differs in one of the rounds `changed`, which only `choice` reads.

    Guarantee: every log-ratio is at most `upper`; the pair has at least `lower`. Needs a rule that is nowhere 0, and
    windows each of which is a part of the next. Raises TooLarge.
    """
    rounds = len(choice.reads)
    work = (2 * grid.reach * rounds + 1) ** (grid.actions - 1) * len(grid.moves) * rounds * grid.actions
    if work > _WORK:
        raise TooLarge(f"{choice.first}: about {work:.0e} steps of {_WORK:.0e} allowed")
    bits = int(digits * 3.33) + 40 if work <= _FINE_WORK else SHORT
    return _Search(choice, Box(grid, rounds, bits)).run(changed)


@dataclass(frozen=True)
class _Candidate:
    """Output j (from 0), the first window with the changed round in it, the change x -> y as differences."""

    j: int
    window: int
    x: Vector
    y: Vector


class _Search:
    """The search over the paths of one choice."""

    def __init__(self, choice: Summed, box: Box) -> None:
        self.choice, self.box = choice, box
        self.rounds = len(choice.reads)
        with workprec(_FINE + 64):
            self.lower, self.upper = box.table(choice.rule, self.rounds, _FINE, lambda law: law)
        self._others = box.reached(self.rounds - 1)  # of fewer rounds too: equal losses move nothing
        self.ratio, self.found = Fraction(1), NOTHING

    def run(self, changed: Sequence[int]) -> Worst:
        """The worst over all candidates."""
        slack = Fraction(1)
        for candidate in self._candidates(changed):
            slack = max(slack, self._improve(candidate, changed))
        most = enclose(lambda: ball(max(self.ratio, slack)).log(), _FINE)
        return Worst(self.found.lower, max(most.upper, self.found.lower), self.found.pair, "paths of one choice")

    def _candidates(self, changed: Sequence[int]) -> Iterator[_Candidate]:
        windows = sorted({self._window(s) for s in changed})
        for j in range(self.box.grid.actions):
            highest = self._undominated(self.lower[j], self.upper[j])
            lowest = self._undominated(-self.upper[j], -self.lower[j])
            # Where x is the most and y the least of all, the change is worst in the first window: exchange it with the
            # vector v of a round in there; the earlier windows' terms go from P(S + v) to P(S + x) and to P(S + y).
            first = windows[:1] if len(highest) == len(lowest) == 1 else windows
            yield from (_Candidate(j, w, x, y) for w in first for x in highest for y in lowest if x != y)

    def _window(self, s: int) -> int:
        return next(k for k, window in enumerate(self.choice.windows) if s in window.rounds)

    def _undominated(self, lower: Array, upper: Array) -> list[Vector]:
        """The changes of which no other is at least as large at every reachable S."""
        kept: list[Vector] = []
        shifts = {v: (self.box.shifted(lower, v)[self._others], self.box.shifted(upper, v)[self._others])
                  for v in self.box.moves}
        order = sorted(shifts, key=lambda v: -sum(shifts[v][0]))
        for v in order:
            if not any(np.all(shifts[u][0] >= shifts[v][1]) for u in kept):
                kept.append(v)
        return kept

    def _improve(self, candidate: _Candidate, changed: Sequence[int]) -> Fraction:
        """Raise the ratio by this candidate while it can; an upper bound on its ratio where rounding leaves a rest."""
        while True:
            most, path = self.box.best_path(self._layers(candidate))
            if most <= 0:
                return self.ratio
            pair = self._pair(candidate, path, changed)
            log = pair.log_ratio(_FINE + 64)
            if log is None:
                raise ArithmeticError("a rule that is nowhere 0 made an output impossible")
            ratio = _exp_below(log.lower)
            if ratio <= self.ratio:
                return self.ratio + Fraction(most, 2**self.box.bits) / self._least(candidate)
            self.ratio = ratio
            self.found = Worst(log.lower, log.upper, pair, "")

    def _least(self, candidate: _Candidate) -> Fraction:
        """A positive lower bound on the probability of j anywhere."""
        return Fraction(int(self.lower[candidate.j][self.box.reached(self.rounds)].min()), 2**_FINE)

    def _layers(self, candidate: _Candidate) -> list[tuple[int, Array]]:
        layers, before = list[tuple[int, Array]](), 0
        made: dict[tuple[bool, Fraction], Array] = {}
        for k, window in enumerate(self.choice.windows):
            inside = k >= candidate.window
            free = len(window.rounds) - inside - before
            before += free
            key = (inside, window.probability)
            if key not in made:
                made[key] = self._terms(candidate, inside, window.probability)
            layers.append((free, made[key]))
        return layers

    def _terms(self, candidate: _Candidate, inside: bool, probability: Fraction) -> Array:
        """q (a - r b), rounded up, at every S."""
        lower, upper = self.lower[candidate.j], self.upper[candidate.j]
        if inside:
            lower, upper = self.box.shifted(lower, candidate.y), self.box.shifted(upper, candidate.x)
        else:
            upper = lower  # a = b: (1 - r) a <= 0 is largest at the lower end
        difference = upper * self.ratio.denominator - lower * self.ratio.numerator
        factor = probability / self.ratio.denominator * Fraction(2) ** (self.box.bits - _FINE)
        top, bottom = difference * factor.numerator, factor.denominator
        return (-(-top // bottom)).astype(self.box.type)

    def _pair(self, candidate: _Candidate, path: list[list[Vector]], changed: Sequence[int]) -> Pair:
        """The inputs that a path stands for."""
        s = next(s for s in changed if self._window(s) == candidate.window)
        windows = (window.rounds for window in self.choice.windows)
        first, second = inputs_on(path, windows, s, (candidate.x, candidate.y), self.box.grid)
        return Pair(s, first, second, ((self.choice, candidate.j),))


def _exp_below(log: Fraction) -> Fraction:
    """A multiple of 2^-96 at most e^log, and close to it."""
    found = enclose(lambda: ball(log).exp(), _FINE + 64).lower
    return Fraction(found.numerator * 2**_FINE // found.denominator, 2**_FINE)
