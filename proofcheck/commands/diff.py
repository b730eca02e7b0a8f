# SPDX-License-Identifier: Apache-2.0
"""``proofcheck diff``: two versions of a library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from proofcheck import __version__
from proofcheck.changes.rows import Changes, changes, unproved
from proofcheck.changes.standing import NONE, restated
from proofcheck.claim import Claim
from proofcheck.commands.common import default_jobs, jobs_option, json_option, say, write_json
from proofcheck.commands.pool import Lost, run
from proofcheck.commands.progress import progress
from proofcheck.derive.stale import Lock
from proofcheck.library import Library, load_library

FINE = ("stronger", "equivalent", "at least as strong")
WRONG = ("weaker", "incomparable", "lost")
QUESTIONS = 16  # the most that one comparison asks of the prover, roughly
SPARE_SECONDS = 60


@click.command("diff")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option(
    "--timeout", type=click.FloatRange(0.01, 86400), default=5.0, show_default=True,
    help="Seconds of search for each question about a changed statement.",
)  # fmt: skip
@jobs_option
@json_option
def command(old: str, new: str, timeout: float, jobs: int | None, json_to: str | None) -> None:
    """Compare two versions of a library: what changed, stronger or weaker, what became stale.

    OLD and NEW are folders of claim files, or Python files of claims. A changed statement is stronger when it says all
    that the old one said, and more: on a larger domain, under fewer hypotheses, or with a goal that leaves less slack.
    Both are questions to the prover, answered by the kernel; what it cannot answer is "unknown". Derivations that
    differ are replayed: one that is gone, or rests on more axioms, is "lost"; one that states something else is
    "unknown", for people to read. Certificates are not replayed here: `proofcheck verify` does that.

    \b
    Examples:
      proofcheck new before && proofcheck new after
      proofcheck diff before/claims after/claims
      proofcheck diff before/claims after/claims --timeout 30 --json changes.json

    Exit codes: 0 nothing is lost; 1 a row was removed, lost its proof, became weaker or incomparable, or a proof is
    stale; 2 bad input; 3 it is not known of some change, or a new claim has no certificate.
    """
    before, after = load_library(old), load_library(new)
    found = changes(before, after)
    compared = _compare_all(before, after, found.changed, timeout, jobs or default_jobs())
    compared |= {id: _answer("lost", "no", why) for id, why in found.lost.items()}
    data = _data(old, new, found, compared, (before, after))
    _print(data, (before, after), json_to)
    write_json(json_to, data)
    raise SystemExit(_exit_code(data))


def _compare_all(
    before: Library, after: Library, ids: list[str], timeout: float, jobs: int
) -> dict[str, dict[str, Any]]:
    """How each changed statement stands to the old one, by identifier."""
    old, new = before.entries(), after.entries()
    items = []
    for id in ids:
        pair = (old[id], new[id])
        both = [entry.statement.to_json() for entry in pair if isinstance(entry, Claim)]
        items.append({"statements": both, "timeout": timeout})
    answers: dict[str, dict[str, Any]] = {}
    with progress(len(items), "diff") as advance:
        for k, answer in run(compare, items, jobs=jobs, limit=QUESTIONS * timeout * 1.5 + SPARE_SECONDS):
            answers[ids[k]] = _unknown(answer.reason) if isinstance(answer, Lost) else answer
            advance()
    return answers


def compare(item: dict[str, Any]) -> dict[str, Any]:
    """One comparison, from plain data to plain data: the relation in a word, and why, each way."""
    from proofcheck.changes.strength import strength
    from proofcheck.decide import decide
    from proofcheck.kernel.statement import statement_from_json

    if len(item["statements"]) != 2:
        return _unknown("how it changed is not known; read it")
    old, new = (statement_from_json(data) for data in item["statements"])
    found = strength(old, new, lambda statement: decide(statement, timeout=item["timeout"]).verdict)
    return {
        "relation": found.word,
        "new_gives_old": {"answer": found.new_gives_old.answer.value, "why": found.new_gives_old.why},
        "old_gives_new": {"answer": found.old_gives_new.answer.value, "why": found.old_gives_new.why},
    }


def _unknown(why: str) -> dict[str, Any]:
    return _answer("unknown", "unknown", why)


def _answer(relation: str, gives_old: str, why: str) -> dict[str, Any]:
    """An answer without a comparison of statements."""
    answer = {"answer": "unknown", "why": why}
    return {"relation": relation, "new_gives_old": {**answer, "answer": gives_old}, "old_gives_new": answer}


def _data(
    old: str, new: str, found: Changes, compared: dict[str, dict[str, Any]], libraries: tuple[Library, Library]
) -> dict[str, Any]:
    entries, locks = tuple(x.entries() for x in libraries), tuple(Lock(x) for x in libraries)
    changed = [{"id": id, **_texts(id, entries, found), **compared[id]} for id in entries[1] if id in compared]
    return {
        "version": __version__, "old": old, "new": new,
        "added": found.added, "removed": found.removed,
        "renamed": [{"from": one, "to": other} for one, other in found.renamed.items()],
        "changed": changed,
        "retold": [{"id": id, "keys": keys} for id, keys in found.retold.items()],
        "same": found.same,
        "stale": [{"id": id, "reason": why} for id in entries[1] if (why := locks[1].stale(id))],
        "unproved": unproved(libraries[1], found.statements),
        "look_again": list(_look_again(found, compared, locks)),
    }  # fmt: skip


def _look_again(
    found: Changes, compared: dict[str, dict[str, Any]], locks: tuple[Lock, ...]
) -> Iterator[dict[str, Any]]:
    """Rows that rest directly on one that is gone, or no longer known to say all that it said."""
    before, after = locks
    lost = {id for id, answer in compared.items() if answer["relation"] not in FINE}
    for id in after.entries:
        earlier = before.rests_on(id) if id in before.entries else []
        names = {*(set(after.rests_on(id)) & lost), *(set(earlier) & set(found.removed))}
        if names:
            yield {"id": id, "because": sorted(names)}


def _texts(id: str, entries: tuple[Any, ...], found: Changes) -> dict[str, str]:
    """What a row said and says; where its derivations differ, what these state."""
    if restated(*(side.get(id, NONE) for side in found.standing)):
        return {key: side[id].statement for key, side in zip(("old", "new"), found.standing, strict=True)}
    return {key: _text(side[id]) for key, side in zip(("old", "new"), entries, strict=True)}


def _text(entry: Any) -> str:
    return entry.statement.text() if isinstance(entry, Claim) else str(entry.says)


def _print(data: dict[str, Any], libraries: tuple[Library, Library], json_to: str | None) -> None:
    for word, ids, entries in (("removed", data["removed"], libraries[0]), ("added", data["added"], libraries[1])):
        for id in ids:
            _line(word, id, _text(entries.find(id)), json_to, "red" if word == "removed" else None)
    for row in data["renamed"]:
        _line("renamed", row["from"], f"is {row['to']} now, the same statement", json_to)
    for row in data["changed"]:
        _changed(row, json_to)
    for row in data["retold"]:
        _line("retold", row["id"], f"the statement is the same; {', '.join(row['keys'])} changed", json_to)
    for row in data["stale"]:
        _line("stale", row["id"], row["reason"], json_to, "red")
    for id in data["unproved"]:
        _line("unproved", id, f"no certificate; find one with `proofcheck verify {id} --search`", json_to, "yellow")
    for row in data["look_again"]:
        _line("look again", row["id"], f"it rests on {', '.join(row['because'])}", json_to, "yellow")
    kinds = ("added", "removed", "renamed", "changed", "retold", "stale")
    counts = ", ".join(f"{len(data[key])} {key}" for key in kinds)
    say(f"{data['same']} the same, {counts}", json_to, bold=True)


def _line(word: str, id: str, text: str, json_to: str | None, colour: str | None = None) -> None:
    say(f"{word:<10} {id}: {text}", json_to, **({"fg": colour} if colour else {}))


def _changed(row: dict[str, Any], json_to: str | None) -> None:
    relation = row["relation"]
    shade = "red" if relation in WRONG else None if relation in FINE else "yellow"
    _line("changed", row["id"], relation, json_to, shade)
    old, new = (row[key].split("; ") for key in ("old", "new"))
    for word, ours, theirs in (("old", old, new), ("new", new, old)):
        apart = [part for part in ours if part not in theirs]  # a derivation states its whole setting
        say(f"    {word}  {'; '.join(apart if old != new else ours)}", json_to)
    for key, words in (("new_gives_old", "new gives old"), ("old_gives_new", "old gives new")):
        say(f"    {words}: {row[key]['answer']}, {row[key]['why']}", json_to)


def _exit_code(data: dict[str, Any]) -> int:
    relations = {row["relation"] for row in data["changed"]}
    if data["removed"] or data["stale"] or relations & set(WRONG):
        return 1
    return 3 if data["unproved"] or relations - set(FINE) else 0
