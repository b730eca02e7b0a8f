# SPDX-License-Identifier: Apache-2.0
"""Two runs of a notebook side by side: text, HTML and LaTeX exactly; of a picture only that there is one on both sides.

A picture's numbers are printed beside it as text, so they are compared; its letters are drawn differently everywhere.
"""

from __future__ import annotations

import difflib
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

LEAST = 50  # pixels
HARMLESS = "Matplotlib is building the font cache"
Cell = Mapping[str, Any]


def difference(committed: Mapping[str, Any], again: Mapping[str, Any]) -> str:
    """What differs between the outputs of two runs of one notebook, as a unified diff; empty when nothing does."""
    old, new = (list(listing(notebook["cells"])) for notebook in (committed, again))
    return "\n".join(difflib.unified_diff(old, new, "committed", "run again", lineterm="", n=2))


def listing(cells: Iterable[Cell]) -> Iterator[str]:
    """The outputs of all code cells as lines, each cell under its number and first line."""
    for number, cell in enumerate(cells, 1):
        if cell["cell_type"] == "code":
            first, *_ = text(cell["source"]).strip().splitlines() or [""]
            yield f"cell {number}: {first}"
            for output in joined(cell.get("outputs", [])):
                yield from (f"    {line}" for line in shown(output))


def joined(outputs: Iterable[Cell]) -> list[dict[str, Any]]:
    """The outputs, streams that follow one another joined: how they are cut is chance."""
    found: list[dict[str, Any]] = []
    for output in outputs:
        stream = output["output_type"] == "stream"
        if stream and found and found[-1].get("name") == output["name"]:
            found[-1]["text"] += text(output["text"])
        else:
            found.append({**output, "text": text(output["text"])} if stream else dict(output))
    return found


def shown(output: Cell) -> Iterator[str]:
    """One output as lines."""
    kind = output["output_type"]
    if kind == "stream":
        lines = [line for line in output["text"].splitlines() if not line.startswith(HARMLESS)]
        yield from (f"[{output['name']}] {line}" for line in lines)
    elif kind == "error":
        yield f"[error] {output['ename']}: {output['evalue']}"
    else:
        for mime, value in sorted(output["data"].items()):
            yield from _data(mime, value)


def _data(mime: str, value: Any) -> Iterator[str]:
    if mime.startswith("image/"):
        yield f"[{mime}] {'a picture' if mime != 'image/png' or is_picture(text(value)) else 'NO PICTURE'}"
        return
    body = text(value) if isinstance(value, str | list) else str(value)
    pieces = body.replace("><", ">\n<") if mime == "text/html" else body
    yield from (f"[{mime}] {line}" for line in pieces.splitlines())


def is_picture(data: str) -> bool:
    """Whether a text is a PNG file in base64, of more than a few pixels."""
    try:
        image = b64decode("".join(data.split()), validate=True)
    except ValueError:
        return False
    width, height = (int.from_bytes(image[k : k + 4], "big") for k in (16, 20))
    return image.startswith(b"\x89PNG\r\n\x1a\n") and min(width, height) >= LEAST and image.endswith(b"IEND\xaeB`\x82")


def errors(cells: Iterable[Cell]) -> list[str]:
    """The errors of a run, with the cells they are in."""
    return [f"cell {number}: {output['ename']}: {output['evalue']}" for number, cell in enumerate(cells, 1)
            for output in cell.get("outputs", []) if output["output_type"] == "error"]


def text(value: Any) -> str:
    """A notebook's text, which may be a list of its lines."""
    return value if isinstance(value, str) else "".join(value)
