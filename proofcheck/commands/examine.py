# SPDX-License-Identifier: Apache-2.0
"""The three looks at one claim, as plain data so that a worker process can take them: certificate, SymPy, sampling."""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from proofcheck.claim import Claim
from proofcheck.commands.common import REJECTED, UNDECIDED, margin_text
from proofcheck.derive.rows import replay_row
from proofcheck.derive.stale import Lock
from proofcheck.errors import InputError
from proofcheck.files import stamp, write_text
from proofcheck.kernel.statement import Statement, statement_from_json
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import Pending, document_text, load_library, replay_claim
from proofcheck.outcome import FINE, standing

POINTS, DIGITS = 200, 50
MORE_POINTS, MORE_DIGITS = 20, 200


def job(claim: Claim, certificate: Path, *, looks: bool, search: bool, timeout: float) -> dict[str, Any]:
    """The plain data that ``examine`` needs. Terms themselves do not travel: their hashes differ between processes."""
    source = {"paper": claim.source.paper, "label": claim.source.label, "section": claim.source.section}
    return {
        "id": claim.id,
        "kind": claim.kind,
        "statement": claim.statement.to_json(),
        "source": source,
        "certificate": str(certificate),
        "looks": looks,
        "search": search,
        "timeout": timeout,
    }


def derivation_job(row: Pending, library: Path, timeout: float) -> dict[str, Any]:
    """The plain data that ``examine`` needs for a row with a derivation; ``statement`` is what the row says."""
    source = {"paper": row.source.paper, "label": row.source.label, "section": row.source.section}
    return {"id": row.id, "kind": row.kind, "statement": row.says, "source": source, "derivation": str(library),
            "looks": False, "timeout": timeout}


def mark(items: Collection[dict[str, Any]], lock: Lock) -> None:
    """Add to each item why its row is stale, and the digests of the rows that it uses."""
    for item in items:
        item.update(stale=lock.stale(item["id"]), uses=lock.uses(lock.entries[item["id"]]))


def _derivation(item: dict[str, Any]) -> dict[str, Any]:
    """The row of a derivation: the statement shown is the one that was replayed."""
    start = time.perf_counter()
    row, library = empty_row(item, item["statement"]), Path(item["derivation"])
    try:
        verdict = replay_row(library, item["id"], _statements(library, stamp(library)))
        row.update(verdict=verdict.status.value, axioms=list(verdict.axioms), rules=dict(verdict.rules),
                   reason=verdict.reason, statement=verdict.statement or item["statement"])
    except (Rejected, InputError) as error:
        row.update(verdict=REJECTED, reason=str(error))
    row["seconds"] = round(time.perf_counter() - start, 4)
    return row


@lru_cache(maxsize=1)
def _statements(library: Path, _stamp: tuple[tuple[str, int, int], ...]) -> dict[str, Statement]:
    """The statements of a library by identifier, read once by a process that looks at many rows; for reading only."""
    return {claim.id: claim.statement for claim in load_library(library).claims}


def examine(item: dict[str, Any]) -> dict[str, Any]:
    """One row of ``verify``: its verdict with the evidence, or DISPUTED when two looks contradict, or STALE."""
    row = _derivation(item) if "derivation" in item else _claim(item)
    row["verdict"], row["reason"] = standing(row["verdict"], row["reason"], item.get("stale", ""))
    return row


def _claim(item: dict[str, Any]) -> dict[str, Any]:
    _load(item)  # its half second belongs to no claim
    start = time.perf_counter()
    claim = Claim(item["id"], statement_from_json(item["statement"]), kind=item["kind"])
    row = empty_row(item, claim.statement.text())
    _certificate(row, claim, item)
    if item["looks"]:
        _looks(row, claim)
        settle(row)
    row["seconds"] = round(time.perf_counter() - start, 4)
    return row


