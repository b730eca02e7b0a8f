# SPDX-License-Identifier: Apache-2.0
"""``proofcheck graph``: which row rests on which, as Graphviz text and as a drawing made here."""

from __future__ import annotations

import html

import click

from proofcheck.commands.common import library_option, say
from proofcheck.derive.rows import theories
from proofcheck.files import write_text
from proofcheck.library import Library, load_library

WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN = 190, 26, 60, 10, 20
FILL = {"axiom": "#f4cccc", "prob": "#d9ead3", "comb": "#fff2cc", "def": "#eeeeee"}


@click.command("graph")
@click.argument("ids", nargs=-1)
@click.option("--dot", "dot_to", metavar="FILE", help="Write Graphviz text to FILE.")
@click.option("--svg", "svg_to", metavar="FILE", help="Write a drawing to FILE; Graphviz is not needed.")
@library_option
def command(ids: tuple[str, ...], dot_to: str | None, svg_to: str | None, library_path: str | None) -> None:
    """Draw what the rows named by IDS rest on (all rows when none is named).

    \b
    Examples:
      proofcheck graph lemma5 --svg lemma5.svg
      proofcheck graph --dot proof.dot
    """
    library = load_library(library_path)
    edges = dependencies(library)
    wanted = closure(edges, [entry.id for entry in library.select(ids)])
    edges = {name: [other for other in edges[name] if other in wanted] for name in sorted(wanted)}
    kinds = {entry.id: entry.kind for entry in library.rows}
    text = dot(edges, kinds)
    if dot_to:
        write_text(click.format_filename(dot_to), text)
    if svg_to:
        write_text(click.format_filename(svg_to), svg(edges, kinds))
    if not dot_to and not svg_to:
        say(text.rstrip("\n"), None)


def dependencies(library: Library) -> dict[str, list[str]]:
    """For each row, the rows it uses: as declared, and as the steps of its derivation say."""
    names = {entry.id for entry in library.rows}
    found = {entry.id: {name for name in entry.uses if name in names} for entry in library.rows}
    for data in theories(library.path).values():
        since: set[str] = set()
        for row in data.get("step", []):
            since |= {row[key] for key in ("claim", "fact") if row.get(key) in names}
            id = row.get("id", "")
            if id in names:
                found[id] |= since - {id}
                since = {id}
    return {name: sorted(uses) for name, uses in found.items()}


def closure(edges: dict[str, list[str]], names: list[str]) -> set[str]:
    """These rows with all that they rest on."""
    found, waiting = set[str](), list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += edges[name]
    return found


def dot(edges: dict[str, list[str]], kinds: dict[str, str]) -> str:
    """The graph in the DOT language."""
    lines = ["digraph proof {", "  rankdir=LR; node [shape=box, style=filled, fillcolor=white];"]
    lines += [f'  "{name}" [fillcolor="{FILL.get(kinds[name], "white")}"];' for name in edges]
    lines += [f'  "{other}" -> "{name}";' for name, uses in edges.items() for other in uses]
    return "\n".join([*lines, "}"]) + "\n"


def levels(edges: dict[str, list[str]]) -> dict[str, int]:
    """The length of the longest way down from each row (cycles of declared uses are cut)."""
    found: dict[str, int] = {}

    def level(name: str, above: frozenset[str]) -> int:
        if name not in found:
            lower = [level(o, above | {name}) + 1 for o in edges[name] if o not in above and o != name]
            found[name] = max(lower, default=0)
        return found[name]

    for name in edges:
        level(name, frozenset())
    return found


def svg(edges: dict[str, list[str]], kinds: dict[str, str]) -> str:
    """The graph as a drawing in layers: what rests on nothing stands on the left."""
    depth, columns, place = levels(edges), dict[int, int](), dict[str, tuple[int, int]]()
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
        fill, text = FILL.get(kinds[name], "#ffffff"), html.escape(name)
        lines.append(f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" fill="{fill}" stroke="#333"/>')
        lines.append(f'<text x="{x + 6}" y="{y + 17}">{text}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
