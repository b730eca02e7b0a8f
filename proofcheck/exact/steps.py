# SPDX-License-Identifier: Apache-2.0
"""The steps of Lemma 5 with a random quantity in them, on one law: tails, moments, and at every reachable state the
pointwise bounds, Jensen and the drift of the potential.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

import flint

from proofcheck.exact.enclosure import Enclosure, ball, workprec
from proofcheck.exact.instance import BITS, Instance, exponential, mean
from proofcheck.exact.lattice import Vector
from proofcheck.exact.record import Case
from proofcheck.exact.walk import Walk
from proofcheck.exact.worst import Worst

MOST_STATES = 60  # states of one m at which the conditional steps are evaluated
MOST_M = 8
MOST_SUMMED = 200  # states of one m over which E log Z is summed
POINTWISE = ("lemma5.small.s1", "lemma5.large.s1", "lemma5.large.s8")


def tails(on: Instance) -> Iterator[Case]:
    """lemma5.small.s2, s3: E P <= P(D <= m Delta/2) + exp(-eta m Delta/2), and that probability's bound."""
    for m, states, whole in on.reached[1:]:
        for c in on.small:
            gap, where = on.walk.gaps[c], (f"m = {m}", on.action(c))
            tail = Enclosure.of(_probability(on.walk, c, m * gap / 2 * on.walk.scale, states, whole))
            beyond = exponential(-on.eta * m * gap / 2)
            yield on.case("lemma5.small.s2", on.shares[m][c], tail + beyond, *where)
            yield on.case("lemma5.small.s3", tail, exponential(-m * gap * gap / 8), *where)


def _probability(walk: Walk, c: int, bound: Fraction, states: dict[Vector, int], whole: int) -> Fraction:
    """P(D_c <= bound), averaged over the coordinates alike with c, because the states are sorted."""
    group = next((g for g in walk.alike if c in g), (c,))
    floor = bound.numerator // bound.denominator
    below = sum(weight * sum(state[i] <= floor for i in group) for state, weight in states.items())
    return Fraction(below, whole * len(group))


def moments(on: Instance) -> Iterator[Case]:
    """lemma5.large.s4: E exp(-eta Y) <= exp(-eta Delta + eta^2/2)."""
    for c in on.large:
        right = exponential(-on.eta * on.walk.gaps[c] + on.eta**2 / 2)
        with workprec(BITS):
            left = Enclosure.from_ball(on.potential.moment(c))
        yield on.case("lemma5.large.s4", left, right, on.action(c))


def jensen(on: Instance) -> Iterator[Case]:
    """lemma5.large.s3: exp E[log(Z_{m+1}/Z_m) | F_m] <= Q_1 + sum Q_j E exp(-eta Y_j), at states within reach.

    Where Z_{m+1} takes one value the two sides are equal, and no enclosure could order them: those are left out.
    """
    for where, state in _states(on) if on.large else ():
        if on.potential.spread(state):
            with workprec(BITS):
                left, right = on.potential.gain(state).exp(), on.potential.expected(state)
                sides = Enclosure.from_ball(left), Enclosure.from_ball(right)
            yield on.case("lemma5.large.s3", *sides, where)


def drift(on: Instance) -> Iterator[Case]:
    """lemma5.large.s10: eta V_m / 4 <= E[log Z_m - log Z_{m+1} | F_m] at states within reach, and its sum over m."""
    if not on.large:
        return
    for where, state in _states(on):
        with workprec(BITS):
            left, right = on.potential.cost(state) * ball(on.eta / 4), -on.potential.gain(state)
            sides = Enclosure.from_ball(left), Enclosure.from_ball(right)
        yield on.case("lemma5.large.s10", *sides, where)
    yield from _telescoped(on)


def _telescoped(on: Instance) -> Iterator[Case]:
    """(eta/4) times the sum of E V_m over m <= N is at most log Z_0 - E log Z_{N+1}."""
    total, factor, start = Enclosure.of(0), on.eta / 4, mean(on.reached[0], _logarithm(on))
    for here, there in zip(on.reached, on.reached[1:], strict=False):
        if len(there[1]) > MOST_SUMMED:
            return
        total += mean(here, on.potential.cost)
        after = mean(there, _logarithm(on))
        right = Enclosure(start.lower - after.upper, start.upper - after.lower)
        yield on.case("lemma5.large.s10", total.times(factor), right, f"N = {here[0]}")


def _logarithm(on: Instance) -> Callable[[Vector], flint.arb]:
    return lambda state: on.potential.z(state).log()


def pointwise(on: Instance) -> Iterator[Case]:
    """At states within reach: P <= e^{-eta D} (lemma5.small.s1), P <= Q (lemma5.large.s1), V <= 1 (lemma5.large.s8).

    Without small gaps P = Q, which no enclosure could order: left out.
    """
    below, kept, cost = (Worst(id, on.where, on.law.name) for id in POINTWISE)
    with workprec(BITS):
        for where, state in _states(on):
            z = on.potential.z(state)
            for c, share in on.softmax.shares(state).items():
                below.add(share, on.potential.power(state[c]), where, on.action(c))
                if c in on.large and on.small:
                    kept.add(share, on.potential.power(state[c]) / z, where, on.action(c))
            if on.large:
                cost.add(on.potential.cost(state), flint.arb(1), where)
        found = [worst.case() for worst in (below, kept, cost) if worst.count]
    yield from found


def _states(on: Instance) -> Iterator[tuple[str, Vector]]:
    """States of the first few m, with words for them."""
    for m, states, _ in on.reached[: MOST_M + 1]:
        for state in list(states)[:MOST_STATES]:
            yield f"m = {m}, D = ({', '.join(str(Fraction(x, on.walk.scale)) for x in state)})", state
