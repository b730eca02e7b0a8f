# SPDX-License-Identifier: Apache-2.0
"""Worker processes that may be late, crash or be interrupted without harm to the others.

Each worker is a fresh process (spawn) fed one item at a time; items and results are plain data. A worker that passes
its time limit is ended and replaced, and its item is answered with ``Lost``.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any


@dataclass(frozen=True)
class Lost:
    """No result for an item: why."""

    reason: str


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    index: int = -1
    deadline: float = 0.0


def _serve(pipe: Connection, function: Callable[[Any], Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers itself
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(_safely(function, item))
        except BrokenPipeError:
            return


def _safely(function: Callable[[Any], Any], item: Any) -> Any:
    try:
        return function(item)
    except Exception as error:  # noqa: BLE001  # a bug in one item must not take the others with it
        return Lost(f"internal: {type(error).__name__}: {str(error)[:300]}")


def run(function: Callable[[Any], Any], items: Sequence[Any], *, jobs: int, limit: float) -> Iterator[tuple[int, Any]]:
    """Yield (index, result) as results come; ``Lost`` for an item that took over ``limit`` seconds or ended its worker.

    One job runs in this process when there is one item only. ``function`` must be importable by name.
    """
    if len(items) <= 1:
        yield from ((k, _safely(function, item)) for k, item in enumerate(items))
        return
    workers: list[_Worker] = []
    todo = iter(enumerate(items))
    try:
        for _ in range(min(jobs, len(items))):
            workers.append(_start(function))
            _feed(workers[-1], todo, limit)
        while busy := [w for w in workers if w.index >= 0]:
            yield from _collect(busy, workers, function, todo, limit)
    finally:
        for worker in workers:
            worker.process.kill()
            worker.process.join()


def _start(function: Callable[[Any], Any]) -> _Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, function), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _feed(worker: _Worker, todo: Iterator[tuple[int, Any]], limit: float) -> None:
    worker.index, item = next(todo, (-1, None))
    if worker.index >= 0:
        worker.deadline = time.monotonic() + limit
        worker.pipe.send(item)


def _collect(
    busy: list[_Worker],
    workers: list[_Worker],
    function: Callable[[Any], Any],
    todo: Iterator[tuple[int, Any]],
    limit: float,
) -> Iterator[tuple[int, Any]]:
    patience = max(0.0, min(w.deadline for w in busy) - time.monotonic())
    ready = wait([w.pipe for w in busy], timeout=patience)
    for worker in busy:
        answered = worker.pipe in ready
        if not answered and worker.deadline > time.monotonic():
            continue
        index, result = worker.index, _receive(worker, answered, limit)
        gone = isinstance(result, Lost) and not result.reason.startswith("internal")
        _feed(_replace(worker, workers, function) if gone else worker, todo, limit)
        yield index, result


def _replace(worker: _Worker, workers: list[_Worker], function: Callable[[Any], Any]) -> _Worker:
    worker.process.kill()
    worker.process.join()
    workers.remove(worker)
    workers.append(_start(function))
    return workers[-1]


def _receive(worker: _Worker, ready: bool, limit: float) -> Any:
    if not ready:
        return Lost(f"no answer within {limit:.0f} s; the worker was ended")
    try:
        return worker.pipe.recv()
    except (EOFError, OSError):
        return Lost("the worker process ended without an answer (out of memory?)")
