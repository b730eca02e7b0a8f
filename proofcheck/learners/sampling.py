# SPDX-License-Identifier: Apache-2.0
"""Exact sampling with integers alone: Bernoulli(e^-x), the softmax, the discrete Laplace law, a finite law.

No number is ever rounded, so the law of what is returned is the one written in the docstring, and no attack on the
low bits of floating-point noise (Mironov 2012) applies. Running times do depend on the data: not for use where an
adversary can time a single draw.

Source: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020, Algorithms 1 and 2.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import gcd

from proofcheck.learners.bits import Bits, below

_LAST_CLASS = 64  # actions this far behind, in units of 1/eta, share one class: each is drawn with chance below 2^-64


def bernoulli_exp(top: int, bottom: int, bits: Bits) -> bool:
    """True with probability exp(-top/bottom), for integers top >= 0, bottom >= 1.

    exp(-x) = exp(-1)^n * exp(-f) with x = n + f, 0 <= f < 1. Guarantee: exact. Source: Algorithm 1.
    """
    ones, rest = divmod(top, bottom)
    for _ in range(ones):
        if not _first_failure_is_odd(1, 1, 1, bits):
            return False
    return not rest or _first_failure_is_odd(rest, bottom, 1, bits)


def _first_failure_is_odd(top: int, bottom: int, start: int, bits: Bits) -> bool:
    """Is the first k >= start at which Bernoulli(x/k) fails odd, x = top/bottom?

    From start = 1 and 0 <= x <= 1: P = 1 - x + x^2/2! - x^3/3! + ... = exp(-x).
    From start = 3 and x = 1: P = 1 - 1/3 + 1/(3*4) - ... = 2/e, the same given that k = 1 and k = 2 succeed.
    """
    k, n = start, bottom * start
    while below(n, bits) < top:
        k += 1
        n += bottom
    return k & 1 == 1


def softmax(costs: Sequence[int], top: int, bottom: int, bits: Bits) -> int:
    """The index j with probability exp(-x_j) / sum_i exp(-x_i), x_j = costs[j] * top / bottom. See `Softmax`."""
    return Softmax(costs, top, bottom).draw(bits)


class Softmax:
    """The law on the indices j with probability exp(-x_j) / sum_i exp(-x_i), x_j = costs[j] * top / bottom.

    Arguments: costs, at least one integer (any sign: only differences matter); top >= 0, bottom >= 1.
    Rejection. Class c holds the j with floor(x_j - min x) = c. Propose a class with weight (its size) * 2^-c and a
    member uniformly, accept with probability (2/e)^c * exp(-(x_j - min x - c)): together exp(-(x_j - min x)), the
    same multiple of the law for every j. About e * K^0.31 tries at the worst, 1 to 3 commonly.
    Guarantee: exact. The draw is a function of the bits and the numbers x_j - min x, however they are written.
    """

    __slots__ = ("_bottom", "_classes", "_shifts", "_total")

    def __init__(self, costs: Sequence[int], top: int, bottom: int) -> None:
        least = min(costs)
        shifts = [(cost - least) * top for cost in costs]
        common = gcd(bottom, *shifts)
        if common > 1:
            bottom, shifts = bottom // common, [shift // common for shift in shifts]
        classes: dict[int, list[int]] = {}
        for j, shift in enumerate(shifts):
            c = shift // bottom
            classes.setdefault(c if c < _LAST_CLASS else _LAST_CLASS, []).append(j)
        self._shifts, self._bottom = shifts, bottom
        self._classes = [(len(members) << (_LAST_CLASS - c), c, members) for c, members in classes.items()]
        self._total = sum(width for width, _, _ in self._classes)

    def draw(self, bits: Bits) -> int:
        """One draw; any number of them are independent."""
        while True:
            point = below(self._total, bits)
            for width, c, members in self._classes:
                if point < width:  # the classes' intervals laid end to end, each cut into one piece for a member
                    j = members[point >> (_LAST_CLASS - c)]
                    break
                point -= width
            if _survives(c, bits) and bernoulli_exp(self._shifts[j] - c * self._bottom, self._bottom, bits):
                return j


def _survives(times: int, bits: Bits) -> bool:
    """True with probability (2/e)^times."""
    return all(_first_failure_is_odd(1, 1, 3, bits) for _ in range(times))


def discrete_laplace(top: int, bottom: int, bits: Bits) -> int:
    """The integer z with probability (1 - a)/(1 + a) * a^|z|, a = exp(-top/bottom), for integers top, bottom >= 1.

    Guarantee: exact. Source: Algorithm 2 of the reference above, with s = top and t = bottom.
    """
    while True:
        offset = below(bottom, bits)
        if offset and not _first_failure_is_odd(offset, bottom, 1, bits):
            continue
        while _first_failure_is_odd(1, 1, 1, bits):
            offset += bottom
        size, negative = offset // top, bits.getrandbits(1)
        if size or not negative:  # otherwise 0 would come up as +0 and as -0
            return -size if negative else size


def weighted(weights: Sequence[int], bits: Bits) -> int:
    """The index j with probability weights[j] / sum(weights), for integers >= 0 of positive sum. Exact."""
    ends = list(accumulate(weights))
    return bisect_right(ends, below(ends[-1], bits))
