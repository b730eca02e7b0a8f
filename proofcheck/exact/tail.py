# SPDX-License-Identifier: Apache-2.0
"""A proved bound on what the sum of F_m still holds after m = M.

With Y_j one step of D_j and 0 <= lambda <= eta: P_{m,j} <= min(1, e^{-eta D}) <= e^{-lambda D} (for D >= 0 because
lambda <= eta, for D < 0 because the right side exceeds 1), so by independence

    E P_{m,j} <= rho_j^m,  rho_j = E e^{-lambda Y_j},  and  sum_{m > M} F_m <= sum_j Delta_j rho_j^{M+1} / (1 - rho_j).

Any lambda gives a valid bound; a good one is looked for without guarantee. The same holds for the paper's Q.
"""

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpz

from proofcheck.exact.enclosure import ball, enclose, workprec
from proofcheck.exact.walk import Walk

_BITS = 128
_HALVINGS = 12


@dataclass(frozen=True)
class Tail:
    """Upper bounds rho_j < 1 with E P_{m,j} <= rho_j^m for every m >= 0, one for each coordinate of the walk."""

    rates: tuple[Fraction, ...]
    charges: tuple[Fraction, ...]  # copies * gap

    def after(self, terms: int) -> Fraction:
        """An upper bound of the sum of F_m over m > terms. Guarantee: encloses. Costs a few microseconds."""

        def total() -> arb:
            parts = arb(0)
            for rate, charge in zip(self.rates, self.charges, strict=True):
                parts += ball(charge) * ball(rate) ** fmpz(terms + 1) / ball(1 - rate)
            return parts

        # rho^n magnifies the radius of rho by n, so the precision grows with the exponent.
        return enclose(total, _BITS + 2 * terms.bit_length()).upper

    def terms_for(self, target: Fraction) -> int:
        """The least M with after(M) <= target, for target > 0."""
        high = 1
        while self.after(high) > target:
            high *= 2
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.after(middle) <= target else (middle, high)
        return high


def tail_of(walk: Walk, eta: Fraction, keep: tuple[int, ...] | None = None) -> Tail:
    """The Chernoff rates of every coordinate (or of those in `keep`), each certainly below 1. Guarantee: encloses."""
    kept = tuple(range(walk.width)) if keep is None else keep
    rates = tuple(_rate(_marginal(walk, c), walk, eta) for c in kept)
    return Tail(rates, tuple(walk.copies[c] * walk.gaps[c] for c in kept))


def _marginal(walk: Walk, coordinate: int) -> dict[int, int]:
    law: dict[int, int] = {}
    for step, weight in walk.steps:
        law[step[coordinate]] = law.get(step[coordinate], 0) + weight
    return law


def _rate(law: dict[int, int], walk: Walk, eta: Fraction) -> Fraction:
    mean = Fraction(sum(step * weight for step, weight in law.items()), walk.total * walk.scale)
    # rho is about 1 - mean^2 at worst, and has to be told from 1.
    bits = _BITS + 3 * max(0, mean.denominator.bit_length() - mean.numerator.bit_length())
    rate = _good_rate(law, walk, eta, bits)
    while True:
        # The mean is positive, so every small enough lambda gives rho < 1; at enough bits certainly.
        bound = _moment_above(law, walk, rate, bits)
        if bound < 1:
            return bound
        rate, bits = rate / 2, bits + _BITS


def _moment_above(law: dict[int, int], walk: Walk, rate: Fraction, bits: int) -> Fraction:
    return enclose(lambda: _moment(law, walk, rate), bits).trimmed(bits).upper


def _moment(law: dict[int, int], walk: Walk, rate: Fraction) -> arb:
    parts = arb(0)
    for step, weight in law.items():
        parts += ball(-rate * step / walk.scale).exp() * weight
    return parts / walk.total


def _good_rate(law: dict[int, int], walk: Walk, eta: Fraction, bits: int) -> Fraction:
    """A lambda in (0, eta] where E e^{-lambda Y} is about least. Heuristic: any lambda there gives a valid bound."""

    def falling(rate: Fraction) -> bool:
        gain = arb(0)  # minus the derivative, which decreases in lambda
        for step, weight in law.items():
            gain += ball(-rate * step / walk.scale).exp() * (step * weight)
        return bool(gain.mid() > 0)

    with workprec(bits):
        if falling(eta):
            return eta
        low = eta / 2
        while not falling(low) and low > eta / (1 << bits):
            low /= 2
        high = low * 2
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if falling(middle) else (low, middle)
    return low
