# SPDX-License-Identifier: Apache-2.0
"""The exact worst case of Lemma 3: attained where it says so, sharp, and wrong in neither direction."""

from fractions import Fraction

import mpmath
import pytest

from proofcheck.exact import Status
from proofcheck.exact.confirm_worst_case import _root, one_length, random_length
from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.exact.record import judged

from .helpers import real


@pytest.mark.parametrize("scale", ["999/1000", "1001/1000"])
def test_the_ratio_of_one_length_is_attained(scale):
    cases = list(one_length())
    assert judged(cases)[0].status is Status.CONFIRMED
    assert sum(case.equal for case in cases) == 15
    assert judged(cases, Fraction(scale))[0].status is Status.VIOLATED


def test_the_bound_of_a_random_length_is_sharp():
    cases = list(random_length())
    assert judged(cases)[0].status is Status.CONFIRMED
    assert judged(cases, Fraction(999_999, 1_000_000))[0].status is Status.VIOLATED


def test_for_one_vector_rho_is_known():
    """n = 1, K = 2: rho^2 = (1 + e^eta)/(1 + e^-eta) = e^eta."""
    with mpmath.workdps(40):
        found: Enclosure = enclose(lambda: _root(2, 1, ball(Fraction(1, 2))), 96)
        assert 0 <= real(found.upper) - mpmath.exp(mpmath.mpf(1) / 4) < mpmath.mpf(10) ** -10
