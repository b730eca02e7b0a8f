# SPDX-License-Identifier: Apache-2.0
"""Three ways to find the worst pair agree with one another, and with the definition where that can be tried out."""

from dataclasses import replace
from fractions import Fraction

import pytest

from proofcheck.exact.enclosure import Enclosure
from proofcheck.privacy import MECHANISMS, Summed, TooLarge, worst_pair
from proofcheck.privacy.additive import _Search, additive, chained
from proofcheck.privacy.brute import brute
from proofcheck.privacy.mixture import mixture
from proofcheck.privacy.pair import worse
from proofcheck.privacy.programs import PROGRAMS

from .naive import BITS, setting, worst_ratio

CLOSE = Fraction(1, 10**9)
SMALL = [(2, 4, "0,1"), (2, 2, "0,1/3,1"), (3, 2, "1/4,1")]


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize("size", SMALL, ids=str)
def test_worst_pair_is_the_one_of_the_definition(name, size):
    """All inputs, neighbours, outputs and prefixes, from the joint law of the program played out."""
    actions, horizon, grid = size
    where = setting(actions, horizon, "1/3", grid)
    mechanism = MECHANISMS[name](where)
    expected, found = worst_ratio(PROGRAMS[name](where), mechanism.grid, horizon), worst_pair(mechanism)
    if expected is None:
        assert found.upper is None
        assert found.pair.log_ratio(BITS) is None
    else:
        ends = Enclosure.from_ball(expected)
        assert found.lower <= ends.upper
        assert ends.lower <= found.upper
        assert found.upper - found.lower < CLOSE


def groups(mechanism):
    found = {}
    for t in range(1, mechanism.horizon + 1):
        if mechanism.affected(t):
            found.setdefault(mechanism.affected(t), []).append(t)
    return found.items()


CASES = [(name, size) for name in MECHANISMS for size in [(2, 5, "0,1/5,1"), (3, 4, "1/4,1/2"), (4, 3, "0,1")]]
CASES += [(name, size) for name in ("randomized-prefix", "broken-double-losses", "noisy-leader")
          for size in [(2, 15, "0,1"), (2, 8, "0,1/2,1"), (3, 8, "0,1")]]


@pytest.mark.parametrize(("name", "size"), CASES, ids=str)
def test_engines_agree_wherever_they_overlap(name, size):
    actions, horizon, grid = size
    mechanism = MECHANISMS[name](setting(actions, horizon, "1/3", grid))
    for choices, changed in groups(mechanism):
        answers = [brute(choices, changed, mechanism.grid)]
        single = len(choices) == 1 and isinstance(choices[0], Summed)
        if single and choices[0].rule.positive:
            answers.append(mixture(choices[0], changed, mechanism.grid, 12))
        if chained(choices):
            answers.append(additive(dict.fromkeys(changed, choices), mechanism.grid, 12))
        tops = [answer.upper for answer in answers]
        assert len({top is None for top in tops}) == 1
        if tops[0] is not None:
            assert max(tops) - min(answer.lower for answer in answers) < CLOSE, [a.engine for a in answers]


def test_more_digits_narrow_the_enclosure():
    for name in ("randomized-prefix", "hedge", "noisy-leader"):
        mechanism = MECHANISMS[name](setting(3, 9, "1/2", "0,1/2,1"))
        coarse, fine = worst_pair(mechanism, 10), worst_pair(mechanism, 30)
        assert coarse.lower <= fine.upper
        assert fine.lower <= coarse.upper
        assert fine.upper - fine.lower < Fraction(1, 10**24)


def test_an_infinite_ratio_stays_infinite(monkeypatch):
    """Where a pair's second probability is 0, no finite bound over all pairs may take its place."""
    paths = _Search._path

    def impossible(search, s, x, y):
        return replace(paths(search, s, x, y), upper=None)

    monkeypatch.setattr(_Search, "_path", impossible)
    mechanism = MECHANISMS["hedge"](setting(2, 5, "1/3", "0,1"))
    found = [additive(dict.fromkeys(changed, choices), mechanism.grid, 12) for choices, changed in groups(mechanism)]
    assert found
    assert all(worst.upper is None for worst in found)


def test_sizes_beyond_reach_are_refused():
    mechanism = MECHANISMS["randomized-prefix"](setting(12, 15, "1/2", "0,1"))
    with pytest.raises(TooLarge, match="allowed"):
        worst_pair(mechanism)
    with pytest.raises(TooLarge, match="rounds"):
        worst_pair(MECHANISMS["hedge"](setting(2, 10**6)))


def test_a_worst_over_two_sets_keeps_the_pair_of_the_larger():
    mechanism = MECHANISMS["randomized-prefix"](setting(2, 7))
    small, large = (brute(choices, changed, mechanism.grid) for choices, changed in groups(mechanism))
    for found in (worse(small, large), worse(large, small)):
        assert (found.pair, found.upper) == (large.pair, max(small.upper, large.upper))
