# SPDX-License-Identifier: Apache-2.0
"""What the two looks say of claims known to be true, false, sharp, undefined or out of reach."""

import contextlib
import gc
import threading
import time
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from mpmath import libmp

from proofcheck.evidence import padded
from proofcheck.evidence.budget import OutOfTime, within
from proofcheck.evidence.sampled import decimal_below, sampled, sampler
from proofcheck.evidence.symbolic import symbolic
from proofcheck.parse import parse_statement

TRUE = [
    "for all x in [0, 1]: 1 - exp(-x) >= x/2",
    "for all x in [0, 1]: exp(-x) <= 1 - x/2",
    "for all u in [0, 1): log(1 - u) <= -u",
    "for all K in integers >= 2: log(K + 1) <= 2*log(K)",
    "for all K in [2, oo): log(K + 1) <= 2*log(K)",
    "for all eta in [0, 10], mu in [-1, 1]: (1+mu)/2*exp(-eta) + (1-mu)/2*exp(eta) <= exp(-eta*mu + eta**2/2)",
    "for all p in (0, 1), q in (0, 1): p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)**2",
    "for all x in (0, oo): x*log(x) >= -1/exp(1)",
    "for all r in [0, 1], x in [-1, 1]: exp(-r*x) <= 1 - r*x + r**2",
    "for all m in integers >= 1, mu in (0, 1]: 2*(m*mu/2)**2/(4*m) == m*mu**2/8",
    "for all K in integers >= 2, T in integers >= 1: log(K)/(sqrt(log(K)/T)*T) + sqrt(log(K)/T) == 2*sqrt(log(K)/T)",
    "for all h in integers >= 1: h/(h+1)**2 <= 1/4",
]
FALSE = [
    "for all x in [0, 1]: 1 - exp(-x) >= 6322/10000*x",
    "for all x in (0, oo): x*log(x) >= -1/exp(1) + 1/100",
    "for all K in integers >= 1: log(K + 1) <= 2*log(K)",
    "for all x in [-1, 1]: x**2 > 0",
    "for all m in integers >= 1, mu in (0, 1]: 2*(m*mu/2)**2/(4*m) == m*mu**2/9",
    "for all p in (0, 1), q in (0, 1): p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 21/10*(p-q)**2",
    "for all p in [0, 1], q in [0, 1]: (p - q)**2 > 0",
    "for all x in [0, 1]: sin(x) != x",
]
SYMPY_SAYS = [
    (TRUE[0], "agrees", "minimum on Interval(0, 1) = 0"),
    (TRUE[3], "agrees", "with d/dK is_nonnegative: True, K = 2"),
    (TRUE[9], "agrees", "difference = 0"),
    (TRUE[11], "agrees", ""),
    (FALSE[0], "contradicts", "minimum on Interval(0, 1) = 1839/5000 - exp(-1)"),
    ("for all x in [1, oo): x**3 - x >= 0", "agrees", "is_nonnegative: True"),
    ("for all x in (0, 1]: -x >= 0", "contradicts", "is_nonnegative: False"),
    ("exp(41/10) > 603/10", "agrees", "difference is_positive: True"),
    ("for all x in (0, oo): exp(log(x)) == x + 1", "contradicts", "difference = -1"),
    (TRUE[5], "silent", ""),
]


@pytest.mark.parametrize("text", TRUE)
@pytest.mark.parametrize("digits", [50, 200])
def test_true_claims_are_agreed_with(text, digits):
    seen = sampled(parse_statement(text), digits, 150)
    assert seen.outcome == "agrees"
    assert seen.points == 150
    assert seen.undefined == 0


@pytest.mark.parametrize("text", FALSE)
def test_false_claims_are_contradicted_at_an_exact_point(text):
    statement = parse_statement(text)
    seen = sampled(statement, 50, 400)
    assert seen.outcome == "contradicts"
    assert Decimal(seen.least_margin) <= 0
    look = sampler(statement, 200)
    assert look.sign(look.slack({name: Fraction(value) for name, value in seen.at.items()})) == "wrong"


@pytest.mark.parametrize("text", TRUE + FALSE)
def test_sympy_is_never_on_the_wrong_side(text):
    assert symbolic(parse_statement(text)).outcome != ("contradicts" if text in TRUE else "agrees")


@pytest.mark.parametrize(("text", "outcome", "words"), SYMPY_SAYS)
def test_what_sympy_says(text, outcome, words):
    answer = symbolic(parse_statement(text))
    assert answer.outcome == outcome
    assert words in answer.text


