# SPDX-License-Identifier: Apache-2.0
"""What a referee does with the page: follow the graph, search, filter, switch colours, print; by mouse or keyboard."""

import json
import re

import pytest


def is_open(page, id):
    return page.evaluate("id => document.getElementById('d-' + id).open", id)


def shown(page):
    return page.locator(".statement:visible").count()


def focus(page):
    """The row whose summary has the focus."""
    return page.evaluate("document.activeElement.closest('.statement')?.dataset.id ?? null")


def record(folder):
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


def test_a_click_in_the_graph_opens_the_statement(whole, visit):
    page = visit(whole)
    assert not is_open(page, "lemma5")
    page.click("#svg-small .node[data-id='lemma5']")
    assert is_open(page, "lemma5")
    assert focus(page) == "lemma5"
    assert page.locator("#d-lemma5 .steps").is_visible()
    top = page.evaluate("document.getElementById('d-lemma5').getBoundingClientRect().top")
    assert 0 <= top < 400


def test_enter_on_a_node_opens_the_statement(whole, visit):
    page = visit(whole)
    page.locator("#svg-small .node[data-id='thm1']").focus()
    assert page.locator("#svg-small path.near").count() > 0
    page.keyboard.press("Enter")
    assert is_open(page, "thm1")
    assert focus(page) == "thm1"


def test_the_graph_of_every_step_has_a_node_for_each_row(whole, visit):
    page = visit(whole)
    assert page.locator("#graph-full").is_hidden()
    page.check("input[name=graph][value=full]")
    assert page.locator("#graph-small").is_hidden()
    assert page.locator("#svg-full .node").count() == len(record(whole)["statements"])
    page.click("#svg-full .node[data-id='lemma2.i.g1']")
    assert is_open(page, "lemma2.i.g1")


def test_the_page_can_be_walked_with_the_keyboard_alone(whole, visit):
    page = visit(whole)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["x"] >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    page.locator("#d-lemma2\\.i > summary").focus()
    page.keyboard.press("Space")
    assert is_open(page, "lemma2.i")
    page.keyboard.press("Space")
    assert not is_open(page, "lemma2.i")


def test_search(whole, visit):
    page = visit(whole)
    everything = shown(page)
    page.fill("#search", "lemma2.iii")
    ids = page.locator(".statement:visible").evaluate_all("all => all.map(one => one.dataset.id)")
    assert "lemma2.iii" in ids
    assert len(ids) < 12
    assert page.locator("#count").inner_text() == f"{len(ids)} shown"
    page.fill("#search", "potential LOG")
    assert 0 < shown(page) < everything
    page.fill("#search", "no such words anywhere")
    assert shown(page) == 0
    assert page.locator("#none").is_visible()
    page.fill("#search", "")
    assert shown(page) == everything == len(record(whole)["statements"])


def test_filters(whole, visit):
    page = visit(whole)
    rows = record(whole)["statements"]
    page.select_option("#verdict", "CONDITIONAL")
    conditional = [row["id"] for row in rows if row["verdict"] == "CONDITIONAL"]
    assert shown(page) == len(conditional) > 0
    page.select_option("#kind", "axiom")
    assert shown(page) == sum(row["kind"] == "axiom" for row in rows if row["id"] in conditional)
    page.select_option("#verdict", "")
    page.select_option("#kind", "int")
    assert shown(page) == sum(row["kind"] == "int" for row in rows)


def test_a_count_in_the_summary_filters_the_statements(whole, visit):
    page = visit(whole)
    page.click("a[data-filter=CONDITIONAL]")
    assert page.locator("#verdict").input_value() == "CONDITIONAL"
    assert shown(page) == record(whole)["summary"]["CONDITIONAL"]


