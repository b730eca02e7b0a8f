# SPDX-License-Identifier: Apache-2.0
"""One change anywhere in a certificate: it is refused, or it is harmless for a reason that this file states.

Three promises. A change of the statement breaks the digest. A changed proof that is still accepted proves the same
statement. And no changed proof is ever accepted for a false sibling of the statement. The certificates are the accepted
rows of the rule tables, a few made by hand, and those in lemmas/certificates. Of the last by default at most LIMIT
mutations are tried, evenly spread; PROOFCHECK_ALL_MUTATIONS=1 tries all.
"""

import copy
import json
import os
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from proofcheck.kernel.check import RULES, check, read, replay
from proofcheck.kernel.statement import statement_from_json
from proofcheck.kernel.verdict import Rejected, Status
from proofcheck.library import load_library
from proofcheck.parse import parse_statement

from .build import ENCLOSURE, SIGN, ZERO, refusal, step, t
from .test_rules_algebra import TABLE as ALGEBRA
from .test_rules_calculus import TABLE as CALCULUS
from .test_rules_leaf import TABLE as LEAVES
from .test_rules_region import TABLE as REGIONS

LIMIT = 400
FILES = sorted((Path(__file__).parents[2] / "lemmas" / "certificates").glob("*.json"))
RELATIONS = ["<=", "<", ">=", ">", "==", "!="]



def _from_0(**way):
    """f and its slope vanish at 0, and the second derivative is positive."""
    return step("monotone", variable="x", face=ZERO, **way,
                derivative=step("monotone", variable="x", face=ZERO, derivative=SIGN, **way))


# (claim, proof, false siblings: proofs of these must be refused however they are mutated)
BY_HAND = [
    ("for all x in [0, 1]: 1 - exp(-x) >= x/2",
     step("concave", variable="x", second=SIGN, low=ZERO, high=ENCLOSURE),
     ["for all x in [0, 1]: 1 - exp(-x) >= x*1000001/1000000", "for all x in [0, 2]: 1 - exp(-x) >= x/2",
      "for all x in [0, 1]: 1 - exp(-x) > x/2", "for all x in [-1, 1]: 1 - exp(-x) >= x/2"]),
    ("for all x in reals: exp(x) >= 1 + x",
     step("split", variable="x", at="0", low=_from_0(increasing=False), high=_from_0(increasing=True)),
     ["for all x in reals: exp(x) > 1 + x", "for all x in reals: exp(x) >= 1000001/1000000 + x",
      "for all x in reals: exp(x) >= 1 + x*1000001/1000000"]),
    ("for all x in [0, oo): log(1 + x) <= x",
     step("monotone", variable="x", increasing=True, face=ZERO, derivative=step(
         "rewrite", form=t("x"), by=t("x + 1"), positive=SIGN, then=SIGN)),
     ["for all x in [0, oo): log(1 + x) < x", "for all x in (-1, oo): log(1 + x) <= x*999999/1000000"]),
    ("for all x in [0, 1], y in [0, 1]: x + y - x*y <= 1",
     step("product", constant="1", factors=[{"term": t("1 - x"), "power": 1, "sign": 1, "proof": SIGN},
                                            {"term": t("1 - y"), "power": 1, "sign": 1, "proof": SIGN}]),
     ["for all x in [0, 1], y in [0, 2]: x + y - x*y < 1", "for all x in [0, 1], y in [0, 1]: x + y - x*y < 1"]),
    ("for all n in integers >= 2: n**2 >= 2*n",
     step("integers", variable="n", points=[step("eliminate", variable="n", then=ZERO)], tail=step(
         "product", constant="1", factors=[{"term": t("n"), "power": 1, "sign": 1, "proof": SIGN},
                                           {"term": t("n - 2"), "power": 1, "sign": 1, "proof": ENCLOSURE}])),
     ["for all n in integers >= 2: n**2 > 2*n", "for all n in integers >= 1: n**2 >= 2*n"]),
    ("for all x in [0, 1], y in [0, 1], if x + y == 1: x*y <= 1/4",
     step("eliminate", variable="y", term=t("1 - x"), fact=0, then=step("product", constant="1", factors=[
         {"term": t("x - 1/2"), "power": 2, "sign": 1, "proof": None}])),
     ["for all x in [0, 1], y in [0, 1], if x + y == 1: x*y < 1/4",
      "for all x in [0, 2], y in [0, 2], if x + y == 2: x*y <= 1/4"]),
]


