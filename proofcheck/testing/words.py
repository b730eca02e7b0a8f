# SPDX-License-Identifier: Apache-2.0
"""A verdict in the words of a failed test: what was claimed, where it fails, what both sides are there."""

from __future__ import annotations

from collections.abc import Mapping

from proofcheck.errors import InputError
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.verdict import Status, Verdict
from proofcheck.testing.judge import evaluate

DIGITS = 12


def explain(verdict: Verdict, statement: Statement | None = None, id: str = "") -> str:
    """Lines for people; the first one alone says which claim (if ``id`` is given), which verdict, and where or why.

    ``statement``, when given, is evaluated where it is refuted: both sides, rounded outward.
    """
    point = ", ".join(f"{name} = {value}" for name, value in (verdict.witness or {}).items())
    where = f" at {point}" if point else ""
    why = where or (f": {verdict.reason}" if verdict.reason else "")
    first = f"{f'{id}: ' if id else ''}{verdict.status.value}{why}"
    lines = [first, f"  {verdict.statement}"] if verdict.statement else [first]
    if verdict.reason and where:
        lines.append(f"  {verdict.reason}")
    if verdict.status is Status.REFUTED and verdict.witness is not None and statement is not None:
        lines += _sides(statement, verdict.witness)
    return "\n".join(lines)


def _sides(statement: Statement, witness: Mapping[str, str]) -> list[str]:
    goal, lines = statement.goal, list[str]()
    for name, side in (("left", goal.left), ("right", goal.right)):
        try:
            low, high = evaluate(side, witness).shown(DIGITS)
        except InputError:  # the kernel decided with more digits, or by exact forms
            continue
        lines.append(f"  {name:<5}  {low if low == high else f'between {low} and {high}'}")
    return lines
