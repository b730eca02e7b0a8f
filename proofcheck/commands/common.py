# SPDX-License-Identifier: Apache-2.0
"""What the commands share: options, exit codes, numbers and answers as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import click

from proofcheck.kernel.verdict import Verdict
from proofcheck.outcome import FINE

ERROR, REJECTED, UNDECIDED = "ERROR", "REJECTED", "UNDECIDED"
HUGE_BITS = 1400  # 2**1399 > 10**400: an exponent of this size is not worth the time that its digits take
F = TypeVar("F", bound=Callable[..., Any])

json_option: Callable[[F], F] = click.option(
    "--json", "json_to", metavar="FILE", help="Write JSON to FILE (- for standard output)."
)
library_option: Callable[[F], F] = click.option(
    "--library",
    "library_path",
    metavar="FOLDER",
    help="A folder of claim files, or a Python file of claims, which is run (default: the library of proofcheck).",
)
jobs_option: Callable[[F], F] = click.option(
    "--jobs", type=click.IntRange(1, 64), default=None, help="Worker processes (default: one per core, at most 8)."
)


def exit_code(words: Iterable[str]) -> int:
    """0 all fine, 1 something wrong, 2 bad input, 3 something undecided; the worst wins: 2, then 1, then 3.

    DOMAIN_ERROR and VACUOUS count as wrong: the claim as written is not what its author meant.
    """
    found = set(words)
    if ERROR in found:
        return 2
    if found - FINE - {UNDECIDED}:
        return 1
    return 3 if UNDECIDED in found else 0


def margin_text(value: Fraction | None, digits: int = 6) -> str | None:
    """A lower bound as text: exact when short, else ``digits`` significant digits, rounded down; never above 1e400."""
    if value is None:
        return None
    if value.numerator.bit_length() - value.denominator.bit_length() > HUGE_BITS:
        return "1e400" if value > 0 else "-oo"
    if value.denominator.bit_length() - value.numerator.bit_length() > HUGE_BITS:
        return "0" if value >= 0 else "-1e-400"
    if value.numerator.bit_length() + value.denominator.bit_length() <= 64:
        return str(value)
    exponent = _exponent(abs(value))
    scaled = value * Fraction(10) ** (digits - 1 - exponent)
    return f"{scaled.numerator // scaled.denominator}e{exponent - digits + 1}"


def _exponent(value: Fraction) -> int:
    """The integer e with 10**e <= value < 10**(e + 1), for value > 0."""
    guess = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100000
    while value < Fraction(10) ** guess:
        guess -= 1
    while value >= Fraction(10) ** (guess + 1):
        guess += 1
    return guess


def answer(id: str, verdict: Verdict, seconds: float) -> dict[str, Any]:
    """The answer line of one claim (design, section 5)."""
    return {
        "id": id,
        "verdict": verdict.status.value,
        "witness": dict(verdict.witness) if verdict.witness else None,
        "margin": margin_text(verdict.margin),
        "seconds": round(seconds, 4),
        "rules": dict(verdict.rules),
        "reason": verdict.reason,
    }


def failed(id: str, word: str, reason: str, seconds: float = 0.0) -> dict[str, Any]:
    """The answer line of a claim that got no verdict: ERROR for bad input, UNDECIDED for a worker that was lost."""
    return {
        "id": id,
        "verdict": word,
        "witness": None,
        "margin": None,
        "seconds": round(seconds, 4),
        "rules": {},
        "reason": reason,
    }


def ends_text(ends: Mapping[str, Any]) -> str:
    """``[lower, upper]``, or the one number where both ends are the same."""
    return f"[{ends['lower']}, {ends['upper']}]" if ends["lower"] != ends["upper"] else str(ends["lower"])


def rules_text(rules: Mapping[str, int]) -> str:
    """``3 split, 4 enclosure``, or ``-`` when there are none."""
    return ", ".join(f"{count} {rule}" for rule, count in sorted(rules.items())) or "-"


def dump(data: Any, indent: int | None = 1) -> str:
    """JSON text, one line for each top-level entry kept readable; never a NaN."""
    return encodable(json.dumps(data, ensure_ascii=False, indent=indent, allow_nan=False)) + "\n"


def encodable(text: str) -> str:
    """The text with each half of a surrogate pair, which UTF-8 does not have, written as in JSON."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def write_json(target: str | None, data: Any) -> None:
    """Write ``data`` where ``--json`` says: nowhere, standard output, or a file (all or nothing)."""
    if target is None:
        return
    if target == "-":
        click.echo(dump(data), nl=False)
        return
    from proofcheck.files import write_text

    write_text(target, dump(data))


def say(text: str, json_to: str | None, **style: Any) -> None:
    """Print a line for people, unless standard output carries the JSON."""
    text = encodable(text)
    if json_to != "-":
        click.echo(click.style(text, **style) if style else text)


def colour(word: str) -> str:
    """The colour of a verdict."""
    return "green" if word in FINE else "yellow" if word == UNDECIDED else "red"


def default_jobs() -> int:
    """One worker per core, at most 8."""
    import os

    return min(os.cpu_count() or 1, 8)
