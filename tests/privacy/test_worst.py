# SPDX-License-Identifier: Apache-2.0
"""The closed forms: never exceeded by any data, attained on grids, and the numbers that the proved claims speak of."""

from fractions import Fraction
from itertools import product

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure, ball, workprec
from proofcheck.privacy import (
    MECHANISMS,
    algorithm_worst,
    audit,
    hedge_constant_worst,
    hedge_worst,
    prefix_worst,
    softmax_gap,
    softmax_worst,
    worst_pair,
)
from proofcheck.privacy.algorithms import prefixes
from proofcheck.privacy.closed import closed_form

from .naive import setting

EIGHTH = Fraction(1, 8)
CLOSE = Fraction(1, 10**9)


def meet(a, b, within=CLOSE):
    return a.lower <= b.upper + within and b.lower <= a.upper + within


def law(data, lengths, rate, scale):
    """P(J = 1) when the softmax of -rate*L/scale is averaged over the prefix lengths, all alike."""
    whole = flint.arb(0)
    for m in lengths:
        sums = [sum(vector[j] for vector in data[:m]) for j in range(len(data[0]))]
        weights = [ball(-rate * entry / scale).exp() for entry in sums]
        whole += weights[0] / sum(weights, flint.arb(0))
    return whole / len(lengths)


@given(st.data())
def test_no_data_exceed_the_closed_form(draw):
    """Random losses in [0, 1], random neighbours, prefix lengths from m0 to n; including the worst kind of data."""
    actions, n = draw.draw(st.integers(2, 4)), draw.draw(st.integers(1, 12))
    lengths = range(draw.draw(st.integers(1, n)), n + 1)
    rate = draw.draw(st.sampled_from([Fraction(1, 16), Fraction(1, 3), Fraction(2)]))
    entry = st.one_of(st.sampled_from([0, 100]), st.integers(0, 100))
    vector = st.tuples(*[entry] * actions) | st.just((100,) + (0,) * (actions - 1))
    data = draw.draw(st.lists(vector, min_size=n, max_size=n))
    s = draw.draw(st.integers(0, n - 1))
    other = [*data[:s], draw.draw(vector), *data[s + 1 :]]
    with workprec(128):
        ratio = Enclosure.from_ball((law(data, lengths, rate, 100) / law(other, lengths, rate, 100)).log())
    assert ratio.lower <= prefix_worst(actions, rate, lengths).upper


@pytest.mark.parametrize("case", list(product([2, 3, 10], [Fraction(1, 8), Fraction(3)], [1, 2, 3, 7, 20])))
def test_worst_data_attain_it(case):
    """lemma3.worst.attained, evaluated."""
    actions, rate, n = case
    rest = (0,) * (actions - 1)
    common = [(1, *rest)] * (n - 1)
    first, second = [(0, *(1 for _ in rest)), *common], [(1, *rest), *common]
    with workprec(160):
        ratio = Enclosure.from_ball((law(first, [n], rate, 1) / law(second, [n], rate, 1)).log())
    assert meet(ratio, softmax_worst(actions, rate, n), Fraction(1, 10**30))
    assert meet(ratio, prefix_worst(actions, rate, [n]), Fraction(1, 10**25))


@pytest.mark.parametrize("r", range(8))
def test_random_prefix_by_scanning_the_one_parameter(r):
    """max over w of the mixture ratio when j presses down by w in all: floats, a grid of w, both sides of the root."""
    from math import exp, log

    eta, others, lengths = 0.125, 2, prefixes(r)

    def ratio(w):
        caps = [others * exp(eta * min(m - 1, w)) for m in lengths]
        return sum(1 / (1 + c / exp(eta)) for c in caps) / sum(1 / (1 + c * exp(eta)) for c in caps)

    most = max(log(ratio(k / 50)) for k in range(50 * lengths[-1] + 1))
    assert abs(most - float(prefix_worst(3, EIGHTH, lengths).lower)) < 1e-6


