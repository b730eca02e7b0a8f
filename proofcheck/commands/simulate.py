# SPDX-License-Identifier: Apache-2.0
"""``proofcheck simulate``: learners played against losses drawn from a law, many times; resumable, seeded, exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from proofcheck.commands.cases import Where, all_well, case_options, run_all
from proofcheck.commands.common import json_option, say, write_json


@click.command("simulate")
@click.argument("law", metavar="LAW")
@click.option("--learner", "learners", multiple=True, metavar="NAME", help="A learner; repeatable (default: all).")
@click.option("--runs", type=click.IntRange(1), default=100, show_default=True, help="Runs of each learner.")
@click.option("--horizon", type=click.IntRange(1), required=True, help="The number of rounds T.")
@click.option("--epsilon", required=True, help="The privacy parameter, exact: 1/4 or 0.25.")
@click.option("--delta", default="1/1000000", show_default=True, help="hedge-capped's second privacy parameter.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The master seed.")
@click.option("--confidence", default="0.95", show_default=True, help="The level of each confidence interval.")
@click.option("--out", metavar="FILE", help="Every run's regrets: FILE.csv, FILE.json or FILE.parquet.")
@case_options
@json_option
def command(
    law: str,
    out: str | None,
    where: Where,
    confidence: str,
    json_to: str | None,
    **settings: Any,
) -> None:
    """Play learners against i.i.d. losses from the law in the file LAW (TOML or JSON), RUNS times HORIZON rounds.

    Learners: randomized-prefix, noisy-leader, follow-the-leader, hedge, hedge-decreasing, hedge-capped. Losses and
    actions are drawn exactly, with integers; the pseudo-regret (sum of the gaps of the actions played) is exact, at
    t = 1, 2, 4, ... and T. A run's number and the seed fix all it draws, so that neither --jobs nor a kill and --resume
    changes a result; in the same run all learners meet the same losses.

    \b
    --out has a row for each learner, run and t: learner, run, t, regret (exact text such as "13/10").
    --json: {"law", "epsilon", "delta", "horizon", "runs", "seed", "confidence", "method", "learners": [{"learner",
      "checkpoints": [{"t", "mean" (exact), "standard_error" (an estimate), "lower", "upper"}]}]}

    The interval [lower, upper] covers the expected regret with the stated probability, for each row by itself, without
    assumptions on its law: regret lies in [0, T * largest gap]. It is wide above where T is large and runs are few.

    \b
    Examples:
      proofcheck simulate law.toml --epsilon 1/4 --horizon 1000
      proofcheck simulate law.toml --learner randomized-prefix --learner noisy-leader --epsilon 1/4 \\
        --horizon 1000000 --runs 1000 --jobs 2 --out runs.csv --store runs.sqlite
      proofcheck simulate law.toml --epsilon 1/4 --horizon 1000 --runs 500 --store runs.sqlite --resume
    """
    from proofcheck.exact.lawfile import load_law
    from proofcheck.experiment.simulate import COLUMNS, SIMULATE, Plan, summary, table
    from proofcheck.experiment.table import checked_format, write_table

    plan = Plan.of(load_law(law), **settings)
    if out is not None:
        checked_format(out)
    rows = table(plan, all_well(run_all(SIMULATE, plan.cases(), plan.runs * len(plan.learners), where)))
    found = summary(plan, rows, confidence)
    if out is not None:
        write_table(out, COLUMNS, rows)
    _print(found, json_to)
    write_json(json_to, found)


def _print(found: dict[str, Any], json_to: str | None) -> None:
    from proofcheck.exact.render import decimal

    head = (
        f"{found['law']}   epsilon = {found['epsilon']}, T = {found['horizon']}, {found['runs']} runs, "
        f"seed {found['seed']}"
    )
    say(head, json_to, bold=True)
    level = f"{decimal(Fraction(found['confidence']) * 100, 4, up=False)}% interval for its expectation"
    say(f"{'learner':<18} {'t':>13} {'mean regret':>13} {'std. error*':>12}  {level}", json_to)
    for entry in found["learners"]:
        for point in entry["checkpoints"]:
            mean = decimal(Fraction(point["mean"]), 6, up=False)
            ends = f"[{point['lower']}, {point['upper']}]"
            line = f"{entry['learner']:<18} {point['t']:>13} {mean:>13} {point['standard_error']:>12}  {ends}"
            say(line, json_to)
    say(f"* an estimate; intervals: {found['method']}", json_to)
