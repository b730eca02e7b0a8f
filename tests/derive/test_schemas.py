# SPDX-License-Identifier: Apache-2.0
"""Each rule schema on random finite worlds: what the kernel accepts is true there, what is false it refuses."""

import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.kernel import derivation as kernel
from proofcheck.kernel.check import check
from proofcheck.kernel.derivation import SCHEMAS, replay_steps
from proofcheck.kernel.derivation_context import new_fact
from proofcheck.kernel.derivation_import import import_fact
from proofcheck.kernel.verdict import Rejected

from . import cases_expectation, cases_logic, cases_sums
from .build import document, filled
from .theories import clone

CASES = {**cases_logic.CASES, **cases_sums.CASES, **cases_expectation.CASES}


def evaluated(world, document):
    """The state of a replayed document, and the number of points at which all its facts were seen to hold."""
    d = replay_steps(document, check)
    instance = world.instance(d.theory)
    return d, {name: instance.check(fact) for name, fact in d.theory.facts.items()}


def falsified(world, d, item):
    """Whether the fact that a step states is certainly false at some point of the world, or undefined there."""
    goal = item.get("goal") or ["==", item["body"], item["body"]]
    try:
        _, fact = new_fact(clone(d).theory, {**item, "id": "sibling", "goal": goal})
    except Rejected:
        return False
    return any(holds is False for holds, *_ in world.instance(d.theory).points(fact))


def one(rule, draw, seen, refusal=Rejected):
    """One random step by a rule: replayed, and it and all facts evaluated; its false siblings refused."""
    world, steps, wrong, *alone = CASES[rule](draw)
    claims = {s["claim"]: cases_logic.claim(s["claim"]) for s in steps if s["rule"] == "use"}
    before = steps[:-1] if steps else alone[0]
    try:
        whole, _ = filled(document(world.context(), *(steps or before), claims=claims))
    except Rejected:  # the signs of some terms are not seen; test_schema asks that these are few
        seen["declined"] += 1
        return
    d, points = evaluated(world, whole)
    if steps:
        assert steps[-1]["rule"] == rule.split()[0]
        seen.update(accepted=1, points=points[steps[-1]["id"]])
    for item in wrong:
        if falsified(world, d, item):
            with pytest.raises(refusal):
                filled(document(world.context(), *before, item, claims=claims))
            if steps:  # with the proofs of the true one
                stolen = {**item, "proofs": whole["steps"][-1]["proofs"]}
                with pytest.raises(refusal):
                    replay_steps({**whole, "steps": [*whole["steps"][:-1], stolen]}, check)
            seen["refused"] += 1


@pytest.mark.parametrize("rule", CASES)
def test_schema(rule, capsys):
    seen = Counter()

    @settings(max_examples=settings().max_examples // 3, derandomize=settings().max_examples < 1000)
    @given(data=st.data())
    def run(data):
        one(rule, data.draw, seen)

    run()
    with capsys.disabled():
        sys.stdout.write(f"\n  {rule}: {seen['accepted']} random steps, true at all {seen['points']} points; "
                         f"{seen['refused']} false siblings refused")
    assert min(seen["accepted"], seen["points"], seen["refused"]) > 0, seen
    assert seen["declined"] <= seen["accepted"] / 4, seen


def test_every_schema_has_cases():
    assert set(SCHEMAS) <= set(CASES)


@pytest.mark.parametrize("rule", [*SCHEMAS.values(), kernel._define, import_fact])
def test_every_schema_has_its_statement_and_source(rule):
    """The docstring says what is proved, and names a source by author and title, or the logical rule."""
    statement, _, source = rule.__doc__.partition("Source:")
    assert len(statement.split()) >= 5, rule
    assert len(source.split()) >= 5, rule
