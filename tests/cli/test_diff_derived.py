# SPDX-License-Identifier: Apache-2.0
"""`proofcheck diff` on rows that derivations prove: what they state and rest on is compared, not their words."""

import json
import shutil

import pytest
from click.testing import CliRunner

from proofcheck.cli import main

ROWS = """
[[claim]]
id = "thm"
kind = "prob"
says = "x is at least 1"
[[claim]]
id = "user"
kind = "prob"
says = "it follows"
uses = ["thm"]
"""
STEPS = """
[context]
parameters = {x = "[1, 2]"}
[[step]]
by = "evident"
id = "thm"
show = "1 <= x"
"""
AXIOM = ('by = "evident"', 'by = "axiom"\ncitation = "Somebody 1963"')


def run(*args):
    return CliRunner().invoke(main, [str(a) for a in args])


def derive(folder):
    done = run("derive", "--library", folder)
    assert done.exit_code in (0, 3), done.output


def diff(old, new):
    done = run("diff", old, new, "--jobs", "1", "--json", "-")
    return done.exit_code, json.loads(done.stdout)


def edit(folder, name, *pairs):
    path = folder / name
    text = path.read_text()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)


@pytest.fixture
def old(tmp_path):
    """A library with a row that is PROVED by a derivation, and one that uses it."""
    folder = tmp_path / "old"
    (folder / "derivations").mkdir(parents=True)
    (folder / "a.toml").write_text(ROWS)
    (folder / "derivations" / "t.toml").write_text(STEPS)
    derive(folder)
    assert "PROVED" in run("verify", "thm", "--replay-only", "--library", folder).output
    return folder


@pytest.fixture
def new(old, tmp_path):
    return shutil.copytree(old, tmp_path / "new")


def test_the_same_derivation_is_the_same(old, new):
    code, data = diff(old, new)
    assert (code, data["same"]) == (0, 2)


def test_another_proof_of_the_same_statement_is_retold(old, new):
    edit(new, "derivations/t.toml", ('by = "evident"', 'by = "calc"\nfrom = ["x.lower"]'))
    derive(new)
    code, data = diff(old, new)
    assert (code, data["retold"]) == (0, [{"id": "thm", "keys": ["derivation"]}])


@pytest.mark.parametrize("change", [("1 <= x", "0 <= x"), ("[1, 2]", "[1, 3/2]"), ("1 <= x", "1/2 <= x")])
def test_another_statement_is_to_be_read(old, new, change):
    """Weaker or stronger: the words of the row are the same, and nothing is stale."""
    edit(new, "derivations/t.toml", change)
    derive(new)
    code, data = diff(old, new)
    (row,) = data["changed"]
    assert (code, row["id"], row["relation"], data["stale"]) == (3, "thm", "unknown", [])
    assert row["old"] == "x in [1, 2]; THEN 1 <= x"
    assert row["new"] == row["old"].replace(*change)
    assert data["look_again"] == [{"id": "user", "because": ["thm"]}]
    lines = run("diff", old, new).output.splitlines()
    assert lines[0] == "changed    thm: unknown"
    assert "how it changed is not known; read it" in lines[3]


def test_an_axiom_in_place_of_a_proof_is_a_loss(old, new):
    edit(new, "derivations/t.toml", AXIOM)
    derive(new)
    code, data = diff(old, new)
    (row,) = data["changed"]
    assert (code, row["id"], row["relation"]) == (1, "thm", "lost")
    assert row["new_gives_old"] == {"answer": "no", "why": "PROVED before, now CONDITIONAL on thm"}
    assert data["look_again"] == [{"id": "user", "because": ["thm"]}]
    assert diff(new, old)[0] == 3, "the other way round the statement has lost its axiom: it is to be read"


def test_a_derivation_that_is_gone_is_a_loss(old, new):
    (new / "derivations" / "documents" / "thm.json").unlink()
    code, data = diff(old, new)
    assert (code, data["changed"][0]["relation"]) == (1, "lost")
    assert data["changed"][0]["new_gives_old"]["why"] == "PROVED before, now UNDECIDED"
    (new / "derivations" / "t.toml").unlink()
    code, data = diff(old, new)
    assert (code, data["changed"][0]["relation"]) == (1, "lost")
    assert data["changed"][0]["new_gives_old"]["why"] == "PROVED before, now without a derivation"
    assert diff(new, old)[0] == 0


@pytest.mark.parametrize("kind", ["axiom", "def"])
def test_what_is_claimed_no_longer_is_a_loss(old, new, kind):
    edit(new, "a.toml", ('id = "thm"\nkind = "prob"', f'id = "thm"\nkind = "{kind}"'))
    code, data = diff(old, new)
    assert (code, data["changed"][0]["relation"]) == (1, "lost")
    assert f"of kind prob before, now {kind}" in data["changed"][0]["new_gives_old"]["why"]


def test_a_document_that_the_kernel_rejects_is_a_loss(old, new):
    path = new / "derivations" / "documents" / "thm.json"
    path.write_text(path.read_text().replace('"digest":"', '"digest":"0'))
    code, data = diff(old, new)
    assert (code, data["changed"][0]["new_gives_old"]["why"]) == (1, "PROVED before, now REJECTED")


def test_a_renamed_row_keeps_its_derivation_or_is_gone(old, new):
    edit(new, "a.toml", ('id = "thm"', 'id = "theorem"'), ('["thm"]', '["theorem"]'))
    code, data = diff(old, new)
    assert (code, data["removed"], data["added"]) == (1, ["thm"], ["theorem"])
    edit(new, "derivations/t.toml", ('id = "thm"', 'id = "theorem"'))
    derive(new)
    code, data = diff(old, new)
    assert (code, data["renamed"]) == (0, [{"from": "thm", "to": "theorem"}])


def test_a_certificate_that_is_gone_is_a_loss(tmp_path):
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.toml").write_text('[[claim]]\nid = "one"\nkind = "real"\ngoal = "1 < 2"\n')
    assert run("verify", "--search", "--library", tmp_path / "before").exit_code == 0
    code, data = diff(tmp_path / "before", tmp_path / "after")
    assert (code, data["changed"][0]["relation"]) == (1, "lost")
    assert diff(tmp_path / "after", tmp_path / "before")[0] == 0
