# SPDX-License-Identifier: Apache-2.0
"""``proofcheck show``: one claim, its source, what its certificate says, and its place among the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from proofcheck.claim import Claim
from proofcheck.commands.common import (
    REJECTED,
    UNDECIDED,
    default_jobs,
    exit_code,
    json_option,
    library_option,
    margin_text,
    rules_text,
    say,
    write_json,
)
from proofcheck.commands.confirmed import confirm
from proofcheck.derive.compose import computed
from proofcheck.derive.explain import explain, links_of
from proofcheck.derive.rows import replay_row
from proofcheck.derive.stale import Lock
from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import Library, Pending, load_library, replay_claim
from proofcheck.outcome import standing

OUTLINE_DEPTH, OUTLINE_LINES = 6, 40


@click.command("show")
@click.argument("id")
@click.option("--replay-only", is_flag=True, help="Replay the proof; no finite confirmations, which may take minutes.")
@library_option
@json_option
def command(id: str, replay_only: bool, library_path: str | None, json_to: str | None) -> None:
    """Print the claim called ID, or the parts of the row called ID.

    \b
    Examples:
      proofcheck show lemma2.i
      proofcheck show thm1 --replay-only
      proofcheck show lemma5.small.s9 --json -
    """
    library = load_library(library_path)
    one = id in library.entries()
    rows = [id] if one else [entry.id for entry in library.select([id])]
    lock = Lock(library)
    parts = [describe(lock, row) for row in rows]
    confirmed = [None] * len(parts) if replay_only else confirm(parts, library.path, default_jobs())
    for found, words in zip(parts, confirmed, strict=True):
        _print(found, words, json_to)
    write_json(json_to, parts[0] if one else parts)
    raise SystemExit(exit_code(found["verdict"] for found in parts))


def describe(lock: Lock, id: str) -> dict[str, Any]:
    """All that is known of one entry, as JSON data."""
    library = lock.library
    entry = library.find(id)
    found: dict[str, Any] = {
        "id": id,
        "kind": entry.kind,
        "source": entry.source.text(),
        "says": entry.says,
        "note": entry.note,
        "statement": None,
        "domain": [],
        "hypotheses": [],
        "verdict": UNDECIDED,
        "margin": None,
        "rules": {},
        "reason": "not in this version: it has no statement that a certificate could prove",
        "outline": [],
        "confirmed": None,
        "uses": list(entry.uses),
        "used_by": library.users(id),
    }
    stale = lock.stale(id)
    if isinstance(entry, Pending):
        found.update(citation=entry.citation, **_derivation(lock, id))
        return _standing(found, stale)
    statement = entry.statement
    found.update(
        statement=statement.text(),
        domain=[v.text() for v in statement.variables],
        hypotheses=[h.text() for h in statement.hypotheses],
        **_verdict(library, entry),
        computed=_computed(lock, entry),
        links=links_of(entry, lock),
    )
    return _standing(found, stale)


def _computed(lock: Lock, claim: Claim) -> list[str]:
    """How the constants of a claim arise; a composition that does not fit is named by the verdict."""
    try:
        return computed(claim, lock.composed(claim.id))
    except InputError:
        return []


def _standing(found: dict[str, Any], stale: str) -> dict[str, Any]:
    found["verdict"], found["reason"] = standing(found["verdict"], found["reason"], stale)
    return found


def _derivation(lock: Lock, id: str) -> dict[str, Any]:
    """What the derivation of a row of kind prob or comb says; nothing when it has none."""
    if id not in lock.where:
        return {}
    try:
        verdict = replay_row(lock.library.path, id, lock.statements)
        told = explain(lock, id) if verdict.statement else None
    except (Rejected, InputError) as error:
        return {"verdict": REJECTED, "reason": str(error)}
    if told is None:
        return {"verdict": verdict.status.value, "reason": verdict.reason}
    return {
        "statement": verdict.statement,
        "verdict": verdict.status.value,
        "axioms": list(verdict.axioms),
        "rules": dict(verdict.rules),
        "reason": verdict.reason,
        "reads": told.statement,
        "legend": told.legend,
        "outline": told.proof,
    }


def _verdict(library: Library, claim: Claim) -> dict[str, Any]:
    path = library.certificate_path(claim.id)
    try:
        verdict = replay_claim(claim, path)
    except (Rejected, InputError) as error:
        return {"verdict": REJECTED, "reason": str(error)}
    steps = list(outline(json.loads(read_text(path, "certificate")).get("proof"))) if path.exists() else []
    return {
        "verdict": verdict.status.value,
        "margin": margin_text(verdict.margin),
        "rules": dict(verdict.rules),
        "reason": verdict.reason,
        "outline": steps,
    }


def outline(node: Any, depth: int = 0) -> Iterator[str]:
    """The rules of a proof as an indented tree; what lies deeper than OUTLINE_DEPTH is counted only."""
    if isinstance(node, dict) and isinstance(node.get("rule"), str):
        below = sum(1 for child in node.values() for _ in _rules(child))
        if depth >= OUTLINE_DEPTH:
            yield "  " * depth + f"{node['rule']} (and {below} more)" if below else "  " * depth + node["rule"]
            return
        yield "  " * depth + node["rule"] + _detail(node)
        depth += 1
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from outline(child, depth)


def _detail(node: dict[str, Any]) -> str:
    """The short fields of a step, such as the variable and the split point."""
    short = [
        f"{key} {value}"
        for key, value in node.items()
        if key != "rule" and isinstance(value, str | int) and len(str(value)) <= 24
    ]
    return f"  ({', '.join(short)})" if short else ""


def _rules(node: Any) -> Iterator[str]:
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if isinstance(item.get("rule"), str):
                yield item["rule"]
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)


def _print(found: dict[str, Any], confirmed: str | None, json_to: str | None) -> None:
    say(f"{found['id']}  ({found['kind']})", json_to, bold=True)
    reads = found.get("reads", [])
    rows = [
        ("statement", "" if reads else found["statement"]),
        ("says", found["says"]),
        ("source", found["source"]),
        ("note", found["note"]),
        ("domain", "; ".join(found["domain"])),
        ("if", " and ".join(found["hypotheses"])),
        ("citation", found.get("citation", "")),
        ("verdict", found["verdict"]),
        ("confirmed", confirmed),
        ("axioms", ", ".join(found.get("axioms", []))),
        ("margin", found["margin"] and f"at least {found['margin']}"),
        ("rules", found["rules"] and rules_text(found["rules"])),
        ("reason", found["reason"]),
        ("uses", ", ".join(found["uses"])),
        ("used by", ", ".join(found["used_by"])),
    ]
    for name, value in rows:
        if value:
            say(f"  {name:<9}  {value}", json_to)
    _print_block("statement, as replayed", reads, json_to)
    _print_block("computed", found.get("computed", []), json_to)
    _print_block("through the claims that it uses", found.get("links", []), json_to)
    _print_block("names", found.get("legend", []), json_to)
    steps, most = found["outline"], OUTLINE_LINES
    if not reads and len(steps) > most:
        steps = [*steps[:most], f"... {len(steps) - most} more steps"]
    _print_block("proof", steps, json_to)


def _print_block(title: str, lines: list[str], json_to: str | None) -> None:
    if lines:
        say(f"  {title}", json_to)
    for line in lines:
        say(f"    {line}", json_to)
