# SPDX-License-Identifier: Apache-2.0
"""Exact numbers at the entrance: what is taken, what is refused and how it is said; sums are exact."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.errors import InputError
from proofcheck.learners import CappedHedge, FollowTheLeader, Hedge, NoisyLeader, RandomizedPrefix, Seeded
from proofcheck.learners.losses import Sums, exact, loss_vector

TAKEN = [(0, "0"), ("1/2", "1/2"), (" 0.10 ", "1/10"), (Fraction(2, 6), "1/3"), (np.int64(1), "1"), ("+1", "1")]
REFUSED = {
    "a float": (0.5, "float"),
    "a NumPy float": (np.float64(0.5), "float"),
    "a boolean": (True, "exact number"),
    "nothing": (None, "exact number"),
    "words": ("half", "exact number"),
    "an exponent": ("1e-3", "exact number"),
    "a division by 0": ("1/0", "division by 0"),
    "digits without end": ("9" * 1000, "exact number"),
}


@pytest.mark.parametrize(("value", "number"), TAKEN)
def test_exact_numbers(value, number):
    assert exact(value, "x") == Fraction(number)


@pytest.mark.parametrize(("value", "words"), REFUSED.values(), ids=REFUSED)
def test_other_numbers_are_refused(value, words):
    with pytest.raises(InputError, match=words) as caught:
        exact(value, "losses[3]")
    assert str(caught.value).startswith("losses[3]: found")


@pytest.mark.parametrize(
    ("losses", "words"),
    [([0], "found 1 numbers; write one for each of"), ([0, 2], r"losses\[1\]: found 2"), (["-1/2", 0], "between 0")],
)
def test_other_vectors_are_refused(losses, words):
    with pytest.raises(InputError, match=words):
        loss_vector(losses, 2)


BAD = {
    "one action": lambda: FollowTheLeader(1),
    "actions as text": lambda: FollowTheLeader("2"),
    "epsilon 0": lambda: RandomizedPrefix(2, 0),
    "epsilon a float": lambda: NoisyLeader(2, 0.5),
    "grid 0": lambda: NoisyLeader(2, 1, grid=0),
    "rate 0": lambda: Hedge(2, 0),
    "delta 1": lambda: CappedHedge(2, 1, 1, 10),
    "delta 0": lambda: CappedHedge(2, 1, 0, 10),
    "no rounds": lambda: CappedHedge(2, 1, "1/2", 0),
    "first too short": lambda: RandomizedPrefix(2, 1, first=[1]),
    "first sums to 2": lambda: RandomizedPrefix(2, 1, first=[1, 1]),
    "first below 0": lambda: RandomizedPrefix(2, 1, first=[2, -1]),
    "first with a float": lambda: RandomizedPrefix(2, 1, first=[0.5, 0.5]),
}


@pytest.mark.parametrize("build", BAD.values(), ids=BAD)
def test_bad_arguments_are_refused(build):
    with pytest.raises(InputError, match="found"):
        build()


@pytest.mark.parametrize("learner", [RandomizedPrefix(2, 1, bits=Seeded(0)), FollowTheLeader(2, bits=Seeded(0))])
def test_a_refused_vector_changes_nothing(learner):
    learner.observe([0, 1])
    for bad in ([0.0, 1.0], [0], [0, 2]):
        with pytest.raises(InputError):
            learner.observe(bad)
    assert learner.rounds == 1


losses = st.lists(st.fractions(0, 1, max_denominator=40), min_size=3, max_size=3)


@given(st.lists(losses, max_size=12), st.integers(0, 3))
def test_sums_are_exact(vectors, known):
    """Whatever the denominators, and in whatever mixture of single vectors and known totals."""
    sums = Sums(3)
    for vector in vectors:
        sums.add(vector)
    sums.add_total([known, 0, 1], 7)
    wanted = [sum((v[j] for v in vectors), Fraction(0)) + Fraction([known, 0, 1][j], 7) for j in range(3)]
    assert [Fraction(top, sums.scale) for top in sums.tops] == wanted
