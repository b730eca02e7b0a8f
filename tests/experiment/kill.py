# SPDX-License-Identifier: Apache-2.0
"""Kill a resumable command with SIGKILL, again and again, at moments that nobody chose; then let it finish."""

import os
import random
import signal
import sqlite3
import sys
import time
from itertools import pairwise
from multiprocessing import get_context
from runpy import run_module
from unittest import mock

import psutil  # comes with distributed

PATIENCE = 120
ATTEMPTS = 10


def start(arguments, preload):
    """The command in a process of its own, forked from a server that has imported ``preload`` already."""
    context = get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    process = context.Process(target=run_module, args=("proofcheck",), kwargs={"run_name": "__main__"})
    with mock.patch.object(sys, "argv", ["proofcheck", *arguments]):  # multiprocessing hands it on
        process.start()
    return process


def finish(arguments, preload=()):
    """Run the command undisturbed; it must end well."""
    process = start(arguments, preload)
    process.join(PATIENCE)
    assert process.exitcode == 0, f"exit code {process.exitcode}"


def finished_rows(store):
    """(experiment, code, parameters) -> (result, seconds) of the rows in a store; none if there is no store yet."""
    if not os.path.exists(store):
        return {}
    base = sqlite3.connect(store, timeout=60)
    try:
        rows = base.execute("SELECT experiment, code, parameters, result, seconds FROM cases").fetchall()
    except sqlite3.OperationalError:  # killed before the table was made
        return {}
    finally:
        base.close()
    return {row[:3]: row[3:] for row in rows}


def killed_and_resumed(arguments, store, *, cases, kills, seed=0, preload=()):
    """Kill the command ``kills`` times and then let it finish; the rows in the store after each kill and at the end.

    Arguments: arguments, a command line that resumes from the file ``store``; cases, how many rows it makes in all.
    Every third life lasts a random time, which may be too short for anything; the others end when a random number of
    rows has been reached, between that of the kill before and four fifths of all, and a random moment later. A life
    that is over before it is ended, as on a busy machine, counts for nothing: the store is put back, and it is lived
    again. Worker processes must be gone as well.
    """
    rng, seen = random.Random(seed), [finished_rows(store)]
    first = len(seen[0])
    for kill in range(kills):
        before = {path: path.read_bytes() for path in store.parent.glob(f"{store.name}*")}
        for _ in range(ATTEMPTS):
            rows = None if kill % 3 == 2 else first + (0.8 * cases - first) * (kill + rng.random()) / kills
            if _life(arguments, preload, store, rows, rng):
                break
            for path in store.parent.glob(f"{store.name}*"):
                path.unlink()
            for path, data in before.items():
                path.write_bytes(data)
        else:
            raise AssertionError(f"over before it was killed, {ATTEMPTS} times")
        seen.append(finished_rows(store))
    finish(arguments, preload)
    return [*seen, finished_rows(store)]


def _life(arguments, preload, store, rows, rng):
    """Start the command and kill it when it has ``rows`` rows, or after a random time; False if it ended by itself."""
    process = start(arguments, preload)
    if rows is None:
        time.sleep(rng.uniform(0, 0.3))
    else:
        _await(process, store, rows)
        time.sleep(rng.uniform(0, 0.01))
    try:
        workers = psutil.Process(process.pid).children(recursive=True)
        os.kill(process.pid, signal.SIGKILL)
    except (psutil.NoSuchProcess, ProcessLookupError):
        workers = []
    process.join(PATIENCE)
    assert not psutil.wait_procs(workers, PATIENCE)[1], "worker processes outlive their parent"
    assert process.exitcode in (0, -signal.SIGKILL), f"exit code {process.exitcode}"
    return process.exitcode == -signal.SIGKILL


def _await(process, store, rows):
    deadline = time.monotonic() + PATIENCE
    while len(finished_rows(store)) < rows and process.is_alive():
        assert time.monotonic() < deadline, "no progress"
        time.sleep(0.002)


def nothing_lost_or_repeated(seen):
    """A row once there stays as it is, its time included: the case is never computed into the store again."""
    for before, after in pairwise(seen):
        assert before.items() <= after.items()
