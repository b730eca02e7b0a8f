# SPDX-License-Identifier: Apache-2.0
"""F_1, F_2, ... and sum_{m >= 1} F_m, F_m = E sum_j Delta_j P_{m,j}, as enclosures with a proved tail.

Source A, Lemma 5.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import flint

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.exact.engines import DEFAULT_WORK, Engine, Problem
from proofcheck.exact.law import Law
from proofcheck.exact.render import decimal, rational
from proofcheck.exact.softmax import epsilon_of, eta_of
from proofcheck.exact.tail import Tail

MOST_DIGITS = 1000
LISTED = 10
_ATTEMPTS = 6


@dataclass(frozen=True)
class Sums:
    """What `sums` answers: enclosures of F_1, ..., F_M and of the whole sum, and what they rest on.

    `terms` is how many F_m the sum's lower end adds up; `tail` an upper bound of all later ones; `digits_reached` the
    significant digits the sum's enclosure really has; `bound` encloses Lemma 5's right-hand side.
    """

    law: str
    epsilon: Fraction
    eta: Fraction
    f: dict[int, Enclosure]
    total: Enclosure
    terms: int
    tail: Fraction
    bound: Enclosure
    engine: str
    digits: int
    digits_reached: int

    def as_dict(self) -> dict[str, object]:
        """The JSON form of design section 5; every end is rounded outward, `tail` and `bound` upward."""
        shown = self.digits + 2
        return {
            "law": self.law,
            "epsilon": rational(self.epsilon),
            "eta": rational(self.eta),
            "F": {str(m): _ends(value, shown) for m, value in self.f.items()},
            "sum": {**_ends(self.total, shown), "terms": self.terms, "tail": decimal(self.tail, 6, up=True)},
            "bound": decimal(self.bound.upper, shown, up=True),
            "engine": self.engine,
        }


def _ends(value: Enclosure, digits: int) -> dict[str, object]:
    lower, upper = value.shown(digits)
    return {"lower": lower, "upper": upper}


def lemma5_bound(law: Law, eta: Fraction, bits: int = 160) -> Enclosure:
    """200 log K / Delta_min + 4 log K / eta. Guarantee: encloses. Source A, Lemma 5."""
    factor = 200 / law.least_gap + 4 / eta
    return enclose(lambda: flint.arb(law.size).log() * ball(factor), bits)


def sums(
    law: Law,
    epsilon: Fraction | int | str,
    *,
    digits: int = 30,
    terms: int | None = None,
    engine: str | None = None,
    work: int = DEFAULT_WORK,
) -> Sums:
    """Enclosures of F_1, ..., F_terms and of sum_{m >= 1} F_m, with eta = min(epsilon/2, 1/8).

    Arguments: epsilon > 0, exact (no floats); digits, significant decimal digits wanted, 1 to 1000; terms, how many
    F_m to list (default: 10, or what the work limit allows); engine, "types" or "lattice" (default: chosen by the
    law; one that is named does all it is asked, whatever it costs); work, the limit of what one answer may cost,
    about microseconds. Raises InputError.
    Guarantee: every enclosure encloses. The digits wanted are reached unless the work limit is met first; then the
    enclosure of the sum is wider, and `digits_reached` says how good it is.
    """
    epsilon = epsilon_of(epsilon)
    digits = within("digits", digits, 1, MOST_DIGITS)
    terms = None if terms is None else within("terms", terms, 0, 10**6)
    eta = eta_of(epsilon)
    task = Task(Problem(law, eta), digits, engine, work)
    listed = task.first(terms)
    total, count, tail, name = task.whole()
    return Sums(
        law.name,
        epsilon,
        eta,
        listed,
        total,
        count,
        tail,
        lemma5_bound(law, eta, 4 * digits + 64),
        name,
        digits,
        total.digits(digits),
    )


def whole_sum(
    law: Law,
    epsilon: Fraction | int | str,
    *,
    digits: int = 6,
    engine: str | None = None,
    work: int = 1_000_000,
) -> Sums:
    """The enclosure of sum_{m >= 1} F_m alone, for sweeps over many laws: about a second with the default work limit.

    Arguments and guarantee as for `sums`, with few digits and no F_m listed. Where the work limit is met first, the
    lower end is what was added up, the upper end adds the proved bound of the rest (`terms`, `tail` say so):
    `answer.total.upper <= answer.bound.lower` is then still a rigorous comparison with Lemma 5's bound.
    """
    return sums(law, epsilon, digits=digits, terms=0, engine=engine, work=work)


def within(name: str, value: int, least: int, most: int) -> int:
    """`value` when it is an integer from least to most; InputError naming it otherwise."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InputError(f"{name}: found {value!r}; write an integer from {least} to {most}")
    return value


