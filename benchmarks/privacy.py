# SPDX-License-Identifier: Apache-2.0
"""How large the privacy audit gets: inputs covered and seconds by algorithm and horizon; and the closed forms.

    python benchmarks/privacy.py            # about two minutes
    python benchmarks/privacy.py --long     # up to T = 511; about ten minutes and 1 GB
"""

import resource
import sys
import time
from fractions import Fraction
from math import log10

from proofcheck.privacy import Setting, algorithm_worst, audit, compose, grid_of, softmax_gap

SHORT = [
    ("randomized-prefix", 3, "0,1/2,1", (7, 15, 31, 63, 127)),
    ("randomized-prefix", 4, "0,1/2,1", (15, 31)),
    ("randomized-prefix", 5, "0,1/2,1", (15,)),
    ("randomized-prefix", 2, "0,1", (255, 1023)),
    ("noisy-leader", 3, "0,1/2,1", (7, 15, 31, 63)),
    ("follow-the-leader", 3, "0,1/2,1", (7, 255)),
    ("hedge", 3, "0,1/2,1", (7, 15, 31)),
    ("hedge-decreasing", 3, "0,1/2,1", (7, 15)),
    ("hedge-capped", 3, "0,1/2,1", (7, 15, 31)),
    ("broken-block-twice", 3, "0,1/2,1", (7,)),
    ("broken-data-prefix", 2, "0,1", (15, 16)),
]
LONG = [
    ("randomized-prefix", 3, "0,1/2,1", (255, 511)),
    ("noisy-leader", 3, "0,1/2,1", (127,)),
    ("hedge-capped", 3, "0,1/2,1", (63, 127)),
    ("hedge-decreasing", 3, "0,1/2,1", (31,)),
]
EPSILON, DELTA = Fraction(1, 2), Fraction(1, 10**6)


def row(name, actions, grid, horizon):
    setting = Setting(grid_of(actions, grid.split(",")), horizon, EPSILON, DELTA)
    start = time.perf_counter()
    found = audit(name, setting)
    seconds = time.perf_counter() - start
    inputs = f"10^{horizon * actions * log10(len(setting.grid.values)):.0f}"
    worst = found.worst
    shown = "-" if worst is None else "infinite" if worst.upper is None else f"{float(worst.lower):.12f}"
    width = "-" if worst is None or worst.upper is None else f"{float(worst.upper - worst.lower):.0e}"
    start = f"{name:<20} {actions:>2} {horizon:>5} {inputs:>7}"
    print(f"{start} {shown:>16} {width:>6} {found.verdict:<10} {seconds:8.2f}s")


def main(long):
    print(f"{'algorithm':<20} {'K':>2} {'T':>5} {'inputs':>7} {'worst log-ratio':>16} {'width':>6} {'verdict':<10}")
    for name, actions, grid, horizons in SHORT + (LONG if long else []):
        for horizon in horizons:
            row(name, actions, grid, horizon)
    print("\nclosed form, K = 3, eta = 1/8: worst log-ratio of the algorithm and how far below 2 eta it is for N = n")
    for horizon in (4, 16, 64, 256, 1024, 10**6):
        start = time.perf_counter()
        worst, gap = algorithm_worst(3, EPSILON / 4, horizon), softmax_gap(3, EPSILON / 4, horizon // 2)
        print(f"T = {horizon:<8} {worst.shown(20)[1]:<24} {gap.shown(6)[1]:<14} {time.perf_counter() - start:.3f}s")
    print("\ncomposition at source B's rate, epsilon = 1/2, delta = 1e-6: advanced, optimal epsilon; largest eta / eta")
    for rounds in (10, 10**3, 10**5, 10**7):
        start = time.perf_counter()
        found = compose(rounds, EPSILON, DELTA)
        gain = float(found.largest.lower / found.rate)
        print(f"T = {rounds:<9} {found.bound.shown(10)[1]:<13} {found.exact.shown(10)[1]:<13} {gain:.4f} "
              f"{time.perf_counter() - start:.2f}s")
    print(f"\nlargest memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main("--long" in sys.argv[1:])
