# SPDX-License-Identifier: Apache-2.0
"""A sweep's numbers agree with the exact layer's own, whoever computes them; what they say is judged honestly."""

import tomllib
from fractions import Fraction as F
from pathlib import Path

import pytest
from distributed import LocalCluster
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.exact import Enclosure, law_from_dict, load_law, regret, whole_sum
from proofcheck.exact.record import Status
from proofcheck.exact.tail import Tail
from proofcheck.experiment import checks as checks_module
from proofcheck.experiment.checks import checks, summary
from proofcheck.experiment.ranges import later, ranges_of
from proofcheck.experiment.runner import run_cases
from proofcheck.experiment.simulate import SIMULATE, play_case
from proofcheck.experiment.simulate import Plan as Simulation
from proofcheck.experiment.spec import Spec, built_in, parse_spec
from proofcheck.experiment.store import Store
from proofcheck.experiment.sweep import SWEEP, Plan, answer_of, enclose_case
from proofcheck.experiment.workers import workers

from .called import called_modules, uncovered

LAWS = Path(__file__).parents[2] / "lemmas" / "laws"
SPEC = """
name = "small"
epsilons = ["1/4", "1", "1/10"]
horizons = [1, 2, 10, 1000]
digits = 3
[[families]]
family = "bernoulli"
actions = [2, 4, 1000]
profile = ["equal", "near-tie"]
best = "1/4"
gap = "1/4"
far = "1/2"
[[families]]
family = "random-joint"
actions = [2, 3]
atoms = 3
count = 2
work = 20000
"""


def plan_of(text):
    return Plan(parse_spec(text, "spec", Path()))


def results_of(plan, executor=None):
    with Store() as store:
        outcomes = list(run_cases(SWEEP, plan.cases(), store, executor))
    assert all(outcome.error is None for outcome in outcomes)
    keys = {id(one.case): one.key for one in plan.asked}
    return {keys[id(outcome.case)]: outcome.result for outcome in outcomes}


@pytest.fixture(scope="module")
def plan():
    return plan_of(SPEC)


@pytest.fixture(scope="module")
def here(plan):
    return results_of(plan)


def meets(a, b):
    return a.lower <= b.upper and b.lower <= a.upper


@pytest.mark.parametrize("name", ["k2_bernoulli_gap_1_10", "k3_bernoulli", "k3_dependent", "k2_rare_event"])
@pytest.mark.parametrize("epsilon", ["1/4", "1/10"])
def test_ranges_agree_with_regret_and_sums(name, epsilon):
    """And stay enclosures, only wider, when hardly any work is allowed."""
    law, horizons, eta = load_law(LAWS / f"{name}.toml"), [1, 2, 3, 7, 8, 100, 5000], min(F(epsilon) / 2, F(1, 8))
    exact = {t: regret(law, epsilon, t, digits=4, work=100_000).value for t in horizons}
    total = whole_sum(law, epsilon, work=100_000).total
    little, much = (ranges_of(law, eta, horizons, digits=3, work=work) for work in (1, 100_000))
    for found in (little, much):
        assert meets(found.total, total)
        assert all(meets(found.regret(t), exact[t]) for t in horizons)
        assert all(found.regret(t).lower <= found.regret(t + 1).lower for t in range(1, 40))
    assert much.total.digits(3) == 3 or much.terms > little.terms


def test_green_takes_the_place_of_the_tail():
    """One coordinate: the whole sum is known, so a near tie's Reg_T is bounded far beyond what was computed."""
    law = law_from_dict({"actions": [{"0": "1/2", "1": "1/2"}, {"0": "499/1000", "1": "501/1000"}]})
    found = ranges_of(law, F(1, 8), [100], digits=4, work=10_000)
    assert "green" in found.engine
    assert found.terms < 200
    assert found.total.digits(4) == 4
    assert found.regret(10**9).upper <= 1 + 4 * found.total.lower


rates = st.fractions(F(1, 10), F(99, 100), max_denominator=100)


@given(
    st.lists(
        st.tuples(rates, st.integers(1, 50), st.fractions(F(1, 20), 1, max_denominator=20)), min_size=1, max_size=4
    )
)
def test_what_comes_later(groups):
    """Never below the smaller of both bounds, term by term, never above the plain tail."""
    tail = Tail(tuple(r for r, _, _ in groups), tuple(n * g for _, n, g in groups), tuple(g for _, _, g in groups))
    found = later(tail, 3, F(1, 100))
    assert found <= tail.after(3)
    terms = (min(max(g for _, _, g in groups), sum(n * g * r**m for r, n, g in groups)) for m in range(4, 200))
    least = (min(t + sum(n * g * r**m for r, n, g in groups if g > t) for t in (0, *tail.gaps)) for m in range(4, 200))
    assert found >= sum(min(pair) for pair in zip(terms, least, strict=True)) * F(999, 1000)


