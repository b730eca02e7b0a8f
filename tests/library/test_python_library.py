# SPDX-License-Identifier: Apache-2.0
"""A library in Python is run only when its file is named, and whatever is wrong with it is one line."""

import sys
from pathlib import Path

import pytest

from proofcheck import InputError
from proofcheck.library import load_library

GOOD = """
from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from constants import HALF
from proofcheck import Claim, Source, ge
from sympy import Symbol, exp

@dataclass
class Step:
    number: int

x = Symbol("x")
CLAIMS = [
    Claim(id="lemma2.i", given={x: "[0, 1]"}, goal=ge(1 - exp(-x), HALF*x), source=Source("A", "lem:one")),
    Claim(id="lemma2.ii", given={"x": "[0, 1]"}, goal="x**2 <= x", uses=["lemma2.i"]),
]
"""


@pytest.fixture
def file(tmp_path):
    (tmp_path / "constants.py").write_text("from sympy import Rational\nHALF = Rational(1, 2)\n")
    (tmp_path / "claims.py").write_text(GOOD)
    yield tmp_path / "claims.py"
    sys.modules.pop("constants", None)


def test_its_claims_are_the_library(file, monkeypatch):
    path, modules = list(sys.path), set(sys.modules)
    library = load_library(file)
    assert [claim.id for claim in library.claims] == ["lemma2.i", "lemma2.ii"]
    assert library.claims[0].statement.text() == "for all x in [0, 1]: 1 - exp(-x) >= x/2"
    assert library.users("lemma2.i") == ["lemma2.ii"]
    assert library.certificate_path("lemma2.i") == file.parent / "certificates" / "lemma2.i.json"
    assert sys.path == path
    assert not [name for name in set(sys.modules) - modules if "claims" in name]
    monkeypatch.chdir(file.parent)
    assert load_library("claims.py").path == Path(".")


def test_a_folder_is_never_run(file):
    (file.parent / "claims.py").write_text("raise SystemExit('it ran')")
    with pytest.raises(InputError, match=r"to run a Python one, name it: --library .*claims\.py"):
        load_library(file.parent)
    (file.parent / "a.toml").write_text('[[claim]]\nid = "one"\nkind = "real"\ngoal = "1 < 2"\n')
    assert [claim.id for claim in load_library(file.parent).claims] == ["one"]


BAD = {
    "import nosuchmodule": "line 1: ModuleNotFoundError: No module named 'nosuchmodule'",
    "\n1/0": "line 2: ZeroDivisionError",
    "x = (": "line 1: SyntaxError",
    "raise SystemExit(0)": "line 1: SystemExit",
    "": "no tuple CLAIMS in it",
    "CLAIMS = 'a'": "no tuple CLAIMS in it",
    "CLAIMS = [1]": "CLAIMS, entry 1: found '1', no Claim",
    "from proofcheck import Claim\nCLAIMS = [Claim(id='lem:1', goal='1 < 2')]": "not of the form",
    "from proofcheck import Claim\nCLAIMS = [Claim(id='a', goal='1 < 2')] * 2": "is there twice",
    "from proofcheck import Claim\nCLAIMS = [Claim(id='a', goal='1 < 2', uses=['b'])]": "uses the unknown claim 'b'",
    "from proofcheck import Claim\nCLAIMS = [Claim(id='a', goal='x < 2')]": "line 2: InputError: claim a, goal",
    "from proofcheck import Claim, le\nCLAIMS = [Claim(id='a', goal=le(0.5, 1))]": "write Rational(1, 2)",
}


@pytest.mark.parametrize(("code", "words"), BAD.items())
def test_what_is_wrong_is_one_line(tmp_path, code, words):
    (tmp_path / "claims.py").write_text(code)
    with pytest.raises(InputError) as refusal:
        load_library(tmp_path / "claims.py")
    assert words in str(refusal.value)
    assert "claims.py" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_missing_file_is_named():
    with pytest.raises(InputError, match=r"nosuch\.py"):
        load_library("nosuch.py")
