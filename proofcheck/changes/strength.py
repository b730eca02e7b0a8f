# SPDX-License-Identifier: Apache-2.0
"""Is one statement stronger than another: does it say at least as much, at every point where the other says something.

A says all that B says when (1) every point of B's domain lies in A's, and (2) there, A's goal gives B's. Between two
true goals plain implication always holds, and tells nothing. So (2) is asked of the goals' sides, whether true or not:
they are the same up to a positive factor, or they share a part, and A leaves less slack in what is not shared. Every
part is a claim that ``decide`` gives to the kernel; without PROVED or REFUTED, nothing is said.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from proofcheck.changes.renaming import Namings, namings
from proofcheck.evidence.domain import domain_of, evaluator
from proofcheck.evidence.pick import NoPoint
from proofcheck.evidence.terms import bounds_as_relations
from proofcheck.kernel.calculus import constant_value, minus
from proofcheck.kernel.region import signed_parts
from proofcheck.kernel.statement import Relation, Statement
from proofcheck.kernel.term import Term, apply, num, subterms, to_text, var, variables
from proofcheck.kernel.verdict import Status, Verdict

Ask = Callable[[Statement], Verdict]
SIMPLE = 10**6  # the largest denominator of a factor between two goals


class Answer(enum.Enum):
    """Whether a statement says all that another says."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        raise TypeError(f"{self.value} has no truth value: compare it, as in `answer is Answer.YES`")


@dataclass(frozen=True)
class Says:
    """An answer with its reason, for people."""

    answer: Answer
    why: str


WORDS = {
    (Answer.YES, Answer.YES): "equivalent",
    (Answer.YES, Answer.NO): "stronger",
    (Answer.NO, Answer.YES): "weaker",
    (Answer.NO, Answer.NO): "incomparable",
    (Answer.YES, Answer.UNKNOWN): "at least as strong",
    (Answer.UNKNOWN, Answer.YES): "at most as strong",
}


@dataclass(frozen=True)
class Strength:
    """How a new statement stands to an old one."""

    new_gives_old: Says
    old_gives_new: Says

    @property
    def word(self) -> str:
        """One of the WORDS, or unknown."""
        return WORDS.get((self.new_gives_old.answer, self.old_gives_new.answer), "unknown")


def strength(old: Statement, new: Statement, ask: Ask) -> Strength:
    """Compare a new statement with an old one; ``ask`` decides a claim (``decide`` with a time limit).

    Guarantee: YES rests on kernel verdicts PROVED, NO on a REFUTED whose witness the reason names, or on goals that
    are the same but for their sign (<= does not give <), for each way to match variables with
    new names.
    """
    found = namings(new, old)
    return Strength(_some_way(found, lambda way: says_all(way, old, ask)),
                    _some_way(found, lambda way: says_all(old, way, ask)))


def _some_way(new: Namings, says: Callable[[Statement], Says]) -> Says:
    """YES where some way to match the variables gives it, NO only where every way that keeps names gives it."""
    found: list[Says] = []
    for way in new.ways:
        found.append(says(way))
        if found[-1].answer is Answer.YES:
            return found[-1]
    if new.in_place not in new.ways and (last := says(new.in_place)).answer is Answer.YES:
        return last
    unknown = [one for one in found if one.answer is Answer.UNKNOWN]
    if not unknown and not new.complete:
        return Says(Answer.UNKNOWN, f"too many variables have new names; matched in their order, {found[0].why}")
    return unknown[0] if unknown else found[0]


def says_all(strong: Statement, weak: Statement, ask: Ask) -> Says:
    """Whether ``strong`` says all that ``weak`` says."""
    extra = sorted({v.name for v in strong.variables} - {v.name for v in weak.variables})
    if extra:
        return Says(Answer.UNKNOWN, f"the variable {extra[0]} is in one of them only")
    inside, integers = weak, {v.name for v in weak.variables if v.kind == "int"}
    for words, relation in _conditions(strong, integers):
        if relation in (*_domain(weak), *inside.hypotheses):
            continue
        verdict = ask(replace(inside, goal=relation))
        if verdict.status is Status.REFUTED:
            return Says(Answer.NO, f"the domains: {words} fails at {_point(verdict)}")
        if verdict.status is not Status.PROVED:
            return Says(Answer.UNKNOWN, f"the domains: {words} is {verdict.status.value} on the other")
        inside = replace(inside, hypotheses=(*inside.hypotheses, relation))
    return _goals(strong.goal, inside, ask)


def _domain(statement: Statement) -> Iterator[Relation]:
    for v in statement.variables:
        yield from bounds_as_relations(v)


def _conditions(statement: Statement, integers: set[str]) -> Iterator[tuple[str, Relation]]:
    """What a point of the statement's domain satisfies, in order, each with its words; ``integers`` are so anyway."""
    for v in statement.variables:
        if v.kind == "int" and v.name not in integers:
            name = var(v.name)
            yield f"{v.name} an integer", Relation("==", apply("floor", name), name)
        yield from ((v.text(), relation) for relation in bounds_as_relations(v))
    yield from ((h.text(), h) for h in statement.hypotheses)


