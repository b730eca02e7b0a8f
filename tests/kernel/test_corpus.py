# SPDX-License-Identifier: Apache-2.0
"""A corpus of attacks, one file each and named for it: the kernel refuses every one with a reason, never a traceback.

``corpus/rejected`` holds well-formed documents whose proof shows too little: mostly false claims, with the digest that
fits. Their key ``rejected_by`` names the rule that must refuse. ``corpus/malformed`` holds what is no certificate.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proofcheck.kernel.check import read, replay
from proofcheck.kernel.verdict import Rejected

CORPUS = Path(__file__).parent / "corpus"
REJECTED = sorted((CORPUS / "rejected").glob("*.json"))
MALFORMED = sorted((CORPUS / "malformed").glob("*.json"))


def named(paths):
    return {"argvalues": paths, "ids": [path.stem for path in paths]}


def test_the_corpus_is_there():
    assert len(REJECTED) > 200
    assert len(MALFORMED) > 150


@pytest.mark.parametrize("path", **named(REJECTED))
def test_a_bad_proof_is_rejected(path):
    text = path.read_text(encoding="utf-8")
    document = read(text)
    with pytest.raises(Rejected) as caught:
        replay(document)
    assert caught.value.rule == document["rejected_by"], caught.value
    assert caught.value.reason


@pytest.mark.parametrize("path", **named(MALFORMED))
def test_a_malformed_document_is_rejected(path):
    text = path.read_bytes().decode("utf-8")
    with pytest.raises(Rejected) as caught:
        replay(read(text))
    assert caught.value.reason


@pytest.mark.parametrize(("folder", "codes"), [("rejected", {1}), ("malformed", {1, 2})])
def test_a_fresh_kernel_rejects_each_without_a_traceback(folder, codes):
    paths = [str(path) for path in sorted((CORPUS / folder).glob("*.json"))]
    run = subprocess.run(
        [sys.executable, "-m", "proofcheck.kernel", *paths], capture_output=True, text=True, check=False, timeout=300
    )
    words = [line.split()[0] for line in run.stdout.splitlines()[::2]]
    assert run.returncode in codes
    assert not run.stderr
    assert len(words) == len(paths)
    assert set(words) <= {"REJECTED", "UNREADABLE"}


def test_each_names_its_own_attack():
    """The statement shown is the one in the file, so that a reader of the corpus can see what is claimed."""
    for path in REJECTED:
        document = json.loads(path.read_text(encoding="utf-8"))
        assert document["id"] == path.stem
        assert document["claim"]
