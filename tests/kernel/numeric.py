# SPDX-License-Identifier: Apache-2.0
"""Values of kernel terms by mpmath at 60 digits: an independent reading of the term language."""

from fractions import Fraction

import mpmath

from proofcheck.kernel.calculus import constant_value
from proofcheck.kernel.term import Term, apply, num, subterms, var

DIGITS = 60
TINY, HUGE = mpmath.mpf(10) ** -40, mpmath.mpf(10) ** 12
NUMBERS = [num(Fraction(q)) for q in ("0", "1", "-1", "2", "1/2", "3", "-2", "1/3", "4", "-1/2")]
EXPONENTS = [num(Fraction(q)) for q in ("2", "3", "-1", "1/2", "-1/2", "1/3", "3/2", "0", "-2", "5/2", "1")]
OPERATIONS = ["add"] * 6 + ["mul"] * 6 + ["div"] * 3 + ["pow"] * 3 + ["power", "exp", "log", "log", "sqrt", "neg", "sin"] \
    + ["cos", "tan", "atan", "sinh", "cosh", "tanh", "abs", "min", "max", "floor", "ceil", "xlogx"]


class Undefined(Exception):
    """The term has no value there."""


class Unclear(Exception):
    """Sixty digits do not tell."""


def real(q: Fraction) -> mpmath.mpf:
    return mpmath.mpf(q.numerator) / q.denominator


def value(root: Term, point):
    """The value at an exact point; raises Undefined, or Unclear near a limit of definedness or for huge values."""
    with mpmath.workdps(DIGITS):
        done = {}
        for node in subterms(root):
            done[node] = _value(node, [done[child] for child in node.children], point)
            if abs(done[node]) > HUGE:
                raise Unclear
        return done[root]


def _need(condition, near):
    if near != 0 and abs(near) < TINY:
        raise Unclear
    if not condition:
        raise Undefined


def _value(node, a, point):
    op = node.op
    if op == "num":
        return real(node.args[0])
    if op == "var":
        return real(point[node.args[0]])
    if op == "pi":
        return +mpmath.mp.pi
    if op == "pow":
        return _power(node, *a)
    if op == "xlogx":
        _need(a[0] >= 0, a[0])
        return a[0] * mpmath.log(a[0]) if a[0] else a[0]
    if op in _DOMAIN:
        _need(_DOMAIN[op](*a), mpmath.cos(a[0]) if op == "tan" else a[-1])
    if op in ("exp", "sinh", "cosh", "tanh") and abs(a[0]) > 25:
        raise Unclear
    if op in ("floor", "ceil") and 0 < abs(a[0] - mpmath.nint(a[0])) < TINY:
        raise Unclear
    if op in _DIRECT:
        return _DIRECT[op](a)
    return getattr(mpmath, op)(a[0])


def _power(node, base, exponent):
    fixed = constant_value(node.args[1])
    if fixed is None:
        _need(base > 0, base)
    elif fixed.denominator != 1:
        _need(base >= 0 if fixed > 0 else base > 0, base)
    elif fixed < 0:
        _need(base != 0, base)
    if fixed is not None and fixed.denominator == 1:
        if abs(fixed) > 60:
            raise Unclear
        return base ** int(fixed)
    if not base:
        return base
    if abs(exponent * mpmath.log(base)) > 25:
        raise Unclear
    return mpmath.exp((real(fixed) if fixed is not None else exponent) * mpmath.log(base))


_DOMAIN = {"div": lambda _, b: b != 0, "log": lambda a: a > 0, "sqrt": lambda a: a >= 0, "tan": lambda a: True}
_DIRECT = {"add": mpmath.fsum, "mul": mpmath.fprod, "neg": lambda a: -a[0], "div": lambda a: a[0] / a[1], "min": min,
           "max": max, "abs": lambda a: abs(a[0])}


def random_term(rng, names, depth):
    """A random term over the variables, of every operation of the language."""
    if depth == 0 or rng.random() < 0.12:
        return var(rng.choice(names)) if rng.random() < 0.65 else rng.choice(NUMBERS)
    op = rng.choice(OPERATIONS)
    count = rng.choice([2, 2, 3]) if op in ("add", "mul", "min", "max") else 2 if op in ("div", "power") else 1
    args = [random_term(rng, names, depth - 1) for _ in range(count)]
    if op == "pow":
        args.append(rng.choice(EXPONENTS))
    return apply("pow" if op == "power" else op, *args)
