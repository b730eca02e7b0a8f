# SPDX-License-Identifier: Apache-2.0
"""Every constant and side condition of every derivation, spoiled one at a time: what stops, where, and what passes.

HYPOTHESIS_PROFILE=nightly replays every spoiled document as a whole, not a sample of them (about an hour).
"""

import os
import random
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from proofcheck.kernel.check import check
from proofcheck.kernel.derivation import replay_steps
from proofcheck.kernel.verdict import Rejected

from .sabotage import run_all, spoilers, title

HERE = Path(__file__).parent
SAMPLE = None if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else 20


@pytest.fixture(scope="module")
def explained():
    """Each theory's spoiler, with the outcomes of all changes to it and their computed reasons."""
    return run_all(spoilers())


@pytest.fixture(scope="module")
def found(explained):
    """The same, without the reasons."""
    return [(spoiler, [x for x, _ in outcomes]) for spoiler, outcomes in explained]


@pytest.fixture(scope="module")
def survivors(explained):
    """What passes, with the computed reason or the rows of the table that speak of it."""
    table = tomllib.loads((HERE / "survivors.toml").read_text(encoding="utf-8"))["survivor"]
    alive = [(x, why) for _, outcomes in explained for x, why in outcomes if x.failed is None]
    return table, [(x, why, [] if why else [k for k, row in enumerate(table) if listed(row, x)]) for x, why in alive]


def listed(row, outcome):
    place = outcome.change.where()
    return (row["theory"], row["unit"]) == (outcome.theory, outcome.unit) and place in row["places"]


def say(capsys, line):
    with capsys.disabled():
        sys.stdout.write(f"\n  {line}")


def test_every_survivor_has_a_reason(found, survivors, capsys):
    every, (table, alive) = [x for _, outcomes in found for x in outcomes], survivors
    own = sum(x.failed == x.unit for x in every)
    kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(Counter(x.change.kind for x in every).items()))
    steps, claims = sum(len(s.whole.steps) for s, _ in found), sum(len(s.whole.claims) for s, _ in found)
    say(capsys, f"{len(every)} changes ({kinds}) to {steps} steps, {claims} claims, {len(found)} contexts, all run")
    say(capsys, f"{own} stop at the changed place, {len(every) - own - len(alive)} at the first step that no longer "
        f"follows, {len(alive)} pass:")
    reasons = Counter(why or f"table: {table[rows[0]]['because'] if rows else 'NO REASON'}" for _, why, rows in alive)
    for why, n in reasons.most_common():
        say(capsys, f"  {n:>4} {why}")
    assert [x.text() for x, why, rows in alive if not why and len(rows) != 1] == []


def test_every_reason_of_the_table_has_a_survivor(survivors):
    table, alive = survivors
    used = {(k, x.change.where()) for x, _, rows in alive for k in rows}
    listed_places = {(k, place) for k, row in enumerate(table) for place in row["places"]}
    assert [(table[k]["theory"], place) for k, place in sorted(listed_places - used)] == []


def test_what_stops_rests_on_what_was_changed(found):
    """The step named is the changed one, or one that names what was changed, or a definition or declaration with it."""
    for spoiler, outcomes in found:
        for x in outcomes:
            assert x.failed is None or x.failed == x.unit or rests(spoiler, x), f"{x.text()} stops at {x.failed}"


def rests(spoiler, outcome):
    change, whole = outcome.change, spoiler.whole
    if outcome.failed not in spoiler.number:  # in a theory that imports from this one
        return any(outcome.failed == title(s) and s.get("theory") == whole.name
                   for user in spoiler.users for s in user.steps)
    k = spoiler.number[outcome.failed]
    known = whole.symbols[k] | {w for name in whole.words[k] for w in spoiler.about.get(name, ())}
    if outcome.unit == "context":
        item = whole.context[change.path[0]][change.path[1]] if change.path[0] != "identical" else {}
        name = item.get("id") or item.get("name")
        return name is None or any(word == name or word.startswith(f"{name}.") for word in known)
    return outcome.unit.split(" ", 1)[1] in known


def test_whole_documents_stop_at_the_same_place(found, capsys):
    """The spoiled document, replayed as the kernel replays a file; a seeded sample of each kind, or all."""
    rng, count = random.Random(3), 0
    every = [(spoiler, x) for spoiler, outcomes in found for x in outcomes]
    later = [pair for pair in every if pair[1].failed not in (None, pair[1].unit)]
    own = [pair for pair in every if pair[1].failed == pair[1].unit]
    passed = [pair for pair in every if pair[1].failed is None]
    for group in (later, own, passed):
        for spoiler, x in group if SAMPLE is None else rng.sample(group, min(SAMPLE, len(group))):
            inner = x.failed in spoiler.number or x.failed == x.unit
            expected = x.failed if inner else None  # the other theory's step is not in this document
            found_at = stops(spoiler.spoiled_document(x))
            assert found_at == expected, x.text()
            count += 1
    say(capsys, f"{count} spoiled documents replayed whole ({'all' if SAMPLE is None else 'a seeded sample'}): "
        "each stops at the same place")


def stops(document):
    try:
        replay_steps(document, check)
    except Rejected as problem:
        return problem.path[0] if problem.path else "context"
    return None


def test_a_spoiled_claim_taken_as_proved_stops_at_a_use_or_says_more(found, capsys):
    """Of the claims' changes that the certificate refuses: how many would stop at a use, were they proved."""
    refused = [(s, x) for s, outcomes in found for x in outcomes if x.failed == x.unit and x.unit.startswith("claim ")]
    stop = Counter(s.uses(x.unit.removeprefix("claim "), x.change.data) is not None for s, x in refused)
    say(capsys, f"{len(refused)} changed claims are refused with their certificate; taken as proved, "
        f"{stop[True]} of them would stop at a use")
    assert stop[True] > 0
