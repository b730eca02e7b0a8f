# SPDX-License-Identifier: Apache-2.0
"""Statements confirmed on finite instances, by exact weights and rigorous enclosures.

A confirmation is never a proof: a record says on how many instances, and how close the worst came. `registry` says
which statement is confirmed by which function; here they are run, on laws or on instances of their own.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from proofcheck.exact.instance import Instance, affordable
from proofcheck.exact.law import Law
from proofcheck.exact.lawfile import load_law
from proofcheck.exact.record import Case, Record, judged
from proofcheck.exact.registry import ROWS
from proofcheck.exact.softmax import epsilon_of
from proofcheck.exact.walk import walk_of

EPSILONS = (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(2))
"""Both sides of 1/4, where eta stops growing, and 1/4 itself."""

Epsilons = Sequence[Fraction | int | str]


def confirm_corpus(
    paths: Iterable[str | Path],
    epsilons: Epsilons = EPSILONS,
    *,
    scale: Fraction = Fraction(1),
    ids: Iterable[str] = ROWS,
) -> list[Record]:
    """One record for each statement about a law, over all laws in the files and all epsilons.

    Arguments: scale, a positive factor put on every bound (1: the paper's; less: is it still true?); ids, the
    statements wanted. Raises InputError for a bad file or epsilon. Guarantee: CONFIRMED only if every instance
    certainly holds, VIOLATED only if some instance certainly fails.
    """
    wanted = frozenset(ids)
    cases = (case for path in paths for case in law_cases(load_law(path), epsilons, wanted))
    return judged(cases, scale)


def confirm_law(law: Law, epsilons: Epsilons = EPSILONS, *, scale: Fraction = Fraction(1)) -> list[Record]:
    """The same for one law."""
    return judged(law_cases(law, epsilons), scale)


def confirm_alone(ids: Iterable[str], *, scale: Fraction = Fraction(1)) -> list[Record]:
    """One record for each of the statements named that has instances of its own, which need no law file."""
    wanted = frozenset(ids)
    makers = {ROWS[id].alone: None for id in ROWS if id in wanted}
    cases = (case for make in makers if make is not None for case in make() if case.id in wanted)
    return judged(cases, scale)


def summary(records: Iterable[Record]) -> dict[str, Record]:
    """The records by identifier."""
    return {record.id: record for record in records}


def law_cases(law: Law, epsilons: Epsilons = EPSILONS, wanted: frozenset[str] = frozenset(ROWS)) -> Iterator[Case]:
    """Every instance of the statements wanted on one law: left side, right side, and where it is."""
    makers = {ROWS[id].laws: None for id in ROWS if id in wanted}
    walk = walk_of(law)
    reached = affordable(walk)
    for value in epsilons:
        instance = Instance(law, walk, epsilon_of(value), reached)
        for make in makers:
            if make is not None:
                yield from (case for case in make(instance) if case.id in wanted)


__all__ = ["EPSILONS", "Record", "confirm_alone", "confirm_corpus", "confirm_law", "law_cases", "summary"]