def test_a_link_to_a_statement_that_is_filtered_away_shows_it(whole, visit):
    page = visit(whole)
    page.fill("#search", "lemma2.ii")
    page.click("#d-lemma2\\.ii > summary")
    page.click("#s-lemma2\\.ii dl a[href='#s-lemma2.i']")
    page.select_option("#verdict", "CONDITIONAL")
    page.click("a[href='#s-thm1'] >> nth=0")
    assert is_open(page, "thm1")
    assert page.locator("#d-thm1").is_visible()


def test_links_between_statements_and_the_way_back(whole, visit):
    page = visit(whole, "#s-lemma2.ii")
    assert is_open(page, "lemma2.ii")
    page.click("#s-lemma2\\.ii dl a[href='#s-lemma2.i']")
    assert focus(page) == "lemma2.i"
    assert page.evaluate("location.hash") == "#s-lemma2.i"
    page.go_back()
    assert page.evaluate("location.hash") == "#s-lemma2.ii"


def test_light_and_dark(whole, visit):
    page = visit(whole, color_scheme="light")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    assert page.locator("#theme").inner_text() == "Dark"
    page.click("#theme")
    dark = page.evaluate(colour)
    assert dark != light
    page.reload()
    assert page.evaluate(colour) == dark  # remembered
    page.click("#theme")
    assert page.evaluate(colour) == light
    assert visit(whole, color_scheme="dark").evaluate(colour) == dark


def test_pictures_take_the_colours_of_the_page(whole, visit):
    page = visit(whole, "#s-lemma2.i", color_scheme="light")
    stroke = "getComputedStyle(document.querySelector('#s-lemma2\\\\.i .plot path[style*=\"--line-1\"]')).stroke"
    light = page.evaluate(stroke)
    page.click("#theme")
    assert page.evaluate(stroke) not in (light, "none", "rgb(0, 0, 0)")


def test_formulas_are_set(whole, visit):
    page = visit(whole, "#s-lemma5")
    assert page.locator("merror").count() == 0
    box = page.locator("#s-lemma5 .formula math").first.bounding_box()
    assert box["height"] > 30  # a sum with limits and fractions, not a line of text
    for text in page.locator("math").evaluate_all("all => all.map(one => one.textContent)"):
        assert "\\" not in text, text


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_no_width_needs_sideways_scrolling(whole, visit, width):
    page = visit(whole, "#s-lemma2.iv", viewport={"width": width, "height": 800})
    page.evaluate("for (const id of ['thm1', 'lemma5', 'comp.s41']) document.getElementById('d-' + id).open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_it_prints_what_is_open(whole, visit, tmp_path):
    page = visit(whole)
    page.fill("#search", "lemma2.i")
    closed = page.pdf(path=tmp_path / "closed.pdf")
    page.click("#open-all")
    opened = page.pdf(path=tmp_path / "open.pdf")
    assert closed.startswith(b"%PDF-")
    pages = [len(re.findall(rb"/Type\s*/Page\b", pdf)) for pdf in (closed, opened)]
    assert 0 < pages[0] < pages[1] < 60
    page.emulate_media(media="print")
    assert page.locator("#tools").is_hidden()
    assert page.locator("nav").is_hidden()


def test_without_scripts_everything_can_still_be_read(whole, visit):
    page = visit(whole, java_script_enabled=False)
    assert page.locator("#tools").is_hidden()
    assert page.locator("#theme").is_hidden()
    page.click("#svg-small .node[data-id='thm1']")
    assert page.locator("#s-thm1").is_visible()
    page.click("#d-lemma2\\.i > summary")
    assert page.locator("#s-lemma2\\.i dl").is_visible()


def test_bad_verdicts_are_seen_at_once(small, visit):
    page = visit(small)
    alert = page.locator(".alert")
    assert alert.is_visible()
    assert alert.locator("li").count() == 6
    alert.get_by_role("link", name="false").click()
    assert is_open(page, "false")
    assert "x = 1" in page.locator("#s-false").inner_text()
    shapes = page.locator("#svg-small .node use").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert len(set(shapes)) >= 5  # told apart by shape as well as colour