def test_sharp_contact_has_margin_zero():
    """The contact of 1 - exp(-x) >= x/2 is visited and its slack is exactly 0, not a rounding error."""
    seen = sampled(parse_statement(TRUE[0]))
    assert (seen.least_margin, seen.at, seen.undecided) == ("0", {"x": "0"}, 0)


def test_undecided_sign_is_counted_and_agrees_with_nothing():
    """1/3 + exp-noise: equality through functions that are not exact can never be certain of <=."""
    seen = sampled(parse_statement("log(6) <= log(2) + log(3)"))
    assert (seen.outcome, seen.points, seen.undecided) == ("silent", 1, 1)


def test_more_digits_decide_what_fewer_cannot():
    text = "for all x in [1/10**20, 1/10**20]: sin(x) < x - x**3/6 + x**5/120"
    assert sampled(parse_statement(text), 50).undecided > 0
    assert sampled(parse_statement(text), 200).outcome == "agrees"


def test_undefined_points_are_reported():
    seen = sampled(parse_statement("for all x in [0, 1]: log(x) <= 0"))
    assert seen.undefined > 0
    assert "log" in seen.text


def test_domain_without_points_is_silent():
    seen = sampled(parse_statement("for all x in [0, 1], if x >= 2: x >= 0"))
    assert (seen.outcome, seen.points, seen.text) == ("silent", 0, "no point of the domain was found")


def test_sampling_repeats_from_the_seed():
    statement = parse_statement(TRUE[5])
    assert sampled(statement, seed=3) == sampled(statement, seed=3)
    assert sampled(statement, seed=3) != sampled(statement, seed=4)


def test_sampling_leaves_the_precision_of_mpmath_alone():
    import mpmath
    before = mpmath.mp.prec, mpmath.iv.prec
    sampled(parse_statement(TRUE[0]), 200)
    assert (mpmath.mp.prec, mpmath.iv.prec) == before


def test_boxes_count_only_certain_agreement():
    seen = sampled(parse_statement("for all x in [0, 1]: x <= 2"), 50, 80)
    assert seen.boxes == seen.boxes_certain == 10


MARGINS = [Fraction(1, 3), Fraction(-1, 3), Fraction(10**30 + 1), Fraction(-(10**30)), Fraction(1, 2**9000)]


@pytest.mark.parametrize("value", MARGINS)
def test_margins_are_written_rounded_down(value):
    low, _ = padded.from_fraction(value, 200)
    written = Fraction(Decimal(decimal_below(low)))
    assert written <= padded.to_fraction(low)
    assert abs(written - value) <= abs(value) / 10**5


def test_astronomic_margins_are_written_as_powers_of_two():
    tiny = libmp.from_man_exp(3, -(10**12))
    assert decimal_below(tiny) == f"2**{1 - 10**12}"
    assert decimal_below(libmp.mpf_neg(tiny)) == f"-2**{2 - 10**12}"


def spin() -> None:
    """A call that never ends and swallows ordinary exceptions."""
    while True:
        try:
            sum(range(1000))
        except Exception:  # noqa: BLE001  # what a library under a budget might do
            continue


def test_budget_ends_a_call_that_would_not_end():
    start = time.perf_counter()
    with pytest.raises(OutOfTime):
        within(0.2, spin)
    assert time.perf_counter() - start < 2


def test_budget_puts_the_old_timer_back():
    import signal
    before = signal.getsignal(signal.SIGALRM)
    assert within(1, abs, -3) == 3
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert gc.isenabled()


def test_budget_works_in_another_thread():
    """There it runs in a process of its own."""
    results = []
    thread = threading.Thread(target=lambda: results.append(within(5, abs, -3)))
    thread.start()
    thread.join()
    assert results == [3]


def test_sympy_over_budget_is_silent():
    answer = symbolic(parse_statement(TRUE[5]), seconds=0.001)
    assert answer.outcome == "silent"
    assert "no answer within" in answer.text


def test_looks_are_quick():
    """A claim's sampled look costs tens of milliseconds, so that a library of a hundred stays within seconds."""
    statement = parse_statement(TRUE[5])
    sampler(statement, 50).look(Random(0), 200, 0.5)
    start = time.perf_counter()
    sampler(statement, 50).look(Random(1), 200, 0.5)
    assert time.perf_counter() - start < 0.5


def test_budget_leaves_no_timer_behind_however_it_ends():
    """Calls that end close to their budget, many times: no late alarm hits the code after them."""
    import signal
    for k in range(60):
        with contextlib.suppress(OutOfTime):
            within(0.002, time.sleep, 0.0015 + k * 0.00002)
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    time.sleep(0.1)
