# SPDX-License-Identifier: Apache-2.0
"""Claim files: what is read, selected and refused, and what replaying their certificates answers."""

import json

import pytest

from proofcheck import InputError, Status
from proofcheck.decide import decide
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import Pending, default_library_path, document_text, load_library, replay_claim

SOURCE = '[source]\npaper = "A"\ntitle = "T"\nsection = "5.1"\n'
ONE = '[[claim]]\nid = "lemma2.i"\nlabel = "Lemma 2 (i)"\nkind = "real"\nvars = {x = "[0, 1]"}\ngoal = "x**2 <= x"\n'
TWO = (
    '[[claim]]\nid = "lemma2.i.s1"\nkind = "int"\nvars = {n = "integers >= 0"}\ngoal = "n >= 0"\nuses = ["lemma2.i"]\n'
)
WORDS = '[[claim]]\nid = "lemma1"\nkind = "prob"\nsays = "in words"\ncitation = "Someone 1963"\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.toml").write_text(SOURCE + ONE + TWO + WORDS)
    return tmp_path


def test_reads_claims_and_pending_rows_in_order(folder):
    library = load_library(folder)
    assert [row.id for row in library.rows] == ["lemma2.i", "lemma2.i.s1", "lemma1"]
    assert [claim.id for claim in library.claims] == ["lemma2.i", "lemma2.i.s1"]
    assert library.pending == (Pending("lemma1", "prob", "in words", library.pending[0].source, "", "Someone 1963"),)
    assert library.claims[0].source.text() == "A, section 5.1, Lemma 2 (i)"
    assert library.users("lemma2.i") == ["lemma2.i.s1"]


@pytest.mark.parametrize(
    ("ids", "found"),
    [
        ([], ["lemma2.i", "lemma2.i.s1", "lemma1"]),
        (["lemma2"], ["lemma2.i", "lemma2.i.s1"]),
        (["lemma2.i"], ["lemma2.i", "lemma2.i.s1"]),
        (["lemma2.i.s1", "lemma1"], ["lemma2.i.s1", "lemma1"]),
    ],
)
def test_selects_an_identifier_and_all_below(folder, ids, found):
    assert [row.id for row in load_library(folder).select(ids)] == found


@pytest.mark.parametrize(("id", "words"), [("lemma2.j", "did you mean lemma2.i"), ("lemma", "lemma1"), ("zzz", "list")])
def test_unknown_identifiers_list_near_ones(folder, id, words):
    library = load_library(folder)
    with pytest.raises(InputError, match=words):
        library.find(id)
    with pytest.raises(InputError, match="unknown claim"):
        library.select([id])


def test_a_row_with_parts_only_names_them(folder):
    with pytest.raises(InputError, match=r"it has parts: lemma2\.i, lemma2\.i\.s1"):
        load_library(folder).find("lemma2")


BAD = [
    (ONE + ONE, "the id 'lemma2.i' is already in"),
    (ONE.replace("lemma2.i", "Lemma 2"), "not of the form"),
    (ONE.replace("goal =", "gaol ="), "unknown key 'gaol' (did you mean goal?)"),
    (ONE.replace('"real"', '"reel"'), "kind is 'reel'"),
    (ONE.replace('goal = "x**2 <= x"', ""), "needs a goal"),
    (ONE.replace('"[0, 1]"', "0.5"), "domain of x: expected text, found float 0.5"),
    (ONE.replace("x**2", "y**2"), "claim 1 (lemma2.i), goal, column 1: unknown name 'y'"),
    (ONE.replace("[0, 1]", "[1, 0]"), "is empty"),
    (ONE + 'uses = ["lemma3"]', "uses the unknown claim 'lemma3'"),
    (ONE + "uses = [3]", "write a list of identifiers"),
    (ONE + 'near_miss = "x <"', "near_miss, goal, column 4"),
    (ONE.replace('"Lemma 2 (i)"', "2"), "label is '2', no text"),
    ("[[claim]\n", "not a TOML file"),
    ("claim = 3", "entries [[claim]]"),
    ("[[claims]]\nid = 'x'", "unknown key 'claims' (did you mean claim?)"),
    ("x = " + "[" * 5000, "not a TOML file"),
]


@pytest.mark.parametrize(("text", "words"), BAD, ids=[f"{k} {words}" for k, (_, words) in enumerate(BAD)])
def test_bad_files_are_refused_by_name_and_place(tmp_path, text, words):
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(InputError) as refusal:
        load_library(tmp_path)
    message = str(refusal.value)
    assert "bad.toml" in message
    assert words in message
    assert "\n" not in message


def test_a_clash_names_both_files(tmp_path):
    (tmp_path / "a.toml").write_text(ONE)
    (tmp_path / "b.toml").write_text(ONE)
    with pytest.raises(InputError, match=r"b\.toml: the id 'lemma2\.i' is already in .*a\.toml"):
        load_library(tmp_path)


def test_missing_folder_and_bad_bytes(tmp_path):
    with pytest.raises(InputError, match="no such folder"):
        load_library(tmp_path / "none")
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        load_library(tmp_path)


def test_replaying_the_certificate_of_a_claim(folder):
    """None is UNDECIDED, the right one PROVED, another statement's STALE, a broken one Rejected."""
    library = load_library(folder)
    claim, other = library.claims
    path = library.certificate_path(claim.id)
    assert replay_claim(claim, path).status is Status.UNDECIDED
    path.parent.mkdir()
    text = document_text(claim, decide(claim.statement).proof)
    path.write_text(text)
    assert replay_claim(claim, path).status is Status.PROVED
    assert replay_claim(other, path).status is Status.STALE
    data = json.loads(text)
    data["statement"]["goal"][0] = "<"
    path.write_text(json.dumps(data))
    with pytest.raises(Rejected):
        replay_claim(claim, path)
    path.write_text(text[:-20])
    with pytest.raises(Rejected):
        replay_claim(claim, path)


def test_the_library_that_comes_with_the_program_is_read():
    library = load_library(default_library_path())
    assert len(library.claims) > 100
    assert {"lemma2.i", "lemma2.v"} <= {claim.id for claim in library.claims}
