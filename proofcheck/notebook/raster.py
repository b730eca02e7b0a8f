# SPDX-License-Identifier: Apache-2.0
"""The report's figures as PNG on white: what every viewer shows, also of a notebook that it doesn't trust.

(JupyterLab shows no SVG of a notebook that was not run on the same machine.)
"""

from __future__ import annotations

import io
from typing import Any

from proofcheck.report.figure import BAND, GRID, INK, LINES, MARK, MUTED

COLOURS = {
    INK: "#1b1b1b", MUTED: "#666666", GRID: "#dddddd", MARK: "#b3261e", BAND: "#e8eef7",
    LINES[0]: "#1f4e9c", LINES[1]: "#a6510a", LINES[2]: "#1b7a43", LINES[3]: "#7a2f8f",
}
"""For the marks that the report's page replaces by its own colours; dark enough on white for small text."""

DPI, SHADES = 160, 48
PARTS = ("color", "facecolor", "edgecolor", "markerfacecolor", "markeredgecolor")


def png(figure: Any) -> bytes:
    """The figure as PNG; its colours are changed in place."""
    recolour(figure)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI, facecolor="#ffffff")
    return _small(buffer.getvalue())


def recolour(figure: Any) -> None:
    """Put colours in place of the marks, on every line, area and text of the figure."""
    for artist in figure.findobj():
        for part in PARTS:
            get, put = (getattr(artist, f"{verb}_{part}", None) for verb in ("get", "set"))
            if get is not None and put is not None:
                _repaint(get(), put)


def _repaint(value: Any, put: Any) -> None:
    import numpy as np
    from matplotlib.colors import is_color_like, to_hex

    if isinstance(value, np.ndarray) and value.ndim == 2:  # one colour for each member of a collection
        found = [COLOURS.get(to_hex(row)) for row in value]
        if found and all(found):
            put(found)
    elif is_color_like(value) and to_hex(value) in COLOURS:
        put(COLOURS[to_hex(value)])


def _small(data: bytes) -> bytes:
    """The same picture with few shades, a third of the size."""
    from PIL import Image

    buffer = io.BytesIO()
    with Image.open(io.BytesIO(data)) as image:
        image.convert("RGB").quantize(SHADES).save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()
