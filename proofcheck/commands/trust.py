# SPDX-License-Identifier: Apache-2.0
"""``proofcheck trust``: what a statement rests on, computed from the replay of its proof."""

from __future__ import annotations

import platform
from typing import Any

import click

from proofcheck import __version__
from proofcheck.claim import Claim
from proofcheck.commands.common import exit_code, json_option, library_option, say, write_json
from proofcheck.derive.rows import replay_row
from proofcheck.derive.stale import Lock
from proofcheck.kernel import derivation
from proofcheck.kernel.check import RULES
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import Library, load_library, replay_claim
from proofcheck.outcome import standing

WORDS = {
    "define": "a new symbol f(x) = t, with t defined for all values of x",
    "assume": "a hypothesis of the setting, printed with the statement",
    "import": "an instance of what another theory has proved; all its assumptions are required of the instance",
    "axiom": "a cited fact; the verdict becomes CONDITIONAL",
}


@click.command("trust")
@click.argument("id")
@library_option
@json_option
def command(id: str, library_path: str | None, json_to: str | None) -> None:
    """Print the axioms, rule schemas and kernel rules that the row called ID rests on.

    \b
    Examples:
      proofcheck trust lemma5
      proofcheck trust lemma2.i --json -
    """
    found = trusted(load_library(library_path), id)
    say(f"{id}  {found['verdict']}", json_to, bold=True)
    for line in [found["reason"]] if found["reason"] else []:
        say(f"  {line}", json_to)
    say(f"  kernel {found['kernel']}, Python {found['python']}", json_to)
    for title in ("axioms", "schemas", "rules"):
        say(f"  {title}", json_to)
        for name, words in found[title].items() or [("none", "")]:
            say(f"    {name:<12} {words}", json_to)
    write_json(json_to, found)
    raise SystemExit(exit_code([found["verdict"]]))


def trusted(library: Library, id: str) -> dict[str, Any]:
    """The trusted base of one row, as JSON data."""
    entry, lock = library.find(id), Lock(library)
    try:
        verdict = (
            replay_claim(entry, library.certificate_path(id)) if isinstance(entry, Claim)
            else replay_row(library.path, id, lock.statements)
        )
        word, reason = standing(verdict.status.value, verdict.reason, lock.stale(id))
        counts, axioms = verdict.rules, verdict.axioms
    except Rejected as problem:
        word, reason, counts, axioms = "REJECTED", str(problem), {}, ()
    steps = {name.removeprefix("step:"): n for name, n in sorted(counts.items()) if name.startswith("step:")}
    rules = {name: n for name, n in sorted(counts.items()) if name in RULES}
    return {
        "id": id, "verdict": word, "reason": reason, "kernel": __version__, "python": platform.python_version(),
        "axioms": _citations(lock.proof(id), axioms) if axioms else {},
        "schemas": {name: f"{n} times: {_schema(name)}" for name, n in steps.items()},
        "rules": {name: f"{n} times: {_first(RULES[name].__doc__)}" for name, n in rules.items()},
    }


def _schema(name: str) -> str:
    return WORDS.get(name) or _first(derivation.SCHEMAS[name].__doc__)


def _first(text: str | None) -> str:
    """What a rule says, and its source where it names one."""
    parts = [" ".join(part.split()) for part in (text or "").split("\n\n")]
    return " ".join([parts[0], *(f"[{part.removeprefix('Source: ').rstrip('.')}]" for part in parts[1:]
                                 if part.startswith("Source: "))])


def _citations(document: dict[str, Any], axioms: tuple[str, ...]) -> dict[str, str]:
    """The citation of each axiom, as the document gives it."""
    found: dict[str, str] = {}
    stack = [document]
    while stack:
        data = stack.pop()
        stack.extend(data.get("theories", {}).values())
        found.update({s["id"]: s["citation"] for s in data.get("steps", []) if "citation" in s})
    return {name: found.get(name, "") for name in axioms}
