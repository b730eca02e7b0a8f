# SPDX-License-Identifier: Apache-2.0
"""What an argument ``ID|TEXT`` names: a claim of the library, or a claim written out."""

from __future__ import annotations

import re

from proofcheck.claim import Claim
from proofcheck.errors import InputError
from proofcheck.library import load_library
from proofcheck.parse import parse_statement

_ID = re.compile(r"[A-Za-z0-9_.]+")


def claim_of(what: str, library_path: str | None) -> Claim:
    """The claim; raises InputError for an unknown identifier or a text that cannot be read."""
    if not _ID.fullmatch(what):
        return Claim("claim", parse_statement(what))
    entry = load_library(library_path).find(what)
    if not isinstance(entry, Claim):
        raise InputError(
            f"{what}: a row of kind {entry.kind} has no statement in this version; choose a real or int claim"
        )
    return entry
