# SPDX-License-Identifier: Apache-2.0
"""A changed constant marks exactly the rows that rest on it, and says what changed.

Which rows those are is computed here from the text of the files, the documents and the declared uses alone.
"""

import json
import random
import re
import shutil
import sys

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.derive.stale import Lock
from proofcheck.errors import InputError
from proofcheck.library import default_library_path, load_library

LIBRARY = default_library_path()
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
CLAIM_KEYS = ("vars", "hypotheses", "goal")
STEP_KEYS = (*CLAIM_KEYS, "show", "is", "at", "parts", "given", "for", "shift", "bounds", "on", "context")
SILENT_KEYS = ("says", "note", "label", "near_miss", "citation")


def run(*args):
    return CliRunner().invoke(main, list(args))


@pytest.fixture
def library(tmp_path):
    """A copy of the library without laws, so that files can be changed."""
    shutil.copytree(LIBRARY, tmp_path / "lemmas", ignore=shutil.ignore_patterns("laws"))
    return tmp_path / "lemmas"


def constants(path, keys):
    """(place of a number, header of its entry, id of the entry) for the numbers in the lines that begin with a key."""
    found, header, name, offset, entry = [], "", "", 0, []
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith("["):
            found += [(place, header, name) for place in entry]
            header, entry = line.strip(" []\n"), [] if not line.startswith("[step.") else entry
        elif found_name := re.match(r'(?:id|name) = "(.*?)"', line):
            name = found_name[1]
        if line.split("=")[0].strip() in keys or (header == "context" and "context" in keys):
            entry += [(offset + m.start(), m.group()) for m in NUMBER.finditer(line)]
        offset += len(line)
    return [*found, *((place, header, name) for place in entry)]


def changed(text, place):
    start, old = place
    return f"{text[:start]}{int(old) + 1}{text[start + len(old):]}"


def written_in(documents, sources, file, header, name):
    """The rows whose documents hold an entry of a derivation file."""
    def holds(data, theory):
        files = sources[theory].files
        if header == "context":
            here = theory == file or file in above(sources, theory)
        else:
            keys = data["claims"] if header == "claim" else {s.get("id") or s["name"] for s in data["steps"]}
            here = name in keys and file in (files.get(name), files.get(f"def.{name}"))
        return here or any(holds(inner, other) for other, inner in data["theories"].items())
    return {id for id, (data, theory) in documents.items() if holds(data, theory)}


def above(sources, theory):
    """The files that a file continues, and those that these continue."""
    before = sources.files[theory].get("continues", [])
    before = [before] if isinstance(before, str) else before
    return {x for name in before for x in (name, *above(sources, name))}


def with_users(lock, ids):
    """The rows with all that rest on them."""
    return {name for name in lock.entries if name in ids or ids & set(lock.closure(name))}


def stale(library):
    lock = Lock(load_library(library))
    return {name for name in lock.entries if lock.stale(name)}


def samples(library, count):
    """Constants of many files, each with the rows that a change must mark."""
    lock, rng = Lock(load_library(library)), random.Random(7)
    documents = {id: (lock.proof(id), lock.where[id]) for id in lock.entries
                 if id in lock.where and id not in lock.statements}
    pool = []
    for path in sorted(library.glob("*.toml")):
        places = constants(path, CLAIM_KEYS)
        pool += [(path, place, with_users(lock, {name})) for place, _, name in rng.sample(places, min(2, len(places)))]
    for path in sorted((library / "derivations").glob("*.toml")):
        places = constants(path, STEP_KEYS)
        for place, header, name in rng.sample(places, min(2, len(places))):
            rows = written_in(documents, lock.sources, path.stem, header, name)
            pool.append((path, place, with_users(lock, rows)))
    rng.shuffle(pool)
    return pool[:count]


def test_nothing_is_stale_in_the_library_as_it_is():
    assert stale(LIBRARY) == set()


def test_a_constant_marks_exactly_what_rests_on_it(library, capsys):
    """Every sampled number is raised by one; a few make a file that cannot be read."""
    done, sizes = 0, []
    for path, place, expected in samples(library, 16):
        text = path.read_text(encoding="utf-8")
        path.write_text(changed(text, place), encoding="utf-8")
        try:
            found = stale(library)
        except InputError:
            continue
        finally:
            path.write_text(text, encoding="utf-8")
        line = text[:place[0]].count("\n") + 1
        assert found == expected, f"{path.name}, line {line}: {sorted(found ^ expected)}"
        done, sizes = done + 1, [*sizes, len(found)]
    with capsys.disabled():
        sys.stdout.write(f"\n  {done} constants changed, {min(sizes)} to {max(sizes)} rows stale")
    assert done > 12
    assert max(sizes) > 10 > min(sizes)


@pytest.mark.parametrize("file", ["a2_elementary.toml", "derivations/a6_large_gaps.toml"])
def test_verify_says_so(library, file):
    """The whole command, on one constant of each of two files."""
    path = library / file
    lock = Lock(load_library(library))
    documents = {id: (lock.proof(id), lock.where[id]) for id in lock.where
                 if id in lock.entries and id not in lock.statements}
    place, header, name = constants(path, (*CLAIM_KEYS, "show"))[-1]
    rows = {name} if "/" not in file else written_in(documents, lock.sources, path.stem, header, name)
    path.write_text(changed(path.read_text(encoding="utf-8"), place), encoding="utf-8")
    done = run("verify", "--replay-only", "--library", str(library), "--json", "-", "--jobs", "1")
    found = {row["id"] for row in json.loads(done.stdout)["claims"] if row["verdict"] == "STALE"}
    assert found == with_users(lock, rows)
    assert done.exit_code == 1
    assert {row["verdict"] for row in json.loads(done.stdout)["claims"]} == {"STALE", "PROVED", "CONDITIONAL"}


