# SPDX-License-Identifier: Apache-2.0
"""A certificate replayed once more with a pencil: each step with the goal that it had, for the story told of it.

The verdict is not made here: ``library.replay_claim`` has the kernel's. This replay is the kernel's own, watched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from proofcheck.kernel.calculus import Condition, conditions
from proofcheck.kernel.check import RULES
from proofcheck.kernel.goal import Goal, Replay
from proofcheck.kernel.region import difference, statement_region
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import MINUS_ONE


@dataclass
class Node:
    """One step: its rule, the goal ``f relation 0`` on a region, the step's own data, and the steps below it."""

    label: str
    goal: Goal
    step: Mapping[str, Any]
    margin: Fraction = Fraction(0)
    below: list[Node] = field(default_factory=list)

    @property
    def rule(self) -> str:
        """The name of the rule."""
        return str(self.step.get("rule"))

    def walk(self) -> Iterator[Node]:
        """This step and all below it, in the order of the certificate."""
        yield self
        for node in self.below:
            yield from node.walk()

    def get(self, label: str) -> Node | None:
        """The step below with this label."""
        return next((node for node in self.below if node.label == label), None)


@dataclass
class _Watched(Replay):
    """A replay that keeps what it passes through."""

    stack: list[list[Node]] = field(default_factory=lambda: [[]])

    def prove(self, goal: Goal, step: Any, label: str) -> Fraction:
        node = Node(label, goal, step if isinstance(step, dict) else {})
        self.stack[-1].append(node)
        self.stack.append(node.below)
        try:
            node.margin = super().prove(goal, step, label)
        finally:
            self.stack.pop()
        return node.margin


@dataclass(frozen=True)
class Trace:
    """The proof of the goal, and the proofs that the statement is defined (those that signs alone do not settle)."""

    goal: Node
    defined: tuple[Node, ...]

    def nodes(self) -> Iterator[Node]:
        """All steps."""
        for node in (*self.defined, self.goal):
            yield from node.walk()

    def leaves(self) -> list[Node]:
        """The steps of the goal's proof that need no other."""
        return [node for node in self.goal.walk() if not node.below]


def trace(statement: Statement, proof: Mapping[str, Any]) -> Trace:
    """The steps of a proof of a statement; raises Rejected where the kernel's rules do."""
    region, terms = statement_region(statement)
    replay = _Watched(RULES)
    given: list[Condition] = []
    lists = proof.get("defined", [])
    for k, (place, term) in enumerate(terms):
        replay.defined(place, term, {"defined": lists[k] if k < len(lists) else []}, "defined", given)
        given += conditions(term)
    defined = tuple(replay.stack[0])
    if proof.get("verdict") == "VACUOUS":
        replay.prove(Goal(region, ">", MINUS_ONE), proof.get("empty"), "empty")
    else:
        relation, f = difference(statement.goal)
        replay.prove(Goal(region, relation, f), proof.get("goal"), "goal")
    return Trace(replay.stack[0][-1], defined)
