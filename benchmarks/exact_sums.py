# SPDX-License-Identifier: Apache-2.0
"""F_m rigorously, beside NumPy float64 on the same recursion, in the same run; then sums, and laws of 1000 actions.

Side by side: all of F_1, ..., F_M, for M = 2^6, 2^7, ..., each to 12 digits, by the engines and by NumPy's vectorized
recursion (law of D_m by one convolution a step, F_m by a dot product, nothing proved). Contenders take turns, the least
of three times counts. Growth exponents in M are the slopes of the last doubling. With K = 2 the law lives on a line,
with K = 3 on a plane. Run: python benchmarks/exact_sums.py [largest M, default 2048]
"""

import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import inf, log2
from pathlib import Path

import numpy as np

from proofcheck.exact import Enclosure, Law, law_from_dict, load_law, regret, sums, whole_sum
from proofcheck.exact.engines import Problem
from proofcheck.exact.task import Task

ETA = Fraction(1, 8)
BITS = 124  # F_2048 is about 10^-7; 12 digits of it
TWO = law_from_dict({"name": "two", "actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]})
THREE = law_from_dict(
    {"name": "three", "actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}, {"0": "3/10", "1": "7/10"}]}
)
_SLOW = {"types": 64, "lattice": 512}  # as many digits as are asked for, at a price
LAWS = Path(__file__).parent / "laws"


def numpy_line(most: int) -> np.ndarray:
    """K = 2: the law of D_m on -most..most."""
    steps = np.array([0.2, 0.5, 0.3])
    cost = 0.1 / (1.0 + np.exp(np.arange(-most, most + 1) / 8.0))
    law, found = np.zeros(2 * most + 1), np.empty(most)
    law[most] = 1.0
    for m in range(most):
        law = np.convolve(law, steps, mode="same")
        found[m] = law @ cost
    return found


def numpy_plane(most: int) -> np.ndarray:
    """K = 3: the law of (D_2, D_3), a shifted add for each of the 8 loss vectors."""
    d = np.arange(-most, most + 1) / 8.0
    second, third = np.exp(-d)[:, None], np.exp(-d)[None, :]
    cost = (0.1 * second + 0.2 * third) / (1.0 + second + third)
    law, found = np.zeros(cost.shape), np.empty(most)
    law[most, most] = 1.0
    inner, size = slice(1, -1), 2 * most + 1
    for m in range(most):
        after = np.zeros_like(law)
        for x, y, z in product((0, 1), repeat=3):
            weight = 0.5 * (0.6 if y else 0.4) * (0.7 if z else 0.3)
            a, b = y - x, z - x
            after[inner, inner] += weight * law[1 - a : size - 1 - a, 1 - b : size - 1 - b]
        law = after
        found[m] = (law * cost).sum()
    return found


def side_by_side(
    title: str, law: Law, names: Sequence[str], plain: Callable[[int], object], places: Sequence[int]
) -> None:
    """Seconds for F_1, ..., F_M, ratios to NumPy, the digits that the worst of them has, and growth exponents."""
    engines = Problem(law, ETA).engines
    runs: dict[str, Callable[[int], object]] = {"numpy": plain}
    for name in names:
        runs[name] = lambda m, engine=engines[name]: engine.each(range(1, m + 1), BITS)  # type: ignore[misc]
    print(f"\n{title}: each of F_1, ..., F_M")
    print(f"{'M':>6}" + "".join(f"{name:>14}{'ratio':>8}{'digits':>7}" for name in runs))
    times: dict[str, list[float]] = {name: [] for name in runs}
    for m in places:
        taken = [name for name in runs if m <= _SLOW.get(name, m)]
        best, found = turns({name: runs[name] for name in taken}, m)
        print(f"{m:>6}" + "".join(cell(best[name], best["numpy"], found[name]) for name in taken))
        for name in taken:
            times[name].append(best[name])
    for name, spent in times.items():
        if len(spent) > 1:
            print(f"growth exponent in M, {name}: {log2(spent[-1] / spent[-2]):.2f}")


def turns(runs: dict[str, Callable[[int], object]], m: int) -> tuple[dict[str, float], dict[str, object]]:
    best, found = dict.fromkeys(runs, inf), dict[str, object]()
    for _ in range(3):
        for name, run in runs.items():
            start = time.perf_counter()
            found[name] = run(m)
            best[name] = min(best[name], time.perf_counter() - start)
    return best, found


def cell(seconds: float, plain: float, found: object) -> str:
    digits = min(part.digits(30) for part in found) if isinstance(found, list) else "-"
    return f"{seconds:>12.4f} s{seconds / plain:>8.2f}{digits:>7}"


def timed(what: str, run: Callable[[], Enclosure], digits: int) -> None:
    best = inf
    for _ in range(3):
        Task.whole.cache_clear()  # what an earlier call remembers
        start = time.perf_counter()
        found = run()
        best = min(best, time.perf_counter() - start)
    print(f"{what}: {best:.4f} s   {' .. '.join(found.shown(digits))}")


def main(largest: int) -> None:
    numpy_line(8)
    line = [2**k for k in range(6, 30) if 2**k <= largest]
    side_by_side("K = 2, on a line", TWO, ["lattice64", "integral64", "lattice", "types"], numpy_line, line)
    plane = [m for m in line if m <= 256]
    side_by_side("K = 3, on a plane", THREE, ["lattice64", "integral64"], numpy_plane, plane)
    print()
    timed("K = 2, whole sum by the Green's function, 30 digits", lambda: sums(TWO, "1/4", terms=0).total, 31)
    timed("K = 2, whole sum term by term, 30 digits", lambda: sums(TWO, "1/4", terms=0, engine="lattice").total, 31)
    timed("K = 2, Reg_T, T = 10^6, 30 digits", lambda: regret(TWO, "1/4", 10**6).value, 31)
    for file in ("k1000_twenty_means.toml", "k1000_alike.toml"):
        law = load_law(LAWS / file)
        engine = Problem(law, ETA).engines["integral"]
        timed(f"{file}, F_1000, 20 digits", lambda engine=engine: engine.each([1000], 130)[0], 21)  # type: ignore[misc]
        timed(f"{file}, whole_sum, 6 digits or a second", lambda law=law: whole_sum(law, "1/4").total, 8)  # type: ignore[misc]
        timed(f"{file}, Reg_T, T = 10^6", lambda law=law: regret(law, "1/4", 10**6, digits=6).value, 8)  # type: ignore[misc]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2048)
