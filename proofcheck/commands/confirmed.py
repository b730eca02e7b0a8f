# SPDX-License-Identifier: Apache-2.0
"""The finite confirmations of ``verify``: Lemmas 4 and 5, equation by equation, on every law of the library.

They stand beside the certificates and derivations, never in their place: a violation disputes a row, nothing here
proves one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from proofcheck.commands.pool import Lost, run

LIMIT = 120.0
DISPUTED = "DISPUTED"


def confirm_one(path: str) -> list[dict[str, Any]]:
    """The records of one law file as plain data (the worst ratio as an exact fraction in text)."""
    from proofcheck.exact import confirm_corpus

    return [{"id": r.id, "status": r.status.value, "instances": r.instances, "worst": str(r.worst), "where": r.where}
            for r in confirm_corpus([path])]


def confirm(rows: Sequence[dict[str, Any]], library: Path, jobs: int) -> list[str]:
    """Fill ``confirmed`` of the rows that have finite instances, and return one line of text for each of them."""
    from proofcheck.exact.record import IDS

    wanted = {row["id"]: row for row in rows if row["id"] in IDS}
    laws = [str(path) for path in sorted((library / "laws").glob("*.toml"))] if wanted else []
    records: dict[str, list[dict[str, Any]]] = {identifier: [] for identifier in wanted}
    lost = 0
    for _, result in run(confirm_one, laws, jobs=jobs, limit=LIMIT):
        if isinstance(result, Lost):
            lost += 1
            continue
        for record in result:
            records.get(record["id"], []).append(record)
    lines = [_settle(wanted[identifier], some) for identifier, some in records.items() if some]
    return lines + ([f"{lost} of {len(laws)} laws gave no answer"] if lost else [])


def _settle(row: dict[str, Any], records: list[dict[str, Any]]) -> str:
    """Join one statement's records over the laws; a violated instance disputes the row."""
    from fractions import Fraction

    from proofcheck.exact.record import EQUALITIES
    from proofcheck.exact.render import decimal

    bad = [r for r in records if r["status"] != "CONFIRMED"]
    status = "CONFIRMED" if not bad else "VIOLATED" if any(r["status"] == "VIOLATED" for r in bad) else "UNDECIDED"
    worst = max(records, key=lambda r: Fraction(r["worst"]))
    ratio = decimal(Fraction(worst["worst"]), 4, up=True)
    count = sum(r["instances"] for r in records)
    row["confirmed"] = {"verdict": status, "instances": count, "laws": len(records), "worst_ratio": ratio,
                        "where": (bad or [worst])[0]["where"]}
    if status == "VIOLATED":
        row.update(verdict=DISPUTED, reason=f"an exact instance contradicts it: {row['confirmed']['where']}")
    close = "both sides agree" if row["id"] in EQUALITIES else f"left/right at most {ratio}"
    return f"{row['id']:28} {status} on {count} instances of {len(records)} laws, {close}"
