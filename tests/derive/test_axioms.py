# SPDX-License-Identifier: Apache-2.0
"""The axioms: their texts, their truth on finite laws, and laws on which they fail without one of their hypotheses."""

import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from .conftest import LIBRARY
from .enclosed import apply
from .finite import Instance
from .theories import gather, replay_all

HERE = Path(__file__).parent
HALF, COIN = Fraction(1, 2), [(Fraction(1, 2), {})] * 2


@pytest.fixture(scope="module")
def states():
    """All theories, replayed."""
    return {name: whole.before[-1] for name, whole in replay_all(gather(LIBRARY)[0]).items()}


def test_the_texts(states):
    """An axiom that is new, or says something else, is to be read and written into the table."""
    table = tomllib.loads((HERE / "axioms.toml").read_text(encoding="utf-8"))
    found = {name: text for d in states.values() for name, text in d.axioms.items()}
    assert found == {name: "; ".join(lines) for name, lines in table.items()}


def holds(instance, name, without=()):
    """Whether an axiom holds (None: not certain), on a law that satisfies the assumptions, or all but some of them."""
    facts = instance.theory.facts
    broken = {key for key in instance.theory.assumed if any(x is False for x, *_ in instance.points(facts[key]))}
    assert broken == set(without)
    found = [x for x, *_ in instance.points(facts[name])]
    return all(found) if None not in found and found else None


def coins(theory, up, down, m, u, same=False):
    """m coins with the values up and down, independent, or the first one m times."""
    processes = {"U": lambda past, s: [up, down][past[0 if same else -1]]}
    return Instance(theory, {"m": m, "u": u}, {}, {}, COIN, m, processes)


def test_hoeffding(states):
    theory = states["a1_axiom"].theory
    for m, up, down in product((1, 2, 3), (1, HALF), (-1, 0, Fraction(-1, 4))):
        for heads in range(m):
            u = (m - 2 * heads) * (up - down) / 2  # the deviation with so many heads
            assert u <= 0 or holds(coins(theory, Fraction(up), Fraction(down), m, u), "lemma1.hoeffding")
    wide = coins(theory, Fraction(2), Fraction(-2), 1, Fraction(2))
    assert holds(wide, "lemma1.hoeffding", ["U.lower", "U.upper"]) is False
    dependent = coins(theory, Fraction(1), Fraction(-1), 3, Fraction(3), same=True)
    assert holds(dependent, "lemma1.hoeffding") is False  # independence is part of the kind "family"


def differences(theory, horizon, u, x, a):
    processes = {"X": lambda past, t: x(past), "A": lambda past, t: a(past)}
    return Instance(theory, {"T": horizon, "u": u}, {}, {}, COIN, horizon, processes)


def test_azuma(states):
    theory = states["b_azuma"].theory

    def sign(past):
        return HALF - past[-1]

    for horizon, k in product((1, 2, 3), (1, 2, 3, 4)):
        u = Fraction(k, 2)
        for x in (sign, lambda past: sign(past) if sum(past[:-1]) else NEVER):
            assert holds(differences(theory, horizon, u, x, lambda past: -HALF), "comp.f7")
    bad = {("interval.upper",): (lambda past: 2 * sign(past), lambda past: -1),
           ("interval.lower",): (lambda past: 2 * sign(past), lambda past: 0),
           ("martingale",): (lambda past: 1, lambda past: 0)}
    for without, (x, a) in bad.items():
        assert holds(differences(theory, 3, Fraction(3), x, a), "comp.f7", without) is False


RATE, NEVER, ALWAYS = Fraction(1, 10), Fraction(0), Fraction(1)
E = apply("exp", RATE)
P = apply("div", E, apply("add", Fraction(1), E))  # E/(1 + E), so P/(1 - P) is E
NOT_P = apply("add", Fraction(1), apply("neg", P))


