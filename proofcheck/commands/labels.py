# SPDX-License-Identifier: Apache-2.0
"""``proofcheck labels``: the labels of a paper beside the labels of its claims."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from proofcheck.commands.common import json_option, library_option, say, write_json
from proofcheck.errors import InputError
from proofcheck.labels import Comparison, Label, compare, read_labels
from proofcheck.library import load_library
from proofcheck.parse.piece import suggest

SHOWN = 8


@click.command("labels")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--label", "by_hand", multiple=True, metavar="NAME", help="A label of the paper, given by hand.")
@click.option("--only", multiple=True, metavar="PREFIX", help="Labels that need a claim, by how they begin, as lem: "
              "(default: all but those of sections, figures, tables, equations and the like).")  # fmt: skip
@library_option
@json_option
def command(
    file: Path | None, by_hand: tuple[str, ...], only: tuple[str, ...], library_path: str | None, json_to: str | None
) -> None:
    """Say which labels of a paper have no claim, and which claims name a label that the paper does not have.

    FILE is the .aux file that LaTeX wrote, or a list of labels made by hand, one in a line. A claim names its place in
    its key `label`: the \\label of the paper (lem:exp), or "Lemma 2" where the .aux file knows kinds of statements.

    \b
    Examples:
      proofcheck new my-paper
      proofcheck labels --label lem:log --label lem:product --library my-paper/claims
      proofcheck labels paper.aux --library my-paper/claims --only lem: --only thm:

    Exit codes: 0 every label has its claim and every claim its label; 1 something is missing; 2 bad input. A claim
    without any label is counted, and is no fault: it may be a step of a proof.
    """
    if file is None and not by_hand:
        raise click.UsageError("write the name of an .aux file, or --label NAME")
    labels = _distinct([*(read_labels(file) if file else []), *(Label(name) for name in by_hand)])
    found = compare(labels, load_library(library_path), only)
    _print(file, labels, found, json_to)
    write_json(json_to, _json(labels, found))
    raise SystemExit(1 if found.missing or found.unknown else 0)


def _distinct(labels: list[Label]) -> list[Label]:
    if not labels:
        raise InputError("no label was found; run LaTeX on the paper first, it writes the .aux file")
    return list({label.name: label for label in labels}.values())


def _print(file: Path | None, labels: list[Label], found: Comparison, json_to: str | None) -> None:
    shown = [label for label in labels if found.claims[label.name] or label.name in found.missing]
    width = max((len(label.name) for label in shown), default=0)
    number = max((len(label.text()) for label in shown), default=0)
    for label in shown:
        ids = found.claims[label.name]
        words = f"{', '.join(ids[:SHOWN])}{f' and {len(ids) - SHOWN} more' * (len(ids) > SHOWN)}" or "no claim"
        say(f"{label.name:<{width}}  {label.text():<{number}}  {words}", json_to, **({} if ids else {"fg": "red"}))
    for id, text in found.unknown.items():
        hint = suggest(text, found.claims)
        say(f"{id}: the paper has no label {text!r}{hint}", json_to, fg="red")
    claimed = sum(bool(ids) for ids in found.claims.values())
    say(f"{file or 'by hand'}: {_many(claimed, 'label')} with a claim, {len(found.missing)} without; "
        f"{_many(len(found.unknown), 'claim')} with an unknown label, {len(found.unlabelled)} without a label", json_to,
        bold=True)  # fmt: skip


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'s' if count != 1 else ''}"


def _json(labels: list[Label], found: Comparison) -> dict[str, Any]:
    rows = [
        {"label": x.name, "kind": x.kind, "number": x.number, "page": x.page, "claims": found.claims[x.name]}
        for x in labels
    ]
    unknown = [{"id": id, "label": text} for id, text in found.unknown.items()]
    return {"labels": rows, "missing": found.missing, "unknown": unknown, "unlabelled": found.unlabelled}
