# SPDX-License-Identifier: Apache-2.0
"""Every deliberately broken variant is caught, and its pair shows the fault to whoever plays it out."""

import pytest

from proofcheck.exact.enclosure import Enclosure, workprec
from proofcheck.privacy import ALGORITHMS, BROKEN, audit
from proofcheck.privacy.playout import joint
from proofcheck.privacy.programs import PROGRAMS

from .naive import BITS, prefix_law, setting

SIZES = [(2, 15, "1/2", "0,1"), (2, 9, "1/5", "0,1"), (4, 7, "1/8", "0,1")]


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_broken_variant_is_caught_with_its_pair(name, size):
    where = setting(*size)
    found = audit(name, where)
    assert found.verdict == "VIOLATED", found.reason
    pair = found.worst.pair
    rounds = set(pair.first)
    assert [t for t in rounds if pair.first[t] != pair.second[t]] == [pair.changed]
    assert pair.log_ratio(BITS).lower > found.allowed


@pytest.mark.parametrize("name", BROKEN)
def test_the_offending_output_played_out(name):
    """The event that the pair names has probabilities farther apart than allowed, by the program's joint law."""
    where = setting(2, 9, "1/4")
    found = audit(name, where)
    pair, grid = found.worst.pair, found.mechanism.grid
    still = (grid.steps[0],) * 2
    with workprec(BITS):
        chances = []
        for data in (pair.first, pair.second):
            law = joint(PROGRAMS[name](where), [data.get(t, still) for t in range(1, 10)])
            event = [p for actions, p in prefix_law(law, pair.prefix).items()
                     if all(actions[choice.first - 1] == j for choice, j in pair.outputs)]
            chances.append(sum(event[1:], event[0]))
        assert Enclosure.from_ball((chances[0] / chances[1]).log()).lower > found.allowed


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name not in ("hedge", "hedge-decreasing")])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_honest_algorithms_are_not(name, size):
    """The same sizes: what claims privacy has it; Follow-The-Leader, which claims none, has an infinite ratio."""
    found = audit(name, setting(*size))
    if name == "follow-the-leader":
        assert (found.verdict, found.worst.upper) == ("VIOLATED", None)
        assert found.worst.pair.log_ratio(BITS) is None
    else:
        assert found.verdict == "CONFIRMED"


def test_the_fault_may_be_too_small_to_see():
    """At 3 rounds no block is used twice yet within a horizon: honest and broken agree, and the audit says so."""
    assert audit("broken-block-twice", setting(2, 3, "1/4")).verdict == "CONFIRMED"


def test_a_pair_found_decides_where_others_are_too_many_to_look_at():
    """Blocks 1 and 2 together have too many inputs; the change in block 0 shows the fault alone."""
    found = audit("broken-block-twice", setting(3, 8, "1/4"))
    assert found.verdict == "VIOLATED"
    assert found.worst.partial
    assert "other pairs were not looked at" in found.reason
    assert found.worst.pair.log_ratio(BITS).lower > found.allowed
