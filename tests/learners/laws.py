# SPDX-License-Identifier: Apache-2.0
"""Two ways to hold a sampler against its law: exactly, over all that its bits may be, and by chi-square."""

from collections import Counter
from fractions import Fraction
from heapq import heappop, heappush

import mpmath

LEAST_P = 1e-9
"""A seeded test draws the same numbers each time; a fair sampler would fail one seed in a thousand million."""


class OutOfAnswersError(Exception):
    def __init__(self, size):
        self.size = size


class Script:
    """Answers to "a uniform integer below n", written down before; asks for more by an exception."""

    def __init__(self, written):
        self.written = list(written)

    def below(self, n):
        if n == 1:
            return 0
        if not self.written:
            raise OutOfAnswersError(n)
        size, value = self.written.pop(0)
        assert size == n, "a sampler must ask the same after the same answers"
        return value

    def getrandbits(self, k):
        return self.below(1 << k)


def law_over_all_answers(sample, runs=3000):
    """(lower bounds of P(outcome), mass left over): each way the answers may fall, the likeliest ways first.

    P(outcome) is at least its bound and at most the bound plus the mass left over. No statistics, no floats.
    """
    found, todo = Counter(), [(Fraction(-1), ())]
    while todo and runs:
        runs -= 1
        mass, written = heappop(todo)
        try:
            found[sample(Script(written))] -= mass
        except OutOfAnswersError as asked:
            for value in range(asked.size):
                heappush(todo, (mass / asked.size, (*written, (asked.size, value))))
    return found, -sum((mass for mass, _ in todo), Fraction(0))


def softmax_law(costs, rate):
    """P_j as mpmath numbers, rate an exact rational."""
    weights = [mpmath.exp(-mpmath.mpf(c * rate.numerator) / rate.denominator) for c in costs]
    return [w / sum(weights) for w in weights]


def laplace_law(rate, reach):
    """{z: P(z)} of the discrete Laplace law a^|z| (1 - a)/(1 + a), a = exp(-rate), for |z| <= reach."""
    a = mpmath.exp(-mpmath.mpf(rate.numerator) / rate.denominator)
    return {z: a ** abs(z) * (1 - a) / (1 + a) for z in range(-reach, reach + 1)}


def chi_square_p(counts, law):
    """The p-value of the counts under the law (outcome -> probability).

    Outcomes expected less than 10 times, or not in the law, are pooled.
    """
    total = sum(counts.values())
    cells = {k: p for k, p in law.items() if total * p >= 10}
    pairs = [(counts[k], float(total * p)) for k, p in cells.items()]
    rest = (total - sum(n for n, _ in pairs), float(total * (1 - sum(cells.values()))))
    if rest[1] >= 1:
        pairs.append(rest)
    else:
        assert rest[0] < 40, "outcomes of hardly any probability came up often"
    statistic = sum((n - e) ** 2 / e for n, e in pairs)
    return float(mpmath.gammainc((len(pairs) - 1) / 2, statistic / 2, regularized=True))
