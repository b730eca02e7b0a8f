# SPDX-License-Identifier: Apache-2.0
"""The theories of the library, each put together from all documents that hold steps of it, and replayed step by step.

A document holds the steps that its row rests on. Two documents with steps of one theory hold the same steps, so a
theory is the union of them; what changes in a step then meets every use that any document makes of it.
"""

import copy
import json
from dataclasses import dataclass, field, replace

from proofcheck.derive.rows import document_path, index, theories
from proofcheck.derive.source import Sources, label, words
from proofcheck.kernel import derivation as kernel
from proofcheck.kernel.check import check
from proofcheck.kernel.derivation_context import Derivation, open_context
from proofcheck.kernel.derivation_state import Theory


def clone(d):
    """A copy of a replay in progress, so that steps can be tried in it."""
    theory = copy.copy(d.theory)
    theory.symbols, theory.facts, theory.claims = dict(d.theory.symbols), dict(d.theory.facts), dict(d.theory.claims)
    theory.assumed, theory.proofs = list(d.theory.assumed), []
    return replace(d, theory=theory, counts={}, context=list(d.context), hypotheses=list(d.hypotheses),
                   axioms=dict(d.axioms), citations=dict(d.citations))


@dataclass
class Whole:
    """A theory: its context, claims and steps, the theories that it imports from, and its state before each step."""

    name: str
    context: dict
    steps: list = field(default_factory=list)
    claims: dict = field(default_factory=dict)
    imports: dict = field(default_factory=dict)
    before: list[Derivation] = field(default_factory=list)
    words: list[set] = field(default_factory=list)
    symbols: list[set] = field(default_factory=list)

    def replay(self):
        """Replay it once, and keep what stands before each step; the last state is that of the whole theory."""
        d = open_context(self.context, Theory)
        for name, claim in self.claims.items():
            d.theory.claims[name] = kernel.check_claim(name, claim, check, {})
        below = {item["name"]: words(item) for item in self.context["declarations"]}
        for step in self.steps:
            self.before.append(clone(d))
            self.words.append(words(step))
            self.symbols.append(_closed(self.words[-1], below))
            if step["rule"] == "define":
                below[step["name"]] = self.words[-1]
            kernel.one_step(d, step, self.states())
        self.before.append(d)

    def states(self):
        """What has been proved in the theories that it imports from."""
        return {name: whole.before[-1] for name, whole in self.imports.items()}

    def document(self, **changed):
        """One document with all its steps, or with changed ones."""
        theories = {name: whole.document() for name, whole in self.imports.items()}
        return {"format": kernel.FORMAT, "version": kernel.VERSION, "result": [label(self.steps[-1])],
                "context": self.context, "claims": self.claims, "steps": self.steps, "theories": theories, **changed}


def _closed(found, below):
    """Some words, and those of the definitions and declarations of all symbols among them."""
    waiting, known = list(found), set(found)
    while waiting:
        new = below.get(waiting.pop(), set()) - known
        known |= new
        waiting += new
    return known


def gather(library):
    """All theories of a library by name, not yet replayed, and the number of documents that they come from."""
    found, steps, sources = {}, {}, Sources(theories(library))

    def walk(name, document):
        whole = found.setdefault(name, Whole(name, document["context"]))
        assert whole.context == document["context"], f"two documents have other contexts of {name}"
        for known, items in ((whole.claims, document["claims"].items()),
                             (steps.setdefault(name, {}), ((label(s), s) for s in document["steps"]))):
            for key, item in items:
                assert known.setdefault(key, item) == item, f"two documents have other proofs of {name}, {key}"
        for other, inner in document["theories"].items():
            whole.imports[other] = walk(other, inner)
        return whole

    paths = [(name, document_path(library, id)) for id, name in index(sources.files).items()]
    paths = [(name, path) for name, path in paths if path.exists()]
    for name, path in paths:
        walk(name, json.loads(path.read_text(encoding="utf-8")))
    for name, whole in found.items():
        whole.steps = [steps[name][key] for key in sources[name].steps if key in steps[name]]
        assert len(whole.steps) == len(steps[name]), f"{name}: the documents have steps that its file has not"
    return found, len(paths)


def replay_all(found):
    """Replay theories, those first that others import from."""
    for whole in found.values():
        replay_all(whole.imports)
        if not whole.before:
            whole.replay()
    return found


def largest(found):
    """The theories that do not lie wholly in another one; each step of the library is in one of these."""
    texts = {name: {json.dumps(step, sort_keys=True) for step in whole.steps} for name, whole in found.items()}
    return [whole for name, whole in found.items()
            if not any(texts[name] < texts[other] or (texts[name] == texts[other] and name > other) for other in found)]
