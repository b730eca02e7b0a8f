# SPDX-License-Identifier: Apache-2.0
"""Spoil one thing in a theory, and find the first step that no longer follows.

Only what rests on the spoiled thing is replayed, each step in the state that a whole replay would have before it: no
other step's fact moves, since each step states its own. The test replays samples as whole documents.
``python -m tests.derive.sabotage a4_clock`` prints what passes, and why.
"""

import multiprocessing
import os
import sys
import warnings
from typing import NamedTuple

from proofcheck.kernel import derivation as kernel
from proofcheck.kernel.check import check
from proofcheck.kernel.derivation_context import open_context
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.statement import statement_from_json
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import load_library

from .harmless import reason
from .perturb import Change, claim_changes, context_changes, step_changes
from .theories import clone, gather, label, largest, replay_all, words


class Outcome(NamedTuple):
    """What became of a change: the place at which the replay stops (None: nowhere), and the reason it gives."""

    theory: str
    unit: str
    change: Change
    failed: str | None
    reason: str = ""

    def text(self):
        """The change in one line."""
        c = self.change
        return f"{self.theory}, {self.unit}, {c.where()}: {c.kind} {c.old} -> {c.new}"


def attempt(d, step, states):
    """The place and the reason of a refusal, or None."""
    try:
        kernel.one_step(d, step, states)
    except Rejected as problem:
        return problem.path[0], problem.reason
    return None


def title(step):
    """How a refusal names a step: by its id, or by the symbol that it defines."""
    return f"step {step.get('id') or step['name']}"


class Spoiler:
    """All changes to one theory; ``users`` are the theories that import from it, ``near`` false siblings of claims."""

    def __init__(self, whole, users, near):
        self.whole, self.users, self.near, self.states = whole, users, near, whole.states()
        self.parents = {x["name"]: x["of"] for x in whole.context["declarations"] if x.get("of") is not None}
        self.number = {title(step): k for k, step in enumerate(whole.steps)}
        assert len(self.number) == len(whole.steps), "two steps have one name"
        self.about = {label(step): words(step) for step in whole.steps}
        self.about.update((item["id"], words(item)) for item in whole.context["assumptions"])

    def outcomes(self):
        """Every change, with its outcome."""
        whole = self.whole
        for change in context_changes(whole.context, self.parents):
            yield self._outcome("context", change, self.context(change))
        for name, claim in whole.claims.items():
            for change in claim_changes(claim["statement"], self.near.get(name)):
                yield self._outcome(f"claim {name}", change, self.claim(name, change.data))
        for unit, k in self.number.items():
            for change in step_changes(whole.steps[k], self.parents):
                yield self._outcome(unit, change, self.step(k, change.data))

    def _outcome(self, unit, change, found):
        return Outcome(self.whole.name, unit, change, *(found or (None, "")))

    def step(self, k, spoiled):
        """The first refusal when step number k is another one."""
        name, d = label(self.whole.steps[k]), clone(self.whole.before[k])
        found = attempt(d, spoiled, self.states)
        if found is not None:
            return found
        if spoiled["rule"] == "define":
            return self.run(d, k + 1, spoiled["name"]) or self.imports(d, None)
        return self.facts({name: d.theory.facts[name]}, k + 1, spoiled["rule"] == "assume")

    def run(self, d, start, symbol):
        """The first refusal among the steps in which a symbol plays a part (None: any step), from one on."""
        for step, known in zip(self.whole.steps[start:], self.whole.symbols[start:], strict=True):
            if symbol is None or symbol in known:
                found = attempt(d, step, self.states)
                if found is not None:
                    return found
            else:
                name = label(step)
                d.theory.facts[name] = self.whole.before[-1].theory.facts[name]
                if step["rule"] == "define":
                    d.theory.symbols[step["name"]] = self.whole.before[-1].theory.symbols[step["name"]]
                if step["rule"] in ("define", "assume"):
                    d.theory.assumed.append(name)
        return None

    def facts(self, changed, start, every):
        """The first refusal when facts say something else: among the steps that name one, and the imports of these."""
        whole = self.whole
        for j in range(start, len(whole.steps)):
            if not changed.keys().isdisjoint(whole.words[j]):
                later = clone(whole.before[j])
                later.theory.facts.update(changed)
                found = attempt(later, whole.steps[j], self.states)
                if found is not None:
                    return found
        last = clone(whole.before[-1])
        last.theory.facts.update(changed)
        return self.imports(last, None if every else set(changed))

    def imports(self, d, names):
        """The first refusal among the steps of other theories that import such a fact (None: any) of this one."""
        for user in self.users:
            states = {**user.states(), self.whole.name: d}
            for j, step in enumerate(user.steps):
                if step.get("theory") == self.whole.name and (names is None or step["fact"] in names):
                    found = attempt(clone(user.before[j]), step, states)
                    if found is not None:
                        return found
        return None

    def context(self, change):
        """The first refusal when the context is another one."""
        try:
            d = open_context(change.data, Theory)
        except Rejected as problem:
            return "context", problem.reason
        if change.path[0] == "assumptions":
            name = self.whole.context["assumptions"][change.path[1]]["id"]
            return self.facts({name: d.theory.facts[name]}, 0, True)
        d.theory.claims = dict(self.whole.before[-1].theory.claims)
        declared = change.path[0] == "declarations"
        name = self.whole.context["declarations"][change.path[1]]["name"] if declared else None
        return self.run(d, 0, name) or self.imports(d, None)

    def claim(self, name, statement):
        """The first refusal when a claim says something else: its certificate, or else a use of it."""
        try:
            kernel.check_claim(name, {**self.whole.claims[name], "statement": statement}, check, {})
        except Rejected as problem:
            return f"claim {name}", problem.reason
        return self.uses(name, statement)

    def uses(self, name, statement):
        """The first use of a claim that does not follow when it says something else, whether that is true or not."""
        try:
            changed = statement_from_json(statement)
        except Rejected as problem:
            return f"claim {name}", problem.reason
        for j, step in enumerate(self.whole.steps):
            if step.get("claim") == name:
                d = clone(self.whole.before[j])
                d.theory.claims[name] = changed
                found = attempt(d, step, self.states)
                if found is not None:
                    return found
        return None

    def spoiled_document(self, outcome):
        """The whole document with the change in it."""
        change, unit = outcome.change, outcome.unit
        if unit == "context":
            return self.whole.document(context=change.data)
        if unit.startswith("claim "):
            name = unit.removeprefix("claim ")
            claim = {**self.whole.claims[name], "statement": change.data}
            return self.whole.document(claims={**self.whole.claims, name: claim})
        k = self.number[unit]
        return self.whole.document(steps=[*self.whole.steps[:k], change.data, *self.whole.steps[k + 1:]])