def test_random_prefix_stops_pressing_from_blocks_of_32_vectors_on():
    """As the note of lemma3.worst.mix says, K = 3: the all-ones data are the worst for r <= 4 and not for r = 5."""
    for r in range(1, 7):
        lengths = prefixes(r)
        rest = [(1, 0, 0)] * (lengths[-1] - 1)
        with workprec(128):
            p, q = (law([v, *rest], lengths, EIGHTH, 1) for v in ((0, 1, 1), (1, 0, 0)))
            ones = Enclosure.from_ball((p / q).log())
        worst = prefix_worst(3, EIGHTH, lengths)
        assert meet(ones, worst, Fraction(1, 10**20)) == (r <= 4)
        assert ones.lower <= worst.upper


@pytest.mark.parametrize("r", range(1, 12))
def test_random_prefix_lies_between_its_least_and_largest_length(r):
    lengths = prefixes(r)
    found = prefix_worst(3, EIGHTH, lengths)
    assert softmax_worst(3, EIGHTH, lengths[0]).lower <= found.upper
    assert found.lower <= softmax_worst(3, EIGHTH, lengths[-1]).upper
    assert found.lower >= algorithm_worst(3, EIGHTH, (2 << r) - 1).lower, "later blocks are worse"


@pytest.mark.parametrize("n", [1, 2, 10, 1000, 100_000])
def test_gap_below_twice_the_rate(n):
    """2 eta - log R, to its own digits even where it is far below the digits of 2 eta."""
    gap, worst = softmax_gap(3, EIGHTH, n), softmax_worst(3, EIGHTH, n)
    assert gap.lower > 0
    assert gap.digits(20) == 20
    assert worst.lower <= Fraction(1, 4) - gap.lower
    assert Fraction(1, 4) - gap.upper <= worst.upper


@pytest.mark.parametrize("horizon", [1, 2, 3, 7, 8, 15, 16, 33])
@pytest.mark.parametrize("actions", [2, 3])
def test_audit_on_a_grid_attains_the_closed_form(actions, horizon):
    found = audit("randomized-prefix", setting(actions, horizon, "1/2", "0,1/2,1"))
    assert found.verdict == "CONFIRMED"
    assert meet(Enclosure(found.worst.lower, found.worst.upper), found.closed)
    assert found.closed.upper < Fraction(1, 4)


def test_audit_on_a_grid_stays_below_where_the_worst_losses_are_no_grid_losses():
    found = audit("randomized-prefix", setting(3, 64, "1/2", "0,1"))
    assert found.worst.upper < found.closed.lower
    assert found.closed.lower - found.worst.upper < Fraction(1, 10**6)


@pytest.mark.parametrize("name", ["hedge", "hedge-decreasing", "hedge-capped"])
@pytest.mark.parametrize("size", [(2, 1), (2, 2), (3, 6), (4, 4)], ids=str)
def test_hedge_attains_its_closed_form(name, size):
    where = setting(*size, "1/2", "0,1/2,1")
    found = worst_pair(MECHANISMS[name](where))
    assert meet(Enclosure(found.lower, found.upper), closed_form(name, where))


@given(st.integers(2, 50), st.integers(1, 60), st.fractions(Fraction(1, 100), 2, max_denominator=100))
def test_the_product_over_rounds_telescopes(actions, horizon, rate):
    """comp.s12.worst, evaluated; and below 2 eta times the rounds that read data."""
    summed = hedge_worst(actions, [rate] * (horizon - 1))
    closed = hedge_constant_worst(actions, rate, horizon)
    assert meet(summed, closed, Fraction(1, 10**25))
    assert closed.lower <= 2 * rate * (horizon - 1)


@pytest.mark.parametrize(("actions", "rate", "n"), [(1, EIGHTH, 2), (2, Fraction(0), 2), (2, EIGHTH, 0)])
def test_refusals(actions, rate, n):
    with pytest.raises(InputError, match="write at least 2 actions"):
        softmax_worst(actions, rate, n)
