# SPDX-License-Identifier: Apache-2.0
"""Which algorithm has its worst log-ratio in closed form, over all losses in [0, 1] and not only those of a grid."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.softmax import eta_of
from proofcheck.learners.rates import DecreasingRate, capped_rate, constant_rate
from proofcheck.privacy.algorithms import Setting
from proofcheck.privacy.worst import algorithm_worst, hedge_constant_worst, hedge_worst


def _constant(setting: Setting, rate: Fraction) -> Enclosure:
    return hedge_constant_worst(setting.grid.actions, rate, setting.horizon)


def _decreasing(setting: Setting) -> Enclosure:
    rate = DecreasingRate(setting.grid.actions)
    rounds = range(2, setting.horizon + 1)
    return hedge_worst(setting.grid.actions, [rate.at(t) for t in rounds])


_FORMS: dict[str, Callable[[Setting], Enclosure]] = {
    "randomized-prefix": lambda s: algorithm_worst(s.grid.actions, eta_of(s.epsilon), s.horizon),
    "hedge": lambda s: _constant(s, constant_rate(s.grid.actions, s.horizon)),
    "hedge-decreasing": _decreasing,
    "hedge-capped": lambda s: _constant(s, capped_rate(s.horizon, s.epsilon, s.delta)),
}


def closed_form(name: str, setting: Setting) -> Enclosure | None:
    """The worst log-ratio over all losses in [0, 1]; None where no closed form is known. Guarantee: encloses."""
    return _FORMS[name](setting) if name in _FORMS else None
