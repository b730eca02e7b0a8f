# SPDX-License-Identifier: Apache-2.0
"""What is supposed of an outcome must not get under an expectation: hand-made documents that try, each with its proof.

U(s) is any quantity in [0, 1], independent over s. Each attack would prove something false of U(s) uniform; beside them
stand the same steps with a supposition on a number, which hold.
"""

import pytest

from proofcheck.derive.read import Reader
from proofcheck.kernel.check import replay
from proofcheck.kernel.verdict import Rejected

READ = Reader({"U", "V", "g", "S", "D", "X", "P"}, "test")
PARAMETER = {"name": "a", "kind": "real", "lower": "0", "upper": "1", "lower_open": False, "upper_open": False}
TIME = [{"name": "s", "lower": "1"}]
CONTEXT = {
    "parameters": [PARAMETER],
    "declarations": [
        {"kind": "family", "name": "U", "binders": TIME, "lower": "0", "upper": "1"},
        {"kind": "process", "name": "P", "binders": TIME, "lower": "0", "upper": "1"},
        {"kind": "set", "name": "S", "binders": []},
        {"kind": "function", "name": "g", "binders": [{"name": "j", "in": ["fn", "S"]}]},
    ],
    "assumptions": [], "identical": True,
}  # fmt: skip


def fact(name, **at):
    found = {"fact": name, "at": {key: READ.term(text) for key, text in at.items()}}
    return found if not name.startswith("@") else {"fact": name}


U_UPPER, SUPPOSED = fact("U.upper", s="1"), fact("@given.0")


def step(id, rule, show, given=(), proofs=(), **more):
    return {"id": id, "rule": rule, "binders": [], "given": [READ.relation(g) for g in given],
            "goal": READ.relation(show), "proofs": list(proofs), **more}  # fmt: skip


def define(name, body, proofs=()):
    return {"rule": "define", "name": name, "binders": TIME, "body": READ.term(body), "proofs": list(proofs)}


def document(*steps, **more):
    return {"format": "proofcheck-derivation", "version": 1, "context": CONTEXT, "claims": {}, "theories": {},
            "result": [steps[-1]["id"]], "steps": list(steps), **more}  # fmt: skip


