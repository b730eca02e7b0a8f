# SPDX-License-Identifier: Apache-2.0
"""Bad input: one clear line, exit code 2 (or the verdict that fits), no traceback, nothing on disk lost."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from proofcheck.cli import main


def run(*args):
    return CliRunner().invoke(main, list(args))


TEXTS = {
    "a float in disguise": ("for all x in [0, 1]: x > float(1)", "unknown function 'float'"),
    "an unknown function": ("for all x in [0, 1]: foo(x) > 0", "unknown function 'foo'"),
    "an unbalanced bracket": ("for all x in [0, 1]: (x > 0", "never closed"),
    "an unknown variable": ("for all x in [0, 1]: y > 0", "unknown name 'y'"),
    "an empty domain": ("for all x in [2, 1]: x > 0", "empty"),
    "an import": ("for all x in [0, 1]: __import__('os').system('touch pwned') > 0", "__import__"),
    "an attribute": ("for all x in [0, 1]: x.__class__ > 0", "attributes"),
    "nothing": ("", "nothing is written"),
}


@pytest.mark.parametrize(("text", "words"), TEXTS.values(), ids=TEXTS)
def test_bad_claims_are_one_line_and_exit_2(tmp_path, text, words):
    """An existing output file stays as it was."""
    out = tmp_path / "out.json"
    out.write_text("precious")
    done = run("prove", text, "--json", str(out), "--certificate", str(out))
    assert done.exit_code == 2
    assert words in done.output
    assert len(done.output.splitlines()) == 1
    assert out.read_text() == "precious"
    assert os.listdir(tmp_path) == ["out.json"]


def test_contradictory_hypotheses_are_vacuous():
    done = run("prove", "for all x in [0, 1], if x > 2: x > 3")
    assert done.exit_code == 1
    assert done.output.startswith("VACUOUS")


def test_undefined_claims_are_domain_errors():
    done = run("prove", "for all x in [0, 1]: 1/x > 0")
    assert done.exit_code == 1
    assert done.output.startswith("DOMAIN_ERROR")


@pytest.mark.parametrize(
    "args",
    [
        ["nope"],
        ["prove"],
        ["prove", "1 < 2", "--batch", "x"],
        ["prove", "1 < 2", "--timeout", "-1"],
        ["verify", "--replay-only", "--search"],
        ["verify", "zzz"],
        ["verify", "--library", "/nowhere"],
        ["show", "zzz"],
        ["sample", "zzz"],
        ["check"],
        ["check", "/nowhere.json"],
        ["prove", "--batch", "/nowhere.jsonl"],
        ["prove", "1 < 2", "--json", "/nowhere/x.json"],
        ["prove", "1 < 2", "--certificate", "/nowhere/x.json"],
        ["list", "--json", "/nowhere/x.json"],
        ["sums", "/nowhere.toml", "--epsilon", "1/4"],
        ["regret", "/nowhere.toml", "--epsilon", "1/4", "--horizon", "7"],
    ],
    ids=" ".join,
)
def test_bad_usage_exits_2_without_traceback(args):
    done = run(*args)
    assert done.exit_code == 2, done.output
    assert "Traceback" not in done.output
    assert not isinstance(done.exception, ValueError)


CERTIFICATES = {
    "truncated": '{"format": "proofcheck-certificate", "version": 1',
    "not JSON": "hello",
    "empty": "",
    "deeply nested": "[" * 200_000 + "]" * 200_000,
    "a long number": '{"a": ' + "9" * 10_000 + "}",
    "a list": "[]",
    "not a number": '{"a": NaN}',
}


@pytest.mark.parametrize("text", CERTIFICATES.values(), ids=CERTIFICATES)
def test_bad_certificates_are_refused(tmp_path, text):
    path = tmp_path / "c.json"
    path.write_text(text)
    done = run("check", str(path))
    assert done.exit_code == 2, done.output
    assert len(done.output.splitlines()) == 1
    assert "c.json" in done.output


def test_huge_and_binary_certificates_are_refused(tmp_path):
    path = tmp_path / "c.json"
    with path.open("wb") as out:
        out.truncate(10**9)  # a hole, not a gigabyte
    assert run("check", str(path)).exit_code == 2
    path.write_bytes(b"\xff\x00")
    assert run("check", str(path)).exit_code == 2


LAWS = {
    "probabilities that do not sum to 1": 'atoms = [ {losses = ["0", "1"], probability = "1/2"} ]',
    "no unique best action": 'atoms = [ {losses = ["0", "0"], probability = "1"} ]',
    "a loss outside [0, 1]": 'atoms = [ {losses = ["0", "2"], probability = "1"} ]',
    "a float": "atoms = [ {losses = [0.0, 1.0], probability = 1.0} ]",
    "no TOML": "atoms = [",
}


@pytest.mark.parametrize("text", LAWS.values(), ids=LAWS)
def test_bad_laws_are_refused(tmp_path, text):
    law, out = tmp_path / "law.toml", tmp_path / "out.json"
    law.write_text(text)
    out.write_text("precious")
    done = run("sums", str(law), "--epsilon", "1/4", "--json", str(out))
    assert done.exit_code == 2, done.output
    assert len(done.output.splitlines()) == 1
    assert out.read_text() == "precious"


def test_a_batch_of_bad_files_leaves_the_output_alone(tmp_path):
    out = tmp_path / "out.jsonl"
    out.write_text("precious")
    (tmp_path / "empty.jsonl").write_text("\n")
    assert run("prove", "--batch", str(tmp_path / "empty.jsonl"), "--json", str(out)).exit_code == 2
    assert run("prove", "--batch", str(tmp_path), "--json", str(out)).exit_code == 2
    assert out.read_text() == "precious"


# A test run in the background of a shell inherits an ignored SIGINT.
LISTENING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from proofcheck.cli import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted_batch_keeps_whole_answers(tmp_path):
    """Ctrl-C: exit code 130, whole lines only, no temporary file left."""
    file, out = tmp_path / "claims.jsonl", tmp_path / "out.jsonl"
    quick = {"vars": {"x": "[0, 1]"}, "goal": "x**2 <= x"}
    file.write_text("".join(json.dumps({"id": f"c{k}", **quick}) + "\n" for k in range(20_000)))
    command = [sys.executable, "-c", LISTENING, "prove", "--batch", str(file), "--json", str(out), "--jobs", "2"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    deadline = time.monotonic() + 60
    while not any(path.stat().st_size for path in tmp_path.glob(".out*")) and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    try:
        message = process.communicate(timeout=30)[1]
    finally:
        process.kill()
    assert process.returncode == 130, message
    assert "Traceback" not in message
    answers = [json.loads(line) for line in out.read_text().splitlines()]
    assert 0 < len(answers) < 20_000
    assert sorted(os.listdir(tmp_path)) == ["claims.jsonl", "out.jsonl"]


def test_half_a_surrogate_pair_in_an_id_is_written_as_it_was_read(tmp_path):
    """It is legal in JSON, and has no UTF-8: neither standard output nor a file may end in a traceback."""
    good = tmp_path / "c.json"
    assert run("prove", "for all x in [0, 1]: x**2 <= x", "--certificate", str(good)).exit_code == 0
    good.write_text(json.dumps({**json.loads(good.read_text()), "id": "\ud800"}))
    line = tmp_path / "b.jsonl"
    line.write_text('{"id": "\\ud800", "vars": {"x": "[0, 1]"}, "goal": "x**2 <= x"}\n')
    for args in (("check", str(good)), ("prove", "--batch", str(line), "--jobs", "1")):
        for target in ("-", str(tmp_path / "out.json")):
            done = run(*args, "--json", target)
            assert done.exit_code == 0, done.output
            text = done.stdout if target == "-" else (tmp_path / "out.json").read_text()
            found = json.loads(text)
            assert (found[0] if isinstance(found, list) else found)["id"] == "\ud800"
        assert run(*args).exit_code == 0


def test_a_margin_with_10_to_the_20_digits_is_shown_at_once(tmp_path):
    from proofcheck.kernel.check import replay
    from proofcheck.parse import parse_statement

    statement = parse_statement("exp(pi*sqrt(163)) < 10**99999999999999999999")
    document = {
        "format": "proofcheck-certificate", "version": 1, "statement": statement.to_json(),
        "digest": statement.digest(),
        "proof": {"verdict": "PROVED", "defined": [], "goal": {"rule": "enclosure", "precision": 128}},
    }  # fmt: skip
    path = tmp_path / "huge.json"
    path.write_text(json.dumps(document))
    done = run("check", str(path), "--json", "-")
    assert done.exit_code == 0
    assert 300 < len(str(replay(document).margin)) < 320
    assert float(json.loads(done.stdout)[0]["margin"]) > 1e300


def test_margins_without_end_are_bounded():
    from fractions import Fraction

    from proofcheck.commands.common import margin_text

    for value in (Fraction(1 << 10**7), Fraction((1 << 10**7) + 1, 3), Fraction(1, 1 << 10**7), Fraction(3, 1 << 2000)):
        text = margin_text(value)
        assert Fraction(text) <= value
    assert margin_text(-Fraction(1 << 10**7)) == "-oo"
    assert -Fraction(1, 1 << 2000) > Fraction(margin_text(-Fraction(1, 1 << 2000)))


def test_an_empty_range_with_an_undefined_hypothesis_is_vacuous_or_explained():
    """No value of n is left, so every condition after it holds; a bound before it is read where n plays no part."""
    start = "for all x in [1/4, 1/2], "
    done = run("prove", start + "n in integers [x, x + 1/4], if sqrt(x - 1) <= 0: x > 3")
    assert (done.exit_code, done.output.split()[0]) == (1, "VACUOUS")
    done = run("prove", start + "y in [log(x - 1), 3], n in integers [x, x + 1/4]: x > 3")
    assert done.exit_code == 3
    assert "internal" not in done.output
    assert "a range is empty, and a bound or hypothesis before it may be undefined" in done.output
