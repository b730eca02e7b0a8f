# SPDX-License-Identifier: Apache-2.0
"""Exact regrets: against every loss sequence played out with other formulas, against simulations, against bounds."""

from fractions import Fraction as F
from itertools import pairwise, product
from math import exp, log, prod, sqrt
from pathlib import Path

import pytest

from proofcheck.exact import law_from_dict, load_law
from proofcheck.experiment.bounds import explicit_bounds, orders
from proofcheck.experiment.confidence import interval
from proofcheck.experiment.expected import constant_hedge, expected_regret
from proofcheck.experiment.losses import Losses
from proofcheck.experiment.play import regret_path
from proofcheck.learners import LEARNERS, Seeded, Setting, make

LAWS = Path(__file__).parents[2] / "lemmas" / "laws"
TWO = law_from_dict({"actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]})
THREE = law_from_dict(
    {
        "atoms": [
            {"losses": ["1/2", "0", "1"], "probability": "1/2"},
            {"losses": ["1/2", "1", "0"], "probability": "1/3"},
            {"losses": ["1", "1/2", "1/2"], "probability": "1/6"},
        ]
    }
)
EPSILON, DELTA = F(1, 4), F(1, 10**6)


def setting(law, horizon):
    return Setting(law.size, EPSILON, DELTA, horizon)


def sums_of(law, rounds):
    """Every loss sequence's sums and probability."""
    for picks in product(law.joint_atoms(), repeat=rounds):
        yield [sum(x[j] for x, _ in picks) for j in range(law.size)], prod(p for _, p in picks)


def played_out(law, rounds, chances):
    """E sum_j Delta_j P(j | sums), sums over that many rounds."""
    return sum(
        float(p) * sum(float(gap) * c for gap, c in zip(law.gaps, chances(sums), strict=True))
        for sums, p in sums_of(law, rounds)
    )


def softmax(rate):
    def chances(sums):
        weights = [exp(-rate * float(x)) for x in sums]
        return [w / sum(weights) for w in weights]

    return chances


def leader(sums):
    return [(x == min(sums)) / sums.count(min(sums)) for x in sums]


def laplace(sums):
    """P(S_2 + Z_2 < S_1 + Z_1) for two actions and continuous noise of scale 2/epsilon: the grid is 2^-20 fine."""
    d = float(sums[1] - sums[0]) * float(EPSILON) / 2
    behind = (1 + abs(d) / 2) * exp(-abs(d)) / 2
    return [1 - behind, behind] if d >= 0 else [behind, 1 - behind]


def rates(horizon):
    capped = min(float(EPSILON) / sqrt(32 * horizon * log(1 / DELTA)), 1 / 2, sqrt(float(EPSILON) / (16 * horizon)))
    return {"hedge": lambda k: sqrt(8 * log(k) / horizon), "hedge-capped": lambda k: capped}


@pytest.mark.parametrize("law", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize("horizon", [1, 2, 5])
@pytest.mark.parametrize("name", ["hedge", "hedge-capped", "hedge-decreasing", "follow-the-leader"])
def test_round_learners_played_out(name, horizon, law):
    def chances(m):
        if name == "follow-the-leader":
            return leader
        if name == "hedge-decreasing":
            return softmax(2 * sqrt(log(law.size) / (m + 1)))
        return softmax(rates(horizon)[name](law.size))

    wanted = sum(played_out(law, m, chances(m)) for m in range(horizon))
    found = expected_regret(name, law, setting(law, horizon)).value
    assert float(found.lower) - 1e-12 <= wanted <= float(found.upper) + 1e-12
    assert found.upper - found.lower < F(1, 10**6)


@pytest.mark.parametrize("horizon", [1, 2, 3, 5, 8, 12])
def test_noisy_leader_played_out(horizon):
    wanted = float(sum(TWO.gaps)) / 2
    for r in range(horizon.bit_length() - 1):
        wanted += (min(4 << r, horizon + 1) - (2 << r)) * played_out(TWO, 1 << r, laplace)
    found = expected_regret("noisy-leader", TWO, setting(TWO, horizon)).value
    assert float(found.lower) - 1e-5 <= wanted <= float(found.upper) + 1e-5


@pytest.mark.parametrize("name", LEARNERS)
def test_simulations_agree(name):
    """300 seeded runs; the interval misses once in a thousand."""
    law, horizon = load_law(LAWS / "k3_bernoulli.toml"), 24
    runs = [
        regret_path(make(name, setting(law, horizon), Seeded(name, run)), law, Losses(law, 5, run), horizon)[-1]
        for run in range(300)
    ]
    ends = interval(runs, horizon * max(law.gaps), F(999, 1000))
    found = expected_regret(name, law, setting(law, horizon)).value
    assert ends.lower <= found.lower <= found.upper <= ends.upper


def test_long_horizons_by_the_tail():
    """Follow-The-Leader's regret stops growing; more rounds never cost less."""
    values = [expected_regret("follow-the-leader", TWO, setting(TWO, t)).value for t in (1000, 10**5, 10**12)]
    assert all(a.lower <= b.upper for a, b in pairwise(values))
    assert values[1].upper - values[1].lower < F(1, 10**6)
    assert values[2].upper < F(26, 10)


def test_many_actions():
    """The engine for independent actions, at a rate that no epsilon has."""
    law = law_from_dict({"actions": [{"0": "1"}, {"0": "1/2", "1": "1/2", "repeat": 500}]})
    found = constant_hedge(law, F(3, 7), 200)
    assert found.engine.startswith("integral")
    assert found.value.digits(5) == 5
    one = constant_hedge(law, F(3, 7), 1)
    assert one.value.lower == one.value.upper == F(500, 501) / 2


def test_too_costly_is_none():
    law = law_from_dict({"actions": [{"0": "1"}, {"0": "1/2", "1": "1/2", "repeat": 500}]})
    for name in ("follow-the-leader", "noisy-leader", "hedge-decreasing"):
        assert expected_regret(name, law, setting(law, 100)) is None
    for name in LEARNERS:
        assert expected_regret(name, TWO, setting(TWO, 10**6), work=1) is None


@pytest.mark.parametrize("law", [TWO, THREE], ids=["two", "three"])
def test_explicit_bounds_hold(law):
    for horizon in (1, 7, 24):
        for bound in explicit_bounds(law, setting(law, horizon)):
            found = expected_regret(bound.learner, law, setting(law, horizon), work=500_000).value
            assert found.upper <= bound.value.lower, (bound.name, horizon)


def test_values_of_the_formulas():
    at = setting(TWO, 1000)
    known = {bound.name: float(bound.value.upper) for bound in explicit_bounds(TWO, at)}
    eta = sqrt(8 * log(2) / 1000)
    assert known["(1)"] == pytest.approx(1 + 8000 * log(2) + 128 * log(2))
    assert known["(2)"] == pytest.approx(1000 * (10 * log(2) + 4 * log(2)))
    assert known["(H)"] == pytest.approx(sqrt(1000 * log(2) / 2)) == pytest.approx(log(2) / eta + eta * 125)
    assert known["(H')"] == pytest.approx(sqrt(1000 * log(2)))
    rate = rates(1000)["hedge-capped"](2)
    assert known["(B)"] == pytest.approx(log(2) / rate + rate * 1000)
    order = {bound.name: float(bound.value.upper) for bound in orders(TWO, at)}
    assert order["Wu-Wang"] == pytest.approx(10 * log(2) + 4 * log(2) ** 2)
    assert order["lower bound"] == pytest.approx(10 * log(2))
    assert order["not private"] == pytest.approx(10 * log(2))
