# SPDX-License-Identifier: Apache-2.0
"""Goals, and the replay of a certificate tree on a goal.

A goal says: at every point of ``region``, ``f relation 0``. Throughout, f is defined on the whole region: that is
proved once for the statement, and again by each rule that enlarges the region or brings in a new term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from proofcheck.kernel.calculus import Condition, conditions, derivative
from proofcheck.kernel.evaluate import Program
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.region import Region
from proofcheck.kernel.term import ZERO, Term, from_json, variables
from proofcheck.kernel.verdict import Rejected

MAX_DEPTH = 160
MAX_STEPS = 200_000
WEAKER = {">": (">", ">=", "!="), ">=": (">=",), "==": ("==", ">="), "!=": ("!=",)}


@dataclass(frozen=True)
class Goal:
    """``f relation 0`` on a region, with relation one of >=, >, ==, !=."""

    region: Region
    relation: str
    f: Term

    @cached_property
    def program(self) -> Program:
        """f, ready to be evaluated on boxes."""
        return Program(self.f)

    @cached_property
    def slopes(self) -> dict[str, Program]:
        """The partial derivatives of f that are not literally 0; raises Rejected where f has none."""
        found = {name: derivative(self.f, name) for name in sorted(variables(self.f))}
        return {name: Program(slope) for name, slope in found.items() if slope != ZERO}

    def on(self, region: Region) -> Goal:
        """The same goal on a part of the region."""
        part = Goal(region, self.relation, self.f)
        part.__dict__.update({k: v for k, v in self.__dict__.items() if k in ("program", "slopes")})
        return part

    def normalizer(self) -> Normalizer:
        """Normal forms that hold on the region."""
        return Normalizer(self.region.certainly)


Rule = Callable[["Goal", dict[str, Any], "Replay"], Fraction]


@dataclass
class Replay:
    """One replay: the table of rules, the count of steps by rule, and the place in the certificate."""

    rules: Mapping[str, Rule]
    counts: dict[str, int] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)

    def prove(self, goal: Goal, step: Any, label: str) -> Fraction:
        """Replay one step; returns a certified lower bound (>= 0) of f on the region. Raises Rejected."""
        self.path.append(label)
        try:
            name = step.get("rule") if isinstance(step, dict) else None
            if not isinstance(name, str) or name not in self.rules:
                raise Rejected("certificate", f"expected a step with a known rule, found {str(step)[:60]!r}")
            if len(self.path) > MAX_DEPTH or sum(self.counts.values()) > MAX_STEPS:
                raise Rejected("certificate", f"deeper than {MAX_DEPTH} or longer than {MAX_STEPS} steps")
            self.counts[name] = self.counts.get(name, 0) + 1
            return self.rules[name](goal, step, self)
        except Rejected as problem:
            raise problem if problem.path else Rejected(problem.rule, problem.reason, tuple(self.path)) from None
        finally:
            self.path.pop()

    def defined(
        self, region: Region, term: Term, step: dict[str, Any], label: str, given: Iterable[Condition] = ()
    ) -> None:
        """Check that a term is defined on a region: each condition is given, certain by signs, or proved by a sub-step.

        The sub-steps are taken from the list ``step[label]`` in the order of the conditions that are not certain.
        """
        known = {(weaker, g) for relation, g in given for weaker in WEAKER[relation]}
        proofs = iter(items(step, label))
        for k, (relation, g) in enumerate(conditions(term)):
            if (relation, g) in known or region.certainly((relation, g)):
                continue
            proof = next(proofs, None)
            if proof is None:
                raise Rejected("defined", f"no proof that {g!r} {relation} 0")
            self.prove(Goal(region, relation, g), proof, f"{label}[{k}]")


def items(step: dict[str, Any], name: str) -> list[Any]:
    """The list ``step[name]``, empty when absent; raises Rejected for another type."""
    value = step.get(name, [])
    if not isinstance(value, list):
        raise Rejected("certificate", f"{name} must be a list, found {str(value)[:40]!r}")
    return value


def member(step: dict[str, Any], name: str, kind: type) -> Any:
    """``step[name]``, checked to be of a JSON type; raises Rejected."""
    value = step.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Rejected("certificate", f"{name} must be a {kind.__name__}, found {str(value)[:40]!r}")
    return value


def term_member(step: dict[str, Any], name: str, region: Region) -> Term:
    """The term ``step[name]``; raises Rejected when it names a variable that the region does not have."""
    return closed(from_json(step.get(name)), region)


def closed(term: Term, region: Region) -> Term:
    """The term itself, checked to use only the region's variables."""
    unknown = variables(term) - set(region.ranges)
    if unknown:
        raise Rejected("term", f"names the unknown variable {min(unknown)}")
    return term
