# SPDX-License-Identifier: Apache-2.0
"""A statement with its variables called as in another one: every way to match the names that differ.

The variables of a statement are bound, so each way gives the same statement. Which of them its author meant, the text
does not say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import permutations

from proofcheck.kernel.statement import Relation, Statement
from proofcheck.kernel.term import Term, substitute, var

FEW = 4  # the most variables with new names that are tried in every order


@dataclass(frozen=True)
class Namings:
    """The ways to call a statement's variables as in a model: those that keep the names which occur in both.

    ``complete`` says that these are all; ``in_place`` matches the variables in the order in which they stand.
    """

    ways: list[Statement]
    complete: bool
    in_place: Statement


def namings(statement: Statement, model: Statement) -> Namings:
    """The statement in the names of the model, the likeliest way first."""
    theirs, ours = ([v.name for v in s.variables] for s in (model, statement))
    gone, fresh = [n for n in theirs if n not in ours], [n for n in ours if n not in theirs]
    if len(theirs) != len(ours):
        return Namings([statement], True, statement)
    few = len(fresh) <= FEW
    orders = permutations(gone) if few else iter([gone])
    ways = [renamed(statement, dict(zip(fresh, order, strict=True))) for order in orders]
    return Namings(ways, few, renamed(statement, dict(zip(ours, theirs, strict=True))))


def renamed(statement: Statement, names: Mapping[str, str]) -> Statement:
    """The statement with variables called otherwise, all at once."""
    values = {name: var(other) for name, other in names.items()}

    def term(t: Term | None) -> Term | None:
        return None if t is None else substitute(t, values)

    def relation(r: Relation) -> Relation:
        return Relation(r.op, substitute(r.left, values), substitute(r.right, values))

    return Statement(
        tuple(
            replace(v, name=names.get(v.name, v.name), lower=term(v.lower), upper=term(v.upper))
            for v in statement.variables
        ),
        tuple(relation(h) for h in statement.hypotheses),
        relation(statement.goal),
    )
