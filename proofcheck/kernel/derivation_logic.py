# SPDX-License-Identifier: Apache-2.0
"""Rule schemas of derivations: use of claims, linear combination, cases, induction.

A rule is given the theory, the scope, the goal (op, left, right) and the step's data. It raises Rejected where
it does not show the goal. That both sides are defined is required after every rule, so a rule may use that.
"""

from __future__ import annotations

from typing import Any

from proofcheck.kernel.calculus import constant_value, minus, plus, times
from proofcheck.kernel.derivation_meaning import gap_of
from proofcheck.kernel.derivation_scope import Binder, Scope
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.derivation_terms import (
    OO,
    Rel,
    abstract,
    free,
    from_json,
    rel_free,
    rel_subst,
    relation,
    replace,
    subst,
)
from proofcheck.kernel.goal import items
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.statement import Relation
from proofcheck.kernel.term import ONE, ZERO, Term, is_name, var
from proofcheck.kernel.verdict import Rejected


def need(rule: str, holds: bool, reason: str) -> None:
    """Refuse unless it holds."""
    if not holds:
        raise Rejected(rule, reason)


def turned(r: Relation) -> Rel:
    """A kernel relation with >= and > turned round."""
    need("use", r.op != "!=", "a claim with != cannot be used")
    return (r.op.replace(">", "<"), r.right, r.left) if ">" in r.op else (r.op, r.left, r.right)


