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
    """With some of the statements, four of them open: all are made alike, and axe is slow on a page of this size."""
    page = visit(whole, color_scheme=scheme)
    page.fill("#search", "theorem 1")
    page.evaluate("""for (const id of ['thm1', 'thm1.one', 'thm1.small_eps.eta', 'cor1'])
        for (const one of [document.getElementById('d-' + id), ...document.querySelectorAll(`[id='d-${id}'] details`)])
            one.open = true;""")
    page.wait_for_timeout(100)  # the toggle events
    assert 10 < page.locator(".statement:visible").count() < 40
    page.evaluate("document.querySelectorAll('.statement[hidden], #graph-full').forEach(one => one.remove())")
    assert violations(page) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_a_page_with_bad_verdicts(small, visit, width):
    page = visit(small, viewport={"width": width, "height": 800})
    page.click("#open-all")
    page.check("input[name=graph][value=full]")
    page.wait_for_timeout(100)
    assert violations(page) == []
