# SPDX-License-Identifier: Apache-2.0
"""Lemma 4 and Lemma 5 on the corpus of laws, and proof that the confirmation can say no."""

from fractions import Fraction
from pathlib import Path

import pytest

from proofcheck.exact import EPSILONS, Enclosure, Status, confirm_corpus, confirm_law, load_law, summary
from proofcheck.exact.confirm import law_cases
from proofcheck.exact.record import IDS, Case, judged

from .helpers import law_named, slow_f

LAWS = sorted((Path(__file__).parents[2] / "lemmas" / "laws").glob("*.toml"))


def test_the_corpus_is_what_the_issue_asks_for():
    laws = [load_law(path) for path in LAWS]
    gaps = {gap for law in laws for gap in law.gaps if gap}
    assert len(laws) >= 32
    assert {law.size for law in laws} == {2, 3, 4, 5, 6}
    assert (min(gaps), max(gaps)) == (Fraction(1, 100), Fraction(1))
    assert sum(not law.independent for law in laws) >= 10
    assert sum(all(len(side) == 1 for side, _ in law.actions) and law.independent for law in laws) >= 4
    assert sum(len(set(law.gaps)) < law.size for law in laws) >= 8  # ties among suboptimal actions
    assert len({law.name for law in laws}) == len(laws)
    assert min(EPSILONS) < Fraction(1, 4) < max(EPSILONS)


def test_every_equation_is_confirmed_on_the_corpus():
    records = confirm_corpus(LAWS, EPSILONS)
    assert [record.id for record in records] == list(IDS)
    assert {record.status for record in records} == {Status.CONFIRMED}
    for record in records:
        assert 0 < record.worst <= 1 + Fraction(1, 10**12)
        assert record.instances >= record.laws
    by_id = summary(records)
    assert by_id["lemma5"].laws == len(LAWS)
    assert by_id["lemma5"].instances == len(LAWS) * len(EPSILONS)
    assert by_id["lemma5.large.eq6"].laws >= 15
    assert by_id["lemma4"].as_dict()["verdict"] == "CONFIRMED"


NOT_HERE = ("lemma5.split", "lemma5.small.s3", "lemma5.large.s3")  # equal, 0, or absent on a deterministic law


@pytest.mark.parametrize("identifier", [i for i in IDS if i not in NOT_HERE])
def test_sabotaged_bounds_are_violated(identifier: str):
    """Scaled to below the true left side, every bound must be caught."""
    scale = {"lemma4": "1/2", "lemma5.large.eq6": "1/100"}.get(identifier, "1/1000")
    record = summary(confirm_law(law_named("deterministic"), [1], scale=Fraction(scale)))[identifier]
    assert record.status is Status.VIOLATED
    assert record.worst > 1
    assert "deterministic, epsilon = 1" in record.where


@pytest.mark.parametrize("scale", ["999/1000", "1001/1000"])
def test_a_sabotaged_split_is_violated(scale: str):
    records = confirm_law(law_named("dependent"), ["1/4"], scale=Fraction(scale))
    assert summary(records)["lemma5.split"].status is Status.VIOLATED


def test_between_the_enclosure_s_ends_nothing_is_decided():
    wide = Enclosure(Fraction(1), Fraction(3))
    record = judged([Case("lemma5", "x", wide, Enclosure.of(2), "here")])[0]
    assert record.status is Status.UNDECIDED
    with pytest.raises(TypeError):
        bool(record.status)


def test_one_bad_instance_among_good_ones_is_reported():
    cases = [Case("lemma5", "x", Enclosure.of(n), Enclosure.of(5), f"n = {n}") for n in (1, 6, 4)]
    record = judged(cases)[0]
    assert (record.status, record.where, record.instances) == (Status.VIOLATED, "n = 6", 3)
    assert record.worst == Fraction(6, 5)


def test_equation_4_looks_at_the_right_numbers():
    """For two actions Delta * E P_{m,2} = F_m, which the tests compute on their own."""
    law = law_named("opposite")
    cases = [case for case in law_cases(law, ["1/4"]) if case.id == "lemma5.small.eq4"]
    for m, case in enumerate(cases[:5], start=1):
        expected = slow_f(law, Fraction(1, 8), m) / law.gaps[1]
        assert case.left.lower - Fraction(1, 10**20) <= expected <= case.left.upper + Fraction(1, 10**20)
        assert case.where.endswith(f"m = {m}, j = 2")


def test_equation_6_on_a_law_known_in_closed_form():
    """Gap 1 always: sum_{m>=0} E V_m = sum 1/(1 + e^{m/8}) lies in the enclosure."""
    law = load_law(next(path for path in LAWS if path.stem == "k2_deterministic_gap_1"))
    import mpmath

    case = next(case for case in law_cases(law, [1]) if case.id == "lemma5.large.eq6")
    with mpmath.workdps(40):
        expected = sum(1 / (1 + mpmath.exp(mpmath.mpf(m) / 8)) for m in range(1000))
        assert mpmath.mpf(case.left.lower.numerator) / case.left.lower.denominator <= expected
        assert expected <= mpmath.mpf(case.left.upper.numerator) / case.left.upper.denominator


def test_floats_and_bad_files_are_refused(tmp_path: Path):
    from proofcheck.exact import InputError

    with pytest.raises(InputError, match="float"):
        confirm_law(law_named("two"), [0.5])
    with pytest.raises(InputError, match="missing"):
        confirm_corpus([tmp_path / "missing.toml"])
