# SPDX-License-Identifier: Apache-2.0
"""Rows replayed, proofs told, finite confirmations: what the tables say is what the kernel answers."""

import json

import pytest

from proofcheck import InputError
from proofcheck.library import load_library
from proofcheck.notebook import confirm, decide, derivation, replay, story, table

from ..certificates import certify
from .reader import read

TOML = """
[source]
paper = "P"

[[claim]]
id = "square"
kind = "real"
label = "Lemma $1$"
vars = {x = "[0, 1]"}
goal = "x**2 <= x"
says = "x^2 is small"

[[claim]]
id = "word"
kind = "def"
says = "a word"

[[claim]]
id = "open"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x <= 1"
"""


@pytest.fixture
def own(tmp_path):
    """A library of one's own, with a certificate of its first claim."""
    (tmp_path / "claims.toml").write_text(TOML, encoding="utf-8")
    certify(tmp_path, "square")
    return tmp_path


def words(library, *ids):
    return [row.word for row in replay(library, *ids).rows]


def test_replay(own):
    library = load_library(own)
    found = replay(library, "square", "word", "open")
    assert [row.word for row in found.rows] == ["PROVED", "NOTHING", "UNDECIDED"]
    page = read(found._repr_html_())
    domain = r"(x \in [0, 1])"
    assert page.formulas == [r"\displaystyle x^{2} \le x", domain, r"\displaystyle x \le 1", domain]
    assert "Lemma $1$" in page.text
    assert "no certificate" in page.text
    assert "definition" in page.text
    assert repr(found).splitlines() == ["PROVED      square", "NOTHING     word", "UNDECIDED   open"]


def test_a_changed_statement_is_stale(own):
    (own / "claims.toml").write_text(TOML.replace("x**2 <= x", "x**3 <= x"), encoding="utf-8")
    assert words(load_library(own), "square") == ["STALE"]


def test_a_broken_certificate_is_rejected(own):
    path = own / "certificates" / "square.json"
    data = json.loads(path.read_text("utf-8"))
    data["proof"]["goal"] = {"rule": "zero"}
    path.write_text(json.dumps(data), encoding="utf-8")
    found = replay(load_library(own), "square")
    assert [row.word for row in found.rows] == ["REJECTED"]
    assert "zero" in read(found._repr_html_()).text


def test_a_library_written_in_python(own):
    """It is loaded from its own file again, not from the claim files beside it."""
    claims = (
        "from proofcheck import Claim, le\n"
        'CLAIMS = (Claim("cube", given={"x": "[0, 1]"}, goal=le("x**3", "x")),)\n'
    )
    (own / "claims.py").write_text(claims, encoding="utf-8")
    certify(own / "claims.py")
    library = load_library(own / "claims.py")
    assert words(library, "cube") == ["PROVED"]
    (own / "claims.py").write_text(claims.replace("x**3", "x**4"), encoding="utf-8")
    assert words(library, "cube") == ["STALE"]


def test_unknown_rows_are_refused(own):
    with pytest.raises(InputError, match="unknown claim"):
        replay(load_library(own), "nothing")
    with pytest.raises(InputError, match="not proved in steps"):
        derivation(load_library(own), "square")


def test_stories():
    library = load_library()
    told = story(library.find("lemma2.i"), library)
    assert "concave" in repr(told)
    assert "e^{-x}" in "".join(read(told._repr_html_()).formulas)
    with pytest.raises(InputError, match="no proof"):
        story("for all x in [0, 1]: x >= 1/2", decide("for all x in [0, 1]: x >= 1/2"))
    with pytest.raises(InputError, match="library keeps"):
        story("for all x in [0, 1]: x >= 0", library)


def test_a_derivation_is_shown_in_steps():
    found = derivation(load_library(), "lemma1")
    page = read(found._repr_html_())
    assert "PROVED" in page.text
    assert "35 steps" in page.text
    assert len(found.view.steps) == 7
    assert any(r"\mathbb{E}" in formula for formula in page.formulas)
    assert found._repr_latex_().startswith(r"$\displaystyle \mathbb{E}")


def test_confirm():
    library = load_library()
    found = confirm(library, "lemma4", "lemma5.small.eq4", law="k2_bernoulli_gap_1_2.toml")
    assert [row[:2] for row in found.rows] == [("lemma4", "CONFIRMED"), ("lemma5.small.eq4", "CONFIRMED")]
    assert all(0 < float(row[3]) <= 1 and int(row[2]) > 0 for row in found.rows)
    with pytest.raises(InputError, match="needs a law"):
        confirm(library, "lemma4")
    with pytest.raises(InputError, match="known"):
        confirm(library, "lemma2.i")


def test_a_confirmation_of_another_statement_is_left_out(monkeypatch):
    from proofcheck.exact.registry import Row
    from proofcheck.notebook import confirmations

    monkeypatch.setitem(confirmations.ROWS, "lemma4", Row("0" * 8, laws=confirmations.ROWS["lemma4"].laws))
    found = confirm(load_library(), "lemma4", law="k2_bernoulli_gap_1_2.toml")
    assert found.rows[0][1] == "-"
    assert "another statement" in found.rows[0][4]


def test_table():
    found = table(["a", "b<"], [(1, "$x$"), (22, "<i>")])
    assert repr(found) == "a   b<\n1   $x$\n22  <i>"
    page = read(found._repr_html_())
    assert not page.formulas
    assert "b<" in page.text
    assert "<i>" in page.text
