# SPDX-License-Identifier: Apache-2.0
"""Jensen, the drift and the tail split at reachable states agree with a direct evaluation by mpmath, and can fail."""

from fractions import Fraction

import mpmath
import pytest

from proofcheck.exact import confirm_law, law_from_dict
from proofcheck.exact.confirm import law_cases

STEPS = ("lemma5.small.s2", "lemma5.small.s3", "lemma5.large.s3", "lemma5.large.s4", "lemma5.large.s10")
LAW = law_from_dict(
    {"name": "wide gap", "actions": [{"0": "3/4", "1": "1/4"}, {"0": "1/8", "1": "7/8"}]}, where="test", name="wide gap"
)
ETA = Fraction(1, 16)  # epsilon = 1/8: the gap 5/8 is large


def cases_of(identifier):
    return [case for case in law_cases(LAW, ["1/8"]) if case.id == identifier]


def test_every_step_has_instances_on_a_law_with_both_kinds_of_gap():
    found = {record.id: record for record in confirm_law(LAW, ["1/8", "2"])}
    for identifier in STEPS:
        assert identifier in found or identifier.startswith("lemma5.small"), identifier
        if identifier in found:
            assert found[identifier].status.value == "CONFIRMED"


def test_the_first_drift_is_the_one_computed_directly():
    """At D = 0: Z = 2, Y is 1, 0 or -1 with probabilities 21/32, 10/32, 1/32; V = (5/8)/2."""
    with mpmath.workdps(40):
        eta = mpmath.mpf(1) / 16
        law = {1: mpmath.mpf(21) / 32, 0: mpmath.mpf(10) / 32, -1: mpmath.mpf(1) / 32}
        gain = sum(p * mpmath.log((1 + mpmath.exp(-eta * y)) / 2) for y, p in law.items())
        mean = sum(p * (1 + mpmath.exp(-eta * y)) / 2 for y, p in law.items())
        first, jensen = cases_of("lemma5.large.s10")[0], cases_of("lemma5.large.s3")[0]
        assert "m = 0" in first.where
        for enclosure, value in ((first.left, eta / 4 * mpmath.mpf(5) / 16), (first.right, -gain),
                                 (jensen.left, mpmath.exp(gain)), (jensen.right, mean)):
            middle = mpmath.mpf(enclosure.lower.numerator) / enclosure.lower.denominator
            assert abs(middle - value) < mpmath.mpf(10) ** -15


def test_the_telescoped_sum_is_the_one_computed_directly():
    """N = 0: (eta/4) V_0 <= log Z_0 - E log Z_1, which is the first drift; N = 1 adds E V_1, Z_2 by all 9 paths."""
    by_n = [case for case in cases_of("lemma5.large.s10") if ", N = " in case.where]
    first = cases_of("lemma5.large.s10")[0]
    assert abs(by_n[0].left.lower - first.left.lower) < Fraction(1, 10**20)
    assert abs(by_n[0].right.lower - first.right.lower) < Fraction(1, 10**20)
    with mpmath.workdps(40):
        eta, law = mpmath.mpf(1) / 16, {1: mpmath.mpf(21) / 32, 0: mpmath.mpf(10) / 32, -1: mpmath.mpf(1) / 32}
        value = mpmath.mpf(5) / 16 + sum(
            p * mpmath.mpf(5) / 8 * mpmath.exp(-eta * y) / (1 + mpmath.exp(-eta * y)) for y, p in law.items()
        )
        after = sum(p * q * mpmath.log(1 + mpmath.exp(-eta * (y + z))) for y, p in law.items() for z, q in law.items())
        for enclosure, expected in ((by_n[1].left, eta / 4 * value), (by_n[1].right, mpmath.log(2) - after)):
            middle = mpmath.mpf(enclosure.lower.numerator) / enclosure.lower.denominator
            assert abs(middle - expected) < mpmath.mpf(10) ** -15


@pytest.mark.parametrize(("identifier", "scale"), [("lemma5.large.s3", "9/10"), ("lemma5.large.s10", "1/5")])
def test_a_bound_pushed_down_is_violated(identifier, scale):
    """Jensen's sides are within one part in fifty of one another; the drift is about four times what is claimed."""
    found = {record.id: record.status.value for record in confirm_law(LAW, ["1/8"], scale=Fraction(scale))}
    assert found[identifier] == "VIOLATED"


def test_a_drift_of_twice_the_size_is_still_true_and_of_five_times_is_not():
    found = [{r.id: r.status.value for r in confirm_law(LAW, ["1/8"], scale=Fraction(1, k))} for k in (2, 5)]
    assert [some["lemma5.large.s10"] for some in found] == ["CONFIRMED", "VIOLATED"]


def test_pointwise_bounds_at_the_first_state():
    """D = 0, one large gap: P = 1/2 against e^0 = 1; V = 5/16 against 1."""
    found = {case.id: case for case in law_cases(LAW, ["1/8"]) if case.id in ("lemma5.small.s1", "lemma5.large.s8")}
    assert found["lemma5.small.s1"].count == found["lemma5.large.s8"].count > 50
    assert found["lemma5.small.s1"].left.upper >= Fraction(1, 2)
    assert Fraction(5, 16) <= found["lemma5.large.s8"].left.upper < Fraction(5, 8)


def test_a_tail_bound_pushed_down_is_violated():
    law = law_from_dict({"actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]}, where="test", name="near")
    found = {record.id: record.status.value for record in confirm_law(law, ["1/4"], scale=Fraction(1, 2))}
    assert found["lemma5.small.s3"] == "VIOLATED"
