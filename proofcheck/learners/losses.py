# SPDX-License-Identifier: Apache-2.0
"""Exact numbers in, exact numbers kept: loss vectors over one common denominator."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd
from numbers import Rational

from proofcheck.errors import InputError

Number = Fraction | int | str
_TEXT = re.compile(r"[+-]?[0-9]{1,200}(/[0-9]{1,200}|\.[0-9]{1,200})?", re.ASCII)


def exact(value: object, place: str) -> Fraction:
    """The rational number written as a Fraction, an int, or text such as "1/2", "0.1" (one tenth), "-3".

    Arguments: value, what was found; place, its name in a message. Raises InputError: floats, whose digits were
    rounded before anyone saw them, booleans, other types, other text, denominator 0. Guarantee: exact.
    """
    if isinstance(value, Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, float):
        raise InputError(f'{place}: found the float {value!r}; write an exact number such as Fraction(1, 2) or "0.5"')
    if not isinstance(value, str) or not _TEXT.fullmatch(value.strip()):
        raise InputError(f'{place}: found {str(value)[:40]!r}; write an exact number such as "1/2", "0.1" or 1')
    try:
        return Fraction(value.strip())
    except ZeroDivisionError:
        raise InputError(f"{place}: found {value[:40]!r}, a division by 0; write a denominator from 1") from None


def positive(value: object, place: str) -> Fraction:
    """The exact number ``value`` > 0. Raises InputError."""
    number = exact(value, place)
    if number <= 0:
        raise InputError(f"{place}: found {number}; write a positive number such as 1/4")
    return number


def chance(value: object, place: str) -> Fraction:
    """The exact number ``value`` in (0, 1). Raises InputError."""
    number = exact(value, place)
    if not 0 < number < 1:
        raise InputError(f"{place}: found {number}; write a number between 0 and 1 such as 1/1000000")
    return number


def whole(value: object, place: str, least: int) -> int:
    """The integer ``value`` >= ``least``. Raises InputError."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{place}: found {value!r}; write an integer from {least}")
    return value


def loss_vector(losses: Sequence[Number], actions: int) -> list[Fraction]:
    """The losses of one round as Fractions; raises InputError unless they are ``actions`` exact numbers in [0, 1]."""
    vector = [exact(loss, f"losses[{j}]") for j, loss in enumerate(losses)]
    if len(vector) != actions:
        raise InputError(f"losses: found {len(vector)} numbers; write one for each of the {actions} actions")
    for j, loss in enumerate(vector):
        if not 0 <= loss <= 1:
            raise InputError(f"losses[{j}]: found {loss}; write a loss between 0 and 1")
    return vector


class Sums:
    """S_j = sum of the losses of action j so far, as tops[j] / scale: K integers and one common denominator.

    Arguments: actions, K >= 1. Guarantee: exact.
    """

    __slots__ = ("scale", "tops")

    def __init__(self, actions: int) -> None:
        self.tops = [0] * actions
        self.scale = 1

    def add(self, vector: Sequence[Fraction]) -> None:
        """Add one loss vector, as `loss_vector` gives it."""
        self._refine(loss.denominator for loss in vector)
        scale = self.scale
        self.tops = [
            top + loss.numerator * (scale // loss.denominator) for top, loss in zip(self.tops, vector, strict=True)
        ]

    def add_total(self, tops: Sequence[int], scale: int) -> None:
        """Add sums that are already known, tops[j] / scale."""
        self._refine([scale])
        factor = self.scale // scale
        self.tops = [mine + top * factor for mine, top in zip(self.tops, tops, strict=True)]

    def clear(self) -> None:
        """Back to sums of 0; the denominator is kept, the next losses are likely to have it too."""
        self.tops = [0] * len(self.tops)

    def _refine(self, denominators: Iterable[int]) -> None:
        new = self.scale
        for denominator in denominators:
            if new % denominator:
                new = new // gcd(new, denominator) * denominator
        if new != self.scale:
            factor, self.scale = new // self.scale, new
            self.tops = [top * factor for top in self.tops]
