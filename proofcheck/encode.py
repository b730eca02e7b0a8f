# SPDX-License-Identifier: Apache-2.0
"""SymPy expressions to kernel terms and back: a whitelist, exact numbers only.

SymPy evaluates before we see anything (x/x is already 1): where definedness matters, write the claim as text. SymPy is
imported only inside these functions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping
from fractions import Fraction
from typing import Any

from proofcheck.errors import InputError
from proofcheck.kernel.term import ONE, PI, Term, apply, num, subterms, var
from proofcheck.parse.domain import check_variable
from proofcheck.parse.expression import ARC, arc
from proofcheck.parse.piece import Piece, suggest

MAX_DEPTH = 200
MAX_POWER_BITS = 100_000
_HEADS = {
    "exp": "exp",
    "log": "log",
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "atan": "atan",
    "sinh": "sinh",
    "cosh": "cosh",
    "tanh": "tanh",
    "Abs": "abs",
    "floor": "floor",
    "ceiling": "ceil",
    "Min": "min",
    "Max": "max",
    "Add": "add",
    "asin": "asin",
    "acos": "acos",
}


def encode(
    expression: Any,
    names: Collection[str] | None = None,
    symbols: MutableMapping[str, Any] | None = None,
    where: str = "expression",
) -> Term:
    """The kernel term of a SymPy expression.

    ``names``: the variables allowed (None: any). ``symbols`` remembers the symbol seen under each name, across the
    parts of one claim. Raises InputError for floats, relationals, unknown heads, infinities, complex numbers, and two
    different symbols of one name. Guarantee: equal in value wherever the expression is real and defined.
    """
    if isinstance(expression, float):
        raise _float(expression, where)
    if isinstance(expression, int | Fraction) and not isinstance(expression, bool):
        return num(expression)
    from sympy import Basic

    if not isinstance(expression, Basic):
        raise InputError(
            f"{where}: found {str(expression)[:40]!r} of type {type(expression).__name__}; "
            "write a SymPy expression, a whole number, a Fraction or a text"
        )
    return _Encoder(names, {} if symbols is None else symbols, where).term(expression, 0)


def symbol_name(symbol: Any, symbols: MutableMapping[str, Any], where: str) -> str:
    """The name of a plain SymPy symbol; raises InputError for anything else and for a second symbol of that name."""
    from sympy import Dummy, Symbol

    if not isinstance(symbol, Symbol) or isinstance(symbol, Dummy):
        raise InputError(
            f"{where}: found {str(symbol)[:40]!r} of type {type(symbol).__name__}; write a Symbol or its name"
        )
    name = str(symbol.name)
    check_variable(Piece(name, where), ())
    if symbols.setdefault(name, symbol) != symbol:
        raise InputError(
            f"{where}: two different symbols are called {name[:40]!r} (their assumptions differ); "
            "use one Symbol, the domain is part of the claim"
        )
    return name


def _float(value: Any, where: str) -> InputError:
    try:
        exact = Fraction(str(value))
    except (ValueError, OverflowError):
        return InputError(f"{where}: found the float {value}; write an exact real number")
    instead = (
        f"Rational({exact.numerator}, {exact.denominator})" if exact.denominator != 1 else f"Integer({exact.numerator})"
    )
    return InputError(f"{where}: found the float {str(value)[:40]}, which is not exact; write {instead[:200]}")


class _Encoder:
    """One pass over one expression."""

    def __init__(self, names: Collection[str] | None, symbols: MutableMapping[str, Any], where: str) -> None:
        self.names, self.symbols, self.where = names, symbols, where

    def term(self, e: Any, depth: int) -> Term:
        if depth > MAX_DEPTH:
            raise InputError(
                f"{self.where}: the expression is nested deeper than {MAX_DEPTH}; split it into smaller claims"
            )
        if e.is_Symbol:
            return self.symbol(e)
        if e.is_Float:
            raise _float(e, self.where)
        if e.is_Rational:
            return num(Fraction(int(e.p), int(e.q)))
        if e.is_Mul:
            return self.product(e, depth)
        if e.is_Pow:
            return self.power(e.base, e.exp, depth)
        return self.other(e, depth)

    def symbol(self, e: Any) -> Term:
        name = symbol_name(e, self.symbols, self.where)
        if self.names is not None and name not in self.names:
            raise InputError(
                f"{self.where}: unknown name {name[:40]!r}{suggest(name, self.names)}; give its domain in given={{...}}"
            )
        return var(name)

    def product(self, e: Any, depth: int) -> Term:
        """-p/q*x*y**-2 as -(p*x)/(q*y**2): the sign outside, factors with a negative rational exponent below."""
        number, rest = e.as_coeff_Mul(rational=True)
        above = [num(abs(int(number.p)))] if abs(number.p) != 1 else []
        below = [num(int(number.q))] if number.q != 1 else []
        for factor in rest.args if rest.is_Mul else (rest,):
            if factor.is_Pow and factor.exp.is_Rational and factor.exp < 0:
                below.append(self.power(factor.base, -factor.exp, depth + 1))
            else:
                above.append(self.term(factor, depth + 1))
        top = _product(above)
        term = apply("div", top, _product(below)) if below else top
        return apply("neg", term) if number < 0 else term

    def power(self, base: Any, exponent: Any, depth: int) -> Term:
        if exponent.is_Rational and exponent < 0:
            return apply("div", ONE, self.power(base, -exponent, depth + 1))
        inner = self.term(base, depth + 1)
        if exponent.is_Rational and exponent == 1:
            return inner
        if exponent.is_Rational and (exponent.p, exponent.q) == (1, 2):
            return apply("sqrt", inner)
        return apply("pow", inner, self.term(exponent, depth + 1))

    def other(self, e: Any, depth: int) -> Term:
        from sympy import E, pi

        if e is pi:
            return PI
        if e is E:
            return apply("exp", ONE)
        head = _HEADS.get(type(e).__name__)
        if head is None or (len(e.args) != 1 and head not in ("add", "min", "max")):
            raise self.unknown(e)
        args = [self.term(item, depth + 1) for item in e.args]
        return arc(head, args[0]) if head in ARC else apply(head, *args)

    def unknown(self, e: Any) -> InputError:
        kind = type(e).__name__
        if getattr(e, "is_Relational", False):
            return InputError(
                f"{self.where}: found the SymPy relation {str(e)[:40]!r}; write ge(left, right), le, lt, gt or eq"
            )
        if getattr(e, "is_infinite", False) or kind in ("NaN", "ImaginaryUnit", "ComplexInfinity"):
            return InputError(
                f"{self.where}: found {str(e)[:40]}, which is no real number; write a finite exact real number"
            )
        return InputError(
            f"{self.where}: unknown head {kind!r} in {str(e)[:40]!r}{suggest(kind, _HEADS)}; "
            f"write it with + - * / ** and {', '.join(sorted(_HEADS.keys() - {'Add'}))}"
        )


def _product(factors: list[Term]) -> Term:
    return ONE if not factors else factors[0] if len(factors) == 1 else apply("mul", *factors)


def to_sympy(term: Term, symbols: Mapping[str, Any] | None = None) -> Any:
    """The SymPy expression of a term; ``symbols`` may give the symbols to use (with assumptions), by name."""
    import sympy

    known = {} if symbols is None else symbols
    done: dict[Term, Any] = {}
    for node in subterms(term):
        if node.op == "num":
            done[node] = sympy.Rational(node.args[0].numerator, node.args[0].denominator)
        elif node.op == "var":
            done[node] = known.get(node.args[0]) or sympy.Symbol(node.args[0])
        else:
            done[node] = _apply(node.op, [done[child] for child in node.children], sympy)
    return done[term]


def _apply(op: str, args: list[Any], sympy: Any) -> Any:
    if op == "pi":
        return sympy.pi
    if op in ("add", "mul", "neg", "div", "pow"):
        return _arithmetic(op, args, sympy)
    if op == "xlogx":
        return sympy.Piecewise((sympy.Integer(0), sympy.Eq(args[0], 0)), (args[0] * sympy.log(args[0]), True))
    return getattr(sympy, {"abs": "Abs", "min": "Min", "max": "Max", "ceil": "ceiling"}.get(op, op))(*args)


def _arithmetic(op: str, args: list[Any], sympy: Any) -> Any:
    if op == "add":
        return sympy.Add(*args)
    if op == "mul":
        return sympy.Mul(*args)
    if op == "neg":
        return -args[0]
    if op == "div":
        return args[0] / args[1]
    base, exponent = args
    if base.is_Rational and exponent.is_Rational and abs(exponent) * base.p.bit_length() > MAX_POWER_BITS:
        return sympy.Pow(base, exponent, evaluate=False)  # 9**9**9 must stay written
    return base**exponent
