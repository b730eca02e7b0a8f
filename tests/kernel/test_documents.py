# SPDX-License-Identifier: Apache-2.0
"""Documents, statements and terms as JSON: round trips, and a clear refusal of everything else."""

import copy
import inspect
import json
import random
import sys

import pytest

from proofcheck.kernel.check import MAX_BYTES, check, read, replay
from proofcheck.kernel.statement import statement_from_json
from proofcheck.kernel.term import from_json, is_name, rational, subterms, to_json, to_text
from proofcheck.kernel.verdict import Rejected, Status
from proofcheck.parse import parse_expression, parse_statement

from .build import SIGN, each, refusal, step, t, term
from .numeric import random_term

CLAIM = parse_statement("for all x in [0, 1], n in integers >= 2, if x <= 1/n: x >= 0")
DOCUMENT = {"format": "proofcheck-certificate", "version": 1, "statement": CLAIM.to_json(), "digest": CLAIM.digest(),
            "proof": {"verdict": "PROVED", "goal": SIGN}}


def changed(**fields):
    return {**copy.deepcopy(DOCUMENT), **fields}


def statement(**fields):
    return {**CLAIM.to_json(), **fields}


def variable(**fields):
    return statement(variables=[{**CLAIM.to_json()["variables"][0], **fields}], hypotheses=[])


def nested(depth, inner="1"):
    for _ in range(depth):
        inner = ["neg", inner]
    return inner


DOCUMENTS = [
    ("not an object", [1, 2], "document", "this is no"),
    ("null", None, "document", "this is no"),
    ("another format", changed(format="lemma"), "document", "this is no"),
    ("no format", {k: v for k, v in DOCUMENT.items() if k != "format"}, "document", "this is no"),
    ("version 2", changed(version=2), "document", "version"),
    ("version true", changed(version=True), "document", "version"),
    ("version '1'", changed(version="1"), "document", "version"),
    ("no digest", changed(digest=None), "digest", "does not belong"),
    ("another digest", changed(digest="sha256:" + "0" * 64), "digest", "does not belong"),
    ("another statement", changed(statement=statement(goal=[">", t("x"), "0"])), "digest", "does not belong"),
    ("no statement", changed(statement=None), "statement", "expected the keys"),
    ("no proof", changed(proof=None), "certificate", "must be an object"),
    ("an unknown verdict", changed(proof={"verdict": "TRUE"}), "certificate", "verdict must be"),
    ("CONDITIONAL is not for certificates", changed(proof={"verdict": "CONDITIONAL"}), "certificate",
     "verdict must be"),
    ("a verdict that is a list", changed(proof={"verdict": ["PROVED"]}), "certificate", "verdict must be"),
    ("defined is no list", changed(proof={"verdict": "PROVED", "defined": {}, "goal": SIGN}), "certificate",
     "of lists"),
]

STATEMENTS = [
    ("a key too many", statement(axioms=[]), "expected the keys"),
    ("variables that are no list", statement(variables={}), "must be lists"),
    ("a variable that is no object", statement(variables=["x"]), "a variable needs"),
    ("an unknown kind", variable(kind="complex"), "kind of x"),
    ("a kind that is a list", variable(kind=[]), "kind of x"),
    ("an open end that is 1", variable(lower_open=1), "true or false"),
    ("a closed end at infinity", variable(upper=None), "must be open"),
    ("a name that is no identifier", variable(name="x y"), "variable name"),
    ("a name of the language", variable(name="pi"), "variable name"),
    ("a function's name", variable(name="exp"), "variable name"),
    ("a look-alike of a Latin letter", variable(name="\u0445"), "variable name"),
    ("a name that is a number", variable(name=7), "variable name"),
    ("a repeated name", statement(variables=[CLAIM.to_json()["variables"][0]] * 2), "repeated variable name"),
    ("a bound with an unknown variable", variable(upper=["var", "y"]), "unknown variable y"),
    ("a bound that names its own variable", variable(upper=["var", "x"]), "unknown variable x"),
    ("a goal with an unknown variable", statement(goal=[">=", t("z"), "0"]), "unknown variable z"),
    ("an unknown relation", statement(goal=["=>", "1", "0"]), "expected [relation"),
    ("a relation that is an object", statement(goal=[{}, "1", "0"]), "expected [relation"),
    ("one side only", statement(goal=[">=", "1"]), "expected [relation"),
]

