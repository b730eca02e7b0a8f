# SPDX-License-Identifier: Apache-2.0
"""verify and show put the finite confirmations beside the rows they belong to, never in their place."""

import json
import shutil
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.commands.confirmed import OTHER, Confirmations, confirm
from proofcheck.commands.pool import Lost, _safely
from proofcheck.commands.show import describe
from proofcheck.derive.rows import conclusion, replay_row
from proofcheck.derive.stale import Lock
from proofcheck.exact.registry import NOT_FINITE, ROWS, Row, digest
from proofcheck.library import default_library_path, load_library

LIBRARY = load_library(None)


def small_library(tmp_path):
    """The library's folder with one law only."""
    shutil.copytree(default_library_path(), tmp_path / "lemmas", ignore=shutil.ignore_patterns("laws"))
    laws = tmp_path / "lemmas" / "laws"
    laws.mkdir()
    shutil.copy(default_library_path() / "laws" / "k2_bernoulli_gap_1_2.toml", laws)
    return tmp_path / "lemmas"


def serial(function, items, **_):
    """The pool's `run`, in this process: what a test has planted in it counts."""
    yield from ((index, function(item)) for index, item in enumerate(items))


def safely(function, items, **_):
    """The same, with a failure answered as the pool answers it."""
    yield from ((index, _safely(function, item)) for index, item in enumerate(items))


@pytest.fixture
def in_this_process(monkeypatch):
    monkeypatch.setattr("proofcheck.commands.verify.run", serial)
    monkeypatch.setattr("proofcheck.commands.confirmed.run", serial)


def plant(monkeypatch, id):
    """A false bound: half of what the confirmation of the row says on the right."""
    row = ROWS[id]

    def halved(make):
        return lambda *on: (replace(case, right=case.right.times(Fraction(1, 2))) for case in make(*on))

    laws, alone = (make and halved(make) for make in (row.laws, row.alone))
    monkeypatch.setitem(ROWS, id, Row(row.digest, laws=laws, alone=alone, of=row.of))


def test_verify_confirms_on_the_laws_of_the_library(tmp_path):
    arguments = ["verify", "lemma5.small.eq5", "--library", str(small_library(tmp_path)), "--json", "-"]
    result = CliRunner().invoke(main, arguments)
    row = json.loads(result.stdout)["claims"][0]
    assert result.exit_code == 0
    assert row["verdict"] == "PROVED"
    found = row["confirmed"]
    assert set(found) == {
        "verdict", "instances", "violated", "undecided", "laws", "relation", "worst_ratio", "where", "of"
    }  # fmt: skip
    assert (found["verdict"], found["instances"], found["laws"], found["undecided"]) == ("CONFIRMED", 4, 1, 0)
    assert 0 < float(found["worst_ratio"]) < 1


def test_the_confirmation_stands_under_the_row_s_own_verdict(tmp_path):
    result = CliRunner().invoke(main, ["verify", "comp.f7", "cor1.lower", "--library", str(small_library(tmp_path))])
    lines = result.stdout.splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("comp.f7"))
    assert "CONDITIONAL" in lines[at]
    assert lines[at + 1].startswith("    CONFIRMED on ")
    assert "worst ratio 0." in lines[at + 1]
    assert "s = 1/8" in lines[at + 1]
    at = next(k for k, line in enumerate(lines) if line.startswith("cor1.lower"))
    assert lines[at + 1].startswith("    -, an order of growth")
    assert "2 CONDITIONAL" in lines[-1]  # a confirmation is no verdict


def test_replay_only_confirms_nothing(tmp_path):
    library = str(small_library(tmp_path))
    arguments = ["verify", "lemma5.small.eq5", "--replay-only", "--library", library, "--json", "-"]
    row = json.loads(CliRunner().invoke(main, arguments).stdout)["claims"][0]
    assert row["confirmed"] is None


@pytest.mark.parametrize("id", ["lemma4.s2", "lemma1", "comp.f7", "lemma4"])
def test_a_planted_false_bound_disputes_the_row(id, monkeypatch, in_this_process, tmp_path):
    """lemma4 on laws, the others on instances of their own; each is PROVED or CONDITIONAL, and stays so no longer."""
    plant(monkeypatch, id)
    library = str(small_library(tmp_path))
    result = CliRunner().invoke(main, ["verify", id, "--library", library, "--json", str(tmp_path / "out.json")])
    row = next(row for row in json.loads((tmp_path / "out.json").read_text())["claims"] if row["id"] == id)
    assert result.exit_code == 1
    assert row["verdict"] == "DISPUTED"
    assert row["confirmed"]["verdict"] == "VIOLATED"
    assert row["confirmed"]["violated"] > 0
    assert "an exact instance contradicts it" in result.stdout
    assert "VIOLATED on" in result.stdout
    assert "1 DISPUTED" in result.stdout.splitlines()[-1]


def test_show_disputes_a_row_with_a_planted_false_bound(monkeypatch, in_this_process):
    plant(monkeypatch, "lemma4.s2")
    result = CliRunner().invoke(main, ["show", "lemma4.s2"])
    assert result.exit_code == 1
    assert "verdict    DISPUTED" in result.stdout
    assert "confirmed  VIOLATED on" in result.stdout


def test_show_prints_the_confirmation_and_its_json():
    result = CliRunner().invoke(main, ["show", "prop1.s2"])
    assert result.exit_code == 0
    assert "verdict    PROVED" in result.stdout
    assert "CONFIRMED on 2080 instances" in result.stdout
    found = json.loads(CliRunner().invoke(main, ["show", "prop1.s2", "--json", "-"]).stdout)
    assert found["confirmed"]["instances"] == 2080


