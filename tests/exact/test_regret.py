# SPDX-License-Identifier: Apache-2.0
"""Reg_T block by block against the learner played out, and against its own bounds."""

from fractions import Fraction
from itertools import pairwise

import pytest

from proofcheck.exact import InputError, Law, brute_actions, brute_regret, regret
from proofcheck.exact.regret import block_rounds, initial_law

from .helpers import law_named, meet, slow_f

CASES = [
    ("opposite", 7), ("best last, twins", 7), ("dependent", 5), ("two", 5), ("deterministic", 7), ("one hot", 3),
]  # fmt: skip


@pytest.mark.parametrize(("name", "longest"), CASES)
@pytest.mark.parametrize("epsilon", ["1/10", "1"])
def test_agrees_with_playing_everything_out(name: str, longest: int, epsilon: str):
    law = law_named(name)
    eta = min(Fraction(epsilon) / 2, Fraction(1, 8))
    for horizon in {1, 2, 3, longest - 1, longest}:
        found = regret(law, epsilon, horizon, digits=25, work=10**4)
        brute = brute_regret(law, eta, horizon, initial_law(law, None))
        assert meet(found.value, brute)
        assert found.digits_reached == 25
        assert brute.digits(25) == 25


def test_another_law_of_the_first_action():
    law, start = law_named("dependent"), [Fraction(1, 4), "1/2", "0.25"]
    found = regret(law, "1/4", 4, digits=25, initial=start, work=10**4)
    assert meet(found.value, brute_regret(law, Fraction(1, 8), 4, initial_law(law, start)))
    sure = regret(law, "1/4", 1, initial=[1, 0, 0], work=10**4)
    assert sure.value.upper == 0


def test_law_of_the_actions_has_the_right_marginals():
    """After 7 rounds A_3 is decided from a prefix of 3 or 4 vectors: E Delta of each A is F_1, F_2, (F_3 + F_4)/2."""
    law, eta = law_named("opposite"), Fraction(1, 8)
    joint = brute_actions(law, eta, 7, initial_law(law, None))
    assert len(joint) == 2**4
    assert sum(p.lower for p in joint.values()) <= 1 <= sum(p.upper for p in joint.values())
    f = {m: slow_f(law, eta, m) for m in range(1, 5)}
    for block, expected in enumerate([f[1], f[2], (f[3] + f[4]) / 2], start=1):
        low, high = (
            sum(getattr(p, end) * law.gaps[actions[block] - 1] for actions, p in joint.items())
            for end in ("lower", "upper")
        )
        assert low - Fraction(1, 10**40) <= expected <= high + Fraction(1, 10**40)


def test_a_thousand_rounds_against_the_definition(two: Law):
    """All F_m up to 2^8 from a list, averaged here, against the range sums the answer uses."""
    from proofcheck.exact import sums

    f = sums(two, "1/4", digits=20, terms=256).f
    low = high = Fraction(1, 20)
    for t in range(2, 1001):
        r = t.bit_length() - 2
        span = range(2 ** (r - 1) + 1, 2**r + 1) if r else range(1, 2)
        low += sum(f[m].lower for m in span) / len(span)
        high += sum(f[m].upper for m in span) / len(span)
    found = regret(two, "1/4", 1000, digits=20)
    assert found.digits_reached == 20
    assert max(low, found.value.lower) <= min(high, found.value.upper)


def test_huge_horizons_level_off_below_every_bound(two: Law):
    answers = [regret(two, "1/4", horizon) for horizon in (10**3, 10**6, 10**100)]
    for answer in answers:
        assert answer.digits_reached == 30
        assert answer.value.upper < answer.bound_lemma4.lower < answer.bound_1.lower < answer.bound_2.lower
    assert answers[0].value.upper < answers[1].value.lower
    assert meet(answers[1].value, answers[2].value)


def test_regret_never_falls_as_rounds_are_added():
    law = law_named("dependent")
    values = [regret(law, "1/2", horizon, digits=6, work=10**4).value for horizon in range(1, 18)]
    assert all(a.upper < b.lower for a, b in pairwise(values))


@pytest.mark.parametrize("horizon", [1, 2, 3, 4, 7, 8, 1000])
def test_blocks_cover_the_horizon(horizon: int):
    assert sum(block_rounds(block, horizon) for block in range(12)) == horizon


def test_json_form(two: Law):
    shown = regret(two, "1/4", 1000, digits=10).as_dict()
    assert list(shown) == [
        "law", "epsilon", "horizon", "lower", "upper", "bound_lemma4", "bound_1", "bound_2", "engine",
    ]  # fmt: skip
    assert shown["horizon"] == 1000
    assert all(isinstance(value, str) for key, value in shown.items() if key != "horizon")


@pytest.mark.parametrize("horizon", [0, -1, 1.5, "7", True, 10**301])
def test_bad_horizon(two: Law, horizon: object):
    with pytest.raises(InputError, match="horizon: found"):
        regret(two, "1/4", horizon)


@pytest.mark.parametrize("initial", [["1/2"], ["1/2", "1/3"], ["3/2", "-1/2"], [0.5, 0.5]])
def test_bad_initial_law(two: Law, initial: list):
    with pytest.raises(InputError, match="initial"):
        regret(two, "1/4", 5, initial=initial)


def test_brute_force_refuses_what_is_too_long(two: Law):
    with pytest.raises(InputError, match="write 1 to 7"):
        brute_regret(two, Fraction(1, 8), 8, initial_law(two, None))
    with pytest.raises(InputError, match="paths"):
        brute_regret(law_named("alike"), Fraction(1, 8), 7, (Fraction(1, 3),) * 3)


def test_prefix_lengths_out_of_reach_cost_at_most_a_round_each():
    law = law_named("one hot")
    short, full = regret(law, "1/4", 20, digits=10, work=1), regret(law, "1/4", 20, digits=10, work=3 * 10**5)
    assert short.terms < full.terms
    assert short.value.lower < full.value.lower <= full.value.upper <= short.value.upper <= 20 * max(law.gaps)
