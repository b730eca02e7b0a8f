# SPDX-License-Identifier: Apache-2.0
"""The exact term language: what a claim may say, its JSON form, its text form.

A term denotes a partial real function of its variables. Numbers are exact rationals; there are no floats.

=============  =====================================================================
operation      meaning
=============  =====================================================================
num, var, pi   a rational constant, a variable, the circle constant
add, mul       sum and product of two or more terms
neg, div       negation, quotient (defined where the divisor is not 0)
pow            power: integer exponent; else base > 0, or base = 0 and exponent > 0
exp, log       natural exponential and logarithm (argument > 0)
sqrt           square root (argument >= 0)
sin, cos, tan  (tan: where the cosine is not 0), atan, sinh, cosh, tanh
abs, min, max  piecewise linear;  floor, ceil: piecewise constant
xlogx          x*log(x) on x > 0, continued by 0 at x = 0
=============  =====================================================================
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from proofcheck.kernel.verdict import Rejected

UNARY = frozenset({"neg", "exp", "log", "sqrt", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "abs",
                   "floor", "ceil", "xlogx"})
BINARY = frozenset({"div", "pow"})
NARY = frozenset({"add", "mul", "min", "max"})
RESERVED = (UNARY - {"neg"}) | {"min", "max", "pi", "oo", "integers", "reals", "for", "all", "if", "and", "in"}
MAX_SIZE = 1_000_000
MAX_DEPTH = 400
MAX_DIGITS = 4_000
_REMEMBERED = 2_000


class Term:
    """An immutable expression tree, compared by structure.

    ``op`` is an operation of the table above; ``args`` are terms, except for ``num`` (one Fraction) and ``var`` (one
    name). ``size`` counts the nodes of the written-out tree, which bounds the cost of comparing and printing the term.
    """

    __slots__ = ("_hash", "_order", "args", "op", "size")

    def __init__(self, op: str, args: tuple[Any, ...]) -> None:
        self.op = op
        self.args = args
        self._hash = hash((op, args))
        self._order: tuple[Term, ...] | None = None  # filled by subterms(); a pure function of the term
        self.size = 1
        if op not in ("num", "var"):
            for child in args:
                self.size += child.size
            if self.size > MAX_SIZE:
                raise Rejected("term", f"a term has more than {MAX_SIZE} nodes")

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Term) or self._hash != other._hash:
            return False
        return self.op == other.op and self.args == other.args

    def __repr__(self) -> str:
        return f"<{to_text(self)}>"

    def __reduce__(self) -> tuple[type[Term], tuple[str, tuple[Any, ...]]]:
        """Pickle without the hash, which differs from process to process."""
        return Term, (self.op, self.args)

    @property
    def children(self) -> tuple[Term, ...]:
        """The sub-terms; empty for num, var and pi."""
        return () if self.op in ("num", "var") else self.args

    @property
    def value(self) -> Fraction | None:
        """The rational value of a literal number, else None."""
        if self.op == "num":
            number: Fraction = self.args[0]
            return number
        return None


PI = Term("pi", ())


def num(value: int | Fraction) -> Term:
    """The rational constant ``value``."""
    return Term("num", (Fraction(value),))


ZERO, ONE, MINUS_ONE, TWO, HALF = num(0), num(1), num(-1), num(2), num(Fraction(1, 2))


def var(name: str) -> Term:
    """The variable called ``name``."""
    return Term("var", (name,))


def apply(op: str, *args: Term) -> Term:
    """The term ``op(args)`` exactly as given; raises Rejected when the number of arguments does not fit."""
    fits = len(args) == 1 if op in UNARY else len(args) == 2 if op in BINARY else op in NARY and len(args) >= 1
    if not fits:
        raise Rejected("term", f"{op} does not take {len(args)} arguments")
    return Term(op, args)


def is_name(text: Any) -> bool:
    """Whether a variable may have this name: an ASCII identifier that is no word of the claim language."""
    return isinstance(text, str) and text.isascii() and text.isidentifier() and text not in RESERVED


def subterms(root: Term) -> tuple[Term, ...]:
    """Every distinct sub-term once, children before parents (so that a fold needs no recursion)."""
    if root._order is None:
        seen: dict[Term, None] = {}
        stack: list[tuple[Term, bool]] = [(root, False)]
        while stack:
            node, ready = stack.pop()
            if node in seen:
                continue
            if ready:
                seen[node] = None
            else:
                stack.append((node, True))
                stack.extend((child, False) for child in node.children if child not in seen)
        if len(seen) > _REMEMBERED:  # Remembering all of a large term in each of its parts would fill the memory.
            return tuple(seen)
        root._order = tuple(seen)
    return root._order


def variables(root: Term) -> frozenset[str]:
    """The names of the variables that occur in a term."""
    return frozenset(node.args[0] for node in subterms(root) if node.op == "var")


def substitute(root: Term, values: Mapping[str, Term]) -> Term:
    """The term with every variable named in ``values`` replaced, all at once."""
    done: dict[Term, Term] = {}
    for node in subterms(root):
        if node.op == "var":
            done[node] = values.get(node.args[0], node)
        elif node.op == "num" or not node.args:
            done[node] = node
        else:
            args = tuple(done[child] for child in node.args)
            done[node] = node if args == node.args else Term(node.op, args)
    return done[root]


def replace(root: Term, old: Term, new: Term) -> Term:
    """The term with every occurrence of the sub-term ``old`` replaced by ``new``."""
    done: dict[Term, Term] = {}
    for node in subterms(root):
        if node == old:
            done[node] = new
        elif node.children:
            done[node] = Term(node.op, tuple(done[child] for child in node.args))
        else:
            done[node] = node
    return done[root]


# --- JSON ---------------------------------------------------------------------------------------------------------

def to_json(root: Term) -> Any:
    """Prefix form: a number is a string "p/q", pi is "pi", a variable ["var", name], else [op, argument...]."""
    if root.op == "num":
        return str(root.args[0])
    if root.op == "pi":
        return "pi"
    if root.op == "var":
        return ["var", root.args[0]]
    return [root.op, *(to_json(child) for child in root.args)]


def from_json(data: Any, depth: int = 0) -> Term:
    """Inverse of to_json; raises Rejected for anything else (floats, unknown operations, too deep)."""
    if depth > MAX_DEPTH:
        raise Rejected("term", f"a term is nested deeper than {MAX_DEPTH}")
    if isinstance(data, str):
        return PI if data == "pi" else num(rational(data))
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise Rejected("term", f"expected a term, found {str(data)[:60]!r}")
    if data[0] == "var":
        if len(data) != 2 or not is_name(data[1]):
            raise Rejected("term", f"expected [\"var\", name], found {str(data)[:60]!r}")
        return var(data[1])
    return apply(data[0], *(from_json(item, depth + 1) for item in data[1:]))


def rational(text: Any) -> Fraction:
    """The Fraction written "p" or "p/q" in decimal digits; raises Rejected for anything else."""
    if not isinstance(text, str) or len(text) > MAX_DIGITS:
        raise Rejected("term", f"expected an exact rational such as \"1/2\", found {str(text)[:40]!r}")
    top, slash, bottom = text.partition("/")
    digits = top.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or (slash and not (bottom.isascii() and bottom.isdigit())):
        raise Rejected("term", f"expected an exact rational such as \"1/2\", found {text[:40]!r}")
    if slash and int(bottom) == 0:
        raise Rejected("term", f"the rational {text[:40]!r} has denominator 0")
    return Fraction(int(top), int(bottom) if slash else 1)


def digest(data: Any) -> str:
    """SHA-256 of the canonical bytes (JSON, sorted keys, no spaces, ASCII) of a JSON value."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


