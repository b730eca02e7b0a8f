# SPDX-License-Identifier: Apache-2.0
"""How the gaps of K - 1 suboptimal actions may lie: pairs (gap, how many actions), increasing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from proofcheck.errors import InputError

Gaps = list[tuple[Fraction, int]]
MOST_STEPS = 4


def equal(count: int, gap: Fraction, far: Fraction) -> Gaps:
    """All at ``gap``."""
    return [(gap, count)]


def near_tie(count: int, gap: Fraction, far: Fraction) -> Gaps:
    """One at ``gap``, the others at ``far``."""
    return [(gap, 1), (far, count - 1)]


def mixed(count: int, gap: Fraction, far: Fraction) -> Gaps:
    """Half of them at ``gap``, half at ``far``: small and large gaps where 4 eta lies between."""
    return [(gap, (count + 1) // 2), (far, count // 2)]


def ladder(count: int, gap: Fraction, far: Fraction) -> Gaps:
    """gap, 2 gap, 4 gap, ... up to ``far``, as many actions on each step (at most 4 steps)."""
    steps = [gap * 2**i for i in range(min(count, MOST_STEPS)) if gap * 2**i <= far]
    return [(step, count // len(steps) + (i < count % len(steps))) for i, step in enumerate(steps)]


PROFILES: dict[str, Callable[[int, Fraction, Fraction], Gaps]] = {
    "equal": equal,
    "near-tie": near_tie,
    "mixed": mixed,
    "ladder": ladder,
}


def gaps_of(profile: str, actions: int, gap: Fraction, far: Fraction, most: Fraction) -> Gaps:
    """The gaps of a profile for K = ``actions``.

    Arguments: gap > 0, the least; far >= gap, the largest, for the profiles that have more than one; most, what any
    gap may be. Raises InputError. Guarantee: exact, counts sum to K - 1.
    """
    if profile not in PROFILES:
        raise InputError(f"profile: found {profile!r}; write one of {', '.join(PROFILES)}")
    if not 0 < gap <= far:
        raise InputError(f"gap: found {gap} with far = {far}; write 0 < gap <= far")
    found = [(value, count) for value, count in PROFILES[profile](actions - 1, gap, far) if count]
    if found[-1][0] > most:
        raise InputError(f"gap: found {found[-1][0]}; here write gaps up to {most}")
    return found