def _load(item: dict[str, Any]) -> None:
    """Import what the looks need, once for each process."""
    if item["search"]:
        import_module("proofcheck.decide")
        import_module("proofcheck.search")
    if item["looks"]:
        import_module("proofcheck.evidence.sampled")
        import_module("proofcheck.evidence.symbolic")


def empty_row(item: dict[str, Any], text: str) -> dict[str, Any]:
    """A row before any look; ``reason`` is for the table, the other keys are the JSON form of design section 5."""
    return {
        "id": item["id"],
        "kind": item["kind"],
        "statement": text,
        "source": item["source"],
        "verdict": UNDECIDED,
        "axioms": [],
        "confirmed": None,
        "symbolic": None,
        "sampled": None,
        "margin": None,
        "rules": {},
        "seconds": 0.0,
        "reason": "",
    }


def _certificate(row: dict[str, Any], claim: Claim, item: dict[str, Any]) -> None:
    path = Path(item["certificate"])
    try:
        verdict = _search(claim, path, item) if item["search"] else replay_claim(claim, path)
    except (Rejected, InputError) as error:
        row.update(verdict=REJECTED, reason=str(error))
        return
    row.update(
        verdict=verdict.status.value,
        axioms=list(verdict.axioms),
        margin=margin_text(verdict.margin),
        rules=dict(verdict.rules),
        reason=_reason(verdict),
    )


def _reason(verdict: Any) -> str:
    point = ", ".join(f"{name} = {value}" for name, value in (verdict.witness or {}).items())
    return f"{verdict.reason}{' ' if verdict.reason and point else ''}{f'at {point}' if point else ''}"


def _search(claim: Claim, path: Path, item: dict[str, Any]) -> Any:
    """Find the certificate again; a proof that the kernel accepts replaces the file, anything else leaves it alone."""
    from proofcheck.decide import decide

    decision = decide(claim.statement, timeout=item["timeout"])
    if decision.proof is not None and decision.verdict.status.value in FINE:
        path.parent.mkdir(exist_ok=True)
        write_text(path, document_text(claim, decision.proof, item.get("uses")))
    return decision.verdict


def _looks(row: dict[str, Any], claim: Claim) -> None:
    from proofcheck.evidence.sampled import sampled
    from proofcheck.evidence.symbolic import symbolic

    row["symbolic"] = symbolic(claim).outcome
    seen, finer = sampled(claim, digits=DIGITS, points=POINTS), sampled(claim, digits=MORE_DIGITS, points=MORE_POINTS)
    against = finer.outcome == "contradicts" and seen.outcome != "contradicts"
    row["sampled"] = sampled_json(finer if against else seen)


def sampled_json(seen: Any) -> dict[str, Any]:
    """What sampling saw, as JSON; ``outcome`` is for the table."""
    at = None if seen.at is None else dict(seen.at)
    return {
        "points": seen.points,
        "digits": seen.digits,
        "least_margin": seen.least_margin,
        "at": at,
        "outcome": seen.outcome,
    }


def settle(row: dict[str, Any]) -> None:
    """Put DISPUTED where two looks contradict each other. Sampling that found nothing wrong contradicts nothing."""
    symbolic, sampling = row["symbolic"], row["sampled"]["outcome"]
    proved, refuted = row["verdict"] in FINE, row["verdict"] == "REFUTED"
    at = f" at {row['sampled']['at']}" if row["sampled"]["at"] else ""
    if proved and sampling == "contradicts":
        found = f"the certificate proves it, sampling contradicts it{at}"
    elif proved and symbolic == "contradicts":
        found = "the certificate proves it, SymPy contradicts it"
    elif refuted and symbolic == "agrees":
        found = "the certificate refutes it, SymPy agrees with it"
    elif symbolic == "agrees" and sampling == "contradicts":
        found = f"SymPy agrees with it, sampling contradicts it{at}"
    else:
        return
    row.update(verdict="DISPUTED", reason=found)