# --- text ---------------------------------------------------------------------------------------------------------

_LEVEL = {"add": 1, "mul": 2, "div": 2, "neg": 2, "pow": 4}


def to_text(root: Term) -> str:
    """The term in the input syntax of claims: reading it back gives an equal function."""
    done: dict[Term, str] = {}
    for node in subterms(root):
        done[node] = _text(node, done)
    return done[root]


def _level(node: Term) -> int:
    if node.op == "num":
        value: Fraction = node.args[0]
        return 2 if value.denominator != 1 or value < 0 else 5
    return _LEVEL.get(node.op, 5)


def _text(node: Term, done: Mapping[Term, str]) -> str:
    def put(child: Term, level: int) -> str:
        return done[child] if _level(child) >= level else f"({done[child]})"

    if node.op in ("num", "var"):
        return str(node.args[0])
    if node.op == "pi":
        return "pi"
    if node.op == "add":
        return _sum_text(node, put)
    if node.op == "mul":
        return "*".join(put(child, 3 if k else 2) for k, child in enumerate(node.args))
    if node.op == "div":
        return f"{put(node.args[0], 2)}/{put(node.args[1], 3)}"
    if node.op == "neg":
        return f"-{put(node.args[0], 3)}"
    if node.op == "pow":
        return f"{put(node.args[0], 5)}**{put(node.args[1], 5)}"
    inside = ", ".join(done[child] for child in node.args)
    return f"{node.op}({inside})"


def _sum_text(node: Term, put: Callable[[Term, int], str]) -> str:
    text = put(node.args[0], 1)
    for child in node.args[1:]:
        sign, term = ("-", put(child.args[0], 2)) if child.op == "neg" else ("+", put(child, 2))
        text += f" {sign} ({term})" if term.startswith("-") else f" {sign} {term}"
    return text
