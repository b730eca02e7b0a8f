# SPDX-License-Identifier: Apache-2.0
"""A claim at one exact point, by the kernel: does it hold there, and between which numbers do its sides lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

from proofcheck.claim import Claim
from proofcheck.errors import InputError
from proofcheck.evidence.terms import bounds_as_relations
from proofcheck.kernel import check as kernel
from proofcheck.kernel import interval
from proofcheck.kernel.calculus import conditions, constant_value
from proofcheck.kernel.evaluate import enclosure
from proofcheck.kernel.region import Region
from proofcheck.kernel.statement import Relation, Statement
from proofcheck.kernel.term import Term, num, rational, substitute, to_text, variables
from proofcheck.kernel.verdict import Rejected, Status, Verdict
from proofcheck.parse import parse_expression, parse_statement

OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}
Point = Mapping[Any, Any]
MOST_BITS = 4096  # the precision at which the kernel gives up telling a sign
MAX_BITS = 13_000  # Python writes out at most 4300 decimal digits


def statement_of(claim: Claim | Statement | str) -> Statement:
    """The statement of a claim, or of a text such as ``"for all x in [0, 1]: x**2 <= x"``; raises InputError."""
    if isinstance(claim, str):
        return parse_statement(claim)
    return claim.statement if isinstance(claim, Claim) else claim


def exact_point(point: Point) -> dict[str, Fraction]:
    """The values by variable name as fractions; raises InputError for what is not exact.

    A value is an int, a Fraction, or the text of one ("1/2", as a verdict's witness has it). A float is refused: code
    that works with floats is compared through ``Fraction(value)``, which is the float's exact value.
    """
    return {str(name): _exact(str(name), value) for name, value in point.items()}


def _exact(name: str, value: Any) -> Fraction:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        found = Fraction(value)
        if max(found.numerator.bit_length(), found.denominator.bit_length()) > MAX_BITS:
            raise InputError(f"point, {name[:40]}: a number of more than {MAX_BITS} bits; write a shorter one")
        return found
    try:
        if isinstance(value, str):
            return rational(value)
    except Rejected:
        pass
    hint = f"Fraction({value!r}), its exact value" if isinstance(value, float) else 'an int, a Fraction or "1/2"'
    raise InputError(f"point, {name[:40]}: found {str(value)[:40]!r} of type {type(value).__name__}; write {hint}")


def holds(claim: Claim | Statement | str, point: Point) -> Verdict:
    """Whether the claim holds at one exact point of its domain: CONFIRMED, REFUTED, DOMAIN_ERROR or UNDECIDED.

    ``point`` gives every variable an exact value (see ``exact_point``). REFUTED and DOMAIN_ERROR are the kernel's
    words about the claim, with the point as witness. CONFIRMED means that the kernel refuted the opposite goal at
    this one point; it says nothing about any other. UNDECIDED: a sign could not be told at 4096 bits, as for two
    irrational numbers that are equal. Raises InputError for a point outside the domain.
    """
    statement, values = statement_of(claim), exact_point(point)
    _check_names(statement, values)
    goal = statement.goal
    opposite = replace(statement, goal=Relation(OPPOSITE[goal.op], goal.left, goal.right))
    if not isinstance(_replay(opposite, "REFUTED", values), Rejected):
        shown = {name: str(value) for name, value in values.items()}
        text, digest = statement.text(), statement.digest()
        return Verdict(Status.CONFIRMED, text, digest, witness=shown, reason="it holds at this one point")
    refused = _replay(statement, "REFUTED", values)
    answers = [refused, _replay(statement, "DOMAIN_ERROR", values)] if isinstance(refused, Rejected) else [refused]
    for answer in answers:
        if isinstance(answer, Verdict):
            return answer
    _check_inside(statement, values)
    return Verdict(Status.UNDECIDED, statement.text(), statement.digest(), reason=f"the kernel: {refused}")


def _replay(statement: Statement, word: str, values: Mapping[str, Fraction]) -> Verdict | Rejected:
    witness = {name: str(value) for name, value in values.items()}
    try:
        return kernel.check(statement, {"verdict": word, "witness": witness})
    except Rejected as error:
        return error


def _check_names(statement: Statement, values: Mapping[str, Fraction]) -> None:
    names = [v.name for v in statement.variables]
    if set(names) != set(values):
        raise InputError(f"point: found values for {sorted(values)}; write one for each of {names}")


def _check_inside(statement: Statement, values: Mapping[str, Fraction]) -> None:
    """Refuse a point that certainly lies outside the domain: a closed relation that the kernel refutes."""
    for v in statement.variables:
        if v.kind == "int" and values[v.name].denominator != 1:
            raise InputError(f"point: {v.name} = {values[v.name]} is no integer; write a point of the claim's domain")
    bounds = [(v.text(), relation) for v in statement.variables for relation in bounds_as_relations(v)]
    exact = {name: num(value) for name, value in values.items()}
    for text, relation in [*bounds, *((h.text(), h) for h in statement.hypotheses)]:
        closed = Relation(relation.op, substitute(relation.left, exact), substitute(relation.right, exact))
        if not isinstance(_replay(Statement((), (), closed), "REFUTED", {}), Rejected):
            shown = ", ".join(f"{name} = {value}" for name, value in values.items())
            raise InputError(f"point: {text} fails at {shown}; write a point of the claim's domain")


@dataclass(frozen=True)
class Enclosure:
    """The set [lower, upper], sure to contain the value it stands for; both ends are exact."""

    lower: Fraction
    upper: Fraction

    def shown(self, digits: int) -> tuple[str, str]:
        """Both ends as decimals of that many digits, or as powers of 2 when they are huge or tiny; rounded outward."""
        return _outward(self.lower, digits, up=False), _outward(self.upper, digits, up=True)


def _outward(value: Fraction, digits: int, *, up: bool) -> str:
    if value < 0:
        return f"-{_outward(-value, digits, up=not up)}"
    top, bottom = value.numerator.bit_length(), value.denominator.bit_length()
    if max(top, bottom) > MAX_BITS:
        return f"2^{top - bottom + 1 if up else top - bottom - 1}"
    context = Context(digits, ROUND_CEILING if up else ROUND_FLOOR)
    return str(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def evaluate(term: Term | str | Any, point: Point, *, bits: int = 128) -> Enclosure:
    """The value of an expression at an exact point, enclosed between two rationals.

    ``term`` is a side of a claim (``claim.statement.goal.left``), a text, or a SymPy expression; ``point`` gives exact
    values; ``bits`` is the working precision. **Guarantee:** encloses, by the kernel's interval arithmetic; exact for
    sums, products and quotients of numbers. Raises InputError where the expression is not certainly defined.
    """
    values = exact_point(point)
    exact, written = {name: num(value) for name, value in values.items()}, _term(term, values)
    closed = substitute(written, exact)
    if variables(closed):
        raise InputError(f"evaluate: no value for {min(variables(closed))}; write one in the point")
    shown = f"{to_text(closed)[:80]!r}"
    # The conditions are those of the term as written: x**y with a variable y is undefined at 0, 0, though 0**0 is 1.
    needed = [(relation, substitute(g, exact)) for relation, g in conditions(written)]
    if not all(Region({}).certainly(condition, bits) for condition in needed):
        raise InputError(f"evaluate: {shown} is not certainly defined; choose a point of the claim's domain")
    known = constant_value(closed)
    found = Enclosure(known, known) if known is not None else _enclosed(closed, bits)
    if found is None:
        raise InputError(f"evaluate: {shown} could not be bounded at {bits} bits; {_advice(closed, bits)}")
    return found


def _enclosed(closed: Term, bits: int) -> Enclosure | None:
    value = enclosure(closed, {}, bits)
    lower, upper = interval.lower_fraction(value), interval.upper_fraction(value)
    return None if lower is None or upper is None else Enclosure(lower, upper)


def _advice(closed: Term, bits: int) -> str:
    """What to write where a value could not be bounded: the bits that are enough, where any are."""
    tried = [more for more in (2 * bits, 4 * bits, 16 * bits, MOST_BITS) if bits < more <= MOST_BITS]
    enough = next((more for more in tried if _enclosed(closed, more) is not None), None)
    if enough is not None:
        return f"write bits={enough}"
    nor = f"nor at {max(tried)}: more do not help; " if tried else ""
    return f"{nor}it is too large here, or too close to where it is undefined; choose another point"


def _term(term: Any, values: Mapping[str, Fraction]) -> Term:
    if isinstance(term, Term):
        return term
    if isinstance(term, str):
        return parse_expression(term, list(values), "evaluate")
    from proofcheck.encode import encode

    return encode(term, list(values), {}, "evaluate")
