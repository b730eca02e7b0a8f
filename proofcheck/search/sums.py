# SPDX-License-Identifier: Apache-2.0
"""Steps that compare a sum with an integral: h(x+c) - h(x) against g, as a family in the step u <= c. Untrusted."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from proofcheck.kernel.calculus import plus, times
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.term import Term, apply, num, substitute, subterms, to_json, var
from proofcheck.search.regions import fresh

if TYPE_CHECKING:
    from proofcheck.search.engine import Prover, Step

STEP = "step"  # a goal with such a variable is already a family: not again


def by_generalizing(prover: Prover, goal: Goal, fuel: int) -> Step | None:
    """Replace the step c of x + c by u in [0, c], with the addends that remain at u = 0 made proportional to u."""
    if any(name.startswith(STEP) for name in goal.region.ranges):
        return None
    if fuel < 2 or goal.relation != ">=" or goal.f.op != "add" or len(goal.f.args) > 4:
        return None
    u = var(fresh(goal.region, STEP))
    name: str = u.args[0]
    for x, c in sorted(_steps(goal.f), key=repr):
        if goal.region.ranges[x.args[0]].lo is None:
            continue
        wide = Region({**goal.region.ranges, name: Range(Fraction(0), c, False, False)}, goal.region.facts)
        for form in _forms(goal.f, x, c, u):
            face = prover.form(goal.region, substitute(form, {name: num(0)}))
            if face is None or face.top or prover.looks_false(Goal(wide, ">=", form)):
                continue
            defined = prover.defined(wide, form, (), 1)
            then = prover.prove(Goal(wide, ">=", form), fuel - 1) if defined is not None else None
            if then is not None:
                return {"rule": "generalize", "name": name, "range": wide.ranges[name].to_json(), "at": str(c),
                        "form": to_json(form), "defined": defined, "then": then}
    return None


def _steps(f: Term) -> set[tuple[Term, Fraction]]:
    """Pairs (x, c) for which both x alone and x + c are arguments of a function in f."""
    outer = [node for node in subterms(f) if node.op in ("log", "exp", "sqrt", "pow", "atan")]
    inside = [child for node in outer for child in node.children]
    sums = [(a, b.args[0]) for node in inside if node.op == "add" and len(node.args) == 2
            for a, b in (node.args, node.args[::-1]) if a.op == "var" and b.op == "num" and b.args[0] > 0]
    return {(x, c) for x, c in sums if x in inside}


def _forms(f: Term, x: Term, c: Fraction, u: Term) -> list[Term]:
    moved = [_put(part, x, c, u) for part in f.args]
    share = times((num(1 / c), u))
    return [plus(times((share, part)) if k else part for part, k in zip(moved, choice, strict=True))
            for choice in product((0, 1), repeat=len(moved))]


def _put(f: Term, x: Term, c: Fraction, u: Term) -> Term:
    """f with x + c read as x + u."""
    done: dict[Term, Term] = {}
    for node in subterms(f):
        if node.op == "add" and len(node.args) == 2 and set(node.args) == {x, num(c)}:
            done[node] = plus((x, u))
        elif node.children:
            done[node] = apply(node.op, *(done[child] for child in node.args))
        else:
            done[node] = node
    return done[f]
