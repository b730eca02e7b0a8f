# SPDX-License-Identifier: Apache-2.0
"""The exact optimal composition of T pure kernels, beside advanced composition (claim comp.f8).

Among all adaptive compositions of T kernels that are (a, 0)-differentially private, the largest delta at an epsilon is
that of T independent randomized responses with ratio e^a:

    delta(epsilon) = sum_l C(T, l) max(0, e^((T-l)a) - e^(epsilon + l a)) / (1 + e^a)^T.

Source: Kairouz, Oh, Viswanath, "The composition theorem for differential privacy", ICML 2015, Theorem 3.3 and its proof
(also IEEE Trans. Inf. Theory 63, 2017). The theorem is taken from there; the formula is evaluated rigorously here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import flint

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.learners.rates import capped_rate

_ROUNDS = 10**9
_BITS = 128


def delta_of(rounds: int, kernel: Fraction, epsilon: Fraction, bits: int = _BITS) -> Enclosure:
    """The least delta for which every composition of T (kernel, 0)-private kernels is (epsilon, delta)-private.

    Arguments: rounds, T >= 1; kernel, a > 0; epsilon >= 0; bits of working precision. Guarantee: encloses.
    Terms from the largest l down; the rest is at most a geometric series, and is added to the upper end.
    """
    _require(rounds, kernel, epsilon)
    top = ceil((rounds - epsilon / kernel) / 2) - 1  # the largest l with (T - 2l)a > epsilon
    if top < 0:
        return Enclosure.of(0)
    return enclose(lambda: _tail(rounds, kernel, epsilon, top), bits + 2 * rounds.bit_length())


def _tail(rounds: int, kernel: Fraction, epsilon: Fraction, top: int) -> flint.arb:
    """The sum over l = top, top - 1, ..., 0."""
    growth, fall, decay = ball(kernel).exp(), ball(epsilon).exp(), ball(-2 * kernel).exp()
    term = _first(rounds, kernel, top)
    lost = fall * ball(-(rounds - 2 * top) * kernel).exp()  # e^(epsilon - (T-2l)a) < 1
    whole, small = flint.arb(0), flint.arb(2) ** -flint.ctx.prec
    for index in range(top, -1, -1):
        whole += term * (1 - lost)
        ratio = growth * index / (rounds - index + 1)
        if index and ratio < 1:
            rest = term * ratio / (1 - ratio)
            if rest < small * whole:
                return whole.union(whole + rest)
        term, lost = term * ratio, lost * decay
    return whole


def _first(rounds: int, kernel: Fraction, index: int) -> flint.arb:
    """C(T, l) e^((T-l)a) / (1 + e^a)^T."""
    log = flint.arb(rounds + 1).lgamma() - flint.arb(index + 1).lgamma() - flint.arb(rounds - index + 1).lgamma()
    return (log - index * ball(kernel) - rounds * ball(-kernel).exp().log1p()).exp()


def _require(rounds: int, kernel: Fraction, epsilon: Fraction) -> None:
    if not 1 <= rounds <= _ROUNDS:
        raise InputError(f"rounds: found {rounds}; write an integer from 1 to {_ROUNDS}")
    if kernel <= 0 or epsilon < 0:
        raise InputError(f"found kernels at {kernel} and epsilon = {epsilon}; write a level > 0 and an epsilon >= 0")


def epsilon_of(rounds: int, kernel: Fraction, delta: Fraction, digits: int = 12) -> Enclosure:
    """The least epsilon for which every composition of T (kernel, 0)-private kernels is (epsilon, delta)-private.

    delta(epsilon) falls in epsilon, to 0 at T a; bisection on rationals, each comparison certain. Guarantee: encloses.
    """
    _require(rounds, kernel, Fraction(0))
    return _bisect(lambda e: delta_of(rounds, kernel, e), delta, Fraction(0), rounds * kernel, digits)


def kernel_of(rounds: int, epsilon: Fraction, delta: Fraction, digits: int = 12) -> Enclosure:
    """The largest a for which every composition of T (a, 0)-private kernels is (epsilon, delta)-private.

    delta(epsilon) grows with a; from a = epsilon/T, where it is 0. Guarantee: encloses.
    """
    low, high = epsilon / rounds, 2 * epsilon / rounds
    while (found := delta_of(rounds, high, epsilon)).lower <= delta:
        low, high = high if found.upper <= delta else low, 2 * high
    return _bisect(lambda a: delta_of(rounds, a, epsilon), delta, high, low, digits)


def _bisect(
    monotone: Callable[[Fraction], Enclosure], target: Fraction, above: Fraction, below: Fraction, digits: int
) -> Enclosure:
    """Where a monotone function reaches `target`, between an argument where it is above that and one where not."""
    if monotone(above).upper <= target:
        return Enclosure.of(above)
    while abs(above - below) > max(above, below) / 10 ** (digits + 1):
        middle = _short((above + below) / 2)
        found = monotone(middle)
        if found.lower > target:
            above = middle
        elif found.upper <= target:
            below = middle
        else:  # the precision does not tell; the enclosure stays as wide as it is
            break
    return Enclosure(min(above, below), max(above, below))


def _short(value: Fraction) -> Fraction:
    """A dyadic number within 2^-100 of it, relatively."""
    grid = 1 << (100 + max(0, value.denominator.bit_length() - value.numerator.bit_length()))
    return Fraction(value.numerator * grid // value.denominator, grid)


def advanced(rounds: int, kernel: Fraction, delta: Fraction) -> Enclosure:
    """a sqrt(2 T log(1/delta)) + T a (e^a - 1): the epsilon of advanced composition, comp.f8. Guarantee: encloses."""

    def bound() -> flint.arb:
        a = ball(kernel)
        return a * (2 * rounds * -ball(delta).log()).sqrt() + rounds * a * a.expm1()

    return enclose(bound, _BITS)


@dataclass(frozen=True)
class Composition:
    """Source B's transcript guarantee beside the exact one, for T rounds, epsilon and delta."""

    rounds: int
    epsilon: Fraction
    delta: Fraction
    rate: Fraction
    """eta; each round is a (2 eta, 0)-private kernel (comp.s12)."""
    capped: bool
    """Whether eta is source B's own, rather than one that was asked for."""
    bound: Enclosure
    """epsilon by advanced composition."""
    exact: Enclosure
    """The least epsilon at this delta."""
    exact_delta: Enclosure
    """The least delta at this epsilon."""
    largest: Enclosure
    """The largest eta for which T (2 eta, 0)-private kernels are (epsilon, delta)-private."""

    @property
    def verdict(self) -> str:
        """Whether T (2 eta, 0)-private kernels are always (epsilon, delta)-private."""
        if self.exact_delta.upper <= self.delta:
            return "CONFIRMED"
        return "VIOLATED" if self.exact_delta.lower > self.delta else "UNDECIDED"


def compose(rounds: int, epsilon: Fraction, delta: Fraction, rate: Fraction | None = None) -> Composition:
    """Compare for the rate, by default source B's capped rate (its learner's, rounded down to a multiple of 2^-64).

    Arguments: T >= 1; epsilon > 0; delta in (0, 1); rate > 0. Raises InputError. Guarantee: every number encloses.
    """
    if epsilon <= 0 or not 0 < delta < 1:
        raise InputError(f"found epsilon = {epsilon}, delta = {delta}; write an epsilon > 0 and a delta in (0, 1)")
    _require(rounds, rate if rate is not None else Fraction(1), epsilon)
    eta = rate if rate is not None else capped_rate(rounds, epsilon, delta)
    largest = kernel_of(rounds, epsilon, delta)
    return Composition(
        rounds, epsilon, delta, eta, rate is None, advanced(rounds, 2 * eta, delta),
        epsilon_of(rounds, 2 * eta, delta), delta_of(rounds, 2 * eta, epsilon), largest.times(Fraction(1, 2)),
    )
