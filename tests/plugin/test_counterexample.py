# SPDX-License-Identifier: Apache-2.0
"""Every counterexample is a REFUTED (or DOMAIN_ERROR) with a certificate that the kernel replays in a fresh process."""

import json
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import Phase, settings

from proofcheck import Claim, InputError, Status, ge
from proofcheck.testing import Refuted, check_claim

FALSE = [
    ("for all x in [0, 1]: x**2 >= x", Status.REFUTED, {"x": "1/2"}),
    ("for all x in [0, 1]: 1/x >= 1", Status.DOMAIN_ERROR, {"x": "0"}),
    ("for all p, q in (0, 1): (p - q)**2 > 0", Status.REFUTED, None),
    ("for all K in integers >= 1: log(K + 1) <= 2*log(K)", Status.REFUTED, {"K": "1"}),
    ("1 >= 2", Status.REFUTED, {}),
]


@pytest.mark.parametrize(("claim", "status", "witness"), FALSE)
def test_a_false_claim_is_refuted(claim, status, witness, tmp_path):
    with pytest.raises(AssertionError) as failure:
        check_claim(claim, max_examples=200)
    assert isinstance(failure.value, Refuted)
    verdict = failure.value.verdict
    assert verdict.status is status
    assert witness is None or verdict.witness == witness
    path = tmp_path / "c.json"
    path.write_text(json.dumps(failure.value.certificate))
    command = [sys.executable, "-m", "proofcheck.kernel", str(path)]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stdout.startswith(status.value)


@pytest.fixture
def _repeatable():
    """The same points each time, whatever profile is active."""
    active = settings.get_current_profile_name()
    settings.load_profile("ci")
    yield
    settings.load_profile(active)


@pytest.mark.usefixtures("_repeatable")
def test_narrow_counterexamples_are_found_by_steering(monkeypatch):
    """Claims that fail on a fifteen-hundredth of their domain, away from simple numbers: chance finds few of them."""
    monkeypatch.setattr("proofcheck.testing.counterexample.PHASES", (Phase.generate, Phase.target))
    found = 0
    for centre in range(3371, 9000, 563):
        with suppress(Refuted):
            check_claim(f"for all x in [0, 1]: (x - {centre}/10000)**2 > 1/10000000", max_examples=300)
            continue
        found += 1
        if found == 2:
            return
    pytest.fail(f"{found} found")


def test_the_message_shows_both_sides_rounded_outward():
    claim = Claim(id="lemma.bad", given={"x": "[1, 1]"}, goal=ge("1 - exp(-x)", "(2/3)*x"))
    with pytest.raises(Refuted) as failure:
        check_claim(claim)
    lines = str(failure.value).splitlines()
    assert lines[0] == "lemma.bad: REFUTED at x = 1"
    assert lines[2] == "  left   between 0.632120558828 and 0.632120558829"


def test_a_true_claim_is_only_looked_at():
    seen = check_claim("for all x in [0, 1]: 1 - exp(-x) >= x/2", max_examples=60)
    assert (seen.points, seen.undecided) == (60, 0)


def test_points_that_cannot_be_told_are_counted():
    seen = check_claim("for all n in integers [0, 20]: sin(pi/5)*n >= sqrt((5 - sqrt(5))/8)*n", max_examples=40)
    assert 0 < seen.undecided < seen.points


@pytest.mark.parametrize("hypothesis", ["x > 2", "x**2 == 2"])
def test_an_empty_or_too_thin_domain_is_said(hypothesis):
    with pytest.raises(InputError, match="too few points of its domain"):
        check_claim(f"for all x in [0, 2], if {hypothesis}: x >= 1")
