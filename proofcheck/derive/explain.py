# SPDX-License-Identifier: Apache-2.0
"""A derivation printed as the paper would: the steps that the paper has, each with its statement and reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proofcheck.derive.rows import below, document_path, index, theories
from proofcheck.files import read_text
from proofcheck.kernel.check import check, read
from proofcheck.kernel.derivation import replay_steps
from proofcheck.kernel.derivation_context import Derivation


def setting(statement: str) -> list[str]:
    """The parts of a statement that come before its results."""
    wholes = [whole.rpartition("; THEN ")[0] for whole in statement.split("; AND: ")]
    return [part for whole in wholes for part in whole.split("; ") if part]


def lines(library: Path, id: str) -> list[str]:
    """The steps of a row's derivation; steps of which the paper says nothing are counted only."""
    files = theories(library)
    document = read(read_text(document_path(library, id), "derivation document"))
    rows = {row.get("id", f"def.{row.get('name')}"): row for name in below(files, index(files)[id])
            for row in files[name].get("step", [])}
    return list(_lines(document, replay_steps(document, check), rows))


def _lines(document: dict[str, Any], d: Derivation, rows: dict[str, Any]) -> Iterator[str]:
    silent = 0
    results = document.get("result", [])
    for step in document["steps"]:
        name = step.get("id", f"def.{step.get('name')}")
        row = rows.get(name, {})
        if "says" not in row and name not in results:
            silent += 1
            continue
        reason = {"use": f"use {step.get('claim')}", "import": f"import {step.get('fact')} of {step.get('theory')}"}
        between = f" after {silent} small steps" if silent else ""
        yield f"{name}: {d.theory.facts[name].text()}"
        yield f"    {row.get('says', '')} [{reason.get(step['rule'], step['rule'])}{between}]"
        silent = 0
