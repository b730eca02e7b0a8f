# SPDX-License-Identifier: Apache-2.0
"""The numbers in front of the terms of a bound, read from the claims, and how they follow one another.

Nothing is typed: each number is the exact coefficient in the statement that the kernel replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.errors import InputError
from proofcheck.kernel.calculus import constant_value
from proofcheck.kernel.derivation_terms import text
from proofcheck.kernel.term import ONE, Term
from proofcheck.report.latex import Printer
from proofcheck.report.presentation import Chain, Coefficient, Pick

Relation = tuple[str, Term, Term]


def coefficients(term: Term) -> dict[Term, Fraction]:
    """A term as a linear combination: exact coefficients of its parts (ONE for the constant), in their order.

    Only constants are taken out: products over sums are multiplied out, no function is looked into.
    """
    value = constant_value(term)
    if value is not None:
        return {ONE: value}
    if term.op == "neg":
        return _scaled(coefficients(term.args[0]), Fraction(-1))
    if term.op == "add":
        return _summed([coefficients(part) for part in term.args])
    if term.op == "mul":
        return _product(term.args)
    if term.op == "div":
        return _quotient(*term.args)
    return {term: Fraction(1)}


def _scaled(parts: Mapping[Term, Fraction], factor: Fraction) -> dict[Term, Fraction]:
    return {part: value * factor for part, value in parts.items()}


def _summed(all_parts: list[dict[Term, Fraction]]) -> dict[Term, Fraction]:
    total: dict[Term, Fraction] = {}
    for parts in all_parts:
        for part, value in parts.items():
            total[part] = total.get(part, Fraction(0)) + value
    return total


def _product(factors: tuple[Term, ...]) -> dict[Term, Fraction]:
    total: dict[Term, Fraction] = {ONE: Fraction(1)}
    for factor in factors:
        total = _summed([{_times(a, b): x * y} for a, x in total.items() for b, y in coefficients(factor).items()])
    return total


def _times(left: Term, right: Term) -> Term:
    if left is ONE or right is ONE:
        return right if left is ONE else left
    parts = (*(left.args if left.op == "mul" else (left,)), *(right.args if right.op == "mul" else (right,)))
    return Term("mul", parts)


def _quotient(top: Term, bottom: Term) -> dict[Term, Fraction]:
    value = constant_value(bottom)
    if value:
        return _scaled(coefficients(top), 1 / value)
    return {Term("div", (part, bottom)): value for part, value in coefficients(top).items()}


def bound(relation: Relation) -> Term:
    """The side of a relation that bounds the other: the larger one; of an equation the right one."""
    return relation[1] if relation[0] in (">=", ">") else relation[2]


def constants_of(relation: Relation, printer: Printer) -> list[dict[str, str]]:
    """The coefficients of the bounding side, in order: of which term, LaTeX of it, and the exact number."""
    return [{"of": text(part), "latex": printer.term(part), "value": str(value)}
            for part, value in coefficients(bound(relation)).items()]


@dataclass(frozen=True)
class Bar:
    """One step: the coefficient, how it comes from the one before (``times`` 4, ``plus`` 2), and whether it does.

    ``source`` is the row from which the operand is read, where the chain names one.
    """

    claim: str
    of: str
    value: Fraction
    by: str
    operand: Fraction | None
    source: str
    says: str
    fits: bool


def waterfall(chain: Chain, statements: Mapping[str, list[Relation]]) -> list[Bar]:
    """The steps of a chain with their numbers; ``statements`` has the relations of each row. Raises InputError."""
    bars: list[Bar] = []
    for pick in chain.steps:
        bars.append(_bar(pick, bars[-1].value if bars else None, statements))
    return bars


def _bar(pick: Pick, before: Fraction | None, statements: Mapping[str, list[Relation]]) -> Bar:
    value, source = coefficient(pick.number, statements), pick.operand.claim if pick.operand else ""
    by = "start" if before is None else pick.by
    operand = None
    if before is not None and by in ("times", "plus"):
        operand = (value / before if before else None) if by == "times" else value - before
    named = coefficient(pick.operand, statements) if pick.operand else operand
    fits = by == "start" or (before is not None and by == "at most" and before <= value) or (
        operand is not None and operand == named)
    return Bar(pick.number.claim, pick.number.of, value, by, operand, source, pick.says, fits)


def coefficient(wanted: Coefficient, statements: Mapping[str, list[Relation]]) -> Fraction:
    """The coefficient that is wanted; raises InputError with what there is, when there is none."""
    seen: list[str] = []
    for _, left, right in statements.get(wanted.claim, []):
        for part, value in coefficients(left if wanted.side == "left" else right).items():
            seen.append(text(part))
            if seen[-1] == wanted.of:
                return value
    raise InputError(f"waterfall: {wanted.claim!r} has no term {wanted.of!r} on its {wanted.side} side; write one of "
                     f"{', '.join(repr(name) for name in seen) or 'another claim'}")
