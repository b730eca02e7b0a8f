# SPDX-License-Identifier: Apache-2.0
"""``proofcheck verify``: every claim of a library, looked at three ways, one line each."""

from __future__ import annotations

from typing import Any

import click

from proofcheck import __version__
from proofcheck.claim import Claim
from proofcheck.commands.common import (
    UNDECIDED,
    colour,
    default_jobs,
    exit_code,
    jobs_option,
    json_option,
    library_option,
    say,
    write_json,
)
from proofcheck.commands.confirmed import Confirmations, confirm_one
from proofcheck.commands.examine import derivation_job, empty_row, examine, job, mark
from proofcheck.commands.pool import Lost, run
from proofcheck.commands.progress import progress
from proofcheck.commands.table import Table, summary, summary_text
from proofcheck.derive.stale import Lock
from proofcheck.library import Library, Pending, load_library

EVIDENCE = "* evidence only: the verdict is the certificate's, replayed by the kernel"
SPARE_SECONDS = 60


@click.command("verify")
@click.argument("ids", nargs=-1)
@click.option("--replay-only", is_flag=True, help="Replay the certificates; no SymPy, no sampling.")
@click.option("--search", "again", is_flag=True, help="Find the certificates again, and write those that are found.")
@click.option(
    "--timeout", type=click.FloatRange(0.01, 86400), default=10.0, show_default=True, help="Seconds for each search."
)
@jobs_option
@library_option
@json_option
def command(
    ids: tuple[str, ...],
    replay_only: bool,
    again: bool,
    timeout: float,
    jobs: int | None,
    library_path: str | None,
    json_to: str | None,
) -> None:
    """Decide every claim of the library, or those named by IDS and all below them.

    \b
    Examples:
      proofcheck verify
      proofcheck verify lemma2.i lemma5.small
      proofcheck verify --replay-only --json verdicts.json
      proofcheck verify lemma5 --search

    Exit codes: 0 all fine; 1 a row is refuted, rejected, disputed or stale; 2 bad input; 3 a row is undecided, or a
    finite confirmation failed.
    """
    if replay_only and again:
        raise click.UsageError("--replay-only and --search exclude each other; choose one")
    library = load_library(library_path)
    chosen = library.select(ids)
    lock = Lock(library, [entry.id for entry in chosen if again and isinstance(entry, Claim)])
    decided = [entry for entry in chosen if isinstance(entry, Claim) or entry.id in lock.where]
    items = [
        job(entry, library.certificate_path(entry.id), looks=not replay_only, search=again, timeout=timeout)
        if isinstance(entry, Claim) else derivation_job(entry, library.path, timeout)
        for entry in decided
    ]
    mark(items, lock)
    found = None if replay_only else Confirmations([entry.id for entry in decided], library.path)
    rows = _examine_all(items, found, Table([e.id for e in decided], not replay_only), jobs or default_jobs(), json_to)
    rest = [entry for entry in chosen if isinstance(entry, Pending) and entry.id not in lock.where]
    _finish(rows, library, rest, found, json_to)


def _examine_all(
    items: list[dict[str, Any]], found: Confirmations | None, table: Table, jobs: int, json_to: str | None
) -> list[dict[str, Any]]:
    """Rows in the order of the library, each printed as soon as all before it and its confirmation are there."""
    work = [*(found.items if found else ()), *items]
    rows: dict[int, dict[str, Any]] = {}
    printed, first = 0, len(work) - len(items)
    limit = max((item["timeout"] for item in items), default=0) * 1.5 + SPARE_SECONDS
    if items:
        say(table.head(), json_to)
    with progress(len(work), "verify") as advance:
        for index, result in run(_work, work, jobs=jobs, limit=limit):
            if index < first and found:
                found.take(index, result)
            else:
                rows[index - first] = _lost(work[index], result) if isinstance(result, Lost) else result
            advance()
            while printed in rows and (found is None or found.ready(rows[printed]["id"])):
                _print(rows[printed], found, table, json_to)
                printed += 1
    return [rows[k] for k in range(len(items))]


def _work(item: dict[str, Any]) -> Any:
    """What a worker does: a piece of the finite confirmations, or a row."""
    return confirm_one(item) if "confirm" in item else examine(item)


def _print(row: dict[str, Any], found: Confirmations | None, table: Table, json_to: str | None) -> None:
    confirmed = found.settle(row) if found else None
    say(table.row(row), json_to, fg=_row_colour(row))
    if confirmed:
        say(f"    {confirmed}", json_to)


def _row_colour(row: dict[str, Any]) -> str | None:
    shade = colour(row["verdict"])
    return None if shade == "green" else shade


def _lost(item: dict[str, Any], result: Lost) -> dict[str, Any]:
    from proofcheck.kernel.statement import statement_from_json

    statement = item["statement"]
    return {
        **empty_row(item, statement if isinstance(statement, str) else statement_from_json(statement).text()),
        "verdict": UNDECIDED,
        "reason": result.reason,
    }


def _finish(
    rows: list[dict[str, Any]], library: Library, pending: list[Pending], found: Confirmations | None,
    json_to: str | None,
) -> None:
    """The end of the table, the JSON, and the exit code; ``found`` is None when there was nothing but replay."""
    if found and rows:
        say(EVIDENCE, json_to)
    if pending:
        count = f"{len(pending)} row{'s' if len(pending) != 1 else ''}"
        only = all(entry.kind == "def" for entry in pending)
        words = "def, definitions: nothing to decide" if only else "prob, comb, axiom or def without a derivation"
        say(f"{count} of kind {words} ({', '.join(entry.id for entry in pending)})", json_to)
    say(summary_text(rows), json_to, bold=True)
    write_json(json_to, {"version": __version__, "claims": [_public(row) for row in rows], "summary": summary(rows)})
    if not rows:
        click.echo(f"proofcheck: nothing to decide in {str(library.path)!r}", err=True)
    failures = found.failures if found else []
    if failures:
        click.echo(f"proofcheck: {len(failures)} of the finite confirmations failed: {failures[0]}", err=True)
    verdicts = [row["verdict"] for row in rows] or [UNDECIDED]
    raise SystemExit(exit_code([*verdicts, *(UNDECIDED for _ in failures)]))


def _public(row: dict[str, Any]) -> dict[str, Any]:
    """The row in the JSON form of design section 5."""
    sampled = row["sampled"]
    kept = None if sampled is None else {key: sampled[key] for key in ("points", "digits", "least_margin", "at")}
    return {**{key: value for key, value in row.items() if key != "reason"}, "sampled": kept}
