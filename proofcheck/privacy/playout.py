# SPDX-License-Identifier: Apache-2.0
"""Playing an algorithm out: every path of its random draws, so the joint law of all its actions on given inputs.

A program is the algorithm as one would run it: it draws, plays, sees the losses, and knows nothing of choices, windows
or blocks' independence. So that a mechanism's list of choices is the algorithm's law is checked here, input by input.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import product

import flint

from proofcheck.exact.enclosure import workprec
from proofcheck.privacy.grid import Vector
from proofcheck.privacy.mechanism import Mechanism
from proofcheck.privacy.rules import Law

Draw = Callable[[Law], int]
"""Draws an index from a law."""
Program = Callable[[Draw], Generator[int, Vector, None]]
"""Yields the action of each round (from 0) and is sent the round's losses."""
_BITS = 192


def joint(program: Program, inputs: Sequence[Vector]) -> dict[tuple[int, ...], flint.arb]:
    """The probability of every possible sequence of actions, one for each input. Guarantee: encloses."""
    found: dict[tuple[int, ...], flint.arb] = {}
    script: list[int] | None = []
    while script is not None:
        actions, weight, script = _one(program, inputs, script)
        found[actions] = found.get(actions, flint.arb(0)) + weight
    return found


def _one(
    program: Program, inputs: Sequence[Vector], script: list[int]
) -> tuple[tuple[int, ...], flint.arb, list[int] | None]:
    """One path: its actions, its probability, and the script of the next path; draws beyond the script give 0."""
    taken: list[tuple[int, int]] = []
    weight = flint.arb(1)

    def draw(law: Law) -> int:
        nonlocal weight
        j = script[len(taken)] if len(taken) < len(script) else 0
        taken.append((j, len(law)))
        weight *= law[j]
        return j

    game = program(draw)
    actions = [next(game)]
    actions += [game.send(vector) for vector in inputs[:-1]]
    while taken and taken[-1][0] + 1 == taken[-1][1]:
        taken.pop()
    after = [j for j, _ in taken[:-1]] + [taken[-1][0] + 1] if taken else None
    return tuple(actions), weight, after


def product_law(mechanism: Mechanism, inputs: Sequence[Vector]) -> dict[tuple[int, ...], flint.arb]:
    """The same law from the mechanism's choices, taken to be independent. Guarantee: encloses."""
    data = dict(enumerate(inputs, 1))
    laws = [choice.law_at(data) for choice in mechanism.choices]
    found = {}
    for draws in product(range(mechanism.grid.actions), repeat=len(laws)):
        weight = flint.arb(1)
        for law, j in zip(laws, draws, strict=True):
            weight *= law[j]
        rounds = ((j,) * (c.last - c.first + 1) for c, j in zip(mechanism.choices, draws, strict=True))
        found[tuple(j for part in rounds for j in part)] = weight
    return found


def difference(mechanism: Mechanism, program: Program, inputs: Sequence[Vector]) -> str | None:
    """None where program and mechanism have the same joint law on these inputs, to 40 digits; else the difference."""
    with workprec(_BITS):
        played, stated = joint(program, inputs), product_law(mechanism, inputs)
        for actions in played.keys() | stated.keys():
            gap = abs(played.get(actions, flint.arb(0)) - stated.get(actions, flint.arb(0)))
            if not gap < flint.arb("1e-40"):
                shown = ", ".join(mechanism.grid.text(vector) for vector in inputs)
                return f"{mechanism.name}: on the losses {shown} the actions {[j + 1 for j in actions]} differ by {gap}"
    return None
