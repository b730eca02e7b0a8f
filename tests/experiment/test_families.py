# SPDX-License-Identifier: Apache-2.0
"""Families give the laws that their names promise: size, gaps, best action first, the same on every machine."""

import tomllib
from fractions import Fraction as F

import pytest

from proofcheck.errors import InputError
from proofcheck.exact import law_from_dict
from proofcheck.experiment.canonical import canonical, digest
from proofcheck.experiment.families import FAMILIES
from proofcheck.experiment.lawtext import law_data, law_digest, law_toml
from proofcheck.experiment.profiles import PROFILES, gaps_of

JOINT, INDEPENDENT = "4c0db00183a8", "959937106405"
SOME = {
    "gap": F(1, 10),
    "far": F(1, 2),
    "best": F(1, 4),
    "rate": F(1, 5),
    "atoms": 3,
    "grid": 4,
    "seed": 1,
    "number": 2,
}


def made(name, actions, **values):
    family = FAMILIES[name]
    given = {key: values.get(key, SOME.get(key, default)) for key, default in family.parameters.items()}
    return family.make("law", actions, **given)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("actions", [2, 3, 7])
def test_sizes_and_best_action(name, actions):
    law = made(name, actions)
    assert law.size == actions
    assert name.startswith("random") or law.best == 1


@pytest.mark.parametrize("name", ["bernoulli", "halves", "sure", "rare", "comonotone"])
@pytest.mark.parametrize("profile", PROFILES)
def test_gaps_are_those_of_the_profile(name, profile):
    scale = SOME["rate"] if name == "rare" else 1
    wanted = [gap for gap, count in gaps_of(profile, 6, F(1, 10), F(1, 2), F(1)) for _ in range(count)]
    assert len(wanted) == 5
    assert list(made(name, 6, profile=profile).gaps) == [0, *(gap * scale for gap in wanted)]


def test_profiles():
    assert gaps_of("near-tie", 5, F(1, 10), F(1, 2), F(1)) == [(F(1, 10), 1), (F(1, 2), 3)]
    assert gaps_of("mixed", 6, F(1, 10), F(1, 2), F(1)) == [(F(1, 10), 3), (F(1, 2), 2)]
    assert gaps_of("ladder", 8, F(1, 10), F(1, 2), F(1)) == [(F(1, 10), 3), (F(1, 5), 2), (F(2, 5), 2)]
    assert gaps_of("near-tie", 2, F(1, 10), F(1, 2), F(1)) == [(F(1, 10), 1)]


def test_dependence():
    """Comonotone losses never cross; of one-hot ones exactly one is 1; opposite ones are never equal."""
    for losses, _ in made("comonotone", 5, profile="ladder").atoms:
        assert list(losses) == sorted(losses)
    assert {sum(losses) for losses, _ in made("one-hot", 5).atoms} == {1}
    assert all(losses[0] + losses[1] == 1 for losses, _ in made("opposite", 5).atoms)


def test_random_laws_are_seeded():
    """The digests pin the draws: other laws under an old name would mix with stored results."""
    joint, independent = made("random-joint", 3), made("random-independent", 3)
    assert joint == made("random-joint", 3)
    assert joint != made("random-joint", 3, number=3)
    assert joint != made("random-joint", 3, seed=2)
    assert law_digest(joint)[:12] == JOINT
    assert law_digest(independent)[:12] == INDEPENDENT


@pytest.mark.parametrize("name", FAMILIES)
def test_text_of_a_law_reads_back(name):
    law = made(name, 4)
    assert law_from_dict(tomllib.loads(law_toml(law))) == law
    assert law_from_dict({"name": "law", **law_data(law)}) == law
    assert law_digest(law) == digest(canonical(law_data(law)))


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("bernoulli", {"gap": F(9, 10), "far": F(9, 10)}, r"gap: found 9/10; here write gaps up to 3/4"),
        ("bernoulli", {"gap": F(1, 2), "far": F(1, 4)}, "with far = 1/4; write 0 < gap <= far"),
        ("sure", {"gap": F(0)}, "gap: found 0"),
        ("sure", {"profile": "steep"}, "profile: found 'steep'; write one of equal, near-tie, mixed, ladder"),
        ("halves", {"best": F(1, 10)}, "best: found a mean of 1/10"),
        ("one-hot", {"gap": F(1, 2)}, r"for K = 5 write one in \(0, 1/4\]"),
    ],
)
def test_impossible_parameters(name, values, words):
    with pytest.raises(InputError, match=words):
        made(name, 5, **values)
