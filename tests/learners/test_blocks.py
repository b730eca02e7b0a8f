# SPDX-License-Identifier: Apache-2.0
"""The block learners: clock, prefix, what a selection may look at, its law, and the privacy of one selection."""

import itertools
import pickle
from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.errors import InputError
from proofcheck.learners import NoisyLeader, RandomizedPrefix, Seeded

from .laws import LEAST_P, chi_square_p, laplace_law, softmax_law

BOTH = [RandomizedPrefix, NoisyLeader]


def played(learner, vectors):
    """The actions of the rounds 1, 2, ..., len(vectors) + 1."""
    actions = []
    for vector in vectors:
        actions.append(learner.act())
        learner.observe(vector)
    return [*actions, learner.act()]


@pytest.mark.parametrize("kind", BOTH)
def test_one_action_throughout_a_block(kind):
    actions = played(kind(5, 1, bits=Seeded("clock")), [[0, "1/2", 1, "1/3", 0]] * 255)
    blocks = [set(actions[2**r - 1 : 2 ** (r + 1) - 1]) for r in range(8)]
    assert all(len(block) == 1 for block in blocks)
    assert len(set.union(*blocks)) > 1


def test_prefix_lengths_are_uniform_on_the_second_half():
    """M_0 = 1; M_r on {2^(r-1) + 1, ..., 2^r}; each value as often as the others."""
    counts = [Counter() for _ in range(4)]
    for run in range(4000):
        learner = RandomizedPrefix(2, 1, bits=Seeded("prefix", run))
        for r in range(4):
            counts[r][learner.prefix] += 1
            learner.observe_block([0, 0], 1)
    assert [set(c) for c in counts] == [{1}, {2}, {3, 4}, {5, 6, 7, 8}]
    assert chi_square_p(counts[2], dict.fromkeys([3, 4], 1 / 2)) > LEAST_P
    assert chi_square_p(counts[3], dict.fromkeys([5, 6, 7, 8], 1 / 4)) > LEAST_P


def test_the_noisy_leader_counts_whole_blocks():
    learner = NoisyLeader(2, 1, bits=Seeded(1))
    for r in range(6):
        assert learner.prefix == 2**r
        learner.observe_block([0, 0], 1)


@pytest.mark.parametrize("kind", BOTH)
@given(seed=st.integers(0, 10**6), place=st.integers(0, 62), other=st.sampled_from([0, 1, "1/7"]))
def test_a_loss_vector_touches_the_next_selection_only_and_only_within_the_prefix(kind, seed, place, other):
    """Same bits, one vector replaced: the action of the block after its own may change, no action before. Later ones
    are drawn from the same bits only if that selection used as many, so they are compared by their sums instead."""
    vectors = [["1/2", 0, "1/3"]] * 63
    learner = kind(3, 1, bits=Seeded(seed))
    changed = [*vectors[:place], [other, 1, 0], *vectors[place + 1 :]]
    before, after = played(learner, vectors), played(kind(3, 1, bits=Seeded(seed)), changed)
    block = (place + 1).bit_length() - 1
    assert before[: 2 ** (block + 1) - 1] == after[: 2 ** (block + 1) - 1]
    counted = kind(3, 1, bits=Seeded(seed))
    for vector in vectors[: 2**block - 1]:
        counted.observe(vector)
    if place + 1 - 2**block >= counted.prefix:
        assert before == after


@pytest.mark.parametrize("kind", BOTH)
@given(seed=st.integers(0, 10**6), halves=st.lists(st.integers(0, 2), min_size=31 * 2, max_size=31 * 2))
def test_a_block_at_once_is_its_vectors_one_by_one(kind, seed, halves):
    """The same actions from the same bits."""
    rows = [halves[2 * t : 2 * t + 2] for t in range(31)]
    single, whole = kind(2, "1/3", bits=Seeded(seed)), kind(2, "1/3", bits=Seeded(seed))
    for r in range(5):
        block = rows[2**r - 1 : 2 ** (r + 1) - 1]
        tops = [sum(row[j] for row in block[: whole.prefix]) for j in range(2)]
        whole.observe_block(tops, 2)
        for row in block:
            single.observe([Fraction(top, 2) for top in row])
        assert (single.act(), single.prefix, single.rounds) == (whole.act(), whole.prefix, whole.rounds)


