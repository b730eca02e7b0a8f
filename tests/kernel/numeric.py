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
OPERATIONS = ["add"] * 6 + ["mul"] * 6 + ["div"] * 3 + ["pow"] * 3 + ["log"] * 2 + [
    "power", "exp", "sqrt", "neg", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "abs", "min", "max", "floor",
    "ceil", "xlogx"]


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
        _need(base > 0 or (base == 0 and exponent > 0), base or exponent)
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


def zero_to_a_variable_power(root, point):
    """Whether 0**w with a w that is no literal is part of the value: the form has exp(w*log(0)) for it, a limit."""
    return any(node.op == "pow" and constant_value(node.args[1]) is None and not value(node.args[0], point)
               for node in subterms(root))


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


def form_value(form, point):
    """The value of a normal form, read from its atoms. The log of a number <= 0 (only xlogx brings it in) is -3/7."""
    with mpmath.workdps(DIGITS):
        return _key_value((frozenset(form.top.items()), frozenset(form.bottom.items())), point)


def _key_value(key, point):
    top, bottom = (key, ()) if isinstance(key, frozenset) else key
    result = _poly_value(top, point)
    for factor, k in bottom:
        divisor = _poly_value(factor, point)
        _need(divisor != 0, divisor)
        result /= divisor**k
    return result


def _poly_value(poly, point):
    return mpmath.fsum(real(c) * _monomial_value(m, point) for m, c in poly)


def _monomial_value(m, point):
    return mpmath.fprod(_atom_power(atom, e, point) for atom, e in m)


def _atom_power(atom, e, point):
    if isinstance(atom, tuple) and atom[0] == "exp":
        inner = (_monomial_value if isinstance(atom[1], frozenset) else _key_value)(atom[1], point)
        if abs(inner * real(e)) > 60:
            raise Unclear
        return mpmath.exp(inner * real(e))
    base = _atom_value(atom, point)
    if base and abs(base) < TINY:
        raise Unclear
    return _power(apply("pow", num(0), num(e)), base, real(e))


def _atom_value(atom, point):
    if isinstance(atom, Term):
        return value(atom, point)
    kind, inner = atom[:2]
    if kind in ("prime", "logprime"):
        return mpmath.mpf(inner) if kind == "prime" else mpmath.log(inner)
    if kind in ("logvar", "logatom"):
        return _open_log(_atom_power(inner, Fraction(1), point))
    if kind in ("min", "max"):
        return (min if kind == "min" else max)(_key_value(part, point) for part in inner)
    v = _key_value(inner, point)
    if kind == "log":
        return _open_log(v)
    if kind == "power":
        _need(v >= 0, v)
        return v ** (real(atom[2]) if isinstance(atom[2], Fraction) else _key_value(atom[2], point))
    if kind in ("floor", "ceil") and 0 < abs(v - mpmath.nint(v)) < TINY:
        raise Unclear
    return v if kind == "root" else abs(v) if kind in ("abs", "absq") else getattr(mpmath, kind)(v)


def _open_log(v):
    if v and abs(v) < TINY:
        raise Unclear
    return mpmath.log(v) if v > 0 else mpmath.mpf(-3) / 7
