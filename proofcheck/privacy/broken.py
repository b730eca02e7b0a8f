# SPDX-License-Identifier: Apache-2.0
"""Deliberately broken variants of the randomized-prefix algorithm, which an audit must catch.

Each makes a mistake that the privacy proof rules out: the prefix length depends on the data, a block is used twice,
the losses have twice the range, the rate is not halved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from proofcheck.exact.softmax import eta_of
from proofcheck.privacy.algorithms import Setting, block, in_blocks, prefix_windows, randomized_prefix
from proofcheck.privacy.grid import Grid, relative, total
from proofcheck.privacy.mechanism import Choice, Mechanism, Summed, View, Window
from proofcheck.privacy.rules import Law, Rule, Softmax


class Stopped(Choice):
    """The softmax over the prefix of block r at which the two smallest sums are farthest apart (the first such)."""

    def __init__(self, r: int, first: int, last: int, rule: Rule) -> None:
        super().__init__(first, last, block(r))
        self.rule = rule

    def law(self, data: View) -> Law:
        """The rule's law on the prefix that the data choose."""
        actions = len(next(iter(data.values())))
        sums = [total((data[t] for t in self.reads[:m]), actions) for m in range(1, len(self.reads) + 1)]
        return self.rule.law(relative(max(sums, key=_lead)))


def _lead(sums: Sequence[int]) -> int:
    least, second = sorted(sums)[:2]
    return second - least


def data_prefix(setting: Setting) -> Mechanism:
    """The prefix length is the one at which the leader leads by most, instead of random."""
    rule = Softmax(eta_of(setting.epsilon), setting.grid.scale)
    build = in_blocks(setting, lambda r, first, last: Stopped(r, first, last, rule))
    about = "BROKEN: the prefix ends where the leader leads by most"
    return Mechanism("broken-data-prefix", about, setting.grid, setting.horizon, build, 2 * rule.rate)


def block_twice(setting: Setting) -> Mechanism:
    """The losses of the block before are added to those of the prefix: each block is used for two selections."""
    rule = Softmax(eta_of(setting.epsilon), setting.grid.scale)

    def choose(r: int, first: int, last: int) -> Choice:
        start = block(max(r - 1, 0))[0]
        windows = [Window(w.probability, range(start, w.rounds.stop)) for w in prefix_windows(r)]
        return Summed(first, last, windows, rule)

    build = in_blocks(setting, choose)
    about = "BROKEN: the block before the last is used again"
    return Mechanism("broken-block-twice", about, setting.grid, setting.horizon, build, 2 * rule.rate)


def doubled(setting: Setting) -> Setting:
    """The same setting with losses of twice the range."""
    return replace(setting, grid=Grid(setting.grid.actions, tuple(2 * value for value in setting.grid.values)))


def double_losses(setting: Setting) -> Mechanism:
    """The losses have twice the range, so that one vector moves a sum by up to 2; the rate is not changed."""
    twice = doubled(setting)
    about = f"BROKEN: losses up to {twice.grid.values[-1]} at the rate for losses up to {setting.grid.values[-1]}"
    return replace(randomized_prefix(twice), name="broken-double-losses", about=about)


def whole_rate(setting: Setting) -> Mechanism:
    """The rate is twice what it should be: sums move by 1, but so does the normalizer, and that is forgotten."""
    rule = Softmax(2 * eta_of(setting.epsilon), setting.grid.scale)
    build = in_blocks(setting, lambda r, first, last: Summed(first, last, prefix_windows(r), rule))
    about = "BROKEN: the rate is not halved"
    return Mechanism("broken-whole-rate", about, setting.grid, setting.horizon, build, rule.rate)


BROKEN: dict[str, Callable[[Setting], Mechanism]] = {
    "broken-data-prefix": data_prefix,
    "broken-block-twice": block_twice,
    "broken-double-losses": double_losses,
    "broken-whole-rate": whole_rate,
}
