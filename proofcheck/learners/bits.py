# SPDX-License-Identifier: Apache-2.0
"""Where randomness comes from: the operating system by default, a named stream of SHAKE-128 for experiments.

Everything random in this room is made of ``getrandbits(k)``, k independent fair bits as an integer, and of uniform
integers by rejection. So laws are exact as far as the bits are fair and independent.
"""

from __future__ import annotations

import hashlib
import json
from secrets import SystemRandom
from typing import Protocol

_POOL_BYTES = 512


class Bits(Protocol):
    """A source of fair bits; ``random.Random`` and ``secrets.SystemRandom`` are such sources too."""

    def getrandbits(self, k: int, /) -> int:
        """An integer uniform on {0, ..., 2^k - 1}."""
        ...


def system() -> Bits:
    """Cryptographic randomness of the operating system, unbuffered: a forked process never shares what it draws."""
    return SystemRandom()


class Seeded:
    """The bits of SHAKE-128 on a name: the same on every machine and Python version.

    Arguments: the parts of the name, text or integers, such as a master seed, a run's number and a purpose; different
    names give unrelated streams. For experiments only: whoever knows the name knows the bits.

    >>> Seeded(7, "example").getrandbits(32) == Seeded(7, "example").getrandbits(32)
    True
    """

    __slots__ = ("_block", "_left", "_name", "_pool")

    def __init__(self, *name: str | int) -> None:
        self._name = stream_name(*name)
        self._block, self._pool, self._left = 0, 0, 0

    def getrandbits(self, k: int, /) -> int:
        """An integer uniform on {0, ..., 2^k - 1}."""
        while self._left < k:
            self._refill()
        found = self._pool & ((1 << k) - 1)
        self._pool >>= k
        self._left -= k
        return found

    def _refill(self) -> None:
        data = hashlib.shake_128(self._name + self._block.to_bytes(8, "big")).digest(_POOL_BYTES)
        self._block += 1
        self._pool |= int.from_bytes(data, "little") << self._left
        self._left += 8 * _POOL_BYTES


def stream_name(*parts: str | int) -> bytes:
    """Bytes that tell apart any two lists of texts and integers: their JSON, then a zero byte."""
    return json.dumps(list(parts), ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\0"


def below(n: int, bits: Bits) -> int:
    """An integer uniform on {0, ..., n - 1}, n >= 1, by rejection; less than two tries expected. Exact."""
    size = (n - 1).bit_length()
    while True:
        found = bits.getrandbits(size)
        if found < n:
            return found
