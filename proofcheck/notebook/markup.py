# SPDX-License-Identifier: Apache-2.0
"""HTML for notebooks, everything escaped: no script, no style sheet, so that it survives every viewer's sanitizer.

Formulas are LaTeX between dollar signs, which the viewer sets. In plain text a dollar sign or a backslash is kept
apart from its neighbours by an element of its own, so that it never begins a formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from proofcheck.report.page import wording

_BARE_DOLLAR = re.compile(r"(?<!\\)\$")


def plain(text: object) -> str:
    """Text as HTML in which nothing is markup and nothing is mathematics."""
    return _apart(escape(str(text)))


def worded(text: str) -> str:
    """A library's own words, with F_m and e^{-x} set low and high as on the report's page; the rest as ``plain``."""
    return _apart(str(wording(text)))


def _apart(html: str) -> str:
    return html.replace("\\", "<span>\\</span>").replace("$", "<span>$</span>")


def math(latex: str, *, display: bool = False) -> str:
    """A formula inside a line; ``display`` sets full-size fractions. A dollar sign in it does not end it."""
    inside = _BARE_DOLLAR.sub(r"\\$", latex)
    full = r"\displaystyle " if display else ""
    return f"${full}{escape(inside)}$"


def prose(sentence: str) -> str:
    """A sentence of the report, which has its formulas between dollar signs."""
    parts = sentence.split("$")
    return "".join(math(part) if k % 2 else plain(part) for k, part in enumerate(parts))


def code(text: str) -> str:
    """The kernel's own text, in a fixed font; no viewer looks for formulas in it."""
    return f"<code>{escape(text)}</code>"


def lines(parts: Iterable[str]) -> str:
    """Pieces of HTML below one another; empty ones are left out."""
    return "<br>".join(part for part in parts if part)


def grid(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of pieces of HTML, read from the left."""
    cell = ' style="text-align: left; vertical-align: top"'
    top = "".join(f"<th{cell}>{part}</th>" for part in head)
    body = "".join("<tr>" + "".join(f"<td{cell}>{part}</td>" for part in row) + "</tr>\n" for row in rows)
    return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody></table>"


def folded(summary: str, inside: str) -> str:
    """A part that is unfolded on request; both are HTML."""
    return f"<details><summary>{summary}</summary>\n{inside}\n</details>"
