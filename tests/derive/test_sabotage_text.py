# SPDX-License-Identifier: Apache-2.0
"""One constant or condition changed in the text of a library: the compiler stops at a step that no longer follows."""

import re
import shutil
from functools import lru_cache

import pytest

from proofcheck.commands.derive import prover
from proofcheck.derive.compile import Compiler
from proofcheck.errors import InputError
from proofcheck.library import load_library

from .conftest import LIBRARY

library = lru_cache(load_library)

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
