# SPDX-License-Identifier: Apache-2.0
"""`proofcheck compare` as a user meets it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.learners import LEARNERS

LAW = str(Path(__file__).parents[2] / "lemmas" / "laws" / "k2_bernoulli_gap_1_10.toml")


def run(*args):
    return CliRunner().invoke(main, ["compare", LAW, "--epsilon", "1/4", *map(str, args)])


def test_a_table_for_each_horizon():
    done = run("--at", "10, 20", "--horizon", "20")
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert [line.split("   ")[0] for line in lines if line.startswith("T =")] == ["T = 10", "T = 20"]
    for name in LEARNERS:
        assert sum(line.split()[:1] == [name] for line in lines) == 2
    assert "exact enclosure (types)" in done.output
    assert "5634.91 by (1), 9704.07 by (2)" in done.output
    assert "Orders, no constant known" in done.output
    assert "simulated" not in done.output


def test_what_costs_too_much_is_simulated_and_says_so(tmp_path):
    """Runs go into the store; with --resume they are read back, and the answer is the same."""
    args = ["--horizon", "40", "--work", "1000", "--runs", "7", "--learner", "hedge-decreasing", "--learner", "hedge"]
    store = ["--store", tmp_path / "s.sqlite"]
    done = run(*args, *store)
    assert done.exit_code == 0, done.output
    assert "simulated, 7 runs, 95% CI" in done.output
    assert "seed 0; two one-sided bounds by betting" in done.output
    assert run(*args, *store).exit_code == 2
    assert run(*args, *store, "--resume").output == done.output


def test_json_is_alone_on_standard_output(tmp_path):
    out = run("--at", "1,5", "--json", "-").output
    found = json.loads(out)
    assert [block["horizon"] for block in found["horizons"]] == [1, 5]
    assert run("--at", "1,5", "--json", tmp_path / "c.json").exit_code == 0
    assert (tmp_path / "c.json").read_text() == out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "found no horizon; write --horizon 1000 or --at 10,100,1000"),
        (["--at", "10,x"], "--at: found 'x'"),
        (["--at", "0"], "--at: found '0'"),
        (["--at", "10", "--learner", "nope"], "learner: found 'nope'"),
        (["--at", "10", "--confidence", "2", "--work", "1", "--runs", "1"], "confidence level: found 2"),
        (["--at", "10", "--resume"], "--resume: found no store"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes_are_one_line_and_exit_2(args, words):
    done = run(*args)
    assert done.exit_code == 2, done.output
    assert words in done.output
    assert len(done.output.splitlines()) == 1
