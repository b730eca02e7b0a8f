# SPDX-License-Identifier: Apache-2.0
"""The integral engines against enumeration, against one another, and on laws of a thousand actions."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.exact import Law, law_from_dict, regret, sums, whole_sum
from proofcheck.exact.engines.float64 import Integral64, Lattice64
from proofcheck.exact.engines.integral import Integral
from proofcheck.exact.engines.types import Types
from proofcheck.exact.groups import Groups, groups_of
from proofcheck.exact.walk import walk_of

from .helpers import (
    bernoulli,
    holds,
    law_named,
    meet,
    random_groups,
    real,
    slow_f,
    thousand_alike,
    thousand_of_twenty_means,
)


def groups_from(law: Law) -> Groups:
    groups = groups_of(law)
    assert groups is not None
    return groups


@pytest.mark.parametrize("name", ["two", "alike", "deterministic"])
@pytest.mark.parametrize("eta", [Fraction(1, 8), Fraction(1, 20)])
def test_f_agrees_with_plain_enumeration(name: str, eta: Fraction):
    law = law_named(name)
    expected = [slow_f(law, eta, m) for m in (1, 2, 5)]
    for engine, digits in ((Integral(groups_from(law), eta), 50), (Integral64(groups_from(law), eta), 10)):
        found = engine.each([1, 2, 5], 240)
        assert all(holds(part, value) for part, value in zip(found, expected, strict=True))
        assert all(part.digits(digits) == digits for part in found)


@settings(max_examples=30, deadline=None)
@given(random_groups(), st.sampled_from([Fraction(1, 8), Fraction(1, 3), Fraction(1, 100)]), st.integers(1, 6))
def test_all_engines_agree_on_any_independent_law(law: Law | None, eta: Fraction, m: int):
    if law is None or law.size > 5:
        return
    groups, walk = groups_from(law), walk_of(law)
    places = [m, m + 1, m + 9] if law.size < 4 else [min(m, 3)]
    ways = [Types(walk, eta), Lattice64(walk, eta), Integral(groups, eta), Integral64(groups, eta)]
    first, *others = [way.each(places, 120) for way in ways]
    for other in others:
        assert all(meet(a, b) for a, b in zip(first, other, strict=True))
        assert all(b.digits(9) == 9 for b in other)


def test_range_sums_are_sums_of_terms():
    groups = groups_from(law_named("alike"))
    for engine in (Integral(groups, Fraction(1, 8)), Integral64(groups, Fraction(1, 8))):
        terms = engine.each(range(1, 18), 120)
        for (a, b), part in zip([(0, 1), (1, 4), (4, 17)], engine.range_sums([1, 4, 17], 120), strict=True):
            low, high = sum(t.lower for t in terms[a:b]), sum(t.upper for t in terms[a:b])
            assert max(low, part.lower) <= min(high, part.upper)


def test_a_group_is_the_same_as_its_actions_one_by_one():
    """Groups kept apart (as if their marginals differed) against groups taken together."""
    groups = groups_from(law_from_dict({"actions": [bernoulli(Fraction(1, 4)), bernoulli(Fraction(1, 2), 7)]}))
    best, others = groups.groups
    apart = replace(groups, groups=(best, *(replace(others, copies=1) for _ in range(7))))
    for kind in (Integral, Integral64):
        one, other = (kind(g, Fraction(1, 8)).each([1, 30], 120) for g in (groups, apart))
        assert all(meet(a, b) for a, b in zip(one, other, strict=True))


def test_one_law_however_it_is_written():
    """Order, repeat or repetition, and a common shift of all losses change nothing."""
    side, best = {"0": "1/2", "1/2": "1/2"}, {"0": "3/4", "1/2": "1/4"}
    first = groups_from(law_from_dict({"actions": [best, {**side, "repeat": 3}]}))
    second = groups_from(law_from_dict({"actions": [side, best, {"1/2": "1/2", "0": "1/2", "repeat": 2}]}))
    shifted = groups_from(
        law_from_dict({"actions": [{"1/2": "3/4", "1": "1/4"}, {"1/2": "1/2", "1": "1/2", "repeat": 3}]})
    )
    assert first == second == shifted


@pytest.mark.parametrize("make", [thousand_alike, thousand_of_twenty_means])
@pytest.mark.parametrize("eta", [Fraction(1, 8), Fraction(1, 30)])
def test_a_thousand_actions_by_three_ways(make, eta: Fraction):
    """Two precisions have other nodes, other cells and other windows; float64 has other arithmetic."""
    groups = groups_from(make())
    fine, finer = (Integral(groups, eta).each([1, 90], bits) for bits in (110, 190))
    coarse = Integral64(groups, eta).each([1, 90], 110)
    for a, b, c in zip(fine, finer, coarse, strict=True):
        assert meet(a, b)
        assert meet(b, c)
        assert (a.digits(16), b.digits(40), c.digits(8)) == (16, 40, 8)


def test_a_thousand_alike_against_a_plain_quadrature():
    """m = 3, by mpmath's own integrator over u."""
    law, eta, m = thousand_alike(), mpmath.mpf(1) / 8, 3

    def mean(p: mpmath.mpf, value) -> mpmath.mpf:
        return sum(
            mpmath.binomial(m, k) * p**k * (1 - p) ** (m - k) * value(mpmath.exp(-eta * k)) for k in range(m + 1)
        )

    with mpmath.workdps(30):
        p, q = mpmath.mpf(2) / 5, mpmath.mpf(1) / 2

        def integrand(u: mpmath.mpf) -> mpmath.mpf:
            phi = mean(q, lambda w: mpmath.exp(-u * w))
            slope = mean(q, lambda w: w * mpmath.exp(-u * w))
            return slope * phi**998 * mean(p, lambda w: mpmath.exp(-u * w))

        expected = mpmath.mpf(999) / 10 * mpmath.quad(integrand, [0, 0.002, 0.01, 0.05, 0.2, 1])
        found = Integral(groups_from(law), Fraction(1, 8)).each([3], 110)[0]
        assert abs(real(found.lower) - expected) < mpmath.mpf(10) ** -15


