# SPDX-License-Identifier: Apache-2.0
"""All that the page and ``report.json`` say of one row, as plain data, so that a worker process can collect it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from proofcheck.claim import Claim
from proofcheck.derive.rows import replay_row
from proofcheck.derive.stale import Lock
from proofcheck.errors import InputError
from proofcheck.files import read_text, stamp
from proofcheck.kernel.check import check
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import rational
from proofcheck.kernel.verdict import Rejected, Verdict
from proofcheck.library import Library, NearMiss, Pending, load_library, replay_claim
from proofcheck.report.constants import constants_of
from proofcheck.report.contact import contacts
from proofcheck.report.derivation import view
from proofcheck.report.latex import Printer, printer_of
from proofcheck.report.slack import slack
from proofcheck.report.slack_plot import caption, slack_svg
from proofcheck.report.story import flat, story
from proofcheck.report.trace import Trace, trace
from proofcheck.report.words import AXIOM, NOTHING, REJECTED, sentence

Row = dict[str, Any]


def lock_at(origin: Path) -> Lock:
    """A library with its derivation files, read again only when a file of it has changed; for reading only."""
    folder = origin if origin.is_dir() else origin.parent
    return _lock(origin, (stamp(folder), stamp(folder, "*.py"), stamp(folder / "derivations")))


@lru_cache(maxsize=4)
def _lock(origin: Path, _stamps: object) -> Lock:
    return Lock(load_library(origin))


def entry(item: Mapping[str, Any]) -> Row:
    """The row called ``item["id"]`` of the library at ``item["library"]``; ``item["names"]`` says how names are set."""
    lock = lock_at(Path(item["library"]))
    found = lock.library.find(item["id"])
    row = empty_row(found)
    if isinstance(found, Claim):
        _claim(row, lock.library, found, item["names"])
    elif found.id in lock.where:
        _derived(row, lock, found.id, item["names"])
    elif found.kind == "def":
        row["verdict"] = NOTHING
    row["words"] = AXIOM if found.kind == "axiom" and row["verdict"] == "CONDITIONAL" else sentence(
        row["verdict"], row["axioms"], derived=isinstance(found, Pending))
    return row


def empty_row(found: Claim | Pending) -> Row:
    """What the library itself says of a row, before anything is known of it."""
    return {
        "id": found.id, "kind": found.kind, "says": found.says, "note": found.note, "uses": list(found.uses),
        "source": {"paper": found.source.paper, "section": found.source.section, "label": found.source.label},
        "citation": getattr(found, "citation", ""), "statement": "", "digest": "", "latex": [], "domain": [],
        "hypotheses": [], "verdict": "UNDECIDED", "words": "", "axioms": [], "margin": None, "witness": None,
        "reason": "", "rules": {}, "story": [], "touches": [], "near_miss": None, "derivation": None, "constants": [],
        "confirmed": None, "plot": None, "steps": None, "relation": "", "touches_latex": [],
    }


def _claim(row: Row, library: Library, claim: Claim, names: Mapping[str, str]) -> None:
    statement, printer = claim.statement, printer_of(claim.statement, names)
    row.update(
        statement=statement.text(), digest=statement.digest(), latex=[printer.relation(statement.goal)],
        domain=[printer.domain(v) for v in statement.variables],
        hypotheses=[printer.relation(h) for h in statement.hypotheses], relation=statement.goal.op,
        constants=constants_of((statement.goal.op, statement.goal.left, statement.goal.right), printer),
    )
    path = library.certificate_path(claim.id)
    try:
        verdict = replay_claim(claim, path)
    except (Rejected, InputError) as error:
        row.update(verdict=REJECTED, reason=str(error))
        return
    _verdict(row, verdict)
    if row["verdict"] in ("PROVED", "VACUOUS", "CONDITIONAL"):
        _told(row, statement, json.loads(read_text(path, "certificate"))["proof"], printer)
    if claim.id in library.near_misses:
        row["near_miss"] = _near_miss(library.near_misses[claim.id], names)


def _verdict(row: Row, verdict: Verdict) -> None:
    row.update(
        verdict=verdict.status.value, axioms=list(verdict.axioms), reason=verdict.reason, rules=dict(verdict.rules),
        margin=None if verdict.margin is None else str(verdict.margin),
        witness=dict(verdict.witness) if verdict.witness else None,
    )


def _told(row: Row, statement: Statement, proof: Mapping[str, Any], printer: Printer) -> None:
    """The certificate's story, the contacts, and the picture of the slack."""
    seen: Trace = trace(statement, proof)
    row["story"] = [[depth, line] for depth, line in flat(story(seen, printer))]
    row["steps"] = {"all": sum(1 for _ in seen.nodes()), "leaves": len(seen.leaves())}
    if statement.goal.op in ("==", "!=") or row["verdict"] == "VACUOUS":
        return
    touching = contacts(statement, seen)
    row["touches"] = [{name: str(value) for name, value in c.at.items()} for c in touching]
    row["touches_latex"] = [at_latex(at, printer) for at in row["touches"]]
    drawn = slack(statement, touching)
    if drawn is not None:
        row["plot"] = {"svg": slack_svg(drawn, row["id"]), "caption": caption(drawn)}


def _near_miss(near: NearMiss, names: Mapping[str, str]) -> Row:
    """The false sibling, refuted by the kernel at its point; raises nothing: what fails is said."""
    statement, printer = near.statement, printer_of(near.statement, names)
    try:
        verdict = check(statement, {"verdict": "REFUTED", "witness": dict(near.at)}).status.value
    except Rejected as error:
        verdict = f"{REJECTED}: {error}"
    return {"statement": statement.text(), "latex": printer.relation(statement.goal), "at": dict(near.at),
            "verdict": verdict, "at_latex": at_latex(near.at, printer)}


def at_latex(at: Mapping[str, str], printer: Printer) -> str:
    """``x = 1/2, K = 2`` in LaTeX."""
    return r", \; ".join(f"{printer.name(name)} = {rational(value)}" for name, value in at.items())


def _derived(row: Row, lock: Lock, id: str, names: Mapping[str, str]) -> None:
    """A row that a derivation proves: the kernel's verdict, and the steps of the paper."""
    try:
        verdict = replay_row(lock.library.path, id, lock.statements)
        _verdict(row, verdict)
        if not verdict.statement:
            return
        seen = view(lock, id, names)
    except (Rejected, InputError) as error:
        row.update(verdict=REJECTED, reason=str(error))
        return
    row.update(statement=verdict.statement, digest=verdict.digest, margin=None, derivation=asdict(seen),
               latex=[result.latex for result in seen.results], constants=list(seen.results[0].constants))
