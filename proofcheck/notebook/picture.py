# SPDX-License-Identifier: Apache-2.0
"""A picture in a notebook: the report's SVG with colours of its own, a caption, and the numbers that are drawn.

The numbers are the record: two runs are compared by them, because letters are drawn differently everywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from proofcheck.notebook.markup import folded, plain
from proofcheck.notebook.tables import Table

COLOURS = {
    "ink": "#1b1b1b", "muted": "#666666", "rule": "#dddddd", "mark": "#b3261e", "band": "#e8eef7",
    "line-1": "#1f4e9c", "line-2": "#a6510a", "line-3": "#1b7a43", "line-4": "#7a2f8f",
}
"""For the variables that the report leaves to its page; dark enough on white for small text."""

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
_SCALE = 1.25  # of the size that the report draws at


@dataclass(frozen=True)
class Picture:
    """``svg`` stands alone; ``caption`` says what it shows; ``numbers`` are (some of) those drawn, as text."""

    svg: str
    caption: str
    numbers: Table

    def _ipython_display_(self) -> None:
        from IPython.display import display  # type: ignore[attr-defined,unused-ignore]

        display({"image/svg+xml": self.svg, "text/plain": self.caption}, raw=True)  # type: ignore[no-untyped-call]
        display({"text/html": self._numbers(), "text/plain": repr(self.numbers)}, raw=True)  # type: ignore[no-untyped-call]

    def _numbers(self) -> str:
        return folded(f"{plain(self.caption)} <i>(the numbers)</i>", self.numbers._repr_html_())

    def __repr__(self) -> str:
        return f"{self.caption}\n{self.numbers!r}"


def picture(svg: str, caption: str, numbers: Table) -> Picture:
    """A picture made of the report's SVG."""
    return Picture(standalone(svg), caption, numbers)


def standalone(svg: str) -> str:
    """The report's SVG as a file of its own: name space, size, white ground, colours and letters."""
    text = re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: COLOURS[found[1]], svg)
    box = re.match(r'<svg class="plot" viewBox="0 0 ([\d.]+) ([\d.]+)" role="img">', text)
    if box is None:
        raise ValueError(f"no picture of the report: {text[:80]!r}")
    width, height = (round(float(side) * _SCALE) for side in box.groups())
    root = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box[1]} {box[2]}" width="{width}" ' \
           f'height="{height}" role="img" font-family="{FONT}">'
    ground = f'<rect width="{box[1]}" height="{box[2]}" fill="#ffffff"/>'
    title, end, rest = text[box.end():].partition("</title>")
    return f"{root}{title}{end}{ground}{rest}"


def numbered(*parts: Any) -> str:
    """A key that is the same for the same picture."""
    return "-".join(re.sub(r"[^A-Za-z0-9]+", "-", str(part)) for part in parts)
