# SPDX-License-Identifier: Apache-2.0
"""The store keeps a row a case, once, in a form that tells cases and codes apart; it opens no other file."""

import sqlite3
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.errors import InputError
from proofcheck.experiment.canonical import canonical, code_digest
from proofcheck.experiment.store import Store

data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(data)
def test_canonical_text_does_not_depend_on_the_order_of_keys(value):
    turned = dict(reversed(value.items())) if isinstance(value, dict) else value
    assert canonical(value) == canonical(turned)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"a": [1, {"b": 0.5}]}, r"a\[1\]\.b: found the float 0.5"),
        (float("nan"), "data: found the float"),
        ({1: 2}, "found the key 1"),
        ({"a": {2: 3}}, "a: found the key 2"),
        ({"a": object()}, "JSON cannot hold"),
    ],
)
def test_what_has_no_canonical_text(value, words):
    with pytest.raises(InputError, match=words):
        canonical(value)


def test_rows_survive_and_are_told_apart(tmp_path):
    """By experiment, code and parameters."""
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.put("e", "c1", {"n": 1}, ["1/2"], 0.25)
        store.put("e", "c2", {"n": 1}, ["1/3"])
        store.put("f", "c1", {"n": 1}, ["1/4"])
    with Store(path) as store:
        assert store.results("e", "c1") == {'{"n":1}': '["1/2"]'}
        assert store.count("e") == 2
        assert (store.count("e", "c1"), store.count("e", "c3")) == (1, 0)
        assert store.results("e", "c3") == {}
    assert sorted(p.name for p in tmp_path.iterdir()) == ["s.sqlite"]


def test_putting_a_case_again(tmp_path):
    """The same result changes nothing, another one is refused, and the first stays."""
    with Store(tmp_path / "s.sqlite") as store:
        store.put("e", "c", {"n": 1, "k": 2}, {"x": 1}, 1.0)
        store.put("e", "c", {"k": 2, "n": 1}, {"x": 1}, 2.0)
        with pytest.raises(InputError, match="not repeatable"):
            store.put("e", "c", {"n": 1, "k": 2}, {"x": 2})
        assert store.results("e", "c") == {'{"k":2,"n":1}': '{"x":1}'}


def test_two_stores_on_one_file(tmp_path):
    with Store(tmp_path / "s.sqlite") as one, Store(tmp_path / "s.sqlite") as two:
        for n in range(20):
            (one if n % 2 else two).put("e", "c", {"n": n}, n)
        assert one.count("e") == two.count("e") == 20


def test_other_files_are_refused(tmp_path):
    """And left as they are."""
    text, other = tmp_path / "notes.txt", tmp_path / "other.sqlite"
    text.write_text("precious" * 1000)
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE precious (x)")
    base.close()
    before = other.read_bytes()
    for path, words in [
        (text, "is no store"),
        (other, "another program's"),
        (tmp_path, "cannot be opened"),
        (tmp_path / "no" / "s.sqlite", "cannot be opened"),
    ]:
        with pytest.raises(InputError, match=words):
            Store(path)
    assert text.read_text() == "precious" * 1000
    assert other.read_bytes() == before


def test_the_digest_of_code_follows_its_text(tmp_path, monkeypatch):
    """A package's digest covers all its modules; another text, another digest."""
    monkeypatch.syspath_prepend(tmp_path)
    digests = []
    for number, text in enumerate(["x = 1\n", "x = 2\n"]):
        folder = tmp_path / f"digested{number}"
        (folder / "inner").mkdir(parents=True)
        (folder / "__init__.py").write_text("")
        (folder / "inner" / "deep.py").write_text(text)
        digests.append(code_digest((f"digested{number}",)))
    assert len(set(digests)) == 2
    assert code_digest(("proofcheck.errors", "proofcheck.files")) == code_digest(
        ("proofcheck.files", "proofcheck.errors")
    )
    assert "proofcheck.commands.simulate" not in sys.modules or code_digest(("proofcheck.files",)) != digests[0]
    with pytest.raises(InputError, match="no such module"):
        code_digest(("proofcheck.nope",))
