# SPDX-License-Identifier: Apache-2.0
"""Search, then replay: the search guesses a proof, the kernel decides."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from proofcheck.claim import Claim
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.verdict import Rejected, Status, Verdict
from proofcheck.parse import parse_statement


@dataclass(frozen=True)
class Decision:
    """The kernel's verdict, the proof it replayed (None: none was found), and the seconds both steps took."""

    verdict: Verdict
    proof: dict[str, Any] | None
    seconds: float


def decide(
    statement: Statement, *, timeout: float = 10.0, seed: int = 0, progress: Callable[..., None] | None = None
) -> Decision:
    """Look for a proof or a refutation of ``statement`` for ``timeout`` seconds and replay what was found.

    Guarantee: PROVED and REFUTED are the kernel's own words; a failure of the search, or a proof that the kernel
    rejects, gives UNDECIDED.
    """
    from proofcheck.kernel.check import check
    from proofcheck.search import search

    start = time.perf_counter()
    try:
        found = search(statement, timeout=timeout, seed=seed, progress=progress)
        proof = found.proof
        verdict = _undecided(statement, found.reason, found.where) if proof is None else check(statement, proof)
    except Rejected as error:
        proof, verdict = None, _undecided(statement, f"internal: the kernel rejected what was found ({error})", "")
    except Exception as error:  # noqa: BLE001  # the search is untrusted: whatever it does, there is only no proof
        reason = f"internal: {type(error).__name__}: {str(error)[:200]}"
        proof, verdict = None, _undecided(statement, reason, "")
    return Decision(verdict, proof, time.perf_counter() - start)


def _undecided(statement: Statement, reason: str, where: str) -> Verdict:
    place = f" (worst at {where})" if where else ""
    return Verdict(Status.UNDECIDED, statement.text(), statement.digest(), reason=f"{reason}{place}")


def prove(claim: Claim | Statement | str, *, timeout: float = 10.0, seed: int = 0) -> Verdict:
    """The verdict on a claim, a statement, or a text such as ``"for all x in [0, 1]: x**2 <= x"``.

    Raises InputError for a text that cannot be read.
    """
    statement = (
        parse_statement(claim) if isinstance(claim, str) else claim.statement if isinstance(claim, Claim) else claim
    )
    return decide(statement, timeout=timeout, seed=seed).verdict
