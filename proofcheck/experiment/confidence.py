# SPDX-License-Identifier: Apache-2.0
"""Confidence intervals for the mean of independent, identically distributed numbers in [0, R]: no normality, no limit.

For X_1, ..., X_n >= 0 with mean mu and a share f in [0, 1], W(m) = prod_i (1 + f (X_i / m - 1)) has factors >= 0 and
E W(mu) = 1; so has any average of such products over shares fixed beforehand. By Markov's inequality
P(W(mu) >= 1/a) <= a. W decreases in m, so every m with W(m) >= 1/a is a lower confidence bound at level 1 - a. The
same for R - X_i gives an upper one. That is betting on the mean (Waudby-Smith, Ramdas, "Estimating means of bounded
random variables by betting", J. R. Stat. Soc. B, 2024) with a fixed mixture of constant bets.

The bounds adapt to the variance. The upper one is still above the sample mean by R log(1/a) / n or more: n runs cannot
exclude an event of probability 1/n that costs R, and the regret of T rounds may be T times the largest gap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np
import numpy.typing as npt

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import ball, workprec

METHOD = "two one-sided bounds by betting (Waudby-Smith, Ramdas 2024), for each row by itself"
_SHARES = [Fraction(1), *(Fraction(1, 2**k) for k in range(1, 14)), *(1 - Fraction(1, 2**k) for k in range(2, 8))]
_WEIGHTS = [Fraction(1, 4), *[Fraction(3, 4 * (len(_SHARES) - 1))] * (len(_SHARES) - 1)]
_STEPS, _BITS, _CERTIFIED = 40, 96, 3


@dataclass(frozen=True)
class Interval:
    """lower <= E X <= upper with probability at least the asked level, over the draws of the sample."""

    lower: Fraction
    upper: Fraction


def interval(values: Sequence[Fraction], largest: Fraction, level: Fraction) -> Interval:
    """A confidence interval for E X from independent copies of X with values in [0, largest].

    Arguments: values, at least one; largest, known before the values were seen; level in (0, 1).
    Guarantee: covers E X with probability >= level; ends are certified with Arb. Raises InputError.
    """
    if not values or min(values) < 0 or max(values) > largest:
        raise InputError(f"found {len(values)} values, or one outside [0, {largest}]; write at least one, all inside")
    if not 0 < level < 1:
        raise InputError(f"confidence level: found {level}; write a number between 0 and 1 such as 0.95")
    miss = (1 - level) / 2
    counts = Counter(values)
    turned = Counter({largest - value: count for value, count in counts.items()})
    return Interval(_lower_bound(counts, miss), largest - _lower_bound(turned, miss))


def _lower_bound(counts: Counter[Fraction], miss: Fraction) -> Fraction:
    """A number m >= 0 with P(m > E X) <= miss, for X >= 0: a certified m with W(m) >= 1/miss, nearly the largest."""
    guess = _largest_rejected(counts, float(miss))
    for slack in (2**-30, 2**-20, 2**-10, 2**-3):  # floats chose the guess; what is returned is certified
        mean = Fraction(guess * (1 - slack))
        if mean > 0 and _rejected(counts, mean, miss):
            return mean
    return Fraction(0)


def _rejected(counts: Counter[Fraction], mean: Fraction, miss: Fraction) -> bool:
    """Certainly W(mean) >= 1/miss? The largest few products of the mixture are enough, since all are >= 0."""
    best = np.argsort(_log_products(_table(counts), float(mean)))[-_CERTIFIED:].tolist()
    with workprec(_BITS):
        wealth = flint.arb(0)
        for i in best:
            product, kept, bet = ball(_WEIGHTS[i]), ball(1 - _SHARES[i]), ball(_SHARES[i] / mean)
            for value, count in counts.items():
                product *= (kept + bet * ball(value)) ** count
            wealth += product
        return bool(wealth * ball(miss) >= 1)


Table = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]


def _table(counts: Counter[Fraction]) -> Table:
    return np.array([float(value) for value in counts]), np.array([float(count) for count in counts.values()])


def _log_products(table: Table, mean: float) -> npt.NDArray[np.float64]:
    """log of (weight times product), for each share, in floats."""
    values, counts = table
    shares = np.array([float(share) for share in _SHARES])[:, None]
    with np.errstate(divide="ignore"):
        logs = np.log1p(shares * (values / mean - 1)[None, :]) @ counts
    found: npt.NDArray[np.float64] = logs + np.log([float(weight) for weight in _WEIGHTS])
    return found


def _largest_rejected(counts: Counter[Fraction], miss: float) -> float:
    """About the largest m at which the largest few products reach 1/miss, by bisection in floats; 0 if all are 0."""
    table = _table(counts)
    low, high = 0.0, float(table[0] @ table[1] / table[1].sum())  # W(sample mean) <= 1
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if not 0 < middle < high:
            break
        best = np.sort(_log_products(table, middle))[-_CERTIFIED:]
        if float(np.logaddexp.reduce(best)) >= -np.log(miss):
            low = middle
        else:
            high = middle
    return low
