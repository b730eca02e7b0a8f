# SPDX-License-Identifier: Apache-2.0
"""Batch files: one JSON object a line; a bad line is answered ERROR and the others still run."""

from __future__ import annotations

import difflib
import json
import sys
from typing import Any

from proofcheck.commands.common import ERROR, UNDECIDED, answer, failed
from proofcheck.commands.lines import Lines
from proofcheck.commands.pool import Lost, run
from proofcheck.commands.progress import progress
from proofcheck.decide import decide
from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.kernel.statement import Statement, statement_from_json
from proofcheck.parse import statement_from_parts

KEYS = ("id", "vars", "hypotheses", "goal")
WRONG_KEYS = {
    "variables": "vars",
    "given": "vars",
    "domain": "vars",
    "domains": "vars",
    "assumptions": "hypotheses",
    "conditions": "hypotheses",
    "if": "hypotheses",
    "claim": "goal",
    "statement": "goal",
}


def read_batch(file: str) -> list[tuple[int, str]]:
    """The non-empty lines of a batch file with their numbers; raises InputError."""
    text = sys.stdin.read() if file == "-" else read_text(file, "batch file")
    lines = [(k, line) for k, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise InputError(
            f"{file}: no claims; write one JSON object a line, such as "
            '{"id": "c1", "vars": {"x": "[0, 1]"}, "goal": "x**2 <= x"}'
        )
    return lines


def read_line(number: int, line: str) -> tuple[str, Statement | InputError]:
    """The identifier and statement of one line, or the error that says why not."""
    where, id = f"line {number}", f"line {number}"
    try:
        data = _object(line, where)
        if isinstance(data.get("id"), str) and data["id"]:
            id = data["id"][:200]
        return id, _statement(data, where)
    except InputError as error:
        return id, error


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        data = json.loads(line, object_pairs_hook=lambda pairs: _no_twins(pairs, where))
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{where}: not JSON ({str(error)[:80]}); write one object on one line") from None
    if not isinstance(data, dict):
        raise InputError(
            f'{where}: found {type(data).__name__}; write one JSON object such as {{"id": "c1", "goal": "1 < 2"}}'
        )
    return data


def _no_twins(pairs: list[tuple[str, Any]], where: str) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{where}: {twin[:40]!r} is written twice; write it once")
    return found


def _statement(data: dict[str, Any], where: str) -> Statement:
    for key in data:
        close = difflib.get_close_matches(key, KEYS, n=1, cutoff=0.75)
        meant = WRONG_KEYS.get(key) or (close[0] if close else "")
        if key not in KEYS and meant and meant not in data:
            raise InputError(f"{where}: unknown key {key[:40]!r}; write {meant}")
    if "goal" not in data:
        raise InputError(f'{where}: no goal; write "goal": "x**2 <= x"')
    return statement_from_parts(data.get("vars", {}), data.get("hypotheses", []), data["goal"], where)


def answer_line(item: dict[str, Any]) -> dict[str, Any]:
    """The answer for one statement; runs in a worker process."""
    decision = decide(statement_from_json(item["statement"]), timeout=item["timeout"])
    return answer(item["id"], decision.verdict, decision.seconds)


def run_batch(file: str, json_to: str | None, timeout: float, jobs: int) -> list[dict[str, Any]]:
    """Answer every line, in the order of the file; whole answers are kept when interrupted. Raises InputError."""
    read = [read_line(number, line) for number, line in read_batch(file)]
    answers: dict[int, dict[str, Any]] = {
        k: failed(id, ERROR, str(found)) for k, (id, found) in enumerate(read) if isinstance(found, InputError)
    }
    order = [k for k, (_, found) in enumerate(read) if isinstance(found, Statement)]
    items = [
        {"id": id, "statement": found.to_json(), "timeout": timeout}
        for id, found in read
        if isinstance(found, Statement)
    ]
    with Lines(json_to) as lines:
        try:
            with progress(len(items), "prove") as advance:
                for index, result in run(answer_line, items, jobs=jobs, limit=timeout * 1.5 + 5):
                    id = str(items[index]["id"])
                    answers[order[index]] = (
                        failed(id, UNDECIDED, result.reason, timeout) if isinstance(result, Lost) else result
                    )
                    advance()
                    _write_ready(lines, answers)
        finally:
            _write_ready(lines, answers, skip_gaps=True)
    return [answers[k] for k in range(len(read))]


def _write_ready(lines: Lines, answers: dict[int, dict[str, Any]], skip_gaps: bool = False) -> None:
    """Write the answers that are next in order; with ``skip_gaps`` all that are left (after an interruption)."""
    while lines.count in answers and not skip_gaps:
        lines.write(answers[lines.count])
    if skip_gaps:
        for k in sorted(k for k in answers if k >= lines.count):
            lines.write(answers[k])
