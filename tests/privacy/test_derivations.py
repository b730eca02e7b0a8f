# SPDX-License-Identifier: Apache-2.0
"""Every fact of the derivations of lemma3.worst and lemma3.worst.mix, evaluated on random finite instances."""

import random
from fractions import Fraction

import pytest

from proofcheck.kernel.check import check
from proofcheck.kernel.derivation import replay_steps

from ..derive.conftest import document
from ..derive.finite import Instance

VALUES = [(Fraction(1, 10), Fraction(21, 20)), (1, 2), (3, 7)]


def instance(theory, seed, eta, rho):
    """Losses of 3 + 1 actions in 4 rounds, one vector changed; p no probability law, as the theorem allows."""
    rng = random.Random(seed)
    table = {}
    change = rng.randint(1, 4)

    def loss(side):
        return lambda _, t, j: table.setdefault((side, t, j) if t == change else (t, j), Fraction(rng.randint(0, 9), 9))

    functions = {"x": loss("x"), "y": loss("y"), "v": lambda _, j: j - 2, "p": lambda _, m: Fraction(1, m + 1)}
    functions["rho"] = lambda _: rho
    return Instance(theory, {"eta": eta, "n": 4, "s0": change}, functions, {"Act": [1, 2, 3]}, [], 0)


@pytest.mark.parametrize("id", ["lemma3.worst", "lemma3.worst.mix"])
@pytest.mark.parametrize(("eta", "rho"), VALUES, ids=str)
def test_every_fact_holds_on_finite_instances(id, eta, rho):
    theory = replay_steps(document(id), check).theory
    found = {}
    for seed in range(2):
        law = instance(theory, seed, eta, rho)
        for name, fact in theory.facts.items():
            found[name] = found.get(name, 0) + law.check(fact)
    assert found["lemma3.worst" if id == "lemma3.worst" else "each"] > 0
    assert sum(1 for count in found.values() if count) > len(found) * 3 // 4
