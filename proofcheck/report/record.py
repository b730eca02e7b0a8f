# SPDX-License-Identifier: Apache-2.0
"""``report.json``: the report for machines, in the form that FORMAT.md documents. Numbers are exact text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

FORMAT, VERSION = "proofcheck-report", 1
_ROW = ("id", "kind", "source", "says", "note", "citation", "statement", "digest", "latex", "domain", "hypotheses",
        "verdict", "words", "axioms", "margin", "witness", "reason", "rules", "touches", "constants", "confirmed",
        "uses", "used_by")


def record(report: Mapping[str, Any]) -> dict[str, Any]:
    """The data of report.json; pictures are left out."""
    return {
        "format": FORMAT, "version": VERSION, "proofcheck": report["version"], "kernel": report["kernel"],
        "title": report["title"], "summary": report["summary"], "axioms": report["axioms"], "main": report["main"],
        "statements": [_row(row) for row in report["rows"]], "waterfalls": report["waterfalls"],
        "laws": [{key: value for key, value in law.items() if key != "pictures"} for law in report["laws"]],
    }


def record_text(report: Mapping[str, Any]) -> str:
    """The same as text: UTF-8, one space of indentation, never a NaN."""
    return json.dumps(record(report), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    near, seen = row["near_miss"], row["derivation"]
    return {
        **{key: row[key] for key in _ROW},
        "story": [{"depth": depth, "text": text} for depth, text in row["story"]],
        "near_miss": near and {key: near[key] for key in ("statement", "latex", "at", "verdict")},
        "derivation": seen and {"setting": list(seen["setting"]), "builds_on": list(seen["builds_on"]),
                                "steps": [dict(step) for step in seen["steps"]], "total": seen["total"]},
    }
