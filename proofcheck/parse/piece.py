# SPDX-License-Identifier: Apache-2.0
"""A piece of input text that knows where it stands, so that every refusal can name its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from proofcheck.errors import InputError

MAX_TEXT = 100_000
SHOWN = 24
_GAPS = re.compile(r"[\t\r\n\f\v]")


@dataclass(frozen=True)
class Piece:
    """``text`` stands in the part called ``where`` (such as "goal"); its first character is in ``column``, from 1."""

    text: str
    where: str
    column: int = 1

    def slice(self, start: int, stop: int | None = None) -> Piece:
        """The piece between two offsets, without the spaces around it."""
        text = self.text[start:stop]
        blank = len(text) - len(text.lstrip())
        return Piece(text.strip(), self.where, self.column + start + blank)

    def error(self, offset: int, found: str, instead: str) -> InputError:
        """The one-line error at ``offset``: place, what was found, what to write instead."""
        return InputError(f"{self.where}, column {self.column + offset}: {found}; {instead}")

    def near(self, offset: int) -> str:
        """The text from ``offset`` on, quoted, cut to a readable length."""
        text = self.text[offset : offset + SHOWN]
        return repr(text + ("..." if len(self.text) > offset + SHOWN else ""))


def whole(text: object, where: str) -> Piece:
    """The piece for a whole input text; raises InputError when it is not text, is empty, or is too long."""
    if not isinstance(text, str):
        kind = type(text).__name__
        raise InputError(
            f"{where}: expected text, found {kind} {repr(text)[:SHOWN]}; "
            f"write it in quotes{', exactly (0.1 or 1/10)' if kind == 'float' else ''}"
        )
    if len(text) > MAX_TEXT:
        raise InputError(f"{where}: the text has {len(text)} characters; the limit is {MAX_TEXT}, write smaller claims")
    piece = Piece(_GAPS.sub(" ", text), where).slice(0)
    if not piece.text:
        raise InputError(f"{where}: nothing is written; write an expression such as 1 - exp(-x) >= x/2")
    return piece


def suggest(name: str, known: Iterable[str]) -> str:
    """ " (did you mean a or b?)" for the nearest known names, or an empty text."""
    import difflib  # only needed once something is wrong; start-up time counts

    close = difflib.get_close_matches(name, sorted(known), n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(close)}?)" if close else ""


def split_commas(piece: Piece) -> list[Piece]:
    """The parts between the commas outside brackets; ( and [ open, ) and ] close, so that (a, b] is one part."""
    parts, depth, start = [], 0, 0
    for offset, char in enumerate(piece.text):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(piece.slice(start, offset))
            start = offset + 1
    return [*parts, piece.slice(start)]
