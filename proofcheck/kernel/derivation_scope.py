# SPDX-License-Identifier: Apache-2.0
"""Derivations: declarations, scopes, facts, and the discharge of obligations.

A fact says: for all values of its binders (integers, members of finite sets), wherever its given relations hold, its
relation holds, almost surely, and its terms are defined. Parameters, sets and functions are fixed numbers, finite sets
of integers and real functions; families and processes are random, in a bounded range. All families together are
independent from one time (their first argument) to another, and of all processes at earlier times; a process is only
adapted. A symbol is used for declared arguments only. Every random quantity is bounded.
"""

from __future__ import annotations

from dataclasses import dataclass

from proofcheck.kernel.derivation_terms import Rel, free, rel_free, rel_text, text
from proofcheck.kernel.term import Term
from proofcheck.kernel.verdict import Rejected


@dataclass(frozen=True)
class Binder:
    """An integer variable between two bounds (None: unbounded), or a member of a finite set ``of``."""

    name: str
    lower: Term | None
    upper: Term | None
    of: Term | None

    def text(self) -> str:
        """Such as ``m integer >= 0`` or ``j in Large``."""
        if self.of is not None:
            return f"{self.name} in {text(self.of)}"
        low = "" if self.lower is None else f" >= {text(self.lower)}"
        return f"{self.name} integer{low}" + ("" if self.upper is None else f" <= {text(self.upper)}")

    def terms(self) -> tuple[Term, ...]:
        """The terms that occur in it."""
        return tuple(t for t in (self.lower, self.upper, self.of) if t is not None)


@dataclass(frozen=True)
class Scope:
    """Variables in force, and relations that are supposed to hold."""

    binders: tuple[Binder, ...] = ()
    given: tuple[Rel, ...] = ()

    def extend(self, new: Binder) -> Scope:
        """With one more variable; it hides an older one of its name, and what was supposed of that."""
        if any(new.name in free(t) for b in (*self.binders, new) for t in b.terms()):
            raise Rejected("scope", f"the variable {new.name} is in use in a bound: rename it")
        old = tuple(b for b in self.binders if b.name != new.name)
        return Scope((*old, new), tuple(g for g in self.given if new.name not in rel_free(g)))

    def suppose(self, *more: Rel) -> Scope:
        """With more relations supposed."""
        return Scope(self.binders, (*self.given, *more))

    def member(self, name: str) -> Binder | None:
        """The variable called ``name``, if it is in force."""
        return next((b for b in self.binders if b.name == name), None)


@dataclass(frozen=True)
class Fact:
    """What has been assumed, defined or derived."""

    scope: Scope
    rel: Rel

    def text(self) -> str:
        """The fact with its quantifiers."""
        head = f"for all {', '.join(b.text() for b in self.scope.binders)}" if self.scope.binders else ""
        if self.scope.given:
            head += (", if " if head else "if ") + " and ".join(rel_text(g) for g in self.scope.given)
        return (head + ": " if head else "") + rel_text(self.rel)


@dataclass(frozen=True)
class Symbol:
    """A declared name. ``random``: None, or instant (of one time), adapted (of times up to one), or random."""

    kind: str
    binders: tuple[Binder, ...]
    random: str | None = None
    of: Term | None = None
    integer: bool = False
    element: str = ""
    where: tuple[Rel, ...] = ()
