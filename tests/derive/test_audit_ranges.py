# SPDX-License-Identifier: Apache-2.0
"""Found by review: symbols, sums and sets outside the ranges where they are declared once proved something false."""

import pytest

from proofcheck.kernel.verdict import Rejected, Status

from ..kernel.build import each
from .build import document, verdict
from .text import S, at, binder, brought, calc, cut, define, family, function, parameter, step, supposed, t

TIME = binder("s", "1")
U = family("U", TIME)


def alike(*declarations, **more):
    """A context of identically distributed families."""
    return {"identical": True, "declarations": list(declarations), **more}


# The coefficient of a sum is defined for every term; where there is none, it is not.


def inverse_number(*assumptions):
    """The sum over S of 1 by the number of its members is 1."""
    in_s = {"name": "j", "in": ["fn", "S"]}
    return document({"declarations": [S], "assumptions": list(assumptions)},
                    step("one", "member", "1 <= sum(j, S, 1)", in_s, element="j"),
                    step("some", "evident", "0 < sum(j, S, 1)", in_s),
                    step("x", "linear", "sum(j, S, 1/sum(j, S, 1)) == 1", parts=[[t("1/sum(j, S, 1)"), "1"]]))


def inverse_count(low, positive, *end):
    """The sum of 1/n over m = 1, ..., n is 1, for n >= low."""
    n = binder("n", low)
    return document({}, step("count", "count", "sum(m, 1, n, 1) == n", n), *positive,
                    step("x", "linear", f"sum(m, 1, n, 1/{LENGTH}) == 1", n, parts=[[t(f"1/{LENGTH}"), "1"]]), *end)


LENGTH, FROM_0, FROM_1 = "sum(m, 1, n, 1)", [binder("n", "0"), binder("m", "1", "n")], [binder("n", "1")]
IN_RANGE = [calc("some", f"1 <= {LENGTH}", at("count", "-1", n="n"), at("@m.lower"), at("@m.upper"), binders=FROM_0),
            step("positive", "evident", f"0 < {LENGTH}", *FROM_0)]
ALWAYS = [calc("some", f"1 <= {LENGTH}", at("count", "-1", n="n"), at("@n.lower"), binders=FROM_1),
          step("positive", "evident", f"0 < {LENGTH}", *FROM_1)]
EMPTY = [step("none", "evident", "0 < sum(m, 1, 0, 1)", binder("m", "1", "0")),
         step("empty", "ends", "sum(m, 1, 0, 1/sum(m, 1, 0, 1)) == 0"),
         calc("end", "1 <= 0", at("x", "-1", n="0"), at("empty"))]

# A set is cut by conditions that are defined for l >= 1.

L0, L1, L_0 = binder("l", "0"), binder("l", "1"), binder("l", None, "0")
PARTS = {"declarations": [S, function("h", binder("i")), cut("H", "1/l <= h(i)", binders=[L1]),
                          cut("R", "h(i) < 1/l", binders=[L1])]}


def member_of(name, at="l"):
    return {"name": "j", "in": ["fn", name, t(at)]}


NO_PART_AT_0 = document(
    PARTS, calc("in1", "1 <= l*h(j)", at("@j.0.0", "l"), binders=[L0, member_of("H")]),
    calc("out1", "1 <= l*h(j)", at("@j.0.0", "-l"), binders=[L_0, member_of("R")]),
    calc("in0", "1 <= 0", at("in1", l="0", j="j"), binders=[member_of("H", "0")]),
    calc("out0", "1 <= 0", at("out1", l="0", j="j"), binders=[member_of("R", "0")]),
    step("in", "termwise", "sum(j, H(0), 1) <= 0"), step("out", "termwise", "sum(j, R(0), 1) <= 0"),
    step("all", "divide", "sum(j, S, 1) == sum(j, H(0), 1) + sum(j, R(0), 1)"),
    calc("x", "sum(j, S, 1) <= 0", at("all"), at("in"), at("out")))


def divided(place):
    return document(PARTS, step("x", "divide", f"sum(j, S, 1) == sum(j, H({place}), 1) + sum(j, R({place}), 1)"))


# A symbol is shifted, an integer, or independent, where it is declared.

AT_0 = binder("k", "0", "0")


