# SPDX-License-Identifier: Apache-2.0
"""Bounds of several rows put into one another, and identities written out: the constants are computed, not typed.

The bound of a row is that of its derivation file or claim as it is written today; whether it is proved, its own verdict
says. Coefficients are those of the kernel's normal form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from proofcheck.claim import Claim
from proofcheck.derive.expand import coefficients, expanded, normalizer
from proofcheck.derive.read import Reader
from proofcheck.derive.source import Source
from proofcheck.derive.typeset import Typesetter
from proofcheck.errors import InputError
from proofcheck.kernel.calculus import minus
from proofcheck.kernel.derivation_logic import turned
from proofcheck.kernel.derivation_terms import Rel, abstract, free, from_json, rel_subst, relation, replace
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.region import statement_region
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import Term
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import Composition

LONGEST = 160


@dataclass(frozen=True)
class Composed:
    """The bounds, what comes out when each is put into the one before, and how its constants arise."""

    bounds: tuple[tuple[str, Rel], ...]
    result: Term
    products: tuple[str, ...]


def compose(
    composition: Composition, claim: Claim, statements: Mapping[str, Statement], sources: Mapping[str, Source],
    where: Mapping[str, str],
) -> Composed:
    """Put the bounds of a composition into one another; raises InputError when they do not fit."""
    read = Reader(set(), f"claim {claim.id}, composes")
    at = {name: from_json(read.term(text)) for name, text in composition.at.items()}
    bounds = [(id, rel_subst(_bound(id, claim.id, statements, sources, where), at)) for id in composition.bounds]
    whole, products = bounds[0][1][2], list[str]()
    for (outer, _), (id, rel) in pairwise(bounds):
        found = _coefficient(whole, rel[1])
        if found is None or (found <= 0 and rel[0] != "=="):
            raise InputError(f"claim {claim.id}: the bound of {outer} is no increasing function of {shown(rel[1])}; "
                             f"leave {id} out of composes")
        products += [f"{found}·{c} = {found * c}, the {found} of {outer} and the {c} of {id}"
                     for c, _ in coefficients(Normalizer(lambda g: False)(abstract(rel[2], {})))]
        whole = replace(whole, rel[1], rel[2])
    unknown = free(whole) - {v.name for v in claim.statement.variables}
    if unknown or _extended(whole):
        raise InputError(f"claim {claim.id}: the bounds of {', '.join(composition.bounds)} leave "
                         f"{min(unknown, default=shown(whole))[:60]}; write a term for it in at")
    return Composed(tuple(bounds), whole, tuple(products))


def _bound(
    id: str, claim: str, statements: Mapping[str, Statement], sources: Mapping[str, Source], where: Mapping[str, str]
) -> Rel:
    """The relation that a row states last."""
    if id in statements:
        return turned(statements[id].goal)
    source = sources[where[id]] if id in where else None
    facts = source.results.get(id, [id]) if source else []
    if source is None or facts[-1] not in source.steps:
        raise InputError(f"claim {claim}: {id} has no bound to compose; write rows with a claim or a derivation")
    return relation(source.steps[facts[-1]]["goal"])


def _coefficient(whole: Term, part: Term) -> Any:
    """The number that stands before a term in a sum; None when it occurs otherwise."""
    table: dict[Term, Term] = {}
    form, name = Normalizer(lambda g: False)(abstract(whole, table)), abstract(part, table)
    holding = {m: c for m, c in form.top.items() if any(atom == name for atom, _ in m)}
    single = len(holding) == 1 and not form.bottom and len(next(iter(holding))) == 1
    return next(iter(holding.values())) if single and next(iter(next(iter(holding))))[1] == 1 else None


def _extended(t: Term) -> bool:
    return t.op in ("fn", "over", "series", "E", "ind") or any(map(_extended, t.children))


def shown(t: Term) -> str:
    """The term as it is read by people."""
    return Typesetter().term(t)


def agrees(claim: Claim, result: Term) -> bool:
    """Whether a term is the left side of a claim, by normal form on its region."""
    try:
        return normalizer(statement_region(claim.statement)[0]).is_zero(minus(result, claim.statement.goal.left))
    except Rejected:
        return False


def computed(claim: Claim, composed: Composed | None) -> list[str]:
    """How the two sides of an identity come out when they are written out; nothing for other claims."""
    goal, ts = claim.statement.goal, Typesetter()
    lines = []
    if composed is not None:
        lines += [f"{id}: {ts.rel(rel)}" for id, rel in composed.bounds]
        lines.append(f"so {ts.term(composed.bounds[0][1][1])} ≤ {ts.term(composed.result)}")
    if goal.op != "==":
        return lines
    normal = normalizer(statement_region(claim.statement)[0])
    start = composed.result if composed is not None else goal.left
    try:
        left = expanded(start, normal)
        same = normal.is_zero(minus(start, goal.right))
    except Rejected:
        return lines
    texts = [ts.term(start), ts.term(left), ts.term(goal.right)]
    if max(map(len, texts)) > LONGEST:
        return lines
    lines += [texts[0], f"  = {texts[1]}"] if texts[0] != texts[1] else [texts[0]]
    lines += [f"    {product}" for product in composed.products] if composed is not None else []
    claimed = "the claim's right side" + (f", {texts[2]}" if texts[1] != texts[2] else "")
    lines.append(f"  which is {claimed}" if same else f"  which by normal form is not {claimed}")
    return lines
