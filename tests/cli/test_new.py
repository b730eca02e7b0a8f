# SPDX-License-Identifier: Apache-2.0
"""`proofcheck new`: what it makes works at once, and it overwrites nothing."""

import json
import re
import subprocess
import sys
from importlib.resources import files

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.commands.new import WORDS
from proofcheck.scaffold import FORMATS


def run(*args):
    return CliRunner().invoke(main, [str(a) for a in args])


@pytest.fixture(params=list(FORMATS))
def paper(request, tmp_path):
    """A new folder in each format, with the name of its library."""
    done = run("new", tmp_path / "my-paper", "--format", request.param)
    assert done.exit_code == 0, done.output
    return tmp_path / "my-paper", FORMATS[request.param]["library"], request.param


def test_the_examples_are_proved_and_verify_says_so(paper):
    folder, library, _ = paper
    done = run("verify", "--library", folder / library)
    assert done.exit_code == 0, done.output
    assert "2 claims: 2 PROVED" in done.output


def test_pytest_in_the_folder_passes(paper):
    """A fresh process in the folder, as an author runs it: one test for each claim, and three of the author's code."""
    folder, *_ = paper
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "5 passed" in done.stdout
    assert "::lem.product PASSED" in done.stdout


def test_both_formats_state_the_same(tmp_path):
    digests = []
    for form, words in FORMATS.items():
        run("new", tmp_path / form, "--format", form)
        listed = json.loads(run("list", "--library", tmp_path / form / words["library"], "--json", "-").output)
        digests.append([(row["id"], row["statement"], row["source"]["label"], row["says"]) for row in listed])
    assert digests[0] == digests[1]


def test_the_author_s_test_fails_when_their_code_is_wrong(tmp_path):
    folder = tmp_path / "my-paper"
    assert run("new", folder).exit_code == 0
    test = folder / "test_paper.py"
    test.write_text(test.read_text().replace("return x * (1 - x / 2)", "return x * (1 - x / 2.0001)"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_paper.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "1 failed, 2 passed" in done.stdout


def test_every_command_of_its_readme_works(paper):
    """Blocks as they are, in the folder; commands in a sentence are parsed by the real command line."""
    folder, library, _ = paper
    text = (folder / "README.md").read_text()
    blocks = re.findall(r"```\n(proofcheck [^\n]*)\n```", text)
    assert len(blocks) == 2
    for line in blocks:
        name, *arguments = line.split()[1:]
        assert run(name, *[folder / library if a == library else a for a in arguments]).exit_code == 0, line
    for name in re.findall(r"`proofcheck (\w+) ", text):
        assert run(name, "--help").exit_code == 0
    assert "{{" not in text
    assert run("prove", *re.findall(r'`proofcheck prove "([^"]*)"`', text)).exit_code == 0


def test_its_files_are_named_and_counted(paper, tmp_path):
    folder, library, form = paper
    done = json.loads(run("new", tmp_path / "other", "--format", form, "--json", "-").output)
    made = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()} - {"__pycache__"}
    assert set(done["files"]) == {name for name in made if "certificates" not in name}
    assert set(done["files"]) <= set(WORDS)
    assert done["library"] == library
    assert [claim["verdict"] for claim in done["claims"]] == ["PROVED", "PROVED"]


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "README.md").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("full", "file", "link"):
        done = run("new", tmp_path / name)
        assert done.exit_code == 2
        assert "nothing is overwritten" in done.output
    assert (tmp_path / "full" / "README.md").read_text() == (tmp_path / "file").read_text() == "mine"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "full", "link"], "no temporary folder is left"


@pytest.mark.parametrize("name", ['a"b', "..", "no/such/place", "a\nb", "-"])
def test_bad_names_are_refused(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    done = run("new", "--", name)
    assert done.exit_code == 2
    assert done.output.startswith("proofcheck: ")
    assert list(tmp_path.iterdir()) == []


def test_templates_hold_no_python_file():
    """They are no part of the program: type checkers and importers must not see them."""
    templates = files("proofcheck.scaffold") / "templates"
    assert not [e.name for folder in templates.iterdir() for e in folder.iterdir() if e.name.endswith(".py")]
