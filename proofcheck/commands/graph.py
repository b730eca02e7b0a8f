# SPDX-License-Identifier: Apache-2.0
"""``proofcheck graph``: which row rests on which, as Graphviz text and as a drawing made here."""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping

import click

from proofcheck.commands.common import exit_code, json_option, library_option, say, write_json
from proofcheck.derive.stale import Lock
from proofcheck.files import write_text
from proofcheck.library import load_library
from proofcheck.report.graph import layers

WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN = 190, 26, 60, 10, 20
FILL = {"axiom": "#f4cccc", "prob": "#d9ead3", "comb": "#fff2cc", "def": "#eeeeee"}
RED = "#ff8a80"


@click.command("graph")
@click.argument("ids", nargs=-1)
@click.option("--dot", "dot_to", metavar="FILE", help="Write Graphviz text to FILE.")
@click.option("--svg", "svg_to", metavar="FILE", help="Write a drawing to FILE; Graphviz is not needed.")
@library_option
@json_option
def command(
    ids: tuple[str, ...], dot_to: str | None, svg_to: str | None, library_path: str | None, json_to: str | None
) -> None:
    """Draw what the rows named by IDS rest on (all rows when none is named); rows that are stale are named, and red.

    \b
    Examples:
      proofcheck graph lemma5 --svg lemma5.svg
      proofcheck graph --dot proof.dot
    """
    library = load_library(library_path)
    lock = Lock(library)
    wanted = {entry.id for entry in library.select(ids)}
    wanted |= {name for id in wanted for name in lock.closure(id)}
    edges = {name: lock.rests_on(name) for name in sorted(wanted)}
    kinds = {entry.id: entry.kind for entry in library.rows}
    stale = {name: reason for name in edges if (reason := lock.stale(name))}
    text = dot(edges, kinds, stale)
    if dot_to:
        write_text(click.format_filename(dot_to), text)
    if svg_to:
        write_text(click.format_filename(svg_to), svg(edges, kinds, stale))
    if not dot_to and not svg_to:
        say(text.rstrip("\n"), json_to)
    for name, reason in stale.items():
        click.echo(f"proofcheck: {name} is stale: {reason}", err=True)
    write_json(json_to, [{"id": name, "kind": kinds[name], "uses": uses, "stale": stale.get(name, "")}
                         for name, uses in edges.items()])
    raise SystemExit(exit_code(["STALE"] if stale else []))


def dot(edges: dict[str, list[str]], kinds: dict[str, str], stale: Collection[str]) -> str:
    """The graph in the DOT language."""
    lines = ["digraph proof {", "  rankdir=LR; node [shape=box, style=filled, fillcolor=white];"]
    lines += [f'  "{name}" [fillcolor="{_fill(name, kinds, stale)}"];' for name in edges]
    lines += [f'  "{other}" -> "{name}";' for name, uses in edges.items() for other in uses]
    return "\n".join([*lines, "}"]) + "\n"


def _fill(name: str, kinds: dict[str, str], stale: Collection[str]) -> str:
    return RED if name in stale else FILL.get(kinds[name], "#ffffff")


def svg(edges: dict[str, list[str]], kinds: dict[str, str], stale: Mapping[str, str]) -> str:
    """The graph as a drawing in layers: what rests on nothing stands on the left."""
    depth, columns, place = layers(edges), dict[int, int](), dict[str, tuple[int, int]]()
    for name in sorted(edges, key=lambda n: (depth[n], n)):
        row = columns.get(depth[name], 0)
        columns[depth[name]] = row + 1
        place[name] = (MARGIN + depth[name] * (WIDTH + GAP_X), MARGIN + row * (HEIGHT + GAP_Y))
    width = 2 * MARGIN + (max(columns, default=0) + 1) * (WIDTH + GAP_X) - GAP_X
    height = 2 * MARGIN + max(columns.values(), default=0) * (HEIGHT + GAP_Y)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="monospace" '
             f'font-size="11">', "<title>What rests on what</title>"]
    for name, uses in edges.items():
        x, y = place[name]
        for other in uses:
            u, v = place[other]
            a, b, c, d = u + WIDTH, v + HEIGHT // 2, x, y + HEIGHT // 2
            lines.append(f'<path d="M{a},{b} C{a + 40},{b} {c - 40},{d} {c},{d}" fill="none" stroke="#999"/>')
    for name, (x, y) in place.items():
        fill, text = _fill(name, kinds, stale), html.escape(name)
        title = f"<title>{html.escape(stale[name])}</title>" if name in stale else ""
        lines.append(f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" fill="{fill}" stroke="#333">{title}'
                     "</rect>")
        lines.append(f'<text x="{x + 6}" y="{y + 17}">{text}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
