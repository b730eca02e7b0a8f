# SPDX-License-Identifier: Apache-2.0
"""A sweep's cases, one for each law and eta: enclosures of sum_m F_m and of Reg_T, as data that a store keeps.

eta = min{epsilon/2, 1/8} is all that F_m knows of epsilon, so epsilons of at least 1/4 share their cases. What the
numbers say of Lemma 4, Lemma 5 and Theorem 1 is judged afterwards, in `checks`: a better bound needs no new run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.law import Law
from proofcheck.exact.softmax import eta_of
from proofcheck.experiment.lawtext import law_digest
from proofcheck.experiment.ranges import ranges_of
from proofcheck.experiment.runner import Case, Experiment
from proofcheck.experiment.spec import Entry, Spec

_SHOWN = 12  # significant digits of the ends that are kept, rounded outward


def enclose_case(parameters: Mapping[str, Any], law: Law) -> dict[str, Any]:
    """The sum of all F_m and Reg_T at each horizon: [lower, upper] as decimal text rounded outward."""
    horizons = parameters["horizons"]
    found = ranges_of(law, Fraction(parameters["eta"]), horizons, digits=parameters["digits"], work=parameters["work"])
    return {
        "engine": found.engine,
        "terms": found.terms,
        "sum": list(found.total.shown(_SHOWN)),
        "regret": [list(found.regret(horizon).shown(_SHOWN)) for horizon in horizons],
    }


SWEEP = Experiment(
    "sweep",
    enclose_case,
    (
        "proofcheck.exact.enclosure",
        "proofcheck.exact.engines",
        "proofcheck.exact.groups",
        "proofcheck.exact.logs",
        "proofcheck.exact.lattice",
        "proofcheck.exact.law",
        "proofcheck.exact.regret",
        "proofcheck.exact.render",
        "proofcheck.exact.softmax",
        "proofcheck.exact.tail",
        "proofcheck.exact.walk",
        "proofcheck.experiment.ranges",
        "proofcheck.experiment.sweep",
    ),
)


@dataclass(frozen=True)
class Asked:
    """One law at one epsilon: the horizons asked of it, and the case that answers."""

    law: Law
    digest: str
    epsilon: Fraction
    horizons: tuple[int, ...]
    case: Case

    @property
    def key(self) -> str:
        """What the case is found by among the outcomes."""
        return self.case.key


@dataclass(frozen=True)
class Answer:
    """What a case gave: the engine, how many F_m it computed, the sum and Reg_T at each horizon."""

    engine: str
    terms: int
    total: Enclosure
    regret: dict[int, Enclosure]


class Plan:
    """What a spec asks. A law that comes twice counts once, with the horizons of both and the larger work."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.laws: dict[str, Law] = {}
        self._epsilons: dict[tuple[str, Fraction], None] = {}  # a set in the spec's order
        self._horizons: dict[tuple[str, Fraction], set[int]] = {}
        self._work: dict[tuple[str, Fraction], int] = {}
        for entry in spec.entries:
            self._add(law_digest(entry.law), entry)

    def _add(self, digest: str, entry: Entry) -> None:
        self.laws.setdefault(digest, entry.law)
        for epsilon in entry.epsilons:
            key = (digest, eta_of(epsilon))
            self._epsilons[digest, epsilon] = None
            self._horizons.setdefault(key, set()).update(entry.horizons)
            self._work[key] = max(entry.work, self._work.get(key, 0))

    @cached_property
    def asked(self) -> list[Asked]:
        """Every law and epsilon with its case, once each."""
        return [self._asked(digest, epsilon) for digest, epsilon in self._epsilons]

    def _asked(self, digest: str, epsilon: Fraction) -> Asked:
        law, key = self.laws[digest], (digest, eta_of(epsilon))
        horizons = tuple(sorted(self._horizons[key]))
        parameters = {
            "law": digest,
            "eta": str(key[1]),
            "horizons": list(horizons),
            "digits": self.spec.digits,
            "work": self._work[key],
        }
        return Asked(law, digest, epsilon, horizons, Case(parameters, law))

    def cases(self) -> Iterator[Case]:
        """The distinct cases, in the spec's order."""
        return iter({one.key: one.case for one in self.asked}.values())


def answer_of(result: Mapping[str, Any], horizons: tuple[int, ...]) -> Answer:
    """A stored result as enclosures. Exact: decimal text is read as the rational number it is."""
    regret = {t: _ends(ends) for t, ends in zip(horizons, result["regret"], strict=True)}
    return Answer(result["engine"], result["terms"], _ends(result["sum"]), regret)


def _ends(pair: list[str]) -> Enclosure:
    return Enclosure(Fraction(pair[0]), Fraction(pair[1]))
