# SPDX-License-Identifier: Apache-2.0
"""`proofcheck diff`: every kind of change between two libraries, with the exit code that it deserves."""

import json
import shutil

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.library import default_library_path

from ..certificates import certify

FILE = """
[source]
paper = "A"
[[claim]]
id = "one"
label = "lem:one"
kind = "real"
vars = {x = "[0, 1]"}
goal = "1 - exp(-x) >= x/2"
[[claim]]
id = "two"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x**2 <= x"
uses = ["one"]
[[claim]]
id = "words"
kind = "prob"
says = "in words"
"""


def run(*args):
    return CliRunner().invoke(main, [str(a) for a in args])


def diff(*args):
    """The exit code and the JSON; what is printed for people is empty then."""
    done = run("diff", *args, "--jobs", "1", "--json", "-")
    return done.exit_code, json.loads(done.stdout)


@pytest.fixture(scope="module")
def proved(tmp_path_factory):
    """A library whose claims have certificates."""
    folder = tmp_path_factory.mktemp("lib") / "old"
    folder.mkdir()
    (folder / "a.toml").write_text(FILE)
    certify(folder)
    return folder


@pytest.fixture
def new(proved, tmp_path):
    """A copy to be changed by ``edit``."""
    return shutil.copytree(proved, tmp_path / "new")


def edit(folder, *pairs):
    text = (folder / "a.toml").read_text()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    (folder / "a.toml").write_text(text)


def test_nothing_changed(proved, new):
    code, data = diff(proved, new)
    assert code == 0
    assert data["same"] == 3
    assert not any(data[key] for key in ("added", "removed", "renamed", "changed", "retold", "stale", "look_again"))


def test_a_stronger_statement_is_fine_once_it_is_proved(proved, new):
    edit(new, ("x/2", "(6/10)*x"))
    code, data = diff(proved, new)
    (row,) = data["changed"]
    assert (row["id"], row["relation"]) == ("one", "stronger")
    assert row["old"] == "for all x in [0, 1]: 1 - exp(-x) >= x/2"
    assert row["new_gives_old"]["answer"] == "yes"
    assert "fails at x = 1" in row["old_gives_new"]["why"]
    assert [row["id"] for row in data["stale"]] == ["one", "two"], "two rests on one"
    assert code == 1
    assert data["look_again"] == []
    certify(new)
    assert diff(proved, new)[0] == 0


def test_a_weaker_statement_is_a_loss_and_its_users_are_named(proved, new):
    edit(new, ("x/2", "x/3"))
    certify(new)
    code, data = diff(proved, new)
    assert (code, data["changed"][0]["relation"]) == (1, "weaker")
    assert data["stale"] == []
    assert data["look_again"] == [{"id": "two", "because": ["one"]}]


def test_added_removed_and_renamed(proved, new):
    edit(new, ('id = "two"', 'id = "twice"'), ("[[claim]]\nid = \"words\"\nkind = \"prob\"\nsays = \"in words\"\n", ""))
    (new / "b.toml").write_text('[[claim]]\nid = "three"\nkind = "real"\ngoal = "1 < 2"\n')
    code, data = diff(proved, new)
    assert code == 1
    assert data["renamed"] == [{"from": "two", "to": "twice"}]
    assert (data["added"], data["removed"]) == (["three"], ["words"])
    assert data["unproved"] == ["three", "twice"], "a certificate is found by the claim's identifier"


def test_who_rested_on_what_is_gone(proved, new):
    edit(new, ('uses = ["one"]\n', ""), ('id = "one"', 'id = "first"'), ("x/2", "x/3"))
    _, data = diff(proved, new)
    assert data["removed"] == ["one"]
    assert data["look_again"] == [{"id": "two", "because": ["one"]}]


def test_a_claim_without_certificate_is_not_known(proved, new):
    (new / "b.toml").write_text('[[claim]]\nid = "three"\nkind = "real"\ngoal = "1 < 2"\n')
    code, data = diff(proved, new)
    assert (code, data["unproved"]) == (3, ["three"])


def test_words_are_compared_by_people(proved, new):
    edit(new, ("in words", "in other words"), ("lem:one", "lem:uno"))
    code, data = diff(proved, new)
    assert code == 3
    assert [(row["id"], row["relation"]) for row in data["changed"]] == [("words", "unknown")]
    assert data["retold"] == [{"id": "one", "keys": ["label"]}]


def test_a_python_library_is_compared_too(proved, new, tmp_path):
    code = '''from proofcheck import Claim, ge, le
CLAIMS = (
    Claim(id="one", given={"x": "[0, 1]"}, goal=ge("1 - exp(-x)", "x/2")),
    Claim(id="two", given={"x": "[0, 2]"}, goal=le("x**2", "x"), uses=("one",)),
)'''
    (new / "claims.py").write_text(code)
    _, data = diff(proved, new / "claims.py")
    assert data["removed"] == ["words"]
    assert [(row["id"], row["relation"]) for row in data["changed"]] == [("two", "stronger")]
    assert [row["id"] for row in data["stale"]] == ["two"]


def test_what_people_read(proved, new):
    edit(new, ("x/2", "x/3"))
    done = run("diff", proved, new)
    lines = done.output.splitlines()
    assert lines[0] == "changed    one: weaker"
    assert lines[1] == "    old  for all x in [0, 1]: 1 - exp(-x) >= x/2"
    assert lines[2] == "    new  for all x in [0, 1]: 1 - exp(-x) >= x/3"
    assert lines[3].startswith("    new gives old: no, the smaller side is looser: x/2 <= x/3 fails at x = ")
    assert lines[4].startswith("    old gives new: yes, ")
    assert lines[5].startswith("stale      one: ")
    assert lines[-1] == "2 the same, 0 added, 0 removed, 0 renamed, 1 changed, 0 retold, 2 stale"


def test_a_changed_claim_of_the_shipped_library(tmp_path):
    """A derivation that embeds the claim becomes stale, and so does what rests on it."""
    new = shutil.copytree(default_library_path(), tmp_path / "new")
    file = new / "a2_elementary.toml"
    text = file.read_text()
    old = 'goal = "exp(-(n+1)*x)/(1 - exp(-x)) <= 2*exp(-n*x)/x"'
    assert text.count(old) == 1
    file.write_text(text.replace(old, old.replace("2*exp", "3*exp")))
    code, data = diff(default_library_path(), new)
    assert code == 1
    assert [(row["id"], row["relation"]) for row in data["changed"]] == [("lemma2.iv", "weaker")]
    assert "lemma2.iv" in {row["id"] for row in data["stale"]}
    assert len(data["stale"]) > 1
    assert len(data["look_again"]) >= 1


def test_bad_input(tmp_path):
    assert run("diff", tmp_path, tmp_path / "nosuch").exit_code == 2
    assert run("diff", tmp_path).exit_code == 2


def test_the_examples_of_the_help_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = run("diff", "--help").output
    assert "proofcheck diff before/claims after/claims" in text
    for name in ("before", "after"):
        assert run("new", name).exit_code == 0
    done = run("diff", "before/claims", "after/claims", "--timeout", "30", "--json", "changes.json")
    assert done.exit_code == 0, done.output
    assert json.loads((tmp_path / "changes.json").read_text())["version"]
