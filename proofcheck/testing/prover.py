# SPDX-License-Identifier: Apache-2.0
"""What the pytest fixture ``proofcheck`` gives a test: a claim decided there and then."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from proofcheck.claim import Claim
from proofcheck.decide import decide
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.verdict import Status, Verdict
from proofcheck.testing.judge import statement_of
from proofcheck.testing.words import explain


@dataclass(frozen=True)
class Prover:
    """Fails the test unless a claim gets the verdict that is asked for; each search lasts at most ``timeout`` seconds.

    A claim is a Claim, a Statement, or a text such as ``"for all x in [0, 1]: x**2 <= x"``; InputError for a text that
    cannot be read. The verdict returned is the kernel's.
    """

    timeout: float

    def prove(self, claim: Claim | Statement | str, *, timeout: float | None = None) -> Verdict:
        """Require PROVED."""
        __tracebackhide__ = True
        return self._require(Status.PROVED, claim, timeout)

    def refute(self, claim: Claim | Statement | str, *, timeout: float | None = None) -> Verdict:
        """Require REFUTED: for a constant moved past what is true, so that the true claim is known to be sharp."""
        __tracebackhide__ = True
        return self._require(Status.REFUTED, claim, timeout)

    def _require(self, wanted: Status, claim: Claim | Statement | str, timeout: float | None) -> Verdict:
        __tracebackhide__ = True
        statement = statement_of(claim)
        verdict = decide(statement, timeout=self.timeout if timeout is None else timeout).verdict
        if verdict.status is not wanted:
            pytest.fail(explain(verdict, statement, claim.id if isinstance(claim, Claim) else ""))
        return verdict
