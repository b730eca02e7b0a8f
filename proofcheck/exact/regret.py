# SPDX-License-Identifier: Apache-2.0
"""Reg_T = sum_{t <= T} E Delta_{I_t} of the randomized-prefix softmax learner, block by block.

Block 0 (round 1) costs E Delta_{A_0}. Block s >= 1 costs (its rounds up to T) * E F_{M_{s-1}}, M_0 = 1 and M_r uniform
on {2^{r-1}+1, ..., 2^r}: A_s was drawn from the first M_{s-1} vectors of block s-1, independent of what it now costs.
Source A, section 4 (algorithm) and Lemma 4 (its steps s1 to s3 with equality).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.exact.engines import DEFAULT_WORK, Problem
from proofcheck.exact.law import Law
from proofcheck.exact.lawfile import exact
from proofcheck.exact.render import decimal, rational
from proofcheck.exact.softmax import epsilon_of, eta_of
from proofcheck.exact.sums import MOST_DIGITS
from proofcheck.exact.task import Task, within

MOST_HORIZON = 10**300


@dataclass(frozen=True)
class Regret:
    """What `regret` answers: Reg_T, the bounds of Lemma 4 and of Theorem 1, (1) and (2), all as enclosures.

    Prefix lengths up to `terms` were computed; longer ones went into the upper end by the tail bound.
    """

    law: str
    epsilon: Fraction
    horizon: int
    value: Enclosure
    bound_lemma4: Enclosure
    bound_1: Enclosure
    bound_2: Enclosure
    engine: str
    terms: int
    digits: int
    digits_reached: int

    def as_dict(self) -> dict[str, object]:
        """The JSON form of design section 5; the ends are rounded outward, the bounds upward."""
        lower, upper = self.value.shown(min(self.digits, self.digits_reached) + 2)
        bounds = {"bound_lemma4": self.bound_lemma4, "bound_1": self.bound_1, "bound_2": self.bound_2}
        return {
            "law": self.law,
            "epsilon": rational(self.epsilon),
            "horizon": self.horizon,
            "lower": lower,
            "upper": upper,
            **{name: decimal(bound.upper, self.digits + 2, up=True) for name, bound in bounds.items()},
            "engine": self.engine,
        }


def theorem1_bounds(law: Law, epsilon: Fraction, bits: int = 160) -> tuple[Enclosure, Enclosure]:
    """(1): 1 + 800 log K / Delta_min + 16 log K / eta; (2): 1000 (log K / Delta_min + log K / epsilon).

    Guarantee: encloses. Source A, Theorem 1.
    """
    gap, eta = law.least_gap, eta_of(epsilon)
    first = enclose(lambda: 1 + flint.arb(law.size).log() * ball(800 / gap + 16 / eta), bits)
    second = enclose(lambda: flint.arb(law.size).log() * ball(1000 / gap + 1000 / epsilon), bits)
    return first, second


def regret(
    law: Law,
    epsilon: Fraction | int | str,
    horizon: int,
    *,
    digits: int = 30,
    initial: Sequence[Fraction | int | str] | None = None,
    engine: str | None = None,
    work: int = DEFAULT_WORK,
) -> Regret:
    """Reg_T for T = horizon, played exactly as the algorithm does, and the bounds proved for it.

    Arguments: horizon, 1 to 10^300; initial, the law of A_0 in the user's numbering (default uniform); the others as
    for `sums`. Raises InputError.
    Guarantee: encloses. Prefix lengths m > `terms` are not computed: they add at most 4 * (tail after `terms`), and
    at most Delta_max a round; the lesser is in the upper end. So there is no limit to T, only to `digits_reached`.
    """
    epsilon = epsilon_of(epsilon)
    digits = within("digits", digits, 1, MOST_DIGITS)
    horizon = within("horizon", horizon, 1, MOST_HORIZON)
    task = Task(Problem(law, eta_of(epsilon)), digits, engine, work)
    start = sum((p * gap for p, gap in zip(initial_law(law, initial), law.gaps, strict=True)), Fraction(0))
    played = _blocks(task, start, horizon)
    total = played.whole or task.whole()[0]
    bounds = theorem1_bounds(law, epsilon, 4 * digits + 64)
    return Regret(
        law.name,
        epsilon,
        horizon,
        played.value,
        Enclosure.of(1) + total.times(4),
        *bounds,
        played.engine,
        played.terms,
        digits,
        played.value.digits(digits),
    )


def initial_law(law: Law, given: Sequence[Fraction | int | str] | None) -> tuple[Fraction, ...]:
    """The law of A_0 as exact probabilities, one for each action; uniform by default. Raises InputError."""
    if given is None:
        return (Fraction(1, law.size),) * law.size
    found = tuple(p if isinstance(p, Fraction) else exact(p, f"initial[{i}]") for i, p in enumerate(given))
    if len(found) != law.size or sum(found) != 1 or min(found) < 0:
        raise InputError(
            f"initial: found {len(found)} probabilities with sum {sum(found)}; write {law.size} with sum 1"
        )
    return found


def block_rounds(block: int, horizon: int) -> int:
    """How many rounds of B_block = {2^block, ..., 2^(block+1) - 1} are at most `horizon`. Exact."""
    return max(0, min(2 << block, horizon + 1) - (1 << block))


@dataclass(frozen=True)
class _Played:
    """Reg_T, the prefix lengths computed, the engine's name, and the sum of all F_m where that is known as well."""

    value: Enclosure
    terms: int
    engine: str
    whole: Enclosure | None = None


def _blocks(task: Task, start: Fraction, horizon: int) -> _Played:
    last = horizon.bit_length() - 1  # the block in which T lies
    if last == 0:
        return _Played(Enclosure.of(start), 0, "exact")
    least = start + block_rounds(1, horizon) * task.least()
    wanted, (task, top) = task.digits, _longest(task, least, last)
    engine, reach = task.pick(2**top)
    top = min(top, reach.bit_length() - 1)

    def answer(ranges: list[Enclosure]) -> list[Enclosure]:
        total = Enclosure.of(start)
        for r, part in enumerate(ranges):  # M_r uniform on max(1, 2^(r-1)) lengths
            total += part.times(Fraction(block_rounds(r + 1, horizon), max(1, 2**r // 2)))
        return [total, sum(ranges, Enclosure.of(0))]

    edges = [2**r for r in range(top + 1)]
    found, engine = task.sharp(engine, edges[-1], lambda engine, bits: answer(engine.range_sums(edges, bits)))
    total, rest = found[0], task.tail.rest(2**top)
    if top < last - 1:
        # n_s / 2^(r-1) <= 2^(r+1) / 2^(r-1) = 4, and the ranges are disjoint; nor can a round cost above Delta_max.
        rounds = horizon + 1 - 2 ** (top + 2)
        total = total.widened(min(4 * rest, rounds * max(task.problem.law.gaps)))
    whole = found[1].widened(rest)
    return _Played(total, 2**top, engine.name, whole if whole.digits(wanted) == wanted else None)


def _longest(task: Task, least: Fraction, last: int) -> tuple[Task, int]:
    """(the task with the digits it can have, the last r whose prefix lengths 2^(r-1) < m <= 2^r are computed)."""
    # Block s needs m up to 2^(s-1); a short horizon may need fewer than the digits of the whole sum do.
    wanted = task.tail.terms_for(least / 10 ** (task.digits + 2) / 4)
    top = min(last - 1, (wanted - 1).bit_length())
    if task.affordable(2**top):
        return task, top
    task, wanted = task.within_work(least, factor=4)
    return task, min(last - 1, (wanted - 1).bit_length())
