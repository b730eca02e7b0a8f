# SPDX-License-Identifier: Apache-2.0
"""The expected regret of each learner on a law, where it can be enclosed: Reg_T = sum_t E Delta_{I_t}.

With D_m the walk of loss differences after m vectors and gap(D) = sum_j Delta_j P(action j | D), a learner that looks
at all past rounds has Reg_T = sum_{m < T} E gap_{m+1}(D_m); one that plays dyadic blocks has E gap(A_0) + sum_s
(rounds of block s up to T) E gap(D_{2^(s-1)}).

- randomized-prefix: `proofcheck.exact.regret`. Hedge at a constant rate: the same engines, m = 0, ..., T - 1.
- the others: the law of D_m on a lattice (`exact.lattice`), with the learner's own rule at every state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.engines import Problem
from proofcheck.exact.law import Law
from proofcheck.exact.regret import regret
from proofcheck.experiment.rules import decreasing_hedge, follow_the_leader, noisy_leader
from proofcheck.learners import Setting, capped_rate, constant_rate

WORK = 3_000_000
DIGITS = 6
_LEAST_DIGITS = 3  # an enclosure with fewer is worth less than a simulation


@dataclass(frozen=True)
class Exact:
    """Reg_T as an enclosure, and the engine that found it."""

    value: Enclosure
    engine: str


def expected_regret(name: str, law: Law, setting: Setting, work: int = WORK) -> Exact | None:
    """Reg_T of the named learner for T = setting.horizon; None where it costs too much or is too wide.

    Arguments: name, one of `learners.LEARNERS`; work, about microseconds. Guarantee: encloses.
    """
    found = _EXACT[name](law, setting, work)
    good = found is not None and (found.value.digits(_LEAST_DIGITS) == _LEAST_DIGITS or found.value.upper == 0)
    return found if good else None


def _prefix(law: Law, setting: Setting, work: int) -> Exact | None:
    found = regret(law, setting.epsilon, setting.horizon, digits=DIGITS, work=work)
    return Exact(found.value, found.engine)


def _hedge(law: Law, setting: Setting, work: int) -> Exact | None:
    return constant_hedge(law, constant_rate(setting.actions, setting.horizon), setting.horizon, work)


def _capped(law: Law, setting: Setting, work: int) -> Exact | None:
    rate = capped_rate(setting.horizon, setting.epsilon, setting.delta)
    return constant_hedge(law, rate, setting.horizon, work)


def constant_hedge(law: Law, rate: Fraction, horizon: int, work: int = WORK) -> Exact | None:
    """F_0 + F_1 + ... + F_{T-1} at eta = rate: Reg_T of Hedge. Guarantee: encloses."""
    start, last = sum(law.gaps, Fraction(0)) / law.size, horizon - 1
    if last == 0:
        return Exact(Enclosure.of(start), "exact")
    problem = Problem(law, rate)
    terms = min(last, problem.tail.terms_for(start / 10 ** (DIGITS + 1)))
    bits = DIGITS * 10 // 3 + 2 * terms.bit_length() + 48
    engine, reach = problem.choose(terms, DIGITS, bits, work)
    if reach < terms:
        return None
    (total,) = engine.range_sums([terms], bits)
    rest = problem.tail.after(terms) if terms < last else Fraction(0)
    return Exact((Enclosure.of(start) + total).widened(rest), engine.name)


def _by_rule(compute: Callable[[Law, Setting, int], Enclosure | None]) -> Callable[[Law, Setting, int], Exact | None]:
    def found(law: Law, setting: Setting, work: int) -> Exact | None:
        value = compute(law, setting, work)
        return None if value is None else Exact(value, "lattice")

    return found


_EXACT: dict[str, Callable[[Law, Setting, int], Exact | None]] = {
    "randomized-prefix": _prefix,
    "noisy-leader": _by_rule(noisy_leader),
    "follow-the-leader": _by_rule(follow_the_leader),
    "hedge": _hedge,
    "hedge-decreasing": _by_rule(decreasing_hedge),
    "hedge-capped": _capped,
}
