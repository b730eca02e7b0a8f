# SPDX-License-Identifier: Apache-2.0
"""The audited laws are the learners' laws: each learner's draws replaced by all their outcomes, and simulated."""

from collections import Counter
from fractions import Fraction

import flint
import pytest

from proofcheck.exact.enclosure import ball, workprec
from proofcheck.learners import LEARNERS, Seeded, blocks, learner, rounds
from proofcheck.learners import Setting as LearnerSetting
from proofcheck.privacy import ALGORITHMS
from proofcheck.privacy.playout import difference, product_law
from proofcheck.privacy.programs import fair
from proofcheck.privacy.rules import NoisyLeast

from .naive import setting


def program(name, where, monkeypatch):
    """The learner itself as a program: whatever it would draw with its bits, `draw` decides."""
    told = LearnerSetting(where.grid.actions, where.epsilon, where.delta, where.horizon)

    def play(draw):
        def softmax(costs, top, bottom, bits):
            weights = [ball(Fraction(-cost * top, bottom)).exp() for cost in costs]
            return draw([weight / sum(weights, flint.arb(0)) for weight in weights])

        def noisy(self, tops, scale):
            rule = NoisyLeast(self.epsilon / 2, self.grid, scale)
            return draw(rule.law(tuple(top - tops[0] for top in tops[1:])))

        def weighted(weights, bits):
            return draw([ball(Fraction(weight, sum(weights))) for weight in weights])

        for module in (blocks, rounds):
            monkeypatch.setattr(module, "softmax", softmax)
            monkeypatch.setattr(module, "below", lambda n, bits: draw(fair(n)))
        monkeypatch.setattr(blocks.NoisyLeader, "_select", noisy)
        monkeypatch.setattr(learner, "weighted", weighted)
        player = LEARNERS[name](told, Seeded(0))
        while True:
            vector = yield player.act() - 1
            player.observe([Fraction(entry, where.grid.scale) for entry in vector])

    return play


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("size", [(2, 8, "0,1"), (3, 5, "0,1/2,1")], ids=str)
def test_mechanism_is_the_learner(name, size, monkeypatch):
    """Joint law of all rounds, to 40 digits, on inputs that look random: prefixes, ties, rates and blocks included."""
    actions, horizon, grid = size
    where = setting(actions, horizon, "1/3", grid)
    mechanism, vectors = ALGORITHMS[name](where), where.grid.vectors
    for k in range(1, 5):
        inputs = [vectors[(k * t * t + t) % len(vectors)] for t in range(1, horizon + 1)]
        assert difference(mechanism, program(name, where, monkeypatch), inputs) is None


RUNS = 4000


@pytest.mark.parametrize("name", ALGORITHMS)
def test_simulated_learners_have_the_exact_law(name):
    """4000 seeded runs of 5 rounds: every sequence of actions within 5 standard deviations of its exact probability."""
    where = setting(2, 5, "1/2", "0,1/2,1")
    told = LearnerSetting(2, where.epsilon, where.delta, 5)
    inputs = [(2, 0), (1, 0), (0, 2), (2, 0), (0, 0)]
    seen = Counter()
    for run in range(RUNS):
        player = LEARNERS[name](told, Seeded(name, run))
        actions = []
        for vector in inputs:
            actions.append(player.act() - 1)
            player.observe([Fraction(entry, 2) for entry in vector])
        seen[tuple(actions)] += 1
    with workprec(128):
        exact = {actions: float(p) for actions, p in product_law(ALGORITHMS[name](where), inputs).items()}
    assert all(exact[actions] > 0 for actions in seen)
    for actions, p in exact.items():
        assert abs(seen[actions] - RUNS * p) <= 5 * (RUNS * p * (1 - p)) ** 0.5 + 1, actions
