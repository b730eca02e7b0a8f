# SPDX-License-Identifier: Apache-2.0
"""``proofcheck privacy``: the worst neighbouring pair of every algorithm, exactly; or source B's composition."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from proofcheck.commands.common import colour, ends_text, exit_code, json_option, say, write_json
from proofcheck.errors import InputError

if TYPE_CHECKING:
    from proofcheck.privacy.audits import Audit

_SHOWN_ROUNDS = 8


@click.command("privacy")
@click.option("--arms", type=click.IntRange(2), default=None, help="The number of actions K.")
@click.option("--horizon", type=click.IntRange(1), default=None, help="The number of rounds T.")
@click.option("--epsilon", required=True, help="The privacy parameter, exact: 1/2 or 0.5.")
@click.option("--delta", default="1/1000000", show_default=True, help="For source B: delta of (epsilon, delta).")
@click.option("--grid", default="0,1/2,1", show_default=True, help="The losses that an entry may have, exact.")
@click.option("--algorithm", "names", multiple=True, metavar="NAME", help="Audit this one; may be repeated.")
@click.option("--broken", is_flag=True, help="Audit the deliberately broken variants.")
@click.option("--composition", is_flag=True, help="Compare source B's guarantee with the optimal composition.")
@click.option("--rounds", type=click.IntRange(1), default=None, help="With --composition: the number of rounds T.")
@click.option("--rate", default=None, help="With --composition: another rate eta, exact (default: source B's).")
@click.option("--digits", type=click.IntRange(1, 60), default=12, show_default=True, help="Significant digits.")
@json_option
def command(
    arms: int | None, horizon: int | None, epsilon: str, delta: str, grid: str, names: tuple[str, ...], broken: bool,
    composition: bool, rounds: int | None, rate: str | None, digits: int, json_to: str | None,
) -> None:
    """Find the largest log-ratio of an output's probabilities over all inputs that differ in one whole loss vector.

    Every input of T rounds with entries from the grid, every neighbour, every sequence of actions. Printed: an
    enclosure of the largest log-ratio, a pair and an output that attain it, and whether this is within the level that
    the algorithm claims (2 eta for the randomized prefix), or epsilon where it claims none.

    \b
    CONFIRMED   within the level on all these inputs
    VIOLATED    not, as the pair shows; exit code 1 if the algorithm claims privacy or was asked for by name
    UNDECIDED   the enclosure does not tell; DISPUTED: two computations disagree
    The closed form is over all losses in [0, 1], for any grid: claims lemma3.worst, comp.s12.worst.

    \b
    Algorithms: randomized-prefix, noisy-leader, follow-the-leader, hedge, hedge-decreasing, hedge-capped;
    broken-data-prefix, broken-block-twice, broken-double-losses, broken-whole-rate.

    \b
    Examples:
      proofcheck privacy --arms 3 --horizon 7 --epsilon 1/2 --grid 0,1/2,1
      proofcheck privacy --arms 3 --horizon 63 --epsilon 1/2 --algorithm randomized-prefix
      proofcheck privacy --arms 2 --horizon 15 --epsilon 1/2 --grid 0,1 --broken
      proofcheck privacy --composition --rounds 1000 --epsilon 1/2 --delta 1/1000000
    """
    from proofcheck.learners.losses import chance, positive

    chosen, small = positive(epsilon, "epsilon"), chance(delta, "delta")
    if composition:
        if rounds is None:
            raise InputError("rounds: found none; with --composition write --rounds 1000")
        code = _compose(rounds, chosen, small, None if rate is None else positive(rate, "rate"), digits, json_to)
    else:
        if arms is None or horizon is None:
            raise InputError("arms, horizon: found none; write --arms 3 --horizon 7, or --composition --rounds 1000")
        code = _audits(arms, horizon, chosen, small, grid, (names, broken), digits, json_to)
    raise SystemExit(code)


def _audits(
    arms: int, horizon: int, epsilon: Fraction, delta: Fraction, grid: str, which: tuple[tuple[str, ...], bool],
    digits: int, json_to: str | None,
) -> int:
    from proofcheck.privacy import Setting, audit, grid_of
    from proofcheck.privacy.record import audit_record

    setting = Setting(grid_of(arms, grid.split(",")), horizon, epsilon, delta)
    rows = []
    say(_heading(setting), json_to, bold=True)
    for name in _names(*which):
        start = time.perf_counter()
        found = audit(name, setting, digits)
        row = {**audit_record(found, digits), "seconds": round(time.perf_counter() - start, 3)}
        rows.append(row)
        _show(found, row, json_to)
    write_json(json_to, {
        "arms": arms, "horizon": horizon, "epsilon": str(epsilon), "grid": [str(v) for v in setting.grid.values],
        "inputs": _inputs(setting), "algorithms": rows,
    })
    counted = [row["verdict"] for row in rows if row["claims"] is not None or row["algorithm"] in which[0]]
    return exit_code(word for word in counted)


def _names(names: tuple[str, ...], broken: bool) -> list[str]:
    from proofcheck.parse.piece import suggest
    from proofcheck.privacy import ALGORITHMS, BROKEN, MECHANISMS

    for name in names:
        if name not in MECHANISMS:
            hint = suggest(name, MECHANISMS) or f"; write one of {', '.join(MECHANISMS)}"
            raise InputError(f"algorithm: found {name[:60]!r}{hint}")
    chosen = [*names, *(BROKEN if broken else ())]
    return list(dict.fromkeys(chosen)) or list(ALGORITHMS)


def _heading(setting: Any) -> str:
    grid, losses = setting.grid, ", ".join(str(v) for v in setting.grid.values)
    neighbours = f"{setting.horizon} * ({len(grid.values)}^{grid.actions} - 1)"
    return (f"{grid.actions} actions, {setting.horizon} rounds, losses {losses}: {_inputs(setting)} inputs, "
            f"each with {neighbours} neighbours; epsilon = {setting.epsilon}")


def _inputs(setting: Any) -> str:
    """How many inputs there are."""
    return f"{len(setting.grid.values)}^{setting.grid.actions * setting.horizon}"


def _show(found: Audit, row: dict[str, Any], json_to: str | None) -> None:
    claims = f"claims {row['claims']}" if row["claims"] else "claims no privacy"
    if row["delta"]:
        claims = f"claims ({row['claims']}, {row['delta']})"
    say(f"\n{row['algorithm']}: {row['about']}; {claims}", json_to)
    say(f"  {row['verdict']:<12} {_outcome(row)}   {row['seconds']:.2f}s", json_to, fg=colour(row["verdict"]))
    if row["reason"]:
        say(f"               {row['reason']}", json_to)
    if row["pair"]:
        for line in _pair_lines(row["pair"]):
            say(f"               {line}", json_to)
    if row["closed_form"]:
        say(f"  closed form  {ends_text(row['closed_form'])}{_gap(found)}", json_to)


def _outcome(row: dict[str, Any]) -> str:
    if row["worst"] is None:
        return f"level {row['allowed']}"
    if row["worst"]["upper"] == "oo":
        return f"worst log-ratio infinite, level {row['allowed']}"
    if row["worst"]["upper"] is None:
        return f"worst log-ratio at least {row['worst']['lower']}, level {row['allowed']}"
    return f"worst log-ratio {ends_text(row['worst'])}, level {row['allowed']}"


def _gap(found: Audit) -> str:
    """How far the closed form lies below 2 eta, for the randomized prefix."""
    if found.mechanism.name != "randomized-prefix" or found.closed is None or found.mechanism.private is None:
        return " over all losses in [0, 1]"
    from proofcheck.exact.enclosure import Enclosure

    twice = found.mechanism.private
    low, high = Enclosure(twice - found.closed.upper, twice - found.closed.lower).shown(6)
    return f" over all losses in [0, 1]; below 2 eta = {twice} by [{low}, {high}]"


def _pair_lines(pair: dict[str, Any]) -> list[str]:
    s = str(pair["round"])
    lines = [f"round {s}: {pair['first'][s]} or {pair['second'][s]}{_others(pair)}"]
    for output in pair["outputs"][:_SHOWN_ROUNDS]:
        a, b = output["rounds"]
        rounds = f"round {a}" if a == b else f"rounds {a}-{b}"
        both = f"{_short(output['first'])} or {_short(output['second'])}"
        lines.append(f"action {output['action']} in {rounds}: probability {both}")
    if len(pair["outputs"]) > _SHOWN_ROUNDS:
        lines.append(f"and {len(pair['outputs']) - _SHOWN_ROUNDS} rounds more (--json has all)")
    return lines


def _others(pair: dict[str, Any]) -> str:
    """The rounds that both inputs share, runs of equal losses together."""
    runs: list[list[str]] = []
    for t, vector in pair["first"].items():
        if t != str(pair["round"]):
            if runs and runs[-1][2] == vector and int(t) == int(runs[-1][1]) + 1:
                runs[-1][1] = t
            else:
                runs.append([t, t, vector])
    shared = ", ".join(f"{vector} in {a if a == b else f'{a}-{b}'}" for a, b, vector in runs)
    return f"; both have {shared}" if shared else ""


def _short(found: dict[str, str]) -> str:
    """A probability for people: the lower end cut to 6 places; the JSON has the enclosure."""
    lower = found["lower"]
    return lower if len(lower) <= 8 or "e" in lower else f"{lower[:8]}..."


def _compose(
    rounds: int, epsilon: Fraction, delta: Fraction, rate: Fraction | None, digits: int, json_to: str | None
) -> int:
    from proofcheck.exact.render import decimal
    from proofcheck.privacy import compose
    from proofcheck.privacy.record import composition_record

    found = compose(rounds, epsilon, delta, rate)
    row = composition_record(found, digits)
    own = "source B's capped rate" if found.capped else "as asked"
    eta = str(found.rate) if len(str(found.rate)) <= 20 else f"{decimal(found.rate, digits, up=False)}..."
    say(f"{rounds} rounds of Hedge, epsilon = {epsilon}, delta = {delta}; eta = {eta} ({own})", json_to, bold=True)
    twice = decimal(2 * found.rate, digits, up=True)
    say(f"  each round              (2 eta, 0)-private, 2 eta at most {twice}  (comp.s12)", json_to)
    say(f"  epsilon at this delta   advanced composition  {ends_text(row['advanced_epsilon'])}  (comp.f8)", json_to)
    say(f"                          optimal composition   {ends_text(row['optimal_epsilon'])}", json_to)
    say(f"  delta at this epsilon   optimal composition   {ends_text(row['optimal_delta'])}", json_to)
    say(f"  largest eta             optimal composition   {ends_text(row['largest_eta'])}", json_to)
    say("  optimal: Kairouz, Oh, Viswanath 2015: over all compositions of T (2 eta, 0)-private kernels", json_to)
    word = row["verdict"]
    kernels = "every transcript of" if word == "CONFIRMED" else "not every transcript of"
    say(f"  {word}: {kernels} T such rounds is ({epsilon}, {delta})-private", json_to, fg=colour(word))
    write_json(json_to, row)
    return exit_code([word])
