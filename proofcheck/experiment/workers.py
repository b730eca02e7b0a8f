# SPDX-License-Identifier: Apache-2.0
"""Where cases are run: a pool of processes on this machine, or a dask.distributed cluster."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from proofcheck.errors import InputError

CONNECT_SECONDS = 20


@contextmanager
def workers(jobs: int = 1, scheduler: str | None = None) -> Iterator[Executor | None]:
    """An executor within the block: dask's at the address ``scheduler``, else ``jobs`` processes; None for one job.

    When this process ends, in whatever way, its worker processes end too. Raises InputError: no such scheduler, or
    dask.distributed is not installed.
    """
    if scheduler is not None:
        with _cluster(scheduler) as executor:
            yield executor
    elif jobs > 1:
        with _processes(jobs) as executor:
            yield executor
    else:
        yield None


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_end_with_parent, initargs=(theirs,))
    try:
        yield pool
        pool.shutdown()
    finally:
        ours.close()  # after an exception this ends workers in the middle of a case
        pool.shutdown(cancel_futures=True)
        theirs.close()


def _end_with_parent(pipe: Connection) -> None:
    """In a worker: leave Ctrl-C to the parent, and end as soon as its end of the pipe is closed or gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_and_end, args=(pipe,), daemon=True).start()


def _wait_and_end(pipe: Connection) -> None:
    pipe.poll(None)
    os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise InputError("--scheduler needs dask.distributed; install it: pip install 'proofcheck[cluster]'") from None
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(
            f"{address[:200]}: no scheduler answers ({str(error)[:200]}); write an address such as tcp://host:8786"
        ) from None
    with client:
        yield client.get_executor(pure=False)  # the store remembers results, dask need not
