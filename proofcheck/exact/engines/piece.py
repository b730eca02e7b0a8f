# SPDX-License-Identifier: Apache-2.0
"""Lower and upper ends of many F_m as doubles, rounded outward at every operation, and their sums over ranges of m."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import fsum, inf, nextafter
from typing import NamedTuple

import numpy as np

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.engines.doubles import TINY, Doubles, gamma


class Ends(NamedTuple):
    """lower[i] <= F <= upper[i] for the i-th m of a run."""

    lower: Doubles
    upper: Doubles


def above(value: Fraction) -> float:
    """A double at least `value`."""
    return nextafter(value.numerator / value.denominator, inf)


def below(value: Fraction) -> float:
    """A double at most `value`."""
    return nextafter(value.numerator / value.denominator, -inf)


def scaled_up(values: Doubles, factor: Fraction) -> Doubles:
    """Doubles at least values * factor, for non-negative ones."""
    return np.asarray(np.nextafter(values * above(factor), inf) + float(TINY))


def ends(computed: Doubles, roundings: int, low: Fraction, high: Fraction, more: Doubles | float) -> Ends:
    """Ends of F where low * x <= F <= high * x + more, x having been computed with at most `roundings` roundings.

    All non-negative. Guarantee: encloses.
    """
    error = gamma(roundings)
    lower = np.nextafter(computed * below(low / (1 + error)), -inf)
    upper = scaled_up(computed, high / (1 - error))
    return Ends(np.where(lower > 2.0**-800, lower, 0.0), np.nextafter(upper + more, inf))


def single(pieces: Iterable[Ends]) -> list[Enclosure]:
    """One enclosure for every m of the pieces."""
    return [
        Enclosure(Fraction(low), Fraction(high))
        for piece in pieces
        for low, high in zip(piece.lower.tolist(), piece.upper.tolist(), strict=True)
    ]


def summed(pieces: Iterable[Ends], edges: Sequence[int]) -> list[Enclosure]:
    """The sums over a < m <= b for consecutive a, b in 0 followed by `edges`; the pieces hold m = 1, 2, ..."""
    lower, upper = (np.concatenate(column) for column in zip(*pieces, strict=True))
    starts = [0, *edges[:-1]]
    return [_total(lower[a:b], upper[a:b]) for a, b in zip(starts, edges, strict=True)]


def _total(lower: Doubles, upper: Doubles) -> Enclosure:
    # fsum is correctly rounded.
    low, high = nextafter(fsum(lower), -inf), nextafter(fsum(upper), inf)
    return Enclosure(Fraction(max(0.0, low)), Fraction(high))
