# SPDX-License-Identifier: Apache-2.0
"""The softmax at one state of the walk: P_j = e^{-eta D_j} / (1 + sum_i e^{-eta D_i}), P_1 = 1 / (same)."""

from fractions import Fraction

import flint

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import ball, workprec
from proofcheck.exact.lattice import Vector
from proofcheck.exact.lawfile import exact
from proofcheck.exact.walk import Walk

_REMEMBERED = 100_000  # states whose cost is kept: the walk comes back to the likely ones at every m


def epsilon_of(value: Fraction | int | str) -> Fraction:
    """The privacy parameter epsilon > 0 as an exact rational. Raises InputError for floats and for epsilon <= 0."""
    epsilon = value if isinstance(value, Fraction) else exact(value, "epsilon")
    if epsilon <= 0:
        raise InputError(f"epsilon: found {epsilon}; write a positive number such as 1/4")
    return epsilon


def eta_of(epsilon: Fraction) -> Fraction:
    """eta = min(epsilon / 2, 1/8). Exact. Source A, section 4 (algorithm)."""
    return min(epsilon / 2, Fraction(1, 8))


class Softmax:
    """P_j and the softmax's expected gap sum_j Delta_j P_j at a state of the walk, as balls.

    Arguments: walk; eta > 0; keep, the coordinates that take part (default all): with the large-gap ones alone,
    P is the paper's Q and the expected gap its V.
    bits is the precision its remembered constants have; call its methods at the same one.
    Guarantee: encloses, at whatever precision. Source A, Lemma 5.
    """

    def __init__(self, walk: Walk, eta: Fraction, bits: int, keep: tuple[int, ...] | None = None) -> None:
        self._walk = walk
        self._keep = tuple(range(walk.width)) if keep is None else keep
        with workprec(bits):
            self._rate = ball(-eta / walk.scale)
            self._costs = {c: ball(walk.copies[c] * walk.gaps[c]) for c in self._keep}
        self._powers: dict[int, flint.arb] = {}
        self._known: dict[Vector, flint.arb] = {}

    def _power(self, difference: int) -> flint.arb:
        known = self._powers.get(difference)
        if known is None:
            known = self._powers[difference] = (self._rate * difference).exp()
        return known

    def shares(self, state: Vector) -> dict[int, flint.arb]:
        """P_j of one action of each kept coordinate."""
        powers = {c: self._power(state[c]) for c in self._keep}
        whole = flint.arb(1)
        for c, power in powers.items():
            whole += power * self._walk.copies[c]
        return {c: power / whole for c, power in powers.items()}

    def cost(self, state: Vector) -> flint.arb:
        """sum_j Delta_j P_j over the actions of the kept coordinates."""
        known = self._known.get(state)
        if known is None:
            known = self._cost(state)
            if len(self._known) < _REMEMBERED:
                self._known[state] = known
        return known

    def _cost(self, state: Vector) -> flint.arb:
        whole, top = flint.arb(1), flint.arb(0)
        copies, costs = self._walk.copies, self._costs
        for c in self._keep:
            power = self._power(state[c])
            whole += power * copies[c]
            top += power * costs[c]
        return top / whole
