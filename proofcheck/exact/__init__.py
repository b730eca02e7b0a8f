# SPDX-License-Identifier: Apache-2.0
"""Finite loss laws, F_m and its sum, and the regret of the randomized-prefix softmax learner: rigorous enclosures.

    law = load_law("law.toml")                       # or law_from_dict({...}); InputError names the place
    answer = sums(law, "1/4", digits=30, terms=10)   # Sums: f, total, terms, tail, bound, ratio, engine, digits_reached
    answer = whole_sum(law, "1/4")                   # the sum alone, a few digits, about a second: for sweeps
    answer = regret(law, "1/4", 1000, digits=30)     # Regret: value, bound_lemma4, bound_1, bound_2, engine, ...
    answer.as_dict()                                 # the JSON form of `sums --json`, `regret --json`
    records = confirm_corpus(paths, EPSILONS)        # Lemma 4, Lemma 5, equation by equation: Record by statement
    summary(records)["lemma5"].as_dict()

Numbers come in as text, ints or Fractions (floats raise InputError) and go out as `Enclosure` (exact rational ends) or
as decimal text rounded outward. `digits_reached` < `digits` means the work limit (`work=`, about microseconds) was met
first: the enclosure is still right, only wider. Nothing here keeps Arb's global precision changed; run in one thread.

Rooms: law, lawfile (reading) > walk (differences), groups (independent laws) > softmax, tail, lattice > engines (six,
one interface) > task, sums, regret > confirm, record. `brute` plays the learner out and shares only the law and the
enclosure with them.
What confirms statements is loaded when first used.
"""

from typing import TYPE_CHECKING, Any

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.law import Law
from proofcheck.exact.lawfile import law_from_dict, load_law
from proofcheck.exact.record import Record, Status
from proofcheck.exact.regret import Regret, regret
from proofcheck.exact.sums import Sums, sums, whole_sum

_HOMES = {
    "EPSILONS": "confirm",
    "brute_actions": "brute",
    "brute_regret": "brute",
    "confirm_corpus": "confirm",
    "confirm_law": "confirm",
    "summary": "confirm",
}
__all__ = [
    "EPSILONS",
    "Enclosure",
    "InputError",
    "Law",
    "Record",
    "Regret",
    "Status",
    "Sums",
    "brute_actions",
    "brute_regret",
    "confirm_corpus",
    "confirm_law",
    "law_from_dict",
    "load_law",
    "regret",
    "summary",
    "sums",
    "whole_sum",
]

if TYPE_CHECKING:
    from proofcheck.exact.brute import brute_actions, brute_regret
    from proofcheck.exact.confirm import EPSILONS, confirm_corpus, confirm_law, summary


def __getattr__(name: str) -> Any:
    """The public name, loaded from its module when first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'proofcheck.exact' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"proofcheck.exact.{_HOMES[name]}"), name)
