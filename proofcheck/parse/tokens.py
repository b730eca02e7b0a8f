# SPDX-License-Identifier: Apache-2.0
"""A first pass over the characters of an expression: refuses by name whatever no claim may contain.

After it only numbers, names, + - * / ** comparisons, round brackets and commas are left, balanced, and not deep; so
the second pass (``ast``) meets no string, attribute, subscript, keyword or comment, and cannot run out of stack.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from proofcheck.parse.piece import Piece

MAX_BRACKETS = 100
MAX_LITERAL = 1_000
MAX_EXPONENT = 1_000

_TOKEN = re.compile(
    r"""(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    |(?P<name>[^\W\d]\w*)|(?P<op>\*\*|<=|>=|==|!=|[-+*/<>(),])|(?P<space>[ ]+)|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)

_INSTEAD = {
    "^": "write ** for a power",
    "=": "write == for equality, or <= or >=",
    "%": "write a - b*floor(a/b)",
    "//": "write floor(a/b)",
    ".": "write a number with digits; attributes cannot be used in a claim",
    "[": "write round brackets; subscripts cannot be used in a claim",
    "]": "write round brackets",
    '"': "strings cannot be used in a claim",
    "'": "strings cannot be used in a claim",
    "!": "write != for 'not equal'; there is no factorial",
    "#": "comments cannot be used in a claim",
    ":": "a claim has one colon, between the domain and the goal",
    "|": "write abs(x) for the absolute value",
    "\u2264": "write <=",
    "\u2265": "write >=",
    "\u2212": "write -",
    "\u00b7": "write *",
    "\u00d7": "write *",
    "\u2260": "write !=",
    "\u221e": "write oo, as an end of a domain",
    "\u00b2": "write **2",
    "\u221a": "write sqrt(x)",
    "{": "write round brackets",
    "}": "write round brackets",
    ";": "write one claim at a time",
    "@": "write * for a product",
    "&": "write 'and' between hypotheses",
}
_WORDS = {
    "and": "write two claims, or put conditions after 'if'",
    "or": "write two claims",
    "if": "write the conditions before the goal: for all ..., if ...: goal",
    "lambda": "functions cannot be defined in a claim (as a variable name, write lam)",
    "in": "write the domain before the goal: for all x in [0, 1]: goal",
}


def scan(piece: Piece) -> None:
    """Check every token of an expression or relation; raises InputError at the first that a claim may not contain."""
    opened: list[int] = []
    for kind, text, offset in _tokens(piece):
        if kind == "number":
            _check_number(piece, text, offset)
        elif kind == "name":
            check_name(piece, text, offset)
        elif kind == "other":
            raise piece.error(
                offset, f"the character {_shown(piece, offset)} has no meaning here", _instead(piece, offset)
            )
        elif text in "()":
            _bracket(piece, text, offset, opened)
    if opened:
        raise piece.error(opened[-1], f"the bracket opened at {piece.near(opened[-1])} is never closed", "write )")


def check_name(piece: Piece, name: str, offset: int) -> None:
    """Refuse what can be no name of a claim: not ASCII, two leading underscores, a reserved word; raises InputError."""
    if not name.isascii():
        raise piece.error(offset, f"the name {name[:40]!r} is not ASCII", "write it in the letters a-z, such as eta")
    if name.startswith("__"):
        raise piece.error(
            offset, f"the name {name[:40]!r} starts with two underscores", "rename it; no Python can be run here"
        )
    if keyword.iskeyword(name):
        raise piece.error(
            offset, f"{name!r} is a reserved word", _WORDS.get(name, "write an expression, or rename the variable")
        )


def _tokens(piece: Piece) -> Iterator[tuple[str, str, int]]:
    after_value = False
    for match in _TOKEN.finditer(piece.text):
        kind, text = str(match.lastgroup), match.group()
        if kind == "space":
            continue
        if after_value and kind in ("number", "name"):
            raise piece.error(
                match.start(), f"an operator is missing before {piece.near(match.start())}", _missing(text)
            )
        after_value = kind in ("number", "name") or text == ")"
        yield kind, text, match.start()


def _missing(text: str) -> str:
    return (
        f"write * for a product, as in 2*{text[:20]}"
        if not keyword.iskeyword(text)
        else _WORDS.get(text, "write * for a product")
    )


def _shown(piece: Piece, offset: int) -> str:
    return "'//'" if piece.text[offset : offset + 2] == "//" else ascii(piece.text[offset])


def _instead(piece: Piece, offset: int) -> str:
    char = piece.text[offset]
    return _INSTEAD.get(char, "write only numbers, names, + - * / ** < <= > >= == != ( ) and commas")


def _check_number(piece: Piece, text: str, offset: int) -> None:
    exponent = re.split("[eE]", text)[1:]
    if len(text) > MAX_LITERAL or (exponent and (len(exponent[0]) > 6 or abs(int(exponent[0])) > MAX_EXPONENT)):
        raise piece.error(
            offset,
            f"the number {text[:20]}... is too long ({len(text)} characters)",
            f"write at most {MAX_LITERAL} digits and an exponent of at most {MAX_EXPONENT}",
        )


def _bracket(piece: Piece, text: str, offset: int, opened: list[int]) -> None:
    if text == "(":
        opened.append(offset)
        if len(opened) > MAX_BRACKETS:
            raise piece.error(offset, f"brackets are nested deeper than {MAX_BRACKETS}", "write a flatter expression")
    elif not opened:
        raise piece.error(offset, "this ) closes nothing", "remove it, or write the ( it belongs to")
    else:
        opened.pop()
