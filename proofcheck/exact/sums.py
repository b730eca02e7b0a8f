# SPDX-License-Identifier: Apache-2.0
"""F_1, F_2, ... and sum_{m >= 1} F_m, F_m = E sum_j Delta_j P_{m,j}, as enclosures with a proved tail.

Source A, Lemma 5.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import flint

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.exact.engines import DEFAULT_WORK, Engine, Problem
from proofcheck.exact.engines.engine import ALL
from proofcheck.exact.law import Law
from proofcheck.exact.render import decimal, rational
from proofcheck.exact.softmax import epsilon_of, eta_of
from proofcheck.exact.tail import Tail

MOST_DIGITS = 1000
MOST_PLACE = 10**6
LISTED = 10
_ATTEMPTS = 6


@dataclass(frozen=True)
class Sums:
    """What `sums` answers: enclosures of some F_m and of the whole sum, and what they rest on.

    `terms` is how many F_m the sum's lower end adds up, None for all of them; `tail` an upper bound of the others;
    `digits_reached` the significant digits the sum's enclosure really has; `bound` encloses Lemma 5's right-hand
    side; `engine` computed the sum, `f_engine` the F_m listed (None: none were).
    """

    law: str
    epsilon: Fraction
    eta: Fraction
    f: dict[int, Enclosure]
    total: Enclosure
    terms: int | None
    tail: Fraction
    bound: Enclosure
    engine: str
    f_engine: str | None
    digits: int
    digits_reached: int

    @property
    def ratio(self) -> Enclosure:
        """The sum divided by Lemma 5's bound for it."""
        return Enclosure(self.total.lower / self.bound.upper, self.total.upper / self.bound.lower)

    def as_dict(self) -> dict[str, object]:
        """The JSON form of design section 5; every end is rounded outward, `tail` and `bound` upward.

        A sum that has fewer digits than were wanted is printed to two more than it has.
        """
        shown = self.digits + 2
        known = min(self.digits, self.digits_reached) + 2
        return {
            "law": self.law,
            "epsilon": rational(self.epsilon),
            "eta": rational(self.eta),
            "F": {str(m): _ends(value, shown) for m, value in self.f.items()},
            "sum": {**_ends(self.total, known), "terms": self.terms, "tail": decimal(self.tail, 6, up=True)},
            "bound": decimal(self.bound.upper, shown, up=True),
            "engine": self.engine,
            "F_engine": self.f_engine,
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
    at: Sequence[int] = (),
    engine: str | None = None,
    work: int = DEFAULT_WORK,
) -> Sums:
    """Enclosures of F_1, ..., F_terms, of F_m for m in `at`, and of sum_{m >= 1} F_m; eta = min(epsilon/2, 1/8).

    Arguments: epsilon > 0, exact (no floats); digits, significant decimal digits wanted, 1 to 1000; terms, how many
    F_m to list (default: 10, or what the work limit allows); at, more m from 1 to 10^6; engine, a name of
    `engines.NAMES` (default: chosen by the law; one that is named does all it is asked, whatever it costs, but
    "green" knows only the whole sum, and the F_m are left to a choice); work, the limit of what one answer may cost,
    about microseconds. Raises InputError.
    Guarantee: every enclosure encloses. The digits wanted are reached unless the work limit is met first or the engine
    named cannot give them; then enclosures are wider, and `digits_reached` says how good the sum's is.
    """
    epsilon = epsilon_of(epsilon)
    digits = within("digits", digits, 1, MOST_DIGITS)
    terms = None if terms is None else within("terms", terms, 0, MOST_PLACE)
    places = sorted({within("at", m, 1, MOST_PLACE) for m in at})
    eta = eta_of(epsilon)
    task = Task(Problem(law, eta), digits, engine, work)
    listed, f_engine = task.listed(terms, places)
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
        f_engine,
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

    def affordable(self, terms: int) -> bool:
        """True when some engine (or the one asked for) reaches m = terms within the work limit. Heuristic."""
        return self._named is not None or self.pick(terms)[1] >= terms

    @property
    def _named(self) -> str | None:
        # The Green's function knows only the whole sum; for anything else an engine is chosen.
        return None if self.engine == "green" else self.engine

    def pick(self, last: int, count: int | None = None) -> tuple[Engine, int]:
        """The engine asked for (which then does all it is asked), or a choice within the work limit; how far."""
        if self._named is not None:
            return self.problem.named(self._named), last
        return self.problem.choose(last, self.digits, self.bits(last), self.work, count=count)

    def sharp(
        self, engine: Engine, last: int, ask: Callable[[Engine, int], list[Enclosure]]
    ) -> tuple[list[Enclosure], Engine]:
        """`ask(engine, bits)` at a precision raised while it helps and a digit more than wanted is missing; the engine.

        A chosen engine that cannot give the digits gives way to one without limits, if that is within the work limit.
        """
        found, digits = self._raised(engine, last, ask)
        if digits > self.digits or self._named is not None or engine.most_digits >= ALL:
            return found, engine
        limited = [name for name, other in self.problem.engines.items() if other.most_digits < ALL]
        other, reach = self.problem.choose(last, self.digits, self.bits(last), self.work, without=limited)
        return (self._raised(other, last, ask)[0], other) if reach >= last else (found, engine)

    def _raised(
        self, engine: Engine, last: int, ask: Callable[[Engine, int], list[Enclosure]]
    ) -> tuple[list[Enclosure], int]:
        """What `ask` gave last, and the digits that all entries then had, at most one more than wanted."""
        bits, best, found = self.bits(last), -1, []
        for attempt in range(_ATTEMPTS):
            found = ask(engine, min(bits, engine.most_bits))
            digits = min((part.digits(self.digits + 1) for part in found), default=self.digits + 1)
            if digits in {best, self.digits + 1} or bits >= engine.most_bits:
                return found, digits
            best, bits = digits, bits + 2**attempt * 64
        return found, best

    def listed(self, terms: int | None, at: Sequence[int] = ()) -> tuple[dict[int, Enclosure], str | None]:
        """F_1, ..., F_terms and F_m for m in the increasing `at`, and the engine's name.

        terms None: ten of them, or as many as the work limit allows. Raises InputError when it does not allow what
        was asked for.
        """
        most = LISTED if terms is None else terms
        places = sorted({*range(1, most + 1), *at})
        if not places:
            return {}, None
        engine, reach = self.pick(places[-1], len(places))
        if reach < places[-1] and (terms is not None or at):
            name = "at" if at and at[-1] > reach else "terms"
            raise InputError(f"{name}: found {places[-1]}; for this law write at most {reach}, or raise the work limit")
        places = places[:reach]
        found, engine = self.sharp(engine, places[-1], lambda engine, bits: engine.each(places, bits))
        return dict(zip(places, found, strict=True)), engine.name

    def least(self) -> Fraction:
        """F_1 > 0 from below: what the sum is at least."""
        return self.listed(1)[0][1].lower

    def within_work(self, least: Fraction, factor: int = 1) -> tuple["Task", int]:
        """The task with as many of its digits as the work limit allows, and the terms that takes.

        `least` > 0 is a lower bound of the answer, factor * after(terms) what is left out of it.
        """
        tail = self.tail

        def terms(digits: int) -> int:
            return tail.terms_for(least / 10 ** (digits + 2) / factor)

        def fits(digits: int) -> bool:
            return replace(self, digits=digits).affordable(terms(digits))

        low, high = 1, self.digits + 1  # the usual case first: all digits fit
        if fits(self.digits):
            return self, terms(self.digits)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if fits(middle) else (low, middle)
        return replace(self, digits=low), terms(low)

    @lru_cache(maxsize=16)  # noqa: B019  # Reg_T at many T asks for one sum again and again; a task is small
    def whole(self) -> tuple[Enclosure, int | None, Fraction, str]:
        """(sum of all F_m, terms added up or None for all, tail bound, engine's name)."""
        at_once = self._at_once()
        if at_once is not None:
            return at_once, None, Fraction(0), "green"
        task, wanted = self.within_work(self.least())
        engine, terms = task.pick(wanted)
        partial, engine = task.sharp(engine, terms, lambda engine, bits: engine.range_sums([terms], bits))
        rest = self.tail.rest(terms)
        return partial[0].widened(rest), terms, rest, engine.name

    def _at_once(self) -> Enclosure | None:
        """The whole sum from the Green's function, where that is asked for or the cheapest way."""
        if self.engine not in {None, "green"}:
            return None
        green, bits = self.problem.green, self.bits(1)
        if green is None or (self.engine is None and green.cost(bits) > self.work):
            if self.engine == "green":
                raise self.problem.inapplicable("green")
            return None
        for attempt in range(_ATTEMPTS):
            found = green.whole(bits)
            if found is not None and found.digits(self.digits + 1) > self.digits:
                return found
            bits += 2**attempt * 64
        return found
