# SPDX-License-Identifier: Apache-2.0
"""axe-core finds nothing to object to: in light, in dark, narrow, with statements open, and with bad verdicts."""

import pytest
from axe_playwright_python.sync_playwright import Axe

OPTIONS = {"resultTypes": ["violations"],
           "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def violations(page):
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [(one["id"], one["help"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_the_library(whole, visit, scheme):
    page = visit(whole, "#s-lemma2.i", color_scheme=scheme)
    page.evaluate("""for (const id of ['thm1', 'lemma5', 'comp.s22']) {
        for (const one of [document.getElementById('d-' + id), ...document.querySelectorAll(`[id='d-${id}'] details`)])
            one.open = true; }""")
    assert violations(page) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_a_page_with_bad_verdicts(small, visit, width):
    page = visit(small, viewport={"width": width, "height": 800})
    page.click("#open-all")
    page.check("input[name=graph][value=full]")
    assert violations(page) == []