def kernels(theory, actions, paths, kx, ky, delta, event=None, **other):
    """Transcripts with their actions, and two kernels; the laws are their products unless these are given."""

    def action(t, e):
        return paths[e][t - 1] if t <= len(paths[e]) else 0

    def product_of(kernel):
        def law(t, e):
            return apply("mul", law(t - 1, e), kernel(t - 1, e, action(t, e))) if t else Fraction(1)
        return law

    named = {"c": action, "v": lambda e: int(event is not None and e not in event), "kx": kx, "ky": ky,
             "lawx": product_of(kx), "lawy": product_of(ky), **other}
    functions = {name: (lambda _, *args, f=f: f(*args)) for name, f in named.items()}
    values = {"T": len(paths[0]), "e0": RATE, "delta": delta}
    return Instance(theory, values, functions, {"Act": actions, "All": range(len(paths))}, [], 0)


def coin(one, two):
    """A kernel with the actions 0 and 1."""
    return lambda t, e, j: {0: one, 1: two}.get(j, NEVER)


def test_composition(states):
    theory = states["b_composition"].theory
    for horizon, delta in product((1, 2), (HALF, Fraction(1, 10), Fraction(9, 10))):
        paths = list(product((0, 1), repeat=horizon))
        for event in ([0], [len(paths) - 1], range(len(paths) - 1), None):
            instance = kernels(theory, [0, 1], paths, coin(P, NOT_P), coin(NOT_P, P), delta, event)
            assert holds(instance, "comp.f8")


def own(first, second):
    """A kernel that knows the whole transcript: 30 actions, its own one and the next have these probabilities."""
    return lambda t, e, j: first if j == e else second if j == (e + 1) % 30 else NEVER


def outside(mass):
    """A kernel that gives a mass to an action 5 that is none of the actions."""
    return lambda t, e, j: mass if j == 5 else coin(HALF, HALF)(t, e, j)


LONG, SMALL = [[0] * 13], Fraction(1, 100)
TINY = Fraction(1, 10**9)
MANY = Fraction(99, 100)
INVERSE = apply("div", ALWAYS, E)
REST = apply("add", ALWAYS, apply("neg", INVERSE))
WITHOUT = {  # what is left out: a law that satisfies the rest, and is no (epsilon, delta)-private composition
    ("actions",): ([0, 1], [[5]], outside(apply("mul", Fraction(100), E)), outside(Fraction(100)), MANY),
    ("distinct",): ([0, 1], [[0]] * 30, coin(P, NOT_P), coin(NOT_P, P), MANY),
    ("kx.sum",): ([0], LONG, coin(E, NEVER), coin(ALWAYS, NEVER), SMALL),
    ("ky.sum",): ([0], LONG, coin(ALWAYS, NEVER), coin(INVERSE, NEVER), SMALL),
    ("kx.past", "ky.past"): (list(range(30)), [[e] for e in range(30)], own(P, NOT_P), own(NOT_P, P), MANY),
    ("kx.private",): ([0, 1], [[1]], coin(Fraction(19, 20), Fraction(1, 20)), coin(1 - TINY, TINY), SMALL),
    ("ky.private",): ([0, 1], LONG, coin(ALWAYS, NEVER), coin(INVERSE, REST), SMALL),
}


@pytest.mark.parametrize("without", WITHOUT)
def test_composition_without_a_hypothesis(states, without):
    instance = kernels(states["b_composition"].theory, *WITHOUT[without])
    assert holds(instance, "comp.f8", without) is False


OTHER = {"lawx.first": lambda t, e: apply("mul", Fraction(9), *[P] * t),
         "lawx.next": lambda t, e: Fraction(9 if t else 1), "lawy.first": lambda t, e: NEVER,
         "lawy.next": lambda t, e: NEVER if t else ALWAYS}


@pytest.mark.parametrize("without", OTHER)
def test_composition_with_another_law(states, without):
    """A law that is not the product of its kernels."""
    law = {without.split(".")[0]: OTHER[without]}
    instance = kernels(states["b_composition"].theory, [0, 1], [[0]], coin(P, NOT_P), coin(P, NOT_P), SMALL, **law)
    assert holds(instance, "comp.f8", [without]) is False
