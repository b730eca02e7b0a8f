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
        drift = -eta / 4 * mpmath.mpf(5) / 16
        first = cases_of("lemma5.large.s10")[0]
        assert "m = 0" in first.where
        for enclosure, value in ((first.left, mpmath.exp(gain)), (first.right, mpmath.exp(drift)),
                                 (cases_of("lemma5.large.s3")[0].right, mean)):
            middle = mpmath.mpf(enclosure.lower.numerator) / enclosure.lower.denominator
            assert abs(middle - value) < mpmath.mpf(10) ** -15


@pytest.mark.parametrize("identifier", ["lemma5.large.s3", "lemma5.large.s10"])
def test_a_bound_pushed_down_is_violated(identifier):
    """The sides are within one part in fifty of one another: nine tenths of the right side is too little."""
    found = {record.id: record.status.value for record in confirm_law(LAW, ["1/8"], scale=Fraction(9, 10))}
    assert found[identifier] == "VIOLATED"


def test_a_tail_bound_pushed_down_is_violated():
    law = law_from_dict({"actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]}, where="test", name="near")
    found = {record.id: record.status.value for record in confirm_law(law, ["1/4"], scale=Fraction(1, 2))}
    assert found["lemma5.small.s3"] == "VIOLATED"
