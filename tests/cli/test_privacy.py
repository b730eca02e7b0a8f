# SPDX-License-Identifier: Apache-2.0
"""``proofcheck privacy``: what it prints, its JSON, its exit codes."""

import json

import pytest
from click.testing import CliRunner

from proofcheck.cli import main


def run(*args):
    return CliRunner().invoke(main, ["privacy", *args])


def audited(*args):
    done = run("--epsilon", "1/2", *args, "--json", "-")
    return done.exit_code, {row["algorithm"]: row for row in json.loads(done.output)["algorithms"]}


def test_the_design_example():
    """Every algorithm with its verdict; what claims no privacy does not change the exit code."""
    code, rows = audited("--arms", "3", "--horizon", "7", "--grid", "0,1/2,1")
    assert code == 0
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "randomized-prefix": "CONFIRMED",
        "noisy-leader": "CONFIRMED",
        "follow-the-leader": "VIOLATED",
        "hedge": "VIOLATED",
        "hedge-decreasing": "VIOLATED",
        "hedge-capped": "CONFIRMED",
    }
    row = rows["randomized-prefix"]
    assert row["worst"] == row["closed_form"] == {"lower": "0.173407172970", "upper": "0.173407172971"}
    assert row["allowed"] == row["claims"] == "1/4"
    pair = row["pair"]
    assert [t for t in pair["first"] if pair["first"][t] != pair["second"][t]] == [str(pair["round"])]
    assert [output["rounds"] for output in pair["outputs"]] == [[4, 7]]
    assert rows["follow-the-leader"]["worst"] == {"lower": "oo", "upper": "oo"}
    assert rows["hedge-capped"]["delta"] == "1/1000000"
    assert all(row["played_out"] == 76 for row in rows.values())


def test_text_names_the_pair():
    done = run("--arms", "2", "--horizon", "3", "--epsilon", "1/2", "--grid", "0,1", "--algorithm", "randomized-prefix")
    assert done.exit_code == 0
    assert "2 actions, 3 rounds, losses 0, 1: 2^6 inputs, each with 3 * (2^2 - 1) neighbours" in done.output
    assert "CONFIRMED    worst log-ratio [0.124999999999, 0.125000000001], level 1/4" in done.output
    assert "round 1: (0, 1) or (1, 0)" in done.output
    assert "action 1 in rounds 2-3: probability" in done.output
    assert "below 2 eta = 1/4 by" in done.output


def test_broken_variants_exit_1():
    code, rows = audited("--arms", "2", "--horizon", "15", "--grid", "0,1", "--broken")
    assert code == 1
    assert len(rows) == 4
    assert all(row["verdict"] == "VIOLATED" and row["pair"] for row in rows.values())


def test_an_algorithm_asked_for_by_name_counts():
    assert audited("--arms", "2", "--horizon", "2", "--algorithm", "follow-the-leader")[0] == 1
    code, rows = audited("--arms", "2", "--horizon", "3", "--algorithm", "hedge", "--algorithm", "noisy-leader")
    assert (code, list(rows)) == (1, ["hedge", "noisy-leader"])


def test_beyond_the_audit_the_closed_form_decides():
    code, rows = audited("--arms", "1000", "--horizon", "1000000", "--algorithm", "randomized-prefix")
    assert code == 0
    assert rows["randomized-prefix"]["worst"] is None
    assert "by the closed form alone" in rows["randomized-prefix"]["reason"]


def test_a_closed_form_above_the_level_violates_nothing():
    """It is over all losses in [0, 1]; with losses of at most 1/1000 the worst ratio is at most 2*eta*T/1000 = 0.26."""
    code, rows = audited("--arms", "2", "--horizon", "3000", "--grid", "0,1/1000", "--epsilon", "1",
                         "--algorithm", "hedge")
    assert (code, rows["hedge"]["verdict"]) == (3, "UNDECIDED")


def test_too_large_without_a_closed_form_is_undecided():
    code, rows = audited("--arms", "12", "--horizon", "31", "--algorithm", "noisy-leader")
    assert code == 3
    assert rows["noisy-leader"]["verdict"] == "UNDECIDED"
    assert "too large" in rows["noisy-leader"]["reason"]


def test_composition():
    done = run("--composition", "--rounds", "1000", "--epsilon", "1/2")
    assert done.exit_code == 0
    assert "CONFIRMED: every transcript of T such rounds is (1/2, 1/1000000)-private" in done.output
    done = run("--composition", "--rounds", "1000", "--epsilon", "1/2", "--rate", "1/400", "--json", "-")
    assert done.exit_code == 1
    found = json.loads(done.output)
    assert found["verdict"] == "VIOLATED"
    assert float(found["optimal_epsilon"]["upper"]) < float(found["advanced_epsilon"]["lower"])


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--epsilon", "1/2"], "write --arms 3 --horizon 7"),
        (["--epsilon", "1/2", "--arms", "3"], "write --arms 3 --horizon 7"),
        (["--epsilon", "0", "--arms", "3", "--horizon", "7"], "epsilon: found 0"),
        (["--epsilon", "x", "--arms", "3", "--horizon", "7"], "epsilon: found 'x'"),
        (["--epsilon", "1/2", "--arms", "3", "--horizon", "7", "--grid", "0,2"], "write numbers in [0, 1]"),
        (["--epsilon", "1/2", "--arms", "3", "--horizon", "7", "--grid", ""], "grid: found ''"),
        (["--epsilon", "1/2", "--arms", "3", "--horizon", "7", "--delta", "1"], "delta: found 1"),
        (["--epsilon", "1/2", "--arms", "3", "--horizon", "7", "--algorithm", "hedg"], "hedge"),
        (["--epsilon", "1/2", "--composition"], "write --rounds 1000"),
        (["--epsilon", "1/2", "--composition", "--rounds", "9", "--rate", "-1"], "rate: found -1"),
        (["--epsilon", "1/2", "--arms", "1", "--horizon", "7"], "arms"),
    ],
)
def test_bad_input_is_exit_2(args, words):
    done = run(*args)
    assert done.exit_code == 2
    assert words in done.output


def test_a_pair_decides_though_others_were_not_looked_at():
    args = ("--arms", "3", "--horizon", "8", "--grid", "0,1", "--algorithm", "broken-block-twice")
    code, rows = audited(*args)
    assert code == 1
    assert rows["broken-block-twice"]["worst"]["upper"] is None
    done = run("--epsilon", "1/2", *args)
    assert "worst log-ratio at least 0.346494" in done.output
