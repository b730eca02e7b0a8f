# SPDX-License-Identifier: Apache-2.0
"""The laws of the choice rules: exact where they can be told otherwise, by direct summation for the noisy sums."""

from fractions import Fraction
from math import ceil, floor

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.exact.enclosure import ball, workprec
from proofcheck.privacy.rules import Leader, NoisyLeast, Softmax


def direct(sums, rate, points, scale, far=200):
    """P(j is the least noisy sum) with the noise of j cut at +-far steps, and what that can miss, by enumeration."""
    q = ball(-rate / points).exp()
    mass = {k: (1 - q) / (1 + q) * q ** abs(k) for k in range(-far, far + 1)}
    law = []
    for j, own in enumerate(sums):
        p = flint.arb(0)
        for k in range(-far, far + 1):
            term = mass[k]
            for i, other in enumerate(sums):
                if i != j:
                    term *= at_least(k - Fraction((other - own) * points, scale), q, ties=i > j)
            p += term
        law.append(p)
    return law, 2 * q ** (far + 1)


def at_least(x, q, ties):
    """P(Z >= x), or P(Z > x) where an equal value loses."""
    k = ceil(x) if ties else floor(x) + 1
    return q**k / (1 + q) if k >= 0 else 1 - q ** (1 - k) / (1 + q)


@given(
    st.lists(st.integers(-6, 6), min_size=1, max_size=3).map(tuple),
    st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(7, 3)]),
    st.sampled_from([1, 2, 3]),
    st.sampled_from([1, 2, 5]),
)
def test_noisy_sums_by_direct_summation(differences, rate, points, scale):
    """Off-grid losses and ties included."""
    with workprec(160):
        found = NoisyLeast(rate, points, scale).law(differences)
        expected, missed = direct((0, *differences), rate, points, scale)
        assert sum(found, flint.arb(0)).contains(1)
        for p, r in zip(found, expected, strict=True):
            assert abs(p - r) <= missed + flint.arb("1e-40")
            assert p.rad() < flint.arb("1e-40")


@pytest.mark.parametrize("points", [1, 1 << 20])
def test_noise_that_is_fine_loses_no_digits(points):
    with workprec(128):
        law = NoisyLeast(Fraction(1, 4), points, 2).law((3, -2))
        assert all(p.rad() < flint.arb("1e-35") for p in law)
        assert sum(law, flint.arb(0)).contains(1)


def test_softmax_and_leader():
    with workprec(128):
        law = Softmax(Fraction(1, 4), 2).law((2, 0))
        e = (-flint.arb(1) / 4).exp()
        assert law[1].overlaps(e / (2 + e))
        assert law[0].overlaps(law[2])
        first, second, third = Leader(2).law((0, 3))
        assert (first, second) == (flint.arb("0.5"), flint.arb("0.5"))
        assert third.is_zero()


def test_remembered_laws_follow_the_precision():
    rule = Softmax(Fraction(1, 3), 1)
    with workprec(64):
        coarse = rule.law((1,))[0]
    with workprec(256):
        assert rule.law((1,))[0].rad() < coarse.rad()
