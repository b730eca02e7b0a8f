# SPDX-License-Identifier: Apache-2.0
"""Constants: exact coefficients of a bound, and chains of them that must add up."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.errors import InputError
from proofcheck.kernel.derivation_terms import text
from proofcheck.kernel.term import ONE, Term, apply, num, substitute, var
from proofcheck.library import load_library
from proofcheck.parse import parse_expression
from proofcheck.report.build import waterfalls
from proofcheck.report.constants import coefficients, waterfall
from proofcheck.report.presentation import Chain, Coefficient, Pick, load_presentation


def parts(expression):
    return {text(part): str(value) for part, value in coefficients(
        parse_expression(expression, ["K", "Delta", "eta", "x"], "test")).items()}


@pytest.mark.parametrize(("expression", "found"), [
    ("1 + 800*log(K)/Delta + 16*log(K)/eta", {"1": "1", "log(K)/Delta": "800", "log(K)/eta": "16"}),
    ("1 + 4*(200*log(K)/Delta + 4*log(K)/eta)", {"1": "1", "log(K)/Delta": "800", "log(K)/eta": "16"}),
    ("(32*log(K) + 18)/x", {"log(K)/x": "32", "1/x": "18"}),
    ("x/2 - x/3", {"x": "1/6"}),
    ("-(x - 1)", {"x": "-1", "1": "1"}),
    ("log(2*K)", {"log(2*K)": "1"}),
    ("3/4", {"1": "3/4"}),
])
def test_coefficients(expression, found):
    assert parts(expression) == found


def linear():
    leaves = st.one_of(st.integers(-9, 9).map(num), st.sampled_from(["x", "y"]).map(var))
    return st.recursive(leaves, lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(lambda a: Term("add", tuple(a))),
        st.lists(inner, min_size=2, max_size=2).map(lambda a: Term("mul", tuple(a))),
        inner.map(lambda a: apply("neg", a)), inner.map(lambda a: apply("div", a, num(7)))), max_leaves=10)


@given(linear(), st.fractions(-3, 3, max_denominator=9), st.fractions(-3, 3, max_denominator=9))
def test_the_combination_is_the_term(term, x, y):
    from proofcheck.kernel.calculus import constant_value

    at = {"x": num(x), "y": num(y)}
    total = sum((value * constant_value(substitute(part, at)) for part, value in coefficients(term).items()),
                Fraction(0))
    assert total == constant_value(substitute(term, at))


def test_the_waterfalls_of_the_library_add_up():
    library = load_library()
    chains = {c["title"]: c["steps"] for c in waterfalls(library, load_presentation(library.path))}
    assert all(step["fits"] for steps in chains.values() for step in steps)
    values = [[step["value"] for step in steps] for steps in chains.values()]
    assert ["32", "64", "128", "200", "200"] in values
    assert ["200", "800", "802", "1000"] in values
    assert ["800", "802", "930", "1000"] in values
    assert ["4", "16", "32", "1000"] in values


X = var("x")


def relation(value):
    return [("<=", X, apply("mul", num(value), X))]


@pytest.mark.parametrize(("after", "by", "operand", "fits"), [
    (12, "times", 4, True), (12, "times", 5, False), (5, "plus", 2, True), (5, "plus", 3, False),
    (3, "at most", None, True), (2, "at most", None, False),
])
def test_a_step_that_does_not_follow_is_seen(after, by, operand, fits):
    named = Coefficient("op", "right", "x") if operand is not None else None
    chain = Chain("", (Pick(Coefficient("a", "right", "x"), "start", "", None),
                       Pick(Coefficient("b", "right", "x"), by, "", named)))
    statements = {"a": relation(3), "b": relation(after), "op": relation(operand or 1)}
    assert [bar.fits for bar in waterfall(chain, statements)] == [True, fits]


def test_a_term_that_is_not_there_is_named_with_those_that_are():
    chain = Chain("", (Pick(Coefficient("a", "right", "y"), "start", "", None),))
    with pytest.raises(InputError, match=r"'a' has no term 'y' on its right side; write one of 'x'"):
        waterfall(chain, {"a": relation(3)})
    assert coefficients(ONE) == {ONE: 1}


@pytest.mark.parametrize(("toml", "message"), [
    ("titel = 'x'", "titel"), ("names = 3", "names"), ("[[waterfall]]\nsteps = [{by = 'over'}]", "by 'over'"),
    ("[[waterfall]]\nsteps = [{by = 'start', side = 'top', claim = 'a', of = 'x'}]", "left or right"),
    ("laws = ['a']", "list of tables"), ("main = 'thm1'", "list of identifiers"), ("=", "not a TOML file"),
])
def test_a_bad_page_file_is_refused_with_its_place(tmp_path, toml, message):
    (tmp_path / "presentation").mkdir()
    (tmp_path / "presentation" / "page.toml").write_text(toml, encoding="utf-8")
    with pytest.raises(InputError, match=message) as refused:
        load_presentation(tmp_path)
    assert "page.toml" in str(refused.value)
