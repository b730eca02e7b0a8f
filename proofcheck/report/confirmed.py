# SPDX-License-Identifier: Apache-2.0
"""Finite confirmations: the equations of Lemmas 4 and 5 on the laws of the library, joined over the laws.

They stand beside a verdict and never make one; an instance that certainly fails disputes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any


def confirm_law(path: str) -> list[dict[str, Any]]:
    """The records of one law file as plain data; ``worst`` is an exact fraction in text."""
    from proofcheck.exact import confirm_corpus

    return [{"id": r.id, "status": r.status.value, "instances": r.instances, "worst": str(r.worst), "where": r.where}
            for r in confirm_corpus([path])]


def joined(records: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """For each statement: the status over all laws, how many instances and laws, the worst ratio of the two sides."""
    by_id: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        by_id.setdefault(record["id"], []).append(record)
    return {identifier: _join(some) for identifier, some in by_id.items()}


def _join(records: list[dict[str, Any]]) -> dict[str, Any]:
    from proofcheck.exact.render import decimal

    bad = [r for r in records if r["status"] != "CONFIRMED"]
    violated = any(r["status"] == "VIOLATED" for r in bad)
    worst = max(records, key=lambda r: Fraction(r["worst"]))
    return {
        "verdict": "VIOLATED" if violated else "UNDECIDED" if bad else "CONFIRMED",
        "instances": sum(r["instances"] for r in records), "laws": len(records),
        "worst_ratio": decimal(Fraction(worst["worst"]), 4, up=True), "where": (bad or [worst])[0]["where"],
    }
