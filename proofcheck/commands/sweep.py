# SPDX-License-Identifier: Apache-2.0
"""``proofcheck sweep``: Lemma 4, Lemma 5 and Theorem 1 on many laws, resumable, on one machine or many."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from proofcheck.commands.cases import Where, case_options, run_all
from proofcheck.commands.common import UNDECIDED, exit_code, json_option, say, write_json

if TYPE_CHECKING:
    from proofcheck.experiment.spec import Spec

_SHORT = 400  # characters of a law file that are printed; a longer one is in the JSON
_FAILED = 3


@click.command("sweep")
@click.argument("spec", metavar="[SPEC]", required=False)
@click.option("--quick", is_flag=True, help="The built-in spec with fewer laws, some seconds.")
@click.option("--show-spec", is_flag=True, help="Print the spec that would be run, and stop.")
@click.option("--out", metavar="FILE", help="Every instance: FILE.csv, FILE.json or FILE.parquet.")
@case_options
@json_option
@click.pass_context
def command(
    context: click.Context,
    spec: str | None,
    quick: bool,
    show_spec: bool,
    out: str | None,
    where: Where,
    json_to: str | None,
) -> None:
    """Confirm Lemma 5, Lemma 4 and Theorem 1 on every law, epsilon and horizon T that the file SPEC lists.

    Without SPEC: the built-in one, more than 500 laws with up to 1000 actions, some minutes. Both sides of every
    inequality are rigorous enclosures; CONFIRMED means certainly so on each instance counted, PROVED it never says.
    A case is one law at one eta = min{epsilon/2, 1/8}; with --store each is kept as it is finished, and after a kill
    --resume goes on. The same cases run in processes (--jobs) or on a dask cluster (--scheduler).

    \b
    SPEC is a TOML file of exact numbers:
      epsilons = ["1/4", "1/100"]
      horizons = [10, 1000]         # the T at which Lemma 4 and Theorem 1 are checked
      digits = 4                    # wanted of each enclosure (default 4)
      work = 300000                 # the most a case may cost, about microseconds (default 300000)
      files = ["law.toml"]          # law files, beside the spec
      [[laws]]                      # a law as in a law file
      name = "always worse"
      atoms = [{losses = ["0", "1/2"], probability = "1"}]
      [[families]]                  # all combinations; epsilons, horizons and work may be set here too
      family = "bernoulli"          # halves, sure, rare, comonotone, opposite, one-hot, random-joint, ...
      actions = [2, 10, 1000]       # K
      profile = ["near-tie"]        # how the gaps lie: equal, near-tie, mixed, ladder
      best = "1/4"                  # mean of the best action
      gap = ["1/100", "1/10"]       # the least gap
      far = "1/2"                   # the largest, for profiles that have more than one

    \b
    --out has a row for each instance: law, K, gap, epsilon, eta, statement, T, lower, upper (of the left side), bound
      (lower end of the right side), ratio (rounded up), verdict, engine, terms.
    --json: {"spec", "laws", "most_actions", "cases", "failed", "statements": [{"id", "verdict", "instances",
      "confirmed", "violated", "undecided", "laws", "laws_confirmed", "ratio": {"lower", "upper", "law", "epsilon",
      "horizon", "law_file"}}]}

    \b
    Examples:
      proofcheck sweep --quick
      proofcheck sweep --store sweep.sqlite --jobs 2 --out sweep.csv
      proofcheck sweep --store sweep.sqlite --jobs 2 --out sweep.csv --resume
      proofcheck sweep my_sweep.toml --scheduler tcp://host:8786 --store sweep.sqlite --json -
    """
    from proofcheck.experiment.checks import COLUMNS, checks, summary
    from proofcheck.experiment.sweep import SWEEP, Plan
    from proofcheck.experiment.table import checked_format, write_table

    if show_spec:
        click.echo(_text(spec, quick), nl=False)
        return
    start, plan = time.perf_counter(), Plan(_spec(spec, quick))
    if out is not None:
        checked_format(out)
    cases = list(plan.cases())
    results, failed = _sorted(run_all(SWEEP, cases, len(cases), where))
    instances = checks(plan, results)
    found = summary(plan, instances, failed)
    if out is not None:
        write_table(out, COLUMNS, [check.row() for check in instances])
    _print(found, time.perf_counter() - start, json_to)
    write_json(json_to, found)
    unanswered = [UNDECIDED] if found["failed"] else []
    context.exit(exit_code([*(one["verdict"] for one in found["statements"]), *unanswered]))


def _text(path: str | None, quick: bool) -> str:
    from pathlib import Path

    from proofcheck.errors import InputError
    from proofcheck.experiment.spec import built_in

    if path is None:
        return built_in("quick" if quick else "full")
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise InputError(f"{path}: cannot be read ({fault}); give the path of a TOML file") from None


def _spec(path: str | None, quick: bool) -> Spec:
    from pathlib import Path

    from proofcheck.errors import InputError
    from proofcheck.experiment.spec import parse_spec

    if path is not None and quick:
        raise InputError("--quick: found a SPEC too; write one of them")
    where = path or f"built-in spec {'quick' if quick else 'full'}"
    return parse_spec(_text(path, quick), where, Path(path or ".").parent)


def _sorted(outcomes: list[Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Results and errors, by case."""
    results = {outcome.case.key: outcome.result for outcome in outcomes if outcome.error is None}
    return results, {outcome.case.key: outcome.error for outcome in outcomes if outcome.error is not None}


_LINE = "{:<10} {:<10} {:>16} {:>12} {:>10}  {}"


def _print(found: dict[str, Any], seconds: float, json_to: str | None) -> None:
    laws, cases = f"{found['laws']} laws of up to {found['most_actions']} actions", f"{found['cases']} cases"
    say(f"{found['spec']}: {laws}, {cases}, {seconds:.1f}s", json_to, bold=True)
    head = ("statement", "verdict", "confirmed", "on laws", "undecided", "largest left/right, and where")
    say(_LINE.format(*head), json_to)
    for one in found["statements"]:
        say(_line(one), json_to)
    _print_failed(found["failed"], json_to)
    for text in dict.fromkeys(one["ratio"]["law_file"] for one in found["statements"]):
        if len(text) <= _SHORT:
            say(f"\n{text.rstrip()}", json_to)


def _line(one: dict[str, Any]) -> str:
    ratio = one["ratio"]
    at = "" if ratio["horizon"] is None else f", T = {ratio['horizon']}"
    value = f"{ratio['lower']} to {ratio['upper']}" if ratio["lower"] != ratio["upper"] else ratio["lower"]
    counts, laws = (f"{one['confirmed']} of {one['instances']}", f"{one['laws_confirmed']} of {one['laws']}")
    where = f"{value}: {ratio['law']}, epsilon = {ratio['epsilon']}{at}"
    return _LINE.format(one["id"], one["verdict"], counts, laws, one["undecided"], where)


def _print_failed(failed: dict[str, str], json_to: str | None) -> None:
    for case, error in list(failed.items())[:_FAILED]:
        say(f"no answer for {case}: {error}", json_to, fg="yellow")
    if len(failed) > _FAILED:
        say(f"... and for {len(failed) - _FAILED} cases more", json_to, fg="yellow")
