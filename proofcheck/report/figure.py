# SPDX-License-Identifier: Apache-2.0
"""Pictures by matplotlib as SVG that belongs to the page: its colours, its fonts, no identifiers that clash, no date.

Colours are drawn as the marks below and become the page's CSS variables, so that one picture serves light and dark.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

INK, MUTED, GRID, MARK, BAND = "#010101", "#020202", "#030303", "#040404", "#050505"
LINES = ("#0a0001", "#0a0002", "#0a0003", "#0a0004")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))
_VARIABLES = {INK: "ink", MUTED: "muted", GRID: "rule", MARK: "mark", BAND: "band",
              **{colour: f"line-{k}" for k, colour in enumerate(LINES, 1)}}
_SEEN: list[Callable[[Any], None]] = []
_NUMBER = re.compile(r"-?\d+\.\d{3,}")
_STYLE: Any = {
    "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9, "axes.edgecolor": MUTED, "axes.linewidth": 0.7,
    "axes.labelcolor": INK, "xtick.color": MUTED, "ytick.color": MUTED, "xtick.labelcolor": INK,
    "ytick.labelcolor": INK, "text.color": INK, "axes.grid": True, "grid.color": GRID, "grid.linewidth": 0.6,
    "axes.spines.top": False, "axes.spines.right": False, "axes.facecolor": "none", "figure.facecolor": "none",
    "savefig.facecolor": "none", "legend.frameon": False, "legend.fontsize": 8.5, "lines.linewidth": 1.6,
    "axes.unicode_minus": True, "path.simplify": True, "axes.axisbelow": True,
}


@contextmanager
def axes(width: float = 5.6, height: float = 2.5, *, legend: bool = False) -> Iterator[tuple[Any, Any]]:
    """A figure with one pair of axes; room for a legend above, when asked. No global setting is changed."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(width, height))
        yield figure, figure.add_axes((0.13, 0.17, 0.845, 0.68 if legend else 0.78))


def legend(ax: Any) -> None:
    """The legend, in one line above the axes."""
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1.01), ncols=4, handlelength=2.6, borderaxespad=0, columnspacing=1.4)


def svg(figure: Any, key: str, title: str) -> str:
    """The figure as an SVG element with a title; ``key`` keeps its identifiers apart from other pictures'."""
    import matplotlib as mpl

    buffer = io.StringIO()
    with mpl.rc_context({**_STYLE, "svg.hashsalt": key}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        for see in _SEEN:
            see(figure)
    return _clean(buffer.getvalue(), key, title)


@contextmanager
def seen(see: Callable[[Any], None]) -> Iterator[None]:
    """Hand every figure that is drawn inside to ``see`` as well, which may change it: for images of other kinds."""
    _SEEN.append(see)
    try:
        yield
    finally:
        _SEEN.remove(see)


def _clean(text: str, key: str, title: str) -> str:
    text = text[text.index("<svg"):]
    for pattern in (r"<metadata>.*?</metadata>\s*", r"<defs>\s*<style[^>]*>.*?</style>\s*</defs>\s*", r"<!--.*?-->\s*"):
        text = re.sub(pattern, "", text, flags=re.DOTALL)
    text = _identifiers(text, key)
    for colour, name in _VARIABLES.items():
        text = text.replace(colour, f"var(--{name})")
    text = re.sub(r"<[^>]*>", lambda m: _NUMBER.sub(lambda n: f"{float(n[0]):.2f}".rstrip("0").rstrip("."), m[0]), text)
    text = re.sub(r"font-family: [^;\"]*;? ?| transform=\"rotate\(-0 [^\"]*\"", "", re.sub(r"\s+", " ", text))
    box = re.search(r'viewBox="([^"]*)"', text)
    head = f'<svg class="plot" viewBox="{box[1] if box else "0 0 400 200"}" role="img">'
    return head + f"<title>{escape(title)}</title>" + text[text.index(">") + 1:].rstrip()


def _identifiers(text: str, key: str) -> str:
    """Only identifiers that are referred to stay, with the key before them."""
    text = text.replace("xlink:href", "href")
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    safe = re.sub(r"[^A-Za-z0-9_-]", "-", key)
    text = re.sub(r' id="([^"]*)"', lambda m: f' id="{safe}-{m[1]}"' if m[1] in used else "", text)
    return re.sub(r'(href="#|url\(#)([^")]+)', lambda m: f"{m[1]}{safe}-{m[2]}", text)