def shifted_symbol(k):
    """X(s, k) == U(s) for k = 0; so E(X(1, k)) == E(X(2, k))."""
    return document(alike(U), define("X", "U(s)", TIME, AT_0),
                    step("x", "shift", f"E(X(1, {k})) == E(X(1 + 1, {k}))", by="1"))


SHIFTED = brought(
    shifted_symbol("1"), "E(U(1) + 1*1) == E(U(1 + 1) + 1*(1 + 1))", context=alike(U),
    images={"U": [["s"], t("U(s)")], "X": [["s", "k"], t("U(s) + k*s")]}, after=[
        step("one", "linear", "E(U(1) + 1*1) == E(U(1)) + 1", parts=[["1", t("U(1)")], ["1", "1"]]),
        step("two", "linear", "E(U(1 + 1) + 1*(1 + 1)) == E(U(1 + 1)) + 2", parts=[["1", t("U(1 + 1)")], ["2", "1"]]),
        step("same", "shift", "E(U(1)) == E(U(1 + 1))", by="1"),
        calc("end", "1 <= 0", at("y", "-1"), at("one"), at("two", "-1"), at("same"))])
SHIFTED_AT_0 = brought(
    shifted_symbol("0"), "E(U(1) + 0*1) == E(U(1 + 1) + 0*(1 + 1))", context=alike(U),
    images={"U": [["s"], t("U(s)")], "X": [["s", "k"], t("U(s) + k*s")]})


def shifted_family(k):
    """V(1, k) is 0 and V(2, k) is 1, by assumption, but they have one law."""
    both = [supposed("A", f"V(1, {k}) == 0"), supposed("B", f"V(1 + 1, {k}) == 1")]
    return document(alike(family("V", TIME, AT_0), assumptions=both),
                    step("same", "shift", f"E(V(1, {k})) == E(V(1 + 1, {k}))", by="1"),
                    step("none", "monotone", f"E(V(1, {k})) == 0"), step("all", "monotone", f"E(V(1 + 1, {k})) == 1"),
                    calc("x", "1 <= 0", at("same", "-1"), at("none"), at("all", "-1")))


def before(time):
    """U(1) is U at an earlier time, by assumption; so it is its expectation."""
    return document({"declarations": [U], "assumptions": [supposed("A", f"U({time}) == U(1)")]},
                    step("free", "independent", "E(U(1), 0) == E(U(1))"),
                    step("known", "linear", f"E(U({time}), 0) == U({time})", parts=[[t(f"U({time})"), "1"]]),
                    calc("x", "U(1) == E(U(1))", at("free"), at("known", "-1"), rewrite=[at("A")]))


def whole_symbol(n):
    return document({}, define("D", "1", binder("n", "1")),
                    step("x", "integers", f"D({n}) <= 0", given=[f"D({n}) < 1"]))


def whole_function(n):
    return document({"declarations": [function("f", binder("n", "1"), integer=True)]},
                    step("x", "integers", f"f({n}) <= 0", given=[f"f({n}) < 1"]))


def shift(context, left, right, *before):
    return document(context, *before, step("x", "shift", f"E({left}) == E({right})", by="1"))


V01, V = family("V", TIME, binder("k", "0", "1")), family("V", TIME, binder("k"))
TIMES = family("W", TIME, lower="1", upper="2")
F_U = define("f", "U(s)", TIME)
OUTCOME = document({"declarations": [U, function("f", binder("k"))]}, step("x", "indicator", "0 <= ind(f(U(1)) <= 0)"))


def bounds_of(lower, upper):
    declared = {"declarations": [family("U", TIME, lower=lower, upper=upper)]}
    return document(declared, calc("x", f"{lower} <= {upper}", at("U.lower", s="1"), at("U.upper", s="1")))


def ends(x, y):
    return document({"parameters": [parameter("x", *x), parameter("y", *y)]}, step("x1", "evident", "0 <= 1"))


