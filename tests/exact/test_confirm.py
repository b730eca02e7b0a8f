# SPDX-License-Identifier: Apache-2.0
"""Lemma 4 and Lemma 5 on the corpus of laws, and proof that the confirmation can say no."""

from fractions import Fraction
from pathlib import Path

import pytest

from proofcheck.exact import EPSILONS, Status, confirm_corpus, confirm_law, law_from_dict, load_law, summary
from proofcheck.exact.confirm import law_cases
from proofcheck.exact.registry import ROWS

from .helpers import law_named, slow_f

ON_LAWS = [id for id, row in ROWS.items() if row.laws]
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


def test_every_row_about_laws_is_confirmed_on_the_corpus():
    records = summary(confirm_corpus(LAWS, EPSILONS))
    assert set(records) == set(ON_LAWS)
    for record in records.values():
        assert record.status is Status.CONFIRMED, record
        assert 0 < record.worst <= 1 + Fraction(1, 10**12)
        assert record.instances >= len(record.laws)
    assert len(records["lemma5"].laws) == len(LAWS)
    assert records["lemma5"].instances == len(LAWS) * len(EPSILONS)
    assert len(records["lemma5.large.eq6"].laws) >= 15
    assert records["lemma4"].as_dict()["verdict"] == "CONFIRMED"


SCALES = {"lemma4": "1/2", "lemma5.large.eq6": "1/100"}
NOT_HERE = {
    "lemma5.small.s3": "near", "lemma5.large.s3": "noisy", "lemma5.large.s1": "noisy", "lemma5.small.s11": "half",
}  # fmt: skip
LAW_OF = {
    "near": {"actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]},
    "half": {"actions": [{"0": 1}, {"1/2": 1}]},
    "noisy": {"actions": [{"0": "3/4", "1": "1/4"}, {"0": "1/8", "1": "7/8"}, {"0": "2/3", "1": "1/3"}]},
}


@pytest.mark.parametrize("identifier", ON_LAWS)
def test_sabotaged_bounds_are_violated(identifier: str):
    """Scaled to below the true left side, every bound must be caught: none is confirmed whatever it says."""
    name = NOT_HERE.get(identifier, "deterministic")
    law = law_from_dict({"name": name, **LAW_OF[name]}) if name in LAW_OF else law_named(name)
    scale = Fraction(SCALES.get(identifier, "1/1000"))
    record = summary(confirm_law(law, ["1/4"], scale=scale))[identifier]
    assert record.status is Status.VIOLATED
    assert record.worst > 1
    assert f"{name}, epsilon = 1/4" in record.where


def test_only_what_is_wanted_is_evaluated():
    records = confirm_corpus(LAWS[:1], ids=["lemma5.large.s3", "lemma5.small.s5"])
    assert {record.id for record in records} <= {"lemma5.large.s3", "lemma5.small.s5"}


@pytest.mark.parametrize("scale", ["999/1000", "1001/1000"])
def test_a_sabotaged_split_is_violated(scale: str):
    records = confirm_law(law_named("dependent"), ["1/4"], scale=Fraction(scale))
    assert summary(records)["lemma5.split"].status is Status.VIOLATED


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
