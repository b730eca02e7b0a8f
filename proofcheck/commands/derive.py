# SPDX-License-Identifier: Apache-2.0
"""``proofcheck derive``: make the derivation documents again from the files of steps."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click

from proofcheck.commands.common import REJECTED, exit_code, json_option, library_option, say, write_json
from proofcheck.derive.compile import Compiler, document_text
from proofcheck.derive.rows import document_path, folder_of
from proofcheck.derive.stale import Lock
from proofcheck.errors import InputError
from proofcheck.files import read_text, write_text
from proofcheck.kernel.check import check, read, replay
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import digest
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import Library, Pending, load_library


@click.command("derive")
@click.argument("ids", nargs=-1)
@click.option(
    "--timeout", type=click.FloatRange(0.01, 86400), default=20.0, show_default=True,
    help="Seconds for the search of a claim that has no certificate.",
)
@library_option
@json_option
def command(ids: tuple[str, ...], timeout: float, library_path: str | None, json_to: str | None) -> None:
    """Find what discharges each obligation of the steps, embed the claims, and write the documents of the rows.

    \b
    Examples:
      proofcheck derive
      proofcheck derive lemma5.large
    """
    library = load_library(library_path)
    lock = Lock(library)
    compiler = Compiler(folder_of(library.path), {c.id: c.statement for c in library.claims}, prover(library, timeout))
    rows = [e for e in library.select(ids) if isinstance(e, Pending) and e.id in lock.where]
    found: dict[str, dict[str, Any]] = {}
    answers = [_derive(entry.id, lock.where[entry.id], compiler, found, json_to) for entry in rows]
    for entry in rows:
        if entry.id in found:
            used = {**lock.uses(entry), **{id: found[id]["digest"] for id in entry.uses if id in found}}
            path = document_path(library.path, entry.id)
            path.parent.mkdir(exist_ok=True)
            write_text(path, document_text({**found[entry.id], "uses": used} if used else found[entry.id]))
    write_json(json_to, answers)
    raise SystemExit(exit_code(answer["verdict"] for answer in answers))


def _derive(
    id: str, theory: str, compiler: Compiler, found: dict[str, dict[str, Any]], json_to: str | None
) -> dict[str, Any]:
    """Compile and replay one row; a document that the kernel accepts is put into ``found``."""
    start = time.perf_counter()
    try:
        document = compiler.theory(theory).document(id)
        verdict = replay(read(document_text(document)))
    except (InputError, Rejected) as problem:
        click.echo(f"proofcheck: {id}: {problem}", err=True)
        return {"id": id, "verdict": REJECTED, "steps": 0, "seconds": 0.0, "reason": str(problem)}
    found[id] = {**document, "id": id, "digest": verdict.digest}
    seconds, word = time.perf_counter() - start, verdict.status.value
    say(f"{word:<12} {id:<18} {len(document['steps']):>4} steps {seconds:.1f}s", json_to)
    return {"id": id, "verdict": word, "steps": len(document["steps"]), "seconds": round(seconds, 4), "reason": ""}


def prover(library: Library, timeout: float) -> Callable[[str, Statement], Any]:
    """Proofs of claims: the committed certificate, or the proof in a present document, or a search."""
    memory: dict[str, Any] = {}
    present: dict[str, Any] = {}

    def prove(id: str, statement: Statement) -> Any:
        key = statement.digest()
        if not memory:
            present.update(_embedded(library))
        if key not in memory:
            known = _committed(library, id, key) or present.get(key)
            memory[key] = known if _holds(statement, known) else _searched(id, statement, timeout)
        return memory[key]

    return prove


def _holds(statement: Statement, proof: Any) -> bool:
    """Whether the kernel accepts a proof that is there already."""
    try:
        return proof is not None and check(statement, proof).status.value == "PROVED"
    except Rejected:
        return False


def _embedded(library: Library) -> dict[str, Any]:
    """The proofs of claims in the present documents, by the digest of the claim."""
    found: dict[str, Any] = {}
    for path in sorted((folder_of(library.path) / "documents").glob("*.json")):
        with suppress(InputError, Rejected, KeyError, TypeError, AttributeError):
            stack = [read(read_text(path, "derivation document"))]
            while stack:
                data = stack.pop()
                stack += data["theories"].values()
                found |= {digest(claim["statement"]): claim["proof"] for claim in data["claims"].values()}
    return found


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
