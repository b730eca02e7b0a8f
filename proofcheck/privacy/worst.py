# SPDX-License-Identifier: Apache-2.0
"""The exact worst log-ratio in closed form, over all losses in [0, 1], where it is known (claims lemma3.worst.*).

R(K, eta, n) = (1 + (K-1)e^(n eta)) / (1 + (K-1)e^((n-2) eta)) is the worst ratio of the softmax over n vectors (row
lemma3.worst), its logarithm below 2 eta by log(1 + (e^(2 eta) - 1)/(1 + (K-1)e^(n eta))) (lemma3.worst.gap). For a
random number of vectors it is s^2, where s is the root of the sum of lemma3.worst.mix; for Hedge's rounds it is the
product of the R (comp.s12.worst).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import flint

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure, ball, enclose, workprec
from proofcheck.privacy.algorithms import prefixes

_LARGEST = 1 << 22


def _others(actions: int, rate: Fraction, exponent: int) -> flint.arb:
    """(K - 1) e^(exponent * rate)."""
    return (actions - 1) * ball(rate * exponent).exp()


def _ratio(actions: int, rate: Fraction, vectors: int) -> flint.arb:
    return (1 + _others(actions, rate, vectors)) / (1 + _others(actions, rate, vectors - 2))


def softmax_worst(actions: int, rate: Fraction, vectors: int, digits: int = 30) -> Enclosure:
    """log R(K, eta, n): the worst log-ratio of the softmax of rate eta over n >= 1 vectors. Guarantee: encloses."""
    _require(actions, rate, vectors)
    return enclose(lambda: _ratio(actions, rate, vectors).log(), _bits(digits))


def softmax_gap(actions: int, rate: Fraction, vectors: int, digits: int = 30) -> Enclosure:
    """2 eta - log R(K, eta, n) > 0, small when n eta is large, yet to `digits` digits. Guarantee: encloses."""
    _require(actions, rate, vectors)

    def gap() -> flint.arb:
        return (ball(2 * rate).expm1() / (1 + _others(actions, rate, vectors))).log1p()

    return enclose(gap, _bits(digits))


def _bits(digits: int) -> int:
    return int(digits * 3.33) + 64


def _require(actions: int, rate: Fraction, vectors: int) -> None:
    if actions < 2 or rate <= 0 or not 1 <= vectors <= _LARGEST:
        raise InputError(
            f"found {actions} actions, rate {rate}, {vectors} vectors; write at least 2 actions, a rate > 0 and 1 to "
            f"{_LARGEST} vectors"
        )


def prefix_worst(actions: int, rate: Fraction, lengths: Sequence[int], digits: int = 30) -> Enclosure:
    """The worst log-ratio of the softmax over the first N vectors, N uniform on `lengths` (ascending).

    log s^2 for the root s of sum_m h_s(min{(K-1)e^((m-1) eta), (sE-1)/(E-s)}), E = e^eta, which falls in s; bisection
    from R at the least to R at the largest length. Guarantee: encloses. Source: lemma3.worst.mix and its parts.
    """
    _require(actions, rate, lengths[-1])
    bits = _bits(digits)
    with workprec(bits):
        low = Enclosure.from_ball((_ratio(actions, rate, lengths[0]).log() / 2).exp()).lower
        high = Enclosure.from_ball((_ratio(actions, rate, lengths[-1]).log() / 2).exp()).upper
        caps = cache(lambda k: _others(actions, rate, lengths[k] - 1))  # the later ones are seldom needed
        while (high - low) * 10 ** (digits + 1) > low - 1:
            middle = ((low + high) / 2).limit_denominator(1 << bits)
            sign = _sign(caps, len(lengths), rate, middle)
            if sign == 0:
                break
            low, high = (middle, high) if sign > 0 else (low, middle)
        least, most = Enclosure.from_ball(2 * ball(low).log()), Enclosure.from_ball(2 * ball(high).log())
    return Enclosure(least.lower, min(most.upper, 2 * rate))  # below 2 eta by lemma3.worst.below


def _sign(caps: Callable[[int], flint.arb], count: int, rate: Fraction, s: Fraction) -> int:
    """The sign of sum_m h_s(min{c_m, peak}), c_m = (K-1)e^((m-1) eta) for `count` m: 1 or -1 when certain, else 0.

    Where it is not certain which of the two is the minimum, h at c_m is a lower and h at the peak an upper bound.
    """
    e, root = ball(rate).exp(), ball(s)
    if not root < e:  # from e^eta on every term is negative
        return -1 if root >= e else 0
    peak, most = (root * e - 1) / (e - root), (e - root) ** 2 / (e**2 - 1)
    lower, upper = flint.arb(0), flint.arb(0)
    for k in range(count):
        cap = caps(k)
        if cap >= peak:  # and so are all that follow
            left = count - k
            lower, upper = lower + left * most, upper + left * most
            break
        term = 1 / (1 + cap / e) - root**2 / (1 + e * cap)
        lower, upper = lower + term, upper + (term if cap <= peak else most)
    return 1 if lower > 0 else -1 if upper < 0 else 0


def algorithm_worst(actions: int, rate: Fraction, horizon: int, digits: int = 30) -> Enclosure:
    """The worst log-ratio of the randomized-prefix algorithm over T rounds: that of the last block selected from.

    One factor of the output law changes (prop1.s2), and later blocks are worse: R at the least length of a block is
    above R at the largest of the block before. 0 for T = 1. Guarantee: encloses.
    """
    if horizon < 2:
        return Enclosure.of(0)
    return prefix_worst(actions, rate, prefixes(horizon.bit_length() - 2), digits)


def hedge_worst(actions: int, rates: Sequence[Fraction], digits: int = 30) -> Enclosure:
    """The worst log-ratio of Hedge's actions, rates[n-1] > 0 being the rate of the round that reads n vectors.

    sum_n log R(K, rates[n-1], n): one pair of inputs is the worst for every round. Guarantee: encloses. Source:
    lemma3.worst for each round, lemma3.worst.attained for all at once.
    """
    _require(actions, min(rates, default=Fraction(1)), len(rates) or 1)

    def whole() -> flint.arb:
        return sum((_ratio(actions, rate, n).log() for n, rate in enumerate(rates, 1)), flint.arb(0))

    return enclose(whole, int(digits * 3.33) + 96)


def hedge_constant_worst(actions: int, rate: Fraction, horizon: int, digits: int = 30) -> Enclosure:
    """The same at a constant rate, T >= 1 rounds.

    log of (1+(K-1)e^(n eta))(1+(K-1)e^((n-1) eta)) / (K(1+(K-1)e^(-eta))), n = T - 1. Guarantee: encloses. Source:
    comp.s12.worst.
    """
    _require(actions, rate, max(1, horizon - 1))
    if horizon == 1:
        return Enclosure.of(0)

    def whole() -> flint.arb:
        last = (1 + _others(actions, rate, horizon - 1)) * (1 + _others(actions, rate, horizon - 2))
        return (last / (actions * (1 + _others(actions, rate, -1)))).log()

    return enclose(whole, int(digits * 3.33) + 96)
