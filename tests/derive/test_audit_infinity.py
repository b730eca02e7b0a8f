# SPDX-License-Identifier: Apache-2.0
"""Found by review: infinity as the value of a variable made a divergent series a number, and 1 <= 0 PROVED."""

import copy

import pytest

from proofcheck.derive.fill import Searching
from proofcheck.kernel.check import check, replay
from proofcheck.kernel.derivation import replay_steps
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.verdict import Rejected, Status

from .build import document
from .text import S, at, binder, brought, calc, cut, family, function, parameter, r, step, supposed, t

OO = {"n": "oo"}
REASON = "expected an exact rational such as .* found 'oo'"


class Written(Searching):
    """Proofs are looked for, but in the steps where they are written out."""

    written = False

    def begin(self, step):
        self.written = "proofs" in step
        (Theory if self.written else Searching).begin(self, step)

    def oblige(self, scope, rel):
        (Theory if self.written else Searching).oblige(self, scope, rel)


def verdict(data):
    """The kernel's verdict on the document, with those proofs filled in that are not written out."""
    data = copy.deepcopy(data)
    replay_steps(data, check, Written)
    return replay(data)


# Whole documents: a fact for all integers n, at n = oo, says that a series converges.

N, M = binder("n", "0"), binder("n")
ANY = step("any", "evident", "sum(m, 1, n, 1) <= sum(m, 1, n, 1)", M)
AT_MOST = [  # sum(m, 1, n, 1) <= abs(n) for all integers n
    calc("no", "1 <= 0", at("@m.lower"), at("@m.upper"), at("@given.0"), binders=[M, binder("m", "1", "n")],
         given=["n <= 0"]),
    step("low", "termwise", "sum(m, 1, n, 1) <= 0", M, given=["n <= 0"]),
    step("count", "count", "sum(m, 1, n, 1) == n", M, given=["0 < n"]),
    step("abs0", "evident", "0 <= abs(n)", M), step("abs1", "evident", "n <= abs(n)", M, given=["0 < n"]),
    calc("low1", "sum(m, 1, n, 1) <= abs(n)", at("low", n="n"), at("abs0", n="n"), binders=[M], given=["n <= 0"]),
    calc("high1", "sum(m, 1, n, 1) <= abs(n)", at("count", n="n"), at("abs1", n="n"), binders=[M], given=["0 < n"]),
    step("any", "cases", "sum(m, 1, n, 1) <= abs(n)", M, on=r("n <= 0")),
]
BY_ANY = [{"fact": "any", "at": OO}]
SERIES = step("series", "evident", "sum(m, 1, oo, 1) <= sum(m, 1, oo, 1)", proofs=[BY_ANY, [], BY_ANY, [], BY_ANY])
DEFINED = {"rule": "define", "name": "c", "binders": [], "body": t("sum(m, 1, oo, 1)"), "proofs": [[], BY_ANY]}
REST = [
    step("each", "count", "sum(m, 1, n, 1) == n", N),
    step("rest", "termwise", "0 <= sum(m, n + 1, oo, 1)", N),
    step("split", "split", "sum(m, 1, oo, 1) == sum(m, 1, n, 1) + sum(m, n + 1, oo, 1)", N),
    calc("large", "n <= sum(m, 1, oo, 1)", at("each", "-1", n="n"), at("rest", n="n"), at("split", "-1", n="n"),
         binders=[N]),
    step("next", "use", "sum(m, 1, oo, 1) < floor(sum(m, 1, oo, 1)) + 1", claim="floor",
         at={"x": t("sum(m, 1, oo, 1)")}),
    calc("least", "0 <= sum(m, 1, oo, 1)", at("large", n="0")),
    step("positive", "evident", "0 < floor(sum(m, 1, oo, 1)) + 1"),
    calc("x", "1 <= 0", at("large", n="floor(sum(m, 1, oo, 1)) + 2"), at("next")),
]
TAIL = step("tail", "tail", "sum(m, n + 1, oo, 1) <= sum(m, 1, oo, 1)", N)
X = {"name": "x", "kind": "real", "lower": None, "upper": None, "lower_open": True, "upper_open": True}
FLOOR = {"statement": {"variables": [X], "hypotheses": [], "goal": ["<", t("x"), t("floor(x) + 1")]},
         "proof": {"verdict": "PROVED", "defined": [[], []], "goal": {"rule": "bound", "of": t("floor(x)")}}}


def whole(*steps):
    return document({}, *steps, TAIL, *REST, claims={"floor": FLOOR})


WHOLE = {
    "a sum is at most itself, at infinity": whole(ANY, SERIES),
    "a sum is at most its number of terms, at infinity": whole(*AT_MOST, SERIES),
    "a symbol is defined as the series": whole(ANY, DEFINED, SERIES),
}


