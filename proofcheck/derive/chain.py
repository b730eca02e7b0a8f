# SPDX-License-Identifier: Apache-2.0
"""A linear combination of facts laid out as a chain a = b <= c, one fact to each link.

Each link is checked by normal form; a step that cannot be laid out so gives no chain. For reading only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from proofcheck.claim import Claim
from proofcheck.kernel.calculus import minus, plus, times
from proofcheck.kernel.derivation_logic import turned
from proofcheck.kernel.derivation_scope import Fact, Scope
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.derivation_terms import Rel, from_json, rel_subst, replace
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import MINUS_ONE, ONE, ZERO, Term
from proofcheck.kernel.verdict import Rejected

MOST = 7
TRIES = 400


@dataclass(frozen=True)
class Link:
    """``op term``, because of the fact called ``name`` (empty: the same in normal form)."""

    op: str
    term: Term
    name: str


@dataclass(frozen=True)
class _Use:
    """One fact of the combination, with its multiplier."""

    op: str
    left: Term
    right: Term
    times: Term
    name: str


def instance(th: Theory, scope: Scope, ref: dict[str, Any]) -> Rel:
    """The relation that {"fact": name, "at": ...} names; its conditions were met when the step was replayed."""
    local = th.locals(scope)
    if ref["fact"] in local:
        return local[ref["fact"]]
    fact = th.facts[ref["fact"]]
    return rel_subst(fact.rel, {name: from_json(t) for name, t in ref.get("at", {}).items()})


def chain(th: Theory, fact: Fact, step: dict[str, Any]) -> list[Link] | None:
    """The first term, and the links from there to the other side of a calc step; None when it is no chain.

    A goal 0 <= t or 1 <= t is read from the right: t >= ... >= 1.
    """
    try:
        return _chain(th, fact, step)
    except Rejected:
        return None


def _chain(th: Theory, fact: Fact, step: dict[str, Any]) -> list[Link] | None:
    rewrites = [(ref["fact"], instance(th, fact.scope, ref)) for ref in step.get("rewrite", [])]
    down = fact.rel[1].op == "num" and fact.rel[0] != "=="
    ends = fact.rel[:0:-1] if down else fact.rel[1:]
    (first, start), (back, goal) = _rewritten(ends[0], rewrites), _rewritten(ends[1], rewrites)
    uses = []
    for ref in step.get("from", []):
        op, *sides = instance(th, fact.scope, ref)
        left, right = (_rewritten(side, rewrites)[1] for side in (reversed(sides) if down else sides))
        op, c = op.replace("<", ">") if down else op, from_json(ref.get("times", "1"))
        uses.append(_Use(op, left, right, c, ref["fact"]))
    middle = None
    for loose in (False, True) if len(uses) <= MOST else ():
        middle = middle or next(_orders(th, start, goal, uses, [TRIES], loose), None)
    if middle is None:
        return None
    last = middle[-1].term if middle else start
    if middle and last != goal and not _collected(th, minus(last, goal), plain=True):
        middle, last = [*middle[:-1], Link(middle[-1].op, goal, middle[-1].name)], goal
    steps = [ends[1], *(link.term for link in back)]
    ways = [Link("==", steps[k], back[k].name) for k in range(len(back) - 1, -1, -1)]
    return [Link("", ends[0], ""), *first, *middle, *([] if last == goal else [Link("==", goal, "")]), *ways]


def through(claim: Claim, statements: Mapping[str, Statement]) -> list[Link] | None:
    """The way from one side of a claim to the other through claims that it uses, on its domain; None without one."""
    th, facts = Theory(claim.statement), list[_Use]()
    op, left, right = turned(claim.statement.goal)
    for name in claim.uses:
        if name in statements and _covers(statements[name], claim.statement):
            use = _Use(*turned(statements[name].goal), ONE, name)
            facts += [] if use.op == "==" and ZERO in (use.left, use.right) else [use]
    for size in range(min(len(facts), MOST), 1, -1):
        for some in combinations(facts, size):
            ops = {use.op for use in some}
            enough = ops == {"=="} if op == "==" else op == "<=" or "<" in ops
            found = next(_orders(th, left, right, list(some), [TRIES], False), None) if enough else None
            if found:
                return [Link("", left, ""), *found, *([] if found[-1].term == right else [Link("==", right, "")])]
    return None


def _covers(link: Statement, whole: Statement) -> bool:
    """Whether a claim says something wherever another one does."""
    return (link.goal.op != "!=" and whole.goal.op != "!=" and set(link.variables) <= set(whole.variables)
            and set(link.hypotheses) <= set(whole.hypotheses))


def _rewritten(t: Term, rewrites: list[tuple[str, Rel]]) -> tuple[list[Link], Term]:
    """The links of all rewriting, and the term after it."""
    links = []
    for name, (_, old, new) in rewrites:
        after = replace(t, old, new)
        if after != t:
            links.append(Link("==", after, name))
        t = after
    return links, t


def _orders(
    th: Theory, here: Term, goal: Term, uses: list[_Use], budget: list[int], loose: bool
) -> Iterator[list[Link]]:
    """Ways to the goal that use each fact once, in the order in which they are named where that works."""
    if not uses:
        if th.same(here, goal):
            yield []
        return
    for now in (False, True) if loose else (False,):
        for k, use in enumerate(uses):
            for found in _added(th, here, use) if now else _applied(th, here, use):
                budget[0] -= 1
                if budget[0] < 0:
                    return
                for rest in _orders(th, found[-1].term, goal, uses[:k] + uses[k + 1:], budget, loose):
                    yield [*found, *rest]
                    return


def _added(th: Theory, here: Term, use: _Use) -> Iterator[list[Link]]:
    """The link that adds times * (right - left), whatever comes out."""
    change = times((use.times, minus(use.right, use.left)))
    yield [Link(use.op, _joined(_collected(th, plus((here, change)))), use.name)]


def _applied(th: Theory, here: Term, use: _Use) -> Iterator[list[Link]]:
    """The links that put right for left, where that adds times * (right - left); for an equality either way."""
    change = times((use.times, minus(use.right, use.left)))
    for old, new in [(use.left, use.right)] + ([(use.right, use.left)] if use.op == "==" else []):
        whole, other = times((use.times, old)), times((use.times, new))
        ways = [_exchanged(th, here, whole, other)]
        ways.insert(0 if new != ZERO else 1, replace(here, old, new))
        for after in ways:
            if after is not None and after != here and th.same(minus(after, here), change):
                yield [Link(use.op, after, use.name)]
        if whole != here and th.same(here, whole) and th.same(minus(other, here), change):
            yield [Link("==", whole, ""), Link(use.op, other, use.name)]


def _exchanged(th: Theory, here: Term, old: Term, new: Term) -> Term | None:
    """The sum with the addends of old taken out and new put in their place."""
    addends, first = addends_of(here), None
    for part in addends_of(old):
        k = next((k for k, other in enumerate(addends) if th.same(other, part)), None)
        if k is None:
            return None
        first = k if first is None else min(first, k)
        del addends[k]
    place = len(addends) if first is None else first
    after = [*addends[:place], *addends_of(new), *addends[place:]]
    fewer = _collected(th, _joined(after))
    return _joined(fewer if len(fewer) < len(after) - 1 else after)


def _collected(th: Theory, t: Term, plain: bool = False) -> list[Term]:
    """The addends that are left when those that cancel are gone; ``plain``: sums inside products stay together."""
    left: list[Term] = []
    for part in addends_of(t, plain):
        k = next((k for k, other in enumerate(left) if th.same(plus((other, part)), ZERO)), None)
        if k is None:
            left.append(part)
        else:
            del left[k]
    return left


def _joined(addends: list[Term]) -> Term:
    """Their sum, with the numbers added up where the first of them stands."""
    numbers = [part for part in addends if part.op == "num"]
    total, rest = plus(numbers), list[Term]()
    for part in addends:
        if part.op != "num":
            rest.append(part)
        elif part is numbers[0] and total != ZERO:
            rest.append(total)
    return ZERO if not rest else rest[0] if len(rest) == 1 else Term("add", tuple(rest))


def addends_of(t: Term, plain: bool = False) -> list[Term]:
    """The addends of a sum, products with sums written out unless ``plain``; 0 has none."""
    if t == ZERO:
        return []
    if t.op == "add":
        return [part for child in t.args for part in addends_of(child, plain)]
    if t.op == "neg":
        return [times((MINUS_ONE, part)) for part in addends_of(t.args[0], plain)]
    if t.op == "mul" and not plain and any(child.op in ("add", "neg") for child in t.args):
        k = next(k for k, child in enumerate(t.args) if child.op in ("add", "neg"))
        rest = [*t.args[:k], *t.args[k + 1:]]
        return [piece for part in addends_of(t.args[k]) for piece in addends_of(times((*rest, part)))]
    return [t]
