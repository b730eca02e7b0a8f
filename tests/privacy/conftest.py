# SPDX-License-Identifier: Apache-2.0
"""A guard for the privacy tests: nobody leaves Arb's precision changed."""

from collections.abc import Iterator

import flint
import pytest


@pytest.fixture(autouse=True)
def precision_untouched() -> Iterator[None]:
    before = flint.ctx.prec
    yield
    assert flint.ctx.prec == before
