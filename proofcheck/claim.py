# SPDX-License-Identifier: Apache-2.0
"""A claim: a statement with its identifier and its place in a paper; and how one is written in Python.

>>> from proofcheck import Claim, Source, ge
>>> source = Source("A", "Lemma 2 (i)")
>>> claim = Claim(id="lemma2.i", given={"x": "[0, 1]"}, goal=ge("1 - exp(-x)", "x/2"), source=source)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from proofcheck.errors import InputError
from proofcheck.kernel.statement import Relation, Statement, Variable
from proofcheck.kernel.term import Term, num
from proofcheck.parse import parse_domain, parse_expression, parse_relation

if TYPE_CHECKING:
    from proofcheck.kernel.verdict import Verdict

KINDS = ("real", "int", "prob", "comb", "axiom", "def")


@dataclass(frozen=True)
class Source:
    """Where a claim stands: the paper (a key such as "A"), the label there, the section."""

    paper: str = ""
    label: str = ""
    section: str = ""

    def text(self) -> str:
        """One line such as ``A, section 5.1, Lemma 5``."""
        section = f"section {self.section}" if self.section else ""
        return ", ".join(part for part in (self.paper, section, self.label) if part)


@dataclass(frozen=True)
class Goal:
    """``left op right`` as a person wrote it: SymPy expressions, whole numbers, fractions, or texts."""

    op: str
    left: Any
    right: Any


def le(left: Any, right: Any) -> Goal:
    """The goal left <= right."""
    return Goal("<=", left, right)


def lt(left: Any, right: Any) -> Goal:
    """The goal left < right."""
    return Goal("<", left, right)


def ge(left: Any, right: Any) -> Goal:
    """The goal left >= right."""
    return Goal(">=", left, right)


def gt(left: Any, right: Any) -> Goal:
    """The goal left > right."""
    return Goal(">", left, right)


def eq(left: Any, right: Any) -> Goal:
    """The goal left == right."""
    return Goal("==", left, right)


@dataclass(frozen=True, init=False)
class Claim:
    """A statement that a paper makes: for all values in the domain that satisfy the hypotheses, the goal holds.

    Give either ``statement``, or ``given`` (domains by variable, in order), ``hypotheses`` and ``goal``, whose parts
    may be texts, whole numbers, Fractions or SymPy expressions. Raises InputError, never guesses: a float is refused
    with the exact number to write. ``kind`` is one of KINDS; when left out, real or int as the domains say.
    """

    id: str
    statement: Statement
    source: Source = field(default_factory=Source)
    kind: str = "real"
    says: str = ""
    note: str = ""
    uses: tuple[str, ...] = ()

    def __init__(
        self,
        id: str,
        statement: Statement | None = None,
        source: Source | None = None,
        kind: str = "",
        says: str = "",
        note: str = "",
        uses: Iterable[str] = (),
        *,
        given: Mapping[Any, str] | None = None,
        hypotheses: Iterable[Any] = (),
        goal: Any = None,
    ) -> None:
        if not isinstance(id, str) or not id or len(id) > 200 or not id.isprintable():
            raise InputError(f'claim id: found {str(id)[:40]!r}; write a short name such as "lemma2.i"')
        if (statement is None) == (goal is None):
            raise InputError(f"claim {id}: write either a statement, or given=... and goal=...")
        built = statement if statement is not None else _statement(id, given or {}, hypotheses, goal)
        integers = any(v.kind == "int" for v in built.variables)
        kind = kind or ("int" if integers else "real")
        if kind not in KINDS:
            raise InputError(f"claim {id}: unknown kind {str(kind)[:40]!r}; write one of {', '.join(KINDS)}")
        values = (id, built, source or Source(), kind, says, note, tuple(uses))
        for name, value in zip(self.__dataclass_fields__, values, strict=True):
            object.__setattr__(self, name, value)


def _statement(id: str, given: Mapping[Any, str], hypotheses: Iterable[Any], goal: Any) -> Statement:
    reader = _Reader(f"claim {id}")
    for key, domain in given.items():
        reader.declare(key, domain)
    if isinstance(hypotheses, str | Goal):
        hypotheses = (hypotheses,)
    conditions = tuple(reader.relation(item, f"hypothesis {k}") for k, item in enumerate(hypotheses, 1))
    return Statement(tuple(reader.variables), conditions, reader.relation(goal, "goal"))


class _Reader:
    """Reads the parts of one claim, texts and SymPy expressions mixed; symbols are told apart by name."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.variables: list[Variable] = []
        self.symbols: dict[str, Any] = {}

    @property
    def names(self) -> list[str]:
        return [v.name for v in self.variables]

    def declare(self, key: Any, domain: str) -> None:
        if not isinstance(key, str):
            from proofcheck.encode import symbol_name

            key = symbol_name(key, self.symbols, f"{self.where}, given")
        self.variables.append(parse_domain(key, domain, self.names, f"{self.where}, domain of {str(key)[:40]}"))

    def relation(self, item: Any, where: str) -> Relation:
        place = f"{self.where}, {where}"
        if isinstance(item, str):
            return parse_relation(item, self.names, place)
        if isinstance(item, Relation):
            return item
        if not isinstance(item, Goal):
            raise InputError(
                f"{place}: found {str(item)[:40]!r} of type {type(item).__name__}; "
                'write ge(left, right) (or le, lt, gt, eq), or a text such as "x <= 1"'
            )
        return Relation(
            item.op, self.term(item.left, f"{place}, left side"), self.term(item.right, f"{place}, right side")
        )

    def term(self, item: Any, where: str) -> Term:
        if isinstance(item, str):
            return parse_expression(item, self.names, where)
        if isinstance(item, Term):
            return item
        if isinstance(item, int | Fraction) and not isinstance(item, bool):
            return num(item)
        from proofcheck.encode import encode

        return encode(item, self.names, self.symbols, where)


def check(claim: Claim | Statement, certificate: Any) -> Verdict:
    """What the kernel answers when ``certificate`` is replayed against ``claim``.

    ``certificate`` is what ``search`` found, a proof, or a whole certificate document. No proof gives UNDECIDED, a
    document made for another statement gives STALE. Raises kernel.verdict.Rejected when a step does not hold.
    """
    from proofcheck.kernel.check import check as replay_proof
    from proofcheck.kernel.verdict import Status, Verdict

    statement = claim.statement if isinstance(claim, Claim) else claim
    proof = certificate if isinstance(certificate, Mapping) else certificate.proof
    text, digest = statement.text(), statement.digest()
    if proof is None:
        return Verdict(Status.UNDECIDED, text, digest, reason=getattr(certificate, "reason", ""))
    if "format" in proof:
        if proof.get("digest") != digest:
            return Verdict(Status.STALE, text, digest, reason="the certificate was made for another statement")
        proof = proof.get("proof", {})
    return replay_proof(statement, dict(proof))
