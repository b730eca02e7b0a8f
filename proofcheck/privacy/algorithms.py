# SPDX-License-Identifier: Apache-2.0
"""The algorithms of both sources as mechanisms, under the names of their learners and at exactly their rates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from proofcheck.exact.softmax import eta_of
from proofcheck.learners.rates import DecreasingRate, capped_rate, constant_rate
from proofcheck.privacy.grid import Grid
from proofcheck.privacy.mechanism import Choice, Fixed, Mechanism, Summed, Window
from proofcheck.privacy.rules import Leader, NoisyLeast, Rule, Softmax

Build = Callable[[], tuple[Choice, ...]]
NOISE_POINTS = 1 << 20
"""Noise steps in a loss of 1, as the learner has them."""


@dataclass(frozen=True)
class Setting:
    """What an audit is asked about: the losses, T, epsilon, delta (for the algorithms that have one)."""

    grid: Grid
    horizon: int
    epsilon: Fraction
    delta: Fraction


def block(r: int) -> range:
    """The rounds of block r: 2^r, ..., 2^(r+1) - 1."""
    return range(1 << r, 2 << r)


def prefixes(r: int) -> range:
    """The lengths that M_r is uniform on: 1 for r = 0, else 2^(r-1) + 1, ..., 2^r. Source A, section 4."""
    return range(1, 2) if r == 0 else range((1 << (r - 1)) + 1, (1 << r) + 1)


def uniform(setting: Setting) -> tuple[Fraction, ...]:
    """The law of the first action."""
    return (Fraction(1, setting.grid.actions),) * setting.grid.actions


def in_blocks(setting: Setting, choose: Callable[[int, int, int], Choice]) -> Build:
    """A_0 uniform, then `choose(r, first, last)` for the action of block r + 1, up to the horizon."""

    def build() -> tuple[Choice, ...]:
        selected = range(setting.horizon.bit_length() - 1)
        later = (choose(r, 2 << r, min((4 << r) - 1, setting.horizon)) for r in selected)
        return (Fixed(1, 1, uniform(setting)), *later)

    return build


def prefix_windows(r: int) -> list[Window]:
    """The first m rounds of block r, for each length m, all equally likely."""
    lengths = prefixes(r)
    return [Window(Fraction(1, len(lengths)), block(r)[:m]) for m in lengths]


def randomized_prefix(setting: Setting) -> Mechanism:
    """Source A's algorithm, eta = min{epsilon/2, 1/8}; Proposition 1 claims 2 eta."""
    rule = Softmax(eta_of(setting.epsilon), setting.grid.scale)
    build = in_blocks(setting, lambda r, first, last: Summed(first, last, prefix_windows(r), rule))
    about = f"softmax over a random prefix of the block before, rate {rule.rate}"
    return Mechanism("randomized-prefix", about, setting.grid, setting.horizon, build, 2 * rule.rate)


def noisy_leader(setting: Setting) -> Mechanism:
    """Dyadic report-noisy-max with discrete Laplace noise of scale 2/epsilon (Hu et al. 2021)."""
    rule = NoisyLeast(setting.epsilon / 2, NOISE_POINTS, setting.grid.scale)
    build = in_blocks(setting, lambda r, first, last: Summed(first, last, [Window(Fraction(1), block(r))], rule))
    about = f"least noisy sum of the block before, discrete Laplace noise of scale {2 / setting.epsilon}"
    return Mechanism("noisy-leader", about, setting.grid, setting.horizon, build, setting.epsilon)


def in_rounds(setting: Setting, rule: Callable[[int], Rule]) -> Build:
    """Round 1 uniform, then in each round t the rule of t applied to the losses of all rounds before."""

    def build() -> tuple[Choice, ...]:
        later = (Summed(t, t, [Window(Fraction(1), range(1, t))], rule(t)) for t in range(2, setting.horizon + 1))
        return (Fixed(1, 1, uniform(setting)), *later)

    return build


def follow_the_leader(setting: Setting) -> Mechanism:
    """Follow-The-Leader, uniform among the leaders."""
    leader = Leader(setting.grid.scale)
    build = in_rounds(setting, lambda t: leader)
    about = "an action of least cumulative loss"
    return Mechanism("follow-the-leader", about, setting.grid, setting.horizon, build, None)


def hedge_at(setting: Setting, rate: Fraction, name: str, about: str) -> Mechanism:
    """Hedge at a constant rate; no privacy claimed."""
    rule = Softmax(rate, setting.grid.scale)
    return Mechanism(name, about, setting.grid, setting.horizon, in_rounds(setting, lambda t: rule), None)


def hedge(setting: Setting) -> Mechanism:
    """Hedge at the rate sqrt(8 log K / T) for a known horizon, rounded down to a multiple of 2^-64."""
    rate = constant_rate(setting.grid.actions, setting.horizon)
    return hedge_at(setting, rate, "hedge", "Hedge at the constant rate sqrt(8 log K / T)")


def hedge_decreasing(setting: Setting) -> Mechanism:
    """Hedge at the rate 2 sqrt(log K / t) in round t, rounded down to a multiple of 2^-64."""
    rate = DecreasingRate(setting.grid.actions)
    scale = setting.grid.scale
    build = in_rounds(setting, lambda t: Softmax(rate.at(t), scale))
    about = "Hedge at the rate 2 sqrt(log K / t) in round t"
    return Mechanism("hedge-decreasing", about, setting.grid, setting.horizon, build, None)


def hedge_capped(setting: Setting) -> Mechanism:
    """Source B's Hedge, rounded down to a multiple of 2^-64; its claim is (epsilon, delta)-privacy."""
    rate = capped_rate(setting.horizon, setting.epsilon, setting.delta)
    plain = hedge_at(setting, rate, "hedge-capped", "Hedge at source B's capped rate")
    return replace(plain, private=setting.epsilon, delta=setting.delta)


ALGORITHMS: dict[str, Callable[[Setting], Mechanism]] = {
    "randomized-prefix": randomized_prefix,
    "noisy-leader": noisy_leader,
    "follow-the-leader": follow_the_leader,
    "hedge": hedge,
    "hedge-decreasing": hedge_decreasing,
    "hedge-capped": hedge_capped,
}
