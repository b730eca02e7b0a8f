# SPDX-License-Identifier: Apache-2.0
r"""``proofcheck.tex``: the certified numbers as TeX macros, so that a paper can print what was checked.

For a row ``thm1.eq1`` the names begin with ``\pcThmOneEqOne``, digits spelled out; after it

    Verdict     its verdict in words, such as ``proved``
    Goal        what it states, to be used in mathematics
    Margin      a lower bound of the slack over the whole domain, where one above 0 is certified (rounded down)
    Const       the constant term of the bounding side, where it is not 0
    A, B, ...   the coefficients of the other terms of the bounding side, in order

and ``\pcStatements``, ``\pcProved``, ``\pcConditional``, ``\pcVersion`` for the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from string import ascii_uppercase
from typing import Any

from proofcheck.errors import InputError
from proofcheck.outcome import FINE
from proofcheck.report.words import SHORT, number

_DIGITS = dict(zip("0123456789", "Zero One Two Three Four Five Six Seven Eight Nine".split(), strict=True))  # noqa: SIM905  # a list of ten words reads worse
_LETTERS = (*ascii_uppercase, *(a + b for a in ascii_uppercase for b in ascii_uppercase))


def macro_name(id: str) -> str:
    r"""``thm1.eq1`` as ``ThmOneEqOne``: TeX allows letters only.

    A run of letters begins with a capital, unless it spells a digit or follows one in its part: ``s1.three`` is
    SOnethree, ``s13`` is SOneThree.
    """
    words = []
    for part in id.split("."):
        runs = re.findall(r"[a-z]+|[0-9]", part)
        for before, run in zip(["", *runs], runs, strict=False):
            plain = before.isdigit() or run.capitalize() in _DIGITS.values()
            words.append(_DIGITS.get(run) or (run if plain else run.capitalize()))
    return "".join(words)


def macro_names(ids: Iterable[str]) -> dict[str, str]:
    """The name of each row. Raises InputError when two identifiers would get the same one."""
    names: dict[str, str] = {}
    for id in ids:
        name = macro_name(id)
        if names.setdefault(name, id) != id:
            raise InputError(f"TeX macros: {names[name]!r} and {id!r} both give \\pc{name}; rename one of them")
    return {id: name for name, id in names.items()}


def tex_text(report: Mapping[str, Any]) -> str:
    """The file of macros. Raises InputError when two identifiers would get the same name."""
    names = macro_names(row["id"] for row in report["rows"])
    lines = [f"% Made by proofcheck {report['version']}; kernel {report['kernel']['digest']}.",
             "% Numbers are those of the statements that the kernel replayed; margins are rounded down."]
    lines += _totals(report)
    for row in report["rows"]:
        lines += ["", f"% {row['id']}", *_macros(names[row["id"]], row)]
    return "\n".join(lines) + "\n"


def _totals(report: Mapping[str, Any]) -> Iterator[str]:
    summary = report["summary"]
    yield _define("Version", report["version"])
    yield _define("Statements", str(len(report["rows"])))
    yield _define("Proved", str(summary.get("PROVED", 0)))
    yield _define("Conditional", str(summary.get("CONDITIONAL", 0)))


def _macros(name: str, row: Mapping[str, Any]) -> Iterator[str]:
    yield _define(f"{name}Verdict", SHORT.get(row["verdict"], row["verdict"].lower()))
    for latex in row["latex"][:1]:
        yield _define(f"{name}Goal", latex)
    if row["verdict"] not in FINE:
        return  # no number of a statement that is not proved is certified
    margin = Fraction(row["margin"] or 0)
    if margin > 0:
        yield _define(f"{name}Margin", number(margin, 6), f"slack of {row['id']}, at least")
    letters = iter(_LETTERS)
    for constant in row["constants"]:
        suffix = "Const" if constant["of"] == "1" else next(letters)
        if Fraction(constant["value"]):
            yield _define(f"{name}{suffix}", constant["value"], f"in front of {constant['of']}")


def _define(name: str, value: str, comment: str = "") -> str:
    return rf"\newcommand{{\pc{name}}}{{{value}}}" + (f" % {comment}" if comment else "")