def test_a_thousand_actions_through_the_interface():
    law = thousand_of_twenty_means()
    answer = sums(law, "1/4", digits=20, terms=3, at=[1000], work=10**6)
    assert list(answer.f) == [1, 2, 3, 1000]
    assert answer.f_engine == "integral"
    assert all(value.digits(20) == 20 for value in answer.f.values())
    assert answer.engine == "integral64"
    assert answer.total.upper < answer.bound.lower
    assert answer.ratio.upper < Fraction(1, 100)


def test_whole_sums_of_a_thousand_actions():
    answer = whole_sum(thousand_alike(), "1/4")
    assert (answer.engine, answer.digits_reached, answer.f) == ("integral64", 6, {})
    narrow = whole_sum(thousand_alike(), "1/4", digits=2, work=1)
    assert narrow.total.lower < answer.total.lower < answer.total.upper < narrow.total.upper < answer.bound.lower


def test_regret_of_a_thousand_actions():
    law = thousand_alike()
    short, long = regret(law, "1/4", 100, digits=8), regret(law, "1/4", 10**9, digits=8)
    assert short.value.upper < long.value.lower <= long.value.upper < long.bound_lemma4.lower
    assert (long.digits_reached, long.engine) == (8, "integral64")
    # Seven rounds by the definition: blocks of 1, 2, 4 rounds, A_1 from F_1, A_2 from F_2.
    f = sums(law, "1/4", digits=20, terms=2).f
    start = Fraction(999, 10_000)
    seven = regret(law, "1/4", 7, digits=8).value
    assert max(seven.lower, start + 2 * f[1].lower + 4 * f[2].lower) <= min(
        seven.upper, start + 2 * f[1].upper + 4 * f[2].upper
    )


def test_losses_on_no_common_lattice():
    """Denominators 7, 9 and 11: windows would have thousands of cells a loss, points do not mind."""
    actions = [
        {"0": "1/2", "1/7": "1/2"},
        {"2/9": "1/3", "5/9": "2/3", "repeat": 2},
        {"3/11": "1/2", "1": "1/2", "repeat": 3},
    ]
    law = law_from_dict({"name": "unlike", "actions": actions})
    found = sums(law, "1/4", digits=20, terms=2, work=10**5)
    for m, value in found.f.items():
        assert holds(value, slow_f(law, Fraction(1, 8), m))
        assert value.digits(20) == 20


@pytest.mark.parametrize("eta", [Fraction(1, 10**6), Fraction(40)])
def test_rates_far_from_the_papers(eta: Fraction):
    law = law_named("alike")
    expected = [slow_f(law, eta, m) for m in (1, 3)]
    found = Integral(groups_from(law), eta).each([1, 3], 150)
    assert all(holds(part, value) and part.digits(20) == 20 for part, value in zip(found, expected, strict=True))


def test_sure_actions():
    """K = 4, all deterministic: F_m is one softmax."""
    law = law_from_dict({"actions": [{"0": 1}, {"1/2": 1, "repeat": 2}, {"1": 1}]})
    with mpmath.workdps(40):
        w = [mpmath.exp(mpmath.mpf(-m) / 8) for m in (0, 5, 5, 10)]
        expected = (w[1] + w[3]) / sum(w)
    for engine, digits in (
        (Integral(groups_from(law), Fraction(1, 8)), 20),
        (Integral64(groups_from(law), Fraction(1, 8)), 11),
    ):
        found = engine.each([10], 130)[0]
        assert found.digits(digits) == digits
        with mpmath.workdps(40):
            assert real(found.lower) <= expected <= real(found.upper)
