# SPDX-License-Identifier: Apache-2.0
"""Every command: what it prints, its JSON, its exit code."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from proofcheck.cli import COMMANDS, main
from proofcheck.commands.common import exit_code, margin_text

TRUE, FALSE = "for all x in [0, 1]: 1 - exp(-x) >= x/2", "for all x in [0, 1]: x**2 >= x"
LIBRARY = """
[source]
paper = "A"
section = "5.1"
[[claim]]
id = "lemma2.i"
label = "Lemma 2 (i)"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x**2 <= x"
[[claim]]
id = "lemma2.ii"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x**3 <= x"
uses = ["lemma2.i"]
[[claim]]
id = "lemma1"
kind = "prob"
says = "in words"
"""


def run(*args):
    return CliRunner().invoke(main, list(args))


def python(*args, **options):
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, check=False, **options)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.toml").write_text(LIBRARY)
    return tmp_path / "lib"


@pytest.fixture
def certified(folder):
    assert run("verify", "--search", "--library", str(folder)).exit_code == 0
    return folder


def test_help_and_version():
    assert run("--version").output.startswith("proofcheck, version 0.")
    text = run("--help").output
    for name in COMMANDS:
        assert name in text
        assert "Examples:" in run(name, "--help").output


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], 0),
        (["PROVED", "CONDITIONAL", "CONFIRMED"], 0),
        (["PROVED", "UNDECIDED"], 3),
        (["UNDECIDED", "REFUTED"], 1),
        (["STALE"], 1),
        (["DISPUTED"], 1),
        (["REJECTED"], 1),
        (["DOMAIN_ERROR"], 1),
        (["VACUOUS"], 1),
        (["ERROR", "REFUTED", "PROVED"], 2),
    ],
)
def test_exit_codes(words, code):
    assert exit_code(words) == code


def test_margins_are_rounded_down():
    from fractions import Fraction

    assert margin_text(None) is None
    assert margin_text(Fraction(1, 3)) == "1/3"
    for value in (Fraction(2**100 + 1, 3**70), -Fraction(2**100 + 1, 3**70)):
        text = margin_text(value)
        assert Fraction(text) <= value < Fraction(text) + abs(value) / 10**5


def test_prove_prints_the_statement_back():
    done = run("prove", TRUE)
    assert done.exit_code == 0
    assert "PROVED" in done.output
    assert TRUE in done.output


def test_prove_refutes_with_a_witness():
    done = run("prove", FALSE, "--json", "-")
    assert done.exit_code == 1
    found = json.loads(done.output)
    assert list(found) == ["id", "verdict", "witness", "margin", "seconds", "rules", "reason"]
    assert found["verdict"] == "REFUTED"
    assert set(found["witness"]) == {"x"}


def test_prove_writes_a_certificate_that_check_accepts(tmp_path):
    path = tmp_path / "c.json"
    assert run("prove", TRUE, "--certificate", str(path)).exit_code == 0
    done = run("check", str(path), "--json", "-")
    assert done.exit_code == 0
    assert TRUE in done.output
    kernel = python("-m", "proofcheck.kernel", str(path))
    assert kernel.returncode == 0, kernel.stderr


def test_a_proof_that_the_kernel_rejects_is_undecided(monkeypatch):
    import proofcheck.kernel.check as kernel
    from proofcheck.kernel.verdict import Rejected

    def reject(statement, proof):
        raise Rejected("split", "no")

    monkeypatch.setattr(kernel, "check", reject)
    done = run("prove", TRUE)
    assert done.exit_code == 3
    assert "UNDECIDED" in done.output


def batch(tmp_path, *lines):
    path = tmp_path / "claims.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n")
    return str(path)


def test_batch_answers_in_order_and_bad_lines_do_not_stop_it(tmp_path):
    file = batch(
        tmp_path,
        {"id": "c1", "vars": {"x": "[0, 1]"}, "goal": "x**2 <= x", "expected": "true", "source": "s"},
        "not json",
        {"id": "c2", "vars": {"x": "[0, 1]"}, "goal": "x**2 >= x"},
        {"id": "c3", "vars": {"x": "[0, 1]"}, "hypothesis": ["x > 1"], "goal": "x > 1"},
        {"id": "c4", "vars": {"x": "[1, 0]"}, "goal": "x > 1"},
        '{"id": "c5", "goal": "1 < 2", "goal": "1 > 2"}',
        {"vars": {}, "goal": 0.5},
    )
    out = tmp_path / "out.jsonl"
    done = run("prove", "--batch", file, "--json", str(out), "--timeout", "10", "--jobs", "2")
    assert done.exit_code == 2
    answers = [json.loads(line) for line in out.read_text().splitlines()]
    assert [a["id"] for a in answers] == ["c1", "line 2", "c2", "c3", "c4", "line 6", "line 7"]
    assert [a["verdict"] for a in answers] == ["PROVED", "ERROR", "REFUTED", *["ERROR"] * 4]
    assert "write hypotheses" in answers[3]["reason"]
    assert "empty" in answers[4]["reason"]
    assert "written twice" in answers[5]["reason"]
    assert list(tmp_path.glob(".*tmp")) == []


def test_verify_search_then_replay(certified):
    done = run("verify", "--library", str(certified), "--json", "-")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["summary"] == {"PROVED": 2}
    first = data["claims"][0]
    assert list(first) == ["id", "kind", "statement", "source", "verdict", "axioms", "confirmed", "symbolic", "sampled",
                           "margin", "rules", "seconds"]  # fmt: skip
    assert set(first["sampled"]) == {"points", "digits", "least_margin", "at"}
    only = run("verify", "lemma2.i", "--library", str(certified), "--replay-only")
    assert only.exit_code == 0
    assert "1 claim: 1 PROVED" in only.output
    assert max(len(line) for line in only.output.splitlines()) <= 140
    assert "1 row of kind prob" in run("verify", "--library", str(certified), "--replay-only").output


def test_verify_names_stale_broken_and_missing_certificates(certified):
    path = certified / "certificates" / "lemma2.i.json"
    path.write_text(path.read_text()[:-9])
    (certified / "certificates" / "lemma2.ii.json").unlink()
    done = run("verify", "--library", str(certified), "--replay-only")
    assert done.exit_code == 1
    assert "REJECTED" in done.output
    assert "UNDECIDED" in done.output
    (certified / "a.toml").write_text(LIBRARY.replace("x**2 <= x", "x**2 <= 2*x"))
    assert "REJECTED" in run("verify", "lemma2.i", "--library", str(certified), "--replay-only").output


def test_a_changed_claim_is_stale(certified):
    (certified / "a.toml").write_text(LIBRARY.replace("x**2 <= x", "x**2 <= 2*x"))
    done = run("verify", "lemma2.i", "--library", str(certified), "--replay-only")
    assert done.exit_code == 1
    assert "STALE" in done.output


def test_search_that_finds_nothing_leaves_the_certificate_alone(certified):
    path = certified / "certificates" / "lemma2.i.json"
    before = path.read_text()
    (certified / "a.toml").write_text(LIBRARY.replace("x**2 <= x", "x**2 >= x"))
    done = run("verify", "lemma2.i", "--library", str(certified), "--search")
    assert done.exit_code == 1
    assert path.read_text() == before


DISPUTES = [
    ("PROVED", "agrees", "agrees", "PROVED"),
    ("PROVED", "silent", "silent", "PROVED"),
    ("PROVED", "contradicts", "agrees", "DISPUTED"),
    ("PROVED", "silent", "contradicts", "DISPUTED"),
    ("REFUTED", "agrees", "silent", "DISPUTED"),
    ("REFUTED", "contradicts", "agrees", "REFUTED"),
    ("UNDECIDED", "agrees", "contradicts", "DISPUTED"),
    ("UNDECIDED", "silent", "contradicts", "UNDECIDED"),
]


@pytest.mark.parametrize(("certificate", "symbolic", "sampling", "verdict"), DISPUTES)
def test_two_looks_that_contradict_are_disputed(certificate, symbolic, sampling, verdict):
    from proofcheck.commands.examine import settle

    row = {
        "verdict": certificate,
        "symbolic": symbolic,
        "sampled": {"outcome": sampling, "at": {"x": "1"}},
        "reason": "",
    }
    settle(row)
    assert row["verdict"] == verdict


def test_show_and_list(certified):
    done = run("show", "lemma2.i", "--library", str(certified))
    assert done.exit_code == 0
    for words in ("x**2 <= x", "A, section 5.1, Lemma 2 (i)", "PROVED", "lemma2.ii", "proof"):
        assert words in done.output
    assert run("show", "lemma1", "--library", str(certified)).exit_code == 3
    both = json.loads(run("show", "lemma2", "--library", str(certified), "--json", "-").output)
    assert [row["id"] for row in both] == ["lemma2.i", "lemma2.ii"]
    listed = json.loads(run("list", "--kind", "prob", "--library", str(certified), "--json", "-").output)
    assert [row["id"] for row in listed] == ["lemma1"]


def test_sample(folder):
    done = run("sample", "lemma2.i", "--library", str(folder), "--points", "50", "--json", "-")
    assert done.exit_code == 0
    assert json.loads(done.output)["outcome"] == "agrees"
    assert run("sample", FALSE, "--points", "50").exit_code == 1


LAW = 'name = "two"\nactions = [ {"0" = "1/2", "1" = "1/2"}, {"0" = "2/5", "1" = "3/5"} ]\n'


def test_sums_and_regret(tmp_path):
    law = tmp_path / "law.toml"
    law.write_text(LAW)
    sums = json.loads(run("sums", str(law), "--epsilon", "1/4", "--digits", "12", "--terms", "3", "--json", "-").output)
    assert set(sums) == {"law", "epsilon", "eta", "F", "sum", "bound", "engine", "F_engine"}
    assert list(sums["F"]) == ["1", "2", "3"]
    done = run("regret", str(law), "--epsilon", "0.25", "--horizon", "7", "--json", "-")
    assert set(json.loads(done.output)) == {
        "law", "epsilon", "horizon", "lower", "upper", "bound_lemma4", "bound_1", "bound_2", "engine"}  # fmt: skip


HEAVY = "print(sorted({m.split('.')[0] for m in sys.modules} & {'sympy', 'mpmath', 'numpy', 'flint', 'rich'}))"
CALL = "import sys; from proofcheck.cli import main\ntry: main(sys.argv[1:])\nexcept SystemExit: pass\n"


def test_check_never_loads_the_search(tmp_path):
    path = tmp_path / "c.json"
    run("prove", TRUE, "--certificate", str(path))
    for flags in ([], ["-O"]):
        code = CALL + HEAVY + "; print([m for m in sys.modules if m.startswith('proofcheck.search')])"
        done = python(*flags, "-c", code, "check", str(path))
        assert done.stdout.splitlines()[-2:] == ["[]", "[]"], done.stderr


def test_replay_only_and_prove_load_nothing_heavy(certified):
    done = python("-c", CALL + HEAVY, "verify", "lemma2.i", "--replay-only", "--library", str(certified))
    assert done.stdout.splitlines()[-1] == "[]", done.stderr
    done = python("-c", CALL + HEAVY, "prove", TRUE)
    assert done.stdout.splitlines()[-1] in ("[]", "['flint']"), done.stderr
