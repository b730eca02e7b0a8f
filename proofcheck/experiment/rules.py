# SPDX-License-Identifier: Apache-2.0
"""E sum_j Delta_j P(j | D) for the walk D on its lattice and a learner's rule at every state, as enclosures.

Cells of the lattice are probabilities rounded down; what they lack of the whole costs at most Delta_max.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, isqrt, prod

import flint

from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.exact.engines import Problem
from proofcheck.exact.engines.lattice import Doubling, Lattice
from proofcheck.exact.lattice import Vector, times
from proofcheck.exact.law import Law
from proofcheck.exact.regret import block_rounds
from proofcheck.exact.softmax import Softmax
from proofcheck.exact.tail import tail_of
from proofcheck.exact.walk import Walk
from proofcheck.learners import Setting
from proofcheck.learners.rates import DecreasingRate
from proofcheck.privacy.algorithms import NOISE_POINTS
from proofcheck.privacy.rules import Leader, NoisyLeast, Rule

_BITS = 96
_SMALL = Fraction(1, 10**9)
_NOISY_COST = 120  # microseconds a state, for K = 1; grows with K^2 or more
_SHARPEST = Fraction(64)  # a lambda in E e^(-lambda D) for the leader; any one is valid
_ANY_RATE = Fraction(1, 8)  # the walk does not depend on it
Cost = Callable[[Vector], flint.arb]


def follow_the_leader(law: Law, setting: Setting, work: int) -> Enclosure | None:
    """Reg_T of Follow-The-Leader, leaders drawn uniformly.

    P(j leads) <= P(D_j <= 0) <= (E e^{-lambda Y_j})^m for every lambda > 0 bounds what is not computed.
    """
    walk, last = Problem(law, _ANY_RATE).walk, setting.horizon - 1
    if walk is None:
        return None
    tail = tail_of(walk, _SHARPEST)
    terms = min(last, tail.terms_for(_start(law) * _SMALL))
    if Lattice(walk, _ANY_RATE).cost(terms, _BITS) > work:
        return None
    total = Enclosure.of(_start(law))
    if last:
        run, cost = Doubling(walk, _BITS), _gap_of(Leader(walk.scale), law, walk)
        box = run.upto(terms)
        total += run.mean(box, terms, run.states(box), lambda d: flint.arb(0) if min(d) > 0 else cost(d))
        total = total.widened(tail.after(terms) if terms < last else Fraction(0))
    return total


def noisy_leader(law: Law, setting: Setting, work: int) -> Enclosure | None:
    """Reg_T of report-noisy-max over whole blocks.

    Where every D_j > d, another action wins only if its noise or the best one's reaches d/2, and the noise is
    discrete Laplace of rate epsilon/2: P <= 2 (K - 1) e^{-(epsilon/2) d/2}. There the rule need not be worked out.
    """
    walk, last = Problem(law, _ANY_RATE).walk, setting.horizon.bit_length() - 1
    if walk is None:
        return None
    rate = setting.epsilon / 2
    small = _SMALL / setting.horizon
    far, most = _far(rate, law, small), max(walk.gaps) * small
    if last and Lattice(walk, _ANY_RATE).cost(1 << (last - 1), _BITS) > work:
        return None
    run, cost = Doubling(walk, _BITS), _gap_of(NoisyLeast(rate, NOISE_POINTS, walk.scale), law, walk)
    boxes = [run.power(1 << r) for r in range(last)]
    near = sum(min(state) <= far * walk.scale for box in boxes for state, _ in run.states(box))
    if near * _NOISY_COST * law.size**2 > work:
        return None
    little = flint.arb(ball(most / 2).mid(), ball(most).mid())  # holds [0, most]

    def bounded(d: Vector) -> flint.arb:
        return little if min(d) > far * walk.scale else cost(d)

    total = Enclosure.of(_start(law))
    for r, box in enumerate(boxes):
        value = run.mean(box, 1, run.states(box), bounded)
        total += Enclosure(max(value.lower, Fraction(0)), value.upper).times(block_rounds(r + 1, setting.horizon))
    return total


def decreasing_hedge(law: Law, setting: Setting, work: int) -> Enclosure | None:
    """Reg_T of Hedge with rate eta_t = 2 sqrt(log K / t) in round t, the learner's own rational number."""
    walk, rate = Problem(law, _ANY_RATE).walk, DecreasingRate(law.size)
    if walk is None or setting.horizon * (cells(walk, setting.horizon) * 2 + 100) > work:
        return None
    run = Doubling(walk, _BITS)
    box, total = run.power(0), Enclosure.of(_start(law))
    for m in range(1, setting.horizon):
        box = times(box, run.first, _BITS)
        softmax = Softmax(walk, rate.at(m + 1), _BITS)
        total += run.mean(box, 1, run.states(box), softmax.cost)
    return total


def cells(walk: Walk, m: int) -> int:
    """About how many states D_m has that matter. Heuristic."""
    return prod(min(m, 2 * isqrt(m * _BITS * 7 // 20 + 1)) * (high - low) + 1 for low, high, _ in walk.axes)


def _start(law: Law) -> Fraction:
    return sum(law.gaps, Fraction(0)) / law.size


def _far(rate: Fraction, law: Law, small: Fraction) -> int:
    """A d with 2 (K - 1) e^{-rate d/2} certainly at most ``small``."""
    wanted = enclose(lambda: ball(2 * (law.size - 1) / small).log(), _BITS).upper
    return ceil(2 * wanted / rate)


def _gap_of(rule: Rule, law: Law, walk: Walk) -> Cost:
    """The expected gap of the rule's action at a state, whose entries are in units of the rule's scale."""
    gaps = [ball(gap) for gap in law.gaps]
    home = {action: c for c, actions in enumerate(walk.actions) for action in actions}

    def cost(state: Vector) -> flint.arb:
        sums = [0 if action == law.best else state[home[action]] for action in range(1, law.size + 1)]
        chances = rule.law(tuple(x - sums[0] for x in sums[1:]))
        return sum((gap * chance for gap, chance in zip(gaps, chances, strict=True)), flint.arb(0))

    return cost
