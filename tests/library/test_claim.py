# SPDX-License-Identifier: Apache-2.0
"""Claims in Python: texts and SymPy expressions, the public names, and what importing them costs."""

import subprocess
import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest
from sympy import Float, Symbol, exp

import proofcheck
from proofcheck import Claim, InputError, Source, Status, Verdict, check, eq, ge, gt, le, lt
from proofcheck.parse import parse_statement

x = Symbol("x")
TEXT = "for all x in [0, 1]: 1 - exp(-x) >= x/2"


def test_sympy_and_text_give_the_same_claim():
    """The example of the README: the digest doesn't depend on how the claim was written."""
    one = Claim(id="lemma2.i", given={x: "[0, 1]"}, goal=ge(1 - exp(-x), x / 2), source=Source("A", "Lemma 2 (i)"))
    two = Claim(id="lemma2.i", given={"x": "[0, 1]"}, goal="1 - exp(-x) >= x/2")
    assert one.statement == two.statement == parse_statement(TEXT)
    assert one.statement.digest() == two.statement.digest()
    assert one.source.text() == "A, Lemma 2 (i)"


@pytest.mark.parametrize(("make", "op"), [(le, "<="), (lt, "<"), (ge, ">="), (gt, ">"), (eq, "==")])
def test_relations(make, op):
    claim = Claim("c", given={"x": "[0, 1]"}, hypotheses=[make(x, 1)], goal=make("x", Fraction(1, 2)))
    assert claim.statement.text() == f"for all x in [0, 1], if x {op} 1: x {op} 1/2"


def test_kind_is_found_from_the_domains():
    assert Claim("c", parse_statement(TEXT)).kind == "real"
    assert Claim("c", parse_statement("for all n in integers: n >= n")).kind == "int"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "either a statement"),
        ({"statement": parse_statement(TEXT), "goal": "1 < 2"}, "either a statement"),
        ({"given": {x: "[0, 1]"}, "goal": ge(0.5 * x, 0)}, "write Rational(1, 2)"),
        ({"given": {x: "[0, 1]"}, "goal": ge(x, 0.1)}, "write Rational(1, 10)"),
        ({"given": {x: "[0, 1]"}, "goal": ge(x, Float("0.25"))}, "write Rational(1, 4)"),
        ({"given": {x: "[0, 1]"}, "goal": x >= 0}, "write ge(left, right)"),
        ({"given": {x: 0.5}, "goal": "x >= 0"}, "domain of x: expected text, found float"),
        ({"given": {x + 1: "[0, 1]"}, "goal": "1 >= 0"}, "write a Symbol or its name"),
        ({"given": {x: "[0, 1]"}, "goal": ge(Symbol("y"), 0)}, "unknown name 'y'"),
        ({"given": {x: "[0, 1]"}, "goal": ge(Symbol("x", positive=True), 0)}, "two different symbols are called 'x'"),
        ({"given": {x: "[0, 1]", "x": "[0, 2]"}, "goal": "x >= 0"}, "declared twice"),
        ({"given": {x: "[1, 0]"}, "goal": "x >= 0"}, "empty"),
        ({"goal": "1 >= 0", "kind": "float"}, "unknown kind 'float'"),
        ({"goal": ge(True, 0)}, "of type bool"),
    ],
)
def test_refusals_name_the_claim(arguments, words):
    with pytest.raises(InputError) as refusal:
        Claim("lemma9", **arguments)
    assert str(refusal.value).startswith("claim lemma9")
    assert words in str(refusal.value)


def test_claims_are_frozen():
    with pytest.raises(AttributeError):
        Claim("c", parse_statement(TEXT)).kind = "int"


def test_no_proof_is_undecided_and_another_statement_is_stale():
    claim = Claim("c", parse_statement(TEXT))
    verdict = check(claim, SimpleNamespace(proof=None, reason="out of time"))
    assert (verdict.status, verdict.reason) == (Status.UNDECIDED, "out of time")
    document = {"format": "proofcheck-certificate", "version": 1, "digest": "sha256:0", "proof": {}}
    assert check(claim, document).status is Status.STALE


def test_verdicts_have_no_truth_value():
    with pytest.raises(TypeError, match="no truth value"):
        bool(Verdict(Status.PROVED, "", ""))


def test_public_names_are_few_and_all_there():
    assert len(proofcheck.__all__) <= 15
    for name in proofcheck.__all__:
        assert getattr(proofcheck, name) is not None
    assert not hasattr(proofcheck, "nonsense")


def test_import_is_light():
    """`import proofcheck`, and reading a claim from text, load no SymPy, mpmath, NumPy or FLINT."""
    code = (
        "import proofcheck, sys; proofcheck.Claim('c', given={'x': '[0, 1]'}, goal='x >= 0'); "
        "print(sorted({'sympy', 'mpmath', 'numpy', 'flint', 'rich', 'click'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