TERMS = [
    ("a float", 0.5, "expected a term"),
    ("an integer", 1, "expected a term"),
    ("true", True, "expected a term"),
    ("null", None, "expected a term"),
    ("an object", {}, "expected a term"),
    ("an empty list", [], "expected a term"),
    ("a decimal", "0.5", "exact rational"),
    ("an exponent", "1e5", "exact rational"),
    ("hexadecimal", "0x10", "exact rational"),
    ("a plus sign", "+1", "exact rational"),
    ("a space", "1 /2", "exact rational"),
    ("an underscore", "1_000", "exact rational"),
    ("Arabic digits", "\u0661", "exact rational"),
    ("a superscript", "\u00b2", "exact rational"),
    ("the denominator 0", "1/0", "denominator 0"),
    ("a negative denominator", "1/-2", "exact rational"),
    ("no denominator", "1/", "exact rational"),
    ("nothing", "", "exact rational"),
    ("nan", "nan", "exact rational"),
    ("five thousand digits", "1" * 5000, "exact rational"),
    ("an unknown function", ["gamma", "1"], "does not take"),
    ("num as a function", ["num", "1"], "does not take"),
    ("pi as a function", ["pi"], "does not take"),
    ("two arguments of exp", ["exp", "1", "2"], "does not take"),
    ("one argument of pow", ["pow", "1"], "does not take"),
    ("no argument of add", ["add"], "does not take"),
    ("an operation that is a list", [["exp"], "1"], "expected a term"),
    ("a variable without a name", ["var"], "[\"var\", name]"),
    ("a variable that is a number", ["var", 1], "[\"var\", name]"),
    ("dunder attributes are only names; dots are not", ["var", "x.y"], "[\"var\", name]"),
    ("too deep", nested(500), "nested deeper"),
]

TEXTS = [
    ("empty", "", "not JSON"),
    ("truncated", json.dumps(DOCUMENT)[:-20], "not JSON"),
    ("trailing text", json.dumps(DOCUMENT) + "x", "not JSON"),
    ("a float", '{"version": 1.0}', "not exact"),
    ("NaN", '{"a": NaN}', "not exact"),
    ("Infinity", '[-Infinity]', "not exact"),
    ("a repeated key", '{"proof": {"rule": "zero", "rule": "sign"}}', "occurs twice"),
    ("deeply nested", "[" * 100_000 + "]" * 100_000, "nested too deeply"),
    ("an integer of 10000 digits", '{"a": ' + "9" * 10_000 + "}", "not JSON"),
    ("too large", " " * (MAX_BYTES + 1), "larger than"),
    ("not JSON at all", "import os", "not JSON"),
]


def test_document_is_replayed():
    verdict = replay(read(json.dumps(DOCUMENT)))
    assert verdict.status is Status.PROVED
    assert verdict.statement == CLAIM.text()
    assert verdict.digest == CLAIM.digest()


def test_order_of_keys_does_not_matter():
    backwards = dict(reversed(list(DOCUMENT.items())))
    assert replay(backwards).status is Status.PROVED


@pytest.mark.parametrize(("document", "rule", "reason"), **each(DOCUMENTS))
def test_document_is_refused(document, rule, reason):
    with pytest.raises(Rejected) as caught:
        replay(document)
    assert caught.value.rule == rule
    assert reason in caught.value.reason


@pytest.mark.parametrize(("data", "reason"), **each(STATEMENTS))
def test_statement_is_refused(data, reason):
    with pytest.raises(Rejected) as caught:
        statement_from_json(data)
    assert reason in caught.value.reason


@pytest.mark.parametrize(("data", "reason"), **each(TERMS))
def test_term_is_refused(data, reason):
    with pytest.raises(Rejected) as caught:
        from_json(data)
    assert reason in caught.value.reason


@pytest.mark.parametrize(("text", "reason"), **each(TEXTS))
def test_text_is_refused(text, reason):
    with pytest.raises(Rejected) as caught:
        read(text)
    assert caught.value.rule == "document"
    assert reason in caught.value.reason


def test_round_trips_of_random_terms():
    """JSON gives back the same term; text gives back a term whose text is the same."""
    rng = random.Random(3)
    for _ in range(500):
        f = random_term(rng, ["x", "y"], 4)
        assert from_json(json.loads(json.dumps(to_json(f)))) == f
        again = parse_expression(to_text(f), ["x", "y"])
        assert to_text(parse_expression(to_text(again), ["x", "y"])) == to_text(again)


@pytest.mark.parametrize("text", [
    "for all x in [0, 1], y in (x, 2*x + 1): x*y >= 0",
    "for all n in integers >= 2, K in integers [1, n), if K != 3 and n > K: log(n) >= 0",
    "1 + 1 == 2",
])
def test_round_trip_of_statements(text):
    claim = parse_statement(text)
    again = statement_from_json(json.loads(json.dumps(claim.to_json())))
    assert again == claim
    assert again.digest() == claim.digest()
    assert parse_statement(claim.text()).digest() == claim.digest()