HALF = "U(1) <= 1/2"
SMALL = step("small", "evident", HALF, [HALF], [[SUPPOSED]])
ONE = step("one", "indicator", "ind(U(1) <= 1/2) == 1", [HALF], [[SUPPOSED]])
ATTACKS = {
    "monotone": [step("x", "monotone", "E(U(1)) <= 1/2", [HALF], [[SUPPOSED]])],
    "monotone, given the past": [step("x", "monotone", "E(U(2), 1) <= 1/2", ["U(2) <= 1/2"], [[SUPPOSED]])],
    "monotone, through an earlier step": [SMALL, step("x", "monotone", "E(U(1)) <= 1/2", [HALF], [[fact("small")]])],
    "the same, with the supposition discharged by itself":
        [SMALL, step("x", "monotone", "E(U(1)) <= 1/2", [HALF], [[fact("small")], [SUPPOSED]])],
    "an indicator": [ONE, step("x", "monotone", "E(ind(U(1) <= 1/2)) == 1", [HALF], [[fact("one")], [SUPPOSED]])],
    "rewriting under E": [step("x", "calc", "E(U(1)) == E(0*U(1))", ["U(1) == 0"], rewrite=[SUPPOSED])],
    "rewriting under E by an earlier step":
        [step("zero", "evident", "U(1) == 0", ["U(1) == 0"], [[SUPPOSED]]),
         step("x", "calc", "E(U(1)) == E(0*U(1))", ["U(1) == 0"], [[SUPPOSED]], rewrite=[fact("zero")])],
    "linearity": [step("x", "linear", "E(U(1)*U(1)) == (1/2)*E(U(1))", ["U(1) == 1/2"], [[SUPPOSED]],
                       parts=[["1/2", READ.term("U(1)")]])],
    "a coefficient that is only supposed to be known":
        [step("x", "linear", "E(U(2)*U(2), 1) == U(2)*E(U(2), 1)", ["U(2) == 1/2"], [[]],
              parts=[[READ.term("U(2)"), READ.term("U(2)")]])],
    "definedness": [step("x", "monotone", "E(1/U(1)) <= 2", ["1/2 <= U(1)"], [[SUPPOSED]] * 6)],
    "the argument of a logarithm":
        [step("x", "monotone", "-log(2) <= E(log(U(1)))", ["1/2 <= U(1)"], [[SUPPOSED]] * 6)],
    "Jensen": [step("x", "jensen", "E(log(U(1))) <= log(E(U(1)))", ["1/2 <= U(1)"], [[SUPPOSED]] * 6)],
    "cases": [SMALL, step("x", "cases", "E(U(1)) <= 1/2", [], [[SUPPOSED]] * 6, on=READ.relation(HALF))],
    "disguised as a conditional expectation":
        [step("x", "monotone", "E(E(U(1), 1)) <= 1/2", ["E(U(1), 1) <= 1/2"], [[SUPPOSED]])],
    "disguised by a definition":
        [define("X", "U(s)"), step("x", "monotone", "E(X(1)) <= 1/2", ["X(1) <= 1/2"], [[SUPPOSED]])],
    "disguised as an indicator":
        [step("x", "monotone", "E(ind(U(1) <= 1/2)) == 1", ["ind(U(1) <= 1/2) == 1"], [[SUPPOSED]])],
    "disguised as a sum over times":
        [step("x", "monotone", "E(sum(s, 1, 2, U(s))) <= 1", ["sum(s, 1, 2, U(s)) <= 1"], [[SUPPOSED]])],
    "disguised as a function of a random number":
        [step("x", "monotone", "E(g(U(1))) <= 0", ["g(U(1)) <= 0"], [[SUPPOSED]])],
    "an adapted process": [step("x", "monotone", "E(P(2), 1) <= 1/2", ["P(2) <= 1/2"], [[SUPPOSED]])],
    "a random upper end of a sum":
        [step("x", "monotone", "E(sum(s, 1, ceil(U(1)), 1)) <= 0", ["U(1) <= 0"], [[SUPPOSED]])],
    "a quotient with a denominator of the supposed sign":
        [step("x", "linear", "E(U(1)/U(1)) == 1", ["0 < U(1)"], [[SUPPOSED]] * 6, parts=[["1", "1"]])],
    "termwise, under a sum of expectations":
        [step("x", "termwise", "sum(s, 1, 2, E(U(s))) <= sum(s, 1, 2, 1/2)", ["U(1) <= 1/2", "U(2) <= 1/2"],
              [[SUPPOSED], [SUPPOSED]])],
    "shift": [step("x", "shift", "E(U(1)) == E(U(1 + 1) - U(1 + 1) + 1/2)", ["U(1) == 1/2"], [[SUPPOSED]] * 4,
                   by="1")],
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_supposed_of_an_outcome_stays_outside(name):
    with pytest.raises(Rejected) as caught:
        replay(document(*ATTACKS[name]))
    assert caught.value.path[0] == "step x"


FAIR = {
    "a supposition on a number": [step("x", "monotone", "E(a*U(1)) <= 1/2", ["a <= 1/2"], [[SUPPOSED, U_UPPER]])],
    "a number as a coefficient": [step("x", "linear", "E(U(1)*a) == a*E(U(1))", ["a <= 1/2"], [[]],
                                       parts=[[["var", "a"], READ.term("U(1)")]])],
    "rewriting by a number": [step("x", "calc", "E(a*U(1)) == E((1/2)*U(1))", ["a == 1/2"], rewrite=[SUPPOSED])],
    "an expectation that is a number": [step("x", "evident", "E(U(1)) <= 1/2", ["E(U(1)) <= 1/2"], [[SUPPOSED]])],
    "a supposition on an outcome, outside E": [step("x", "evident", "U(1)*a <= 1/2", [HALF], [[SUPPOSED]])],
    "what holds for every outcome": [step("x", "monotone", "E(U(1)) <= 1", [HALF], [[U_UPPER]])],
}


@pytest.mark.parametrize("name", FAIR)
def test_what_is_supposed_of_a_number_may_go_inside(name):
    verdict = replay(document(*FAIR[name]))
    assert verdict.status.value == "PROVED"
    assert "if " in verdict.statement, "the supposition is printed"


def test_a_random_supposition_does_not_carry_an_import():
    """An instance under a supposition on an outcome would be about another law."""
    other = document(step("mean", "monotone", "E(U(1)) <= 1", [], [[U_UPPER]]))
    images = {name: [names, READ.term(text)] for name, (names, text) in
              {"U": (["s"], "U(s)"), "P": (["s"], "P(s)"), "S": ([], "S"), "g": (["j"], "g(j)")}.items()}
    imported = {**step("x", "import", "E(U(1)) <= 1", [HALF], []), "theory": "t", "fact": "mean",
                "at": {"a": ["var", "a"]}, "images": images, "outer": 0}  # fmt: skip
    with pytest.raises(Rejected, match="a supposition is random"):
        replay(document(imported, theories={"t": other}))


@pytest.mark.parametrize("where", [["<=", ["fn", "U", "1"], "1/2"], ["<=", ["E", ["fn", "U", "1"], "1"], "1/2"]])
def test_a_set_is_not_cut_by_an_outcome(where):
    cut = {"kind": "set", "name": "T", "binders": [], "of": ["fn", "S"], "element": "j", "where": [where]}
    context = {**CONTEXT, "declarations": [*CONTEXT["declarations"], cut]}
    with pytest.raises(Rejected, match="a set cannot be random"):
        replay({**document(SMALL), "context": context})
