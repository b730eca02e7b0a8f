# SPDX-License-Identifier: Apache-2.0
"""Replay in a fresh process: python -m proofcheck.kernel FILE, also under -O, with the standard library alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proofcheck.parse import parse_statement

from .build import ENCLOSURE, SIGN, step

ROOT = Path(__file__).parents[2]
CLAIM = parse_statement("for all x in [0, 1]: 1 - exp(-x) >= 0")
GOAL = step("monotone", variable="x", increasing=True, derivative=SIGN, face=ENCLOSURE)


def document(goal=GOAL, **fields):
    return json.dumps({"format": "proofcheck-certificate", "version": 1, "statement": CLAIM.to_json(),
                       "digest": CLAIM.digest(), "proof": {"verdict": "PROVED", "goal": goal}, **fields})


def run(*args, optimize=False):
    command = [sys.executable, *(["-O"] if optimize else []), "-m", "proofcheck.kernel", *map(str, args)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("optimize", [False, True], ids=["plain", "-O"])
def test_replay(tmp_path, optimize):
    good, bad, broken = (tmp_path / name for name in ("good.json", "bad.json", "broken.json"))
    good.write_text(document())
    bad.write_text(document({**GOAL, "increasing": False}))
    broken.write_text(document()[:100])
    done = run(good, optimize=optimize)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"PROVED  {good}\n    for all x in [0, 1]: 1 - exp(-x) >= 0\n"
    done = run(good, bad, optimize=optimize)
    assert (done.returncode, done.stderr) == (1, "")
    assert "REJECTED" in done.stdout
    assert "sign: the signs of the parts do not settle it (at goal/derivative)" in done.stdout
    done = run(good, bad, broken, optimize=optimize)
    assert (done.returncode, done.stderr) == (2, "")
    assert "not JSON" in done.stdout


@pytest.mark.parametrize(("content", "code"), [
    (b"", 2), (b"\xff\xfe", 2), (b"[" * 200_000, 2), (b"{}", 1), (b'{"format": 0.1}', 2),
    (document({"rule": "split", "variable": "\ud800\x1b[31m", "at": "0"}).encode(), 1),
], ids=["empty", "not UTF-8", "nested", "another object", "a float", "surrogates and escapes"])
def test_bad_files_get_one_clean_answer(tmp_path, content, code):
    file = tmp_path / "certificate.json"
    file.write_bytes(content)
    done = run(file)
    assert (done.returncode, done.stderr) == (code, "")
    assert len(done.stdout.splitlines()) == 2
    assert done.stdout.isprintable() or done.stdout.replace("\n", "").isprintable()


def test_no_file_and_missing_file(tmp_path):
    assert run().returncode == 2
    done = run(tmp_path / "nothing.json")
    assert (done.returncode, done.stderr) == (2, "")
    assert "UNREADABLE" in done.stdout


def test_only_the_standard_library_is_loaded(tmp_path):
    file = tmp_path / "certificate.json"
    file.write_text(document())
    code = ("import json, sys; from proofcheck.kernel.__main__ import main; code = main(sys.argv[1:]);"
            "print(json.dumps(sorted({n.split('.')[0] for n in sys.modules} - set(sys.stdlib_module_names))));"
            "print(json.dumps([n for n in sys.modules if n.startswith('proofcheck.') and '.kernel' not in n]));"
            "sys.exit(code)")
    done = subprocess.run([sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}",
                           str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    outside, rooms = done.stdout.splitlines()[-2:]
    assert set(json.loads(outside)) <= {"proofcheck", "__main__"}
    assert rooms == "[]"
