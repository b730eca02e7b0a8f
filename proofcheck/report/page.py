# SPDX-License-Identifier: Apache-2.0
"""The page: one HTML file with all it needs inside, from the report's data and the templates beside this file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from markupsafe import Markup

from proofcheck.outcome import FINE
from proofcheck.report.graph_svg import drawing, overview
from proofcheck.report.mathml import mathml
from proofcheck.report.words import SHORT, counted, number

TEMPLATES = Path(__file__).parent / "templates"
_INDEX = re.compile(r"_\{([^{}]*)\}|_([A-Za-z0-9\u2113])(?![A-Za-z0-9_])")
_POWER = re.compile(r"\^\{([^{}]*)\}|\^([A-Za-z0-9])(?![A-Za-z0-9])")
_ID = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+")
_MATHS = re.compile(r"\$([^$]*)\$")


def render(report: Mapping[str, Any]) -> str:
    """The whole page as text; every text of the library is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True,
    )
    environment.filters.update(
        wording=wording, linked=linked, math=formula, display=display, prose=prose, counted=counted, tree=tree,
        margin=margin, badge=badge, raw=Markup, share=share,
    )
    rows = report["rows"]
    environment.globals.update(fine=FINE, ids=frozenset(row["id"] for row in rows))
    return environment.get_template("page.html.jinja").render(
        **report, sections=list(_sections(rows)), by_id={row["id"]: row for row in rows},
        small=overview(rows, report["edges"]), full=drawing(rows, report["edges"]), short=SHORT,
        style=Markup(_asset("style.css")), script=Markup(_asset("page.js")),
        kinds=sorted({row["kind"] for row in rows}),
    )


def _asset(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _sections(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """The rows under headings such as ``Source A, section 5.1``, in the library's order."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        source = row["source"]
        parts = [f"Source {source['paper']}" if source["paper"] else "", f"section {source['section']}" * bool(
            source["section"])]
        found.setdefault(", ".join(part for part in parts if part) or "Statements", []).append(row)
    yield from found.items()


def formula(latex: str) -> Markup:
    """A formula within a line."""
    return _maths(latex, block=False)


def display(latex: str) -> Markup:
    """A formula on its own line."""
    return _maths(latex, block=True)


def _maths(latex: str, *, block: bool) -> Markup:
    try:
        return Markup(mathml(latex, block=block))
    except Exception:  # noqa: BLE001  # LaTeX that a library chose for a name may be anything: show it as it is
        return Markup(f"<code>{escape(latex)}</code>")


def wording(text: str) -> Markup:
    """A library's own words, with F_m and e^{-x} set low and high."""
    low = _INDEX.sub(lambda m: f"<sub>{m[1] or m[2]}</sub>", escape(text))
    return Markup(_POWER.sub(lambda m: f"<sup>{m[1] or m[2]}</sup>", low))


def linked(text: str, ids: Collection[str]) -> Markup:
    """The same, with the identifiers of rows as links."""
    return Markup(_ID.sub(lambda m: f'<a href="#s-{m[0]}">{m[0]}</a>' if m[0] in ids else m[0], wording(text)))


def prose(text: str) -> Markup:
    """A sentence with formulas between dollar signs."""
    pieces, end = [], 0
    for found in _MATHS.finditer(text):
        pieces += [escape(text[end:found.start()]), str(formula(found[1]))]
        end = found.end()
    return Markup("".join([*pieces, escape(text[end:])]))


def tree(lines: Sequence[tuple[int, str]]) -> Markup:
    """Sentences with their depths as nested lists."""
    html, depth = [], -1
    for level, text in lines:
        if level > depth:
            html.append("<ul><li>" * (level - depth))
        else:
            html.append("</li></ul>" * (depth - level) + "</li><li>")
        html.append(str(prose(text)))
        depth = level
    return Markup("".join(html) + "</li></ul>" * (depth + 1))


def margin(value: str | None) -> str:
    """A certified margin in words: exact when short, else rounded down; empty when it is 0 or unknown."""
    exact = Fraction(value or 0)
    return number(exact, 6) if exact > 0 else ""


def share(value: str, most: str) -> str:
    """A number as a percentage of the largest, for the width of a bar."""
    return f"{float(Fraction(value) / Fraction(most) * 100):.2f}%"


def badge(verdict: str) -> Markup:
    """The mark and the word of a verdict; the mark has a shape of its own, not only a colour."""
    word = SHORT.get(verdict, verdict)
    return Markup(f'<span class="badge v-{escape(verdict)}"><svg class="mark" viewBox="0 0 16 16" aria-hidden="true">'
                  f'<use href="#mark-{escape(verdict)}"/></svg>{escape(word)}</span>')
