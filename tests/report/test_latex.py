# SPDX-License-Identifier: Apache-2.0
"""LaTeX of terms and statements: it reads back as the same function, and looks as a mathematician would write it."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from reader import Reader
from term_strategies import terms

from proofcheck.kernel import interval as iv
from proofcheck.kernel.evaluate import enclosure
from proofcheck.kernel.term import Term, apply, num, var
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import load_library
from proofcheck.parse import parse_expression, statement_from_parts
from proofcheck.report.latex import Printer, printer_of, statement_latex
from proofcheck.report.names import name_latex, name_text

NAMES = ("x", "y", "eta", "K", "gap_2", "e")
POINTS = [{name: Fraction(p, q) for name, p, q in zip(NAMES, top, (1, 2, 3, 4, 5, 7), strict=True)}
          for top in ((2, 3, 1, 9, 8, 3), (1, -1, 2, 8, -3, 5), (3, 7, -2, 12, 1, -2))]


def read(latex, names=NAMES):
    return Reader(latex, {name_latex(name): name for name in names}).read()


def value(term, point):
    box = {name: iv.from_fraction(x, 200) for name, x in point.items()}
    return enclosure(term, box, 200)


def same(left, right, names=NAMES):
    """How many points both were compared at: there, their enclosures are narrow and meet."""
    compared = 0
    for point in POINTS:
        here = {name: point[name] for name in names}
        try:
            a = value(left, here)
        except (iv.Undefined, Rejected):
            continue
        b = value(right, here)
        low, high = iv.lower_fraction(a), iv.upper_fraction(a)
        if low is None or high is None or high - low > Fraction(1, 10**6) * max(1, abs(low)):
            continue
        assert iv.lower_fraction(b) <= high, point
        assert low <= iv.upper_fraction(b), point
        compared += 1
    return compared


@given(terms(NAMES, ("exp", "log", "sqrt", "sin", "atan", "tanh", "abs", "floor", "xlogx"), size=60), st.booleans())
def test_it_reads_back_as_the_same_function(term, flat):
    latex = Printer({}, NAMES).term(term, flat=flat)
    again = read(latex)
    assume(same(term, again))


def test_every_statement_of_the_library_reads_back():
    compared = 0
    for claim in load_library().claims:
        names = [v.name for v in claim.statement.variables]
        printer = printer_of(claim.statement)
        point = {name: Fraction(3 + k, 4) for k, name in enumerate(names)}
        table = {printer.name(name): name for name in names}
        for side in (claim.statement.goal.left, claim.statement.goal.right):
            again = Reader(printer.term(side), table).read()
            try:
                a = value(side, point)
            except iv.Undefined:
                continue
            b = value(again, point)
            assert iv.lower_fraction(b) <= iv.upper_fraction(a), claim.id
            assert iv.lower_fraction(a) <= iv.upper_fraction(b), claim.id
            compared += 1
    assert compared > 300


@pytest.mark.parametrize(("text", "latex"), [
    ("1 - exp(-x) - x/2", r"1 - e^{-x} - \frac{x}{2}"),
    ("log(K)*x", r"\log(K) x"),
    ("2*log(K)", r"2 \log K"),
    ("log(K+1)**2", r"\log^{2}(K + 1)"),
    ("(a+b)*c/(d*2)", r"\frac{(a + b) c}{d \cdot 2}"),
    ("x**(1/2)", r"x^{1/2}"),
    ("2**(1-N)", r"2^{1 - N}"),
    ("-x**2", r"-x^{2}"),
    ("(-x)**2", r"(-x)^{2}"),
    ("(x/y)**2", r"\left(\frac{x}{y}\right)^{2}"),
    ("exp(-m*Delta**2/8)", r"e^{-m \Delta^{2}/8}"),
    ("sqrt(2*T*L)", r"\sqrt{2 T L}"),
    ("16/(eps/2)", r"\frac{16}{\varepsilon/2}"),
    ("min(eps/2, 1/8)", r"\min\left\{\frac{\varepsilon}{2}, \frac{1}{8}\right\}"),
    ("2*(1/2)", r"2 \cdot \frac{1}{2}"),
    ("a - (b - c)", r"a - (b - c)"),
    ("early + late", r"\mathrm{early} + \mathrm{late}"),
])
def test_terms_look_as_they_should(text, latex):
    names = ["x", "K", "a", "b", "c", "d", "N", "y", "m", "Delta", "T", "L", "eps", "early", "late"]
    assert Printer().term(parse_expression(text, names, "test")) == latex


def test_a_negative_fraction_does_not_touch_a_factor():
    assert Printer().term(apply("mul", var("x"), num(Fraction(-1, 2))), flat=True) == r"x \cdot (-1/2)"


def test_a_variable_called_e_is_not_the_base_of_exp():
    term = apply("exp", var("e"))
    assert Printer({}, ("e",)).term(term) == r"\exp\left(e\right)"
    assert Printer({}, ("x",)).term(apply("exp", var("x"))) == "e^{x}"


def test_sums_expectations_and_symbols_of_derivations():
    j, m = var("j"), var("m")
    x = Term("fn", (var("X"), m, j))
    total = Term("over", (j, Term("fn", (var("Large"),)), x))
    assert Printer().term(Term("E", (total, m))) == \
        r"\mathbb{E}\left[\sum_{j \in \mathrm{Large}} X_{m, j} \mid \mathcal{F}_{m}\right]"
    series = Term("series", (m, num(1), Term("oo", ()), apply("add", x, num(1))))
    assert Printer().term(series) == r"\sum_{m = 1}^{\infty} (X_{m, j} + 1)"
    assert Printer().term(Term("ind", (x, num(0)))) == r"\mathbf{1}\left\{X_{m, j} \le 0\right\}"
    assert Printer().term(apply("mul", total, num(2))).startswith(r"\left(\sum")


@pytest.mark.parametrize(("domain", "latex"), [
    ("[0, 1]", r"x \in [0, 1]"), ("(0, oo)", r"x \in (0, \infty)"), ("(-oo, oo)", r"x \in \mathbb{R}"),
    ("integers >= 2", r"x \in \{2, 3, \dots\}"), ("integers [1, 5]", r"x \in \{1, \dots, 5\}"),
    ("(-oo, 1/2)", r"x \in (-\infty, 1/2)"),
])
def test_domains(domain, latex):
    statement = statement_from_parts({"x": domain}, [], "x == x", "test")
    assert Printer().domain(statement.variables[0]) == latex


def test_a_statement_has_its_hypotheses_and_its_domain():
    statement = statement_from_parts({"x": "[0, 1]", "K": "integers >= 2"}, ["x <= 1/K"], "x < 1", "test")
    assert statement_latex(statement) == \
        r"x < 1 \quad \text{if } x \le \frac{1}{K} \quad (x \in [0, 1], \; K \in \{2, 3, \dots\})"


@pytest.mark.parametrize(("name", "latex", "plain"), [
    ("eta", r"\eta", "η"), ("Delta2", r"\Delta_{2}", "Δ₂"), ("X1", "X_{1}", "X₁"), ("eps", r"\varepsilon", "ε"),
    ("l", r"\ell", "ℓ"), ("dmin", r"d_{\min}", "dmin"), ("Reg", r"\mathrm{Reg}", "Reg"), ("x", "x", "x"),
    ("gap_2", r"\mathrm{gap}_{2}", "gap₂"), ("a_b", r"\mathrm{a\_b}", "a_b"), ("Lambda", r"\Lambda", "Λ"),
])
def test_names(name, latex, plain):
    assert (name_latex(name), name_text(name)) == (latex, plain)


def test_a_trailing_p_is_a_prime_only_beside_its_letter():
    assert name_latex("Sp", {}, ("S", "Sp")) == "S'"
    assert name_latex("Sp", {}, ("Sp", "T")) == r"\mathrm{Sp}"
    assert name_latex("dmin", {"dmin": r"\Delta_{\min}"}) == r"\Delta_{\min}"
