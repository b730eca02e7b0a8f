# SPDX-License-Identifier: Apache-2.0
"""Every fact of the derivations, evaluated on random finite laws: each step of each schema, at every outcome."""

import random
from fractions import Fraction

import pytest

from .conftest import document
from .finite import Instance, model

SEEDS = range(2)


def all_facts(instance, theory):
    return {name: instance.check(fact) for name, fact in theory.facts.items()}


@pytest.mark.parametrize("id", ["lemma5.large.eq6", "lemma5", "lemma4"])
@pytest.mark.parametrize("seed", SEEDS)
def test_stochastic_model(replayed, id, seed):
    rng = random.Random(seed)
    theory = replayed(id).theory
    found = all_facts(model(theory, rng, Fraction(1, rng.choice([8, 16, 40]))), theory)
    assert sum(1 for count in found.values() if count) > len(found) // 2


@pytest.mark.parametrize("seed", SEEDS)
def test_hoeffding_without_hoeffding(replayed, seed):
    rng = random.Random(seed)
    theory = replayed("lemma1").theory
    atoms = [(Fraction(1, 4), Fraction(rng.randint(-8, 0), 8)), (Fraction(3, 4), Fraction(rng.randint(3, 8), 8))]
    mean = sum(p * u for p, u in atoms)
    vectors = [(p, {"U": (lambda u=u: u)}) for p, u in atoms]
    found = all_facts(Instance(theory, {"mu": mean}, {}, {}, vectors, 4), theory)
    assert found["lemma1"] > 30
    assert min(count for name, count in found.items()) > 0


def test_geometric_series(replayed):
    theory = replayed("lemma5").theories["a2_series"].theory
    for x, n in ((1, 0), (Fraction(1, 3), 2)):
        all_facts(Instance(theory, {"x": x, "n": n}, {}, {}, [], 0), theory)


def privacy(theory, rng, extra, change, functions):
    table = {}

    def loss(side):
        def value(_, t, j):
            if t == change:
                return table.setdefault((side, t, j), Fraction(rng.randint(0, 100), 100))
            return table.setdefault((t, j), Fraction(rng.randint(0, 100), 100))
        return value

    every = {"x": loss("x"), "y": loss("y"), "v": lambda _, j: j - 2, **functions}
    return Instance(theory, extra, every, {"Act": [1, 2, 3], "Paths": [0, 1, 2]}, [], 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_privacy_of_one_selection(replayed, seed):
    rng = random.Random(seed)
    theory = replayed("lemma3").theory
    change = rng.randint(1, 4)
    values = {"eta": rng.choice([Fraction(1, 10), 1, 3]), "n": 4, "s0": change}
    found = all_facts(privacy(theory, rng, values, change, {"p": lambda _, m: Fraction(1, m + 1)}), theory)
    assert found["lemma3"] == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_privacy_of_the_prefix(replayed, seed):
    rng = random.Random(seed)
    theory = replayed("prop1").theory
    change = rng.randint(1, 7)

    def law(side):
        def value(instance, k, e):
            name = "first" if k == 0 else "next"
            return instance.value(theory.facts[f"{name}.{side}"].rel[2], {"l": k - 1, "e": e}, ())
        return value

    functions = {"p": lambda _, k, m: Fraction(1, 2**k), "c": lambda _, k, e: 1 + (k + e) % 3,
                 "q": lambda _, e: Fraction(1, 3),
                 "lawx": law("x"), "lawy": law("y")}
    values = {"eps": rng.choice([Fraction(1, 10), Fraction(1, 2), 2]), "r": change.bit_length() - 1, "t0": change}
    found = all_facts(privacy(theory, rng, values, change, functions), theory)
    assert found["prop1"] == 3


@pytest.mark.parametrize("id", ["comp.s31", "comp.s41"])
@pytest.mark.parametrize("eta", [Fraction(1, 3), 2])
def test_hedge(replayed, id, eta):
    """Two actions with equal losses, which depend on the actions drawn before: then the draw is uniform."""
    theory = replayed(id).theory
    processes = {
        "ell": lambda past, s, j: Fraction(1 + sum(past) % 3, 4), "pick": lambda past, s, j: past[-1] == j,
        "star": lambda past, s, j: j == max(past),
    }
    values = {"k": 2, "T": 2, "eta": eta, "beta": Fraction(1, 5)}
    sets, vectors = {"Act": [0, 1]}, [(Fraction(1, 2), {}), (Fraction(1, 2), {})]
    found = all_facts(Instance(theory, values, {}, sets, vectors, 3, processes), theory)
    assert found[id] > 0


def test_every_schema_is_among_the_steps_evaluated():
    """Each schema is used by a document that is evaluated above."""
    from proofcheck.kernel.derivation import SCHEMAS
    evaluated = ("lemma4", "lemma5", "lemma1", "lemma3", "prop1", "comp.s31", "comp.s41")
    assert set(SCHEMAS) <= {step["rule"] for id in evaluated for step in document(id)["steps"]}
