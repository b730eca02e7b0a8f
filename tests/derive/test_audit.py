# SPDX-License-Identifier: Apache-2.0
"""Found by review: documents that once proved something false, or printed it, and what the kernel now says to them."""

import pytest

from proofcheck.kernel.verdict import Rejected, Status

from .build import document, relation, term, verdict
from .text import function

S = {"kind": "set", "name": "S"}
U = {"kind": "family", "name": "U", "binders": [{"name": "s", "lower": "1"}], "lower": "0", "upper": "1"}
K2 = {"name": "K", "kind": "int", "lower": "2", "upper": None, "lower_open": False, "upper_open": True}
C = {"name": "c", "kind": "real", "lower": None, "upper": None, "lower_open": True, "upper_open": True}


def t(text, names=()):
    return term(text, names)


def r(text, names=()):
    return relation(text, names)


def brought(context, inner, **step):
    """A document that imports the fact x of another."""
    return document(context, {"id": "y", "rule": "import", "theory": "i", "fact": "x", **step}, theories={"i": inner})


def cut(name, element, *where, binders=()):
    return {"kind": "set", "name": name, "binders": list(binders), "of": ["fn", "S"], "element": element,
            "where": [r(w) for w in where]}


WHOLE = {"kind": "function", "name": "f", "binders": [{"name": "n"}], "integer": True}
IN_S = {"name": "j", "in": ["fn", "S"]}
CONSTANT = document({"declarations": [function("c")], "assumptions": [
    {"id": "A", "binders": [{"name": "z", "lower": "0"}], "goal": r("c <= z", ["c"])}]},
    {"id": "x", "rule": "calc", "binders": [{"name": "z", "lower": "0"}], "goal": r("c <= 0", ["c"]),
     "from": [{"fact": "A", "at": {"z": "0"}}]})
PARAMETER = document({"parameters": [C], "assumptions": [
    {"id": "A", "binders": [{"name": "K", "lower": "2"}], "goal": r("c <= K")}]},
    {"id": "x", "rule": "calc", "goal": r("c <= 2"), "from": [{"fact": "A", "at": {"K": "2"}}]})
SHIFTED = document({"identical": True, "declarations": [U]},
                   {"id": "x", "rule": "shift", "goal": r("E(U(1)) == E(U(1+1))"), "by": "1"})
CUT = document({"parameters": [C], "declarations": [S, function("f", IN_S), cut("H", "j", "c <= f(j)")]},
               {"id": "x", "rule": "evident", "binders": [{"name": "i", "in": ["fn", "H"]}], "goal": r("c <= f(i)")})

