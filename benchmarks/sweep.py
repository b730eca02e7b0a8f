# SPDX-License-Identifier: Apache-2.0
"""The built-in sweep: laws and cases a second in processes, by engine, and what it confirms.

Run: python benchmarks/sweep.py [--quick] [--jobs 2]
"""

import argparse
import os
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from proofcheck.experiment.canonical import canonical
from proofcheck.experiment.checks import checks, summary
from proofcheck.experiment.runner import run_cases
from proofcheck.experiment.spec import built_in, parse_spec
from proofcheck.experiment.store import Store
from proofcheck.experiment.sweep import SWEEP, Plan
from proofcheck.experiment.workers import workers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer laws, some seconds")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes (default 2)")
    asked = parser.parse_args()
    name = "quick" if asked.quick else "full"
    plan = Plan(parse_spec(built_in(name), name, Path()))
    with TemporaryDirectory() as folder, Store(f"{folder}/sweep.sqlite") as store:
        start = time.perf_counter()
        with workers(asked.jobs) as pool:
            outcomes = list(run_cases(SWEEP, plan.cases(), store, pool))
        results = {canonical(dict(outcome.case.parameters)): outcome.result for outcome in outcomes}
        report(plan, results, time.perf_counter() - start, asked.jobs)
        start = time.perf_counter()
        again = [outcome.fresh for outcome in run_cases(SWEEP, plan.cases(), store)]
        print(f"resumed: {len(again)} cases read back, {sum(again)} computed, {time.perf_counter() - start:.2f} s")


def report(plan: Plan, results: dict[str, dict[str, object]], seconds: float, jobs: int) -> None:
    load, rate = os.getloadavg()[0], len(results) / seconds
    print(f"{len(plan.laws)} laws, {len(results)} cases, {jobs} processes: {seconds:.1f} s, load average {load:.1f}")
    engines = Counter(str(result["engine"]) for result in results.values())
    print(f"{rate:.1f} cases a second; engines: " + ", ".join(f"{name}: {n}" for name, n in sorted(engines.items())))
    for one in summary(plan, checks(plan, results), {})["statements"]:
        counts = f"{one['confirmed']} of {one['instances']} confirmed on {one['laws']} laws"
        most = f"largest quotient {one['ratio']['lower']} at {one['ratio']['law']}"
        print(f"{one['id']}: {counts}, {one['undecided']} undecided, {most}")


if __name__ == "__main__":
    main()
