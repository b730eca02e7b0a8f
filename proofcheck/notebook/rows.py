# SPDX-License-Identifier: Apache-2.0
"""Rows of a library in a notebook, each proof replayed by the kernel when the cell is run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proofcheck.claim import Claim
from proofcheck.derive.rows import conclusion, replay_row
from proofcheck.derive.stale import Lock
from proofcheck.errors import InputError
from proofcheck.kernel.verdict import Rejected, Verdict
from proofcheck.library import Library, Pending, replay_claim
from proofcheck.notebook.markup import code, grid, lines, math, plain, worded
from proofcheck.notebook.statements import shown
from proofcheck.notebook.verdicts import slack_html, word_html
from proofcheck.outcome import FINE, STALE, standing
from proofcheck.report.entry import lock_at
from proofcheck.report.presentation import load_presentation
from proofcheck.report.words import AXIOM, NOTHING, REJECTED, listing


@dataclass(frozen=True)
class Row:
    """A row of a library and what the kernel answers to its proof; ``verdict`` None: there was nothing to replay."""

    entry: Claim | Pending
    word: str
    verdict: Verdict | None
    reason: str
    names: Mapping[str, str]


@dataclass(frozen=True)
class Replayed:
    """Some rows, in the order asked for."""

    rows: tuple[Row, ...]

    def _repr_html_(self) -> str:
        return grid(["", "statement", "verdict"], map(_cells, self.rows))

    def _repr_latex_(self) -> str:
        goals = [(row.entry.id, shown(row.entry.statement, row.names)[0]) for row in self.rows
                 if isinstance(row.entry, Claim)]
        return "\n\n".join(rf"$\displaystyle {goal}$ ({id})" for id, goal in goals)

    def __repr__(self) -> str:
        return "\n".join(f"{row.word:<11} {row.entry.id}" for row in self.rows)


def replay(library: Library, *ids: str) -> Replayed:
    """The rows called ``ids``, each proof replayed by the kernel now; STALE where anything that it rests on changed."""
    lock, names = lock_at(library.origin), dict(load_presentation(library.path).names)
    return Replayed(tuple(_row(library, lock, library.find(id), names) for id in ids))


def _row(library: Library, lock: Lock, entry: Claim | Pending, names: Mapping[str, str]) -> Row:
    if entry.kind == "def" and entry.id not in lock.where:
        return Row(entry, NOTHING, None, "", names)
    try:
        verdict = replay_claim(entry, library.certificate_path(entry.id)) if isinstance(entry, Claim) else \
            replay_row(library.path, entry.id, lock.statements)
    except (Rejected, InputError) as error:
        return Row(entry, REJECTED, None, str(error), names)
    word, reason = standing(verdict.status.value, verdict.reason, lock.stale(entry.id))
    return Row(entry, word, None if word == STALE else verdict, reason, names)


def _cells(row: Row) -> tuple[str, str, str]:
    entry, verdict = row.entry, row.verdict
    place = lines([f"<b>{plain(entry.id)}</b>", worded(entry.source.label)])
    if isinstance(entry, Claim):
        goal, domain = shown(entry.statement, row.names)
        where = f" &nbsp; {math(f'({domain})')}" if domain else ""
        what = lines([math(goal, display=True) + where, worded(entry.says)])
    else:
        proved = conclusion(verdict.statement) if verdict is not None else ""
        what = lines([worded(entry.says), code(proved) if proved else "", plain(entry.citation)])
    return place, what, lines([word_html(row.word), *beside(row)])


def beside(row: Row) -> list[str]:
    """What stands below the word: axioms, least slack, or why it is not a good one."""
    if row.word == NOTHING:
        return ["definition"]
    if row.verdict is None or row.word not in FINE:
        return [plain(row.reason)]
    if row.entry.kind == "axiom":
        return [plain(AXIOM)]
    axioms = f"rests on {listing(row.verdict.axioms)}" if row.verdict.axioms else ""
    return [plain(axioms), slack_html(row.verdict.margin)]
