# SPDX-License-Identifier: Apache-2.0
"""Changed constants and side conditions stop the replay, at their step or at the first use that no longer follows."""

import re
import shutil
import sys
from functools import lru_cache

import pytest

from proofcheck.commands.derive import prover
from proofcheck.derive.compile import Compiler
from proofcheck.errors import InputError
from proofcheck.library import load_library

from .conftest import LIBRARY, document
from .sabotage import report, sabotage

library = lru_cache(load_library)

# Why a changed constant may change nothing.
HARMLESS = {
    "lemma1": {
        "lower": "a narrower family than [-1, 1], or mu > 1/10: fewer laws",
        "upper": "a narrower family than [-1, 1]: fewer laws",
        "power.base": "multiplied by 0",
    },
    "lemma5.large.eq6": {
        "lower": "K >= 9/5 is K >= 2; a larger K or eta: fewer instances",
        "upper": "a smaller eta or dmin: fewer instances; dmin <= 11/10 is implied by dmin <= Delta(j) <= 1",
        "where": "the small gaps and their groups play no part in the large-gap half",
        "drift.s8": "slack: eta*V/4 <= 1/32 is used only to be below 1",
    },
}


@pytest.mark.parametrize("id", HARMLESS)
def test_every_constant(id, capsys):
    """A survivor must have a reason."""
    found = report(sabotage(document(id), every=4))
    with capsys.disabled():
        sys.stdout.write(f"\n  {id}: {found['perturbations']} perturbations, {found['caught']} caught")
    assert found["caught"] > 0.95 * found["perturbations"]
    for where, _ in found["one direction survives"] + found["both directions survive"]:
        assert any(word in where for word in HARMLESS[id]), where


CASES = {
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
}


@pytest.mark.parametrize("name", CASES)
def test_named_sabotage_is_located(tmp_path, name):
    theory, file, old, new, step = CASES[name]
    shutil.copytree(LIBRARY / "derivations", tmp_path / "d", ignore=shutil.ignore_patterns("documents"))
    path = tmp_path / "d" / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    compiler = Compiler(tmp_path / "d", {c.id: c.statement for c in library().claims}, prover(library(), 2))
    with pytest.raises(InputError) as caught:
        compiler.theory(theory)
    assert re.search(rf"step ({step})", str(caught.value)), str(caught.value)
