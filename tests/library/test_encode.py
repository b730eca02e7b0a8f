# SPDX-License-Identifier: Apache-2.0
"""SymPy expressions to terms and back: equal values at 60 digits, and refusals that say what to write."""

import sys
from pathlib import Path

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from term_strategies import NAMES, terms

from proofcheck import InputError
from proofcheck.encode import encode, to_sympy
from proofcheck.kernel.term import subterms, to_text
from proofcheck.parse import parse_expression

x, y = sp.symbols("x y")
POINT = {
    sp.Symbol(name): value
    for name, value in zip(NAMES, (sp.Rational(3, 7), sp.Rational(-5, 3), 2, 3, 1, 5), strict=True)
}


def value(expression):
    return sp.N(expression.subs(POINT), 60)


def expressions():
    leaves = st.sampled_from([x, y, sp.pi, sp.E, sp.Rational(2, 3), sp.Integer(-2), sp.sqrt(2)])

    def bigger(inner):
        one = st.sampled_from(
            [lambda a: sp.exp(-abs(a)), sp.sin, sp.cos, sp.atan, sp.tanh, sp.Abs, sp.floor, sp.ceiling]
        )
        two = st.sampled_from([sp.Add, sp.Mul, sp.Max, sp.Min, lambda a, b: a - b, lambda a, b: a / (1 + b**2)])
        return st.builds(lambda f, a: f(a), one, inner) | st.builds(lambda f, a, b: f(a, b), two, inner, inner)

    return st.recursive(leaves, bigger, max_leaves=5)


@given(expressions())
def test_encoding_keeps_the_value(expression):
    exact = value(expression)
    if not exact.is_finite or abs(exact) > 10**40:
        return
    back = value(to_sympy(encode(expression)))
    assert abs(back - exact) <= sp.Float("1e-40") * (1 + abs(exact))


TAME = ("sin", "cos", "atan", "tanh", "abs", "sqrt", "log")  # no towers: SymPy would evaluate them for ever


@given(terms(("x", "y"), functions=TAME, size=9))
def test_terms_go_to_sympy_and_back(term):
    """Where SymPy finds a finite real value, what comes back is a term with that value."""
    if any(node.op in ("pow", "xlogx") for node in subterms(term)):
        return
    try:
        there = to_sympy(term)
        exact = value(there)
        back = value(to_sympy(encode(there)))
    except (InputError, OverflowError, ValueError, TypeError):  # infinities and complex numbers on the way
        return
    if exact.is_real and exact.is_finite and abs(exact) < 10**40:
        assert abs(back - exact) <= sp.Float("1e-30") * (1 + abs(exact))


READABLE = [
    (1 - sp.exp(-x), "1 - exp(-x)"),
    (x / 2, "x/2"),
    (-x, "-x"),
    (-2 * x / (3 * y), "-(2*x/(3*y))"),
    (1 / x**2, "1/x**2"),
    (1 / sp.sqrt(x), "1/sqrt(x)"),
    (sp.sqrt(2), "sqrt(2)"),
    (sp.E, "exp(1)"),
    (x**y, "x**y"),
    (sp.log(x, 2), "log(x)/log(2)"),
    (sp.asin(x), "2*atan(x/(1 + sqrt(1 - x**2)))"),
]


@pytest.mark.parametrize(("expression", "text"), READABLE, ids=[text for _, text in READABLE])
def test_encoded_terms_read_like_the_paper(expression, text):
    assert to_text(encode(expression)) == text
    assert encode(expression) == parse_expression(text, NAMES)


REFUSED = [
    (0.1, "write Rational(1, 10)"),
    (x * 0.1, "write Rational(1, 10)"),
    (x + sp.Float("1.5"), "write Rational(3, 2)"),
    (2.0, "write Integer(2)"),
    (float("nan"), "write an exact real number"),
    (x < 1, "write ge(left, right)"),
    (sp.gamma(x), "unknown head 'gamma'"),
    (sp.oo, "no real number"),
    (sp.zoo, "no real number"),
    (sp.nan, "no real number"),
    (sp.I * x, "no real number"),
    (sp.Dummy("x"), "write a Symbol"),
    (x + sp.Symbol("x", positive=True), "two different symbols are called 'x'"),
    (sp.Symbol("a b"), "no variable name"),
    (sp.Symbol("__x"), "two underscores"),
    (sp.Integral(sp.exp(x**2), x), "unknown head 'Integral'"),
    (sp.Piecewise((x, x > 0), (0, True)), "unknown head 'Piecewise'"),
    (sp.true, "unknown head"),
    (None, "of type NoneType"),
    (True, "of type bool"),
    ([x], "of type list"),
]


@pytest.mark.parametrize(("expression", "words"), REFUSED, ids=[f"{k} {e}"[:30] for k, (e, _) in enumerate(REFUSED)])
def test_refuses_and_says_what_to_write(expression, words):
    with pytest.raises(InputError) as refusal:
        encode(expression)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_deep_expressions_are_refused():
    deep = x
    for _ in range(250):
        deep = sp.sin(deep)
    with pytest.raises(InputError, match="nested deeper"):
        encode(deep)


def test_symbols_may_carry_assumptions():
    assert encode(sp.Symbol("x", positive=True)) == encode(x)


def test_towers_stay_written():
    assert to_sympy(parse_expression("9**9**9", ())).is_Pow
