# SPDX-License-Identifier: Apache-2.0
"""Lemma 5 on one law, equation by equation: (3), (4), (5), (6) and the final bound. Source A, section 5.4."""

from collections.abc import Iterator

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.instance import BITS, Instance, exponential, mean
from proofcheck.exact.record import Case
from proofcheck.exact.softmax import Softmax
from proofcheck.exact.sums import lemma5_bound


def split(on: Instance) -> Iterator[Case]:
    """lemma5.split, (3): F_m = small + large, for every m within reach."""
    small, large = on.costs(on.small), on.costs(on.large)
    for m, value in on.f.items():
        yield on.case("lemma5.split", small[m] + large[m], value, f"m = {m}", equal=True)


def equation4(on: Instance) -> Iterator[Case]:
    """lemma5.small.eq4: E P_{m,j} <= 2 exp(-m Delta_j^2 / 8)."""
    for m, share in on.shares.items():
        for c in on.small:
            right = exponential(-m * on.walk.gaps[c] ** 2 / 8).times(2)
            yield on.case("lemma5.small.eq4", share[c], right, f"m = {m}", on.action(c))


def equation5(on: Instance) -> Iterator[Case]:
    """lemma5.small.eq5: the small-gap half of the sum is at most 200 log K / Delta_min."""
    left = sum(on.costs(on.small).values(), Enclosure.of(0)).widened(on.rest(on.small, on.last))
    yield on.case("lemma5.small.eq5", left, on.logarithm(200 / on.law.least_gap))


def equation6(on: Instance) -> Iterator[Case]:
    """lemma5.large.eq6: the sum of E V_m over m >= 0 is at most 4 log K / eta, and so is the large-gap half of Lemma 5.

    V_m is the softmax's expected gap over the large-gap actions and the best one alone.
    """
    if not on.large:
        return
    softmax, rest = Softmax(on.walk, on.eta, BITS, on.large), on.rest(on.large, on.last)
    alone = sum((mean(level, softmax.cost) for level in on.reached), Enclosure.of(0))
    half = sum(on.costs(on.large).values(), Enclosure.of(0))
    yield on.case("lemma5.large.eq6", alone.widened(rest), on.logarithm(4 / on.eta), "V")
    yield on.case("lemma5.large.eq6", half.widened(rest), on.logarithm(4 / on.eta), "large-gap half")


def lemma5(on: Instance) -> Iterator[Case]:
    """The sum of F_m over m >= 1 is at most 200 log K / Delta_min + 4 log K / eta."""
    yield on.case("lemma5", on.total, lemma5_bound(on.law, on.eta, BITS))