def test_digest_tells_statements_apart():
    texts = ["for all x in [0, 1]: x >= 0", "for all x in [0, 1): x >= 0", "for all x in [0, 1]: x > 0",
             "for all y in [0, 1]: y >= 0", "for all x in [0, 2]: x >= 0", "for all x in [0, 1], if x >= 0: x >= 0",
             "for all x in integers [0, 1]: x >= 0", "for all x in [0, 1]: 0 <= x"]
    assert len({parse_statement(text).digest() for text in texts}) == len(texts)


def test_names():
    assert is_name("eta_2")
    assert not any(is_name(bad) for bad in ("", "2x", "pi", "oo", "sqrt", "min", "x-y", "\u03b7", "if", None, 3))


@pytest.mark.parametrize(("text", "value"), [("-7", "-7"), ("6/4", "3/2"), ("0/5", "0"), ("007", "7")])
def test_rationals(text, value):
    assert str(rational(text)) == value


# Hostile but well-formed certificates: a refusal in bounded time and memory, never another exception.

def doubling(depth):
    """x = y + y, again and again: 2^depth nodes when written out."""
    inner = step("split", variable="none", at="0")
    for k in reversed(range(depth)):
        inner = step("substitute", new={f"y{k + 1}": [None, None, True, True, False]},
                     map={f"y{k}": ["add", ["var", f"y{k + 1}"], ["var", f"y{k + 1}"]]},
                     inverse={f"y{k + 1}": ["div", ["var", f"y{k}"], "2"]}, then=inner)
    return inner


def tower(depth):
    inner = SIGN
    for _ in range(depth):
        inner = step("monotone", variable="x", increasing=True, derivative=inner, face=SIGN)
    return inner


def deep(rule, depth, **fields):
    inner = SIGN
    for _ in range(depth):
        inner = step(rule, **fields, then=inner)
    return inner


def radicals(depth):
    text = "2"
    for _ in range(depth):
        text = f"sqrt(3*{text})"
    return text


HOSTILE = [
    ("a term of 2^60 nodes", "for all y0 in reals: exp(y0)**(y0 + 1) >= 0", doubling(60)),
    ("a tower of derivatives", "for all x in [0, 1]: exp(x/(x + 1))/(exp(x) + 1) >= 0", tower(60)),
    ("a thousand cuts", "for all x in [0, 1]: x - 2 >= 0", deep("cut", 900, relation=">=", fact=t("x"), proof=SIGN)),
    ("a rule name of a million letters", "for all x in [0, 1]: x - 2 >= 0", step("x" * 10**6)),
    ("lone surrogates", "for all x in [0, 1]: x >= 2", step("split", variable="\ud800", at="0")),
    ("an index of a thousand digits", "for all x in [0, 1]: x >= 2", step("fact", fact=10**1000)),
    ("a precision of a thousand digits", "for all x in [0, 1]: x >= 2", step("enclosure", precision=10**1000)),
    ("a power of a thousand digits", "for all x in [0, 1]: x >= 2",
     step("product", factors=[{"term": t("x - 2"), "power": 10**1000 + 1, "sign": 1, "proof": SIGN}])),
    ("an enormous power of a sum", "for all x in [0, 1]: (x + 1)**100000000 >= 0", step("bernstein")),
    ("an enormous Bernstein basis", "for all x in [0, 1], y in [0, 1]: x**127*y**127 + x**90*y**90 >= 1",
     step("bernstein")),
    ("ends of the box with many digits", "for all x in [0, 1]: x**128 >= 1",
     step("split", variable="x", at="1/" + "7" * 3000, low=step("bernstein"), high=step("bernstein"))),
    ("a huge split point", "for all x in [0, 1]: x >= 2", step("split", variable="x", at="9" * 3999)),
]


@pytest.mark.parametrize(("claim", "goal"), **each(HOSTILE))
def test_hostile_certificate_is_refused(claim, goal):
    assert isinstance(refusal(claim, goal), Rejected)


@pytest.mark.parametrize("text", [radicals(40), "3**(10**9)", "exp(exp(exp(exp(9))))", "sin(10**3000)"])
def test_hostile_witness_is_decided_in_bounded_time(text):
    claim = parse_statement(f"for all x in [0, 5]: x*({text}) <= -9")
    try:
        answer = check(claim, {"verdict": "REFUTED", "witness": {"x": "3"}}).status.value
    except Rejected as problem:
        answer = problem.rule
    assert answer in ("REFUTED", "witness")


def test_small_stack_is_no_traceback():
    claim = statement_from_json(statement(goal=[">=", nested(300, t("x")), "1"]))
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(len(inspect.stack()) + 150)
        problem = refusal(claim, SIGN)
    finally:
        sys.setrecursionlimit(limit)
    assert problem.rule == "limits"


def test_subterms_come_once_and_children_first():
    f = term("exp(x) + exp(x)*y")
    nodes = list(subterms(f))
    assert len(nodes) == len(set(nodes))
    assert all(nodes.index(child) < nodes.index(node) for node in nodes for child in node.children)