@dataclass(frozen=True)
class Task:
    """One law, one eta, a number of digits and a work limit: what the answers below share."""

    problem: Problem
    digits: int
    engine: str | None
    work: int

    @property
    def tail(self) -> Tail:
        """The tail bound of the law."""
        return self.problem.tail

    def bits(self, terms: int) -> int:
        """A first guess of the precision that gives `digits` digits of a sum of `terms` terms. Heuristic."""
        return (self.digits + 2) * 3322 // 1000 + 2 * terms.bit_length() + 40

    def affordable(self, terms: int, bits: int) -> bool:
        """True when some engine (or the one asked for) reaches m = terms within the work limit. Heuristic."""
        return self.engine is not None or self.problem.choose(terms, self.digits, bits, self.work)[1] >= terms

    def pick(self, terms: int, bits: int) -> tuple[Engine, int]:
        """The engine asked for (which then does all it is asked), or a choice within the work limit."""
        if self.engine is None:
            return self.problem.choose(terms, self.digits, bits, self.work)
        return self.problem.named(self.engine), terms

    def sharp(
        self, engine: Engine, edges: list[int], answer: Callable[[list[Enclosure]], list[Enclosure]]
    ) -> list[Enclosure]:
        """`answer` of the range sums, at a precision raised until all its entries have digits + 1 digits."""
        bits = self.bits(edges[-1])
        for attempt in range(_ATTEMPTS):
            found = answer(engine.range_sums(edges, bits))
            if all(part.digits(self.digits + 1) > self.digits for part in found):
                break
            bits += 2**attempt * 64
        return found

    def first(self, terms: int | None) -> dict[int, Enclosure]:
        """F_1, ..., F_terms to the digits wanted; None: ten of them, or as many as the work limit allows.

        Raises InputError when the work limit doesn't allow as many as asked for.
        """
        most = LISTED if terms is None else terms
        if most == 0:
            return {}
        engine, reach = self.pick(most, self.bits(most))
        if terms is not None and reach < most:
            raise InputError(f"terms: found {terms}; for this law write at most {reach}, or raise the work limit")
        found = self.sharp(engine, list(range(1, reach + 1)), list)
        return dict(enumerate(found, start=1))

    def within_work(self, least: Fraction, factor: int = 1) -> tuple["Task", int]:
        """The task with as many of its digits as the work limit allows, and the terms that takes.

        `least` > 0 is a lower bound of the answer, factor * after(terms) what is left out of it.
        """
        tail = self.tail

        def terms(digits: int) -> int:
            return tail.terms_for(least / 10 ** (digits + 2) / factor)

        def fits(digits: int) -> bool:
            return self.affordable(terms(digits), replace(self, digits=digits).bits(terms(digits)))

        low, high = 1, self.digits + 1  # the usual case first: all digits fit
        if fits(self.digits):
            return self, terms(self.digits)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if fits(middle) else (low, middle)
        return replace(self, digits=low), terms(low)

    def whole(self) -> tuple[Enclosure, int, Fraction, str]:
        """(sum of all F_m, terms added up, tail bound, engine's name)."""
        task, wanted = self.within_work(self.first(1)[1].lower)
        engine, terms = task.pick(wanted, task.bits(wanted))
        partial = task.sharp(engine, [terms], list)[0]
        rest = self.tail.after(terms)
        return partial.widened(rest), terms, rest, engine.name
