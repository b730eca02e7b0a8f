# SPDX-License-Identifier: Apache-2.0
"""One run of an engine for one law and one eta: the sum of all F_m and Reg_T for every T, as enclosures.

With R_0 = F_1 and R_r = F_{2^(r-1) + 1} + ... + F_{2^r},

    Reg_T = E Delta_{A_0} + sum_{r >= 0} (rounds of block r + 1 up to T) R_r / max(1, 2^(r-1)),

so the ranges R_0, ..., R_top, and a bound of all later F_m together, answer Lemma 4 and Lemma 5 at once. Source A,
section 4. `proofcheck.exact.regret` computes the same for one T and to any number of digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.engines import Problem
from proofcheck.exact.law import Law
from proofcheck.exact.regret import block_rounds
from proofcheck.exact.tail import Tail

_LONGEST = 62  # 2^62 prefix lengths are more than any engine reaches


@dataclass(frozen=True)
class Ranges:
    """R_0, ..., R_top; `rest` >= the sum of F_m over m > 2^top; `total` encloses the whole sum.

    start is E Delta_{A_0}, A_0 uniform; most is Delta_max; engine names what computed the ranges (and the total).
    """

    parts: tuple[Enclosure, ...]
    rest: Fraction
    total: Enclosure
    start: Fraction
    most: Fraction
    engine: str

    @property
    def terms(self) -> int:
        """How many F_m the ranges hold."""
        return 1 << (len(self.parts) - 1)

    def regret(self, horizon: int) -> Enclosure:
        """Reg_T for T = horizon >= 1. Guarantee: encloses; wide where T >= 4 * terms and `rest` is large."""
        value = Enclosure.of(self.start)
        for r, part in enumerate(self.parts):
            value += part.times(Fraction(block_rounds(r + 1, horizon), max(1, 2**r // 2)))
        later = horizon + 1 - 4 * self.terms
        # A block has at most 4 times as many rounds as prefix lengths, and no round costs more than the largest gap.
        return value.widened(min(4 * self.rest, later * self.most)) if later > 0 else value


def ranges_of(law: Law, eta: Fraction, horizons: Iterable[int] = (), *, digits: int, work: int) -> Ranges:
    """The ranges up to where the rest is below 10^-digits, or as far as ``work`` allows.

    Arguments: eta > 0; horizons, the largest T asked of the answer (beyond it nothing is computed where the whole sum
    is known otherwise); digits >= 1; work, about microseconds.
    Guarantee: everything encloses; only widths depend on the limits.
    """
    problem, small = Problem(law, eta), Fraction(1, 10**digits)
    whole = _green(problem, digits)
    top = (problem.tail.terms_for(small) - 1).bit_length()
    if whole is not None:
        top = min(top, max((t.bit_length() - 2 for t in horizons), default=0))
    top = max(0, min(top, _LONGEST))
    engine, reach = problem.choose(1 << top, digits, _bits(digits, 1 << top), work)
    top = min(top, reach.bit_length() - 1)
    parts = tuple(engine.range_sums([1 << r for r in range(top + 1)], _bits(digits, 1 << top)))
    some = sum(parts, Enclosure.of(0))
    rest, name = later(problem.tail, 1 << top, small), engine.name
    total = some.widened(rest)
    if whole is not None:
        rest, name = min(rest, max(whole.upper - some.lower, Fraction(0))), f"{engine.name}, green"
        total = Enclosure(max(total.lower, whole.lower), min(total.upper, whole.upper))
    start = sum(law.gaps, Fraction(0)) / law.size
    return Ranges(parts, rest, total, start, max(law.gaps), name)


def later(tail: Tail, terms: int, small: Fraction) -> Fraction:
    """An upper bound of the sum of F_m over m > terms, for few terms and many actions far below `tail.after`.

    The P_{m,j} sum to at most 1, so for every threshold t a step costs at most t and what larger gaps add to it:
    up to every N the sum is at most (N - terms) t + sum_{Delta_j > t} of j's own tail. Guarantee: encloses.
    """
    best, end = tail.after(terms), terms
    own = [
        (gap, Tail((rate,), (charge,), (gap,)).after(terms))
        for rate, charge, gap in zip(tail.rates, tail.charges, tail.gaps, strict=True)
    ]
    above = {t: sum((part for gap, part in own if gap > t), Fraction(0)) for t, _ in own}
    while tail.after(end) > small:
        end *= 2
        between = min((end - terms) * t + part for t, part in above.items())
        best = min(best, between + tail.after(end))
    return best


def _bits(digits: int, terms: int) -> int:
    return digits * 10 // 3 + 2 * terms.bit_length() + 48


def _green(problem: Problem, digits: int) -> Enclosure | None:
    """The whole sum from the Green's function, where that engine applies and succeeds."""
    if problem.green is None:
        return None
    try:
        return problem.green.whole(_bits(digits, 1 << 20))
    except ArithmeticError:
        return None
