# SPDX-License-Identifier: Apache-2.0
"""A fixed number of random steps, near and beyond what the schemas allow: what the kernel accepts is true, exactly.

HYPOTHESIS_PROFILE=nightly tries many more.
"""

import os
import sys

import pytest

from proofcheck.kernel.derivation import SCHEMAS

from .session import RULES, FalseFact, fuzz
from .shrink import report

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
STEPS, SEEDS = (20_000, range(20)) if NIGHTLY else (1_500, range(1))
LEAST = 3


def table(seen):
    """What was tried, accepted, evaluated of each rule, in lines."""
    what = ("tried", "accepted", "evaluated")
    cells = [f"{rule} {'/'.join(str(seen[f'{w} {rule}']) for w in what)}" for rule in RULES]
    lines = ["    " + ", ".join(cells[k:k + 6]) for k in range(0, len(cells), 6)]
    total = sum(seen[f"tried {rule}"] for rule in RULES)
    head = f"\n  {total} random steps (tried/accepted/evaluated), true at all {seen['points']} points:"
    return "\n".join([head, *lines])


def test_all_schemas_are_fuzzed():
    assert set(RULES) == {*SCHEMAS, "define", "import"}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_accepted_is_true(seed, capsys):
    try:
        seen = fuzz(seed, STEPS)
    except FalseFact as found:
        pytest.fail(report(found))
    with capsys.disabled():
        sys.stdout.write(table(seen))
    rare = [rule for rule in RULES if min(seen[f"accepted {rule}"], seen[f"evaluated {rule}"]) < LEAST]
    assert not rare, table(seen)
