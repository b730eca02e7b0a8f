# SPDX-License-Identifier: Apache-2.0
"""verify puts the finite confirmations of the exact layer beside the rows they belong to, never in their place."""

import json
import shutil

from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.commands.confirmed import confirm
from proofcheck.library import default_library_path


def small_library(tmp_path):
    """The library's folder with one law only."""
    shutil.copytree(default_library_path(), tmp_path / "lemmas", ignore=shutil.ignore_patterns("laws"))
    laws = tmp_path / "lemmas" / "laws"
    laws.mkdir()
    shutil.copy(default_library_path() / "laws" / "k2_bernoulli_gap_1_2.toml", laws)
    return tmp_path / "lemmas"


def test_verify_confirms_on_the_laws_of_the_library(tmp_path):
    arguments = ["verify", "lemma5.small.eq5", "--library", str(small_library(tmp_path)), "--json", "-"]
    result = CliRunner().invoke(main, arguments)
    row = json.loads(result.stdout)["claims"][0]
    assert result.exit_code == 0
    assert row["verdict"] == "PROVED"
    assert row["confirmed"]["verdict"] == "CONFIRMED"
    assert row["confirmed"]["instances"] > 0
    assert row["confirmed"]["laws"] == 1


def test_replay_only_confirms_nothing(tmp_path):
    library = str(small_library(tmp_path))
    arguments = ["verify", "lemma5.small.eq5", "--replay-only", "--library", library, "--json", "-"]
    row = json.loads(CliRunner().invoke(main, arguments).stdout)["claims"][0]
    assert row["confirmed"] is None


def test_a_violated_instance_disputes_the_row(tmp_path, monkeypatch):
    def violated(path):
        return [{"id": "lemma4", "status": "VIOLATED", "instances": 3, "worst": "3/2", "where": "T = 7"}]

    monkeypatch.setattr("proofcheck.commands.confirmed.confirm_one", violated)
    rows = [{"id": "lemma4", "verdict": "PROVED", "reason": ""}]
    (line,) = confirm(rows, small_library(tmp_path), 1)
    assert rows[0]["verdict"] == "DISPUTED"
    assert "T = 7" in rows[0]["reason"]
    assert "VIOLATED on 3 instances" in line
