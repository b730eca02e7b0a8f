# SPDX-License-Identifier: Apache-2.0
"""False claims are never proved: sharp inequalities spoiled by 10^-3 to 10^-12, or strict at the contact, and more.

Each was made from a true claim whose contact is known exactly, so that it is false without any computation. Undecided
is allowed: the time is short.
"""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from proofcheck.decide import decide
from proofcheck.parse import statement_from_parts

CLAIMS = defaultdict(list)
for line in (Path(__file__).parent / "claims_false.jsonl").read_text(encoding="utf-8").splitlines():
    CLAIMS[json.loads(line)["kind"]].append(json.loads(line))


@pytest.mark.parametrize("kind", sorted(CLAIMS))
def test_a_false_claim_is_never_proved(kind):
    wrong = {}
    for data in CLAIMS[kind]:
        statement = statement_from_parts(data["vars"], data["hypotheses"], data["goal"])
        verdict = decide(statement, timeout=0.3).verdict
        if verdict.status.value not in ("REFUTED", "UNDECIDED"):
            wrong[data["id"]] = f"{verdict.status.value}: {verdict.statement} ({data['note']})"
    assert not wrong
