# SPDX-License-Identifier: Apache-2.0
"""Cases run here, in processes and on a dask cluster, with the same outcomes; failures cost their own case only."""

import operator
import os
import socket
import time
from concurrent.futures import Executor, Future

import pytest
from distributed import LocalCluster

from proofcheck.errors import InputError
from proofcheck.exact import law_from_dict
from proofcheck.experiment.runner import Case, Experiment, run_cases
from proofcheck.experiment.simulate import SIMULATE, Plan, table
from proofcheck.experiment.store import Store
from proofcheck.experiment.workers import workers

TWO = law_from_dict({"name": "two", "actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]})
PLAN = Plan.of(TWO, ["randomized-prefix", "hedge"], runs=6, horizon=50, epsilon="1/4", seed=3)
GET = Experiment("get", operator.getitem, ("proofcheck.errors",))  # parameters[payload]


def run(cases, store, pool=None, experiment=GET):
    return list(run_cases(experiment, cases, store, pool))


@pytest.fixture(scope="module")
def here():
    with Store() as store:
        return table(PLAN, run_cases(SIMULATE, PLAN.cases(), store))


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


def test_finished_cases_are_read_back():
    cases = [Case({"n": n}, "n") for n in range(5)]
    with Store() as store:
        first = run(cases[:3], store)
        again = run(cases, store)
    assert [(o.result, o.fresh) for o in first] == [(0, True), (1, True), (2, True)]
    assert [(o.result, o.fresh) for o in again] == [(0, False), (1, False), (2, False), (3, True), (4, True)]


def test_a_case_named_twice_is_run_once():
    with Store() as store:
        assert [o.result for o in run([Case({"n": 1}, "n")] * 3, store)] == [1]


def test_a_failure_costs_its_own_case_and_is_tried_again():
    cases = [Case({"n": 1}, "n"), Case({"n": 2}, "missing"), Case({"n": 3}, "n")]
    with Store() as store:
        outcomes = run(cases, store)
        assert [o.error for o in outcomes] == [None, "KeyError: 'missing'", None]
        assert store.count("get") == 2
        assert run([Case({"n": 2}, "n")], store)[0].result == 2


def test_each_result_is_stored_before_it_is_seen(tmp_path):
    with Store(tmp_path / "s.sqlite") as store, Store(tmp_path / "s.sqlite") as other:
        for seen, _ in enumerate(run_cases(GET, [Case({"n": n}, "n") for n in range(5)], store), 1):
            assert other.count("get") == seen


def test_a_pool_of_processes(here):
    with Store() as store, workers(jobs=2) as pool:
        assert table(PLAN, run_cases(SIMULATE, PLAN.cases(), store, pool)) == here
        outcomes = run([Case({"n": n}, "n" if n % 7 else "missing") for n in range(200)], store, pool)
    assert sum(o.error is not None for o in outcomes) == 29
    assert sorted(o.result for o in outcomes if o.error is None) == [n for n in range(200) if n % 7]


class Bomb:
    """Ends the process that unpickles it."""

    def __reduce__(self):
        return os._exit, (3,)


def test_a_worker_that_dies_is_reported_and_finished_cases_stay():
    cases = [Case({"n": n}, "n" if n < 20 else Bomb()) for n in range(40)]
    with Store() as store, workers(jobs=2) as pool:
        outcomes = run_cases(GET, cases, store, pool, window=1)
        assert [next(outcomes).result for _ in range(20)] == list(range(20))
        with pytest.raises(InputError, match="worker process ended without an answer"):
            next(outcomes)
        assert store.count("get") == 20


class Gone(Executor):
    """A cluster whose scheduler ends after the first case."""

    def submit(self, function, /, *args):
        future = Future()
        if args[1].parameters["n"]:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_result(function(*args))
        return future


def test_a_lost_cluster_is_reported_and_finished_cases_stay():
    with Store() as store:
        outcomes = run_cases(GET, [Case({"n": n}, "n") for n in range(3)], store, Gone())
        assert next(outcomes).result == 0
        with pytest.raises(InputError, match="the cluster gave up a case"):
            next(outcomes)
        assert store.count("get") == 1


def interrupted(pool):
    """A case that takes a minute, another that is over when Ctrl-C comes."""
    pool.submit(time.sleep, 60)
    pool.submit(int).result()
    raise KeyboardInterrupt


def test_workers_end_with_an_exception_in_the_middle_of_a_case():
    """Leaving the block does not wait for it."""
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), workers(jobs=2) as pool:
        interrupted(pool)
    assert time.monotonic() - start < 50


def test_other_code_on_a_worker_is_refused(monkeypatch):
    """Here the digest is another from the second look on, as a worker's with another installation would be."""
    digests = iter(["a" * 64])
    monkeypatch.setattr("proofcheck.experiment.runner.code_digest", lambda modules: next(digests, "b" * 64))
    with Store() as store, pytest.raises(InputError, match="runs other code"):
        run([Case({"n": 1}, "n")], store)


def test_a_dask_cluster(here, cluster):
    with Store() as store, workers(scheduler=cluster) as pool:
        assert table(PLAN, run_cases(SIMULATE, PLAN.cases(), store, pool)) == here
        outcomes = run([Case({"n": n}, "n" if n % 7 else "missing") for n in range(50)], store, pool)
        assert store.count("get") == 42
    assert sum(o.error is not None for o in outcomes) == 8


def test_no_cluster_at_the_address(monkeypatch):
    monkeypatch.setattr("proofcheck.experiment.workers.CONNECT_SECONDS", 1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(InputError, match="no scheduler answers"), workers(scheduler=address):
            pass