END = "an end of the range of a parameter is not defined"
REFUSED = [
    ("a coefficient by the size of a set that may be empty", inverse_number(), r"not shown: < 0 <= sum\(j, S, 1\)"),
    ("a coefficient by the length of a range that may be empty", inverse_count("0", IN_RANGE, *EMPTY),
     r"not shown: < 0 <= sum\(m, 1, n, 1\)"),
    ("a set cut by conditions that are undefined", NO_PART_AT_0, "not shown: <= 1 <= l"),
    ("a set divided by conditions that are undefined", divided("0"), "not shown: <= 1 <= 0"),
    ("a defined symbol shifted where it is not defined, and brought", SHIFTED, "not shown: <= 1 <= 0"),
    ("a defined symbol shifted where it is not defined", shifted_symbol("7"), "not shown: <= 7 <= 0"),
    ("a family shifted where it is not declared", shifted_family("7"), "not shown: <= 7 <= 0"),
    ("a family before its first time", before("0"), "not shown: <= 1 <= 0"),
    ("a defined symbol is whole where it is defined alone", whole_symbol("0"), "not shown: <= 1 <= 0"),
    ("a function is whole where it is declared alone", whole_function("0"), "not shown: <= 1 <= 0"),
    ("a shift leaves the time of a random argument", shift(
        alike(V01), "ind(V(1, V(1, 0)) <= 0)", "ind(V(1 + 1, V(1, 0)) <= 0)"), r"V\(1, 0\) is random"),
    ("a shift leaves the time of another family in an argument", shift(
        alike(U, V), "ind(V(1, U(1)) <= 1/2)", "ind(V(1 + 1, U(1)) <= 1/2)"), r"U\(1\) is random"),
    ("a shift leaves the time of a random whole argument", shift(
        alike(V), "ind(V(1, ceil(V(2, 1))) <= 1/2)", "ind(V(1 + 1, ceil(V(2, 1))) <= 1/2)"),
     r"ceil\(V\(2, 1\)\) is random"),
    ("a shift of a random time", shift(alike(TIMES), "ind(W(W(1)) <= 1)", "ind(W(W(1) + 1) <= 1)"),
     r"W\(1\) is random"),
    ("an expectation takes an outcome from outside", brought(
        OUTCOME, "0 <= ind(E(ind(U(U(1)) <= 0)) <= 0)", context={"declarations": [U]},
        images={"U": [["s"], t("U(s)")], "f": [["k"], t("E(ind(U(k) <= 0))")]}), r"U\(1\) is random"),
    ("a shift of a family at 3/2", shift(alike(V01), "V(3/2, 0)", "V(3/2 + 1, 0)"), "3/2 is random or not known"),
    ("a shift of a defined symbol at 3/2", shift(alike(U), "f(3/2)", "f(3/2 + 1)", F_U), "3/2 is random or not known"),
    ("a family in an empty range", bounds_of("1", "0"), "the range of U is empty"),
    ("an end of a parameter is a quotient by 0", ends(("-1", "1"), ("1/x", None)), END),
    ("an end of a parameter is the root of a negative", ends(("-1", "1"), ("sqrt(x)", None)), END),
    ("an end of a parameter is the logarithm of 0", ends(("0", "1"), (None, "log(x)")), END),
]
GOOD = [
    ("a coefficient by the size of a set that is not empty", inverse_number(supposed("A", "0 < sum(j, S, 1)"))),
    ("a coefficient by the length of a range that is not empty", inverse_count("1", ALWAYS)),
    ("a set divided by conditions that are defined", divided("1")),
    ("a defined symbol shifted where it is defined", shifted_symbol("0")),
    ("a defined symbol shifted where it is defined, and brought", SHIFTED_AT_0),
    ("a defined symbol is whole", whole_symbol("1")),
    ("a function is whole", whole_function("1")),
    ("a shift of two families", shift(alike(U, V), "ind(V(1, 2) <= U(1))", "ind(V(1 + 1, 2) <= U(1 + 1))")),
    ("a shift of a family at 3", shift(alike(V01), "V(3, 0)", "V(3 + 1, 0)")),
    ("a shift of a defined symbol at 3", shift(alike(U), "f(3)", "f(3 + 1)", F_U)),
    ("a family in a range of one point", bounds_of("1", "1")),
    ("an end of a parameter is a quotient", ends(("-2", "-1"), ("1/x", None))),
    ("an end of a parameter is a root", ends(("0", "1"), ("sqrt(x)", None))),
    ("an end of a parameter is a logarithm", ends(("1", "2"), (None, "log(x)"))),
]


@pytest.mark.parametrize(("data", "reason"), **each(REFUSED))
def test_refused(data, reason):
    with pytest.raises(Rejected, match=reason):
        verdict(data)


@pytest.mark.parametrize(("data",), **each(GOOD))
def test_a_good_neighbour_is_proved(data):
    assert verdict(data).status is Status.PROVED
