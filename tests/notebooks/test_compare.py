# SPDX-License-Identifier: Apache-2.0
"""What counts as a difference between two runs of a notebook, and what does not."""

import io
from base64 import b64encode

import pytest
from PIL import Image

from proofcheck.notebook.compare import difference, errors, is_picture


def png(width, height, shade="white"):
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), shade).save(buffer, format="PNG")
    return b64encode(buffer.getvalue()).decode("ascii")


PNG = png(60, 60)


def notebook(*outputs, source="1 + 1"):
    return {"cells": [{"cell_type": "markdown", "source": "text"},
                      {"cell_type": "code", "source": source, "outputs": list(outputs)}]}


def data(**mimes):
    found = {mime.replace("_", "/"): value for mime, value in mimes.items()}
    return {"output_type": "display_data", "data": found}


def stream(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


@pytest.mark.parametrize(("one", "other"), [
    ([data(text_plain="2")], [data(text_plain=["2"])]),
    ([stream("a\n"), stream("b\n")], [stream("a\nb\n")]),
    ([data(image_png=PNG)], [data(image_png=png(60, 70, "black"))]),
    ([data(image_jpeg="aaaa")], [data(image_jpeg="bbbb")]),
    ([stream("Matplotlib is building the font cache; this may take a moment.\n", "stderr")], []),
])
def test_the_same(one, other):
    assert difference(notebook(*one), notebook(*other)) == ""


@pytest.mark.parametrize(("one", "other", "words"), [
    ([data(text_plain="2")], [data(text_plain="3")], "+    [text/plain] 3"),
    ([data(text_html="<b>1</b><i>2</i>")], [data(text_html="<b>1</b><i>3</i>")], "-    [text/html] <i>2</i>"),
    ([data(text_latex="$1$")], [], "-    [text/latex] $1$"),
    ([data(image_png=PNG)], [], "-    [image/png] a picture"),
    ([data(image_png=PNG)], [data(image_png="aaaa")], "+    [image/png] NO PICTURE"),
    ([stream("a\n")], [stream("b\n")], "+    [stdout] b"),
    ([], [stream("warning\n", "stderr")], "+    [stderr] warning"),
    ([], [{"output_type": "error", "ename": "ValueError", "evalue": "no"}], "+    [error] ValueError: no"),
])
def test_a_difference_is_readable(one, other, words):
    found = difference(notebook(*one), notebook(*other))
    assert words in found
    assert " cell 2: 1 + 1" in found


@pytest.mark.parametrize(("text", "answer"), [
    (PNG, True), (PNG[:76] + "\n" + PNG[76:], True), (png(1, 1), False), (PNG[:-8], False), ("", False),
    ("no picture", False),
])
def test_is_picture(text, answer):
    assert is_picture(text) is answer


def test_errors_name_their_cell():
    cells = notebook({"output_type": "error", "ename": "E", "evalue": "v"})["cells"]
    assert errors(cells) == ["cell 2: E: v"]
