# SPDX-License-Identifier: Apache-2.0
"""Text to statements: what is read, what is refused and in which words, and that printing and reading agree."""

import json
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from term_strategies import statements, terms

from proofcheck.errors import InputError
from proofcheck.kernel.statement import statement_from_json
from proofcheck.kernel.term import PI, apply, num, to_text, var
from proofcheck.parse import parse_domain, parse_expression, parse_statement, statement_from_parts

X, Y = var("x"), var("y")
NAMES = ("x", "y")


READ = [
    ("0.1", num(Fraction(1, 10))),
    ("1e-3", num(Fraction(1, 1000))),
    (".5", num(Fraction(1, 2))),
    ("0.30000000000000000000000001", num(Fraction(30000000000000000000000001, 10**26))),
    ("3/2", num(Fraction(3, 2))),
    ("-3", num(-3)),
    ("-1/10", num(Fraction(-1, 10))),
    ("1/0", apply("div", num(1), num(0))),
    ("x/x", apply("div", X, X)),
    ("x - y", apply("add", X, apply("neg", Y))),
    ("x + y - 1", apply("add", X, Y, apply("neg", num(1)))),
    ("x*y*2", apply("mul", X, Y, num(2))),
    ("-x**2", apply("neg", apply("pow", X, num(2)))),
    ("2**-1", apply("pow", num(2), num(-1))),
    ("exp(log(x))", apply("exp", apply("log", X))),
    ("min(x, y, 1)", apply("min", X, Y, num(1))),
    ("pi", PI),
    ("9**9**9", apply("pow", num(9), apply("pow", num(9), num(9)))),
]


@pytest.mark.parametrize(("text", "term"), READ, ids=[text for text, _ in READ])
def test_reads_what_was_written(text, term):
    """Nothing is evaluated but quotients of two integers and signs of numbers."""
    assert parse_expression(text, NAMES) == term


def test_asin_and_acos_are_written_out():
    assert to_text(parse_expression("asin(x)", NAMES)) == "2*atan(x/(1 + sqrt(1 - x**2)))"
    assert to_text(parse_expression("acos(x)", NAMES)) == "pi/2 - 2*atan(x/(1 + sqrt(1 - x**2)))"


STATEMENTS = [
    "1 < 2",
    "if 1 < 2: 2 < 3",
    "for all x in [0, 1]: 1 - exp(-x) >= x/2",
    "for all x in [0, 1], K in integers >= 2, if x <= 1/K and x > 0: x < 1",
    "for all x in (-oo, oo), n in integers [1, 5], m in integers > n: x < m",
    "for all eta in (0, 1/8], D in (4*eta, 1]: exp(-(eta*D) + eta**2/2) <= 1 - eta*D/4",
    "for all eta in (0, 1/8], D in (4*eta, 1]: exp(-eta*D + eta**2/2) <= 1 - eta*D/4",
    "for all x in [0, 1], y in [0, 1]: -x/2 - 2*y <= x + (-x*y) - (-1)",
]


@pytest.mark.parametrize("text", STATEMENTS)
def test_prints_back_word_for_word(text):
    assert parse_statement(text).text() == text


def test_several_names_share_a_domain():
    assert parse_statement("for all x, y in [0,1]: x>=0").text() == "for all x in [0, 1], y in [0, 1]: x >= 0"


def test_other_forms():
    assert parse_statement("forall x in reals: x**2 >= 0").text() == "for all x in (-oo, oo): x**2 >= 0"
    assert parse_statement("for all n in integers: n >= n").text() == "for all n in integers (-oo, oo): n >= n"
    assert parse_statement("for all n in integers <= 3: n < 4").text() == "for all n in integers (-oo, 3]: n < 4"


def test_a_variable_may_be_called_e():
    assert parse_statement("for all e in [0, 1]: e <= 1").text() == "for all e in [0, 1]: e <= 1"


@given(terms())
def test_terms_round_trip(term):
    assert parse_expression(to_text(term), ("x", "y", "eta", "K", "gap_2", "e")) == term


@given(statements())
def test_statements_round_trip_as_text_and_as_json(statement):
    assert parse_statement(statement.text()) == statement
    assert statement_from_json(statement.to_json()) == statement


