# SPDX-License-Identifier: Apache-2.0
"""A property test made from each claim's own domain: at drawn points the goal is never certainly false."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.evidence.domain import NoPoint
from proofcheck.evidence.padded import TooLarge
from proofcheck.evidence.sampled import sampled, sampler
from proofcheck.evidence.symbolic import symbolic
from proofcheck.library import load_library

CLAIMS = [claim for claim in load_library().claims if claim.kind in ("real", "int")]
DIGITS = 50


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
@given(seed=st.integers(0, 2**48), edge_bias=st.sampled_from([0.2, 0.5, 0.9]))
def test_goal_holds_at_drawn_points(claim, seed, edge_bias):
    """The padded enclosure of the slack at 50 digits never lies on the wrong side; the goal is defined there."""
    look = sampler(claim.statement, DIGITS)
    try:
        slack = look.slack(look.draw(Random(seed), edge_bias))
    except (NoPoint, TooLarge):
        return
    assert look.sign(slack) != "wrong"


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_domain_can_be_sampled(claim):
    """Points of the domain are found, and the sign is certain at some of them."""
    seen = sampled(claim, DIGITS, 40)
    assert seen.points >= (20 if claim.statement.variables else 1), seen
    assert seen.outcome == "agrees" or (not claim.statement.variables and seen.undecided), seen


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_sympy_does_not_contradict(claim):
    assert symbolic(claim, seconds=0.5).outcome != "contradicts"
