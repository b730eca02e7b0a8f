# SPDX-License-Identifier: Apache-2.0
"""Rule schemas of derivations: expectation and conditional expectation of bounded random quantities.

E(t, m) is the conditional expectation given F_m, in any filtration to which all families and processes are adapted and
in which the families at times after m are independent of F_m. What is integrated must hold almost surely, so
suppositions on random quantities are dropped first.
"""

from __future__ import annotations

from typing import Any

from proofcheck.kernel.calculus import plus
from proofcheck.kernel.derivation_logic import need
from proofcheck.kernel.derivation_scope import Scope
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.derivation_terms import Rel, bound_name, free, from_json, parts, rebuild, subst, text
from proofcheck.kernel.term import ONE, ZERO, Term, var
from proofcheck.kernel.verdict import Rejected


def rule_monotone(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """s op t almost surely gives E(s) op E(t), and E(s, m) op E(t, m), for op one of <=, <, ==.

    Monotonicity of expectation; strict because a positive quantity has a positive conditional expectation. A number
    stands for its own expectation.

    Source: Williams, Probability with Martingales, 9.7 (b), (c), (d).
    """
    op, left, right = goal
    if left.op != "E" and right.op != "E":
        raise Rejected("monotone", "needs an expectation")
    given = (left if left.op == "E" else right).args[1:]
    sides = []
    for side in (left, right):
        if side.op == "E" and side.args[1:] == given:
            sides.append(side.args[0])
        else:
            need("monotone", not th.atoms(side), "one side is neither a number nor the expectation of the same kind")
            th.well_defined(th.sure(scope), side)
            sides.append(side)
    th.oblige(th.sure(scope), (op, sides[0], sides[1]))


def rule_independent(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """E(t, m) = E(t) when t depends on the families at time m + 1 alone.

    Source: Williams, Probability with Martingales, 9.7 (k) (role of independence).
    """
    op, left, right = goal
    need("independent", op == "==" and left.op == right.op == "E" and len(left.args) == 2 and len(right.args) == 1
         and left.args[0] == right.args[0], "needs E(t, m) == E(t)")
    t, m = left.args
    for time, kind in th.atoms(t):
        need("independent", kind == "instant" and time is not None and th.same(time, plus((m, ONE))),
             "it depends on other times than m + 1")


def rule_tower(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """E(E(t, m)) = E(t): the tower property.

    Source: Williams, Probability with Martingales, 9.7 (a).
    """
    op, left, right = goal
    inner = left.args[0] if left.op == "E" and len(left.args) == 1 else ZERO
    need("tower", op == "==" and inner.op == "E" and len(inner.args) == 2 and right == Term("E", inner.args[:1]),
         "needs E(E(t, m)) == E(t)")


def rule_jensen(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """E(log(t), m) <= log(E(t, m)), and without m, for t > 0: Jensen's inequality for the concave logarithm.

    Source: Williams, Probability with Martingales, 9.7 (h).
    """
    op, left, right = goal
    inner = left.args[0] if left.op == "E" else ZERO
    need("jensen", op == "<=" and inner.op == "log"
         and right == Term("log", (Term("E", (*inner.args, *left.args[1:])),)), "needs E(log(t)) <= log(E(t))")
    th.oblige(th.sure(scope), ("<", ZERO, inner.args[0]))


def rule_shift(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """E(t) = E(t') where t' is t with every time s of the families replaced by s + c, c an integer >= 0.

    For families identically distributed over time: consecutive vectors have the law of the first ones.

    Source: Williams, Probability with Martingales, section 8.4 (independent quantities have the product of their laws).
    """
    op, left, right = goal
    c = from_json(step.get("by"))
    need("shift", op == "==" and left.op == right.op == "E" and len(left.args) == len(right.args) == 1, "needs two E")
    need("shift", th.identical, "the families are not assumed to be identically distributed")
    th.check_integer(scope, c)
    th.oblige(scope, ("<=", ZERO, c))
    need("shift", right.args[0] == _shifted(th, left.args[0], c), "it is not the shifted quantity")


def _shifted(th: Theory, t: Term, c: Term) -> Term:
    """t, which is defined, at times later by c >= 0."""
    if t.op == "fn" and th.atoms(t):
        symbol = th.symbols[t.args[0].args[0]]
        time, *others = symbol.binders
        if time.of is not None or time.upper is not None or symbol.random != "instant":
            raise Rejected("shift", "unfold the definitions of symbols that depend on several times first")
        fixed = not any(time.name in free(x) for b in others for x in b.terms())
        need("shift", fixed, "other arguments have a range that depends on the time")
        if symbol.kind == "defined":
            body = th.facts[f"def.{t.args[0].args[0]}"].rel[2]
            need("shift", alike(th, body, time.name), f"{text(t)} depends on the time itself")
        return Term("fn", (t.args[0], Term("add", (t.args[1], c)), *t.args[2:]))
    need("shift", t.op != "E" or len(t.args) == 1, "a conditional expectation does not shift")
    if not th.atoms(t):
        return t
    need("shift", bound_name(t) not in free(c), "a bound variable would capture one of the shift: rename it")
    kids = parts(t)
    return rebuild(t, (*kids[:-1], _shifted(th, kids[-1], c)) if t.op in ("over", "series")
                   else tuple(_shifted(th, a, c) for a in kids))


def alike(th: Theory, t: Term, time: str) -> bool:
    """Whether a quantity of one time depends on the time through the families alone, so that its law does not."""
    c = var("@c")
    return subst(t, {time: Term("add", (var(time), c))}) == _shifted(th, t, c)