def _goals(strong: Relation, weak: Statement, ask: Ask) -> Says:
    """Whether the goal ``strong`` gives the goal of ``weak`` on the domain of ``weak``."""
    if strong == weak.goal:
        return Says(Answer.YES, "its domain contains the other's, the goals are the same")
    factor = _factor(strong, weak, ask)
    if factor is not None and _covers(strong.op, weak.goal.op):
        return Says(Answer.YES, f"its domain contains the other's, the goals are the same up to {factor}")
    if factor is not None:
        return Says(Answer.NO, f"the goals are the same but for the sign: {strong.text()} does not give {weak.goal.op}")
    if "!=" in (strong.op, weak.goal.op) or (weak.goal.op == "==") != (strong.op == "=="):
        return Says(Answer.UNKNOWN, "the goals are of different kinds")
    return _slack(strong, weak, ask)


def _covers(strong: str, weak: str) -> bool:
    """Whether ``d strong 0`` gives ``d weak 0`` for the oriented difference d."""
    gives = {"<": {"<", "<=", "!="}, "<=": {"<="}, "==": {"==", "<="}, "!=": {"!="}}
    return _oriented(weak) in gives[_oriented(strong)]


def _oriented(op: str) -> str:
    return {">=": "<=", ">": "<"}.get(op, op)


def _sides(goal: Relation) -> tuple[Term, Term]:
    """The side that is smaller, and the one that is larger."""
    return (goal.right, goal.left) if goal.op in (">=", ">") else (goal.left, goal.right)


def _factor(strong: Relation, weak: Statement, ask: Ask) -> str | None:
    """Words for a factor between the slacks of two goals, where one is proved; positive, unless a slack is 0 anyway."""
    (small, large), (low, high) = _sides(strong), _sides(weak.goal)
    ours, theirs = minus(large, small), minus(high, low)
    for factor, words in _factors(ours, theirs, weak):
        scaled = ours if factor == num(1) else apply("mul", factor, ours)
        if not _proved(weak, Relation("==", theirs, scaled), ask):
            continue
        if strong.op == "==" or _proved(weak, Relation(">", factor, num(0)), ask):
            return words
    return None


def _proved(weak: Statement, relation: Relation, ask: Ask) -> bool:
    return ask(replace(weak, goal=relation)).status is Status.PROVED


def _factors(ours: Term, theirs: Term, weak: Statement) -> Iterator[tuple[Term, str]]:
    """Factors worth a try: 1, the ratio at a point, what clears the denominators of one goal."""
    yield num(1), "the order of their terms"
    ratio = _ratio(ours, theirs, weak)
    if ratio not in (None, 0, 1):
        yield num(ratio), f"the factor {ratio}"
    for term, inverse in ((ours, False), (theirs, True)):
        bottoms = {node.args[1] for node in subterms(term) if node.op == "div" and constant_value(node.args[1]) is None}
        if bottoms:
            product = apply("mul", *sorted(bottoms, key=to_text)) if len(bottoms) > 1 else bottoms.pop()
            yield (apply("div", num(1), product) if inverse else product), "a denominator"


def _ratio(ours: Term, theirs: Term, weak: Statement) -> Fraction | None:
    """theirs/ours at a point of the domain, as a simple fraction: a guess, which the kernel confirms or does not."""
    try:
        point = domain_of(weak).draw(Random(0), 0.0)
        (a, b), (c, d) = evaluator(ours)(point), evaluator(theirs)(point)
        return ((c + d) / (a + b)).limit_denominator(SIMPLE)
    except (NoPoint, ValueError, ArithmeticError):
        return None


def _slack(strong: Relation, weak: Statement, ask: Ask) -> Says:
    """Whether ``strong`` leaves less slack than the goal of ``weak``; NO only where one whole side is the same."""
    (small, large), (low, high) = _sides(strong), _sides(weak.goal)
    strict = _oriented(weak.goal.op) == "<" and _oriented(strong.op) == "<="
    op = "==" if weak.goal.op == "==" else "<" if strict else "<="
    side = "larger" if small == low else "smaller" if large == high else ""
    parts = (large, high) if small == low else (low, small) if large == high else _unshared((small, large), (low, high))
    if parts is None:
        return Says(Answer.UNKNOWN, "both sides of the goal changed")
    relation = Relation(op, *parts)
    verdict = ask(replace(weak, goal=relation))
    if verdict.status is Status.PROVED:
        return Says(Answer.YES, f"its domain contains the other's, and {relation.text()} there")
    if verdict.status is Status.REFUTED and side:
        return Says(Answer.NO, f"the {side} side is looser: {relation.text()} fails at {_point(verdict)}")
    return Says(Answer.UNKNOWN, f"both sides changed: {relation.text()} is {verdict.status.value}")


def _unshared(ours: tuple[Term, Term], theirs: tuple[Term, Term]) -> tuple[Term, Term] | None:
    """The slacks of two goals without the addends that they share; None when they share none with a variable."""
    (small, large), (low, high) = ours, theirs
    left, right = Counter(signed_parts(minus(large, small), 1)), Counter(signed_parts(minus(high, low), 1))
    if not any(variables(part) for part, _ in left & right):
        return None
    return _sum(left - right), _sum(right - left)


def _sum(parts: Counter[tuple[Term, int]]) -> Term:
    terms = [part if sign > 0 else apply("neg", part) for part, sign in parts.elements()]
    return num(0) if not terms else terms[0] if len(terms) == 1 else apply("add", *terms)


def _point(verdict: Verdict) -> str:
    return ", ".join(f"{name} = {value}" for name, value in (verdict.witness or {}).items()) or "every point"
