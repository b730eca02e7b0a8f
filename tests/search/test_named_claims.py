# SPDX-License-Identifier: Apache-2.0
"""The search decides, as they stand, the claims that other provers were measured on, and well-known sharp ones."""

import json
from pathlib import Path

import pytest

from proofcheck.kernel.check import check
from proofcheck.parse import parse_statement, statement_from_parts
from proofcheck.search import search

PEERS = Path(__file__).parents[2] / "benchmarks" / "peer_claims.jsonl"
PEER_CLAIMS = [json.loads(line) for line in PEERS.read_text(encoding="utf-8").splitlines()]
HOEFFDING = "for all eta in [0, 10], mu in [-1, 1]: (1+mu)/2*exp(-eta) + (1-mu)/2*exp(eta) <= exp(-eta*mu + eta**2/{})"
PINSKER = "for all p in (0, 1), q in (0, 1): p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= {}*(p-q)**2"
SHARP = {
    "the chord of 1 - exp(-x)": ("for all x in [0, 1]: 1 - exp(-x) >= {}*x", "632120/10**6", "632121/10**6"),
    "Hoeffding's two points": (HOEFFDING, "2", "2.001"),
    "the least of x log x": ("for all x in (0, oo): x*log(x) >= {}/exp(1)", "-1", "-0.9999"),
    "Pinsker": (PINSKER, "2", "2.001"),
    "log(K+1) over the integers": ("for all K in integers >= 2: log(K+1) <= {}*log(K)", "2", "1.5849"),
    "log(K+1) over the reals": ("for all K in [2, oo): log(K+1) <= {}*log(K)", "2", "1.5849"),
}


def verdict(statement):
    found = search(statement, timeout=10)
    return "UNDECIDED" if found.proof is None else check(statement, found.proof).status.value


@pytest.mark.parametrize("data", PEER_CLAIMS, ids=[data["id"] for data in PEER_CLAIMS])
def test_peer_claims_are_decided(data):
    statement = statement_from_parts(data["vars"], data.get("hypotheses", []), data["goal"])
    assert verdict(statement) == {"true": "PROVED", "false": "REFUTED"}[data["expected"]]


@pytest.mark.parametrize(("text", "constant", "tighter"), SHARP.values(), ids=SHARP)
def test_sharp_claims_are_proved_and_tightened_ones_refuted(text, constant, tighter):
    assert verdict(parse_statement(text.format(constant))) == "PROVED"
    assert verdict(parse_statement(text.format(tighter))) == "REFUTED"
