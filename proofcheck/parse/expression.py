# SPDX-License-Identifier: Apache-2.0
"""Expressions and relations: text to Term and Relation.

Sums and products are flattened to the left (``a + b - c`` is one sum of three), a minus before a number belongs to
the number, a quotient of two integers is a number, and nothing else is rewritten, so that printing a term that was
read and reading it again gives the same term.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from fractions import Fraction

from proofcheck.errors import InputError
from proofcheck.kernel.statement import Relation
from proofcheck.kernel.term import ONE, PI, TWO, UNARY, Term, apply, num, var
from proofcheck.parse.piece import MAX_TEXT, Piece, suggest, whole
from proofcheck.parse.tokens import scan

MAX_NODES = 20_000
MAX_DEPTH = 200
ARC = frozenset({"asin", "acos"})
ONE_ARGUMENT = (UNARY - {"neg"}) | ARC
FUNCTIONS = ONE_ARGUMENT | {"min", "max"}
CONSTANTS = frozenset({"pi", "oo"})
RESERVED = FUNCTIONS | CONSTANTS | {"integers", "reals", "for", "all", "if", "and", "in"}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.LtE: "<=",
    ast.Lt: "<",
    ast.GtE: ">=",
    ast.Gt: ">",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "add",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Pow: "pow",
}
_INSTEAD = {
    "ln": "write log (it is natural)",
    "log2": "write log(x)/log(2)",
    "log10": "write log(x)/log(10)",
    "Abs": "write abs",
    "pow": "write a**b",
    "e": "write exp(1)",
    "E": "write exp(1)",
    "I": "claims are about real numbers",
    "arctan": "write atan",
    "arcsin": "write asin",
    "arccos": "write acos",
    "inf": "write oo, as an end of a domain",
    "infinity": "write oo, as an end of a domain",
    "cbrt": "write x**(1/3), for x >= 0",
    "sign": "write two claims, one for each sign",
    "Rational": "write p/q",
    "Max": "write max",
    "Min": "write min",
    "factorial": "there is no factorial",
}


def parse_expression(text: str | Piece, names: Collection[str], where: str = "expression") -> Term:
    """The term written in ``text`` over the variables ``names``; raises InputError."""
    piece = text if isinstance(text, Piece) else whole(text, where)
    tree = _tree(piece)
    if isinstance(tree, ast.Compare):
        raise piece.error(0, f"a comparison {piece.near(0)} where a number is expected", "write one side of it only")
    return _Reader(piece, names).read(tree)


def parse_relation(text: str | Piece, names: Collection[str], where: str = "goal") -> Relation:
    """The relation (one comparison) written in ``text`` over the variables ``names``; raises InputError."""
    piece = text if isinstance(text, Piece) else whole(text, where)
    tree = _tree(piece)
    if not isinstance(tree, ast.Compare):
        raise piece.error(0, f"no comparison in {piece.near(0)}", "write left <= right (or <, >=, >, ==, !=)")
    if len(tree.ops) > 1:
        second = tree.comparators[0].col_offset
        raise piece.error(second, "a chain of comparisons", "write two claims, a <= b and b <= c")
    op = _COMPARISONS.get(type(tree.ops[0]))
    if op is None:
        raise piece.error(
            0, f"the comparison {type(tree.ops[0]).__name__} in {piece.near(0)}", "write <=, <, >=, >, == or !="
        )
    reader = _Reader(piece, names)
    return Relation(op, reader.read(tree.left), reader.read(tree.comparators[0]))


def _tree(piece: Piece) -> ast.expr:
    if not piece.text or len(piece.text) > MAX_TEXT:
        raise piece.error(0, "nothing is written" if not piece.text else "too much is written", "write an expression")
    scan(piece)
    try:
        return ast.parse(piece.text, mode="eval").body
    except SyntaxError as error:
        offset = min(max((error.offset or 1) - 1, 0), len(piece.text))
        raise _syntax(piece, offset) from None
    except (RecursionError, MemoryError, ValueError):
        raise piece.error(
            0, "the expression is nested too deeply or is too long", "split it into smaller claims"
        ) from None


def _syntax(piece: Piece, offset: int) -> InputError:
    rest = piece.text[offset:].strip()
    if not rest or piece.text[-1] in "+-*/<>=,":
        return piece.error(len(piece.text), "the text ends where a value is expected", "write a number, a name or (")
    return piece.error(offset, f"{piece.near(offset)} does not fit here", "check the operator before it")


class _Reader:
    """Turns one syntax tree into a term; counts nodes and depth; knows the piece for its error messages."""

    def __init__(self, piece: Piece, names: Collection[str]) -> None:
        self.piece, self.names, self.nodes, self.weight = piece, names, 0, 1

    def read(self, node: ast.expr, depth: int = 0) -> Term:
        self.nodes += self.weight
        if depth > MAX_DEPTH or self.nodes > MAX_NODES:
            raise self.error(
                node,
                f"the expression is deeper than {MAX_DEPTH} or has more than {MAX_NODES} parts",
                "split it into smaller claims",
            )
        if isinstance(node, ast.BinOp):
            return self.binary(node, depth)
        if isinstance(node, ast.UnaryOp):
            return self.unary(node, depth)
        if isinstance(node, ast.Constant):
            return self.number(node)
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Call):
            return self.call(node, depth)
        raise self.error(node, *_refusal(node))

    def error(self, node: ast.expr, found: str, instead: str) -> InputError:
        return self.piece.error(node.col_offset, found, instead)

    def binary(self, node: ast.BinOp, depth: int) -> Term:
        op = _BINARY.get(type(node.op))
        if op is None:
            raise self.error(node, f"the operator {type(node.op).__name__}", "write + - * / or **")
        if op in ("add", "mul"):
            return self.spine(node, op, depth)
        left, right = self.read(node.left, depth + 1), self.read(node.right, depth + 1)
        top, bottom = left.value, right.value
        if op == "div" and top is not None and bottom and top.denominator == bottom.denominator == 1:
            return num(top / bottom)
        return apply(op, left, right)

    def spine(self, node: ast.BinOp, op: str, depth: int) -> Term:
        """A sum or product along its left spine, without recursion: thousands of terms are no depth."""
        right: list[tuple[bool, ast.expr]] = []
        first: ast.expr = node
        while isinstance(first, ast.BinOp) and _BINARY.get(type(first.op)) == op:
            right.append((isinstance(first.op, ast.Sub), first.right))
            first = first.left
        args = [self.read(first, depth + 1)]
        for minus, item in reversed(right):
            term = self.read(item, depth + 2)
            args.append(apply("neg", term) if minus else term)
        return apply(op, *args)

    def unary(self, node: ast.UnaryOp, depth: int) -> Term:
        if not isinstance(node.op, ast.USub | ast.UAdd):
            raise self.error(node, f"the operator {type(node.op).__name__}", "write - for a minus sign")
        term = self.read(node.operand, depth + 1)
        if isinstance(node.op, ast.UAdd):
            return term
        return num(-term.value) if term.value is not None else apply("neg", term)

    def number(self, node: ast.Constant) -> Term:
        return num(Fraction(self.piece.text[node.col_offset : node.end_col_offset]))

    def name(self, node: ast.Name) -> Term:
        if node.id in self.names:
            return var(node.id)
        if node.id == "pi":
            return PI
        if node.id == "oo":
            raise self.error(
                node, "oo stands inside an expression", "write oo only as a whole end of a domain, as in (0, oo)"
            )
        if node.id in FUNCTIONS:
            raise self.error(node, f"the function {node.id} has no argument", f"write {node.id}(...)")
        declared = ", ".join(sorted(self.names)) or "none"
        hint = suggest(node.id, {*self.names, "pi"})
        raise self.error(
            node,
            f"unknown name {node.id[:40]!r}{hint}",
            _INSTEAD.get(
                node.id, f"declare it as in 'for all {node.id[:20]} in [0, 1]'; variables here: {declared[:80]}"
            ),
        )

    def call(self, node: ast.Call, depth: int) -> Term:
        if not isinstance(node.func, ast.Name):
            raise self.error(node, "a bracket follows a value", "write * for a product, as in 2*(x + 1)")
        name = node.func.id
        if name in self.names:
            raise self.error(
                node, f"{name[:40]!r} is a variable and is followed by a bracket", f"write {name[:40]}*(...)"
            )
        if name not in FUNCTIONS:
            hint = suggest(name, FUNCTIONS)
            raise self.error(
                node,
                f"unknown function {name[:40]!r}{hint}",
                _INSTEAD.get(name, f"known functions: {', '.join(sorted(FUNCTIONS))}"),
            )
        count = len(node.args)
        if node.keywords or (count != 1 if name in ONE_ARGUMENT else count < 2):
            wants = "one argument" if name in ONE_ARGUMENT else "two or more arguments"
            hint = "; for another base, log(x)/log(b)" if name == "log" else ""
            raise self.error(node, f"{name} is given {count + len(node.keywords)} arguments", f"write {wants}{hint}")
        return self.function(name, node.args, depth)

    def function(self, name: str, items: list[ast.expr], depth: int) -> Term:
        """The application; asin and acos write their argument twice, so what stands inside them counts twice."""
        if name not in ARC:
            return apply(name, *(self.read(item, depth + 1) for item in items))
        self.weight *= 2
        term = arc(name, self.read(items[0], depth + 8))
        self.weight //= 2
        return term


def arc(name: str, x: Term) -> Term:
    """On [-1, 1]: asin(x) = 2*atan(x/(1 + sqrt(1 - x**2))) and acos(x) = pi/2 - asin(x)."""
    root = apply("sqrt", apply("add", ONE, apply("neg", apply("pow", x, TWO))))
    arcsine = apply("mul", TWO, apply("atan", apply("div", x, apply("add", ONE, root))))
    return arcsine if name == "asin" else apply("add", apply("div", PI, TWO), apply("neg", arcsine))


def _refusal(node: ast.expr) -> tuple[str, str]:
    if isinstance(node, ast.Compare):
        return "a comparison inside an expression", "write one comparison, at the top"
    if isinstance(node, ast.Tuple):
        return "a comma outside a function", "write one expression"
    return f"the Python construct {type(node).__name__}", "write numbers, names, + - * / ** and known functions"
