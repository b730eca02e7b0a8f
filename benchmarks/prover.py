# SPDX-License-Identifier: Apache-2.0
"""The prover's times: replay and search for each claim of the library, other provers beside it, the command line.

    python benchmarks/prover.py [replay] [search] [peers] [cli] [--rounds N] [--limit SECONDS]

Without names, all four parts. Contenders take turns within a round and every figure is a median over the rounds, so
that a busy machine disturbs all of them alike; compare the ratios, not the seconds.

replay  the kernel replays each committed certificate, as text from its file
search  search and check for each claim of the library, from nothing
peers   warm search and check on peer_claims.jsonl; SymPy's `minimum` (one variable), cvc5 where it is installed
cli     wall time of `proofcheck prove` on claim C1; the same claim by SymPy's `minimum` in `python -c`
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import sympy
from sympy.calculus.util import minimum
from sympy.core.cache import clear_cache

from proofcheck.encode import to_sympy
from proofcheck.kernel.check import check, read, replay
from proofcheck.kernel.statement import Statement
from proofcheck.library import load_library
from proofcheck.parse import statement_from_parts
from proofcheck.search import search

HERE = Path(__file__).parent
PEER_CLAIMS = HERE / "peer_claims.jsonl"
PARTS = ("replay", "search", "peers", "cli")
WORST = 5
SYMPY_C1 = """
from sympy import Interval, Rational, Symbol, exp
from sympy.calculus.util import minimum
x = Symbol("x", real=True)
print(minimum(1 - exp(-x) - x / 2, x, Interval(0, 1)) >= 0)
"""


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    start = perf_counter()
    value = run()
    return perf_counter() - start, value


def summary(name: str, times: dict[str, float]) -> None:
    if not times:
        print(f"{name}: nothing to time (no certificates? run `proofcheck verify --search`)")
        return
    ordered = sorted(times.items(), key=lambda item: -item[1])
    late = ordered[len(ordered) // 20][1]
    print(f"{name}: {len(times)} claims, {sum(times.values()):.2f} s in all, median {median(times.values()) * 1e3:.1f}"
          f" ms, one in twenty over {late * 1e3:.0f} ms; worst:")
    for id, seconds in ordered[:WORST]:
        print(f"    {seconds * 1e3:9.1f} ms  {id}")


def replays(rounds: int) -> None:
    library = load_library()
    paths = ((claim.id, library.certificate_path(claim.id)) for claim in library.claims)
    texts = {id: path.read_text(encoding="utf-8") for id, path in paths if path.exists()}
    times = {}
    for id, text in texts.items():
        times[id] = median(timed(lambda text=text: replay(read(text)))[0] for _ in range(rounds))  # type: ignore[misc]
    summary("kernel replay", times)


def searches(limit: float) -> None:
    times, missed = {}, []
    for claim in load_library().claims:
        times[claim.id], verdict = timed(lambda claim=claim: decided(claim.statement, limit))  # type: ignore[misc]
        if verdict != "PROVED":
            missed.append(f"{claim.id} {verdict}")
    summary("search and check", times)
    print(f"    not proved within {limit:g} s: {', '.join(missed) or 'none'}")


def decided(statement: Statement, limit: float) -> str:
    found = search(statement, timeout=limit)
    return "UNDECIDED" if found.proof is None else check(statement, found.proof).status.value


def sympy_minimum(statement: Statement) -> Callable[[], str] | None:
    """SymPy's answer for a claim in one real variable; to be run with empty caches, or it only repeats the last one."""
    if len(statement.variables) != 1 or statement.variables[0].kind != "real":
        return None
    v, goal = statement.variables[0], statement.goal
    x = sympy.Symbol(v.name, real=True)
    left, right = (to_sympy(side, {v.name: x}) for side in (goal.left, goal.right))
    slack = right - left if goal.op in ("<=", "<") else left - right
    low = -sympy.oo if v.lower is None else to_sympy(v.lower)
    high = sympy.oo if v.upper is None else to_sympy(v.upper)
    interval = sympy.Interval(low, high, v.lower_open, v.upper_open)

    def run() -> str:
        try:
            least = minimum(slack, x, interval)
        except NotImplementedError:
            return "no answer"
        return "true" if least.is_nonnegative else "false" if least.is_negative else "no answer"

    return run


