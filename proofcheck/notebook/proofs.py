# SPDX-License-Identifier: Apache-2.0
"""Proofs told: the story of a certificate, the steps of a derivation; and a claim of one's own decided."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import proofcheck.decide
import proofcheck.report.story
from proofcheck.claim import Claim
from proofcheck.decide import Decision
from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.kernel.statement import Statement
from proofcheck.library import Library
from proofcheck.notebook.derivations import view_html, view_latex, view_text
from proofcheck.notebook.markup import lines, prose, worded
from proofcheck.notebook.rows import Row, beside, replay
from proofcheck.notebook.statements import head
from proofcheck.notebook.verdicts import word_html
from proofcheck.report.derivation import View, view
from proofcheck.report.entry import lock_at
from proofcheck.report.latex import printer_of
from proofcheck.report.story import Line
from proofcheck.report.trace import trace
from proofcheck.testing.judge import statement_of


@dataclass(frozen=True)
class Told:
    """The story of a certificate: sentences, formulas in them between dollar signs, and the sentences below each."""

    title: str
    story: tuple[Line, ...]

    def _repr_html_(self) -> str:
        return self.title + _items(self.story)

    def __repr__(self) -> str:
        flat = proofcheck.report.story.flat(list(self.story))
        return "\n".join(f"{'  ' * depth}{text}" for depth, text in flat)


def _items(story: Iterable[Line]) -> str:
    inside = "".join(f"<li>{prose(line.text)}{_items(line.below) if line.below else ''}</li>\n" for line in story)
    return f"<ul>\n{inside}</ul>"


def story(claim: Claim | Statement | str, proof: Library | Decision | Mapping[str, Any]) -> Told:
    """The proof of a claim in words: of its committed certificate, ``story(claim, library)``, or of one found now.

    Raises InputError where there is no proof, Rejected where a step does not hold.
    """
    statement, found = statement_of(claim), proof_of(claim, proof)
    title = head(claim) if isinstance(claim, Claim) else ""
    return Told(title, tuple(proofcheck.report.story.story(trace(statement, found), printer_of(statement))))


def proof_of(claim: Claim | Statement | str, proof: Library | Decision | Mapping[str, Any]) -> Mapping[str, Any]:
    """The proof itself; raises InputError where there is none."""
    if isinstance(proof, Library):
        if not isinstance(claim, Claim):
            raise InputError("a library keeps the proofs of its claims; write library.find(...) as the claim")
        proof = json.loads(read_text(proof.certificate_path(claim.id), "certificate"))["proof"]
    found = proof.proof if isinstance(proof, Decision) else proof
    if not isinstance(found, Mapping) or found.get("verdict") not in ("PROVED", "VACUOUS"):
        raise InputError("there is no proof of this claim; prove it first")
    return found


@dataclass(frozen=True)
class Derivation:
    """A row proved in many steps, and what the kernel answers when they are replayed."""

    row: Row
    view: View | None

    def _repr_html_(self) -> str:
        first = f"{head(self.row.entry)} &nbsp; {lines([word_html(self.row.word), *beside(self.row)])}"
        return lines([first, worded(self.row.entry.says), view_html(self.view) if self.view else ""])

    def _repr_latex_(self) -> str:
        return view_latex(self.view) if self.view else ""

    def __repr__(self) -> str:
        return f"{self.row.word} {self.row.entry.id}\n{view_text(self.view) if self.view else ''}"


def derivation(library: Library, id: str) -> Derivation:
    """The steps by which a row in words is proved, replayed by the kernel now. Raises InputError for another row."""
    row, lock = replay(library, id).rows[0], lock_at(library.origin)
    if id not in lock.where:
        raise InputError(f"derivation: {id!r} is not proved in steps; write a row of kind prob, comb or axiom")
    return Derivation(row, view(lock, id, row.names) if row.verdict is not None else None)


def decide(claim: Claim | Statement | str, *, timeout: float = 60.0) -> Decision:
    """Search, then let the kernel decide; a Decision, so that the proof can be told and drawn. Raises InputError."""
    return proofcheck.decide.decide(statement_of(claim), timeout=timeout)
