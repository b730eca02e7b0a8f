# SPDX-License-Identifier: Apache-2.0
"""One constant or condition changed in the text of a library: the compiler and `verify` stop, and say where."""

import json
import re
import shutil
from functools import lru_cache

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.commands.derive import prover
from proofcheck.derive.compile import Compiler
from proofcheck.derive.rows import document_path, index, theories
from proofcheck.derive.source import Sources, label
from proofcheck.errors import InputError
from proofcheck.library import load_library

from .conftest import LIBRARY

library = lru_cache(load_library)

CASES = {  # theory to compile, file, old, new, step at which it stops
    "eta up to 1": ("a6_large_gaps", "model", 'eta = "(0, 1/8]"', 'eta = "(0, 1]"', "drift"),
    "gaps above eta/4": ("a6_large_gaps", "model", "Delta(j) > 4*eta", "Delta(j) > eta/4", "drift.s5"),
    "tau with 15": ("a5_small_gaps", "a5_small_gaps", "ceil(16*", "ceil(15*", "tau.ceil|small.s6"),
    "150 for 200": ("a5_small_gaps", "a5_small_gaps", "200*log(K)", "150*log(K)", "small.eq5"),
    "x > 0 for x in (0, 1]": ("a2_series", "a2_series", 'x = "(0, 1]"', 'x = "(0, oo)"', "positive|start|closed"),
    "one action": ("a5_small_gaps", "model", "integers >= 2", "integers >= 1", "small"),
    "lemma2.ii beyond 1": ("a6_large_gaps", "a6_large_gaps", 'x = "7*eta*', 'x = "70*eta*', "drift.s6"),
    "losses up to 2": ("a6_large_gaps", "model", 'range = "[0, 1]"', 'range = "[0, 2]"', "Y"),
    "Z without its 1": ("a6_large_gaps", "a6_large_gaps", '"1 + sum(j, Large,', '"sum(j, Large,', "Z.lower"),
    "half the privacy": ("a3_privacy", "a3_privacy", "exp(2*eta)", "exp(eta)", "ratio"),
    "gaps may be 0": ("a6_large_gaps", "model", 'dmin = "(0, 1]"', 'dmin = "[0, 1]"', "gap.positive"),
    "losses that are only adapted": ("a6_large_gaps", "model", 'kind = "family", name = "X"',
                                     'kind = "process", name = "X"', "ratio.independent"),
    "the mean over another range": ("a1_hoeffding", "a1_hoeffding", "((1 + U(s))/2)", "((1 + U(s))/3)", "chord"),
    "a faster drift": ("a6_large_gaps", "a6_large_gaps", "<= 1 - eta*V(m)/4", "<= 1 - eta*V(m)/3", "drift"),
}


def edit(folder, file, old, new):
    """Change the text of a file."""
    path = folder / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("name", CASES)
def test_the_compiler_stops_at_the_step(tmp_path, name):
    theory, file, old, new, step = CASES[name]
    shutil.copytree(LIBRARY / "derivations", tmp_path / "d", ignore=shutil.ignore_patterns("documents"))
    edit(tmp_path / "d", file, old, new)
    compiler = Compiler(tmp_path / "d", {c.id: c.statement for c in library().claims}, prover(library(), 2))
    with pytest.raises(InputError) as caught:
        compiler.theory(theory)
    assert re.search(rf"step ({step})", str(caught.value)), str(caught.value)


def run(*args):
    done = CliRunner().invoke(main, list(args))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


@pytest.fixture
def copied(tmp_path):
    """A copy of the library, to be changed."""
    shutil.copytree(LIBRARY, tmp_path / "lemmas")
    return tmp_path / "lemmas"


def rewrite(copied, id):
    """Write what has changed in the files of steps into the document of a row too, with the proofs that it had."""
    before, after = Sources(theories(LIBRARY)), Sources(theories(copied))
    path = document_path(copied, id)

    def put(data, name):
        data["context"]["identical"] = after[name].context["identical"]
        for kind in ("parameters", "declarations", "assumptions"):
            for item, old, new in zip(data["context"][kind], before[name].context[kind], after[name].context[kind],
                                      strict=True):
                item.update({key: new[key] for key in new if new[key] != old.get(key)})
        for item in data["steps"]:
            old, new = (source[name].steps[label(item)] for source in (before, after))
            item.update({key: new[key] for key in new if new[key] != old.get(key)})
        for other, inner in data["theories"].items():
            put(inner, other)

    data = json.loads(path.read_text(encoding="utf-8"))
    put(data, index(before.files)[id])
    data.pop("digest", None)
    path.write_text(json.dumps(data), encoding="utf-8")