def test_what_changed_is_named(library):
    path = library / "derivations" / "a6_large_gaps.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("1 - 7*eta*Delta(j)/16", "1 - 7*eta*Delta(j)/17"))
    out = run("verify", "lemma5", "--replay-only", "--library", str(library), "--jobs", "1").stdout
    assert "the step drift.s6 of a6_large_gaps.toml has changed, and 1 more; make its proof again with" in out
    drawn = run("graph", "thm1", "--library", str(library))
    assert drawn.exit_code == 1
    assert "thm1 is stale: " in drawn.stderr
    assert '"lemma5.large.eq6" [fillcolor="#ff8a80"]' in drawn.stdout
    assert '"lemma5.small.eq4" [fillcolor="#d9ead3"]' in drawn.stdout


def test_a_row_that_uses_a_stale_one_says_which(library):
    path = library / "a2_elementary.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('goal = "1 - exp(-x) >= x/2"', 'goal = "1 - exp(-x) >= x/3"'), encoding="utf-8")
    arguments = ("--library", str(library), "--jobs", "1")
    out = run("verify", "lemma2", "lemma5.small.s9", "--replay-only", *arguments).stdout
    assert "its statement has changed; make its proof again with `proofcheck verify lemma2.i --search`" in out
    assert "uses lemma2.i, which is stale (its statement has changed)" in out
    assert re.search(r"uses lemma2\.\w+, which is stale \(lemma2.i: its statement has changed\)", out)
    assert run("verify", "lemma2.i", "--search", *arguments).exit_code == 0
    later = run("verify", "lemma2.ii", "--replay-only", *arguments)
    assert "it was made when lemma2.i was not as it is now" in later.stdout, "found again, but for another statement"
    assert run("verify", "lemma2.ii", "--search", *arguments).exit_code == 0
    assert run("verify", "lemma2.ii", "--replay-only", *arguments).exit_code == 0
    for name in ("show", "trust"):
        done = run(name, "lemma5.small.s9", "--library", str(library))
        assert done.exit_code == 1
        assert "STALE" in done.stdout


@pytest.mark.parametrize("file", ["a5_small_gaps.toml", "derivations/a5_small_gaps.toml"])
def test_words_near_misses_and_comments_mark_nothing(library, file):
    path = library / file
    text = path.read_text(encoding="utf-8")
    places = constants(path, SILENT_KEYS)
    assert len(places) > 10
    for place, *_ in reversed(places):
        text = changed(text, place)
    path.write_text(text + "# 12 34\n", encoding="utf-8")
    assert stale(library) == set()


def test_a_document_is_not_believed_about_its_sources(library):
    """Another context, other steps, with every stamp of the old: stale, never proved."""
    path = library / "derivations" / "documents" / "lemma1.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    for key in ("parameters", "declarations", "assumptions"):
        other = json.loads(path.read_text(encoding="utf-8"))
        other["context"][key] = other["context"][key][:-1]
        path.write_text(json.dumps(other), encoding="utf-8")
        assert "lemma1" in stale(library)
    fewer = {**data, "steps": data["steps"][:-1], "result": [data["steps"][-2]["id"]]}
    path.write_text(json.dumps(fewer), encoding="utf-8")
    done = run("verify", "lemma1", "--replay-only", "--library", str(library), "--jobs", "1")
    assert done.exit_code == 1
    assert "REJECTED" in done.stdout


def test_graph_as_json_lists_what_rests_on_what():
    done = run("graph", "lemma5.large.eq6", "--json", "-")
    nodes = {node["id"]: node for node in json.loads(done.stdout)}
    assert done.exit_code == 0
    assert nodes["lemma5.large.eq6"]["uses"] == sorted(
        ["lemma5.large.eq6.scale", "lemma5.large.s1", "lemma5.large.s10", "lemma5.large.s11",
         "lemma5.large.s11.log_z0", "lemma5.large.s11.log_z_lower"])  # fmt: skip
    assert nodes["lemma2.iii"]["stale"] == ""
    lock = Lock(load_library())
    assert set(lock.closure("lemma5.large.eq6")) | {"lemma5.large.eq6"} == set(nodes)


def test_derive_makes_the_same_documents_again_and_says_so(library):
    path = library / "derivations" / "documents" / "lemma1.json"
    before = path.read_text(encoding="utf-8")
    path.unlink()
    done = run("derive", "lemma1", "--library", str(library), "--json", "-")
    assert done.exit_code == 0
    assert [(row["id"], row["verdict"]) for row in json.loads(done.stdout)] == [
        ("lemma1.hoeffding", "CONDITIONAL"), ("lemma1", "PROVED")]  # fmt: skip
    assert json.loads(path.read_text(encoding="utf-8"))["steps"] == json.loads(before)["steps"]
    change = library / "derivations" / "a1_hoeffding.toml"
    change.write_text(change.read_text(encoding="utf-8").replace("mu**2/8", "mu**2/7"), encoding="utf-8")
    done = run("derive", "lemma1", "--library", str(library), "--json", "-")
    assert done.exit_code == 1
    assert json.loads(done.stdout)[1]["verdict"] == "REJECTED"
    assert "step" in json.loads(done.stdout)[1]["reason"]
