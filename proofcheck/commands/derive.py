# SPDX-License-Identifier: Apache-2.0
"""``proofcheck derive``: make the derivation documents again from the files of steps."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import click

from proofcheck.commands.common import library_option, say
from proofcheck.derive.compile import Compiler, document_text
from proofcheck.derive.rows import document_path, folder_of, index, source_stamp, theories
from proofcheck.errors import InputError
from proofcheck.files import read_text, write_text
from proofcheck.kernel.check import read, replay
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import Library, load_library


@click.command("derive")
@click.argument("ids", nargs=-1)
@click.option(
    "--timeout", type=click.FloatRange(0.01, 86400), default=20.0, show_default=True,
    help="Seconds for the search of a claim that has no certificate.",
)
@library_option
def command(ids: tuple[str, ...], timeout: float, library_path: str | None) -> None:
    """Find what discharges each obligation of the steps, embed the claims, and write the documents of the rows.

    \b
    Examples:
      proofcheck derive
      proofcheck derive lemma5.large
    """
    library = load_library(library_path)
    files = theories(library.path)
    where = index(files)
    compiler = Compiler(folder_of(library.path), {c.id: c.statement for c in library.claims}, prover(library, timeout))
    failed = False
    for entry in library.select(ids):
        if entry.id not in where or entry in library.claims:
            continue
        start = time.perf_counter()
        try:
            document = compiler.theory(where[entry.id]).document(entry.id)
            document.update(id=entry.id, source=source_stamp(files, where[entry.id]))
            text = document_text(document)
            verdict = replay(read(text))
        except (InputError, Rejected) as problem:
            click.echo(f"proofcheck: {entry.id}: {problem}", err=True)
            failed = True
            continue
        path = document_path(library.path, entry.id)
        path.parent.mkdir(exist_ok=True)
        write_text(path, text)
        say(f"{verdict.status.value:<12} {entry.id:<18} {len(document['steps']):>4} steps "
            f"{time.perf_counter() - start:.1f}s", None)
    raise SystemExit(1 if failed else 0)


def prover(library: Library, timeout: float) -> Callable[[str, Statement], Any]:
    """Proofs of claims: the committed certificate, or a search."""
    memory: dict[str, Any] = {}

    def prove(id: str, statement: Statement) -> Any:
        key = statement.digest()
        if key not in memory:
            memory[key] = _committed(library, id, key) or _searched(id, statement, timeout)
        return memory[key]

    return prove


def _committed(library: Library, id: str, digest: str) -> Any:
    path = library.certificate_path(id)
    if not path.exists():
        return None
    data = read(read_text(path, "certificate"))
    proved = isinstance(data, dict) and data.get("digest") == digest and isinstance(data.get("proof"), dict)
    return data["proof"] if proved and data["proof"].get("verdict") == "PROVED" else None


def _searched(id: str, statement: Statement, timeout: float) -> Any:
    from proofcheck.decide import decide

    decision = decide(statement, timeout=timeout)
    if decision.proof is None or decision.verdict.status.value != "PROVED":
        raise InputError(f"the claim {id} has no proof ({decision.verdict.status.value}); prove it first")
    return decision.proof