def cvc5_answer(line: str, limit: float) -> tuple[float, str]:
    """cvc5's own solving time, without its start-up; the limit where it was ended."""
    command = [sys.executable, str(HERE / "cvc5_claim.py")]
    try:
        done = subprocess.run(command, input=line, capture_output=True, text=True, timeout=limit + 1, check=True)
    except subprocess.TimeoutExpired:
        return limit, "ended"
    found = json.loads(done.stdout)
    return found["seconds"], found["answer"]


def peers(rounds: int, limit: float) -> None:
    with_cvc5 = find_spec("cvc5") is not None
    print(f"{'claim':6}{'is':>7}{'proofcheck':>12}{'ms':>8}{'SymPy':>12}{'ms':>8}{'ratio':>8}"
          + (f"{'cvc5':>11}{'ms':>8}{'ratio':>9}" if with_cvc5 else ""))
    ours, ratios = [], []
    for line in PEER_CLAIMS.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        statement = statement_from_parts(data["vars"], data.get("hypotheses", []), data["goal"])
        other = sympy_minimum(statement)
        times: list[float] = []
        others: list[float] = []
        answer = other_answer = ""
        decided(statement, limit)
        for _ in range(rounds):
            seconds, answer = timed(lambda statement=statement: decided(statement, limit))  # type: ignore[misc]
            times.append(seconds)
            if other is not None:
                clear_cache()
                seconds, other_answer = timed(other)
                others.append(seconds)
        ours.append(median(times))
        row = f"{data['id']:6}{data['expected']:>7}{answer:>12}{ours[-1] * 1e3:>8.1f}"
        if others:
            ratios.append(median(others) / ours[-1])
            row += f"{other_answer:>12}{median(others) * 1e3:>8.1f}{ratios[-1]:>8.1f}"
        else:
            row += f"{'-':>12}{'':16}"
        if with_cvc5:
            seconds, answer = cvc5_answer(line, limit)
            ratio = f"{'>' if answer == 'ended' else ''}{seconds / ours[-1]:.1f}"
            row += f"{answer:>11}{seconds * 1e3:>8.0f}{ratio:>9}"
        print(row, flush=True)
    print(f"median of proofcheck {median(ours) * 1e3:.1f} ms; SymPy takes {median(ratios):.1f} times as long where it"
          f" can be asked (median); ratio = their time / ours; limit {limit:g} s"
          + ("" if with_cvc5 else "; cvc5 is not installed"))


def command_line(rounds: int) -> None:
    claim = "for all x in [0, 1]: 1 - exp(-x) >= x/2"
    script = Path(sys.executable).with_name("proofcheck")
    commands = {
        "proofcheck prove C1": [str(script), "prove", claim],
        "python -c, SymPy's minimum": [sys.executable, "-c", SYMPY_C1],
        "python -c pass": [sys.executable, "-c", "pass"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            times[name].append(timed(lambda command=command: run_quietly(command))[0])  # type: ignore[misc]
    first = median(next(iter(times.values())))
    for name, values in times.items():
        print(f"{name:28}{median(values) * 1e3:8.0f} ms wall, least {min(values) * 1e3:.0f} ms,"
              f" ratio {median(values) / first:.2f}")


def run_quietly(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONHASHSEED": "0"})


def wanted(parts: Iterable[str], rounds: int, limit: float) -> None:
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, Python {sys.version.split()[0]}\n")
    runs: dict[str, Callable[[], None]] = {
        "replay": lambda: replays(rounds),
        "search": lambda: searches(limit),
        "peers": lambda: peers(rounds, limit),
        "cli": lambda: command_line(2 * rounds),
    }
    for part in parts:
        runs[part]()
        print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="part", help="replay, search, peers, cli (default: all)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each claim")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}; parts: {', '.join(PARTS)}")
    wanted(options.parts or PARTS, options.rounds, options.limit)


if __name__ == "__main__":
    main()
