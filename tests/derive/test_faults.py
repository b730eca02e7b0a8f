# SPDX-License-Identifier: Apache-2.0
"""What the tests of the schemas notice: a schema that forgets its obligations, or its conditions on a step's form."""

import contextlib
import sys
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from proofcheck.kernel import derivation as kernel

from .test_schemas import CASES, one

NO_OBLIGATIONS = "it has no obligations"
FORM = "its conditions are about the form alone"
SILENT = {  # (schema, what it forgets): why nothing false gets through
    ("swap", "obligations"): NO_OBLIGATIONS, ("swap with E", "obligations"): NO_OBLIGATIONS,
    ("divide", "obligations"): NO_OBLIGATIONS, ("independent", "obligations"): NO_OBLIGATIONS,
    ("tower", "obligations"): NO_OBLIGATIONS,
    ("induction", "conditions"): "a supposition about the variable speaks of an unknown one; the replay breaks off",
    ("evident", "conditions"): FORM, ("equal", "conditions"): "s <= t follows as well", ("cases", "conditions"): FORM,
    ("witness", "conditions"): "a goal about the member has a free variable, and is not defined",
    ("jensen", "obligations"): "log(t) is defined, so t > 0 is asked for once more",
    ("shift", "obligations"): "of times that are not declared nothing is known, and no instance has any",
}


def forgetful(rule, what):
    """A schema without its obligations, or without its conditions."""
    whole = kernel.SCHEMAS[rule]
    module = sys.modules[whole.__module__]

    def schema(th, scope, goal, step):
        with pytest.MonkeyPatch.context() as patch:
            if what == "obligations":
                patch.setattr(type(th), "oblige", lambda *_: None)
            else:
                patch.setattr(module, "need", lambda *_: None)
            return whole(th, scope, goal, step)

    return schema


@pytest.mark.parametrize("what", ["obligations", "conditions"])
@pytest.mark.parametrize("case", CASES)
def test_a_forgetful_schema_is_noticed(case, what, monkeypatch):
    if (case, what) in SILENT:
        return
    rule = case.split()[0]
    monkeypatch.setitem(kernel.SCHEMAS, rule, forgetful(rule, what))

    @seed(1)
    @settings(max_examples=100, phases=[Phase.generate], database=None, deadline=None, report_multiple_bugs=False,
              suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def run(data):
        with contextlib.suppress(Exception):  # without conditions a schema may trip over the form of a true step
            one(case, data.draw, Counter(), Exception)

    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        run()
