# SPDX-License-Identifier: Apache-2.0
"""Laws shared by the tests of the exact layer, and a guard: nobody leaves Arb's precision changed."""

from collections.abc import Iterator

import flint
import pytest

from proofcheck.exact import Law, law_from_dict


@pytest.fixture(autouse=True)
def precision_untouched() -> Iterator[None]:
    before = flint.ctx.prec
    yield
    assert flint.ctx.prec == before


@pytest.fixture
def two() -> Law:
    """Two independent Bernoulli actions of means 1/2 and 3/5."""
    return law_from_dict({"name": "two", "actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]})
