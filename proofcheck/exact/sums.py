# SPDX-License-Identifier: Apache-2.0
"""F_1, F_2, ... and sum_{m >= 1} F_m, F_m = E sum_j Delta_j P_{m,j}, as enclosures with a proved tail.

Source A, Lemma 5.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint

from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.exact.engines import DEFAULT_WORK, Problem
from proofcheck.exact.law import Law
from proofcheck.exact.render import decimal, rational
from proofcheck.exact.softmax import epsilon_of, eta_of
from proofcheck.exact.task import Task, within

MOST_DIGITS = 1000
MOST_PLACE = 10**6


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
