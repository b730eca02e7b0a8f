# SPDX-License-Identifier: Apache-2.0
"""One search from start to end: refute, prove in growing attempts, refute again; within the time."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from proofcheck.kernel.calculus import Condition, conditions
from proofcheck.kernel.check import check
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import difference, statement_region
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import MINUS_ONE
from proofcheck.kernel.verdict import Rejected
from proofcheck.search.engine import OutOfBudget, OutOfTime, Prover, Step
from proofcheck.search.strategy import EASY, PLAN, QUICK, QUICK_PLAN, QUICK_SHARE, TACTICS
from proofcheck.search.witness import undefined_points, violations


@dataclass(frozen=True)
class Found:
    """``proof`` is for the kernel (None: nothing was found); ``reason`` and ``where`` say what stood in the way."""

    proof: dict[str, Any] | None
    reason: str = ""
    where: str = ""


def search(claim: Any, *, timeout: float = 10.0, seed: int = 0, progress: Callable[[int], None] | None = None) -> Found:
    """Look for a counterexample, then for a certificate, for about ``timeout`` seconds.

    ``claim`` is a kernel Statement or has one as ``.statement``. Guarantee: none (heuristic); the kernel decides.
    """
    statement: Statement = claim if isinstance(claim, Statement) else claim.statement
    return _Search(statement, timeout, seed, progress).run()


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the main thread after some seconds (elsewhere the search looks at the clock by itself)."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise OutOfTime

    def report(lost: sys.UnraisableHookArgs) -> None:
        """Say nothing when it rang inside a finalizer, which cannot raise: it rings again."""
        if lost.exc_type is not OutOfTime:
            hook(lost)

    hook, sys.unraisablehook = sys.unraisablehook, report
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001), 0.25)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = hook


class _Search:
    def __init__(self, statement: Statement, timeout: float, seed: int, progress: Callable[[int], None] | None) -> None:
        self.statement, self.seed = statement, seed
        self.start = time.monotonic()
        self.deadline = self.start + timeout
        self.region, self.terms = statement_region(statement)
        self.relation, self.f = difference(statement.goal)
        self.prover = Prover(TACTICS, self.start + 0.9 * timeout, progress)
        self.defined: list[list[Step]] | None = None

    def run(self) -> Found:
        if any(r.is_empty() for r in self.region.ranges.values()):
            self.defined = self._definedness(1)
            if self.defined is None:
                return Found(None, "a range is empty, and a bound or hypothesis before it may be undefined")
            return Found(self._vacuous(), "a range is empty")
        try:
            with alarm(self.deadline - self.start):
                return self._timed()
        except OutOfTime:
            reason = f"no proof and no counterexample within {time.monotonic() - self.start:.1f} s"
            return Found(None, reason, self._where())

    def _timed(self) -> Found:
        proof = self._easily()
        if proof is not None:
            return Found(proof)
        witness = self._refute(1)
        if witness is not None:
            return Found(witness)
        try:
            proof = self._quick()
            if proof is not None:
                return Found(proof)
            for fuel, budget in PLAN:
                proof = self._attempt(fuel, budget)
                if proof is not None:
                    return Found(proof)
                if fuel in (3, 5, 7):
                    witness = self._refute(fuel + 2)
                    if witness is not None:
                        return Found(witness)
            reason = "every tactic gave up"
        except OutOfTime:
            if time.monotonic() > self.deadline:
                raise
            reason = f"no proof and no counterexample within {time.monotonic() - self.start:.1f} s"
        except RecursionError:
            reason = "the claim is nested too deeply for the search"
        witness = self._refute(12)
        return Found(witness) if witness else Found(None, reason, self._where())

    def _easily(self) -> dict[str, Any] | None:
        """A proof within a few goals, for a claim that no sample point contradicts: most claims of a paper are such."""
        if self.prover.looks_false(Goal(self.region, self.relation, self.f)):
            return None
        full, self.prover = self.prover, Prover(QUICK, self.deadline)
        try:
            return self._attempt(*EASY)
        except (OutOfTime, RecursionError):
            return None
        finally:
            self.prover = full

    def _quick(self) -> dict[str, Any] | None:
        """Pure calculus and algebra, deep but without branch and bound, for a share of the time."""
        full, self.prover = self.prover, Prover(QUICK, self.start + QUICK_SHARE * (self.deadline - self.start))
        try:
            for fuel, budget in QUICK_PLAN:
                proof = self._attempt(fuel, budget)
                if proof is not None:
                    return proof
        except OutOfTime:
            pass
        finally:
            self.prover = full
        return None

    def _where(self) -> str:
        goal = self.prover.hardest
        if goal is None:
            return ""
        return ", ".join(
            f"{n} in [{'-oo' if r.lo is None else r.lo}, {'oo' if r.hi is None else r.hi}]"
            for n, r in goal.region.ranges.items()
        )

    def _refute(self, rounds: int) -> dict[str, Any] | None:
        for kind, points in (("REFUTED", violations(self.region, self.relation, self.f, self.seed + rounds, rounds)),
                             ("DOMAIN_ERROR", undefined_points(self.terms, self.region, self.seed + rounds))):
            tries = 0
            try:
                for point in points:
                    proof = {"verdict": kind, "witness": {name: str(q) for name, q in point.items()}}
                    tries += 1
                    if self._accepted(proof):
                        return proof
                    if tries > 20:
                        break
            except (ZeroDivisionError, OverflowError, ValueError):
                continue
        return None

    def _accepted(self, proof: dict[str, Any]) -> bool:
        try:
            check(self.statement, proof)
        except Rejected:
            return False
        return True

    def _attempt(self, fuel: int, budget: int) -> dict[str, Any] | None:
        self.prover.budget = self.prover.goals + budget
        try:
            if self.defined is None:
                self.defined = self._definedness(fuel)
            if self.defined is None:
                return None
            step = self.prover.prove(Goal(self.region, self.relation, self.f), fuel)
        except OutOfBudget:
            return None
        if step is None:
            return None
        proof: dict[str, Any] = {"verdict": "PROVED", "defined": self.defined, "goal": step}
        if self.region.facts:
            return self._vacuous() or self._inhabit(proof)
        return proof

    def _definedness(self, level: int) -> list[list[Step]] | None:
        lists: list[list[Step]] = []
        given: list[Condition] = []
        for region, term in self.terms:
            steps = self.prover.defined(region, term, given, level)
            if steps is None:
                return None
            lists.append(steps)
            given += conditions(term)
        return lists

    def _inhabit(self, proof: dict[str, Any]) -> dict[str, Any]:
        from proofcheck.search.balls import sample

        for point in sample(self.region, 12, self.seed):
            candidate = {**proof, "inhabited": {name: str(q) for name, q in point.items()}}
            if self._accepted(candidate):
                return candidate
        return proof

    def _vacuous(self) -> dict[str, Any] | None:
        goal = Goal(self.region, ">", MINUS_ONE)
        self.prover.budget = self.prover.goals + 40
        try:
            step = self.prover.prove(goal, 2)
        except OutOfBudget:
            step = None
        if step is None:
            return None
        return {"verdict": "VACUOUS", "defined": (self.defined or [])[:-2], "empty": step}
