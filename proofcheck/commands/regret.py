# SPDX-License-Identifier: Apache-2.0
"""``proofcheck regret``: the regret of the algorithm on a finite loss law, as it plays it, beside the bounds proved."""

from __future__ import annotations

from typing import Any

import click

from proofcheck.commands.common import json_option, say, write_json
from proofcheck.commands.engines import engine_option, shortfall, work_option


@click.command("regret")
@click.argument("law", metavar="LAW")
@click.option("--epsilon", required=True, help="The privacy parameter, exact: 1/4 or 0.25.")
@click.option("--horizon", type=click.IntRange(1), required=True, help="The number of rounds T.")
@click.option("--digits", type=click.IntRange(1, 1000), default=30, show_default=True, help="Significant digits.")
@engine_option
@work_option
@json_option
def command(
    law: str, epsilon: str, horizon: int, digits: int, engine: str | None, work: int | None, json_to: str | None
) -> None:
    """Enclose Reg_T for T = HORIZON rounds on the loss law in the file LAW, and the bounds of Lemma 4 and Theorem 1.

    \b
    Examples:
      proofcheck regret law.toml --epsilon 1/4 --horizon 1000
      proofcheck regret law.toml --epsilon 1/4 --horizon 7 --json -
    """
    from proofcheck.exact.engines import DEFAULT_WORK
    from proofcheck.exact.lawfile import load_law
    from proofcheck.exact.regret import regret

    answer = regret(load_law(law), epsilon, horizon, digits=digits, engine=engine, work=work or DEFAULT_WORK)
    found: dict[str, Any] = answer.as_dict()
    say(f"{found['law']}   epsilon = {found['epsilon']}, T = {found['horizon']}", json_to, bold=True)
    say(f"  Reg_T    [{found['lower']}, {found['upper']}]", json_to)
    say(f"  Lemma 4  at most {found['bound_lemma4']}", json_to)
    say(f"  (1)      at most {found['bound_1']}", json_to)
    say(f"  (2)      at most {found['bound_2']}", json_to)
    say(f"  engine   {found['engine']}", json_to)
    if answer.digits_reached < digits:
        say(f"           {shortfall(answer.digits_reached, digits, engine)}", json_to)
    write_json(json_to, found)
