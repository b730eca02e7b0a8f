# SPDX-License-Identifier: Apache-2.0
"""A law as data and as the text of a law file, so that a law found anywhere can be looked at again."""

from __future__ import annotations

import json
from typing import Any

from proofcheck.exact.law import Law
from proofcheck.experiment.canonical import canonical, digest


def law_data(law: Law) -> dict[str, Any]:
    """The law as JSON data of a law file's shape, without its name: equal laws written alike have equal data."""
    if law.atoms:
        atoms = [{"losses": [str(x) for x in losses], "probability": str(p)} for losses, p in law.atoms]
        return {"atoms": atoms}
    return {"actions": [{**{str(x): str(p) for x, p in side}, "repeat": count} for side, count in law.actions]}


def law_digest(law: Law) -> str:
    """What tells laws apart, whatever they are called."""
    return digest(canonical(law_data(law)))


def law_toml(law: Law) -> str:
    """The text of a law file (TOML) that reads back as this law, name included."""
    name = f"name = {json.dumps(law.name, ensure_ascii=False)}\n"
    ((kind, rows),) = law_data(law).items()
    lines = "".join(f"    {_inline(row)},\n" for row in rows)
    return f"{name}{kind} = [\n{lines}]\n"


def _inline(row: dict[str, Any]) -> str:
    parts = (f"{key if key.isalpha() else json.dumps(key)} = {json.dumps(value)}" for key, value in row.items())
    return "{" + ", ".join(parts) + "}"