def test_a_block_at_once_only_at_its_start():
    learner = RandomizedPrefix(2, 1, bits=Seeded(0))
    learner.observe([0, 0])
    learner.observe([0, 0])
    with pytest.raises(InputError, match="block 1: found 1 rounds observed"):
        learner.observe_block([0, 0], 1)


@pytest.mark.parametrize("kind", BOTH)
def test_memory_does_not_grow_with_the_rounds(kind):
    learner = kind(4, 1, bits=Seeded(0))
    sizes = []
    for _ in range(16):
        learner.observe_block([3, 2, 1, 0], 7)
        sizes.append(len(pickle.dumps(learner)))
    assert max(sizes) < 3000  # of which 512 bytes are random bits not yet used


def test_the_law_of_the_first_action():
    law = {1: Fraction(1, 2), 2: Fraction(0), 3: Fraction(1, 2)}
    counts = Counter(RandomizedPrefix(3, 1, first=law.values(), bits=Seeded(k)).act() for k in range(2000))
    assert counts[2] == 0
    assert chi_square_p(counts, {1: 0.5, 3: 0.5}) > LEAST_P


def select(kind, tops, scale, draws, **options):
    learner = kind(len(tops), "3/4", bits=Seeded("select", kind.__name__), **options)
    counts = Counter()
    for _ in range(draws):
        learner.observe_block(tops, scale)
        counts[learner.act()] += 1
    return counts


def test_the_randomized_prefix_selects_by_softmax():
    """eta = min(3/8, 1/8) = 1/8."""
    counts = select(RandomizedPrefix, [10, 20, 45, 47], 3, 40_000)
    law = softmax_law([10, 20, 45, 47], Fraction(1, 24))
    assert chi_square_p(counts, dict(enumerate(law, 1))) > LEAST_P


def noisy_leader_law(sums, epsilon, grid):
    """P(A = j) of report-noisy-min with discrete Laplace noise, by summing over all noises that matter."""
    reach = 60 * grid
    noise = laplace_law(epsilon / 2 / grid, reach)
    tails = dict(zip(noise, accumulate(reversed(noise.values())), strict=True))  # P(Z >= -z)

    def beats(j, z):
        """P(no other action is better than j at the noise z); equal values go to the smaller."""
        result = mpmath.mpf(1)
        for i, other in enumerate(sums):
            if i != j:
                edge = (sums[j] - other) * grid + z  # j wins against noises above it, and at it when j < i
                least = ceil(edge) if j < i else floor(edge) + 1
                result *= tails.get(-least, mpmath.mpf(least < 0))
        return result

    return [sum(p * beats(j, z) for z, p in noise.items()) for j in range(len(sums))]


def test_the_noisy_leader_selects_by_its_law():
    law = noisy_leader_law([Fraction(1), Fraction(4, 3), Fraction(3)], Fraction(3, 4), 1)
    assert abs(sum(law) - 1) < 1e-6
    counts = select(NoisyLeader, [3, 4, 9], 3, 30_000, grid=1)
    assert chi_square_p(counts, dict(enumerate(law, 1))) > LEAST_P


@pytest.mark.parametrize("grid", [1, 3])
def test_one_noisy_selection_is_private(grid):
    """Neighbouring sums (each coordinate moved by at most 1), on and off the grid: ratio at most e^epsilon."""
    epsilon = Fraction(1)
    values = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(4), Fraction(5)]
    laws = {s: noisy_leader_law(s, epsilon, grid) for s in itertools.product(values, repeat=2)}
    pairs = [(s, t) for s in laws for t in laws if all(abs(a - b) <= 1 for a, b in zip(s, t, strict=True))]
    worst = max(p / q for s, t in pairs for p, q in zip(laws[s], laws[t], strict=True))
    assert mpmath.mpf("2.1") < worst <= mpmath.e
