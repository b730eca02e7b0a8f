# SPDX-License-Identifier: Apache-2.0
"""Derivatives, conditions of definedness, and smoothness of terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import prod

from proofcheck.kernel.term import HALF, MINUS_ONE, ONE, TWO, ZERO, Term, apply, num, subterms, variables
from proofcheck.kernel.verdict import Rejected

Condition = tuple[str, Term]
"""``(relation, g)`` with relation one of >=, >, ==, !=: the condition ``g relation 0``."""


def constant_value(term: Term) -> Fraction | None:
    """The rational value of a term made of literals, neg, add, mul, and div by a non-zero number; else None."""
    if term.op not in _ARITHMETIC:
        return term.value
    done: dict[Term, Fraction] = {}
    for node in subterms(term):
        values = [done[child] for child in node.children]
        if node.op == "num":
            done[node] = node.args[0]
        elif node.op not in _ARITHMETIC or (node.op == "div" and not values[1]):
            return None
        else:
            done[node] = _ARITHMETIC[node.op](values)
    return done[term]


_ARITHMETIC: dict[str, Callable[[list[Fraction]], Fraction]] = {
    "neg": lambda v: -v[0], "add": lambda v: sum(v, Fraction(0)), "mul": lambda v: prod(v, start=Fraction(1)),
    "div": lambda v: v[0] / v[1],
}


def plus(terms: Iterable[Term]) -> Term:
    """Their sum, with nested sums flattened, literals folded, and zeros left out."""
    total, rest = Fraction(0), list[Term]()
    for term in terms:
        for part in term.args if term.op == "add" else (term,):
            if part.op == "num":
                total += part.args[0]
            else:
                rest.append(part)
    if total or not rest:
        rest.append(num(total))
    return rest[0] if len(rest) == 1 else apply("add", *rest)


def times(terms: Iterable[Term]) -> Term:
    """Their product, with nested products flattened, literals folded, and ones left out; 0 absorbs."""
    scale, rest = Fraction(1), list[Term]()
    for term in terms:
        for part in term.args if term.op == "mul" else (term,):
            if part.op == "num":
                scale *= part.args[0]
            elif part.op == "neg":
                scale, rest = -scale, [*rest, part.args[0]]
            else:
                rest.append(part)
    if scale == 0 or not rest:
        return num(scale)
    if scale == -1:
        return apply("neg", rest[0] if len(rest) == 1 else apply("mul", *rest))
    if scale != 1:
        rest.insert(0, num(scale))
    return rest[0] if len(rest) == 1 else apply("mul", *rest)


def minus(left: Term, right: Term) -> Term:
    """left - right."""
    return plus((left, times((MINUS_ONE, right))))


def over(top: Term, bottom: Term) -> Term:
    """top / bottom, where the bottom stays a condition of definedness; 0 / bottom is kept as 0."""
    if top == ZERO or bottom == ONE:
        return top
    return apply("div", top, bottom)


def power(base: Term, exponent: Fraction) -> Term:
    """base ** exponent, with exponents 0 and 1 carried out."""
    if exponent == 0:
        return ONE
    return base if exponent == 1 else apply("pow", base, num(exponent))


def derivative(term: Term, name: str) -> Term:
    """The partial derivative of a term, valid at every point where the term and all conditions of the result hold.

    (Each function is differentiable where its derivative below is defined; u^q with q > 1 has slope 0 at u = 0.)
    Raises Rejected for abs, min, max, floor, ceil of something that contains the variable.
    """
    done: dict[Term, Term] = {}
    for node in subterms(term):
        done[node] = _derive(node, name, done)
    return done[term]


def _derive(node: Term, name: str, done: dict[Term, Term]) -> Term:
    op, args = node.op, node.children
    if op == "var":
        return ONE if node.args[0] == name else ZERO
    if all(done[child] == ZERO for child in args):
        return ZERO
    if op == "add":
        return plus(done[child] for child in args)
    if op == "mul":
        return plus(times((*args[:k], done[u], *args[k + 1:])) for k, u in enumerate(args) if done[u] != ZERO)
    if op == "div":
        a, b = args
        first = over(done[a], b)
        return first if done[b] == ZERO else minus(first, times((over(a, b), over(done[b], b))))
    if op == "pow":
        return _derive_power(node, done)
    if op in _OUTER:
        return times((_OUTER[op](args[0], node), done[args[0]]))
    raise Rejected("derivative", f"{op} of a term with {name} is not differentiable: split where it changes first")


def _derive_power(node: Term, done: dict[Term, Term]) -> Term:
    base, exponent = node.args
    fixed = constant_value(exponent)
    if fixed is not None:
        return times((num(fixed), power(base, fixed - 1), done[base]))
    inner = plus((times((done[exponent], apply("log", base))), times((exponent, over(done[base], base)))))
    return times((node, inner))


_OUTER: dict[str, Callable[[Term, Term], Term]] = {
    "neg": lambda a, _: MINUS_ONE,
    "exp": lambda a, node: node,
    "log": lambda a, _: over(ONE, a),
    "sqrt": lambda a, node: over(HALF, node),
    "sin": lambda a, _: apply("cos", a),
    "cos": lambda a, _: times((MINUS_ONE, apply("sin", a))),
    "tan": lambda a, node: plus((ONE, power(node, Fraction(2)))),
    "atan": lambda a, _: over(ONE, plus((ONE, apply("pow", a, TWO)))),
    "sinh": lambda a, _: apply("cosh", a),
    "cosh": lambda a, _: apply("sinh", a),
    "tanh": lambda a, node: minus(ONE, power(node, Fraction(2))),
    "xlogx": lambda a, _: plus((apply("log", a), ONE)),
}


def conditions(term: Term) -> list[Condition]:
    """What must hold for every sub-term to be defined, innermost first, each condition once."""
    found: dict[Condition, None] = {}
    for node in subterms(term):
        if node.op == "div":
            found[("!=", node.args[1])] = None
        elif node.op in ("log", "sqrt", "xlogx"):
            found[(">" if node.op == "log" else ">=", node.args[0])] = None
        elif node.op == "tan":
            found[("!=", apply("cos", node.args[0]))] = None
        elif node.op == "pow":
            found.update(dict.fromkeys(_power_conditions(*node.args)))
    return [(relation, g) for relation, g in found if not _holds_literally(relation, g)]


def _power_conditions(base: Term, exponent: Term) -> list[Condition]:
    """Rational exponents by their own rule; any other needs base > 0, or base = 0 and exponent > 0."""
    fixed = constant_value(exponent)
    if fixed is None:
        return [(">=", base), (">", apply("max", base, exponent))]
    if fixed.denominator == 1:
        return [("!=", base)] if fixed < 0 else []
    return [(">=" if fixed > 0 else ">", base)]


def _holds_literally(relation: str, g: Term) -> bool:
    value = g.value
    return value is not None and holds(relation, value)


def holds(relation: str, value: Fraction | int) -> bool:
    """Whether ``value relation 0`` for an exact number."""
    return {">=": value >= 0, ">": value > 0, "==": value == 0, "!=": value != 0}[relation]


def is_continuous(term: Term, name: str) -> bool:
    """Whether the term is continuous in a variable where it is defined: it has no floor or ceil of it."""
    return not any(node.op in ("floor", "ceil") and name in variables(node) for node in subterms(term))