REFUSED = {
    "bounds of a member are not printed": document(
        {"declarations": [S]}, {"id": "x", "rule": "calc", "binders": [{**IN_S, "lower": "1", "upper": "0"}],
                                "goal": r("1 <= 0"), "from": [{"fact": "@j.lower"}, {"fact": "@j.upper"}]}),
    "oo is no bound of a variable": document(
        {}, {"id": "x", "rule": "evident", "binders": [{"name": "m", "lower": "oo"}], "goal": r("0 <= 1")}),
    "a sum over a variable with the name of a parameter": document(
        {"parameters": [K2]}, {"id": "x", "rule": "termwise", "goal": r("sum(K, 0, 1, 2) <= sum(K, 0, 1, K)")}),
    "a sum over a variable with the name of a symbol": document(
        {"declarations": [function("c")]},
        {"id": "x", "rule": "evident", "goal": ["==", *[["series", "c", "1", "3", ["fn", "c"]]] * 2]}),
    "a symbol that is printed as an expectation": document(
        {"declarations": [function("E", {"name": "m"})]}, {"id": "x", "rule": "evident", "goal": r("0 <= 1")}),
    "a symbol that is printed as a sum": document(
        {}, {"rule": "define", "name": "sum", "binders": [{"name": "a"}, {"name": "b"}, {"name": "d"}], "body": "0"},
        {"id": "x", "rule": "evident", "goal": r("0 <= 1")}),
    "a parameter that is a word": document({"parameters": [{**C, "name": "ind"}]},
                                           {"id": "x", "rule": "evident", "goal": r("0 <= 1")}),
    "an assumption that passes for a definition": brought(
        {}, document({"assumptions": [{"id": "def.lie", "goal": r("1 <= 0")}]},
                     {"id": "x", "rule": "evident", "goal": r("1 <= 0")}), goal=r("1 <= 0")),
    "a hypothesis that passes for a definition": brought(
        {}, document({}, {"id": "def.lie", "rule": "assume", "goal": r("1 <= 0")},
                     {"id": "x", "rule": "evident", "goal": r("1 <= 0")}), goal=r("1 <= 0")),
    "a hypothesis of the other theory": brought(
        {}, document({}, {"id": "x", "rule": "assume", "goal": r("1 <= 0")}), goal=r("1 <= 0")),
    "an image with a law of its time": brought(
        {"identical": True}, SHIFTED, images={"U": [["s"], t("min(1, max(0, 2 - s))")]},
        goal=r("E(min(1, max(0, 2 - 1))) == E(min(1, max(0, 2 - (1+1))))")),
    "an image with an unknown variable": brought(
        {}, CONSTANT, images={"c": [[], ["var", "z"]]}, binders=[{"name": "z", "lower": "0"}], goal=r("z <= 0")),
    "an image that a variable captures": brought(
        {"parameters": [K2]}, PARAMETER, at={"c": ["var", "K"]}, goal=r("K <= 2")),
    "an image that the element of a set captures": brought(
        {"declarations": [S, function("f", IN_S), cut("G", "i", "i <= f(i)")]}, CUT, outer=1, at={"c": ["var", "j"]},
        images={"S": [[], ["fn", "S"]], "f": [["k"], t("f(k)")], "H": [[], ["fn", "G"]]},
        binders=[{"name": "j", "lower": "0"}, {"name": "i", "in": ["fn", "G"]}], goal=r("j <= f(i)")),
    "layers whose bounds depend on the member": document(
        {"declarations": [S, function("f", {"name": "i"}),
                          cut("H", "i", "i*l <= f(i)", "f(i) < i*(l+1)", binders=[{"name": "l", "lower": "1"}])],
         "assumptions": [{"id": "A", "binders": [{"name": "i", "in": ["fn", "S"]}], "goal": r("i <= f(i)")}]},
        {"id": "x", "rule": "layers", "binders": [{"name": "j", "lower": "1"}], "bounds": t("j*l"), "slope": "1",
         "goal": ["==", ["series", "l", "1", "oo", ["over", "j", ["fn", "H", ["var", "l"]], "1"]],
                  ["over", "j", ["fn", "S"], "1"]]}),
    "a shift out of the declared range": document(
        {"identical": True, "declarations": [{**U, "binders": [{"name": "s", "lower": "1"},
                                                               {"name": "k", "lower": ["var", "s"]}]}]},
        {"id": "x", "rule": "shift", "goal": r("E(U(1, 1)) == E(U(1+1, 1))"), "by": "1"}),
    "a whole-valued function at a number that is not whole": document(
        {"declarations": [WHOLE]},
        {"id": "x", "rule": "integers", "given": [r("f(1/2) < 1")], "goal": r("f(1/2) <= 0")}),
    "an image of it at a number that is not whole": brought(
        {}, document({"declarations": [WHOLE]},
                     {"id": "x", "rule": "integers", "given": [r("f(1/2) < 1")], "goal": r("f(1/2) <= 0")}),
        images={"f": [["n"], ["var", "n"]]}, given=[r("1/2 < 1")], goal=r("1/2 <= 0")),
    "a function at a real parameter": document(
        {"parameters": [C], "declarations": [WHOLE]}, {"id": "x", "rule": "evident", "goal": r("f(c) <= f(c)")}),
    "a function at a quotient": document(
        {"parameters": [K2], "declarations": [WHOLE]}, {"id": "x", "rule": "evident", "goal": r("f(K/2) <= f(K/2)")}),
    "a function at a random number": document(
        {"declarations": [WHOLE, U]}, {"id": "x", "rule": "evident", "goal": r("f(floor(U(1))) <= f(floor(U(1)))")}),
    "a defined symbol at a number that is not whole": document(
        {}, {"rule": "define", "name": "g", "binders": [{"name": "n"}], "body": ["var", "n"]},
        {"id": "x", "rule": "evident", "goal": r("g(1/2) <= g(1/2)")}),
    "a literal exponent that is rewritten": document(
        {"parameters": [{**C, "name": "a", "lower": "-3", "upper": "-1", "lower_open": False, "upper_open": False}]},
        {"rule": "define", "name": "v", "body": "2"}, {"id": "e", "rule": "evident", "goal": r("2 == v", ["v"])},
        {"id": "x", "rule": "calc", "goal": r("exp(log(a**2)/2) == a"), "rewrite": [{"fact": "e"}], "from": []}),
    "a part of a literal exponent that is rewritten": document(
        {"parameters": [{**C, "name": "w", "lower": "1", "upper": "1", "lower_open": False, "upper_open": False}],
         "declarations": [{**U, "lower": "-1", "upper": "-1"}]},
        {"id": "less", "rule": "evident", "goal": r("1 <= w")}, {"id": "more", "rule": "evident", "goal": r("w <= 1")},
        {"id": "e", "rule": "equal", "goal": r("1 == w")},
        {"id": "x", "rule": "calc", "goal": r("exp(log(U(1)**(1+1))/(1+1)) == U(1)"), "rewrite": [{"fact": "e"}],
         "from": []}),
    "a symbol called like the variable of a fact that is printed beside it": document(
        {}, {"id": "x", "rule": "evident", "binders": [{"name": "n", "lower": "5"}], "goal": r("0 <= n")},
        {"rule": "define", "name": "n", "body": "3"}, {"id": "y", "rule": "evident", "goal": r("n == 3", ["n"])},
        result=["x", "y"]),
    "a shift that a sum captures": document(
        {"identical": True, "declarations": [U]},
        {"id": "x", "rule": "shift", "binders": [{"name": "s", "lower": "1"}], "by": ["var", "s"],
         "goal": r("E(sum(s, 1, 2, U(s))) == E(sum(s, 1, 2, U(s+s)))")}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    with pytest.raises(Rejected):
        verdict(REFUSED[name])


def test_good_imports_still_pass():
    good = brought({"identical": True, "declarations": [U]}, SHIFTED, images={"U": [["s"], t("U(s)**2")]},
                   goal=r("E(U(1)**2) == E(U(1+1)**2)"))
    assert verdict(good).status is Status.PROVED
    good = brought({"declarations": [S, function("f", IN_S), cut("G", "i", "2 <= f(i)")]}, CUT, at={"c": "2"},
                   images={"S": [[], ["fn", "S"]], "f": [["k"], t("f(k)")], "H": [[], ["fn", "G"]]},
                   binders=[{"name": "i", "in": ["fn", "G"]}], goal=r("2 <= f(i)"))
    assert verdict(good).status is Status.PROVED


def test_an_exponent_may_become_a_literal():
    """The other way round, a term is only defined in more places."""
    good = document({"parameters": [{**C, "name": "a", "lower": "1"}]},
                    {"rule": "define", "name": "v", "body": "2"},
                    {"id": "x", "rule": "calc", "goal": r("a**v == a*a", ["v"]), "rewrite": [{"fact": "def.v"}],
                     "from": []})
    assert verdict(good).status is Status.PROVED


def test_a_hypothesis_is_never_the_result():
    with pytest.raises(Rejected, match="an assumption cannot be the result"):
        verdict(document({}, {"id": "lie", "rule": "assume", "goal": r("1 <= 0")}))


def test_the_range_of_a_parameter_has_a_member():
    context = {"parameters": [{"name": "x", "kind": "real", "lower": "1", "upper": "0",
                               "lower_open": False, "upper_open": False}]}
    with pytest.raises(Rejected, match="is empty"):
        verdict(document(context, {"id": "a", "rule": "evident", "goal": r("0 <= 1")}))


def test_the_text_of_an_axiom_is_part_of_the_statement():
    inner = document({}, {"id": "x", "rule": "axiom", "citation": "nobody", "goal": r("1 <= 0")})
    found = verdict(brought({}, inner, goal=r("1 <= 0")))
    assert found.status is Status.CONDITIONAL
    assert found.statement == 'BY AN INSTANCE OF (BY the axiom "x", "nobody": 1 <= 0); THEN 1 <= 0'


@pytest.mark.parametrize(("goal", "said"), [("E(U(2), 1) == E(U(2))", True), ("E(U(2)) <= 1", False)])
def test_what_is_given_is_printed(goal, said):
    """An axiom that holds in the smallest filtration alone would be false where `import` takes it."""
    axiom = {"id": "x", "rule": "axiom", "citation": "nobody", "goal": r(goal)}
    found = verdict(document({"declarations": [U]}, axiom))
    assert ("E(., m) is given F_m, in any filtration" in found.statement) is said
    assert "together, are independent of all families at earlier times, together" in found.statement


def test_two_axioms_of_one_name_are_refused():
    cited = {"id": "x", "rule": "axiom", "citation": "nobody"}
    inner = document({}, {**cited, "goal": r("1 <= 0")})
    with pytest.raises(Rejected):
        verdict(document({}, {**cited, "goal": r("0 <= 1")}, theories={"i": inner}))


def test_a_cited_fact_about_parameters_is_asked_for_by_import():
    """As an axiom it would hold for all values of the parameter, so be false."""
    inner = document({"parameters": [C]}, {"id": "x", "rule": "assume", "citation": "nobody", "goal": r("2 <= c")})
    found = verdict(inner)
    assert found.status is Status.CONDITIONAL
    assert found.statement == 'c in (-oo, oo); 2 <= c; BY the axiom "x", "nobody": 2 <= c; THEN 2 <= c'
    with pytest.raises(Rejected):
        verdict(brought({}, inner, at={"c": "1"}, goal=r("2 <= 1")))
