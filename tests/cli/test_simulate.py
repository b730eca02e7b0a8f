# SPDX-License-Identifier: Apache-2.0
"""`proofcheck simulate` as a user meets it: table, files, seeds, resuming, and one line for every mistake."""

import csv
import json
import os
from fractions import Fraction
from pathlib import Path

import pyarrow.parquet
import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.learners import LEARNERS

LAW = str(Path(__file__).parents[2] / "lemmas" / "laws" / "k3_bernoulli.toml")
SHORT = ["--epsilon", "1/4", "--horizon", "20", "--runs", "5"]


def run(*args):
    return CliRunner().invoke(main, ["simulate", *map(str, args)])


def fine(*args):
    done = run(*args)
    assert done.exit_code == 0, done.output
    return done


def test_the_table_has_every_learner_and_checkpoint():
    lines = fine(LAW, *SHORT).output.splitlines()
    assert len(lines) == 3 + 6 * 6  # t = 1, 2, 4, 8, 16, 20
    assert "epsilon = 1/4, T = 20, 5 runs, seed 0" in lines[0]
    assert [line.split()[:2] for line in lines[2:8]] == [["randomized-prefix", str(t)] for t in (1, 2, 4, 8, 16, 20)]
    assert {line.split()[0] for line in lines[2:-1]} == set(LEARNERS)


def test_json_is_the_table(tmp_path):
    """Exact means as text, intervals around them, the settings; the same on standard output and in a file."""
    out = fine(LAW, *SHORT, "--learner", "hedge", "--json", "-").output
    found = json.loads(out)
    assert {key: found[key] for key in ("epsilon", "delta", "horizon", "runs", "seed", "confidence")} == {
        "epsilon": "1/4",
        "delta": "1/1000000",
        "horizon": 20,
        "runs": 5,
        "seed": 0,
        "confidence": "19/20",
    }
    (entry,) = found["learners"]
    assert [point["t"] for point in entry["checkpoints"]] == [1, 2, 4, 8, 16, 20]
    for point in entry["checkpoints"]:
        assert Fraction(point["lower"]) <= Fraction(point["mean"]) <= Fraction(point["upper"])
    fine(LAW, *SHORT, "--learner", "hedge", "--json", tmp_path / "o.json")
    assert (tmp_path / "o.json").read_text() == out


def test_the_three_kinds_of_output_agree(tmp_path):
    """And their means are the summary's."""
    names = ["--learner", "noisy-leader", "--learner", "follow-the-leader", "--json", tmp_path / "summary.json"]
    for ending in ("csv", "json", "parquet"):
        fine(LAW, *SHORT, *names, "--out", tmp_path / f"runs.{ending}")
    rows = list(csv.DictReader((tmp_path / "runs.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 2 * 5 * 6
    assert list(rows[0]) == ["learner", "run", "t", "regret"]
    typed = [{**row, "run": int(row["run"]), "t": int(row["t"])} for row in rows]
    assert json.loads((tmp_path / "runs.json").read_text()) == typed
    assert pyarrow.parquet.read_table(tmp_path / "runs.parquet").to_pylist() == typed
    last = [Fraction(row["regret"]) for row in typed if row["learner"] == "noisy-leader" and row["t"] == 20]
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert Fraction(summary["learners"][0]["checkpoints"][-1]["mean"]) == sum(last) / 5
    assert sorted(os.listdir(tmp_path)) == ["runs.csv", "runs.json", "runs.parquet", "summary.json"]


def table(tmp_path, name, *args):
    fine(LAW, *SHORT[:4], *args, "--out", tmp_path / f"{name}.csv")
    return (tmp_path / f"{name}.csv").read_text().splitlines()


def test_runs_depend_on_seed_and_number_alone(tmp_path):
    """Not on how many there are, which other learners play, or how many processes."""
    many = table(tmp_path, "many", "--runs", "8")
    few = table(tmp_path, "few", "--runs", "3", "--jobs", "2", "--learner", "hedge", "--learner", "randomized-prefix")
    other = table(tmp_path, "other", "--runs", "3", "--seed", "1", "--learner", "hedge")
    assert set(few) < set(many)
    assert not set(other[1:]) <= set(many)


def test_resuming(tmp_path):
    """A store is extended by more runs and learners; nothing is computed again; the table is that of one go."""
    store = ["--store", tmp_path / "s.sqlite"]
    table(tmp_path, "first", "--runs", "3", "--learner", "hedge", *store)
    refused = run(LAW, *SHORT, *store)
    assert refused.exit_code == 2
    assert "has 3 finished cases; add --resume" in refused.output
    whole = table(tmp_path, "whole", "--runs", "4")
    assert table(tmp_path, "rest", "--runs", "4", *store, "--resume") == whole


def test_other_codes_runs_are_named_and_not_used(tmp_path, monkeypatch):
    store = ["--store", tmp_path / "s.sqlite", "--learner", "hedge"]
    fine(LAW, *SHORT, *store)
    monkeypatch.setattr("proofcheck.experiment.runner.code_digest", lambda modules: "f" * 64)
    done = fine(LAW, *SHORT, *store, "--resume")
    assert "5 cases in" in done.output
    assert "computed by other code and are not used" in done.output


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--learner", "nope"], "learner: found 'nope'; write one of randomized-prefix, noisy-leader"),
        (["--epsilon", "0"], "epsilon: found 0"),
        (["--epsilon", "quarter"], "epsilon: found 'quarter'"),
        (["--delta", "1"], "delta: found 1"),
        (["--confidence", "95"], "confidence level: found 95"),
        (["--horizon", str(2**41)], "write one up to 2^40"),
        (["--resume"], "--resume: found no store"),
        (["--out", "runs.xlsx"], "found the ending '.xlsx'; write a file ending in .csv, .json, .parquet"),
        (["--out", "/nowhere/runs.csv"], "no folder '/nowhere'"),
        (["--store", "/nowhere/s.sqlite"], "cannot be opened"),
        (["--store", LAW], "is no store"),
        (["--scheduler", "nonsense://x"], "no scheduler answers"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes_are_one_line_and_exit_2(args, words):
    done = run(LAW, *SHORT, *args)
    assert done.exit_code == 2, done.output
    assert words in done.output
    assert len(done.output.splitlines()) == 1


def test_missing_extras_are_named(monkeypatch, tmp_path):
    """Without pyarrow or dask.distributed the message says what to install."""
    monkeypatch.setattr("proofcheck.experiment.table.import_module", absent)
    assert "pip install 'proofcheck[parquet]'" in run(LAW, *SHORT, "--out", tmp_path / "x.parquet").output
    monkeypatch.setattr("proofcheck.experiment.workers.import_module", absent)
    assert "pip install 'proofcheck[cluster]'" in run(LAW, *SHORT, "--scheduler", "tcp://x:1").output


def absent(name):
    raise ImportError(name)
