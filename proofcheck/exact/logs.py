# SPDX-License-Identifier: Apache-2.0
"""Logarithms in floats, for guesses only: numbers far outside the range of a float, and their sums."""

from collections.abc import Sequence
from fractions import Fraction
from math import exp, log


def log_of(value: Fraction) -> float:
    """log(value), value > 0 of any size. Heuristic."""
    # The logarithm of an integer does not overflow.
    return log(value.numerator) - log(value.denominator)


def log_sum(parts: Sequence[float]) -> float:
    """log of the sum of e^part. Heuristic."""
    most = max(parts)
    return most + log(sum(exp(part - most) for part in parts))
