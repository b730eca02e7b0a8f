# SPDX-License-Identifier: Apache-2.0
"""What a record says of its instances: certain ones only, undecided ones apart, the worst first."""

from fractions import Fraction

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.exact import Enclosure, Status
from proofcheck.exact.enclosure import ball, workprec
from proofcheck.exact.record import Case, joined, judged
from proofcheck.exact.worst import Worst, larger, smaller

POINT = Enclosure.of


def case(left, right, where="here", **more):
    return Case("lemma5", "x", left, right, where, **more)


def test_between_the_enclosure_s_ends_nothing_is_decided():
    record = judged([case(Enclosure(Fraction(1), Fraction(3)), POINT(2))])[0]
    assert record.status is Status.UNDECIDED
    with pytest.raises(TypeError):
        bool(record.status)


def test_one_bad_instance_among_good_ones_is_reported():
    record = judged([case(POINT(n), POINT(5), f"n = {n}") for n in (1, 6, 4)])[0]
    assert (record.status, record.where, record.instances) == (Status.VIOLATED, "n = 6", 3)
    assert (record.confirmed, record.violated, record.undecided) == (2, 1, 0)
    assert record.worst == Fraction(6, 5)


def test_undecided_ones_are_counted_apart_and_keep_the_record_from_being_confirmed():
    wide = Enclosure(Fraction(1), Fraction(3))
    record = judged([case(POINT(1), POINT(5)), case(wide, POINT(2), "wide"), case(POINT(2), POINT(2))])[0]
    assert (record.status, record.confirmed, record.undecided, record.where) == (Status.UNDECIDED, 2, 1, "wide")
    assert record.as_dict()["undecided"] == 1


def test_of_many_instances_behind_a_bad_one_the_others_are_undecided():
    record = judged([case(POINT(3), POINT(2), count=10)])[0]
    assert (record.confirmed, record.violated, record.undecided) == (0, 1, 9)
    assert judged([case(POINT(2), POINT(2), count=10)])[0].confirmed == 10


@pytest.mark.parametrize(("left", "right", "status"), [
    (0, 0, Status.CONFIRMED), (1, 1, Status.CONFIRMED), (0, 1, Status.VIOLATED), (2, 1, Status.VIOLATED),
])
def test_equal_sides(left, right, status):
    assert case(POINT(left), POINT(right), equal=True).status() is status


def test_equal_sides_have_to_be_narrow():
    wide = Enclosure(Fraction(1), Fraction(3))
    assert case(wide, POINT(2), equal=True).status() is Status.UNDECIDED


def test_a_right_side_that_may_be_zero_has_no_quotient():
    record = judged([case(POINT(1), Enclosure(Fraction(0), Fraction(2)))])[0]
    assert (record.worst, record.as_dict()["worst_ratio"]) == (None, "oo")


def test_an_inequality_is_shown_before_an_equality_that_holds():
    equal, less = case(POINT(1), POINT(1), "equal", equal=True), case(POINT(1), POINT(2), "less")
    for cases in ([equal, less], [less, equal]):
        record = judged(cases)[0]
        assert (record.worst, record.where, record.equal) == (Fraction(1, 2), "less", False)


def test_joining_two_records_is_judging_all_their_cases():
    some, more = [case(POINT(n), POINT(4), f"n = {n}") for n in (1, 3)], [case(POINT(5), POINT(4), "n = 5")]
    assert joined(*judged(some), *judged(more)) == judged(some + more)[0]
    assert joined(*judged(more), *judged(some)) == judged(more + some)[0]


fractions = st.fractions(min_value=Fraction(1, 50), max_value=50)


@given(st.lists(st.tuples(fractions, fractions), min_size=1, max_size=12), st.fractions(Fraction(1, 4), 4))
def test_the_worst_stands_for_all(pairs, scale):
    """The one case is confirmed only if every instance holds, and is violated if the worst is."""
    with workprec(64):
        worst = Worst("lemma5", lambda k: f"number {k}")
        for k, (left, right) in enumerate(pairs):
            worst.add(ball(left), ball(right), k)
        one = worst.case()
    status, quotients = one.status(scale), [left / right for left, right in pairs]
    assert one.count == len(pairs)
    if status is Status.CONFIRMED:
        assert max(quotients) <= scale
    if status is Status.VIOLATED:
        assert max(quotients) > scale
    if abs(max(quotients) / scale - 1) > Fraction(1, 10**9):
        assert status is not Status.UNDECIDED


def test_the_worst_refuses_a_right_side_that_is_not_positive_and_an_empty_list():
    worst = Worst("lemma5", lambda: "here")
    with pytest.raises(ValueError, match="not certainly positive at here"):
        worst.add(flint.arb(1), flint.arb(0))
    with pytest.raises(ValueError, match="no instances"):
        worst.case()


@given(fractions, fractions)
def test_larger_and_smaller_enclose(a, b):
    with workprec(30):
        top, low = larger(ball(a), ball(b)), smaller(ball(a), ball(b))
        high, least = Enclosure.from_ball(top), Enclosure.from_ball(low)
    assert high.lower <= max(a, b) <= high.upper
    assert least.lower <= min(a, b) <= least.upper


def test_larger_of_two_overlapping_balls_encloses_both_ends():
    with workprec(64):
        wide = flint.arb(1, 1)
        found = Enclosure.from_ball(larger(wide, flint.arb(1)))
    assert found.lower <= 1
    assert found.upper >= 2
