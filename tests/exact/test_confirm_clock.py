# SPDX-License-Identifier: Apache-2.0
"""The clock on instances: what is played out agrees with what is computed, and what is counted is counted right."""

from fractions import Fraction

import pytest

from proofcheck.exact import Status, regret
from proofcheck.exact.brute import brute_choice
from proofcheck.exact.confirm_clock import choice, first_block, lemma4, partition, rounds_played, theorem
from proofcheck.exact.instance import Instance, affordable
from proofcheck.exact.record import judged
from proofcheck.exact.walk import walk_of

from .helpers import law_named, meet, slow_f


def instance(name, epsilon="1/4"):
    law = law_named(name)
    walk = walk_of(law)
    return Instance(law, walk, Fraction(epsilon), affordable(walk))


@pytest.mark.parametrize("horizon", [1, 2, 3, 7, 20, 31])
def test_regrets_agree_with_the_regret_command(horizon):
    on = instance("two")
    assert meet(on.regrets[horizon], regret(on.law, "1/4", horizon, digits=15).value)


@pytest.mark.parametrize(("block", "length"), [(0, 1), (1, 2), (2, 3)])
def test_the_choice_of_a_block_is_f_m(block, length):
    on = instance("opposite")
    chances = brute_choice(on.law, on.eta, block, length)
    cost = sum(p.lower * gap for p, gap in zip(chances, on.law.gaps, strict=True))
    assert abs(cost - slow_f(on.law, on.eta, length)) < Fraction(1, 10**30)
    assert sum(p.lower for p in chances) <= 1 <= sum(p.upper for p in chances)


def test_horizons_are_played_out_and_by_the_clock():
    where = [case.where for case in lemma4(instance("opposite"))]
    assert any(words.endswith("T = 7, played out") for words in where)
    assert any(words.endswith("T = 63") for words in where)


def test_theorem_1_is_looked_at_with_both_bounds_and_a_million_rounds():
    cases = list(theorem(instance("two")))
    million = [case for case in cases if case.where.endswith("T = 1000000")]
    assert len(million) == 2
    assert million[0].left == million[1].left
    assert million[0].right != million[1].right


@pytest.mark.parametrize("make", [rounds_played, partition])
def test_counts_are_confirmed_and_less_is_violated(make):
    assert judged(make())[0].status is Status.CONFIRMED
    assert judged(make(), Fraction(99, 100))[0].status is Status.VIOLATED


@pytest.mark.parametrize("make", [first_block, choice, lemma4, theorem])
@pytest.mark.parametrize("name", ["two", "dependent", "one hot", "deterministic"])
def test_laws_of_the_tests_are_confirmed_as_well(make, name):
    assert {record.status for record in judged(make(instance(name)))} == {Status.CONFIRMED}
