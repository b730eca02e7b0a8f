# SPDX-License-Identifier: Apache-2.0
"""The audit by definition: every input, every neighbour, every sequence of actions, every prefix, from joint laws."""

from fractions import Fraction
from itertools import product

import flint

from proofcheck.exact.enclosure import workprec
from proofcheck.privacy import Grid, Setting, grid_of
from proofcheck.privacy.playout import joint

BITS = 128


def setting(actions, horizon, epsilon="1/2", grid="0,1", delta="1/1000"):
    return Setting(grid_of(actions, grid.split(",")), horizon, Fraction(epsilon), Fraction(delta))


def prefix_law(law, t):
    """The law of the first t actions."""
    found = {}
    for actions, p in law.items():
        found[actions[:t]] = found.get(actions[:t], flint.arb(0)) + p
    return found


def worst_ratio(program, grid: Grid, horizon):
    """max over t, neighbouring inputs and sequences of t actions of the log-ratio, as a ball; None when infinite."""
    with workprec(BITS):
        inputs = list(product(grid.vectors, repeat=horizon))
        laws = {data: joint(program, data) for data in inputs}
        worst = flint.arb(0)
        for t in range(1, horizon + 1):
            shorter = {data: prefix_law(law, t) for data, law in laws.items()}
            for data, s, vector in product(inputs, range(horizon), grid.vectors):
                other = (*data[:s], vector, *data[s + 1 :])
                for actions, p in shorter[data].items():
                    q = shorter[other].get(actions, flint.arb(0))
                    if q.is_zero() and not p.is_zero():
                        return None
                    if not p.is_zero():
                        worst = worst.max((p / q).log())
        return worst
