# SPDX-License-Identifier: Apache-2.0
"""Outputs that cannot occur: under neither input they tell nothing, under the second input alone they tell all."""

from fractions import Fraction

import flint
import pytest

from proofcheck.exact.enclosure import ball
from proofcheck.privacy import Choice, Mechanism, Setting, grid_of, worst_pair
from proofcheck.privacy.audits import judged
from proofcheck.privacy.mechanism import Fixed


class Told(Choice):
    """A choice whose law depends on whether the first loss of round 1 is 0."""

    def __init__(self, law, at_1):
        super().__init__(2, 2, range(1, 2))
        self.laws = law, at_1

    def law(self, data):
        return self.laws[bool(data[1][0])]


THIRD = (ball(Fraction(1, 3)), ball(Fraction(2, 3)))
SURE = (flint.arb(0), flint.arb(1))
RESPONSE, NOTHING = (THIRD, THIRD[::-1]), (SURE, SURE)  # randomized response, with ratio 2; always action 2
EVEN = ((ball(Fraction(1, 3)),) * 3,) * 2


def audited(level, *laws):
    """The worst pair of a mechanism of these choices, and the verdict at a level."""
    actions = len(laws[0][0])
    grid, first = grid_of(actions, ["0", "1"]), Fixed(1, 1, (Fraction(1, actions),) * actions)
    mechanism = Mechanism("told", "", grid, 2, lambda: (first, *(Told(*law) for law in laws)), Fraction(level))
    worst = worst_pair(mechanism)
    return worst, judged(mechanism, worst, None, Setting(grid, 2, Fraction(level), Fraction(1, 100)))[0]


def test_an_output_that_never_occurs_tells_nothing():
    worst, verdict = audited(1, RESPONSE, NOTHING)
    assert verdict == "CONFIRMED"
    assert worst.lower <= Fraction(693147181, 10**9)
    assert Fraction(693147180, 10**9) <= worst.upper <= Fraction(694, 1000)


def test_a_choice_that_reads_and_never_tells_has_no_worst_pair():
    worst, verdict = audited(1, NOTHING)
    assert (worst.lower, worst.pair, verdict) == (0, None, "CONFIRMED")
    assert worst.upper < Fraction(1, 10**9)


@pytest.mark.parametrize("beside", [(), (EVEN,)], ids=["alone", "beside another"])
@pytest.mark.parametrize("level", [1, 3001])
def test_what_is_possible_under_one_input_alone_tells_all(level, beside):
    """An action of probability exp(-3000) beside it has a larger fall than any limit would have."""
    rare = ball(Fraction(-3000)).exp()
    laws = ((rare, (1 - rare) / 2, (1 - rare) / 2), (1 - rare, rare, flint.arb(0)))
    worst, verdict = audited(level, laws, *beside)
    assert (worst.upper, verdict) == (None, "VIOLATED")
    ((_, j),) = worst.pair.outputs
    assert j == 2
    assert worst.pair.first != worst.pair.second
