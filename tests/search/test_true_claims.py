# SPDX-License-Identifier: Apache-2.0
"""True claims, most of them well-known inequalities, are never refuted, nor called undefined or vacuous.

Undecided is allowed: the time is short.
"""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from proofcheck.decide import decide
from proofcheck.parse import statement_from_parts

CLAIMS = defaultdict(list)
for line in (Path(__file__).parent / "claims_true.jsonl").read_text(encoding="utf-8").splitlines():
    CLAIMS[json.loads(line)["kind"]].append(json.loads(line))


@pytest.mark.parametrize("kind", sorted(CLAIMS))
def test_a_true_claim_is_never_refuted(kind):
    wrong = {}
    for data in CLAIMS[kind]:
        statement = statement_from_parts(data["vars"], data["hypotheses"], data["goal"])
        verdict = decide(statement, timeout=0.3).verdict
        if verdict.status.value not in ("PROVED", "UNDECIDED"):
            wrong[data["id"]] = f"{verdict.status.value}: {verdict.statement} {verdict.witness}"
    assert not wrong
