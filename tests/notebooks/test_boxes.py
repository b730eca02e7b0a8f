# SPDX-License-Identifier: Apache-2.0
"""Branch and bound alone: its trees are certificates where they close, and prove nothing where they do not."""

import itertools
from fractions import Fraction

import pytest

from proofcheck import InputError, Status, check
from proofcheck.notebook import boxes
from proofcheck.parse import parse_statement

CLOSES = "for all x in [1/16, 1]: 1 - exp(-x) >= x/2"
TOUCHES = "for all x in [0, 1]: 1 - exp(-x) >= x/2"


def covered(found):
    """The ends of the boxes of a tree in one variable, joined."""
    return sorted((box.ranges["x"].lo, box.ranges["x"].hi) for box in found.tree.ends())


def test_a_closed_tree_is_a_certificate():
    found = boxes(CLOSES)
    assert found.verdict.status is Status.PROVED
    assert not found.open
    assert set(found.verdict.rules) == {"split", "enclosure"}
    assert check(parse_statement(CLOSES), {"verdict": "PROVED", "goal": found.tree.step()}).status is Status.PROVED
    ends = covered(found)
    assert ends[0][0] == Fraction(1, 16)
    assert ends[-1][1] == 1
    assert all(left[1] == right[0] for left, right in itertools.pairwise(ends))


@pytest.mark.parametrize("most", [0, 1, 10, 60])
def test_a_contact_stays_open(most):
    found = boxes(TOUCHES, most)
    assert found.verdict.status is Status.UNDECIDED
    assert len(found.tree.ends()) == most + 1
    assert min(box.ranges["x"].lo for box in found.open) == 0
    with pytest.raises(ValueError, match="open"):
        found.tree.step()


def test_two_variables_and_slopes():
    text = "for all x in [1/2, 1], y in [0, 1]: exp(x*y) >= 1 + x*y - 1/100"
    plain, better = boxes(text, 300), boxes(text, 300, slopes=True)
    assert better.verdict.status is Status.PROVED
    assert len(better.closed) < len(plain.tree.ends())
    area = sum((box.ranges["x"].hi - box.ranges["x"].lo) * (box.ranges["y"].hi - box.ranges["y"].lo)
               for box in better.closed)
    assert area == Fraction(1, 2)


@pytest.mark.parametrize("text", ["for all x in [0, 1]: x >= 1/2", "for all x in [-1, 1]: x**2 > 0"])
def test_what_is_false_is_never_proved(text):
    assert boxes(text, 50).verdict.status is Status.UNDECIDED


@pytest.mark.parametrize("text", [
    "for all x in [0, oo): x >= 0", "for all n in integers [1, 5]: n >= 1", "1 <= 2",
    "for all x in [0, 1], y in [0, 1], z in [0, 1]: x*y*z <= 1",
])
def test_other_domains_are_refused(text):
    with pytest.raises(InputError, match="bounded box"):
        boxes(text)
