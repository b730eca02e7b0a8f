# SPDX-License-Identifier: Apache-2.0
"""Forged documents and doubled steps: no row whose steps do not follow may be shown as PROVED.

Each was shown as PROVED once, by a comparison that read names otherwise than the kernel does.
"""

import json

import pytest

from proofcheck.derive.rows import replay_row
from proofcheck.derive.source import read_folder, read_source
from proofcheck.errors import InputError
from proofcheck.kernel.check import check
from proofcheck.kernel.statement import statement_from_json
from proofcheck.kernel.verdict import Rejected, Status

FALSE = """
[context]
parameters = {x = "[1, oo)"}
assumptions = [{id = "real", holds = "0 <= x"}]

[[step]]
by = "define"
name = "F"
for = {m = "integers >= 0"}
is = "m + x"

[[step]]
id = "thm"
by = "evident"
show = "F(1) <= 0"

[[step]]
id = "two"
by = "evident"
show = "x <= 0"
"""
TRUE = {"variables": [], "hypotheses": [], "goal": [">=", "1", "0"]}


@pytest.fixture
def library(tmp_path):
    (tmp_path / "derivations" / "documents").mkdir(parents=True)
    return tmp_path


def write(library, **files):
    for name, text in files.items():
        (library / "derivations" / f"{name}.toml").write_text(text)


def honest(library, *names, name="m"):
    """The document of the last of some steps, all exactly as in the file."""
    source = read_source(read_folder(library / "derivations"), name)
    return {"format": "proofcheck-derivation", "version": 1, "result": [names[-1]], "context": source.context,
            "claims": {}, "theories": {}, "steps": [dict(source.steps[key]) for key in names]}


def fact(name, **at):
    return {"fact": name, "at": at}


def plain(library):
    """Nothing is forged: the step does not follow."""
    return honest(library, "two")


def as_certificate(library):
    """A certificate of 1 >= 0 that carries the keys of the derivation as well."""
    proof = {"verdict": "PROVED", "goal": {"rule": "enclosure"}}
    statement = statement_from_json(TRUE)
    assert check(statement, proof).status is Status.PROVED
    return {**honest(library, "two"), "format": "proofcheck-certificate", "statement": TRUE,
            "digest": statement.digest(), "proof": proof}


def hidden_assumption(library):
    """One more assumption, `evil`, whose stray key `name` is the id of a real one, which stands after it."""
    data = honest(library, "two")
    evil = {"id": "evil", "name": "real", "binders": [], "given": [], "goal": ["<=", ["var", "x"], "0"]}
    data["context"]["assumptions"].insert(0, evil)
    data["steps"][0]["proofs"] = [[fact("evil")]]
    return data


def hidden_definition(library):
    """Another definition of F, whose stray key `id` is that of the step after it; the real one is left out."""
    data = honest(library, "def.F", "thm")
    data["steps"][0].update(id="thm", body="0")
    data["steps"][1]["proofs"] = [[fact("def.F", m="1")]]
    return data


def put(library, data):
    id = data["result"][0]
    (library / "derivations" / "documents" / f"{id}.json").write_text(json.dumps(data))
    return id


@pytest.mark.parametrize("forge", [
    as_certificate,
    hidden_assumption,
    hidden_definition,
    plain,
])
def test_a_forged_document_is_not_proved(library, forge):
    write(library, m=FALSE)
    id = put(library, forge(library))
    try:
        found = replay_row(library, id, {}).status
    except (Rejected, InputError):
        return
    assert found not in (Status.PROVED, Status.CONDITIONAL)


STEP = '[[step]]\nid = "thm"\nby = "evident"\nshow = "{}"\n'
CONTEXT = '[context]\nparameters = {x = "[1, oo)"}\n'


@pytest.mark.parametrize("files", [
    {"m": CONTEXT + STEP.format("5 <= x") + STEP.format("1 <= x")},
    {"m": CONTEXT + STEP.format("1 <= x"), "n": 'continues = "m"\n' + STEP.format("5 <= x")},
    {"m": CONTEXT + STEP.format("5 <= x"), "z": CONTEXT + STEP.format("1 <= x")},
], ids=["twice in a file", "again where it is continued", "in two files"])
def test_a_name_used_for_two_steps_is_refused(library, files):
    write(library, **files)
    try:
        id = put(library, honest(library, "thm", name=list(files)[-1]))
        found = replay_row(library, id, {}).status
    except (InputError, Rejected):
        return
    assert found is not Status.PROVED
