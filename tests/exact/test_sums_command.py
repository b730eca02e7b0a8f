# SPDX-License-Identifier: Apache-2.0
"""`proofcheck sums` and `regret`: the engine asked for, single F_m, and what is said when digits are missing."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofcheck.cli import main

LAWS = Path(__file__).parents[2] / "lemmas" / "laws"
THOUSAND = Path(__file__).parents[2] / "benchmarks" / "laws" / "k1000_alike.toml"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_a_single_term_of_a_thousand_actions():
    done = run(
        "sums", str(THOUSAND), "--epsilon", "1/4", "--digits", "20", "--terms", "0", "--at", "1000", "--json", "-"
    )
    found = json.loads(done.output)
    assert list(found["F"]) == ["1000"]
    lower, upper = (Fraction(found["F"]["1000"][end]) for end in ("lower", "upper"))
    assert lower < Fraction("0.00822551240279721116912281") < upper
    assert (found["engine"], found["F_engine"]) == ("integral64", "integral")


@pytest.mark.parametrize("command", [("sums", "--terms", "1"), ("regret", "--horizon", "100")])
def test_the_engine_asked_for_answers_and_says_what_it_cannot(command: tuple[str, ...]):
    law = str(LAWS / "k2_bernoulli_gap_1_2.toml")
    done = run(command[0], law, "--epsilon", "1/4", *command[1:], "--engine", "lattice64")
    assert done.exit_code == 0
    assert "lattice64" in done.output
    assert "digits are all that engine lattice64 gives" in done.output
    whole = run(command[0], law, "--epsilon", "1/4", *command[1:])
    assert "digits" not in whole.output


def test_the_work_limit_is_said():
    done = run("sums", str(LAWS / "k3_cycle.toml"), "--epsilon", "1/4", "--terms", "1", "--work", "1000")
    assert "of 30 digits within the work limit: raise --work" in done.output


@pytest.mark.parametrize("engine", ["green", "integral", "nonsense"])
def test_an_engine_that_cannot_is_bad_input(engine: str):
    done = run("sums", str(LAWS / "k3_cycle.toml"), "--epsilon", "1/4", "--engine", engine)
    assert done.exit_code == 2
