# SPDX-License-Identifier: Apache-2.0
"""``proofcheck sums``: F_1, F_2, ... and their sum over all m >= 1, enclosed, for a finite loss law."""

from __future__ import annotations

from typing import Any

import click

from proofcheck.commands.common import ends_text, json_option, say, write_json
from proofcheck.commands.engines import engine_option, shortfall, work_option


@click.command("sums")
@click.argument("law", metavar="LAW")
@click.option("--epsilon", required=True, help="The privacy parameter, exact: 1/4 or 0.25.")
@click.option("--digits", type=click.IntRange(1, 1000), default=30, show_default=True, help="Significant digits.")
@click.option("--terms", type=click.IntRange(0), default=None, help="How many F_m to list.")
@click.option("--at", multiple=True, type=click.IntRange(1), metavar="M", help="List F_M as well; may be repeated.")
@engine_option
@work_option
@json_option
def command(
    law: str,
    epsilon: str,
    digits: int,
    terms: int | None,
    at: tuple[int, ...],
    engine: str | None,
    work: int | None,
    json_to: str | None,
) -> None:
    """Enclose the sum of F_m over m >= 1 for the loss law in the file LAW (TOML or JSON), and list the first F_m.

    \b
    Examples:
      proofcheck sums law.toml --epsilon 1/4 --digits 30
      proofcheck sums law.toml --epsilon 1/4 --terms 100 --json -
      proofcheck sums law.toml --epsilon 1/4 --digits 20 --terms 0 --at 1000
      proofcheck sums law.toml --epsilon 1/4 --engine lattice --work 60000000
    """
    from proofcheck.exact.engines import DEFAULT_WORK
    from proofcheck.exact.lawfile import load_law
    from proofcheck.exact.sums import sums

    answer = sums(load_law(law), epsilon, digits=digits, terms=terms, at=at, engine=engine, work=work or DEFAULT_WORK)
    found: dict[str, Any] = answer.as_dict()
    say(f"{found['law']}   epsilon = {found['epsilon']}, eta = {found['eta']}", json_to, bold=True)
    for m, ends in found["F"].items():
        say(f"  F_{m:<5} {ends_text(ends)}", json_to)
    total = found["sum"]
    say(f"  sum     {ends_text(total)}", json_to)
    summed = f"{total['terms']} terms, the rest at most {total['tail']}" if total["terms"] else "all terms at once"
    listed = f", F_m by {found['F_engine']}" if found["F_engine"] not in {None, found["engine"]} else ""
    say(f"          {summed}; engine {found['engine']}{listed}", json_to)
    if answer.digits_reached < digits:
        say(f"          {shortfall(answer.digits_reached, digits, engine)}", json_to)
    say(f"  bound   {found['bound']}  (Lemma 5: 200 log K/gap + 4 log K/eta)", json_to)
    write_json(json_to, found)
