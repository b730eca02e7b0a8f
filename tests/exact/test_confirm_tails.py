# SPDX-License-Identifier: Apache-2.0
"""Hoeffding, Lemma 1 and Azuma-Hoeffding on enumerated laws: right probabilities, and false bounds are caught."""

from fractions import Fraction
from itertools import product

import pytest

from proofcheck.exact import Status
from proofcheck.exact.confirm_tails import QUARTERS, azuma, below, hoeffding, lemma1, reach
from proofcheck.exact.record import judged


@pytest.mark.parametrize("laws", [((1, 1),), ((1, 2, 0, 1), (9, 1)), ((1, 0, 3),) * 3])
def test_probabilities_of_sums_are_those_of_all_outcomes(laws):
    totals = [sum(weights) for weights in laws]
    for bound in (Fraction(-1), Fraction(0), Fraction(5, 2), Fraction(3), Fraction(100)):
        expected = Fraction(0)
        for pick in product(*(range(len(weights)) for weights in laws)):
            chance = Fraction(1)
            for value, weights, total in zip(pick, laws, totals, strict=True):
                chance *= Fraction(weights[value], total)
            expected += chance * (sum(pick) <= bound)
        assert below(laws, bound) == expected


def test_the_grid_of_laws_is_all_of_those_with_positive_mean():
    assert len(QUARTERS) == 31  # of 70, 8 have mean 0 and the others come in pairs
    assert len(set(QUARTERS)) == 31


@pytest.mark.parametrize(("make", "nearly"), [(lemma1, "98/100"), (hoeffding, "9/10"), (azuma, "9/10")])
def test_bounds_are_confirmed_and_a_smaller_one_is_violated(make, nearly):
    assert judged(make())[0].status is Status.CONFIRMED
    record = judged(make(), Fraction(nearly))[0]
    assert record.status is Status.VIOLATED
    assert record.undecided == 0


def all_martingales(widths, need):
    """The largest probability over every adapted choice of two-point laws or 0, by plain recursion over the tree."""
    if not widths:
        return Fraction(int(need <= 0))
    options = [all_martingales(widths[1:], need)]
    for up, down in product(range(1, widths[0]), repeat=2):
        if up + down <= widths[0]:
            high, low = (all_martingales(widths[1:], need + shift) for shift in (-up, down))
            options.append((down * high + up * low) / (up + down))
    return max(options)


@pytest.mark.parametrize("widths", [(2,), (4, 4), (3, 4, 2)])
def test_the_worst_martingale_is_the_worst_of_all(widths):
    for need in range(-1, sum(widths) + 1):
        assert reach(widths, need) == all_martingales(widths, need)


def test_three_points_do_no_better_than_two():
    """A mean-zero law on {-2, 0, 1} or {-1, 0, 1, 2} is a mixture of two-point ones: none reaches further."""
    for weights in product(range(4), repeat=4):
        if sum(weights) and sum((value - 1) * w for value, w in enumerate(weights)) == 0:
            for need in (1, 2):
                assert Fraction(sum(weights[need + 1 :]), sum(weights)) <= reach((3,), need)
