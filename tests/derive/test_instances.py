# SPDX-License-Identifier: Apache-2.0
"""Definitions, hypotheses, axioms and imports on random finite worlds: what comes out is true there, exactly."""

import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.kernel.check import replay
from proofcheck.kernel.verdict import Rejected, Status

from .build import binders, document, filled, ref, relation, step, term
from .test_schemas import evaluated, falsified
from .worlds import AMOUNTS, amount, number, put, some, worlds

PAST = {"m": "integers [0, 1]", "j": "S"}
NOW = ("U(s)", "V(s, j)", "g(j)", "a")
UP_TO_NOW = ("M(s)", "U(s)", "sum(k, 1, s, U(k))", "V(s, j)")


def define(name, body):
    return {"rule": "define", "name": name, "binders": binders({"s": "integers >= 1", "j": "S"}), "body": term(body)}


def examples(run, least):
    """Draw examples of a profile, print what was seen, and ask for some of each."""
    seen = Counter()
    few = settings(max_examples=settings().max_examples // 3, derandomize=settings().max_examples < 1000)
    few(given(data=st.data())(lambda data: run(data.draw, seen)))()
    sys.stdout.write(f"\n  {', '.join(f'{n} {what}' for what, n in sorted(seen.items()))}")
    assert all(seen[what] > 0 for what in least), seen


def refuse_if_false(world, d, data, item, seen, refusal=Rejected):
    """A step that is false in the world is refused."""
    if falsified(world, d, item):
        with pytest.raises(refusal):
            filled({**data, "steps": [*data["steps"], item]})
        seen["false siblings refused"] += 1


def test_definitions(capsys):
    """A definition is of one time when all its parts are; else it is known at its time, and no more."""

    def run(draw, seen):
        world, now, past = draw(worlds()), some(draw, NOW), some(draw, UP_TO_NOW)
        steps = [define("D", now), define("C", f"({past}) + M(s)"),
                 step("unfolded", "evident", f"D(m+1, j) == {put(now, 's', '(m+1)')}", PAST),
                 step("alone", "independent", "E(D(m+1, j), m) == E(D(m+1, j))", PAST),
                 step("known", "linear", "E(C(m+1, j)*U(m+2), m+1) == C(m+1, j)*E(U(m+2), m+1)", PAST,
                      parts=[[term("C(m+1, j)"), term("U(m+2)")]])]
        data = document(world.context(), *steps)
        data["steps"][2] = step("unfolded", "calc", f"D(m+1, j) == {put(now, 's', '(m+1)')}", PAST,
                                rewrite=[ref("def.D", s="m+1", j="j")])
        d, points = evaluated(world, filled(data)[0])
        seen.update({"definitions": 2, "points": sum(points.values())})
        for item in (
            step("c", "independent", "E(C(m+1, j), m) == E(C(m+1, j))", PAST),
            step("c", "linear", "E(D(m+1, j)*U(m+1), m) == D(m+1, j)*E(U(m+1), m)", PAST,
                 parts=[[term("D(m+1, j)"), term("U(m+1)")]]),
            step("c", "linear", "E(C(m+1, j)*U(m+2), m) == C(m+1, j)*E(U(m+2), m)", PAST,
                 parts=[[term("C(m+1, j)"), term("U(m+2)")]]),
            define("B", f"1/({now})"), define("B", f"log({past})"),
        ):
            refuse_if_false(world, d, data, item, seen)

    with capsys.disabled():
        examples(run, ["definitions", "points", "false siblings refused"])


def test_hypotheses_and_axioms(capsys):
    """What rests on a hypothesis is printed with it; an axiom makes the verdict conditional."""

    def run(draw, seen):
        world, gap, cited = draw(worlds()), draw(AMOUNTS), draw(st.booleans())
        low = world.tables["x"][0] - gap
        wanted = f"({low}) <= x(0)"
        steps = [step("low", "axiom" if cited else "assume", wanted, **({"citation": "nobody"} if cited else {})),
                 step("c", "evident", f"({low}) - 1 < x(0)")]
        data = document(world.context(), *steps)
        whole = filled(data)[0]
        d, points = evaluated(world, whole)
        verdict = replay(whole)
        assert verdict.status is (Status.CONDITIONAL if cited else Status.PROVED)
        assert d.theory.facts["low"].text() in verdict.statement.partition("; THEN ")[0]
        assert (d.hypotheses == []) is cited
        seen.update({"hypotheses": not cited, "axioms": cited, "points": points["c"]})
        for show in (f"({low}) + 1/4 <= x(0)", f"x(0) <= {low} - 1"):
            refuse_if_false(world, d, data, step("e", "calc", show, **{"from": [ref("low")]}), seen)
            refuse_if_false(world, d, data, step("e", "evident", show), seen)
        for without in (whole["steps"][1:], filled(document(world.context(), steps[0]))[0]["steps"]):
            with pytest.raises(Rejected):  # the hypothesis gone, or made the result
                replay({**whole, "steps": without, "result": without[-1]["id"]} if not cited else
                       {**whole, "steps": whole["steps"][1:]})

    with capsys.disabled():
        examples(run, ["hypotheses", "axioms", "points", "false siblings refused"])


PARAMETER = {"name": "c", "kind": "real", "lower": "0", "upper": None, "lower_open": False, "upper_open": True}
Z = ["Z"]
PROVED = [
    step("bound", "evident", "c*Y(t) <= c*Y(t) + c", {"t": "integers >= 1"}),
    step("alone", "independent", "E(Y(t+1), t) == E(Y(t+1))", {"t": "integers >= 1"}),
    step("sum", "termwise", "0 <= sum(z, Z, f(z))", names=Z),
    step("weights", "termwise", "0 <= sum(z, Z, c*f(z))", names=Z),
    step("high", "monotone", "E(Y(t)) <= 1", {"t": "integers >= 1"}),
]
ALIKE = step("alike", "shift", "E(Y(1)) == E(Y(1+1))", by="1")


def inner(fact):
    """Another theory: a number c, a set Z, f >= 0 on it, a family Y in [0, 1], alike at all times for one fact."""
    declared = [{"kind": "set", "name": "Z"}, {"kind": "function", "name": "f", "binders": binders({"z": "Z"}, Z)},
                {"kind": "family", "name": "Y", "binders": binders({"t": "integers >= 1"}), "lower": "0", "upper": "1"}]
    known = [{"id": "f.lower", "binders": binders({"z": "Z"}, Z), "goal": relation("0 <= f(z)", Z)}]
    return document({"parameters": [PARAMETER], "identical": fact == "alike", "declarations": declared,
                     "assumptions": known}, *([ALIKE] if fact == "alike" else PROVED))


CLAIMED = {"alone": ("E({Y1}, t) == E({Y1})", {"t": "integers >= 1"}), "alike": ("E({Y2}) == E({Y3})", {}),
           "sum": ("0 <= sum(z, {Z}, {f})", {}), "weights": ("0 <= sum(z, {Z}, ({c})*({f}))", {}),
           "high": ("E({Y}) <= 1", {"t": "integers >= 1"}),
           "bound": ("({c})*({Y}) <= ({c})*({Y}) + ({c})", {"t": "integers >= 1"})}


def imported(fact, c, home, f, y):
    """The step that imports a fact of the other theory, with terms for its words."""
    at = {"Y": y, "Y1": put(y, "t", "(t+1)"), "Y2": put(y, "t", "1"), "Y3": put(y, "t", "(1+1)")}
    show, where = CLAIMED[fact]
    return step("c", "import", show.format(c=c, Z=home, f=f, **at), where, theory="i", fact=fact, at={"c": term(c)},
                images={"Z": [[], term(home)], "f": [["z"], term(f)], "Y": [["t"], term(y)]})


def one_import(draw, seen, refusal=Rejected):
    """An instance of another theory's fact; images that break its assumptions, range, independence or law."""
    world, fact = draw(worlds(least=1)), draw(st.sampled_from(sorted(CLAIMED)))
    share = st.sampled_from(["U(t)", "U(t)**2", "U(t)*U(t)", "a*U(t)", "1 - U(t)", "(U(t) + a)/2", "min(U(t), a)"])
    c, home, f, y = (amount(draw, ("a", "n", "sum(i, S, w(i))"), 1), draw(st.sampled_from("ST")),
                     amount(draw, ("w(z)", "h(z)", "abs(g(z))")), draw(share))
    data = document(world.context(), step("a.sum", "termwise", "0 <= sum(i, S, w(i))"), theories={"i": inner(fact)})
    good = imported(fact, c, home, f, y)
    d, points = evaluated(world, filled({**data, "steps": [*data["steps"], good]})[0])
    seen.update({"imports": 1, "points": points["c"]})
    bad_y = ["2*U(t)", "M(t)", "V(t, 0)", "U(t) - 1", "min(1, max(0, 2 - t))", "(U(t) + M(t))/3", "M(t-1)/2"]
    for item in (
        imported(fact, f"-({c})", home, f, y), imported(fact, number(draw), home, f, y),
        imported(fact, c, home, some(draw, ("g(z)", "w(z)", "x(z)")), y),
        *(imported(fact, c, home, f, other) for other in bad_y), {**good, "goal": relation("1 <= 0")},
    ):
        refuse_if_false(world, d, data, item, seen, refusal)


def test_imports(capsys):
    with capsys.disabled():
        examples(one_import, ["imports", "points", "false siblings refused"])
