# SPDX-License-Identifier: Apache-2.0
"""The small-gap groups of Lemma 5: who is in which, tau, and the early and late sums against a direct evaluation."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest

from proofcheck.exact import law_from_dict
from proofcheck.exact.confirm_groups import Group, early_part, groups, late_part
from proofcheck.exact.instance import Instance, affordable
from proofcheck.exact.walk import walk_of

from .helpers import real


def instance(gaps, epsilon="1/4"):
    """Deterministic losses: D_{m,j} = m Delta_j."""
    law = law_from_dict({"name": "sure", "actions": [{"0": 1}, *({str(gap): 1} for gap in gaps)]})
    walk = walk_of(law)
    return Instance(law, walk, Fraction(epsilon), affordable(walk))


def test_each_action_is_in_the_group_its_gap_says():
    on = instance(["1/16", "1/16", "1/10", "1/8", "1/4", "1/2", "3/4"])
    found = {group.number: group for group in groups(on)}
    assert {number: group.a for number, group in found.items()} == {k: Fraction(2 ** (k - 1), 16) for k in (1, 2, 3, 4)}
    assert [group.h for group in found.values()] == [3, 1, 1, 1]  # 1/16 twice and 1/10; 1/8; 1/4; 1/2; 3/4 is large
    members = [c for group in found.values() for c in group.coordinates]
    assert sorted(members) == sorted(on.small)


def test_no_small_gaps_no_groups():
    assert groups(instance(["3/4", "1"])) == []


@pytest.mark.parametrize(("a", "h"), [("1/2", 1), ("1/2", 7), ("1/100", 3), ("1/3", 1000)])
def test_tau_is_the_least_integer_not_below(a, h):
    tau = Group(1, Fraction(a), (0,), h).tau
    with mpmath.workdps(50):
        value = 16 * mpmath.log(h + 1) / real(Fraction(a)) ** 2
        assert tau - 1 < value <= tau


def test_early_and_late_add_up_to_what_is_computed_directly():
    """Gaps 1/2 and 1: one group, tau = 45 < N; P by its formula, 2000 terms in 40 digits."""
    on = instance(["1/2", "1"], "1")
    (group,) = groups(on)
    assert (group.a, group.h, group.tau, on.last) == (Fraction(1, 2), 1, 45, 96)
    with mpmath.workdps(40):
        def cost(m):
            half, one = mpmath.exp(-mpmath.mpf(m) / 16), mpmath.exp(-mpmath.mpf(m) / 8)
            return half / (1 + half + one) / 2

        early, late = sum(cost(m) for m in range(1, 46)), sum(cost(m) for m in range(46, 2000))
        for enclosure, value in ((early_part(on, group), early), (late_part(on, group), late)):
            assert real(enclosure.lower) - mpmath.mpf(10) ** -20 <= value <= real(enclosure.upper)
        assert real(early_part(on, group).upper) - early < mpmath.mpf(10) ** -20  # nothing of the tail in it


def test_what_is_out_of_reach_is_added_by_the_tail_bound():
    """Gap 1/100: tau is about 110,000, far beyond the enumerated m, and the late part is bounded by the tail alone."""
    on = instance(["1/100"])
    (group,) = groups(on)
    assert group.tau == 110_904
    assert early_part(on, group).upper > early_part(on, group).lower > 0
    assert late_part(on, group).lower == 0
    assert 0 < late_part(on, group).upper < 16 / group.a


def test_parts_shrink_as_the_split_moves():
    on = instance(["1/2"], "1")
    lates = [late_part(on, Group(1, Fraction(1, 2), (0,), h)).upper for h in (1, 2, 3)]
    assert all(later < earlier for earlier, later in pairwise(lates))