def refusal_of(text):
    try:
        parse_statement(text)
    except InputError as error:
        return str(error)
    return ""


@given(st.text(max_size=60) | st.text("x1+-*/()[]<=>., :forallinif_e", max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text):
    message = refusal_of(text)
    assert message.isprintable()
    assert "\n" not in message


IN_X = "for all x in [0, 1]: "
REFUSED = [
    ("", "nothing is written"),
    ("x", "no comparison"),
    ("1 <= 2 <= 3", "write two claims"),
    ("for all x in [0, 1]", "no colon"),
    (IN_X, "nothing stands after the colon"),
    ("for all x: x > 0", "'x' has no domain"),
    ("for all x in [2, 1]: x > 0", "the domain '[2, 1]' of x is empty"),
    ("for all x in (0, 0): x > 0", "is empty"),
    ("for all x in (1/2, 0.5]: x > 0", "is empty"),
    ("for all n in integers (0, 1): n > 0", "is empty"),
    (IN_X + "__import__('os').system('ls') > 0", "column 22: the name '__import__'"),
    (IN_X + "x.real > 0", "attributes cannot be used"),
    (IN_X + "x[0] > 0", "subscripts cannot be used"),
    (IN_X + "(lambda: 1)() > 0", "'lambda' is a reserved word"),
    (IN_X + "'a' > x", "strings cannot be used"),
    (IN_X + "x if x else 1 > 0", "write the conditions before the goal"),
    (IN_X + "x > 0 and x < 1", "write two claims"),
    (IN_X + "max(*x) > 0", "max is given 1 arguments"),
    (IN_X + "max(*x, x) > 0", "Starred"),
    (IN_X + "max(x, **x) > 0", "max is given 2 arguments"),
    (IN_X + "max(x, key=x) > 0", "write =="),
    (IN_X + "x > 0 # comment", "comments cannot be used"),
    (IN_X + "x @ x > 0", "'@'"),
    (IN_X + "x << 2 > 0", "LShift"),
    (IN_X + "~x > 0", "'~'"),
    (IN_X + "(x, x) > 0", "a comma outside a function"),
    (IN_X + "(x < 1) + 1 > 0", "a comparison inside an expression"),
    (IN_X + "foo(x) > 0", "unknown function 'foo' (did you mean floor?)"),
    (IN_X + "ln(x) > 0", "write log"),
    (IN_X + "log(x, 2) > 0", "log(x)/log(b)"),
    (IN_X + "min(x) > 0", "two or more arguments"),
    (IN_X + "exp > 0", "the function exp has no argument"),
    (IN_X + "x^2 >= 0", "write ** for a power"),
    (IN_X + "x = 1", "write == for equality"),
    (IN_X + "2x > 1", "an operator is missing before 'x > 1'; write * for a product"),
    (IN_X + "x(x + 1) > 1", "write x*(...)"),
    (IN_X + "2(x + 1) > 1", "write * for a product"),
    (IN_X + "((x > 1", "is never closed"),
    (IN_X + "x) > 1", "this ) closes nothing"),
    (IN_X + "x > ", "the text ends where a value is expected"),
    (IN_X + "x + * 2 > 1", "'* 2 > 1' does not fit here"),
    (IN_X + "y > 1", "unknown name 'y'"),
    ("for all eta in [0, 1]: etta > 1", "did you mean eta?"),
    (IN_X + "x > e", "write exp(1)"),
    (IN_X + "x < oo", "only as a whole end of a domain"),
    (IN_X + "x \u2264 2", "write <="),
    (IN_X + "x // 2 > 1", "FloorDiv"),
    (IN_X + "x % 2 > 1", "floor(a/b)"),
    (IN_X + "x > 1 : 2", "one colon"),
    ("for all x in [0, oo]: x > 1", "write oo)"),
    ("for all x in (oo, 0): x > 1", "-oo first"),
    ("for all x in [0, 1, 2]: x > 1", "3 ends"),
    ("for all x in 0..1: x > 1", "no domain"),
    ("for all x in >= 0: x > 1", "[0, oo)"),
    ("for all x in [0, y]: x > 1", "unknown name 'y'"),
    ("for all x in [0, 1] if x < 1: x > 0", "write a comma before 'if'"),
    ("for all x in [0, 1], if x < 1, x > 0: x > 0", "write 'and' between hypotheses"),
    ("for all x in [0, 1], if : x > 0", "a hypothesis is missing"),
    ("for all x in [0, 1], x in [0, 1]: x > 0", "declared twice"),
    ("for all pi in [0, 1]: pi > 0", "a name of the language"),
    ("for all in in [0, 1]: x > 0", "reserved word"),
    ("for all \u03b5 in [0, 1]: 1 > 0", "not ASCII"),
    ("x > 0: x > 0", "start with 'for all"),
]


@pytest.mark.parametrize(("text", "words"), REFUSED, ids=[text or "empty" for text, _ in REFUSED])
def test_refuses_with_place_and_remedy(text, words):
    """One line: place, what was found; what to write instead."""
    with pytest.raises(InputError) as refusal:
        parse_statement(text)
    message = str(refusal.value)
    assert words in message
    assert "; " in message
    assert message.startswith("claim")
    assert "\n" not in message


HUGE = {
    "ten megabytes": "x" * 10**7,
    "a hundred thousand brackets": "(" * 10**5 + "x" + ")" * 10**5 + " > 1",
    "a thousand brackets": "(" * 1000 + "1" + ")" * 1000 + " > 1",
    "a long sum": "+".join("1" * 40_000) + " > 1",
    "many signs": "-" * 90_000 + "1 > 1",
    "a tower": "**".join("9" * 30_000) + " > 1",
    "many digits": "1 > " + "9" * 5000,
    "a great exponent": "1 > 1e999999999",
    "arcsines that double": "for all x in [0, 1]: " + "asin(" * 60 + "x" + ")" * 60 + " > 1",
    "many variables": "for all " + ", ".join(f"x{k} in [0, 1]" for k in range(60)) + ": 1 > 0",
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_huge_input_is_refused_quickly(text):
    start = time.perf_counter()
    with pytest.raises(InputError) as refusal:
        parse_statement(text)
    assert len(str(refusal.value)) < 400
    assert time.perf_counter() - start < 2


def test_a_long_sum_of_moderate_length_is_read():
    term = parse_expression(" + ".join(f"{k}*x" for k in range(2, 1000)), NAMES)
    assert term.op == "add"
    assert len(term.args) == 998


@pytest.mark.parametrize("power", ["9**9**9", "(9**9)**(9**9)", "2**10**6"])
def test_domain_ends_are_not_evaluated_when_large(power):
    assert parse_domain("x", f"[0, {power}]", ()).upper is not None


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (({"x": 0.5}, [], "x > 0"), "domain of x: expected text, found float 0.5"),
        (([], [], "1 > 0"), "vars: expected domains by name"),
        (({"x": "[0, 1]"}, "x > 0", "x > 0"), "hypotheses: expected a list"),
        (({"x": "[0, 1]"}, ["x >"], "x > 0"), "hypothesis 1, column 4"),
        (({"x": "[0, 1]"}, [], None), "goal: expected text, found NoneType"),
        (({"2x": "[0, 1]"}, [], "1 > 0"), "no variable name"),
        (({"x": "[0, 1)]"}, [], "x > 0"), "domain of x, column 6: this ) closes nothing"),
    ],
)
def test_parts_are_refused_by_name(parts, words):
    with pytest.raises(InputError) as refusal:
        statement_from_parts(*parts, where="line 3")
    assert str(refusal.value).startswith("line 3, ")
    assert words in str(refusal.value)


def test_shared_claims_are_all_read():
    """The suites beside the checkout, where they are there."""
    for name in ("peer-claims.jsonl", "public-suite.jsonl"):
        path = Path(__file__).parents[3] / "shared" / name
        if not path.exists():
            pytest.skip(f"{name} is not there")
        for line in path.read_text().splitlines():
            data = json.loads(line)
            statement = statement_from_parts(data["vars"], data.get("hypotheses", []), data["goal"])
            assert parse_statement(statement.text()) == statement