VERIFIED = {  # row, file, old, new, what `verify` names in the text alone, and at which step the document stops
    "eta up to 1": ("lemma5.large.eq6", "model", 'eta = "(0, 1/8]"', 'eta = "(0, 1]"', "the parameter eta", "drift"),
    "lemma2.ii beyond 1": ("lemma5.large.eq6", "a6_large_gaps", 'x = "7*eta*', 'x = "70*eta*', "the step drift",
                           "drift.s6"),
    "losses with other laws later": ("lemma4.s3", "model", "identical = true", "identical = false",
                                     "the word identical", "shift"),
    "a law of mass 2": ("lemma4.s1", "a4_clock", "sum(j, Others, q(j)) <= 1", "sum(j, Others, q(j)) <= 2",
                        "the assumption law.sum", "lemma4.s1"),
    "tau with 15": ("lemma5", "a5_small_gaps", "ceil(16*log(h(l) + 1)", "ceil(15*log(h(l) + 1)", "", "tau.ceil"),
    "3 for 4": ("lemma4", "a4_clock", "1 + 4*sum(m, 1, oo", "1 + 3*sum(m, 1, oo", "", "blocks"),
    "M_r one too small": ("lemma4", "a4_clock", "gapA(r+1) == sum(m, 2**(r-1)+1,", "gapA(r+1) == sum(m, 2**(r-1),", "",
                          "gapA.next"),
    "799 for 800": ("thm1", "a7_theorem", "800*log(K)", "799*log(K)", "", "lemmas"),
}


def line_of(output, id, verdict):
    """What stands below the line of a row that has this verdict."""
    lines = output.splitlines()
    return lines[next(k for k, line in enumerate(lines) if line.startswith(f"{id} ") and verdict in line) + 1]


@pytest.mark.parametrize("name", VERIFIED)
def test_verify_names_what_was_changed(copied, name):
    """The text changed: STALE, and what; the document changed with it: REJECTED, and at which step. Exit code 1."""
    id, file, old, new, part, step = VERIFIED[name]
    edit(copied / "derivations", file, old, new)
    if part:
        done = run("verify", "--replay-only", "--library", str(copied), id)
        assert (done.exit_code, part in line_of(done.output, id, "STALE")) == (1, True), done.output
    rewrite(copied, id)
    done = run("verify", "--replay-only", "--library", str(copied), id)
    assert (done.exit_code, f"step {step}" in line_of(done.output, id, "REJECTED")) == (1, True), done.output


def test_derive_does_not_make_the_document_again(copied):
    """`derive` says at which step a changed file stops, with exit code 1, and keeps the old document."""
    edit(copied / "derivations", "a1_hoeffding", "((1 + U(s))/2)", "((1 + U(s))/3)")
    before = document_path(copied, "lemma1").read_bytes()
    done = run("derive", "--library", str(copied), "lemma1")
    assert done.exit_code == 1
    assert "step chord" in done.output
    assert document_path(copied, "lemma1").read_bytes() == before


CLAIMS = {  # file, old, new, the claim, a row that rests on it
    "a smaller variance in Hoeffding's lemma": ("a1_hoeffding", "exp(-eta*mu + eta**2/2)", "exp(-eta*mu + eta**2/3)",
                                                "lemma1.mgf", "lemma1"),
    "900 in Theorem 1": ("a7_theorem", "1000*(log(K)/Delta + log(K)/eps)", "900*(log(K)/Delta + log(K)/eps)",
                         "thm1.eq2", "thm1"),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_verify_names_a_changed_claim(copied, name):
    """The claim and the rows that rest on it are STALE, and the row says which claim it is."""
    file, old, new, claim, row = CLAIMS[name]
    edit(copied, file, old, new)
    done = run("verify", "--replay-only", "--library", str(copied), row)
    assert done.exit_code == 1
    assert "its statement has changed" in line_of(done.output, claim, "STALE")
    assert f"the claim {claim} has changed" in line_of(done.output, row, "STALE")
