# SPDX-License-Identifier: Apache-2.0
"""verify, show, trust, graph and derive on rows with derivations."""

import json
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.library import load_library

from .conftest import LIBRARY, ROWS, document


def run(*args):
    return CliRunner().invoke(main, list(args))


def test_every_row_of_kind_prob_comb_or_axiom_has_a_derivation():
    assert {row.id for row in load_library().pending if row.kind != "def"} <= set(ROWS)


def test_verify_lists_derivations_with_honest_verdicts():
    done = run("verify", "--replay-only", "lemma1", "comp.s41", "--json", "-")
    rows = {row["id"]: row for row in json.loads(done.stdout)["claims"]}
    assert done.exit_code == 0
    assert (rows["lemma1"]["verdict"], rows["lemma1"]["axioms"]) == ("PROVED", [])
    assert (rows["comp.s41"]["verdict"], rows["comp.s41"]["axioms"]) == ("CONDITIONAL", ["comp.f7"])


def test_theorem_1_rests_on_no_axiom():
    done = run("trust", "thm1", "--json", "-")
    found = json.loads(done.stdout)
    assert found["verdict"] == "PROVED"
    assert found["axioms"] == {}
    assert {"jensen", "tower", "independent", "layers", "shift"} <= set(found["schemas"])


def test_show_prints_the_steps_of_the_paper():
    done = run("show", "lemma5.large.s10")
    assert "conditional Jensen" in done.stdout
    assert "lemma2.iii" in done.stdout
    assert done.exit_code == 0


def test_graph_needs_no_graphviz(tmp_path):
    done = run("graph", "lemma5.large.eq6", "--dot", str(tmp_path / "g.dot"), "--svg", str(tmp_path / "g.svg"))
    assert done.exit_code == 0
    dot = (tmp_path / "g.dot").read_text()
    assert '"lemma2.iii" -> ' in dot
    texts = {e.text for e in ET.parse(tmp_path / "g.svg").getroot().iter() if e.text}
    assert {"lemma2.iii", "lemma5.large.eq6"} <= texts


def test_a_fresh_process_replays_without_the_library(tmp_path):
    """python -m proofcheck.kernel imports the kernel alone, and prints the statement with its quantifiers."""
    shutil.copy(LIBRARY / "derivations" / "documents" / "lemma5.json", tmp_path)
    code = ("import sys; from proofcheck.kernel.__main__ import main; c = main(['lemma5.json']); "
            "ours = [n for n in sys.modules if n.startswith('proofcheck.') and not n.startswith('proofcheck.kernel')]; "
            "sys.exit(c or len(ours))")
    done = subprocess.run([sys.executable, "-O", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("PROVED")
    assert "K in integers >= 2; eta in (0, 1/8]" in done.stdout
    assert "sum(m, 1, oo, F(m)) <= 200*log(K)/dmin + 4*log(K)/eta" in done.stdout


@pytest.mark.parametrize("change", ["steps", "claim"])
def test_a_changed_source_makes_the_row_stale(tmp_path, change):
    """Only what rests on the change: lemma3 does not rest on lemma1."""
    library = tmp_path / "lemmas"
    shutil.copytree(LIBRARY, library)
    if change == "steps":
        path, old, new = library / "derivations" / "a1_hoeffding.toml", "mu/2", "mu/3"
    else:
        path, old, new = library / "a1_hoeffding.toml", "exp(-eta*mu + eta**2/2)", "exp(-eta*mu + eta**2)"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    done = run("verify", "--replay-only", "--library", str(library), "lemma1", "lemma3", "--json", "-")
    rows = {row["id"]: row["verdict"] for row in json.loads(done.stdout)["claims"]}
    assert (rows["lemma1"], rows["lemma3"]) == ("STALE", "PROVED")
    assert done.exit_code == 1


def test_a_changed_document_is_refused():
    from proofcheck.kernel.check import replay
    from proofcheck.kernel.verdict import Rejected
    data = document("lemma1")
    assert replay(data).status.value == "PROVED"
    for key, value in (("version", 2), ("result", ["nothing"]), ("steps", {}), ("claims", []), ("context", None),
                       ("theories", 3), ("beside", ["x"]), ("steps", [1]), ("steps", [{"rule": "calc"}])):
        with pytest.raises(Rejected):
            replay({**data, key: value})


def test_printed_names_stay_apart():
    """A reader of a printed proof sees as many names as it has."""
    from proofcheck.derive.typeset import name_text
    names = ["q1", "q_1", "q", "eps", "epsilon", "lam", "Lambda", "eta", "Delta", "delta", "l", "dmin", "gap_2", "gap2"]
    assert len({name_text(name) for name in names}) == len(names)
