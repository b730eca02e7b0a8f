# SPDX-License-Identifier: Apache-2.0
"""A number of digits wanted of one law at one eta, a limit of work, and how the engines are driven to meet both."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.engines import Engine, Problem
from proofcheck.exact.engines.engine import ALL
from proofcheck.exact.tail import Tail

LISTED = 10
_ATTEMPTS = 8


def within(name: str, value: int, least: int, most: int) -> int:
    """`value` when it is an integer from least to most; InputError naming it otherwise."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InputError(f"{name}: found {value!r}; write an integer from {least} to {most}")
    return value


@dataclass(frozen=True)
class Task:
    """One law, one eta, a number of digits and a work limit: what `sums` and `regret` share."""

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
        """`ask(engine, bits)` at a precision raised while digits are missing and that helps; the engine that answered.

        A chosen engine that cannot give the digits gives way to one without limits, if that is within the work limit.
        """
        found, digits = self._raised(engine, last, ask)
        if digits >= self.digits or self._named is not None or engine.most_digits >= ALL:
            return found, engine
        limited = [name for name, other in self.problem.engines.items() if other.most_digits < ALL]
        other, reach = self.problem.choose(last, self.digits, self.bits(last), self.work, without=limited)
        return (self._raised(other, last, ask)[0], other) if reach >= last else (found, engine)

    def _raised(
        self, engine: Engine, last: int, ask: Callable[[Engine, int], list[Enclosure]]
    ) -> tuple[list[Enclosure], int]:
        """What `ask` gave last, and the digits that all entries had; one more is wanted of an engine without limits."""
        bits, widest, goal = self.bits(last), None, self.digits + (engine.most_digits >= ALL)
        for attempt in range(_ATTEMPTS):
            found = ask(engine, min(bits, engine.most_bits))
            digits, width = min(part.digits(goal) for part in found), max(part.width for part in found)
            helped = widest is None or 2 * width < widest
            if digits == goal or not helped or bits >= engine.most_bits:
                break
            widest, bits = width, bits + 2**attempt * 64
        return found, digits

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