@pytest.mark.parametrize("name", WHOLE)
def test_infinity_is_no_value_of_an_integer_variable(name):
    with pytest.raises(Rejected, match=REASON):
        verdict(WHOLE[name])


def test_a_number_is():
    proofs = [[{"fact": "any", "at": {"n": "5"}}]]
    five = step("five", "evident", "sum(m, 1, 5, 1) <= sum(m, 1, 5, 1)", proofs=proofs)
    assert verdict(document({}, ANY, five)).status is Status.PROVED


# Every place of a term by itself, with a number that may stand there.

U = {"identical": True, "declarations": [family("U", binder("s", "1"))]}
ONE = step("one", "evident", "0 <= 1")
SQUARE = step("square", "evident", "0 <= n**2", M)
INNER = document({"parameters": [parameter("p")]}, step("x", "evident", "0 <= p**2"))
IMAGE = document({"declarations": [function("c")]}, step("x", "evident", "0 <= c**2"))
IN_S, L = {"name": "j", "in": ["fn", "S"]}, binder("l", "1")
LAYERS = {"declarations": [S, function("f", IN_S), cut("H", "l <= f(i)", "f(i) < l + 1", binders=[L])],
          "assumptions": [supposed("A", "1 <= f(j)", IN_S)]}


def layers(bounds=None, slope="1"):
    """The members of S with l <= f(i) < l + 1, for l = 1, 2, ..., are all of S."""
    return document(LAYERS, step("each", "termwise", "0 <= sum(j, H(l), 1)", L), step(
        "x", "layers", "sum(l, 1, oo, sum(j, H(l), 1)) == sum(j, S, 1)", bounds=bounds or t("l"), slope=slope))


PLACES = {
    "a value of a fact": (lambda x: document(
        {}, ONE, SQUARE, calc("x", "0 <= 1", at("one"), {"fact": "square", "at": {"n": x}, "times": "0"})), "2"),
    "a multiplier": (lambda x: document({}, ONE, calc("x", "0 <= 2", {"fact": "one", "times": x})), "2"),
    "a shift": (lambda x: document(U, step("x", "shift", "E(U(1)) == E(U(1 + 2))", by=x)), "2"),
    "a value of a claim": (lambda x: document(
        {}, step("x", "use", "2 < floor(2) + 1", claim="floor", at={"x": x}), claims={"floor": FLOOR}), "2"),
    "a value of a parameter": (lambda x: brought(INNER, "0 <= 2**2", at={"p": x}), "2"),
    "an image": (lambda x: brought(IMAGE, "0 <= 2**2", images={"c": [[], x]}), "2"),
    "the body of a definition": (lambda x: document(
        {}, {"rule": "define", "name": "c", "binders": [], "body": x}, calc("x", "c == 2", at("def.c"))), "2"),
    "a coefficient": (lambda x: document(
        {}, step("x", "linear", "sum(m, 1, 3, 2*m) == 2*sum(m, 1, 3, m)", parts=[[x, t("m")]])), "2"),
    "a summand": (lambda x: document(
        {}, step("x", "linear", "sum(m, 1, 3, 2) == 1*sum(m, 1, 3, 2)", parts=[["1", x]])), "2"),
    "the bounds of layers": (lambda x: layers(bounds=x), t("l")),
    "the slope of layers": (lambda x: layers(slope=x), "1"),
    "the border of two cases": (lambda x: document({}, step("x", "cases", "0 <= n**2", M, on=["<=", t("n"), x])), "2"),
    "the lower end of a variable": (lambda x: document(
        {}, step("x", "evident", "0 <= 1", {"name": "m", "lower": x})), "2"),
    "the upper end of a variable": (lambda x: document(
        {}, step("x", "evident", "0 <= 1", {"name": "m", "upper": x})), "2"),
    "a side of a goal": (lambda x: document({}, {"id": "x", "rule": "evident", "goal": ["<=", "0", x]}), "2"),
    "a side of a supposition": (lambda x: document(
        {}, {**step("x", "evident", "0 <= 1", M), "given": [["<=", t("n"), x]]}), "2"),
    "a side of an assumption": (lambda x: document({"assumptions": [{"id": "A", "goal": ["<=", "0", x]}]}, ONE), "2"),
    "a side of a condition of a set": (lambda x: document(
        {"declarations": [S, {**cut("H"), "where": [["<=", t("i"), x]]}]}, ONE), "2"),
}


@pytest.mark.parametrize("place", PLACES)
def test_infinity_is_no_term(place):
    make, number = PLACES[place]
    with pytest.raises(Rejected, match=REASON):
        verdict(make("oo"))
    assert verdict(make(number)).status is Status.PROVED
