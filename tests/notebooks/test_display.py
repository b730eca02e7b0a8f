# SPDX-License-Identifier: Apache-2.0
"""How values are shown in Jupyter: the HTML and LaTeX of each type, and that nothing in them is taken for markup."""

import subprocess
import sys
from fractions import Fraction
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.formatters import DisplayFormatter

from proofcheck import Claim, Source, Status, Verdict, ge, le
from proofcheck.decide import decide
from proofcheck.exact import law_from_dict, load_law
from proofcheck.exact.enclosure import Enclosure
from proofcheck.library import NearMiss, Pending, load_library
from proofcheck.notebook import formats, markup
from proofcheck.parse import parse_expression, parse_statement
from proofcheck.testing import evaluate

from .reader import read

EVIL = "<img src=x onerror=alert(1)> $\\evil$ \\(y\\) & \"q\""
LAW = law_from_dict({"name": EVIL, "actions": [{"0": "1/2", "1": "1/2"}, {"1": 1, "repeat": 3}]})
CLAIM = Claim("lemma", given={"x": "[0, 1]", "K": "integers >= 2"}, hypotheses=["x <= 1/K"], goal=le("x", "1/2"),
              source=Source("A", "Lemma 1", "2"), says="says F_m and e^{-x}", note="a note")


@pytest.fixture(scope="module")
def shown():
    """What IPython makes of a value, by MIME type, once the extension is loaded."""
    formatter = DisplayFormatter()
    formats.register(formatter.formatters)
    return lambda value: formatter.format(value)[0]


@pytest.mark.parametrize("full", formats.TYPES)
def test_every_registered_type_exists_with_its_functions(full):
    module, _, name = full.rpartition(".")
    assert isinstance(getattr(import_module(module), name), type)
    home, _, function = formats.TYPES[full].partition(".")
    for ending in formats.MIMES.values():
        assert callable(getattr(import_module(f"proofcheck.notebook.{home}"), f"{function}_{ending}"))


def test_claim(shown):
    data = shown(CLAIM)
    page = read(data["text/html"])
    formula = r"x \le \frac{1}{2} \quad \text{if } x \le \frac{1}{K} \quad (x \in [0, 1], \; K \in \{2, 3, \dots\})"
    assert page.formulas == [r"\displaystyle " + formula]
    assert data["text/latex"] == rf"$\displaystyle {formula}$"
    assert "lemma" in page.text
    assert "A, section 2, Lemma 1" in page.text
    assert "a note" in page.text
    assert "F<sub>m</sub>" in data["text/html"]
    assert "e<sup>-x</sup>" in data["text/html"]
    assert data["text/plain"] == "lemma: for all x in [0, 1], K in integers >= 2, if x <= 1/K: x <= 1/2"


@pytest.mark.parametrize(("text", "latex"), [
    ("for all x in (0, oo): x < 2*x", r"x < 2 x \quad (x \in (0, \infty))"),
    ("for all x in [0, 1]: exp(-x) != 2", r"e^{-x} \ne 2 \quad (x \in [0, 1])"),
    ("1 + 1 == 2", "1 + 1 = 2"),
])
def test_statement(shown, text, latex):
    data = shown(parse_statement(text))
    assert read(data["text/html"]).formulas == [rf"\displaystyle {latex}"]
    assert data["text/latex"] == rf"$\displaystyle {latex}$"
    assert data["text/plain"] == text
    assert "<" not in data["text/html"] or "&lt;" in data["text/html"]


def test_relation_and_term(shown):
    goal = parse_statement("for all x in [0, 1]: x**2 <= x").goal
    assert shown(goal)["text/latex"] == r"$\displaystyle x^{2} \le x$"
    assert shown(goal)["text/plain"] == "x**2 <= x"
    term = parse_expression("log(1 + x)/2", ["x"], "test")
    assert shown(term)["text/latex"] == r"$\displaystyle \frac{\log(1 + x)}{2}$"
    assert read(shown(term)["text/html"]).formulas == [r"\displaystyle \frac{\log(1 + x)}{2}"]


@pytest.mark.parametrize(("text", "word", "sign"), [
    ("for all x in [0, 1]: x + 1/7 >= x", "PROVED", "✓"), ("for all x in [0, 1]: x >= 1/2", "REFUTED", "✗"),
    ("for all x in [0, 1]: 1/x >= 1", "DOMAIN_ERROR", "✗"), ("for all x in [0, 1], if x >= 2: x <= 0", "VACUOUS", "✗"),
])
def test_decision_and_verdict(shown, text, word, sign):
    found = decide(parse_statement(text))
    data = shown(found)
    assert data == shown(found.verdict)
    page = read(data["text/html"])
    assert page.text.startswith(f"{sign}\xa0{word}")
    assert text in page.text
    assert data["text/plain"].startswith(word)
    if found.verdict.witness is not None:
        assert page.formulas == ["x = 0"]
        assert r"\text{at } x = 0" in data["text/latex"]
    if word == "PROVED":
        assert "slack at least" in page.text
        assert page.formulas == ["1/7"]
        assert r"\ge 1/7" in data["text/latex"]
    assert "seconds" not in data["text/html"]
    assert str(round(found.seconds, 3)) not in data["text/html"]


@pytest.mark.parametrize("status", Status)
def test_every_word_of_a_verdict_is_shown(shown, status):
    data = shown(Verdict(status, "x <= 1", "", axioms=("hoeffding",) if status is Status.CONDITIONAL else ()))
    assert status.value in read(data["text/html"]).text
    assert status.value in data["text/plain"]
    assert ("hoeffding" in data["text/plain"]) == (status is Status.CONDITIONAL)


