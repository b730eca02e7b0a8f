# SPDX-License-Identifier: Apache-2.0
"""``proofcheck check``: replay certificate files with the kernel alone; nothing of the search is loaded."""

from __future__ import annotations

import time
from typing import Any

import click

from proofcheck.commands.common import ERROR, REJECTED, answer, colour, exit_code, failed, json_option, say, write_json
from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.kernel.verdict import Rejected


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
def command(files: tuple[str, ...], json_to: str | None) -> None:
    """Replay certificate files and print what each of them proves.

    \b
    Examples:
      proofcheck prove "for all x in [0, 1]: x**2 <= x" --certificate x.json
      proofcheck check x.json
    """
    answers = [_replay(file, json_to) for file in files]
    write_json(json_to, answers)
    raise SystemExit(exit_code(found["verdict"] for found in answers))


def _replay(file: str, json_to: str | None) -> dict[str, Any]:
    from proofcheck.kernel.check import DERIVATION, FORMAT, read, replay

    start = time.perf_counter()
    try:
        data = read(read_text(file, "certificate"))
        if not isinstance(data, dict) or data.get("format") not in (FORMAT, DERIVATION):
            raise Rejected("document", f"this is no {FORMAT} and no {DERIVATION}")
    except (InputError, Rejected) as error:
        return _refused(file, ERROR, error)
    try:
        verdict = replay(data)
    except Rejected as error:
        return _refused(file, REJECTED, error)
    id = data["id"] if isinstance(data.get("id"), str) else ""
    say(f"{verdict.status.value:<12} {file}", json_to, fg=colour(verdict.status.value))
    say(f"  {verdict.statement}", json_to)
    return {"file": file, "statement": verdict.statement, **answer(id, verdict, time.perf_counter() - start)}


def _refused(file: str, word: str, error: Exception) -> dict[str, Any]:
    text = str(error)
    click.echo(
        f"proofcheck: {text if file in text else f'{file}: {text}'}"
        + ("" if word == REJECTED else "; write a certificate file made by proofcheck" * (file not in text)),
        err=True,
    )
    return {"file": file, "statement": None, **failed("", word, text)}
