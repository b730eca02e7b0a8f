# SPDX-License-Identifier: Apache-2.0
"""``proofcheck compare``: every learner's regret on a law, exact where it can be, beside what is known of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from proofcheck.commands.cases import Where, all_well, case_options, run_all
from proofcheck.commands.common import ends_text, json_option, say, write_json
from proofcheck.commands.progress import progress

_ROW = "  {:<18} {:<34} {:<32} {}"


@click.command("compare")
@click.argument("law", metavar="LAW")
@click.option("--epsilon", required=True, help="The privacy parameter, exact: 1/4 or 0.25.")
@click.option("--horizon", type=click.IntRange(1), help="The number of rounds T.")
@click.option("--at", metavar="T,T,...", help="Several horizons: 10,100,1000.")
@click.option("--learner", "learners", multiple=True, metavar="NAME", help="A learner; repeatable (default: all).")
@click.option("--delta", default="1/1000000", show_default=True, help="hedge-capped's second privacy parameter.")
@click.option("--runs", type=click.IntRange(1), default=200, show_default=True, help="Runs of what is simulated.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The master seed.")
@click.option("--confidence", default="0.95", show_default=True, help="The level of each confidence interval.")
@click.option("--work", type=click.IntRange(1), help="The most an enclosure may cost, about microseconds.")
@case_options
@json_option
def command(
    law: str,
    horizon: int | None,
    at: str | None,
    work: int | None,
    confidence: str,
    where: Where,
    json_to: str | None,
    **settings: Any,
) -> None:
    """Compare the learners on i.i.d. losses from the law in the file LAW: expected regret after T rounds, and bounds.

    Learners: randomized-prefix, noisy-leader, follow-the-leader, hedge, hedge-decreasing, hedge-capped. Each value is
    either an exact enclosure [lower, upper], sure to hold Reg_T, or a simulated mean with a confidence interval, where
    an enclosure would cost too much; every line says which. --runs, --seed, --store and --resume are about the latter.

    Bounds have explicit constants: (1) and (2) of Theorem 1, (H) and (H') Hedge's, (B) source B's. Of Wu and Wang's
    bound, the rate without privacy and the lower bound only the order is known; they are printed apart, with the
    constant 1, and bound nothing.

    \b
    --json: {"law", "actions", "gap", "epsilon", "delta", "seed", "method", "horizons": [{"horizon", "most",
      "learners": [{"learner", "kind": "exact enclosure", "lower", "upper", "engine"} or {"learner",
      "kind": "simulated", "mean", "lower", "upper", "runs", "confidence"}], "bounds": [{"name", "learner",
      "formula", "kind", "source", "value"}]}], "orders": [...as bounds]}

    \b
    Examples:
      proofcheck compare law.toml --epsilon 1/4 --horizon 1000
      proofcheck compare law.toml --epsilon 1/4 --at 10,100,1000,10000 --runs 1000 --jobs 2 --json curve.json
      proofcheck compare law.toml --epsilon 1/4 --horizon 1000 --learner randomized-prefix --learner noisy-leader
    """
    from proofcheck.exact.lawfile import load_law
    from proofcheck.experiment.compare import compare_exactly
    from proofcheck.experiment.expected import WORK
    from proofcheck.experiment.simulate import SIMULATE, Plan

    horizons = _horizons(horizon, at)
    plan = Plan.of(load_law(law), horizon=max(horizons), **settings)
    with progress(len(set(horizons)) * len(plan.learners), "enclose") as tick:
        comparison = compare_exactly(plan, horizons, work or WORK, tick)
    outcomes = all_well(run_all(SIMULATE, comparison.cases(), comparison.runs, where))
    found = comparison.answer(outcomes, confidence)
    _print(found, json_to)
    write_json(json_to, found)


def _horizons(horizon: int | None, at: str | None) -> list[int]:
    from proofcheck.errors import InputError

    found = [] if horizon is None else [horizon]
    for text in at.split(",") if at is not None else ():
        if not text.strip().isascii() or not text.strip().isdigit() or int(text) < 1:
            raise InputError(f"--at: found {text.strip()[:40]!r}; write rounds such as 10,100,1000")
        found.append(int(text))
    if not found:
        raise InputError("found no horizon; write --horizon 1000 or --at 10,100,1000")
    return found


def _print(found: dict[str, Any], json_to: str | None) -> None:
    from proofcheck.exact.render import decimal

    where = f"K = {found['actions']}, gap = {found['gap']}, epsilon = {found['epsilon']}, delta = {found['delta']}"
    say(f"{found['law']}   {where}", json_to, bold=True)
    for block in found["horizons"]:
        most = decimal(Fraction(block["most"]), 6, up=True)
        say(f"\nT = {block['horizon']}   (T times the largest gap: {most})", json_to, bold=True)
        say(_ROW.format("learner", "expected regret", "how it was found", "proved to be at most"), json_to)
        for entry in block["learners"]:
            mine = [bound for bound in block["bounds"] if bound["learner"] == entry["learner"]]
            proved = ", ".join(f"{bound['value']} by {bound['name']}" for bound in mine) or "-"
            say(_ROW.format(entry["learner"], _value(entry), _how(entry), proved), json_to)
    _print_formulas(found, json_to)
    if any(entry["kind"] == "simulated" for block in found["horizons"] for entry in block["learners"]):
        say(f"\nsimulated: seed {found['seed']}; {found['method']}", json_to)


def _print_formulas(found: dict[str, Any], json_to: str | None) -> None:
    say("\nBounds, constants included", json_to, bold=True)
    for bound in found["horizons"][0]["bounds"]:
        say(f"  {bound['name']}, {bound['learner']}: {bound['formula']}  ({bound['source']})", json_to)
    say(
        "\nOrders, no constant known: what follows is their value at constant 1, and bounds nothing", json_to, bold=True
    )
    for bound in found["orders"]:
        of = bound["learner"] or "every epsilon-private learner"
        say(f"  {bound['name']}, {of}: {bound['formula']} = {bound['value']}  ({bound['source']})", json_to)


def _value(entry: dict[str, Any]) -> str:
    if entry["kind"] == "simulated":
        return f"mean {entry['mean']} in [{entry['lower']}, {entry['upper']}]"
    return ends_text(entry)


def _how(entry: dict[str, Any]) -> str:
    from proofcheck.exact.render import decimal

    if entry["kind"] == "simulated":
        level = decimal(Fraction(entry["confidence"]) * 100, 4, up=False)
        return f"simulated, {entry['runs']} runs, {level}% CI"
    return f"exact enclosure ({entry['engine']})"
