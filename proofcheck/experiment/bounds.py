# SPDX-License-Identifier: Apache-2.0
"""What is known of each learner's regret: bounds with explicit constants, and rates of which only the order is known.

Hedge. With rates eta_1 >= ... >= eta_T and Phi_t = (1/eta_t) log((1/K) sum_j e^{-eta_t L_{t-1,j}}), Hoeffding's lemma
bounds a round's expected loss by the fall of Phi plus eta_t / 8; (1/eta) log of a mean of e^{eta x} grows with eta, so
lowering the rate only lowers Phi, and at the end -Phi <= min_j L_j + (log K)/eta_T:

    Reg_T <= (log K)/eta_T + (1/8) sum_t eta_t.

It holds at the rational rates that the learners use. For a constant rate it is Cesa-Bianchi, Lugosi, "Prediction,
Learning, and Games", 2006, Theorem 2.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import flint

from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.exact.law import Law
from proofcheck.exact.regret import theorem1_bounds
from proofcheck.learners import Setting, capped_rate, constant_rate
from proofcheck.learners.rates import DecreasingRate

_BITS = 160
EXPLICIT, ORDER = "explicit constants", "order, no constant known"


@dataclass(frozen=True)
class Bound:
    """A bound of Reg_T, or a rate: ``value`` encloses the formula's value, for a rate with the constant 1.

    learner: whose regret it is about; "" for a statement on every epsilon-private learner.
    """

    name: str
    learner: str
    formula: str
    kind: str
    source: str
    value: Enclosure


def explicit_bounds(law: Law, setting: Setting) -> list[Bound]:
    """Bounds of Reg_T for T = setting.horizon, constants included. Guarantee: values enclose."""
    first, second = theorem1_bounds(law, setting.epsilon)
    known, capped = constant_rate(setting.actions, setting.horizon), _capped(setting)
    paper, text = "Cesari, Colomboni 2026, Theorem 1", "Cesa-Bianchi, Lugosi 2006, Theorem 2.2"
    return [
        _explicit("(1)", "randomized-prefix", "1 + 800 log K/gap + 16 log K/eta", paper, first),
        _explicit("(2)", "randomized-prefix", "1000 (log K/gap + log K/epsilon)", paper, second),
        _explicit("(H)", "hedge", "log K/eta + eta T/8", text, _hedge(law, known, setting.horizon)),
        _explicit(
            "(H')",
            "hedge-decreasing",
            "log K/eta_T + (eta_1 + ... + eta_T)/8",
            "the same with falling rates",
            _decreasing(setting),
        ),
        _explicit(
            "(B)", "hedge-capped", "T (log K/(eta T) + eta)", "source B, step 3.1", _source_b(law, capped, setting)
        ),
    ]


def orders(law: Law, setting: Setting) -> list[Bound]:
    """Rates that hold up to a constant nobody has written down. Guarantee: values enclose the formula at constant 1."""
    gap, epsilon = law.least_gap, setting.epsilon

    def order(name: str, learner: str, formula: str, source: str, value: Callable[[flint.arb], flint.arb]) -> Bound:
        return Bound(name, learner, formula, ORDER, source, _with_log(law, value))

    baseline = "Kotlowski 2018; Mourtada, Gaiffas 2019"
    return [
        order(
            "Wu-Wang",
            "noisy-leader",
            "log K/gap + (log K)^2/epsilon",
            "Wu, Wang 2026 (ALT)",
            lambda k: k * ball(1 / gap) + k * k * ball(1 / epsilon),
        ),
        order("not private", "follow-the-leader", "log K/gap", baseline, lambda k: k * ball(1 / gap)),
        order("not private", "hedge-decreasing", "log K/gap", baseline, lambda k: k * ball(1 / gap)),
        order(
            "lower bound",
            "",
            "log K/min{gap, epsilon}",
            "Hu, Huang, Mehta, Hegde 2021",
            lambda k: k * ball(1 / min(gap, epsilon)),
        ),
    ]


def _explicit(name: str, learner: str, formula: str, source: str, value: Enclosure) -> Bound:
    return Bound(name, learner, formula, EXPLICIT, source, value)


def _with_log(law: Law, value: Callable[[flint.arb], flint.arb]) -> Enclosure:
    return enclose(lambda: value(flint.arb(law.size).log()), _BITS)


def _capped(setting: Setting) -> Fraction:
    return capped_rate(setting.horizon, setting.epsilon, setting.delta)


def _hedge(law: Law, rate: Fraction, horizon: int) -> Enclosure:
    return _with_log(law, lambda k: k * ball(1 / rate) + ball(rate * horizon / 8))


def _source_b(law: Law, rate: Fraction, setting: Setting) -> Enclosure:
    """T times the bound (log K)/(eta T) + eta of the expected regret a round, comp.s31."""
    return _with_log(law, lambda k: k * ball(1 / rate) + ball(rate * setting.horizon))


def _decreasing(setting: Setting) -> Enclosure:
    """(log K)/eta_T at the learner's rate, and sum_t eta_t/8 <= (1/4) sqrt(log K) sum_t t^{-1/2} <= sqrt(T log K)/2."""
    last = DecreasingRate(setting.actions).at(setting.horizon)
    return enclose(
        lambda: (
            flint.arb(setting.actions).log() * ball(1 / last)
            + (flint.arb(setting.actions).log() * setting.horizon).sqrt() / 2
        ),
        _BITS,
    )
