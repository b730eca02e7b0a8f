# SPDX-License-Identifier: Apache-2.0
"""Small derivation documents, written as text, with proofs found for their obligations."""

import copy

from proofcheck.derive.fill import Searching
from proofcheck.derive.read import Reader
from proofcheck.kernel.check import check, replay
from proofcheck.kernel.derivation import check_claim, one_step
from proofcheck.kernel.derivation_context import open_context

SETS = ("S", "T", "R", "Q")


def term(text, names=SETS):
    """The JSON of a term; ``names`` are the symbols without arguments."""
    return Reader(set(names), "test").term(text)


def relation(text, names=SETS):
    """The JSON of a relation."""
    return Reader(set(names), "test").relation(text)


def binders(table, names=SETS):
    """The JSON of binders such as {"m": "integers >= 0"}."""
    return Reader(set(names), "test").binders(table)


def step(id, rule, show, where=None, given=(), names=SETS, **fields):
    """A step with everything but its proofs."""
    return {"id": id, "rule": rule, "binders": binders(where or {}, names),
            "given": [relation(g, names) for g in given], "goal": relation(show, names), **fields}


def ref(fact, times=None, **at):
    """A fact at terms, with a multiplier where one is given."""
    found = {"fact": fact, "at": {name: term(t) for name, t in at.items()}}
    return found if times is None else {**found, "times": term(times)}


def document(context, *steps, theories=None, claims=None, **more):
    """A derivation document."""
    return {"format": "proofcheck-derivation", "version": 1, "context": context, "claims": claims or {},
            "theories": theories or {}, "steps": list(steps), **more}


def filled(data):
    """The document with proofs found for its obligations, and its theory; raises Rejected."""
    data = copy.deepcopy(data)
    states = {}
    for name, inner in data["theories"].items():
        data["theories"][name], states[name] = filled(inner)
    state = open_context(data["context"], Searching)
    for name, claim in data["claims"].items():
        state.theory.claims[name] = check_claim(name, claim, check, state.counts)
    for item in data["steps"]:
        one_step(state, item, states)
    return data, state


def verdict(data):
    """The kernel's verdict on the filled document."""
    return replay(filled(data)[0])
