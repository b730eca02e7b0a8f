# SPDX-License-Identifier: Apache-2.0
"""Every statement of the two sources is in the library, under its identifier and kind, and is complete as data."""

import pytest

from proofcheck.claim import Claim
from proofcheck.library import load_library

# The identifiers of the two sources, grouped by kind. lemma2.iv, an inequality over reals and integers, is of kind int.
STATEMENTS = {
    "def": "alg def1 def2 reg",
    "real": """
        lemma1.s1 lemma1.mgf lemma1.chernoff
        lemma2.i lemma2.ii lemma2.iii
        lemma3.s1 lemma3.s2 lemma3.s3
        lemma4.s4
        lemma5.small.s1 lemma5.small.s4 lemma5.small.s6 lemma5.small.s7 lemma5.small.s8 lemma5.small.s9
        lemma5.small.s10 lemma5.small.s12 lemma5.small.s13
        lemma5.large.s1 lemma5.large.s2 lemma5.large.s5 lemma5.large.s6 lemma5.large.s7 lemma5.large.s8
        lemma5.large.s9 lemma5.large.s11
        thm1.eq1 thm1.one thm1.small_eps thm1.large_eps thm1.eq2 cor1.equiv sec6.harmonic
        comp.f2 comp.f4 comp.s11 comp.s12 comp.s21 comp.s22.a comp.s22.b comp.s22.c
        comp.s51.a comp.s51.b comp.s51.c
    """,
    "int": "lemma2.iv lemma2.v lemma5.small.s11 lemma5.small.eq5",
    "prob": """
        lemma1 lemma3 prop1.s1 prop1 lemma4.s1 lemma4.s3 lemma4
        lemma5.small.s2 lemma5.small.s3 lemma5.small.eq4 lemma5.large.s3 lemma5.large.s4 lemma5.large.eq6 lemma5
        thm1 cor1 comp.s22 comp.s31 comp.s41
    """,
    "comb": "prop1.s2 prop1.s3 lemma4.s2 lemma4.s5 lemma5.split lemma5.small.s5 lemma5.large.s10",
    "axiom": "lemma1.hoeffding cor1.lower comp.f7 comp.f8",
}
ROWS = [(id, kind) for kind, ids in STATEMENTS.items() for id in ids.split()]
LIBRARY = load_library()
ENTRIES = LIBRARY.entries()
CLAIMS = LIBRARY.claims
DECIDED = ("real", "int")


def names(items):
    return [item.id for item in items]


def test_the_table_names_each_statement_once():
    ids = [id for id, _ in ROWS]
    assert len(ids) == len(set(ids)) == 83


@pytest.mark.parametrize(("id", "kind"), ROWS, ids=[id for id, _ in ROWS])
def test_statement_is_in_the_library_with_its_kind(id, kind):
    assert ENTRIES[id].kind == kind


@pytest.mark.parametrize(("id", "kind"), ROWS, ids=[id for id, _ in ROWS])
def test_only_real_and_int_statements_have_a_goal(id, kind):
    assert isinstance(ENTRIES[id], Claim) == (kind in DECIDED)


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=names(ENTRIES.values()))
def test_entry_has_a_source_and_says_what_it_states(entry):
    assert entry.source.paper in ("A", "B", "C")  # C holds what goes beyond the two sources
    assert entry.source.section or entry.source.paper == "B"  # source B has numbered steps, no sections
    assert entry.source.label
    assert entry.says


@pytest.mark.parametrize("entry", [e for e in ENTRIES.values() if e.kind == "axiom"], ids=lambda e: e.id)
def test_axiom_is_cited(entry):
    assert entry.citation


@pytest.mark.parametrize("id", [id for id in ENTRIES if id not in dict(ROWS)])
def test_every_other_entry_is_a_claim_below_a_statement(id):
    assert isinstance(ENTRIES[id], Claim) or ENTRIES[id].source.paper == "C"
    assert any(id.startswith(f"{row}.") for row, _ in ROWS)


@pytest.mark.parametrize("claim", CLAIMS, ids=names(CLAIMS))
def test_claim_is_of_a_decided_kind_and_int_only_with_an_integer_in_it(claim):
    assert claim.kind in DECIDED
    integers = [v for v in claim.statement.variables if v.kind == "int"]
    assert claim.kind == "real" or integers or not claim.statement.variables


@pytest.mark.parametrize("claim", CLAIMS, ids=names(CLAIMS))
def test_claim_has_a_near_miss_on_its_own_domain(claim):
    sibling = LIBRARY.near_misses[claim.id]
    assert sibling.statement.variables == claim.statement.variables
    assert sibling.statement.hypotheses == claim.statement.hypotheses
    assert sibling.statement.goal.op == claim.statement.goal.op
    assert sibling.statement.goal != claim.statement.goal
    assert list(sibling.at) == [v.name for v in claim.statement.variables]


def test_uses_names_entries_and_has_no_circle():
    done: set[str] = set()

    def visit(id: str, above: tuple[str, ...]) -> None:
        assert id not in above, " uses ".join((*above, id))
        if id not in done:
            for used in ENTRIES[id].uses:
                visit(used, (*above, id))
            done.add(id)

    for id in ENTRIES:
        visit(id, ())
    assert done == set(ENTRIES)
