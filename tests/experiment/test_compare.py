# SPDX-License-Identifier: Apache-2.0
"""What `compare` answers: exact where it can be, simulated where not, the two never mixed."""

from fractions import Fraction as F

import pytest

from proofcheck.errors import InputError
from proofcheck.exact import law_from_dict
from proofcheck.experiment.compare import compare_exactly
from proofcheck.experiment.expected import expected_regret
from proofcheck.experiment.runner import run_cases
from proofcheck.experiment.simulate import SIMULATE, Plan, summary, table
from proofcheck.experiment.store import Store
from proofcheck.learners import LEARNERS

LAW = law_from_dict({"name": "two", "actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]})
PLAN = Plan.of(LAW, runs=5, horizon=1, epsilon="1/4", seed=3)


def outcomes(cases):
    with Store() as store:
        return list(run_cases(SIMULATE, cases, store))


@pytest.fixture(scope="module")
def found():
    """Little work: what looks at long walks is left to simulation."""
    comparison = compare_exactly(PLAN, [500, 10, 10], work=10_000)
    assert comparison.runs == len(list(comparison.cases()))
    return comparison.answer(outcomes(comparison.cases()), "9/10")


def kinds(block):
    return {entry["learner"]: entry["kind"] for entry in block["learners"]}


def test_horizons_and_learners(found):
    assert [block["horizon"] for block in found["horizons"]] == [10, 500]
    assert [list(kinds(block)) for block in found["horizons"]] == [list(LEARNERS)] * 2
    assert found["horizons"][1]["most"] == "50"


def test_each_value_says_how_it_was_found(found):
    """All exact at T = 10; at T = 500 some are simulated, and only those have runs and a mean."""
    assert set(kinds(found["horizons"][0]).values()) == {"exact enclosure"}
    late = found["horizons"][1]
    assert set(kinds(late).values()) == {"exact enclosure", "simulated"}
    assert kinds(late)["hedge-decreasing"] == "simulated"
    for entry in late["learners"]:
        simulated = entry["kind"] == "simulated"
        assert ("mean" in entry, "runs" in entry, "confidence" in entry, "engine" in entry) == (
            *[simulated] * 3,
            not simulated,
        )


def test_exact_values_are_the_learners(found):
    for block in found["horizons"]:
        for entry in block["learners"]:
            exact = expected_regret(
                entry["learner"], LAW, PLAN.setting.__class__(2, F(1, 4), F(1, 10**6), block["horizon"])
            )
            if entry["kind"] == "exact enclosure" and exact is not None:
                assert F(entry["lower"]) <= exact.value.upper
                assert exact.value.lower <= F(entry["upper"])


def test_simulated_values_are_simulates(found):
    """The same runs as `simulate` with that horizon, learner and seed."""
    plan = Plan.of(LAW, ["hedge-decreasing"], runs=5, horizon=500, epsilon="1/4", seed=3)
    point = summary(plan, table(plan, outcomes(plan.cases())), "9/10")["learners"][0]["checkpoints"][-1]
    (entry,) = [entry for entry in found["horizons"][1]["learners"] if entry["learner"] == "hedge-decreasing"]
    assert (entry["lower"], entry["upper"], entry["runs"], entry["confidence"]) == (
        point["lower"],
        point["upper"],
        5,
        "9/10",
    )
    assert abs(F(entry["mean"]) - F(point["mean"])) < F(1, 10**4)


def test_orders_are_never_called_bounds(found):
    assert {bound["kind"] for block in found["horizons"] for bound in block["bounds"]} == {"explicit constants"}
    assert {bound["kind"] for bound in found["orders"]} == {"order, no constant known"}
    assert [bound["name"] for bound in found["orders"]] == ["Wu-Wang", "not private", "not private", "lower bound"]


def test_only_what_is_asked():
    plan = Plan.of(LAW, ["hedge"], runs=5, horizon=1, epsilon="1/4")
    found = compare_exactly(plan, [3]).answer([], "0.95")
    assert list(kinds(found["horizons"][0])) == ["hedge"]
    assert [bound["name"] for bound in found["horizons"][0]["bounds"]] == ["(H)"]
    assert [bound["learner"] for bound in found["orders"]] == [""]
    with pytest.raises(InputError, match="horizon: found none"):
        compare_exactly(plan, [])
