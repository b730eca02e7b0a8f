# SPDX-License-Identifier: Apache-2.0
"""Times of the kernel's elementary functions against Arb and mpmath.iv, measured side by side in one run.

    python benchmarks/kernel_interval.py [--rounds N]

Every figure is the least of the rounds, and the rounds of the three libraries alternate, so that a busy machine
disturbs all of them alike. Arguments are one-point intervals with ends at the working precision.
"""

import argparse
import random
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter

import flint
import mpmath

from proofcheck.kernel import elementary, interval

PRECISIONS = (64, 128, 256, 512, 1000)
NAMES = ("exp", "log", "sin", "atan")
POINTS = 40


def arguments(p: int) -> list[interval.Interval]:
    rng = random.Random(p)
    boxes = (interval.from_fraction(Fraction(rng.randint(1, 10**9), 10**8), p) for _ in range(POINTS))
    return [interval.Interval(box.lo, box.lo) for box in boxes]


def contenders(name: str, p: int) -> dict[str, Callable[[], None]]:
    boxes = arguments(p)
    kernel = getattr(elementary, name)
    balls = [flint.arb(flint.fmpz(box.lo[0])) * flint.arb(2) ** box.lo[1] for box in boxes]
    ball = getattr(flint.arb, name)
    numbers = [mpmath.iv.mpf(mpmath.ldexp(box.lo[0], box.lo[1])) for box in boxes]
    # mpmath.iv has no arctangent; its exact-point one stands in.
    other = getattr(mpmath.iv, name, None) if name != "atan" else None
    numbers = numbers if other else [mpmath.ldexp(box.lo[0], box.lo[1]) for box in boxes]
    other = other or getattr(mpmath, name)

    def run_kernel() -> None:
        for box in boxes:
            kernel(box, p)

    def run_arb() -> None:
        for v in balls:
            ball(v)

    def run_mpmath() -> None:
        for v in numbers:
            other(v)

    return {"kernel": run_kernel, "arb": run_arb, "mpmath": run_mpmath}


def microseconds(runs: dict[str, Callable[[], None]], rounds: int) -> dict[str, float]:
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for label, run in runs.items():
            start = perf_counter()
            run()
            best[label] = min(best[label], (perf_counter() - start) / POINTS * 1e6)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=25)
    rounds = parser.parse_args().rounds
    print(f"{'':6}{'bits':>6}{'kernel µs':>12}{'/ Arb':>9}{'/ mpmath':>10}{'growth':>9}")
    for name in NAMES:
        first = None
        for p in PRECISIONS:
            flint.ctx.prec = mpmath.iv.prec = mpmath.mp.prec = p
            best = microseconds(contenders(name, p), rounds)
            first = first or best["kernel"]
            print(
                f"{name:6}{p:>6}{best['kernel']:>12.1f}{best['kernel'] / best['arb']:>9.1f}"
                f"{best['kernel'] / best['mpmath']:>10.2f}{best['kernel'] / first:>9.1f}"
            )


if __name__ == "__main__":
    main()
