# SPDX-License-Identifier: Apache-2.0
"""Enclosures [lower, upper] with exact rational ends, and the one door between Arb balls and them.

Arb's comparisons can all be False at once and its text is not rounded outward, so balls never leave the function
that made them: they are turned into exact dyadic ends here, and every decision is made on fractions.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

import flint

from proofcheck.exact.render import decimal


@contextmanager
def workprec(bits: int) -> Iterator[None]:
    """Arb's working precision set to `bits` inside the block and restored after it (also when it raises)."""
    saved = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = saved


def ball(value: Fraction | int) -> flint.arb:
    """A ball containing the exact rational `value`. Guarantee: encloses, at the current precision."""
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def _dyadic(end: flint.arb) -> Fraction:
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


@dataclass(frozen=True)
class Enclosure:
    """The set [lower, upper], sure to contain the value it stands for; lower <= upper, both exact rationals."""

    lower: Fraction
    upper: Fraction

    def __post_init__(self) -> None:
        if self.lower > self.upper:
            raise ValueError(f"empty enclosure [{self.lower}, {self.upper}]")

    @staticmethod
    def of(value: Fraction | int) -> "Enclosure":
        """The single point `value`."""
        return Enclosure(Fraction(value), Fraction(value))

    @staticmethod
    def from_ball(number: flint.arb) -> "Enclosure":
        """The exact dyadic ends of a finite ball. Guarantee: encloses. Raises ArithmeticError for an infinite one."""
        if not number.is_finite():
            raise ArithmeticError(f"not a finite ball: {number!r}")
        return Enclosure(_dyadic(number.lower()), _dyadic(number.upper()))

    def __add__(self, other: "Enclosure") -> "Enclosure":
        return Enclosure(self.lower + other.lower, self.upper + other.upper)

    def times(self, factor: Fraction | int) -> "Enclosure":
        """The enclosure of factor * value, for factor >= 0."""
        if factor < 0:
            raise ValueError("Enclosure.times needs a factor >= 0")
        return Enclosure(self.lower * factor, self.upper * factor)

    def widened(self, extra: Fraction) -> "Enclosure":
        """[lower, upper + extra]: the value may be larger by an unknown amount between 0 and extra."""
        return Enclosure(self.lower, self.upper + extra)

    @property
    def width(self) -> Fraction:
        """upper - lower. Exact."""
        return self.upper - self.lower

    def digits(self, most: int) -> int:
        """The largest d <= most with upper - lower <= 10^-d * ``|value|`` for every value inside; 0 if none. Exact."""
        least = max(self.lower, -self.upper, Fraction(0))
        if self.width == 0:
            return most
        count = 0
        while count < most and self.width * 10 ** (count + 1) <= least:
            count += 1
        return count

    def shown(self, digits: int) -> tuple[str, str]:
        """Decimal texts of both ends, rounded outward to `digits` significant digits."""
        return decimal(self.lower, digits, up=False), decimal(self.upper, digits, up=True)

    def trimmed(self, bits: int) -> "Enclosure":
        """The same set widened to ends that are multiples of 2^-bits: keeps long sums of fractions short."""
        scale = 1 << bits
        low = self.lower.numerator * scale // self.lower.denominator
        high = -(-self.upper.numerator * scale // self.upper.denominator)
        return Enclosure(Fraction(low, scale), Fraction(high, scale))


def enclose(compute: Callable[[], flint.arb], bits: int) -> Enclosure:
    """The enclosure of what `compute` returns when run at `bits` bits. Guarantee: encloses, if `compute` does."""
    with workprec(bits):
        return Enclosure.from_ball(compute())
