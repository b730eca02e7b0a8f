# SPDX-License-Identifier: Apache-2.0
"""A property test of the claim itself: exact points of its domain, each judged by the kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import Phase, given, settings, target
from hypothesis.errors import FailedHealthCheck, Unsatisfiable

from proofcheck.claim import Claim
from proofcheck.errors import InputError
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.verdict import Status, Verdict
from proofcheck.library import document
from proofcheck.testing.judge import evaluate, holds, statement_of
from proofcheck.testing.points import Value, strategy
from proofcheck.testing.words import explain

STEEP = 1e300
PHASES = (Phase.generate, Phase.target, Phase.shrink)
THIN = "check that its hypotheses can hold, or write an equality solved for one variable"


class Refuted(AssertionError):
    """A claim fails at an exact point.

    ``verdict`` is the kernel's (REFUTED, or DOMAIN_ERROR), ``certificate`` the document that ``proofcheck check`` and
    ``python -m proofcheck.kernel`` replay.
    """

    def __init__(self, claim: Claim, verdict: Verdict) -> None:
        super().__init__(explain(verdict, claim.statement, claim.id))
        self.verdict = verdict
        proof = {"verdict": verdict.status.value, "witness": dict(verdict.witness or {})}
        self.certificate: dict[str, Any] = document(claim, proof)


@dataclass(frozen=True)
class Checked:
    """How many points were drawn, and at how many of them the kernel could not tell. Evidence, never a proof."""

    points: int
    undecided: int


def check_claim(claim: Claim | Statement | str, *, max_examples: int | None = None) -> Checked:
    """Look for a counterexample with Hypothesis: ``strategy(claim)``, steered to where the slack is small.

    ``max_examples``: points to draw (default: the active Hypothesis profile's). Raises ``Refuted``, an AssertionError,
    at the simplest point found where the claim certainly fails; its verdict is the kernel's. Raises InputError when
    the domain seems empty. Nothing found proves nothing: ``proofcheck prove`` is for that.
    """
    named = claim if isinstance(claim, Claim) else Claim("claim", statement_of(claim))
    counts = {"points": 0, "undecided": 0}

    def look(point: dict[str, Value]) -> None:
        verdict = holds(named, point)
        counts["points"] += 1
        counts["undecided"] += verdict.status is Status.UNDECIDED
        if verdict.status in (Status.REFUTED, Status.DOMAIN_ERROR):
            raise Refuted(named, verdict)
        _steer(named.statement, point)

    count = settings().max_examples if max_examples is None else max_examples
    run = settings(max_examples=count, database=None, deadline=None, report_multiple_bugs=False, phases=PHASES)
    try:
        run(given(strategy(named))(look))()
    except (Unsatisfiable, FailedHealthCheck) as error:
        why = f"too few points of its domain were found ({type(error).__name__})"
        raise InputError(f"{named.id}: {why}; {THIN}") from None
    return Checked(**counts)


def _steer(statement: Statement, point: dict[str, Value]) -> None:
    """Tell Hypothesis how small the slack is here: it then mutates the points where it was smallest."""
    left, right = statement.goal.left, statement.goal.right
    try:
        low, high = evaluate(left, point, bits=64).lower, evaluate(right, point, bits=64).lower
    except InputError:
        return
    gap = high - low if statement.goal.op in ("<=", "<") else low - high
    if abs(gap) < STEEP:
        target(-float(gap), label="slack")
