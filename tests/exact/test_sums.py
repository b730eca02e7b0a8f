# SPDX-License-Identifier: Apache-2.0
"""F_m and its sum against other ways to compute them."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.exact import InputError, Law, law_from_dict, sums, whole_sum
from proofcheck.exact.engines import Problem
from proofcheck.exact.engines.float64 import Lattice64
from proofcheck.exact.engines.lattice import Lattice
from proofcheck.exact.engines.types import Types
from proofcheck.exact.softmax import eta_of
from proofcheck.exact.tail import tail_of
from proofcheck.exact.walk import levels, walk_of

from .helpers import LAWS, holds, law_named, meet, real, slow_f, thousand_alike

# Sum of F_m, means 1/2 and 3/5, eta = 1/8, by the Green's function with mpmath at 100 digits and by a plain integer
# recursion outside this package. Issue 4 prints other digits from the 20th on (...62573368246634...): they are wrong.
KNOWN = Fraction("6.927527267060516257368204682484713160903409205209845")
ISSUE_4 = Fraction("6.92752726706051625733682466348471")


def test_known_sum_to_thirty_digits(two: Law):
    answer = sums(two, "1/4", digits=30)
    assert answer.digits_reached == 30
    assert answer.total.upper - answer.total.lower < Fraction(1, 10**29)
    assert answer.total.lower <= KNOWN <= answer.total.upper
    assert ISSUE_4 + Fraction(1, 10**20) < answer.total.lower
    assert (answer.engine, answer.terms, answer.tail) == ("green", None, 0)


def test_the_same_to_thirty_digits_term_by_term(two: Law):
    answer = sums(two, "1/4", digits=30, terms=0, engine="lattice")
    assert answer.digits_reached == 30
    assert answer.total.lower <= KNOWN <= answer.total.upper
    assert answer.tail > 0
    assert answer.engine == "lattice"


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("eta", [Fraction(1, 8), Fraction(1, 20)])
def test_f_agrees_with_plain_enumeration_to_fifty_digits(name: str, eta: Fraction):
    law = law_named(name)
    for engine in (Types(walk_of(law), eta), Lattice(walk_of(law), eta)):
        found = engine.range_sums([1, 2, 3, 5], 240)
        f = {m: slow_f(law, eta, m) for m in range(1, 6)}
        expected = [f[1], f[2], f[3], f[4] + f[5]]
        assert all(holds(part, value) for part, value in zip(found, expected, strict=True))
        assert all(part.digits(50) == 50 for part in found)


laws = st.integers(2, 4).flatmap(
    lambda size: st.lists(
        st.tuples(st.tuples(*[st.fractions(0, 1, max_denominator=5)] * size), st.integers(1, 9)), min_size=1, max_size=4
    )
)


@settings(max_examples=40, deadline=None)
@given(laws, st.sampled_from([Fraction(1, 8), Fraction(2), Fraction(1, 100)]), st.integers(1, 12))
def test_engines_agree_on_any_small_law(atoms: list, eta: Fraction, m: int):
    try:
        total = sum(weight for _, weight in atoms)
        law = Law("any", tuple((losses, Fraction(weight, total)) for losses, weight in atoms))
    except InputError:
        return  # no unique best action
    walk, edges = walk_of(law), [m, m + 3]
    ways = [Types(walk, eta), Types(replace(walk, alike=()), eta), Lattice(walk, eta), Lattice64(walk, eta)]
    first, *others = [way.range_sums(edges, 120) for way in ways]
    for other in others:
        assert all(meet(a, b) and b.digits(10) == 10 for a, b in zip(first, other, strict=True))


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 19), st.integers(1, 19), st.sampled_from(["1/4", "1/10", "3"]))
def test_whole_sum_against_the_greens_function(p: int, q: int, epsilon: str):
    """Two Bernoulli actions: sum_{m>=0} E f(D_m) = sum_d G(d) f(d), G(d) = 1/(c-a), times (a/c)^|d| for d < 0."""
    if p == q:
        return
    low, high = Fraction(min(p, q), 20), Fraction(max(p, q), 20)
    law = Law("walk", (), ((((Fraction(0), 1 - low), (Fraction(1), low)), 1),
                           (((Fraction(0), 1 - high), (Fraction(1), high)), 1)))  # fmt: skip
    c, a, gap, eta = high * (1 - low), low * (1 - high), high - low, eta_of(Fraction(epsilon))
    answer = sums(law, epsilon, digits=25, terms=0)
    with mpmath.workdps(50):
        down = sum((real(a / c)) ** d / (1 + mpmath.exp(-real(eta) * d)) for d in range(1, 3000))
        up = sum(1 / (1 + mpmath.exp(real(eta) * d)) for d in range(3000))
        expected = real(gap / (c - a)) * (down + up) - real(gap / 2)
        slack = mpmath.mpf(10) ** -40
        assert real(answer.total.lower) - slack <= expected <= real(answer.total.upper) + slack
    assert answer.digits_reached == 25


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("least", [1, 4, 30])
def test_a_short_sum_and_its_rest_hold_the_whole(name: str, least: int):
    """The tail is real: with more terms the partial sum grows, and stays inside."""
    problem = Problem(law_named(name), Fraction(1, 8))
    engine, fine = problem.engines["lattice64"], whole_sum(problem.law, "1/4", work=10**5).total
    for terms in (least, 2 * least):
        partial = engine.range_sums([terms], 100)[0]
        rest = problem.tail.rest(terms)
        assert 0 < rest <= problem.tail.after(terms)
        assert meet(partial.widened(rest), fine)
        assert fine.lower > partial.upper or fine.digits(6) < 6


@pytest.mark.parametrize("name", LAWS)
def test_tail_bounds_every_term(name: str):
    """copies * Delta_j * E P_{m,j} <= charge_j * rho_j^m, for each j, and rho_j < 1."""
    law, eta = law_named(name), Fraction(1, 8)
    walk = walk_of(law)
    tail, f = tail_of(walk, eta), Types(walk, eta).range_sums(range(1, 13), 120)
    assert all(0 < rate < 1 for rate in tail.rates)
    for m, value in enumerate(f, start=1):
        assert value.upper <= sum(rate**m * charge for rate, charge in zip(tail.rates, tail.charges, strict=True))
    assert sum(value.lower for value in f[4:]) <= tail.after(4)


def test_terms_for_is_the_least(two: Law):
    tail = tail_of(walk_of(two), Fraction(1, 8))
    terms = tail.terms_for(Fraction(1, 1000))
    assert tail.after(terms) <= Fraction(1, 1000) < tail.after(terms - 1)


def test_tiny_gap_gets_a_proved_tail():
    law = law_from_dict(
        {"actions": [{"0": "1/2", "1": "1/2"}, {"0": "0.49999999999999999999", "1": "0.50000000000000000001"}]}
    )
    tail = tail_of(walk_of(law), Fraction(1, 8))
    assert tail.rates[0] < 1
    whole = sums(law, "1/4", digits=5, terms=1, work=10**5)
    assert (whole.engine, whole.digits_reached) == ("green", 5)
    problem = Problem(law, Fraction(1, 8))
    partial = problem.engines["lattice64"].range_sums([1000], 100)[0].widened(problem.tail.rest(1000))
    assert partial.lower < whole.total.lower < whole.total.upper < partial.upper
    assert partial.digits(5) == 0


def test_f_is_decreasing_enough_to_be_listed_and_json_is_outward(two: Law):
    answer = sums(two, "1/4", digits=12, terms=4)
    shown = answer.as_dict()
    assert list(shown) == ["law", "epsilon", "eta", "F", "sum", "bound", "engine", "F_engine"]
    assert (shown["epsilon"], shown["eta"], list(shown["F"])) == ("1/4", "1/8", ["1", "2", "3", "4"])
    for m, value in answer.f.items():
        assert Fraction(shown["F"][str(m)]["lower"]) <= value.lower
        assert Fraction(shown["F"][str(m)]["upper"]) >= value.upper
    assert Fraction(shown["sum"]["tail"]) >= answer.tail
    assert (shown["engine"], shown["sum"]["terms"], shown["F_engine"]) == ("green", None, answer.f_engine)
    assert set(shown["sum"]) == {"lower", "upper", "terms", "tail"}


def test_work_limit_widens_and_says_so():
    law = law_named("dependent")
    answer = sums(law, "1/4", digits=30, work=10**5, terms=2)
    assert answer.digits_reached < 30
    assert answer.total.lower < answer.total.upper
    finer = sums(law, "1/4", digits=2, terms=0, work=5 * 10**5)
    assert meet(answer.total, finer.total)
    with pytest.raises(InputError, match="terms: found 5000; for this law write at most"):
        sums(law, "1/4", terms=5000, work=10**5)


def test_renumbering_the_actions_changes_nothing():
    law = law_named("dependent")
    turned = Law("turned", tuple(((x[2], x[0], x[1]), p) for x, p in law.atoms))
    one, other = sums(law, "1/2", digits=15, terms=4, work=10**5), sums(turned, "1/2", digits=15, terms=4, work=10**5)
    assert (law.best, turned.best) == (1, 2)
    assert all(meet(one.f[m], other.f[m]) for m in one.f)


def test_levels_are_laws():
    walk = walk_of(law_named("alike"))
    assert walk.alike == ((0, 1),)
    for m, states, whole in levels(walk):
        assert sum(states.values()) == whole
        if m == 5:
            break


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"epsilon": 0.25}, "epsilon: found the float 0.25; write exact text"),
        ({"epsilon": "0"}, "epsilon: found 0; write a positive number"),
        ({"epsilon": "-1/4"}, "epsilon: found -1/4"),
        ({"epsilon": "1/0"}, "a division by 0"),
        ({"epsilon": "__import__('os')"}, "write an exact number"),
        ({"digits": 0}, "digits: found 0; write an integer from 1"),
        ({"digits": 10**6}, "digits: found 1000000"),
        ({"digits": True}, "digits: found True"),
        ({"terms": -1}, "terms: found -1"),
        ({"at": [1.5]}, "at: found 1.5"),
    ],
)
def test_bad_arguments(two: Law, keywords: dict, message: str):
    epsilon = keywords.pop("epsilon", "1/4")
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        sums(two, epsilon, **keywords)


def test_the_rest_knows_that_probabilities_sum_to_one():
    """A thousand actions with gap 1/10: the union bound counts each of them, the threshold one of them."""
    tail = Problem(thousand_alike(), Fraction(1, 8)).tail
    assert tail.rest(10) < tail.after(10) / 20
    assert tail.rest(10) < Fraction(1, 10) * 2000
    assert tail.after(20_000) * Fraction(99, 100) < tail.rest(20_000) <= tail.after(20_000)


@pytest.mark.parametrize("size", [2, 30])
def test_the_rest_bounds_what_is_left(size: int):
    actions = [{"0": "9/10", "1": "1/10"}, {"0": "1/2", "1": "1/2", "repeat": size}, {"1": 1, "repeat": size}]
    problem = Problem(law_from_dict({"actions": actions}), Fraction(1, 20))
    engine = problem.engines["integral64"]
    for terms in (1, 20, 200):
        some, more = engine.range_sums([terms, 1500], 100)
        assert more.lower <= problem.tail.rest(terms) <= problem.tail.after(terms)
        assert some.lower > 0


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("magic", "engine: found 'magic'; write one of types, lattice, lattice64, integral, integral64, green"),
        ("green", "engine: found 'green', which does not apply to this law; write one of types, lattice, lattice64"),
        ("integral", "engine: found 'integral', which does not apply to this law"),
    ],
)
def test_engines_that_do_not_apply(engine: str, message: str):
    with pytest.raises(InputError, match=message):
        sums(law_named("dependent"), "1/4", engine=engine, work=10**4)
    with pytest.raises(InputError, match="K = 1000 has more than 50000 joint loss vectors"):
        sums(thousand_alike(), "1/4", engine="lattice")


@pytest.mark.parametrize("engine", ["types", "lattice", "lattice64", "integral", "integral64", "green"])
def test_every_engine_by_name(engine: str):
    law = law_from_dict({"actions": [{"0": "9/10", "1": "1/10"}, {"0": "1/10", "1": "9/10"}]})
    answer = sums(law, "1/4", digits=2, terms=2, engine=engine)
    assert answer.engine == engine
    assert meet(answer.total, sums(law, "1/4", digits=20, terms=0).total)
    assert all(holds(answer.f[m], slow_f(law, Fraction(1, 8), m)) for m in (1, 2))


def test_single_places_are_listed_beside_the_first(two: Law):
    answer = sums(two, "1/4", digits=15, terms=1, at=[500, 3, 500])
    assert list(answer.f) == [1, 3, 500]
    with pytest.raises(InputError, match="at: found 0; write an integer from 1"):
        sums(two, "1/4", at=[0])
    with pytest.raises(InputError, match="at: found 800000; for this law write at most"):
        sums(law_named("one hot"), "1/4", at=[800_000], work=10**4)


@pytest.mark.parametrize("epsilon", ["1/4", "1/1000"])
def test_a_thousand_actions_of_many_losses_stay_below_the_bound(epsilon: str):
    """Few terms are within reach; the rest alone must settle it, whatever eta is."""
    sides = [{"0": "1/2", "1/20": "1/2"}, {"1/5": "1/3", "3/4": "1/3", "1": "1/3", "repeat": 499},
             {"3/20": "1/2", "9/10": "1/2", "repeat": 500}]  # fmt: skip
    answer = whole_sum(law_from_dict({"actions": sides}), epsilon, work=3 * 10**5)
    assert 0 < answer.total.lower < answer.total.upper < answer.bound.lower
