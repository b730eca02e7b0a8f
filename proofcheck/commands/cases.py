# SPDX-License-Identifier: Apache-2.0
"""What the commands share that run many cases into a store: options, resuming, progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from proofcheck.experiment.runner import Case, Experiment, Outcome
    from proofcheck.experiment.store import Store


@dataclass(frozen=True)
class Where:
    """Where cases are run and kept: the values of the options below."""

    store_path: str | None
    resume: bool
    jobs: int
    scheduler: str | None


_OPTIONS = (
    click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Worker processes."),
    click.option("--scheduler", metavar="ADDRESS", help="Run on a dask.distributed cluster (extra 'cluster')."),
    click.option("--store", "store_path", metavar="FILE", help="Keep what is finished in an SQLite file, as it comes."),
    click.option("--resume", is_flag=True, help="Go on with what the store has."),
)


def case_options(command: Callable[..., None]) -> Callable[..., None]:
    """--jobs, --scheduler, --store and --resume; the command gets them as one ``where``, for `run_all`."""

    @wraps(command)
    def gathered(
        *args: Any, store_path: str | None, resume: bool, jobs: int, scheduler: str | None, **others: Any
    ) -> None:
        command(*args, where=Where(store_path, resume, jobs, scheduler), **others)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered


def run_all(experiment: Experiment, cases: Iterable[Case], count: int, where: Where) -> list[Outcome]:
    """The outcomes of all cases, ``count`` of them, with a bar on a terminal. Raises InputError."""
    from proofcheck.commands.progress import progress
    from proofcheck.errors import InputError
    from proofcheck.experiment.runner import run_cases
    from proofcheck.experiment.store import Store
    from proofcheck.experiment.workers import workers

    if where.resume and where.store_path is None:
        raise InputError("--resume: found no store; write --store FILE, the file that has what is finished")
    outcomes = []
    with Store(where.store_path) as store:
        _refuse_old(experiment, store, where.resume)
        with workers(where.jobs, where.scheduler) as pool, progress(count, experiment.name) as advance:
            for outcome in run_cases(experiment, cases, store, pool):
                outcomes.append(outcome)
                advance()
    return outcomes


def all_well(outcomes: list[Outcome]) -> list[Outcome]:
    """The outcomes; raises InputError when a case failed (what is finished stays stored)."""
    from proofcheck.errors import InputError

    failures = [outcome for outcome in outcomes if outcome.error is not None]
    if failures:
        first = failures[0]
        raise InputError(f"{len(failures)} cases failed; the first, {dict(first.case.parameters)}: {first.error}")
    return outcomes


def _refuse_old(experiment: Experiment, store: Store, resume: bool) -> None:
    from proofcheck.errors import InputError

    kept, usable = store.count(experiment.name), store.count(experiment.name, experiment.code)
    if kept and not resume:
        raise InputError(f"{store.name}: has {kept} finished cases; add --resume to use them, or write a new file")
    if kept > usable:
        click.echo(f"{kept - usable} cases in {store.name} were computed by other code and are not used", err=True)