def test_cases_and_laws_are_counted_once(plan):
    """Epsilons of 1/4 and more share eta; K = 2 has no other gap to tie with."""
    names = [law.name for law in plan.laws.values()]
    assert len(names) == len(set(names)) == 9
    assert "bernoulli K=2 profile=near-tie gap=1/4 far=1/2 best=1/4" not in names
    assert len(list(plan.cases())) == 9 * 2
    assert len(plan.asked) == 9 * 3


def test_a_law_asked_for_twice():
    """Its horizons are put together, so that no instance counts twice."""
    family = '[[families]]\nfamily = "sure"\nactions = 2\ngap = "1/2"\n'
    plan = plan_of(
        f'{family}epsilons = ["1"]\nhorizons = [10, 1]\n{family}epsilons = ["1/4"]\nhorizons = 5\nwork = 7\n'
    )
    (case,) = plan.cases()
    assert case.parameters["horizons"] == [1, 5, 10]
    assert case.parameters["work"] == 300_000
    statements = [check.statement for check in checks(plan, results_of(plan))]
    assert [statements.count(name) for name in ("lemma5", "lemma4", "thm1.eq1")] == [1, 3, 6]


def test_every_instance_is_judged_once(plan, here):
    found = checks(plan, here)
    count = {
        name: sum(check.statement == name for check in found) for name in ("lemma5", "lemma4", "thm1.eq1", "thm1.eq2")
    }
    assert count == {"lemma5": 18, "lemma4": 72, "thm1.eq1": 108, "thm1.eq2": 108}
    assert all(F(row[8]) <= F(row[9]) for row in map(checks_module.Check.row, found) if row[11] == "CONFIRMED")
    text = summary(plan, found, {})
    assert [one["id"] for one in text["statements"]] == list(count)
    assert all(one["violated"] == 0 for one in text["statements"])
    assert text["most_actions"] == 1000


def test_the_largest_quotient_is_attained_by_its_law(plan, here):
    """The law named attains it: its file's own sum, divided by the bound, lies between the two ends."""
    (one,) = [one for one in summary(plan, checks(plan, here), {})["statements"] if one["id"] == "lemma5"]
    law = law_from_dict(tomllib.loads(one["ratio"]["law_file"]))
    answer = whole_sum(law, one["ratio"]["epsilon"], digits=8)
    assert F(one["ratio"]["lower"]) <= answer.total.upper / answer.bound.lower
    assert answer.total.lower / answer.bound.upper <= F(one["ratio"]["upper"])
    every = [whole_sum(asked.law, asked.epsilon, digits=3, work=20_000) for asked in plan.asked]
    assert all(answer.total.lower / answer.bound.upper <= F(one["ratio"]["upper"]) for answer in every)


def test_a_false_bound_is_violated_and_a_loose_enclosure_undecided(plan, here, monkeypatch):
    monkeypatch.setattr(checks_module, "lemma5_bound", lambda law, eta: Enclosure.of(F(1, 100)))
    found = [check for check in checks(plan, here) if check.statement == "lemma5"]
    assert {check.case.status() for check in found} == {Status.VIOLATED}
    loose = found[0].__class__(**{**found[0].__dict__, "left": Enclosure(F(0), F(1))})
    assert loose.case.status() is Status.UNDECIDED
    text = summary(plan, [found[0], loose], {"case": "ArithmeticError"})
    assert (text["statements"][0]["violated"], text["statements"][0]["undecided"]) == (1, 1)
    assert text["statements"][0]["laws_confirmed"] == 0
    assert text["failed"] == {"case": "ArithmeticError"}


def test_processes_and_a_dask_cluster_find_the_same(plan, here):
    with workers(jobs=2) as pool:
        assert results_of(plan, pool) == here
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        workers(scheduler=cluster.scheduler_address) as pool,
    ):
        assert results_of(plan, pool) == here


def test_the_digest_covers_all_code_that_decides_a_result(plan):
    """Every module of the package that runs during a case is in its experiment's list."""
    called = set()
    for case in plan.cases():
        called |= called_modules(enclose_case, case.parameters, case.payload)
    assert "proofcheck.exact.engines.choice" in called
    assert uncovered(called, SWEEP) == set()
    law = load_law(LAWS / "k3_bernoulli.toml")
    for case in Simulation.of(law, runs=1, horizon=20, epsilon="1/4").cases():
        assert uncovered(called_modules(play_case, case.parameters, case.payload), SIMULATE) == set()


def test_the_built_in_spec_is_as_large_as_it_says():
    plan = Plan(parse_spec(built_in("full"), "full", Path()))
    assert len(plan.laws) >= 500
    assert max(law.size for law in plan.laws.values()) == 1000
    assert {asked.case.parameters["eta"] for asked in plan.asked} >= {"1/8", "1/50", "1/200", "1/2000"}


def test_answers_are_read_back_as_written():
    result = {"engine": "types", "terms": 2, "sum": ["0.5", "1.25e3"], "regret": [["1", "2"]]}
    answer = answer_of(result, (7,))
    assert (answer.total, answer.regret) == (Enclosure(F(1, 2), F(1250)), {7: Enclosure(F(1), F(2))})
    assert isinstance(parse_spec(SPEC, "spec", Path()), Spec)
