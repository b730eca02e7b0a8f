# SPDX-License-Identifier: Apache-2.0
"""Domains: ``[a, b]``, ``(a, b]``, ``(0, oo)``, ``reals``, ``integers``, ``integers >= n``, ``integers [a, b]``.

End points are exact expressions and may name earlier variables. A domain whose rational end points show that it is
empty is refused; one that may be empty for some values of earlier variables is not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from fractions import Fraction

from proofcheck.kernel.statement import Variable
from proofcheck.kernel.term import Term, subterms
from proofcheck.parse.expression import RESERVED, parse_expression
from proofcheck.parse.piece import Piece, split_commas, whole
from proofcheck.parse.tokens import check_name

FORMS = "write [a, b], (a, b], (0, oo), reals, integers >= n or integers [a, b]"
_HALF_LINE = re.compile(r"(>=|<=|>|<)(.*)", re.DOTALL)


def parse_domain(name: str, text: str | Piece, names: Collection[str], where: str = "") -> Variable:
    """The variable ``name`` with the domain written in ``text``, over earlier variables; raises InputError."""
    piece = text if isinstance(text, Piece) else whole(text, where or f"domain of {str(name)[:40]}")
    check_variable(Piece(name, piece.where, piece.column) if isinstance(name, str) else whole(name, piece.where), names)
    kind, rest = ("int", piece.slice(8)) if _starts(piece, "integers") else ("real", piece)
    if kind == "real" and _starts(piece, "reals"):
        rest = piece.slice(5)
        if rest.text:
            raise rest.error(0, f"{rest.near(0)} after reals", "write reals alone, or an interval such as (0, oo)")
    variable = _read(name, kind, rest, names) if rest.text else Variable(name, kind, None, None, True, True)
    _refuse_empty(variable, piece)
    return variable


def check_variable(piece: Piece, names: Collection[str]) -> None:
    """Refuse a name that cannot be declared: no identifier, reserved, or declared before; raises InputError."""
    name = piece.text
    check_name(piece, name, 0)
    if not name.isidentifier():
        raise piece.error(0, f"{name[:40]!r} is no variable name", "write letters, digits and _, such as x or gap_2")
    if len(name) > 60:
        raise piece.error(0, f"the name {name[:20]}... has {len(name)} characters", "write at most 60")
    if name in RESERVED:
        raise piece.error(0, f"{name!r} is a name of the language", "choose another name for the variable")
    if name in names:
        raise piece.error(0, f"the variable {name!r} is declared twice", "choose another name for one of them")


def _starts(piece: Piece, word: str) -> bool:
    return re.match(rf"{word}(?!\w)", piece.text) is not None


def _read(name: str, kind: str, piece: Piece, names: Collection[str]) -> Variable:
    match = _HALF_LINE.match(piece.text)
    if match is None:
        return _interval(name, kind, piece, names)
    if kind == "real":
        raise piece.error(0, f"the domain {piece.near(0)} has no brackets", f"{FORMS} (x >= 0 is [0, oo))")
    end = parse_expression(piece.slice(match.start(2)), names)
    if match[1] in (">=", ">"):
        return Variable(name, kind, end, None, match[1] == ">", True)
    return Variable(name, kind, None, end, True, match[1] == "<")


def _interval(name: str, kind: str, piece: Piece, names: Collection[str]) -> Variable:
    text = piece.text
    if len(text) < 2 or text[0] not in "[(" or text[-1] not in "])":
        comma = "write a comma before 'if'" if re.search(r"\bif\b", text) else FORMS
        raise piece.error(0, f"{piece.near(0)} is no domain", comma)
    ends = split_commas(piece.slice(1, len(text) - 1))
    if len(ends) != 2:
        raise piece.error(0, f"the domain {piece.near(0)} has {len(ends)} ends", "write two, as in [0, 1]")
    opened = (text[0] == "(", text[-1] == ")")
    lower = _end(ends[0], names, "-oo", opened[0])
    upper = _end(ends[1], names, "oo", opened[1])
    return Variable(name, kind, lower, upper, *opened)


def _end(piece: Piece, names: Collection[str], infinity: str, is_open: bool) -> Term | None:
    written = piece.text.replace(" ", "").removeprefix("+")
    if written not in ("oo", "-oo"):
        return parse_expression(piece, names)
    if written != infinity:
        raise piece.error(
            0, f"{written} at the {'upper' if infinity == 'oo' else 'lower'} end", "write -oo first and oo last"
        )
    if not is_open:
        raise piece.error(0, f"{written} inside a closed end", f"write {'oo)' if infinity == 'oo' else '(-oo'}")
    return None


def _refuse_empty(v: Variable, piece: Piece) -> None:
    if v.lower is None or v.upper is None:
        return
    low, high = rational_value(v.lower), rational_value(v.upper)
    if low is None or high is None:
        return
    if v.kind == "int":
        low, high = Fraction(_first(low, v.lower_open)), Fraction(-_first(-high, v.upper_open))
    if low > high or (v.kind == "real" and low == high and (v.lower_open or v.upper_open)):
        raise piece.error(
            0,
            f"the domain {piece.near(0)} of {v.name} is empty",
            "write the smaller end first, and [a, a] for a single point",
        )


def _first(low: Fraction, is_open: bool) -> int:
    """The least integer >= low, or > low."""
    return math.floor(low) + 1 if is_open else math.ceil(low)


def rational_value(root: Term) -> Fraction | None:
    """The value of a term made of numbers, + - * / and small integer powers; None for any other term."""
    done: dict[Term, Fraction | None] = {}
    for node in subterms(root):
        args = [done[child] for child in node.children]
        known = [value for value in args if value is not None]
        if node.op == "num":
            done[node] = node.value
        elif not args or len(known) < len(args):
            done[node] = None
        else:
            done[node] = _arithmetic(node.op, known)
    return done[root]


def _arithmetic(op: str, args: list[Fraction]) -> Fraction | None:
    if max(value.numerator.bit_length() + value.denominator.bit_length() for value in args) > 10_000:
        return None
    if op == "add":
        return sum(args, Fraction(0))
    if op == "mul":
        return math.prod(args, start=Fraction(1)) if len(args) < 100 else None
    if op == "neg":
        return -args[0]
    if op == "div":
        return args[0] / args[1] if args[1] else None
    if op == "pow" and args[1].denominator == 1 and abs(args[1]) <= 64 and (args[0] or args[1] > 0):
        return Fraction(args[0] ** int(args[1]))
    return None
