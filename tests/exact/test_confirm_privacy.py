# SPDX-License-Identifier: Apache-2.0
"""Lemma 3 and Proposition 1 on grids: the worst ratio is the one computed directly, and a smaller bound is violated."""

from fractions import Fraction
from itertools import product

import mpmath
import pytest

from proofcheck.exact import Status
from proofcheck.exact.brute import prefix_law
from proofcheck.exact.confirm_privacy import _lemma3, changed, factors, lemma3, neighbours, proposition, pushed
from proofcheck.exact.enclosure import Enclosure, workprec
from proofcheck.exact.record import judged

from .helpers import real

CUBE = tuple(product((Fraction(0), Fraction(1)), repeat=2))


def softmax(sums, eta):
    weights = [mpmath.exp(-eta * real(x)) for x in sums]
    return [weight / sum(weights) for weight in weights]


def mixed(data, eta, lengths):
    """The law of J when N is uniform on some lengths."""
    laws = [softmax([sum((v[j] for v in data[:m]), Fraction(0)) for j in (0, 1)], eta) for m in lengths]
    return [sum(law[j] for law in laws) / len(laws) for j in (0, 1)]


def test_neighbours_differ_in_exactly_one_vector_and_are_all_there():
    pairs = list(neighbours(CUBE, 2))
    assert len(pairs) == len(set(pairs)) == 16 * 2 * 3
    assert all(sum(a != b for a, b in zip(one, two, strict=True)) == 1 for one, two in pairs)


def test_the_worst_softmax_ratio_is_the_one_computed_directly():
    """K = 2, n = 2, losses 0 and 1, eta = 1/2: 96 pairs, two actions, N = 1, N = 2, uniform, and the upper half (2)."""
    with mpmath.workdps(40):
        eta, worst = mpmath.mpf(1) / 2, mpmath.mpf(0)
        for lengths in ((1,), (2,), (1, 2)):
            laws = {data: mixed(data, eta, lengths) for data in product(CUBE, repeat=2)}
            worst = max(worst, *(laws[one][j] / laws[two][j] for one, two in neighbours(CUBE, 2) for j in (0, 1)))
        case = _lemma3(CUBE, 2, Fraction(1, 2))
        assert case.count == 96 * 4 * 2
        assert abs(real(case.left.upper) - worst / mpmath.exp(2 * eta)) < mpmath.mpf(10) ** -20


def test_the_joint_law_on_one_loss_sequence_is_the_one_computed_directly():
    """Three rounds: A_1 from the first vector, A_2 from the second and third."""
    losses = ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0)), (Fraction(1), Fraction(1, 2)))
    with workprec(96):
        joint = prefix_law(losses, Fraction(1, 2), [Fraction(1, 3), Fraction(2, 3)], 3)
        found = {key: Enclosure.from_ball(p) for key, p in joint.items()}
    with mpmath.workdps(40):
        eta = mpmath.mpf(1) / 2
        one, two = softmax((Fraction(0), Fraction(1)), eta), softmax((Fraction(2), Fraction(1, 2)), eta)
        for (a, b, c), p in found.items():
            expected = (mpmath.mpf(1) + a) / 3 * one[b] * two[c]
            assert abs(real(p.lower) - expected) < mpmath.mpf(10) ** -20
    assert len(found) == 8


@pytest.mark.parametrize(("make", "id", "scale"), [
    (lemma3, "lemma3", "98/100"), (proposition, "prop1", "96/100"), (proposition, "thm1", "96/100"),
    (factors, "prop1.s1", "999/1000"), (changed, "prop1.s2", "99/100"), (pushed, "prop1.s3", "99/100"),
])
def test_bounds_are_confirmed_and_a_smaller_one_is_violated(make, id, scale):
    cases = [case for case in make() if case.id == id]
    assert judged(cases)[0].status is Status.CONFIRMED
    assert judged(cases, Fraction(scale))[0].status is Status.VIOLATED


def test_the_changed_factor_is_counted_where_it_is():
    """t = 5 (block 2): a change in round 3 changes the factor of block 1 alone; one in round 4 none."""
    found = {case.where: (case.left.lower, case.right.lower) for case in changed()}
    assert found["t = 5, u = 3"] == (2, 2)
    assert found["t = 5, u = 4"] == (3, 3)
    assert found["t = 3, u = 1"] == (1, 1)
