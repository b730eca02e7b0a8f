# SPDX-License-Identifier: Apache-2.0
"""F_m per second: rigorous enclosures beside NumPy float64 on the same walk, in the same run.

For two Bernoulli actions (means 1/2, 3/5, eta = 1/8) and M = 2^6, 2^7, ...: all of F_1, ..., F_M one by one, the range
sum F_1 + ... + F_M alone (where doubling pays), and NumPy's vectorized recursion, which gives both. Growth exponents in
M are the slopes of the last doubling. Run: python benchmarks/exact_sums.py [largest M, default 1024]
"""

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from math import log2

import numpy as np

from proofcheck.exact import law_from_dict, regret, sums
from proofcheck.exact.engines.lattice import Lattice
from proofcheck.exact.engines.types import Types
from proofcheck.exact.walk import walk_of

LAW = law_from_dict({"name": "two", "actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]})
ETA = Fraction(1, 8)
BITS = 64  # about 12 digits of a range sum of a thousand terms


def numpy_terms(most: int) -> np.ndarray:
    steps = np.array([0.2, 0.5, 0.3])
    cost = 0.1 / (1.0 + np.exp(np.arange(-most, most + 1) / 8.0))
    law, found = np.zeros(2 * most + 1), np.empty(most)
    law[most] = 1.0
    for m in range(most):
        law = np.convolve(law, steps, mode="same")
        found[m] = law @ cost
    return found


def seconds(run: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def main(largest: int) -> None:
    walk = walk_of(LAW)
    lattice, types = Lattice(walk, ETA), Types(walk, ETA)
    columns: dict[str, Callable[[int], object]] = {
        "numpy": numpy_terms,
        "lattice, each F_m": lambda m: lattice.range_sums(range(1, m + 1), BITS),
        "lattice, sum only": lambda m: lattice.range_sums([m], BITS),
        "types, each F_m": lambda m: types.range_sums(range(1, m + 1), BITS),
    }
    print(f"{'M':>6}" + "".join(f"{name + ' F/s':>24}{'ratio':>8}" for name in columns))
    times: dict[str, list[float]] = {name: [] for name in columns}
    m = 64
    while m <= largest:
        line = f"{m:>6}"
        for name, run in columns.items():
            times[name].append(seconds(lambda run=run, m=m: run(m)))  # type: ignore[misc]
            line += f"{m / times[name][-1]:>24,.0f}{times[name][-1] / times['numpy'][-1]:>8.2f}"
        print(line)
        m *= 2
    for name, spent in times.items():
        if len(spent) > 1:
            print(f"growth exponent in M, {name}: {log2(spent[-1] / spent[-2]):.2f}")
    total, float_total = lattice.range_sums([largest], BITS)[0], numpy_terms(largest).sum()
    print(f"sum of {largest} terms: {' .. '.join(total.shown(18))}   numpy {float_total:.17g}")
    print(f"whole sum, 30 digits, proved tail: {seconds(lambda: sums(LAW, '1/4', digits=30, terms=0)):.3f} s")
    print(f"Reg_T, T = 10^6, 30 digits: {seconds(lambda: regret(LAW, '1/4', 10**6, digits=30)):.3f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1024)
