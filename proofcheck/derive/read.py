# SPDX-License-Identifier: Apache-2.0
"""Text of derivation files to the JSON terms of the kernel: the standard library's syntax trees, with a whitelist.

``sum(j, Large, t)`` and ``sum(m, 0, N, t)`` are sums (N may be oo), ``E(t)`` and ``E(t, m)`` expectations,
``ind(s <= t)`` an indicator; other calls are the kernel's functions, or symbols of the theory.
"""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from typing import Any

from proofcheck.errors import InputError
from proofcheck.kernel.term import BINARY, NARY, UNARY, rational

_OPS = {ast.Add: "add", ast.Mult: "mul", ast.Div: "div", ast.Pow: "pow"}
_RELATIONS = {ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">", ast.Eq: "=="}
_KERNEL = (UNARY | NARY | BINARY) - {"neg", "add", "mul", "div", "pow"}
_INTEGERS = re.compile(r"integers(?:\s*>=\s*(?P<low>.+)|\s*\[(?P<a>[^,]+),(?P<b>.+)\])?")


class Reader:
    """Reads terms; ``names`` are the symbols without arguments, such as sets."""

    def __init__(self, names: set[str], where: str) -> None:
        self.names = names
        self.where = where

    def term(self, text: Any) -> Any:
        """The JSON of a term; raises InputError."""
        return self._term(self._parse(text))

    def relation(self, text: Any) -> list[Any]:
        """The JSON of a relation such as ``a <= b``."""
        node = self._parse(text)
        if not isinstance(node, ast.Compare) or len(node.ops) != 1 or type(node.ops[0]) not in _RELATIONS:
            raise self._error(text, "one relation, <=, <, >=, > or ==, between two terms")
        return [_RELATIONS[type(node.ops[0])], self._term(node.left), self._term(node.comparators[0])]

    def binders(self, table: Any) -> list[dict[str, Any]]:
        """The JSON of ``{m = "integers >= 0", j = "Large"}``."""
        if not isinstance(table, dict):
            raise self._error(table, 'a table such as {m = "integers >= 0", j = "Large"}')
        return [{"name": name, **self._domain(str(text))} for name, text in table.items()]

    def _domain(self, text: str) -> dict[str, Any]:
        found = _INTEGERS.fullmatch(text.strip())
        if found is None:
            return {"in": self.term(text)}
        low, high = found["low"] or found["a"], found["b"]
        ends = {"lower": low and self.term(low), "upper": high and self.term(high)}
        return {key: value for key, value in ends.items() if value is not None}

    def _parse(self, text: Any) -> ast.expr:
        if not isinstance(text, str) or len(text) > 5000:
            raise self._error(text, "a term in quotes")
        try:
            return ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise self._error(text, "a term such as exp(-eta*D(m, j))") from None

    def _error(self, found: Any, wanted: str) -> InputError:
        return InputError(f"{self.where}: found {str(found)[:80]!r}; write {wanted}")

    def _term(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return str(node.value)
        if isinstance(node, ast.Name):
            return node.id if node.id in ("pi", "oo") else ["fn" if node.id in self.names else "var", node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self._term(node.operand)
            return str(-rational(inner)) if isinstance(inner, str) and inner not in ("pi", "oo") else ["neg", inner]
        if isinstance(node, ast.BinOp):
            return self._binary(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._call(node.func.id, node.args)
        raise self._error(ast.unparse(node), "numbers, names, + - * / **, and calls")

    def _binary(self, node: ast.BinOp) -> Any:
        left, right = self._term(node.left), self._term(node.right)
        if isinstance(node.op, ast.Sub):
            return ["add", left, ["neg", right]]
        if type(node.op) not in _OPS:
            raise self._error(ast.unparse(node), "+ - * / **")
        if isinstance(node.op, ast.Div) and all(isinstance(x, str) and x not in ("pi", "oo") for x in (left, right)):
            return str(Fraction(left) / Fraction(right))
        return [_OPS[type(node.op)], left, right]

    def _call(self, name: str, args: list[ast.expr]) -> Any:
        if name == "ind" and len(args) == 1 and isinstance(args[0], ast.Compare):
            op, left, right = self.relation(ast.unparse(args[0]))
            if op == "<=":
                return ["ind", left, right]
        if name == "sum" and len(args) in (3, 4) and isinstance(args[0], ast.Name):
            rest = [self._term(a) for a in args[1:]]
            return ["over" if len(args) == 3 else "series", args[0].id, *rest]
        if name in ("sum", "ind"):
            raise self._error(name, "sum(j, Large, t), sum(m, 0, N, t) or ind(s <= t)")
        inside = [self._term(a) for a in args]
        return [name, *inside] if name in _KERNEL or name == "E" else ["fn", name, *inside]