def rule_use(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """A proved claim at terms put for its variables, each shown to lie in its domain; so are the hypotheses.

    Universal instantiation, outcome by outcome where the terms are random.

    Source: Enderton, A Mathematical Introduction to Logic, section 2.4, axiom group 2 (substitution).
    """
    statement, data = th.claims.get(str(step.get("claim"))), step.get("at", {})
    if statement is None or not isinstance(data, dict) or set(data) != {v.name for v in statement.variables}:
        raise Rejected("use", f"unknown claim {step.get('claim')!r}, or not a term for each of its variables")
    at = {name: from_json(t) for name, t in data.items()}
    for v in statement.variables:
        t = at[v.name]
        th.well_defined(scope, t)
        need("use", v.kind != "int" or th.integer(scope, t), f"{v.name} must be an integer")
        if v.lower is not None:
            th.oblige(scope, ("<" if v.lower_open else "<=", subst(v.lower, at), t))
        if v.upper is not None:
            th.oblige(scope, ("<" if v.upper_open else "<=", t, subst(v.upper, at)))
    for h in statement.hypotheses:
        th.oblige(scope, rel_subst(turned(h), at))
    found = rel_subst(turned(statement.goal), at)
    need("use", th.implied(scope, goal, [found]), "the claim, with these terms, does not say so")


def rule_calc(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """right - left = sum of c_i * (right_i - left_i) in normal form, over facts i, with c_i >= 0 unless i is ==.

    Before, left sides of the equalities "rewrite" (true without suppositions on random quantities) become their right
    sides. Linear combination of inequalities, strict when a strict one has c_i > 0; substitution of equals.

    Source: Schrijver, Theory of Linear and Integer Programming, section 7.3 (Farkas' lemma, its easy direction).
    """
    rewrites = [th.instance(th.sure(scope), ref) for ref in items(step, "rewrite")]
    signs = [th.instance(scope, ref) for ref in items(step, "signs")]
    need("calc", all(r[0] == "==" for r in rewrites), "only equalities rewrite")
    # A constant may be an exponent, and u**v is undefined in more places than u**2.
    need("calc", all(constant_value(r[1]) is None for r in rewrites), "a constant is not rewritten")
    table: dict[Term, Term] = {}

    def put(t: Term) -> Term:
        for _, old, new in rewrites:
            t = replace(t, old, new)
        return t

    total, strict = [], False
    for item in items(step, "from"):
        op, left, right = th.instance(scope, item)
        c = from_json(item.get("times", "1"))
        sharp = op == "<" and goal[0] == "<"
        if c != ONE:
            th.well_defined(scope, c)
            if op != "==":
                th.oblige(scope, ("<" if sharp else "<=", ZERO, c))
        need("calc", op == "==" or goal[0] != "==", "an equality needs equalities")
        strict = strict or sharp
        total.append(times((abstract(put(c), table), gap_of((op, put(left), put(right)), table))))
    gap = gap_of((goal[0], put(goal[1]), put(goal[2])), table)
    known = [(op, abstract(put(x), table), abstract(put(y), table)) for op, x, y in signs]
    region = th.region(scope, table, known)
    zero = Normalizer(region.certainly).is_zero(minus(gap, plus(total)))
    need("calc", zero and (strict or goal[0] != "<"), "the goal is not this combination in normal form")


def rule_evident(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """It follows from known facts by the signs and ranges of the terms, or by normal form.

    Source: the ordered field of the reals, Rudin, Principles of Mathematical Analysis, 1.12 to 1.18.
    """
    th.oblige(scope, goal)


def rule_equal(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """s = t because s <= t and t <= s.

    Source: the order of the reals is total, Rudin, Principles of Mathematical Analysis, 1.5.
    """
    op, left, right = goal
    need("equal", op == "==", "is for equalities")
    th.oblige(scope, ("<=", left, right))
    th.oblige(scope, ("<=", right, left))


def rule_induction(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """It holds at n = a, and at n + 1 wherever it holds at n >= a; so it holds for all integers n >= a.

    Source: Landau, Foundations of Analysis, chapter 1, axiom 5 (induction).
    """
    name = str(step.get("variable"))
    b = scope.member(name)
    if b is None or b.lower is None or b.upper is not None:
        raise Rejected("induction", f"{name} must be an integer with a lower bound only")
    others = tuple(o for o in scope.binders if o != b)
    need("induction", not any(name in free(t) for o in others for t in o.terms())
         and not any(name in rel_free(g) for g in scope.given), "the scope depends on the variable")
    th.oblige(Scope(others, scope.given), rel_subst(goal, {name: b.lower}))
    th.oblige(scope.suppose(goal), rel_subst(goal, {name: plus((var(name), ONE))}))


def rule_cases(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """It holds where x <= y and where y < x (outcome by outcome, where these are random); so does convergence.

    Source: the order of the reals is total, Rudin, Principles of Mathematical Analysis, 1.5.
    """
    op, x, y = relation(step.get("on"))
    need("cases", op == "<=", "the two cases are x <= y and y < x")
    for t in (x, y):
        th.well_defined(scope, t)
    infinite = goal[1].op == "series" and goal[1].args[2] is OO
    for case in ((op, x, y), ("<", y, x)):
        th.oblige(scope.suppose(case), goal)
        if infinite:
            th.oblige(scope.suppose(case), ("finite", goal[1], ONE))


def rule_indicator(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """ind(s <= t) is 1 where s <= t, 0 where t < s, and always between 0 and 1.

    Source: its definition; Iverson's convention, Graham, Knuth, Patashnik, Concrete Mathematics, section 2.1.
    """
    op, left, right = goal
    if op == "<=" and ((left == ZERO and right.op == "ind") or (left.op == "ind" and right == ONE)):
        return
    need("indicator", op == "==" and left.op == "ind" and right in (ZERO, ONE), "says nothing of the kind")
    s, t = left.args
    th.oblige(scope, ("<=", s, t) if right == ONE else ("<", t, s))


def rule_integers(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """s <= t for integers, because s < t + 1.

    Source: no integer lies between t and t + 1; Landau, Foundations of Analysis, chapter 1, section 3 (ordering).
    """
    op, s, t = goal
    need("integers", op == "<=" and th.integer(scope, s) and th.integer(scope, t), "needs s <= t between integers")
    th.oblige(scope, ("<", s, plus((t, ONE))))


def rule_witness(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """What holds for every member of a finite set with at least one member, and does not mention the member, holds.

    Source: Enderton, A Mathematical Introduction to Logic, section 2.4, rule EI (existential instantiation).
    """
    name, of = step.get("variable"), from_json(step.get("in"))
    need("witness", is_name(name) and name not in rel_free(goal) | th.names(), "needs a fresh name")
    th.check_set(scope, of)
    th.oblige(scope, ("<", ZERO, Term("over", (var(str(name)), of, ONE))))
    th.oblige(scope.extend(Binder(str(name), None, None, of)), goal)
