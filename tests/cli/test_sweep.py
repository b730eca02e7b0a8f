# SPDX-License-Identifier: Apache-2.0
"""`proofcheck sweep` as a user meets it: summary, files, exit codes, resuming, and one line for every mistake."""

import csv
import json
from fractions import Fraction

import pyarrow.parquet
import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.exact import Enclosure
from proofcheck.experiment.spec import built_in

SPEC = """
name = "small"
epsilons = ["1/4"]
horizons = [1, 10]
[[families]]
family = "opposite"
actions = [2, 100]
gap = ["1/2", "1/4"]
[[laws]]
name = "mine"
actions = [{"0" = "1/2", "1" = "1/2"}, {"1" = "1"}]
epsilons = ["1/4", "1/10"]
"""


def run(*args):
    return CliRunner().invoke(main, ["sweep", *map(str, args)])


@pytest.fixture
def spec(tmp_path):
    path = tmp_path / "spec.toml"
    path.write_text(SPEC)
    return path


def test_the_summary(spec):
    done = run(spec)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0].startswith("small: 5 laws of up to 100 actions, 6 cases, ")
    assert lines[2].split()[:6] == ["lemma5", "CONFIRMED", "6", "of", "6", "5"]
    assert lines[3].split()[:6] == ["lemma4", "CONFIRMED", "12", "of", "12", "5"]
    assert 'name = "opposite K=2 gap=1/2"' in done.output, "a short law is printed whole"


def test_files(spec, tmp_path):
    """All three kinds have the same rows, and a row's numbers decide its verdict."""
    for ending in ("csv", "json", "parquet"):
        assert run(spec, "--out", tmp_path / f"t.{ending}").exit_code == 0
    rows = json.loads((tmp_path / "t.json").read_text())
    assert len(rows) == 6 + 12 + 12 + 12
    assert pyarrow.parquet.read_table(tmp_path / "t.parquet").to_pylist() == rows
    with open(tmp_path / "t.csv", newline="", encoding="utf-8") as file:
        text = [{key: value or None for key, value in row.items()} for row in csv.DictReader(file)]
    assert text == [{key: None if value is None else str(value) for key, value in row.items()} for row in rows]
    for row in rows:
        assert row["verdict"] == "CONFIRMED"
        assert Fraction(row["lower"]) <= Fraction(row["upper"]) <= Fraction(row["bound"])
        assert Fraction(row["upper"]) / Fraction(row["bound"]) <= Fraction(row["ratio"]) * Fraction(1001, 1000)
        assert (row["T"] is None) == (row["statement"] == "lemma5")


def test_json_is_alone_on_standard_output(spec, tmp_path):
    out = run(spec, "--json", "-").output
    found = json.loads(out)
    assert (found["laws"], found["cases"], found["failed"]) == (5, 6, {})
    assert [one["id"] for one in found["statements"]] == ["lemma5", "lemma4", "thm1.eq1", "thm1.eq2"]
    assert run(spec, "--json", tmp_path / "s.json").exit_code == 0
    assert (tmp_path / "s.json").read_text() == out


