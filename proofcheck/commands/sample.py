# SPDX-License-Identifier: Apache-2.0
"""``proofcheck sample``: random points of a claim's domain, mpmath intervals padded outward. Evidence only."""

from __future__ import annotations

import click

from proofcheck.commands.common import json_option, library_option, say, write_json


@click.command("sample")
@click.argument("what", metavar="ID|TEXT")
@click.option(
    "--digits",
    type=click.IntRange(5, 10_000),
    default=50,
    show_default=True,
    help="Working precision in decimal digits.",
)
@click.option("--points", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="How many points.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the points drawn.")
@library_option
@json_option
def command(what: str, digits: int, points: int, seed: int, library_path: str | None, json_to: str | None) -> None:
    """Sample the claim called ID, or written as TEXT. Evidence only: agreement proves nothing.

    \b
    Examples:
      proofcheck sample lemma2.i --digits 200 --points 10000
      proofcheck sample "for all x in [0, 1]: 1 - exp(-x) >= x/2"
    """
    from proofcheck.commands.target import claim_of

    claim = claim_of(what, library_path)
    from proofcheck.evidence.sampled import sampled

    seen = sampled(claim, digits=digits, points=points, seed=seed)
    say(f"{seen.outcome} (evidence only)", json_to, bold=True)
    say(f"  {claim.statement.text()}", json_to)
    say(f"  points        {seen.points} at {seen.digits} digits", json_to)
    if seen.least_margin is not None:
        say(f"  least margin  {seen.least_margin}", json_to)
    if seen.at:
        say("  at            " + ", ".join(f"{name} = {value}" for name, value in seen.at.items()), json_to)
    if seen.text != f"{seen.points} points at {seen.digits} digits":
        say(f"  {seen.text}", json_to)
    at = None if seen.at is None else dict(seen.at)
    write_json(
        json_to,
        {
            "id": claim.id,
            "statement": claim.statement.text(),
            "points": seen.points,
            "digits": seen.digits,
            "least_margin": seen.least_margin,
            "at": at,
            "outcome": seen.outcome,
        },
    )
    raise SystemExit({"agrees": 0, "contradicts": 1}.get(seen.outcome, 3))
