# SPDX-License-Identifier: Apache-2.0
"""The false sibling of every claim is refuted at its point, and the search never proves it."""

import pytest

from proofcheck.kernel.check import check
from proofcheck.kernel.verdict import Rejected, Status
from proofcheck.library import load_library
from proofcheck.search import search

LIBRARY = load_library()
CLAIMS = {claim.id: claim for claim in LIBRARY.claims}
NEAR_MISSES = LIBRARY.near_misses
each = pytest.mark.parametrize("sibling", NEAR_MISSES.values(), ids=NEAR_MISSES)


def test_there_is_one_for_every_claim():
    assert set(NEAR_MISSES) == set(CLAIMS)


@each
def test_near_miss_is_refuted_at_its_point(sibling):
    verdict = check(sibling.statement, {"verdict": "REFUTED", "witness": dict(sibling.at)})
    assert verdict.status is Status.REFUTED


@pytest.mark.parametrize("id", NEAR_MISSES)
def test_claim_is_not_refuted_at_that_point(id):
    claim, sibling = CLAIMS[id], NEAR_MISSES[id]
    with pytest.raises(Rejected, match="not certainly false"):
        check(claim.statement, {"verdict": "REFUTED", "witness": dict(sibling.at)})


@each
def test_near_miss_is_never_proved(sibling):
    proof = search(sibling.statement, timeout=2).proof
    if proof is not None:
        assert check(sibling.statement, proof).status is Status.REFUTED
