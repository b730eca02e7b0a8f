# SPDX-License-Identifier: Apache-2.0
"""A verdict in the words of a failed test: what was claimed, where it fails, what both sides are there."""

from __future__ import annotations

from collections.abc import Mapping

from proofcheck.errors import InputError
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.verdict import Verdict
from proofcheck.testing.judge import evaluate

DIGITS = 12


def explain(id: str, verdict: Verdict, statement: Statement | None = None) -> str:
    """Lines for people; the first one alone says which claim, which verdict, and where or why.

    ``statement``, when given, is evaluated at the verdict's witness: both sides, rounded outward.
    """
    point = ", ".join(f"{name} = {value}" for name, value in (verdict.witness or {}).items())
    where = f" at {point}" if point else ""
    first = f"{id}: {verdict.status.value}{where or (f': {verdict.reason}' if verdict.reason else '')}"
    lines = [first, f"  {verdict.statement}"] if verdict.statement else [first]
    if verdict.reason and where:
        lines.append(f"  {verdict.reason}")
    if verdict.witness is not None and statement is not None:
        lines += _sides(statement, verdict.witness)
    return "\n".join(lines)


def _sides(statement: Statement, witness: Mapping[str, str]) -> list[str]:
    goal, lines = statement.goal, list[str]()
    for name, side in (("left", goal.left), ("right", goal.right)):
        try:
            low, high = evaluate(side, witness).shown(DIGITS)
        except InputError as error:
            lines.append(f"  {name:<5}  {error}")
            continue
        lines.append(f"  {name:<5}  {low if low == high else f'between {low} and {high}'}")
    return lines
