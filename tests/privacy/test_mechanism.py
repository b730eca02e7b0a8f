# SPDX-License-Identifier: Apache-2.0
"""What a mechanism declares is enforced, and a mechanism that is not its algorithm is found out."""

from fractions import Fraction

import pytest

from proofcheck.errors import InputError
from proofcheck.privacy import BROKEN, MECHANISMS, Choice, Undeclared, Window, audit, audits, grid_of
from proofcheck.privacy.mechanism import Summed
from proofcheck.privacy.playout import difference
from proofcheck.privacy.programs import PROGRAMS, by_blocks, fair, softmax_prefix
from proofcheck.privacy.rules import Leader, Softmax

from .naive import setting

DATA = {t: (t % 2, 1) for t in range(1, 8)}


class Peeking(Choice):
    """Reads a round that it does not declare."""

    def law(self, data):
        return Leader(1).law((data[3][0] - data[2][0],))


def test_a_round_that_is_not_declared_cannot_be_read():
    with pytest.raises(Undeclared, match="round 3 is read but not declared"):
        Peeking(4, 7, range(2, 3)).law_at(DATA)
    assert len(Peeking(4, 7, range(2, 4)).law_at(DATA)) == 2


@pytest.mark.parametrize("reads", [range(3, 5), range(0, 2)])
def test_a_choice_cannot_read_the_future(reads):
    with pytest.raises(ValueError, match="before it"):
        Peeking(4, 7, reads)


def test_windows_are_nested_and_have_probability_one():
    rule = Softmax(Fraction(1, 8), 1)
    with pytest.raises(ValueError, match="do not sum to 1"):
        Summed(4, 4, [Window(Fraction(1, 2), range(1, 3))], rule)
    with pytest.raises(ValueError, match="part of the next"):
        Summed(4, 4, [Window(Fraction(1, 2), range(1, 3)), Window(Fraction(1, 2), range(2, 4))], rule)


@pytest.mark.parametrize("name", MECHANISMS)
def test_every_mechanism_is_its_algorithm(name):
    """On every input of 3 rounds and some of 8, the joint law played out is the product of the choices' laws."""
    assert audits.play_out(name, setting(2, 5)) == (4**3 + 12, None)


def one_prefix(where):
    """A wrong algorithm: the prefix of block 2 is as long as that of block 3 says, so the two choices are dependent."""
    rule = Softmax(Fraction(1, 4), where.grid.scale)
    lengths = []

    def select(draw, blocks):
        vectors = blocks[-1]
        if len(vectors) == 4:
            lengths[:] = [draw(fair(2))]
        kept = vectors if len(vectors) < 4 else vectors[: len(vectors) // 2 + 1 + lengths[0]]
        return draw(rule.law((sum(v[1] - v[0] for v in kept),)))

    return by_blocks(where, select)


def test_choices_that_are_not_independent_are_found_out():
    """Two blocks that share their random prefix: each choice alone has a law of this form, the product is wrong."""
    where = setting(2, 16, "1/2")
    inputs = [((t // 2) % 2, 1 - (t // 3) % 2) for t in range(16)]
    shared = MECHANISMS["randomized-prefix"](where)
    assert difference(shared, one_prefix(where), inputs) is not None
    assert difference(shared, softmax_prefix(where, Fraction(1, 8)), inputs) is None


def test_a_mechanism_that_is_not_the_algorithm_is_disputed(monkeypatch):
    monkeypatch.setitem(PROGRAMS, "randomized-prefix", lambda s: softmax_prefix(s, Fraction(1, 7)))
    found = audit("randomized-prefix", setting(2, 3))
    assert found.verdict == "DISPUTED"
    assert "on the losses" in found.reason


def test_a_pair_beyond_the_closed_form_is_disputed(monkeypatch):
    monkeypatch.setitem(MECHANISMS, "randomized-prefix", BROKEN["broken-whole-rate"])
    monkeypatch.setattr(audits, "play_out", lambda name, where: (0, None))
    assert audit("randomized-prefix", setting(2, 7)).verdict == "DISPUTED"


@pytest.mark.parametrize(
    ("actions", "values", "words"),
    [
        (1, ["0", "1"], "write a number from 2"),
        (2, ["0"], "write at least two"),
        (2, ["0", "0.0"], "write at least two"),
        (2, ["0", "3/2"], "write numbers in"),
        (2, ["-1", "1"], "write numbers in"),
        (2, [0.5, 1], "found the float 0.5"),
        (2, ["0", "x"], "write an exact number"),
    ],
)
def test_grids_that_are_none_are_refused(actions, values, words):
    with pytest.raises(InputError, match=words):
        grid_of(actions, values)