def users_of(found, whole):
    """The theories that import from one."""
    return [other for other in found.values() if whole.name in other.imports]


def spoilers():
    """A spoiler for each of the largest theories of the library."""
    library = load_library()
    found, _ = gather(library.path)
    replay_all(found)
    near = {id: sibling.statement.to_json() for id, sibling in library.near_misses.items()}
    return [Spoiler(whole, users_of(found, whole), near) for whole in largest(found)]


def run_all(found):
    """The outcomes of every spoiler, each with its computed reason; on Linux by one process for each core."""
    global _running  # noqa: PLW0603 - a forked process finds the spoilers there, and only outcomes are sent
    _running = sorted(found, key=lambda spoiler: -len(spoiler.whole.steps))
    if sys.platform != "linux" or (os.cpu_count() or 1) < 2:
        return list(zip(_running, map(_explained, range(len(_running))), strict=True))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the kernel holds no lock, so other threads do no harm
        with multiprocessing.get_context("fork").Pool() as pool:
            return list(zip(_running, pool.map(_explained, range(len(_running)), chunksize=1), strict=True))


_running = []


def _explained(k):
    spoiler = _running[k]
    return [(x, reason(spoiler, x) if x.failed is None else None) for x in spoiler.outcomes()]


def main(names):
    """Print every survivor of some theories (of all, when none is named), with the computed reason."""
    for spoiler, outcomes in run_all([s for s in spoilers() if not names or s.whole.name in names]):
        sys.stdout.write(f"{spoiler.whole.name}: {len(outcomes)} changes\n")
        for x, why in outcomes:
            if x.failed is None:
                sys.stdout.write(f"  {x.text()}: {why or 'no computed reason; see survivors.toml'}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
