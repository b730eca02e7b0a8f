# SPDX-License-Identifier: Apache-2.0
"""The exact worst case of Lemma 3 on every data set with losses 0 and 1: the ratio R of one prefix length, attained,
and the bound rho^2 of a random one, rho found by bisection and then checked.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import flint

from proofcheck.exact.confirm_privacy import ENDS, choices, neighbours
from proofcheck.exact.enclosure import Enclosure, ball, workprec
from proofcheck.exact.instance import BITS
from proofcheck.exact.record import Case
from proofcheck.exact.worst import larger, smaller

SIZES = ((2, 1), (2, 3), (2, 4), (3, 2), (4, 1))
"""(K, n)."""

RATES = (Fraction(1, 8), Fraction(1, 2), Fraction(2))
_HALVINGS = 40


def one_length() -> Iterator[Case]:
    """lemma3.worst: R = (1 + (K-1)e^{n eta})/(1 + (K-1)e^{(n-2) eta}) is the worst ratio of N = n, and bounds others.

    The others: N on one m < n, or uniform on {1, ..., n}.
    """
    for (k, n), eta in product(SIZES, RATES):
        with workprec(BITS):
            found = [Enclosure.from_ball(ratio) for ratio in _ratios(k, n, eta)]
            powers = [1 + (k - 1) * (m * ball(eta)).exp() for m in (n, n - 2)]
            bound = Enclosure.from_ball(powers[0] / powers[1])
        lengths = [*(f"N = {m}" for m in range(1, n + 1)), "N uniform"]
        for length, ratio in zip(lengths, found, strict=True):
            if length == f"N = {n}" or n > 1:
                where = f"K = {k}, n = {n}, eta = {eta}, {length}, losses 0 and 1"
                yield Case("lemma3.worst", "", ratio, bound, where, equal=length == f"N = {n}")


def _ratios(k: int, n: int, eta: Fraction) -> list[flint.arb]:
    """The worst P(J=j | d)/P(J=j | d') over all neighbours, for N = 1, ..., n and for N uniform."""
    space = tuple(product(ENDS, repeat=k))
    laws = {data: choices(data, eta)[: n + 1] for data in product(space, repeat=n)}
    worst = [flint.arb(0)] * (n + 1)
    for data, other in neighbours(space, n):
        for number, (one, two) in enumerate(zip(laws[data], laws[other], strict=True)):
            for left, right in zip(one, two, strict=True):
                worst[number] = larger(worst[number], left / right)
    return worst


def random_length() -> Iterator[Case]:
    """lemma3.worst.mix for N uniform on {1, ..., n}: at a rho where sum_m h(m) <= 0, the worst ratio is at most rho^2.

    rho is the least such number to twelve digits: the instance is as sharp as the statement.
    """
    for (k, n), eta in product(SIZES, RATES):
        with workprec(BITS):
            rho = _root(k, n, ball(eta))
            sides = Enclosure.from_ball(_ratios(k, n, eta)[n]), Enclosure.from_ball(rho**2)
        yield Case("lemma3.worst.mix", "", *sides, f"K = {k}, N uniform on 1 to {n}, eta = {eta}, losses 0 and 1")


def _root(k: int, n: int, eta: flint.arb) -> flint.arb:
    """A rho in [1, e^eta) where the condition certainly holds, near the least. Raises ArithmeticError without one."""
    low, high = flint.arb(1), eta.exp().lower()
    for _ in range(_HALVINGS):
        middle = ((low + high) / 2).mid()
        low, high = (low, middle) if _sum(k, n, eta, middle) <= 0 else (middle, high)
    if high < eta.exp() and _sum(k, n, eta, high) <= 0:
        return high
    raise ArithmeticError(f"no rho found for K = {k}, n = {n}")


def _sum(k: int, n: int, eta: flint.arb, rho: flint.arb) -> flint.arb:
    """sum_m h(m), h(m) = 1/(1 + w/E) - rho^2/(1 + E w), w = min{(K-1)E^{m-1}, (rho E - 1)/(E - rho)}, E = e^eta."""
    e, total = eta.exp(), flint.arb(0)
    cap = (rho * e - 1) / (e - rho)
    for m in range(1, n + 1):
        w = smaller((k - 1) * ((m - 1) * eta).exp(), cap)
        total += 1 / (1 + w / e) - rho**2 / (1 + e * w)
    return total
