# SPDX-License-Identifier: Apache-2.0
"""What the tests of the schemas notice: a schema that forgets its obligations, or its conditions on a step's form."""

import contextlib
import sys
from collections import Counter
from functools import partial

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from proofcheck.kernel import derivation as kernel

from .test_instances import one_import
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
    ("shift", "obligations"): "a shift back to times that are declared is true too, and others are not defined",
}


def forgetful(whole, what):
    """A schema, or import, without its obligations, or without its conditions."""
    module = sys.modules[whole.__module__]

    def schema(first, *rest):
        with pytest.MonkeyPatch.context() as patch:
            if what == "obligations":
                patch.setattr(type(getattr(first, "theory", first)), "oblige", lambda *_: None)
            else:
                patch.setattr(module, "need", lambda *_: None)
            return whole(first, *rest)

    return schema


def notices(draw_one):
    """Whether one of a hundred examples shows that something false was accepted."""

    @seed(1)
    @settings(max_examples=100, phases=[Phase.generate], database=None, deadline=None, report_multiple_bugs=False,
              suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def run(data):
        with contextlib.suppress(Exception):  # without conditions a schema may trip over the form of a true step
            draw_one(data.draw, Counter(), Exception)

    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        run()


@pytest.mark.parametrize("what", ["obligations", "conditions"])
@pytest.mark.parametrize("case", CASES)
def test_a_forgetful_schema_is_noticed(case, what, monkeypatch):
    if (case, what) in SILENT:
        return
    rule = case.split()[0]
    monkeypatch.setitem(kernel.SCHEMAS, rule, forgetful(kernel.SCHEMAS[rule], what))
    notices(partial(one, case))


@pytest.mark.parametrize("what", ["obligations", "conditions"])
def test_a_forgetful_import_is_noticed(what, monkeypatch):
    monkeypatch.setattr(kernel, "import_fact", forgetful(kernel.import_fact, what))
    notices(one_import)
