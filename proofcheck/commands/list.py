# SPDX-License-Identifier: Apache-2.0
"""``proofcheck list``: the entries of a library, without deciding anything."""

from __future__ import annotations

from typing import Any

import click

from proofcheck.claim import KINDS, Claim
from proofcheck.commands.common import json_option, library_option, say, write_json
from proofcheck.library import Pending, load_library


@click.command("list")
@click.argument("ids", nargs=-1)
@click.option("--kind", type=click.Choice(KINDS), help="Only entries of this kind.")
@library_option
@json_option
def command(ids: tuple[str, ...], kind: str | None, library_path: str | None, json_to: str | None) -> None:
    """List the claims of the library, or those named by IDS and all below them.

    \b
    Examples:
      proofcheck list
      proofcheck list lemma5 --kind real
    """
    entries = [e for e in load_library(library_path).select(ids) if kind in (None, e.kind)]
    width = max((len(e.id) for e in entries), default=0)
    for entry in entries:
        say(f"{entry.id:<{width}}  {entry.kind:<5}  {_words(entry)}", json_to)
    say(f"{len(entries)} entr{'y' if len(entries) == 1 else 'ies'}", json_to)
    write_json(json_to, [_json(entry) for entry in entries])


def _words(entry: Claim | Pending) -> str:
    return entry.statement.text() if isinstance(entry, Claim) else entry.says


def _json(entry: Claim | Pending) -> dict[str, Any]:
    source = {"paper": entry.source.paper, "label": entry.source.label, "section": entry.source.section}
    statement = entry.statement.text() if isinstance(entry, Claim) else None
    return {
        "id": entry.id,
        "kind": entry.kind,
        "statement": statement,
        "says": entry.says,
        "source": source,
        "uses": list(entry.uses),
    }
