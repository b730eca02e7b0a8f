# SPDX-License-Identifier: Apache-2.0
"""Numbers for the evaluation of terms: exact fractions, and the kernel's enclosures where exp, log or a root comes in.

No float: a comparison of fractions is exact, one with an enclosure is certain or says so (None).
"""

import math
from fractions import Fraction

from proofcheck.kernel import elementary as el
from proofcheck.kernel import interval as iv
from proofcheck.kernel.interval import Interval

PRECISION = 80
_CERTAIN = {"exp": {0: 1}, "log": {1: 0}, "xlogx": {0: 0, 1: 0}, "sqrt": {0: 0, 1: 1}}
_RATIONAL = {
    "neg": lambda x: -x, "abs": abs, "min": min, "max": max, "div": lambda x, y: x / y,
    "add": lambda *a: sum(a, Fraction(0)), "mul": lambda *a: math.prod(a, start=Fraction(1)),
    "floor": lambda x: Fraction(math.floor(x)), "ceil": lambda x: Fraction(math.ceil(x)),
}
_ONE = {"exp": el.exp, "log": el.log, "sqrt": iv.sqrt, "xlogx": el.xlogx}
_FREE = {"neg": iv.neg, "abs": iv.absolute, "floor": iv.floor, "ceil": iv.ceil}
_TWO = {"add": iv.add, "mul": iv.mul, "div": iv.div, "pow": el.general_power}


def interval(x):
    """The enclosure of a number."""
    return x if isinstance(x, Interval) else iv.from_fraction(Fraction(x), PRECISION)


def apply(op, *args):
    """A function of the kernel at numbers: a fraction where that is exact, else an enclosure."""
    if all(isinstance(a, Fraction) for a in args):
        if op in _RATIONAL:
            return _RATIONAL[op](*args)
        if op == "pow" and args[1].denominator == 1:
            return args[0] ** int(args[1])
        if args[0] in _CERTAIN.get(op, {}):
            return Fraction(_CERTAIN[op][args[0]])
    if op == "pow" and isinstance(args[1], Fraction) and args[1].denominator == 1:
        return _tidy(iv.power(interval(args[0]), int(args[1]), PRECISION))
    parts = [interval(a) for a in args]
    if op in _FREE:
        return _tidy(_FREE[op](parts[0]))
    if op in _ONE:
        return _tidy(_ONE[op](parts[0], PRECISION))
    found = parts[0]
    for other in parts[1:]:
        pick = {"min": iv.minimum, "max": iv.maximum}.get(op)
        found = pick(found, other) if pick else _TWO[op](found, other, PRECISION)
    return _tidy(found)


def _tidy(x):
    """A fraction for an enclosure of one point."""
    return iv.lower_fraction(x) if None not in (x.lo, x.hi) and iv.compare(x.lo, x.hi) == 0 else x


def compare(op, a, b):
    """Whether a op b holds, op one of <=, <, ==: True, False, or None where the enclosures overlap."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a <= b if op == "<=" else a < b if op == "<" else a == b
    gap = iv.sub(interval(b), interval(a), PRECISION)
    if op == "==":
        return False if iv.is_positive(gap) or iv.is_negative(gap) else None
    if iv.is_positive(gap) or (op == "<=" and iv.is_nonnegative(gap)):
        return True
    return False if iv.is_negative(gap) or (op == "<" and iv.is_nonpositive(gap)) else None
