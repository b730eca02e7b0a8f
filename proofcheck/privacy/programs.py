# SPDX-License-Identifier: Apache-2.0
"""Every algorithm, and every broken variant, as a program that draws, plays and sees losses, to be played out."""

from __future__ import annotations

from collections.abc import Callable, Generator
from fractions import Fraction

from proofcheck.exact.enclosure import ball
from proofcheck.exact.softmax import eta_of
from proofcheck.learners.rates import DecreasingRate, capped_rate, constant_rate
from proofcheck.privacy.algorithms import NOISE_POINTS, Setting
from proofcheck.privacy.broken import doubled
from proofcheck.privacy.grid import Vector, relative, total
from proofcheck.privacy.playout import Draw, Program
from proofcheck.privacy.rules import Law, Leader, NoisyLeast, Rule, Softmax

Blocks = list[list[Vector]]
"""The loss vectors of block 0, of block 1, ..., of the block that has just ended."""


def fair(n: int) -> Law:
    """The uniform law on 0, ..., n - 1."""
    return (ball(Fraction(1, n)),) * n


def by_blocks(setting: Setting, select: Callable[[Draw, Blocks], int]) -> Program:
    """Plays one action throughout each block of 1, 2, 4, ... rounds; `select` draws the next from the blocks so far."""

    def program(draw: Draw) -> Generator[int, Vector, None]:
        action, blocks = draw(fair(setting.grid.actions)), Blocks()
        while True:
            blocks.append([])
            for _ in range(2 ** (len(blocks) - 1)):
                blocks[-1].append((yield action))
            action = select(draw, blocks)

    return program


def by_rounds(setting: Setting, rule: Callable[[int], Rule]) -> Program:
    """Draws an action each round, uniformly in the first, then by the rule of round t from all losses so far."""

    def program(draw: Draw) -> Generator[int, Vector, None]:
        sums = (0,) * setting.grid.actions
        sums = total((sums, (yield draw(fair(setting.grid.actions)))), setting.grid.actions)
        t = 2
        while True:
            sums = total((sums, (yield draw(rule(t).law(relative(sums))))), setting.grid.actions)
            t += 1

    return program


def _prefix(draw: Draw, vectors: list[Vector]) -> list[Vector]:
    half = len(vectors) // 2
    return vectors[: half + 1 + draw(fair(half))] if half else vectors


def softmax_prefix(setting: Setting, rate: Fraction) -> Program:
    """The softmax over a random prefix of the last block."""
    rule = Softmax(rate, setting.grid.scale)
    return by_blocks(setting, lambda draw, blocks: _drawn(draw, rule, _prefix(draw, blocks[-1])))


def _drawn(draw: Draw, rule: Rule, vectors: list[Vector]) -> int:
    return draw(rule.law(relative(total(vectors, len(vectors[0])))))


def noisy_leader(setting: Setting) -> Program:
    """The least noisy sum of the last block."""
    rule = NoisyLeast(setting.epsilon / 2, NOISE_POINTS, setting.grid.scale)
    return by_blocks(setting, lambda draw, blocks: _drawn(draw, rule, blocks[-1]))


def follow_the_leader(setting: Setting) -> Program:
    """A leader each round."""
    leader = Leader(setting.grid.scale)
    return by_rounds(setting, lambda t: leader)


def hedge(setting: Setting, rate: Fraction) -> Program:
    """Hedge at a constant rate."""
    rule = Softmax(rate, setting.grid.scale)
    return by_rounds(setting, lambda t: rule)


def hedge_decreasing(setting: Setting) -> Program:
    """Hedge at a decreasing rate."""
    rate = DecreasingRate(setting.grid.actions)
    return by_rounds(setting, lambda t: Softmax(rate.at(t), setting.grid.scale))


def data_prefix(setting: Setting) -> Program:
    """Broken: the prefix ends where the leader leads by most."""
    rule = Softmax(eta_of(setting.epsilon), setting.grid.scale)

    def select(draw: Draw, blocks: Blocks) -> int:
        best, most = blocks[-1][:1], -1
        for m in range(1, len(blocks[-1]) + 1):
            least, second = sorted(total(blocks[-1][:m], setting.grid.actions))[:2]
            if second - least > most:
                best, most = blocks[-1][:m], second - least
        return _drawn(draw, rule, best)

    return by_blocks(setting, select)


def block_twice(setting: Setting) -> Program:
    """Broken: the block before the last is used again."""
    rule = Softmax(eta_of(setting.epsilon), setting.grid.scale)

    def select(draw: Draw, blocks: Blocks) -> int:
        earlier = blocks[-2] if len(blocks) > 1 else []
        return _drawn(draw, rule, earlier + _prefix(draw, blocks[-1]))

    return by_blocks(setting, select)


PROGRAMS: dict[str, Callable[[Setting], Program]] = {
    "randomized-prefix": lambda s: softmax_prefix(s, eta_of(s.epsilon)),
    "noisy-leader": noisy_leader,
    "follow-the-leader": follow_the_leader,
    "hedge": lambda s: hedge(s, constant_rate(s.grid.actions, s.horizon)),
    "hedge-decreasing": hedge_decreasing,
    "hedge-capped": lambda s: hedge(s, capped_rate(s.horizon, s.epsilon, s.delta)),
    "broken-data-prefix": data_prefix,
    "broken-block-twice": block_twice,
    "broken-double-losses": lambda s: softmax_prefix(doubled(s), eta_of(s.epsilon)),
    "broken-whole-rate": lambda s: softmax_prefix(s, 2 * eta_of(s.epsilon)),
}
