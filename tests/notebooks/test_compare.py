# SPDX-License-Identifier: Apache-2.0
"""What counts as a difference between two runs of a notebook, and what does not."""

import pytest

from proofcheck.notebook.compare import difference, errors, is_picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'


def notebook(*outputs, source="1 + 1"):
    return {"cells": [{"cell_type": "markdown", "source": "text"},
                      {"cell_type": "code", "source": source, "outputs": list(outputs)}]}


def data(**mimes):
    found = {mime.replace("_", "/").replace("svg/xml", "svg+xml"): value for mime, value in mimes.items()}
    return {"output_type": "display_data", "data": found}


def stream(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


@pytest.mark.parametrize(("one", "other"), [
    ([data(text_plain="2")], [data(text_plain=["2"])]),
    ([stream("a\n"), stream("b\n")], [stream("a\nb\n")]),
    ([data(image_svg_xml=SVG)], [data(image_svg_xml=SVG.replace("M0 0", "M1 1"))]),
    ([data(image_png="aaaa")], [data(image_png="bbbb")]),
    ([stream("Matplotlib is building the font cache; this may take a moment.\n", "stderr")], []),
])
def test_the_same(one, other):
    assert difference(notebook(*one), notebook(*other)) == ""


@pytest.mark.parametrize(("one", "other", "words"), [
    ([data(text_plain="2")], [data(text_plain="3")], "+    [text/plain] 3"),
    ([data(text_html="<b>1</b><i>2</i>")], [data(text_html="<b>1</b><i>3</i>")], "-    [text/html] <i>2</i>"),
    ([data(text_latex="$1$")], [], "-    [text/latex] $1$"),
    ([data(image_svg_xml=SVG)], [], "-    [image/svg+xml] a picture"),
    ([data(image_svg_xml=SVG)], [data(image_svg_xml="<svg/>")], "+    [image/svg+xml] NO PICTURE"),
    ([stream("a\n")], [stream("b\n")], "+    [stdout] b"),
    ([], [stream("warning\n", "stderr")], "+    [stderr] warning"),
    ([], [{"output_type": "error", "ename": "ValueError", "evalue": "no"}], "+    [error] ValueError: no"),
])
def test_a_difference_is_readable(one, other, words):
    found = difference(notebook(*one), notebook(*other))
    assert words in found
    assert " cell 2: 1 + 1" in found


@pytest.mark.parametrize(("svg", "answer"), [
    (SVG, True), ("<svg><g><rect/></g></svg>", True), ("<svg/>", False), ("<svg><path></svg>", False), ("", False),
    ("<html><path/></html>", False),
])
def test_is_picture(svg, answer):
    assert is_picture(svg) is answer


def test_errors_name_their_cell():
    cells = notebook({"output_type": "error", "ename": "E", "evalue": "v"})["cells"]
    assert errors(cells) == ["cell 2: E: v"]
