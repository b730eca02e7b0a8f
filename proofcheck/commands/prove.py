# SPDX-License-Identifier: Apache-2.0
"""``proofcheck prove``: one claim from text, or a batch file."""

from __future__ import annotations

from typing import Any

import click

from proofcheck.commands.common import (
    answer,
    colour,
    default_jobs,
    exit_code,
    jobs_option,
    json_option,
    rules_text,
    say,
    write_json,
)


@click.command("prove")
@click.argument("text", nargs=-1, metavar="[TEXT]")
@click.option("--batch", metavar="FILE", help="A file of claims, one JSON object a line (- for standard input).")
@click.option("--certificate", metavar="FILE", help="Write the certificate of TEXT to FILE.")
@click.option(
    "--id", "id", default="claim", show_default=True, help="The identifier of TEXT, for --certificate and --json."
)
@click.option(
    "--timeout", type=click.FloatRange(0.01, 86400), default=10.0, show_default=True, help="Seconds for each claim."
)
@jobs_option
@json_option
def command(
    text: tuple[str, ...],
    batch: str | None,
    certificate: str | None,
    id: str,
    timeout: float,
    jobs: int | None,
    json_to: str | None,
) -> None:
    """Decide one claim written as TEXT, or every line of a batch file.

    \b
    Examples:
      proofcheck prove "for all x in [0, 1]: 1 - exp(-x) >= x/2"
      proofcheck prove "for all K in integers >= 2: log(K+1) <= 2*log(K)" --certificate k.json
      proofcheck prove --batch claims.jsonl --json out.jsonl --timeout 10 --jobs 2

    A batch line: {"id": "c1", "vars": {"x": "[0, 1]"}, "hypotheses": ["x > 0"], "goal": "x**2 <= x"}
    """
    if len(text) > 1:
        raise click.UsageError("write the claim in quotes, as one argument")
    if bool(text) == (batch is not None):
        raise click.UsageError("write either one claim in quotes, or --batch FILE")
    if batch is not None and certificate is not None:
        raise click.UsageError("--certificate goes with one claim, not with --batch")
    words = (
        _batch(batch, json_to, timeout, jobs)
        if batch is not None
        else _one(text[0], id, certificate, timeout, json_to)
    )
    raise SystemExit(exit_code(words))


def _one(text: str, id: str, certificate: str | None, timeout: float, json_to: str | None) -> list[str]:
    from proofcheck.claim import Claim
    from proofcheck.commands.progress import ticker
    from proofcheck.decide import decide
    from proofcheck.parse import parse_statement

    claim = Claim(id, parse_statement(text))
    with ticker("search") as tick:
        decision = decide(claim.statement, timeout=timeout, progress=tick)
    if certificate is not None and decision.proof is not None:
        from proofcheck.files import write_text
        from proofcheck.library import document_text

        write_text(certificate, document_text(claim, decision.proof))
    found = answer(id, decision.verdict, decision.seconds)
    _print(found, decision.verdict.statement, json_to)
    if certificate is not None and decision.proof is None:
        click.echo(f"proofcheck: no certificate was found, so none was written to {certificate!r}", err=True)
    write_json(json_to, found)
    return [found["verdict"]]


def _print(found: dict[str, Any], statement: str, json_to: str | None) -> None:
    say(found["verdict"], json_to, fg=colour(found["verdict"]), bold=True)
    say(f"  {statement}", json_to)
    if found["margin"] is not None:
        say(f"  margin   at least {found['margin']}", json_to)
    if found["witness"]:
        say("  witness  " + ", ".join(f"{name} = {value}" for name, value in found["witness"].items()), json_to)
    if found["rules"]:
        say(f"  rules    {rules_text(found['rules'])}", json_to)
    if found["reason"]:
        say(f"  reason   {found['reason']}", json_to)
    say(f"  time     {found['seconds']:.3f} s", json_to)


def _batch(file: str, json_to: str | None, timeout: float, jobs: int | None) -> list[str]:
    from proofcheck.commands.batch import run_batch
    from proofcheck.commands.table import summary_text

    answers = run_batch(file, json_to, timeout, jobs or default_jobs())
    width = max(len(found["id"]) for found in answers)
    for found in answers:
        line = f"{found['id']:<{width}}  {found['verdict']:<12} {found['seconds']:7.2f}s  {_why(found)}"
        say(line.rstrip(), json_to)
    say(summary_text(answers), json_to, bold=True)
    return [found["verdict"] for found in answers]


def _why(found: dict[str, Any]) -> str:
    if found["witness"]:
        return "at " + ", ".join(f"{name} = {value}" for name, value in found["witness"].items())
    return "" if found["verdict"] == "PROVED" else str(found["reason"])