def proved(id, statement):
    return {"id": id, "kind": "comb", "verdict": "PROVED", "reason": "", "confirmed": None, "statement": statement}


def test_another_statement_under_the_same_identifier_is_not_confirmed(tmp_path):
    row = proved("lemma4.s2", "1 <= 2")
    (words,) = confirm([row], small_library(tmp_path), 1)
    assert words == "-, its statement is not the one that the confirmation was written for"
    assert row["confirmed"] is None


@pytest.mark.parametrize(("part", "other"), [
    ("; eta in (0, 1/8];", "; eta in (0, 1/4];"), ("for all j in Others: Delta(j) <= 1; ", ""),
    ("Y(s, j) == X(s, j) - B(s)", "Y(s, j) == X(s, j)"), ("K in integers >= 2", "K in integers >= 1"),
])  # fmt: skip
def test_the_same_conclusion_from_other_premises_is_not_confirmed(part, other, tmp_path):
    """A range, an assumption, a definition: the instances may lie outside what the statement now says."""
    statement = describe(Lock(LIBRARY), "lemma4.s2")["statement"]
    assert statement.count(part) == 1
    row = proved("lemma4.s2", statement.replace(part, other))
    assert conclusion(row["statement"]) == conclusion(statement)
    assert confirm([row], small_library(tmp_path), 1) == [f"-, {OTHER}"]
    assert row["confirmed"] is None
    same = proved("lemma4.s2", statement)
    confirm([same], tmp_path / "lemmas", 1)
    assert same["confirmed"]["verdict"] == "CONFIRMED"


def test_a_changed_range_in_a_library_drops_the_confirmation(tmp_path):
    library = small_library(tmp_path)
    file = library / "derivations" / "b_azuma.toml"
    assert file.read_text().count('range = "[-1, 1]"') == 1
    file.write_text(file.read_text().replace('range = "[-1, 1]"', 'range = "[-2, 2]"'))
    assert CliRunner().invoke(main, ["derive", "comp.f7", "--library", str(library)]).exit_code == 0
    result = CliRunner().invoke(main, ["verify", "comp.f7", "--library", str(library), "--json", "-"])
    row = json.loads(result.stdout)["claims"][0]
    assert (row["verdict"], row["confirmed"]) == ("CONDITIONAL", None)


def test_a_piece_of_work_without_an_answer_is_said():
    row = proved("lemma4.s5", describe(Lock(LIBRARY), "lemma4.s5")["statement"])
    found = Confirmations(["lemma4.s5"], LIBRARY.path)
    assert not found.ready("lemma4.s5")
    found.take(0, Lost("no answer within 1 s"))
    assert found.ready("lemma4.s5")
    assert found.settle(row) == "-, no answer within 1 s"
    assert row["verdict"] == "PROVED"


@pytest.mark.parametrize(("also", "code"), [([], 3), (["lemma4.s2"], 1)])
def test_verify_is_undecided_when_a_confirmation_breaks_down(also, code, monkeypatch, in_this_process, tmp_path):
    """The row keeps its verdict, and a violation elsewhere still counts for more."""
    def broken():
        yield from ()
        raise RuntimeError("a bug")

    row = ROWS["lemma1"]
    monkeypatch.setitem(ROWS, "lemma1", Row(row.digest, alone=broken, of=row.of))
    monkeypatch.setattr("proofcheck.commands.verify.run", safely)
    for id in also:
        plant(monkeypatch, id)
    arguments = ["verify", "lemma1", *also, "--library", str(small_library(tmp_path)), "--json", str(tmp_path / "o")]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == code
    assert "    -, internal: RuntimeError: a bug" in result.stdout
    assert "1 of the finite confirmations failed: internal: RuntimeError: a bug" in result.stderr
    rows = {row["id"]: row for row in json.loads((tmp_path / "o").read_text())["claims"]}
    assert (rows["lemma1"]["verdict"], rows["lemma1"]["confirmed"]) == ("PROVED", None)


def test_a_late_confirmation_leaves_the_exit_code_alone(monkeypatch, tmp_path):
    def late(function, items, **_):
        yield from ((k, Lost("no answer within 1 s") if "confirm" in item else function(item))
                    for k, item in enumerate(items))

    monkeypatch.setattr("proofcheck.commands.verify.run", late)
    result = CliRunner().invoke(main, ["verify", "comp.f7", "--library", str(small_library(tmp_path))])
    assert result.exit_code == 0
    assert "    -, no answer within 1 s" in result.stdout


def test_every_row_with_a_random_quantity_is_confirmed_or_says_why_not():
    random = [id for id in LIBRARY.entries() if LIBRARY.find(id).kind in ("prob", "comb", "axiom")]
    statements = {"lemma1.hoeffding", "lemma1", "lemma3", "prop1", "lemma4", "lemma5", "thm1", "comp.s22", "comp.s31"}
    assert statements <= set(random)
    assert [id for id in random if id not in ROWS and id not in NOT_FINITE] == []
    assert not set(ROWS) & set(NOT_FINITE)


def test_every_confirmation_is_pinned_to_the_library_s_statement():
    """After a statement changed: read it, see whether the confirmation is still of it, then pin the digest shown."""
    claims = {claim.id: claim.statement for claim in LIBRARY.claims}
    found = {id: claims[id].text() if id in claims else replay_row(LIBRARY.path, id, claims).statement for id in ROWS}
    digests = {id: digest(text) for id, text in found.items()}
    assert {id: text for id, text in digests.items() if ROWS[id].digest != text} == {}
