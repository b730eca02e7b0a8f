# SPDX-License-Identifier: Apache-2.0
"""Seeded bits are the same everywhere and for ever; default bits are the operating system's."""

import hashlib
import secrets

from proofcheck.learners import Hedge, Seeded, system


def test_seeded_bits_are_pinned():
    """SHAKE-128 of the name's JSON, a zero byte and the number of the block, as little-endian integers end to end."""
    blocks = [hashlib.shake_128(b'["pinned",1]\0' + k.to_bytes(8, "big")).digest(512) for k in range(3)]
    stream = int.from_bytes(b"".join(blocks), "little")
    bits = Seeded("pinned", 1)
    assert bits.getrandbits(4000) == stream & ((1 << 4000) - 1)
    assert bits.getrandbits(1000) == stream >> 4000 & ((1 << 1000) - 1)
    bits = Seeded("pinned", 1)
    assert [bits.getrandbits(k) for k in (1, 8, 64, 0)] == [0, 21, 9493832923305099237, 0]


def test_names_are_told_apart():
    names = [("a", 1), ("a", "1"), ("a1",), ("a", 1, ""), ("a,1",), ('a",1',)]
    assert len({Seeded(*name).getrandbits(128) for name in names}) == len(names)


def test_how_bits_are_asked_for_does_not_matter():
    one, many = Seeded("x"), Seeded("x")
    whole = one.getrandbits(10_000)
    parts = [many.getrandbits(k) for k in [1, 9, 990, 0, 4000, 5000]]
    joined, place = 0, 0
    for part, k in zip(parts, [1, 9, 990, 0, 4000, 5000], strict=True):
        joined |= part << place
        place += k
    assert joined == whole


def test_the_default_is_cryptographic():
    assert isinstance(system(), secrets.SystemRandom)
    assert isinstance(Hedge(2, 1).bits, secrets.SystemRandom)
