# SPDX-License-Identifier: Apache-2.0
"""A picture in a notebook: the report's drawing as an image, a caption, and the numbers that are drawn.

The numbers are the record: two runs are compared by them, because letters are drawn differently everywhere.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from proofcheck.notebook.markup import folded, plain
from proofcheck.notebook.raster import DPI, png
from proofcheck.notebook.tables import Table
from proofcheck.report.figure import seen


@dataclass(frozen=True)
class Picture:
    """``image`` is a PNG; ``caption`` says what it shows; ``numbers`` are (some of) those drawn, as text."""

    image: bytes = field(repr=False, compare=False)
    caption: str
    numbers: Table

    def _ipython_display_(self) -> None:
        from IPython.display import display  # type: ignore[attr-defined,unused-ignore]  # untyped

        size = {"image/png": {"width": round(self.width * 90 / DPI)}}
        first = {"image/png": b64encode(self.image).decode("ascii"), "text/plain": self.caption}
        display(first, metadata=size, raw=True)  # type: ignore[no-untyped-call]  # untyped
        display({"text/html": self._folded(), "text/plain": repr(self.numbers)}, raw=True)  # type: ignore[no-untyped-call]  # untyped

    @property
    def width(self) -> int:
        """The width of the image in pixels, as its header says."""
        return int.from_bytes(self.image[16:20], "big")

    def _folded(self) -> str:
        return folded(f"{plain(self.caption)} <i>(the numbers)</i>", self.numbers._repr_html_())

    def __repr__(self) -> str:
        return f"{self.caption}\n{self.numbers!r}"


def picture(draw: Callable[[], str], caption: str, numbers: Table) -> Picture:
    """A picture of the figure that ``draw`` makes into the report's SVG."""
    images: list[bytes] = []

    def see(figure: Any) -> None:
        images.append(png(figure))

    with seen(see):
        draw()
    return Picture(images[-1], caption, numbers)


def numbered(*parts: Any) -> str:
    """A key that is the same for the same picture."""
    return "-".join(re.sub(r"[^A-Za-z0-9]+", "-", str(part)) for part in parts)