def test_a_long_statement_and_a_setting_are_folded(shown):
    assert "details" in read(shown(Verdict(Status.PROVED, "x" * 500, ""))["text/html"]).tags
    page = read(shown(Verdict(Status.PROVED, "K in integers >= 2; THEN x <= 1", ""))["text/html"])
    assert page.pieces.count("code:x <= 1") == 1
    assert "step by step in its setting" in page.text


def test_law(shown):
    law = load_law(load_library().path / "laws" / "k3_small_and_large.toml")
    data = shown(law)
    page = read(data["text/html"])
    gaps = r"(0, 1/20, 9/10)"
    assert "9/10" in page.text
    assert "probability" in page.text
    assert gaps in page.formulas[-1]
    assert gaps in data["text/latex"]
    assert data["text/plain"].endswith("K = 3, gaps 0, 1/20, 9/10")
    assert "3 alike" in read(shown(LAW)["text/html"]).text


@pytest.mark.parametrize(("value", "text"), [
    (Enclosure(Fraction(1, 3), Fraction(1, 3)), "1/3"),
    (Enclosure(Fraction(1, 3), Fraction(2, 3)), "[0.3333333333, 0.6666666667]"),
    (Enclosure(Fraction(-2, 3), Fraction(1, 10**30)), "[-0.6666666667, 1e-30]"),
])
def test_enclosure_is_rounded_outward(shown, value, text):
    data = shown(value)
    assert data["text/plain"] == text
    assert read(data["text/html"]).formulas == [data["text/latex"].strip("$")]
    assert (r"10^{-30}" in data["text/latex"]) == ("e-30" in text)


@given(st.fractions(), st.fractions(min_value=0))
def test_ends_enclose(low, width):
    from proofcheck.notebook.quantities import ends

    first, second = ends(Enclosure(low, low + width), 4)
    assert Fraction(first) <= low
    assert low + width <= Fraction(second)


def test_enclosure_of_the_testing_room(shown):
    low, high = shown(evaluate("exp(x)", {"x": 1}))["text/plain"].strip("[]").split(", ")
    assert (low, high) == ("2.718281828", "2.718281829")


EVERYTHING = [
    Claim("x" + EVIL, given={"x": "[0, 1]"}, goal=ge("x", "0"), source=Source(EVIL, EVIL, EVIL), says=EVIL, note=EVIL),
    Pending("row", "prob", EVIL, Source(EVIL, EVIL), EVIL, EVIL), LAW,
    Verdict(Status.UNDECIDED, EVIL, EVIL, reason=EVIL), Verdict(Status.CONDITIONAL, EVIL, "", axioms=(EVIL,)),
    NearMiss(parse_statement("for all x in [0, 1]: x <= 0"), {"x": "1/2"}),
]


@pytest.mark.parametrize("value", EVERYTHING, ids=["claim", "pending", "law", "undecided", "conditional", "near miss"])
def test_nothing_is_markup_or_a_formula_by_accident(shown, value):
    data = shown(value)
    page = read(data["text/html"])  # only harmless tags
    assert not any("evil" in formula for formula in page.formulas)
    if not isinstance(value, NearMiss):
        assert "<img src=x onerror=alert(1)>" in page.text
        shown_as_text = [piece for piece in page.pieces if "evil" in piece and "code:" not in piece]
        assert not any("$" in piece for piece in shown_as_text)


@given(st.text(alphabet=st.one_of(st.sampled_from("$\\<>&\"'{}_^()[]"), st.characters(codec="utf-8"))))
def test_plain_text_stays_what_it_was(text):
    page = read(markup.plain(text))
    assert page.text == text.replace("\r", page.text[text.find("\r")] if "\r" in text else "\r")
    assert all(piece in ("$", "\\") or not set(piece) & {"$", "\\"} for piece in page.pieces)


@given(st.text(alphabet="ab$\\<>&x_^{}"))
def test_a_librarys_words_have_no_other_tags(text):
    page = read(markup.worded(text))
    assert page.tags <= {"sub", "sup", "span"}
    assert not page.formulas


@given(st.text(alphabet="ab$\\<>&"))
def test_a_formula_ends_where_it_should(latex):
    page = read(markup.math(latex))
    assert len(page.pieces) <= 1
    assert page.text.startswith("$")
    assert page.text.endswith("$")
    bare = page.text[1:-1].replace("\\$", "")
    assert "$" not in bare


def test_loading_the_extension_imports_nothing_heavy():
    code = """
import sys
import proofcheck.notebook

class Formatter:
    def for_type_by_name(self, *args): self.last = args
    pop = for_type_by_name

class Shell:
    class display_formatter:
        formatters = {"text/html": Formatter(), "text/latex": Formatter(), "text/plain": Formatter()}

proofcheck.notebook.load_ipython_extension(Shell)
proofcheck.notebook.unload_ipython_extension(Shell)
heavy = {"sympy", "mpmath", "numpy", "matplotlib", "flint", "IPython", "proofcheck.kernel", "proofcheck.report"}
print(sorted(heavy & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_forgetting():
    formatter = DisplayFormatter()
    formats.register(formatter.formatters)
    formats.register(formatter.formatters)
    assert "text/html" in formatter.format(CLAIM)[0]
    formats.forget(formatter.formatters)
    assert set(formatter.format(CLAIM)[0]) == {"text/plain"}
