# SPDX-License-Identifier: Apache-2.0
"""Enclosures and signs of terms over a box.

They speak of the points of the region where the term is defined: the enclosure contains its value there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from proofcheck.kernel import elementary as el
from proofcheck.kernel import interval as iv
from proofcheck.kernel.calculus import constant_value
from proofcheck.kernel.interval import Interval
from proofcheck.kernel.term import Term, subterms

NEG, ZER, POS = 1, 2, 4
"""Sign sets are bit masks of these: POS | ZER reads "non-negative"."""

Box = Mapping[str, Interval]

_ONE_ARG: dict[str, Callable[..., Interval]] = {
    "exp": el.exp, "log": el.log, "sqrt": iv.sqrt, "sin": el.sin, "cos": el.cos, "tan": el.tan, "atan": el.atan,
    "sinh": el.sinh, "cosh": el.cosh, "tanh": el.tanh, "xlogx": el.xlogx,
}
_EXACT: dict[str, Callable[[Interval], Interval]] = {
    "neg": iv.neg, "abs": iv.absolute, "floor": iv.floor, "ceil": iv.ceil,
}
_FOLD: dict[str, Callable[..., Interval]] = {"add": iv.add, "mul": iv.mul}


class Program:
    """A term as a straight line of steps, built once and run on many boxes."""

    def __init__(self, term: Term) -> None:
        self.nodes = list(subterms(term))
        place = {node: k for k, node in enumerate(self.nodes)}
        self.steps = [(node.op, tuple(place[child] for child in node.children), node) for node in self.nodes]

    def run(self, box: Box, precision: int) -> list[Interval]:
        """An enclosure of every sub-term over the box, in the order of ``nodes``; raises interval.Undefined."""
        values: list[Interval] = []
        for op, places, node in self.steps:
            values.append(_step(op, [values[k] for k in places], node, box, precision))
        return values


def _step(op: str, args: list[Interval], node: Term, box: Box, p: int) -> Interval:
    if op == "num":
        return iv.from_fraction(node.args[0], p)
    if op == "var":
        return box[node.args[0]]
    if op in _FOLD:
        total = args[0]
        for item in args[1:]:
            total = _FOLD[op](total, item, p)
        return total
    if op == "pow":
        return _power(args, node, p)
    if op == "div":
        return iv.div(args[0], args[1], p)
    if op in _EXACT:
        return _EXACT[op](args[0])
    if op in _ONE_ARG:
        return _ONE_ARG[op](args[0], p)
    if op == "pi":
        return el.pi(p)
    total = args[0]
    for item in args[1:]:
        total = iv.minimum(total, item) if op == "min" else iv.maximum(total, item)
    return total


def _power(args: list[Interval], node: Term, p: int) -> Interval:
    fixed = constant_value(node.args[1])
    if fixed is not None and fixed.denominator == 1:
        return iv.power(args[0], int(fixed), p)
    if fixed is not None and fixed.denominator == 2:
        return iv.power(iv.sqrt(args[0], p), int(fixed.numerator), p)
    return el.general_power(args[0], args[1], p)


def enclosure(term: Term, box: Box, precision: int) -> Interval:
    """An interval that contains the value of the term at every point of the box where it is defined."""
    return Program(term).run(box, precision)[-1]


def interval_sign(value: Interval) -> int:
    """The signs that members of an interval can have."""
    if iv.is_positive(value):
        return POS
    if iv.is_negative(value):
        return NEG
    low = NEG if not iv.is_nonnegative(value) else 0
    high = POS if not iv.is_nonpositive(value) else 0
    return low | ZER | high


def sign(program: Program, box: Box, precision: int, known: Callable[[Term], int]) -> int:
    """The signs that the program's term can have on the region.

    ``known`` gives the signs allowed for a sub-term by the region itself (open ends, facts); each node's set is cut by
    its enclosure, by ``known``, and by the sign rule of its operation.
    """
    signs: list[int] = []
    for (op, places, node), value in zip(program.steps, program.run(box, precision), strict=True):
        mask = interval_sign(value) & known(node)
        if mask not in (POS, NEG, ZER):
            mask &= _SIGN_RULES.get(op, _any_sign)([signs[k] for k in places], node)
        signs.append(mask)
    return signs[-1]


def _any_sign(args: list[int], node: Term) -> int:
    return NEG | ZER | POS


def _sum_sign(args: list[int], node: Term) -> int:
    union = 0
    for mask in args:
        union |= mask
    if union & NEG and union & POS:
        return NEG | ZER | POS
    strict = any(not mask & ZER for mask in args)
    return union & ~ZER if strict else union


def _product_sign(args: list[int], node: Term) -> int:
    result = POS
    for mask in args:
        result = multiply(result, mask)
    return result


def multiply(a: int, b: int) -> int:
    """The signs of a product of two terms with these signs."""
    zero = (a | b) & ZER
    positive = POS if (a & POS and b & POS) or (a & NEG and b & NEG) else 0
    negative = NEG if (a & POS and b & NEG) or (a & NEG and b & POS) else 0
    return zero | positive | negative


def _flip(args: list[int], node: Term) -> int:
    return multiply(args[0], NEG)


def _quotient_sign(args: list[int], node: Term) -> int:
    return multiply(args[0], args[1] & ~ZER)


def _power_sign(args: list[int], node: Term) -> int:
    fixed = constant_value(node.args[1])
    if fixed is None or fixed.denominator != 1:
        return POS | (args[0] & ZER)
    if fixed == 0:
        return POS
    base = args[0] & ~ZER if fixed < 0 else args[0]
    return multiply(base, base) & ~NEG if fixed % 2 == 0 else base


def _same(args: list[int], node: Term) -> int:
    return args[0]


def _positive(args: list[int], node: Term) -> int:
    return POS


def _magnitude(args: list[int], node: Term) -> int:
    return (POS if args[0] & (NEG | POS) else 0) | (args[0] & ZER)


def _extreme(args: list[int], node: Term) -> int:
    """One positive side makes a maximum positive, one negative side a minimum negative; likewise for >= 0 and <= 0."""
    wins, loses = (POS, NEG) if node.op == "max" else (NEG, POS)
    if wins in args:
        return wins
    union = 0
    for mask in args:
        union |= mask
    return union & ~loses if any(not mask & loses for mask in args) else union


_SIGN_RULES: dict[str, Callable[[list[int], Term], int]] = {
    "add": _sum_sign, "mul": _product_sign, "neg": _flip, "div": _quotient_sign, "pow": _power_sign,
    "exp": _positive, "cosh": _positive, "sqrt": _magnitude, "abs": _magnitude, "atan": _same, "sinh": _same,
    "tanh": _same, "min": _extreme, "max": _extreme,
}


ALLOWED = {">=": ZER | POS, ">": POS, "==": ZER, "!=": NEG | POS}
"""The signs that satisfy ``relation 0``."""


def meets(mask: int, relation: str) -> bool:
    """Whether every sign of the mask satisfies ``relation 0``."""
    return not mask & ~ALLOWED[relation]


def fails(mask: int, relation: str) -> bool:
    """Whether no sign of the mask satisfies ``relation 0``."""
    return not mask & ALLOWED[relation]
