# SPDX-License-Identifier: Apache-2.0
"""``proofcheck report``: the referee's page, and the same for machines, CI and authors, in one folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from proofcheck.commands.common import (
    default_jobs,
    exit_code,
    jobs_option,
    json_option,
    library_option,
    say,
    write_json,
)
from proofcheck.commands.pool import Lost, run
from proofcheck.commands.progress import progress
from proofcheck.errors import InputError
from proofcheck.files import write_text
from proofcheck.library import load_library

LIMIT = 120.0


@click.command("report")
@click.option("--out", "out", metavar="DIR", required=True, help="The folder to write to; it is made when missing.")
@click.option("--laws", "laws", metavar="FILE", multiple=True, help="Draw this loss law; may be given several times.")
@click.option("--epsilon", default="1/4", show_default=True, help="The privacy parameter for --laws, exact.")
@jobs_option
@library_option
@json_option
def command(
    out: str, laws: tuple[str, ...], epsilon: str, jobs: int | None, library_path: str | None, json_to: str | None
) -> None:
    """Write index.html, report.json, junit.xml and proofcheck.tex about all statements of a library.

    The page needs no network and no other file. proofcheck/report/FORMAT.md documents the others.

    \b
    Examples:
      proofcheck report --out report
      proofcheck report --out report --laws law.toml --epsilon 1/10
      proofcheck report --out report --library my-paper
    """
    from proofcheck.report.build import build
    from proofcheck.report.presentation import load_presentation
    from proofcheck.report.tex import macro_names
    from proofcheck.report.words import counted

    library = load_library(library_path)
    macro_names(entry.id for entry in library.rows)
    shown = load_presentation(library.path)
    chosen = [(Path(file), epsilon) for file in laws] or list(shown.laws)
    folder = _folder(out)
    report = build(library, shown, chosen, run=partial(_run, jobs=jobs or default_jobs()))
    for reason in report["lost"]:
        click.echo(f"proofcheck: some finite confirmations gave no answer: {reason}", err=True)
    files = _write(folder, report)
    for path, size in files.items():
        say(f"  {path}  {size}", json_to)
    counts = Counter(row["verdict"] for row in report["rows"] if row["verdict"] != "NOTHING")
    verdicts = ", ".join(f"{n} {word}" for word, n in sorted(counts.items()))
    say(f"{counted(sum(counts.values()), 'statement')}: {verdicts}", json_to, bold=True)
    from proofcheck.report.record import record

    write_json(json_to, record(report))
    raise SystemExit(exit_code(counts))


def _run(function: Callable[[Any], Any], tasks: Sequence[Any], jobs: int) -> Iterator[tuple[int, Any]]:
    """The answers from worker processes, with a bar on a terminal; a task that takes too long is given up."""
    from proofcheck.report.build import Missing

    with progress(len(tasks), "report") as advance:
        for index, answer in run(function, tasks, jobs=jobs, limit=LIMIT):
            advance()
            yield index, Missing(answer.reason) if isinstance(answer, Lost) else answer


def _folder(out: str) -> Path:
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out {out!r}: cannot be made ({error.strerror}); write the name of a folder") from None
    return folder


def _write(folder: Path, report: dict[str, Any]) -> dict[str, str]:
    """The four files, each written all or nothing; their sizes in words."""
    from proofcheck.report.junit import junit_text
    from proofcheck.report.page import render
    from proofcheck.report.record import record_text
    from proofcheck.report.tex import tex_text

    texts = {"index.html": render(report), "report.json": record_text(report), "junit.xml": junit_text(report),
             "proofcheck.tex": tex_text(report)}
    for name, text in texts.items():
        write_text(folder / name, text)
    return {str(folder / name): f"{len(text.encode()) / 1e6:.2f} MB" for name, text in texts.items()}
