# SPDX-License-Identifier: Apache-2.0
"""`proofcheck labels`: what LaTeX writes is read as LaTeX means it, and what has no partner is named."""

import json

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.labels import Label, place, read_labels

AUX = r"""\relax
\providecommand\hyper@newdestlabel[2]{}
\@writefile{toc}{\contentsline {section}{\numberline {1}Intro {\em x}}{1}{section.1}\protected@file@percent }
\newlabel{sec:intro}{{1}{1}{Intro {\em x}}{section.1}{}}
\newlabel{lem:exp}{{2}{3}{Elementary $\{x\}$ }{theorem.2}{}}
\newlabel{lem:exp@cref}{{[lemma][2][]2}{[1][3][]3}}
\newlabel{eq:one}{{{3.1}}{3}{}{equation.3.1}{}}
\newlabel{main}{{\relax 1}{2}{Main}{theorem.1}{}}
\newlabel{thm:old}{{9}{9}}
\newlabel{thm:old}{{4}{5}}
\@input{appendix.aux}
\newlabel{fig:plot}{{1}{7}}
\gdef \@abspage@last{12}
"""
APPENDIX = r"\newlabel{lem:tail}{{A.1}{9}{}{lemma.A.1}{}}"
CLAIMS = """
[[claim]]
id = "one"
label = "lem:exp"
kind = "real"
goal = "1 < 2"
[[claim]]
id = "one.step"
label = "lem:exp, proof: the first step"
kind = "real"
goal = "1 < 2"
[[claim]]
id = "two"
label = "Theorem 1 (i)"
kind = "real"
goal = "1 < 2"
[[claim]]
id = "three"
label = "lem:tial"
kind = "real"
goal = "1 < 2"
[[claim]]
id = "four"
kind = "prob"
says = "no label"
"""


def run(*args):
    return CliRunner().invoke(main, [str(a) for a in args])


@pytest.fixture
def paper(tmp_path):
    (tmp_path / "paper.aux").write_text(AUX)
    (tmp_path / "appendix.aux").write_text(APPENDIX)
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.toml").write_text(CLAIMS)
    return tmp_path


def test_an_aux_file_is_read(paper):
    """Nested braces, cleveref's kinds, a shared counter, a label twice (the last counts), a file that it reads."""
    assert read_labels(paper / "paper.aux") == [
        Label("sec:intro", "1", "1", "section"),
        Label("lem:exp", "2", "3", "lemma"),
        Label("eq:one", "3.1", "3", "equation"),
        Label("main", "1", "2", "theorem"),
        Label("thm:old", "4", "5", "theorem"),
        Label("lem:tail", "A.1", "9", "lemma"),
        Label("fig:plot", "1", "7", "figure"),
    ]


def test_what_has_no_partner_is_named(paper):
    done = run("labels", paper / "paper.aux", "--library", paper / "lib")
    assert done.exit_code == 1
    lines = [" ".join(line.split()) for line in done.output.splitlines()]
    assert lines[:5] == [
        "lem:exp Lemma 2 one, one.step",
        "main Theorem 1 two",
        "thm:old Theorem 4 no claim",
        "lem:tail Lemma A.1 no claim",
        "three: the paper has no label 'lem:tial' (did you mean lem:tail?)",
    ]
    assert lines[5].endswith("2 labels with a claim, 2 without; 1 claim with an unknown label, 1 without a label")
    found = json.loads(run("labels", paper / "paper.aux", "--library", paper / "lib", "--json", "-").output)
    assert found["missing"] == ["thm:old", "lem:tail"]
    assert found["unknown"] == [{"id": "three", "label": "lem:tial"}]
    assert found["unlabelled"] == ["four"]
    assert found["labels"][1] == {
        "label": "lem:exp", "kind": "lemma", "number": "2", "page": "3", "claims": ["one", "one.step"]
    }  # fmt: skip


def test_prefixes_choose_the_labels_that_need_a_claim(paper):
    wanted = ("--only", "eq:", "--only", "lem:exp", "--json", "-")
    found = json.loads(run("labels", paper / "paper.aux", "--library", paper / "lib", *wanted).output)
    assert found["missing"] == ["eq:one"]


def test_labels_by_hand(paper):
    hand = paper / "labels.txt"
    hand.write_text("# the statements\nlem:exp Lemma 2\n\nmain Theorem 1   # by hand\nlem:tial\n")
    assert read_labels(hand) == [
        Label("lem:exp", "2", kind="lemma"), Label("main", "1", kind="theorem"), Label("lem:tial", kind="lemma")
    ]  # fmt: skip
    assert run("labels", hand, "--library", paper / "lib").exit_code == 0
    both = run("labels", hand, "--label", "thm:new", "--library", paper / "lib")
    assert both.exit_code == 1
    assert "thm:new" in both.output


PLACES = [
    ("lem:exp", "lem:exp"), ("lem:exp (ii)", "lem:exp"), ("lem:exp, proof", "lem:exp"), ("lem:exp: step 1", "lem:exp"),
    ("Lemma 2", "lem:exp"), ("lemma 2 (i), proof: g(0) = 0", "lem:exp"), ("Lemma~2", "lem:exp"),
    ("Lemma 2.", "lem:exp"), ("Lemma 3", None), ("Lemma 21", None), ("lem:ex", None), ("lem:exp2", None),
    ("proof of Lemma 2", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "label"), PLACES)
def test_where_a_claim_says_it_stands(text, label):
    assert place(text, {"lem:exp"}, {"lemma 2": "lem:exp"}) == label


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"\newlabel{a}{{1}{2}", "line 1: a brace is never closed"),
        (r"\relax", "no label was found"),
        (r"\@input{paper.aux}", "reads itself"),
        (r"\@input{nosuch.aux}", "cannot be read"),
    ],
)
def test_bad_aux_files(tmp_path, text, words):
    (tmp_path / "paper.aux").write_text(text)
    done = run("labels", tmp_path / "paper.aux")
    assert done.exit_code == 2
    assert words in done.output


def test_without_labels_the_usage_is_shown():
    assert run("labels").exit_code == 2


def test_the_examples_of_the_help_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("new", "my-paper").exit_code == 0
    given = ("--label", "lem:log", "--label", "lem:product", "--library", "my-paper/claims")
    assert "labels --label lem:log --label lem:product --library my-paper/claims" in run("labels", "--help").output
    assert run("labels", *given).exit_code == 0