def test_resuming(spec, tmp_path):
    """A store is extended by a larger spec; nothing is computed again; the table is that of one go."""
    store = ["--store", tmp_path / "s.sqlite"]
    assert run(spec, *store).exit_code == 0
    refused = run(spec, *store)
    assert refused.exit_code == 2
    assert "has 6 finished cases; add --resume" in refused.output
    spec.write_text(SPEC.replace('gap = ["1/2", "1/4"]', 'gap = ["1/2", "1/4", "1/3"]'))
    assert run(spec, "--out", tmp_path / "whole.csv").exit_code == 0
    assert run(spec, *store, "--resume", "--jobs", "2", "--out", tmp_path / "rest.csv").exit_code == 0
    assert (tmp_path / "rest.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_a_false_bound_is_exit_1(spec, monkeypatch):
    monkeypatch.setattr("proofcheck.experiment.checks.lemma5_bound", lambda law, eta: Enclosure.of(1))
    done = run(spec)
    assert done.exit_code == 1
    assert "VIOLATED" in done.output


def test_an_undecided_instance_is_exit_3(spec):
    """A near tie, hardly any work, a horizon far beyond what was computed."""
    spec.write_text(
        'epsilons = ["1/100"]\nhorizons = [1000000]\nwork = 1\n[[families]]\nfamily = "bernoulli"\nactions = 3\n'
        'best = "1/4"\ngap = "1/10"\n'
    )
    done = run(spec)
    assert done.exit_code == 3, done.output
    assert [line.split()[1] for line in done.output.splitlines()[2:4]] == ["CONFIRMED", "UNDECIDED"]


def test_a_case_that_fails_costs_its_own_rows_only(spec, monkeypatch):
    """It is named, the others are judged, nothing claims success."""
    from proofcheck.experiment import sweep

    def broken(law, *args, **options):
        if law.name == "mine":
            raise ArithmeticError("lost")
        return kept(law, *args, **options)

    kept = sweep.ranges_of
    monkeypatch.setattr(sweep, "ranges_of", broken)
    done = run(spec)
    assert done.exit_code == 3
    assert "no answer for" in done.output
    assert "ArithmeticError: lost" in done.output
    assert "4 of 4" in done.output


def test_the_built_in_specs(tmp_path):
    """--quick runs as it is; what --show-spec prints is a spec."""
    done = run("--quick")
    assert done.exit_code == 0, done.output
    assert run("--show-spec").output == built_in("full")
    copy = tmp_path / "copy.toml"
    copy.write_text(run("--show-spec", "--quick").output)
    assert run(copy).output.splitlines()[2:] == done.output.splitlines()[2:]


def broken(change):
    old, new = change
    assert old in SPEC
    return SPEC.replace(old, new)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('epsilons = ["1/4"]\n', ""), "families[0]: found no epsilons"),
        (('epsilons = ["1/4"]\n', "epsilons = [0.25]\n"), "epsilons: found the float 0.25"),
        (('epsilons = ["1/4"]\n', 'epsilons = ["0"]\n'), "epsilons: found 0"),
        (("horizons = [1, 10]", "horizons = [0]"), "horizons: found 0"),
        (("horizons = [1, 10]", "horizon = [1]"), "found the key 'horizon'; write one of"),
        (('family = "opposite"', 'family = "opposed"'), "family: found 'opposed'; write one of bernoulli, halves"),
        (('gap = ["1/2", "1/4"]', ""), "families[0]: found no gap"),
        (('gap = ["1/2", "1/4"]', 'gap = "1/2"\nbest = "1/4"'), "families[0]: found the key 'best'"),
        (('gap = ["1/2", "1/4"]', 'gap = "2"'), "families[0]: opposite K=2 gap=2"),
        (("actions = [2, 100]", "actions = [1]"), "actions: found 1"),
        (("actions = [2, 100]", "actions = [1000000]"), "actions: found 1000000"),
        (('{"1" = "1"}', '{"1" = "2"}'), "laws[0]: actions[1].'1': found 2"),
        (('name = "mine"', 'name = "opposite K=2 gap=1/2"'), "found two laws named"),
        (('name = "small"', 'files = ["nope.toml"]'), "nope.toml: cannot be read"),
        (('name = "small"', "work = 0"), "work: found 0"),
        (("[[families]]", "[families]"), "families: found"),
        (('name = "small"', "name = "), "not TOML"),
    ],
    ids=lambda value: "" if isinstance(value, tuple) else value,
)
def test_mistakes_in_a_spec_are_one_line_and_exit_2(spec, change, words):
    spec.write_text(broken(change))
    done = run(spec)
    assert done.exit_code == 2, done.output
    assert words in done.output
    assert len(done.output.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["nope.toml"], "nope.toml: cannot be read"),
        (["x.toml", "--quick"], "--quick: found a SPEC too"),
        (["--quick", "--resume"], "--resume: found no store"),
        (["--quick", "--out", "t.xlsx"], "found the ending '.xlsx'"),
        (["--quick", "--scheduler", "nonsense://x"], "no scheduler answers"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes_are_one_line_and_exit_2(args, words):
    done = run(*args)
    assert done.exit_code == 2, done.output
    assert words in done.output
    assert len(done.output.splitlines()) == 1
