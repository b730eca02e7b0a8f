# SPDX-License-Identifier: Apache-2.0
r"""The labels of a paper beside the labels of its claims.

LaTeX writes ``\newlabel{lem:exp}{{2}{3}{Title}{lemma.2}{}}`` into the ``.aux`` file: label, number, page and, with
hyperref, the kind of what was labelled; cleveref adds ``\newlabel{lem:exp@cref}{{[lemma][2][]2}{[1][3][]3}}``. Labels
may also be given by hand, one in a line. A claim names its place in its ``label``: ``lem:exp``, or ``Lemma 2``; what
follows a comma or stands in brackets ("Lemma 2 (i), proof") says where in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.library import Library

_MAX = 16 * 1024 * 1024
_COMMAND = re.compile(r"\\(newlabel|@input)\s*(?=\{)")
_CREF = re.compile(r"\[([^\]]*)\]\[")
_NUMBERED = re.compile(r"([^\W\d]+)\.?[ ~]+([0-9A-Z][0-9A-Za-z.]*)")
_PLACE = re.compile(r"\s*(,|;|:\s|\(|\[)")
NO_STATEMENT = frozenset({
    "section", "subsection", "subsubsection", "chapter", "part", "paragraph", "appendix", "figure", "subfigure",
    "table", "subtable", "equation", "align", "item", "footnote", "hfootnote", "page", "algorithm", "algocf",
    "lstlisting", "listing", "line",
})  # fmt: skip
_KINDS = {  # what a label's prefix says; hyperref's anchor says "theorem" of a lemma that shares the counter
    "lem": "lemma", "lemma": "lemma", "thm": "theorem", "theorem": "theorem", "prop": "proposition", "cor": "corollary",
    "def": "definition", "rem": "remark", "clm": "claim", "claim": "claim", "fact": "fact", "conj": "conjecture",
    "ass": "assumption", "ex": "example", "obs": "observation", "sec": "section", "ssec": "section", "sub": "section",
    "chap": "chapter", "app": "appendix", "fig": "figure", "tab": "table", "eq": "equation", "eqn": "equation",
    "alg": "algorithm", "it": "item", "fn": "footnote", "line": "line", "lst": "listing",
}  # fmt: skip


@dataclass(frozen=True)
class Label:
    """A label of the paper: its name, and its number, page and kind where they are known."""

    name: str
    number: str = ""
    page: str = ""
    kind: str = ""

    @property
    def is_statement(self) -> bool:
        """Whether it may label a statement: no section, figure, table, equation or the like, as far as can be told."""
        return self.kind.rstrip("*") not in NO_STATEMENT

    def text(self) -> str:
        """As a reader knows it: ``Lemma 2``."""
        return f"{self.kind.capitalize()} {self.number}".strip()


def read_labels(path: Path) -> list[Label]:
    """The labels in a file: a LaTeX ``.aux`` file and those that it reads, else a list by hand, one in a line.

    In a list a number may follow the label (``lem:exp Lemma 2``), and ``#`` begins a comment. A label that is there
    twice counts as LaTeX has it, the last one. Raises InputError.
    """
    if path.suffix == ".aux":
        return _with_kinds(list(_aux(path, ())))
    return [label for line in read_text(path, "list of labels", _MAX).splitlines() for label in _by_hand(line)]


def _by_hand(line: str) -> Iterator[Label]:
    name, _, rest = line.partition("#")[0].strip().partition(" ")
    if name:
        words = rest.split()
        kind = words[0].lower() if len(words) > 1 else _kind(name)
        yield Label(name, words[-1] if words else "", kind=kind)


def _kind(name: str) -> str:
    """What the prefix of a label says: ``lem:exp`` labels a lemma."""
    return _KINDS.get(name.partition(":")[0].lower(), "") if ":" in name else ""


def _aux(path: Path, above: tuple[Path, ...]) -> Iterator[Label]:
    """The \\newlabel lines of a file, and where it says \\@input of that file."""
    if path in above:
        raise InputError(f"{path}: reads itself by \\@input; run LaTeX again")
    text = read_text(path, "LaTeX .aux file", _MAX)
    for match in _COMMAND.finditer(text):
        first, end = _group(text, match.end(), path)
        if match[1] == "@input":
            yield from _aux((above or (path,))[0].parent / first, (*above, path))
            continue
        body, _ = _group(text, end, path)
        parts = list(_groups(body))
        number, page, anchor = (parts[k] if k < len(parts) else "" for k in (0, 1, 3))
        yield Label(first, number, _plain(page), anchor.partition(".")[0])


def _groups(text: str) -> Iterator[str]:
    """The groups in braces of a text."""
    end = text.find("{")
    while 0 <= end < len(text):
        content, end = _group(text, end, None)
        yield content
        end = text.find("{", end)


def _group(text: str, start: int, path: Path | None) -> tuple[str, int]:
    """What stands between the brace at ``start`` and its partner, and the place after that."""
    depth = 0
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if match[0] == "}" and depth == 0:
            return text[start + 1 : match.start()], match.end()
    place = f"{path}, line {text.count(chr(10), 0, start) + 1}" if path else "labels"
    raise InputError(f"{place}: a brace is never closed; run LaTeX again, it may have been interrupted")


def _plain(text: str) -> str:
    r"""A number without the macros and braces around it: ``{\relax 2.1}`` is 2.1."""
    return re.sub(r"\\[A-Za-z@]+\s*|[{}$]", "", text).strip()


def _with_kinds(found: list[Label]) -> list[Label]:
    """Each label once, in the order of the paper, with the kind that cleveref knows; internal ones left out."""
    kinds = {
        label.name.removesuffix("@cref"): match[1]
        for label in found
        if label.name.endswith("@cref") and (match := _CREF.match(label.number))
    }
    last = {label.name: label for label in found if "@" not in label.name}
    return [
        replace(label, number=_plain(label.number), kind=(kinds.get(name) or _kind(name) or label.kind).lower())
        for name, label in last.items()
    ]


@dataclass(frozen=True)
class Comparison:
    """Labels with the claims that name them, and what has no partner."""

    claims: Mapping[str, list[str]]  # by label: identifiers of claims
    missing: list[str]  # labels of statements that no claim names
    unknown: dict[str, str]  # claims whose label is not in the paper, with that label
    unlabelled: list[str]  # claims without a label


def compare(labels: list[Label], library: Library, wanted: tuple[str, ...] = ()) -> Comparison:
    """Match claims with labels. ``wanted``: beginnings such as ``lem:``; without any, labels of statements count."""
    table = {label.text().lower(): label.name for label in labels if label.kind and label.number}
    names = {label.name for label in labels}
    claims: dict[str, list[str]] = {label.name: [] for label in labels}
    unknown: dict[str, str] = {}
    for row in library.rows:
        name = place(row.source.label, names, table)
        if name is not None:
            claims[name].append(row.id)
        elif row.source.label:
            unknown[row.id] = row.source.label
    missing = [label.name for label in labels if _counts(label, wanted) and not claims[label.name]]
    return Comparison(claims, missing, unknown, [row.id for row in library.rows if not row.source.label])


def _counts(label: Label, wanted: tuple[str, ...]) -> bool:
    return label.name.startswith(wanted) if wanted else label.is_statement


def place(text: str, names: set[str], table: Mapping[str, str]) -> str | None:
    """The label that a claim's ``label`` names: by its name, or by kind and number; None when the paper has neither."""
    for candidate in (text, _PLACE.split(text, maxsplit=1)[0]):
        if candidate in names:
            return candidate
    numbered = _NUMBERED.match(text)
    return table.get(f"{numbered[1]} {numbered[2].rstrip('.')}".lower()) if numbered else None