def document(claim, goal):
    statement = parse_statement(claim)
    return {"format": "proofcheck-certificate", "version": 1, "statement": statement.to_json(),
            "digest": statement.digest(), "proof": {"verdict": "PROVED", "goal": goal}}


ROWS = [row[:5] for row in (*LEAVES, *ALGEBRA, *CALCULUS, *REGIONS) if row[3] is None]
DOCUMENTS = [*(document(claim, goal) for claim, goal, _ in BY_HAND), *(document(row[1], row[2]) for row in ROWS)]


def other_values(value):
    """What may stand in the place of a JSON value that is no object and no list."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value - 2)
    elif value is None:
        yield from ("0", SIGN)
    elif value in RELATIONS:
        yield from (relation for relation in RELATIONS if relation != value)
    elif value in RULES:
        yield from (rule for rule in ("zero", "sign", "enclosure", "both", "bernstein") if rule != value)
    elif value.replace("/", "").lstrip("-").isdigit():
        q = Fraction(value)
        yield from dict.fromkeys(str(p) for p in (q + 1, -q, q * Fraction(1000001, 1000000), q - Fraction(1, 10**6))
                                 if p != q)
    else:
        yield from (word for word in ("x", "y", "real", "int", "add", "mul") if word != value)


def mutations(value, path=()):
    """(path, changed copy) for every single change inside a JSON value."""
    if not isinstance(value, dict | list):
        yield from ((path, other) for other in other_values(value))
        return
    for key, child in list(value.items() if isinstance(value, dict) else enumerate(value)):
        for where, changed in mutations(child, (*path, key)):
            yield where, _with(value, key, changed)
        if isinstance(value, dict):
            yield (*path, key, "removed"), {k: v for k, v in value.items() if k != key}
    if isinstance(value, list) and value:
        yield (*path, "shortened"), value[:-1]
        if len(value) > 1 and value[-1] != value[-2]:
            yield (*path, "swapped"), [*value[:-2], value[-1], value[-2]]


def _with(value, key, changed):
    result = copy.copy(value)
    result[key] = changed
    return result


def say(capsys, text):
    """Show the counts, also when pytest catches output."""
    with capsys.disabled():
        sys.stdout.write(f"\n{text}\n")


def spread(found):
    """All, or LIMIT of them at even distances."""
    found = list(found)
    if len(found) <= LIMIT or os.environ.get("PROOFCHECK_ALL_MUTATIONS"):
        return found
    return [found[k * len(found) // LIMIT] for k in range(LIMIT)]


def outcome(changed):
    try:
        return replay(changed)
    except Rejected:
        return None


# Why a changed proof may still prove the same statement, by the last field on the way to the change.
HARMLESS = {
    "rule": "another rule proves the same sub-goal",
    "removed": "an optional field, or one that this proof does not need",
    "at": "a moved split point: both halves still hold",
    "range": "another range, which is proved to hold all",
    "ranges": "a wider range, on which it still holds",
    "new": "another range of the new variable, which is proved to cover all",
    "power": "another power that the normal form allows, or an even one whose sign is not needed",
    "sign": "the sign of an even power is not used",
    "strict": "a premise that is strict serves where it need not be",
    "centred": "both enclosures suffice",
    "increasing": "the slope is 0",
    "fact": "a fact not needed, or one that serves as well",
    "drop": "one fact more or less is not needed",
    "proof": "a sub-proof that is not needed",
    "of": "a term with the same bound",
    "on": "other cases, which hold too",
    "by": "another positive factor",
    "form": "another form, equal and provable",
    "term": "another term, equal and provable",
    "terms": "a premise that is not needed",
    "premise": "another premise, equal in the sum",
    "multiplier": "another multiplier, equal in the sum",
    "swapped": "the order of summands, factors or variables",
    "shortened": "the last entry is not needed",
    "relation": "another relation of a fact, proved as well",
    "map": "another map, which the inverse undoes",
    "inverse": "another inverse, which undoes the map",
    "inhabited": "another point at which the hypotheses hold",
    "scale": "a scale of a fact that the normal form still allows",
    "left": "left and right changed alike", "right": "left and right changed alike",
    "function": "another increasing function",
    "points": "one point more or less: the tail covers it",
    "minors": "a minor proved in another way",
    "variables": "a variable that need not be opened",
    "name": "another name of the new variable",
    "bounds": "a bound certain by signs", "covers": "a bound certain by signs",
    "point": "another point with gradient 0",
    "facts": "a fact that is not needed",
    "inner": "another inner point",
    "variable": "another variable serves as well",
}


def reason(path):
    named = [part for part in path if part in HARMLESS]
    return HARMLESS[named[-1]] if named else ""


def test_a_change_of_format_version_digest_or_statement_is_refused(capsys):
    found = [(where, changed) for source in DOCUMENTS for where, changed in mutations(source) if where[0] != "proof"]
    for where, changed in found:
        assert outcome(changed) is None, (where, changed)
    say(capsys, f"  {len(found)} changes of format, version, digest or statement: all refused")


def assert_harmless(found):
    tally = Counter()
    for source, (where, changed) in found:
        verdict = outcome({**source, "proof": changed})
        tally["refused" if verdict is None else reason(where) or f"UNEXPLAINED {where}"] += 1
        if verdict is not None:
            assert verdict.status is Status.PROVED
            assert verdict.digest == source["digest"]
            assert verdict.statement == statement_from_json(source["statement"]).text()
    assert not [line for line in tally if line.startswith("UNEXPLAINED")], tally
    return tally


def show(capsys, title, tally):
    lines = [f"    {count:5} harmless: {line}" for line, count in tally.most_common() if line != "refused"]
    say(capsys, "\n".join([f"  {tally.total()} {title}: {tally['refused']} refused", *lines]))


def test_a_changed_proof_is_refused_or_proves_the_same(capsys):
    found = [(source, m) for source in DOCUMENTS for m in mutations(source["proof"])]
    show(capsys, "changes of proofs in the rule tables", assert_harmless(found))


@pytest.mark.skipif(not FILES, reason="no certificates are committed")
def test_a_changed_committed_proof_is_refused_or_proves_the_same(capsys):
    sources = [read(path.read_text(encoding="utf-8")) for path in FILES]
    found = ((s, m) for s in sources if s["proof"]["verdict"] == "PROVED" for m in mutations(s["proof"]))
    show(capsys, "changes of committed proofs", assert_harmless(spread(found)))


@pytest.mark.skipif(not FILES, reason="no certificates are committed")
def test_no_committed_proof_proves_a_near_miss(capsys):
    siblings = load_library().near_misses
    named = [(siblings[path.stem], read(path.read_text(encoding="utf-8"))) for path in FILES if path.stem in siblings]
    found = spread((sibling, m) for sibling, s in named for m in [((), s["proof"]), *mutations(s["proof"])])
    for sibling, (_, changed) in found:
        with pytest.raises(Rejected):
            check(sibling.statement, changed)
    say(capsys, f"  {len(found)} changed committed proofs of {len(named)} near misses: all refused")


def test_no_changed_proof_proves_a_false_sibling(capsys):
    count = 0
    for claim, goal, siblings in BY_HAND:
        assert refusal(claim, goal) is None, claim
        for false in siblings:
            for where, changed in [((), goal), *mutations(goal)]:
                assert refusal(false, changed) is not None, (false, where, json.dumps(changed))
                count += 1
    say(capsys, f"  {count} changed proofs of false siblings: all refused")


@pytest.mark.parametrize("index", range(len(BY_HAND)))
def test_a_changed_statement_with_its_own_digest_is_shown_as_changed(index):
    """The digest can be made anew for another statement: then that one is printed, not the old one."""
    source = DOCUMENTS[index]
    before = statement_from_json(source["statement"]).text()
    for where, changed in mutations(source["statement"]):
        try:
            statement = statement_from_json(changed)
        except Rejected:
            continue
        verdict = outcome({**source, "statement": changed, "digest": statement.digest()})
        if verdict is not None and statement.digest() != source["digest"]:
            assert verdict.statement == statement.text()
            assert verdict.statement != before, where
