# SPDX-License-Identifier: Apache-2.0
"""Draws per second of the exact samplers, and rounds per second of the learners, through act/observe and simulated.

Run: python benchmarks/learners.py [horizon of the simulations, default 100000]
"""

import sys
import time
from collections.abc import Callable
from fractions import Fraction

from proofcheck.exact import law_from_dict
from proofcheck.experiment.losses import Losses
from proofcheck.experiment.play import regret_path
from proofcheck.learners import LEARNERS, Bits, Seeded, Setting, make, system
from proofcheck.learners.sampling import Softmax, bernoulli_exp, discrete_laplace, softmax

TWO = law_from_dict({"name": "K = 2", "actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]})
MANY = law_from_dict(
    {"name": "K = 1000", "actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5", "repeat": 999}]}
)
SOURCES: dict[str, Bits] = {"seeded": Seeded("benchmark"), "system": system()}

SAMPLERS: dict[str, Callable[[Bits], object]] = {
    "Bernoulli(exp(-1/3))": lambda bits: bernoulli_exp(1, 3, bits),
    "discrete Laplace, scale 8, grid 2^-20": lambda bits: discrete_laplace(1, 8 << 20, bits),
    "softmax, K = 2": lambda bits: softmax([3, 5], 1, 8, bits),
    "softmax, K = 10": lambda bits: softmax(list(range(10)), 1, 8, bits),
    "softmax, K = 10, prepared": Softmax(list(range(10)), 1, 8).draw,
    "softmax, K = 1000, equal": lambda bits: softmax([0] * 1000, 1, 8, bits),
    "softmax, K = 1000, one 7/eta ahead": lambda bits: softmax([0, *[56] * 999], 1, 8, bits),
}


def seconds_each(run: Callable[[], object], budget: float = 0.3) -> float:
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < budget:
        run()
        count += 1
    return spent / count


def samplers() -> None:
    print(f"{'draw':<40}" + "".join(f"{name + ' us':>14}" for name in SOURCES))
    for name, sampler in SAMPLERS.items():
        times = [seconds_each(lambda bits=bits, sampler=sampler: sampler(bits)) for bits in SOURCES.values()]  # type: ignore[misc]
        print(f"{name:<40}" + "".join(f"{1e6 * t:>14.2f}" for t in times))


def rounds(horizon: int) -> None:
    print(f"\n{'rounds a second':<20}{'':>12}{'act/observe':>14}{'simulated':>14}  (T = {horizon}; K = 1000: T / 100)")
    for law, length in ((TWO, horizon), (MANY, horizon // 100)):
        setting = Setting(law.size, Fraction(1, 4), Fraction(1, 10**6), length)
        for name in LEARNERS:
            learner, losses = make(name, setting, Seeded(name)), [Fraction(j % 2) for j in range(law.size)]

            def one_round(learner=learner, losses=losses):  # type: ignore[no-untyped-def]
                learner.act()
                learner.observe(losses)

            slow = _many(one_round, min(length, 200))
            start = time.perf_counter()
            regret_path(make(name, setting, Seeded(name)), law, Losses(law, 0, 0), length)
            fast = (time.perf_counter() - start) / length
            print(f"{name:<20}{law.name:>12}{1 / slow:>14,.0f}{1 / fast:>14,.0f}")


def _many(run: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        run()
    return (time.perf_counter() - start) / count


if __name__ == "__main__":
    samplers()
    rounds(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
