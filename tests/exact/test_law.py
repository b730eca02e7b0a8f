# SPDX-License-Identifier: Apache-2.0
"""Reading laws: what is accepted, and the one line each fault gets."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from proofcheck.exact import InputError, Law, law_from_dict, load_law
from proofcheck.exact.walk import walk_of

GOOD = """
name = "two Bernoulli actions"
actions = [ {"0" = "1/2", "1" = "1/2"}, {"0" = "2/5", "1" = "3/5"} ]
"""


def written(tmp_path: Path, text: str, name: str = "law.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_means_gaps_and_best_are_exact_and_in_the_users_numbering(tmp_path: Path):
    law = load_law(written(tmp_path, GOOD))
    assert (law.name, law.size, law.best, law.independent) == ("two Bernoulli actions", 2, 1, True)
    assert law.means == (Fraction(1, 2), Fraction(3, 5))
    assert law.gaps == (0, Fraction(1, 10))
    turned = law_from_dict({"actions": [{"1": 1}, {"0.1": 1, "repeat": 2}, {"0": 1}]})
    assert (turned.size, turned.best) == (4, 4)
    assert turned.gaps == (1, Fraction(1, 10), Fraction(1, 10), 0)


def test_json_and_toml_are_the_same_law(tmp_path: Path):
    atoms = [{"losses": [0, "0.5"], "probability": "1/3"}, {"losses": ["1/4", 1], "probability": "2/3"}]
    first = load_law(written(tmp_path, json.dumps({"name": "x", "atoms": atoms}), "law.json"))
    second = load_law(written(tmp_path, 'name = "x"\natoms = [{losses = [0, "0.5"], probability = "1/3"},\n'
                                        '{losses = ["1/4", 1], probability = "2/3"}]'))  # fmt: skip
    assert first == second


def test_the_name_is_the_files_stem_by_default(tmp_path: Path):
    assert load_law(written(tmp_path, 'actions = [{"0" = 1}, {"1" = 1}]', "plain.toml")).name == "plain"


def test_independent_law_expands_to_its_product():
    law = law_from_dict({"actions": [{"0": "1/2", "1": "1/2"}, {"0": "1/4", "1": "3/4", "repeat": 2}]})
    atoms = law.joint_atoms()
    assert len(atoms) == 8
    assert sum(p for _, p in atoms) == 1
    assert (
        law_from_dict({"atoms": [{"losses": list(map(str, x)), "probability": str(p)} for x, p in atoms]}).means
        == law.means
    )


def test_a_loss_that_is_named_twice_is_one_loss():
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    twice = Law("coin", actions=((((Fraction(0), quarter), (Fraction(0), quarter), (Fraction(1), half)), 1),
                                 (((Fraction(1), quarter), (Fraction(1), Fraction(3, 4))), 1)))
    assert twice.actions == ((((Fraction(0), half), (Fraction(1), half)), 1), (((Fraction(1), Fraction(1)),), 1))


def test_too_large_an_expansion_is_refused_at_once():
    law = law_from_dict({"actions": [{"0": "1"}, {"0": "1/2", "1": "1/2", "repeat": 9999}]})
    assert law.size == 10000
    with pytest.raises(InputError, match="K = 10000 has more than 50000 joint loss vectors"):
        law.joint_atoms()


def test_walk_merges_twins_and_finds_symmetry():
    twins = walk_of(law_from_dict({"actions": [{"0": 1}, {"1": 1, "repeat": 5}]}))
    assert (twins.width, twins.copies, twins.actions) == (1, (5,), ((2, 3, 4, 5, 6),))
    alike = walk_of(law_from_dict({"actions": [{"0": "1/2", "1": "1/2", "repeat": 2}, {"0": 1}]}))
    assert (alike.width, alike.alike) == (2, ((0, 1),))
    halves = walk_of(law_from_dict({"atoms": [{"losses": ["0", "1/2", "1/3"], "probability": 1}]}))
    assert (halves.scale, halves.steps) == (6, (((3, 2), 1),))


A, B = '{"0" = "1/2", "1" = "1/2"}', '{"1" = 1}'
BAD = {
    "sum of atoms": ('atoms = [{losses=["0","1"], probability="1/2"}, {losses=["0","1"], probability="2/5"}]',
                     "atoms: found probabilities that sum to 9/10; write ones that sum to exactly 1"),
    "sum of a marginal": ('actions = [@A, {"1" = "9/10"}]', "actions[1]: found probabilities that sum to 9/10"),
    "negative probability": ('actions = [@A, {"0" = "-1/2", "1" = "3/2"}]',
                             "actions[1].'0': found -1/2; write a prob"),
    "probability above 1": ('actions = [@A, {"0" = "3/2", "1" = "-1/2"}]', "found 3/2; write a probability between"),
    "loss above 1": ('atoms = [{losses=["0","1"], probability="1/2"}, {losses=["0","3/2"], probability="1/2"}]',
                     "atoms[1].losses[1]: found 3/2; write a loss between 0 and 1"),
    "loss below 0": ('atoms = [{losses=["-0.1","1"], probability=1}]', "atoms[0].losses[0]: found -1/10"),
    "loss key outside": ('actions = [@A, {"2" = "1"}]', "actions[1], the loss '2': found 2"),
    "float probability": ('atoms = [{losses=["0","1"], probability=0.5}]',
                          "atoms[0].probability: found the float 0.5; write"),
    "float loss": ('atoms = [{losses=["0", 0.1], probability=1}]',
                   'atoms[0].losses[1]: found the float 0.1; write exact'),
    "float nan": ('atoms = [{losses=["0", nan], probability=1}]', "found the float nan"),
    "differing K": ('atoms = [{losses=["0","1"], probability="1/2"}, {losses=["0"], probability="1/2"}]',
                    "atoms[1].losses: found 1 losses where atoms[0] has 2"),
    "differing K at probability 0": ('atoms = [{losses=["0","1"], probability=1}, {losses=["0"], probability=0}]',
                                     "atoms[1].losses: found 1 losses"),
    "K of 1": ('atoms = [{losses=["0"], probability=1}]', "found K = 1 action; write at least 2"),
    "K of 1, independent": ("actions = [@A]", "found K = 1 action"),
    "no unique best": ("actions = [@A, @B, @A]", "found actions 1 and 3 both with the least mean 1/2"),
    "unknown key": ('colour = "red"\nactions = [@A, @B]',
                    "found the unknown key 'colour'; write only actions, atoms"),
    "unknown key in an atom": ('atoms = [{loses=["0","1"], losses=["0","1"], probability=1}]',
                               "atoms[0]: found the unknown key"),
    "missing probability": ('atoms = [{losses=["0","1"]}]', "atoms[0]: found no probability; write one"),
    "both forms": ('atoms = [{losses=["0","1"], probability=1}]\nactions = [@A, @B]', "found both atoms and actions"),
    "neither form": ('name = "x"', "found neither atoms nor actions"),
    "empty atoms": ("atoms = []", "atoms: found []; write a list with at least one entry"),
    "atoms not a list": ('atoms = "0 1"', "atoms: found '0 1'; write a list"),
    "an atom not a table": ("atoms = [1]", "atoms[0]: found 1; write {losses"),
    "all probabilities 0": ('atoms = [{losses=["0","1"], probability=0}]', "found"),
    "code": ("atoms = [{losses=[\"__import__('os')\",\"1\"], probability=1}]", "atoms[0].losses[0]: found"),
    "nan text": ('atoms = [{losses=["nan","1"], probability=1}]', "found 'nan'; write an exact number"),
    "exponent": ('atoms = [{losses=["1e-3","1"], probability=1}]', "found '1e-3'; write an exact number"),
    "underscore": ('atoms = [{losses=["1_0/20","1"], probability=1}]', "found '1_0/20'"),
    "division by 0": ('atoms = [{losses=["1/0","1"], probability=1}]', "a division by 0"),
    "boolean": ("atoms = [{losses=[true,0], probability=1}]", "found True; write an exact number"),
    "same loss twice": ('actions = [@A, {"1/2" = "1/2", "0.5" = "1/2"}]', "found the loss 1/2 twice"),
    "repeat of 0": ('actions = [@A, {"1" = 1, repeat = 0}]', "actions[1].repeat: found 0; write an integer from 1"),
    "huge repeat": ('actions = [@A, {"1" = 1, repeat = 1000000000000}]', "repeat: found 1000000000000"),
    "name of two lines": ('name = "a\\nb"\nactions = [@A, @B]', "name: found"),
    "broken": ("atoms = [", "not TOML"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_law_gets_one_clear_line(tmp_path: Path, case: str):
    text, message = BAD[case]
    path = written(tmp_path, text.replace("@A", A).replace("@B", B))
    with pytest.raises(InputError) as caught:
        load_law(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)
    assert "; " in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"atoms": [', "not JSON"),
        ("[]", "write a table"),
        ('{"name": "a", "name": "b"}', "found the key 'name' twice"),
        ('{"atoms": [{"losses": [0, 1], "probability": 1.0}]}', "found the float 1.0"),
        ('{"atoms": [{"losses": [0, Infinity], "probability": 1}]}', "found the float inf"),
        ("[" * 100_000, "not"),
        ('{"atoms": [{"losses": [0, 1' + "0" * 5000 + '], "probability": 1}]}', "number"),
    ],
)
def test_bad_json(tmp_path: Path, text: str, message: str):
    with pytest.raises(InputError, match=r"law\.json: ") as caught:
        load_law(written(tmp_path, text, "law.json"))
    assert "\n" not in str(caught.value)
    if message != "not":
        assert message in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(InputError, match="No such file or directory"):
        load_law(tmp_path / "missing.toml")
    with pytest.raises(InputError, match="cannot be read"):
        load_law(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not UTF-8"):
        load_law(tmp_path / "binary.toml")
