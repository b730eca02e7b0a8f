# SPDX-License-Identifier: Apache-2.0
"""Losses are exactly the law's: by chi-square, by the mean; and a block's vectors are the same however they are had."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from proofcheck.errors import InputError
from proofcheck.exact import law_from_dict
from proofcheck.experiment.losses import Draws, FiniteLaw, Losses
from tests.learners.laws import LEAST_P, chi_square_p

JOINT = {
    "atoms": [
        {"losses": ["0", "1/2", "1"], "probability": "1/2"},
        {"losses": ["1/3", "0", "1"], "probability": "1/3"},
        {"losses": ["1", "1", "0"], "probability": "1/6"},
    ]
}
TOGETHER = {"actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1/3": "3/5"}]}
APART = {"actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5", "repeat": 15}]}
LAWS = {"joint": JOINT, "together": TOGETHER, "apart": APART}


def law_named(name):
    return law_from_dict({"name": name, **LAWS[name]})


def all_vectors(losses, block, count):
    return np.concatenate(list(losses.vectors(block, count)))


@pytest.mark.parametrize("total", [1, 2, 3, 10, 2**16, 2**16 + 1, 3**37])
def test_draws_have_the_law(total):
    """By table and by search, 4 and 8 bytes a word, with and without rejection."""
    p = [Fraction(1, 3 * total), Fraction(1, 2), 1 - Fraction(1, 2) - Fraction(1, 3 * total)]
    counts = Counter(Draws(FiniteLaw(p), "draws", total).take(60_000).tolist())
    assert chi_square_p(counts, {k: q.numerator / q.denominator for k, q in enumerate(p)}) > LEAST_P


@pytest.mark.parametrize("total", [10, 3**38, 3 * 2**60])
def test_how_many_are_taken_at_a_time_does_not_matter(total):
    """Across the stream's blocks of 2^16 bytes, also where a quarter of the words is rejected."""
    law = FiniteLaw([Fraction(1, total), 1 - Fraction(1, 2) - Fraction(1, total), Fraction(1, 2)])
    whole = Draws(law, "pieces").take(40_000)
    draws = Draws(law, "pieces")
    pieces = [draws.take(k) for k in (1, 0, 7, 9_992, 20_000, 10_000)]
    assert np.array_equal(whole, np.concatenate(pieces))


def test_a_law_with_one_outcome_needs_no_bits():
    assert Draws(FiniteLaw([Fraction(1)]), "one").take(5).tolist() == [0] * 5


def test_denominators_beyond_a_word_are_refused():
    with pytest.raises(InputError, match="at most 2\\^62"):
        FiniteLaw([Fraction(1, 3**40), 1 - Fraction(1, 3**40)])


@pytest.mark.parametrize("name", LAWS)
def test_sums_are_the_sums_of_the_vectors(name):
    losses = Losses(law_named(name), 3, 5)
    for block, count in [(0, 1), (3, 5), (12, 3000)]:
        vectors = all_vectors(losses, block, count)
        assert vectors.shape == (count, losses.law.size)
        assert vectors.sum(axis=0).tolist() == losses.sums(block, count)
        assert np.array_equal(all_vectors(losses, block, count + 50)[:count], vectors)


@pytest.mark.parametrize("name", LAWS)
def test_loss_vectors_have_the_law(name):
    """All coordinates of a joint law together; those of an independent one two by two."""
    law = law_named(name)
    losses = Losses(law, 0, 0)
    rows = all_vectors(losses, 14, 2**14)[:, : min(law.size, 3)]
    wanted = Counter()
    small = law if law.atoms else law_from_dict({"actions": law_data_of_the_first(law, 3)})
    for vector, p in small.joint_atoms():
        wanted[tuple(int(x * losses.scale) for x in vector)] += p
    counts = Counter(map(tuple, rows.tolist()))
    assert chi_square_p(counts, {k: p.numerator / p.denominator for k, p in wanted.items()}) > LEAST_P


def law_data_of_the_first(law, count):
    sides = [side for side, copies in law.actions for _ in range(copies)][:count]
    return [{str(x): str(p) for x, p in side} for side in sides[:1]] + [
        {**{str(x): str(p) for x, p in side}} for side in sides[1:]
    ]


def test_streams_are_told_apart():
    """By seed, run and block."""
    law = law_named("together")
    seen = {tuple(Losses(law, s, r).sums(b, 500)) for s in range(3) for r in range(3) for b in range(9, 12)}
    assert len(seen) > 20


def test_losses_too_fine_for_64_bits_are_summed_exactly():
    tiny = Fraction(1, 10**25)
    law = law_from_dict({"actions": [{"0": "1/2", str(tiny): "1/2"}, {"1": 1}]})
    losses = Losses(law, 0, 0)
    top = losses.sums(10, 1000)
    assert losses.scale == 10**25
    assert top[1] == 1000 * 10**25
    assert all_vectors(losses, 10, 1000).sum(axis=0).tolist() == top
