# SPDX-License-Identifier: Apache-2.0
"""Running the cases of an experiment here, in worker processes or on a cluster; finished ones are not run again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue
from typing import Any

from proofcheck.errors import InputError
from proofcheck.experiment.canonical import canonical, code_digest
from proofcheck.experiment.store import Store

Function = Callable[[Mapping[str, Any], Any], Any]


@dataclass(frozen=True)
class Experiment:
    """A name, a function of a case's parameters and payload, and the modules whose text decides its results.

    The function must be importable by name (workers are other processes), depend on nothing but its arguments and
    code, and return JSON data without floats.
    """

    name: str
    function: Function
    modules: tuple[str, ...]

    @property
    def code(self) -> str:
        """The digest of the modules: results of other code are kept apart."""
        return code_digest(self.modules)


@dataclass(frozen=True)
class Case:
    """Parameters, JSON data that name the case and are stored; and a payload that they determine, which is not.

    Example: a law's digest is a parameter, the law itself is payload.
    """

    parameters: Mapping[str, Any]
    payload: Any = None

    @property
    def key(self) -> str:
        """The parameters' canonical text: what tells cases of an experiment apart."""
        return canonical(dict(self.parameters))


@dataclass(frozen=True)
class Outcome:
    """What came of a case: a result, or an error (then nothing is stored, and the next run tries again)."""

    case: Case
    result: Any
    error: str | None = None
    fresh: bool = True
    """False when the result was read from the store."""


@dataclass(frozen=True)
class _Answer:
    result: Any
    seconds: float
    code: str


def _answer(experiment: Experiment, case: Case) -> _Answer:
    """Runs where the work is done."""
    start = time.perf_counter()
    result = experiment.function(case.parameters, case.payload)
    return _Answer(result, time.perf_counter() - start, experiment.code)


def run_cases(
    experiment: Experiment,
    cases: Iterable[Case],
    store: Store,
    executor: Executor | None = None,
    window: int = 1024,
) -> Iterator[Outcome]:
    """Yield an outcome for every case, finished ones first, the others as they come, each stored before it is yielded.

    Arguments: executor, where cases are run (default: here, one after the other); window, how many are handed to it
    ahead of their answers. A case that is named twice is run once.
    Raises InputError when a worker ends without an answer, runs other code, or the cluster is gone; what is finished
    stays stored.
    """
    code = experiment.code
    finished = store.results(experiment.name, code)
    todo: dict[str, Case] = {}
    for case in cases:
        key = case.key
        if key in finished:
            yield Outcome(case, json.loads(finished[key]), fresh=False)
        else:
            todo[key] = case
    answers = _here(experiment, todo.values()) if executor is None else _there(experiment, todo, executor, window)
    for case, answer in answers:
        yield _stored(experiment.name, code, case, answer, store)


def _stored(name: str, code: str, case: Case, answer: _Answer | Exception, store: Store) -> Outcome:
    if isinstance(answer, BrokenExecutor):
        raise InputError(
            "a worker process ended without an answer (out of memory?); what is finished is stored: resume, with fewer "
            "jobs"
        )
    if isinstance(answer, CancelledError):
        raise InputError("the cluster gave up a case (has its scheduler ended?); what is finished is stored: resume")
    if isinstance(answer, Exception):
        return Outcome(case, None, f"{type(answer).__name__}: {str(answer)[:300]}")
    if answer.code != code:
        raise InputError(
            f"{name}: a worker runs other code ({answer.code[:12]}, here {code[:12]}); install this proofcheck there"
        )
    store.put(name, code, case.parameters, answer.result, answer.seconds)
    return Outcome(case, answer.result)


def _here(experiment: Experiment, cases: Iterable[Case]) -> Iterator[tuple[Case, _Answer | Exception]]:
    for case in cases:
        try:
            yield case, _answer(experiment, case)
        except Exception as error:  # noqa: BLE001  # one case's fault must not cost the others
            yield case, error


def _there(
    experiment: Experiment, todo: Mapping[str, Case], executor: Executor, window: int
) -> Iterator[tuple[Case, _Answer | Exception]]:
    done: SimpleQueue[Future[_Answer]] = SimpleQueue()
    waiting: dict[Future[_Answer], Case] = {}
    cases = iter(todo.values())

    def feed(count: int) -> None:
        for case in islice(cases, count):
            future = _submitted(executor, experiment, case)
            waiting[future] = case
            future.add_done_callback(done.put)

    feed(window)
    while waiting:
        future = done.get()
        case = waiting.pop(future)
        error = CancelledError() if future.cancelled() else future.exception()
        if error is not None and not isinstance(error, Exception):
            raise error
        if not isinstance(error, CancelledError):
            feed(1)
        yield case, error or future.result()


def _submitted(executor: Executor, experiment: Experiment, case: Case) -> Future[_Answer]:
    """The future of a case; of one that a broken executor does not take, its error, in the order of the answers."""
    try:
        return executor.submit(_answer, experiment, case)
    except BrokenExecutor as error:
        future: Future[_Answer] = Future()
        future.set_exception(error)
        return future
