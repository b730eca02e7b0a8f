# SPDX-License-Identifier: Apache-2.0
"""Outward-rounded decimal text: a lower end is printed rounded down, an upper end rounded up.

Everything works on exact integers; the text of a ball made by a library is never trusted (it rounds to nearest).
"""

from fractions import Fraction


def _exponent(value: Fraction) -> int:
    """The integer e with 10^e <= value < 10^(e+1), for value > 0. Exact."""
    guess = len(str(value.numerator)) - len(str(value.denominator)) if _short(value) else _bit_guess(value)
    while value < Fraction(10) ** guess:
        guess -= 1
    while value >= Fraction(10) ** (guess + 1):
        guess += 1
    return guess


def _short(value: Fraction) -> bool:
    # Python refuses str() of integers of more than 4300 digits.
    return value.numerator.bit_length() < 10_000 and value.denominator.bit_length() < 10_000


def _bit_guess(value: Fraction) -> int:
    return (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100000


def _layout(mantissa: int, exponent: int, digits: int) -> str:
    """The text of mantissa * 10^(exponent - digits + 1), mantissa of exactly `digits` digits."""
    text = str(mantissa)
    if -6 <= exponent < digits:
        if exponent >= 0:
            whole, rest = text[: exponent + 1], text[exponent + 1 :]
        else:
            whole, rest = "0", "0" * (-exponent - 1) + text
        return f"{whole}.{rest}" if rest else whole
    return f"{text[0]}.{text[1:]}e{exponent}" if digits > 1 else f"{text}e{exponent}"


def decimal(value: Fraction, digits: int, *, up: bool) -> str:
    """Decimal text of `value` to `digits` significant digits, rounded up (towards +oo) or down (towards -oo).

    Arguments: value, any exact rational; digits >= 1. An exact short value is printed as it is ("0.5", "3").
    Guarantee: as an exact decimal, the text is >= value when `up`, <= value otherwise.
    """
    if value == 0:
        return "0"
    if value < 0:
        return "-" + decimal(-value, digits, up=not up)
    exponent = _exponent(value)
    scaled = value * Fraction(10) ** (digits - 1 - exponent)
    mantissa = scaled.numerator // scaled.denominator
    if scaled.denominator == 1:
        return _strip(_layout(mantissa, exponent, digits))
    mantissa += up
    if mantissa == 10**digits:  # rounding up reached the next power of ten
        mantissa, exponent = mantissa // 10, exponent + 1
    return _layout(mantissa, exponent, digits)


def _strip(text: str) -> str:
    # Only exact values lose trailing zeros, so the number of digits shown still tells an exact value from a bound.
    mantissa, mark, exponent = text.partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return mantissa + mark + exponent


def rational(value: Fraction) -> str:
    """Exact text of a rational: "1/8", "3". Guarantee: exact, and read back by the law and epsilon readers."""
    return str(value)
