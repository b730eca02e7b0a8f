# SPDX-License-Identifier: Apache-2.0
"""Rule schemas of derivations: finite sums over sets and ranges, infinite series of terms >= 0.

Rules are called as in derivation_logic.
"""

from __future__ import annotations

from typing import Any

from proofcheck.kernel.calculus import minus, plus
from proofcheck.kernel.derivation_logic import need
from proofcheck.kernel.derivation_scope import Binder, Scope
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.derivation_terms import OO, Rel, free, from_json, parts, rebuild, rel_free, rel_subst, subst
from proofcheck.kernel.goal import items
from proofcheck.kernel.term import MINUS_ONE, ONE, ZERO, Term, is_name, var


def rule_termwise(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """x op y for every index gives sum x op sum y (op <= or ==), over a finite set, a finite or an infinite range.

    Monotonicity of sums; a side 0 is the sum of zeros. For an infinite range the terms are >= 0 and the right side
    converges (comparison test).

    Source: Rudin, Principles of Mathematical Analysis, Theorems 3.24 and 3.25 (comparison test).
    """
    op, left, right = goal
    model = right if left == ZERO else left
    need("termwise", model.op in ("over", "series") and op != "<", "needs sums, and <= or ==")
    bodies = []
    for side in (left, right):
        same = side.op == model.op and side.args[:-1] == model.args[:-1]
        need("termwise", same or side == ZERO, "both sides must be sums over the same range")
        bodies.append(side.args[-1] if same else ZERO)
    th.oblige(th.inside(scope, model), (op, bodies[0], bodies[1]))


def rule_linear(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """L(c_1 t_1 + ... + c_n t_n) = c_1 L(t_1) + ... + c_n L(t_n), L a sum or an expectation, c_i constant for L.

    For E(. | m), c_i may depend on the families up to time m (pulling out what is known); E(1) = 1.

    Source: Rudin, Principles of Math. Analysis, Theorem 3.47; Williams, Probability with Martingales, 9.7 (c), (j).
    """
    op, left, right = goal
    need("linear", op == "==" and left.op in ("over", "series", "E"), "needs an equality about a sum or an expectation")
    inside = th.sure(scope) if left.op == "E" else th.inside(scope, left)
    found, outside = [], []
    for pair in items(step, "parts"):
        need("linear", isinstance(pair, list) and len(pair) == 2, "a part is [coefficient, term]")
        c, t = from_json(pair[0]), from_json(pair[1])
        if left.op == "E":
            known = th.measurable(c, left.args[1] if len(left.args) == 2 else None)
            need("linear", known, "a coefficient is random, or not known at that time")
            image = ONE if t == ONE else Term("E", (t, *left.args[1:]))
        else:
            need("linear", left.args[0].args[0] not in free(c), "a coefficient depends on the index")
            image = rebuild(left, (*parts(left)[:-1], t))
        for x in (c, image):  # Outside the sum: 1/0 is not defined because the range is empty.
            th.well_defined(th.sure(scope) if left.op == "E" else scope, x)
        found.append(Term("mul", (c, t)))
        outside.append(Term("mul", (c, image)))
    need("linear", bool(found), "needs parts")
    body = left.args[0] if left.op == "E" else left.args[-1]
    th.oblige(inside, ("==", body, Term("add", tuple(found))))
    need("linear", th.same(right, Term("add", tuple(outside))), "the right side is not the combination")


def rule_swap(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """Two sums, or a finite sum and an expectation, may change places.

    Finite sums; linearity of E; Tonelli for infinite series, whose terms are >= 0.

    Source: Rudin, Real and Complex Analysis, corollary to 1.27; Williams, Probability with Martingales, 9.7 (c).
    """
    op, left, right = goal
    outer, inner = _layers_of(left), _layers_of(right)
    need("swap", op == "==" and len(outer) == len(inner) == 2, "needs two nested operators on each side")
    (a, b), (d, c) = outer, inner
    need("swap", a[:2] == c[:2] and b[:2] == d[:2] and b[2] == c[2], "they do not change places")
    kinds = (a[0], b[0])
    need("swap", kinds != ("E", "E") and (OO not in a[1] + b[1] or "E" not in kinds), "these two may not change places")
    for x, y in ((a, b), (b, a)):
        name = x[1][0].args[0] if x[0] != "E" else None
        need("swap", all(name not in free(t) for t in y[1]), "one range depends on the other's index")


def _layers_of(t: Term) -> list[tuple[str, tuple[Term, ...], Term]]:
    """The outer two operators of a term: (op, what is not the body, body); E's body comes first, a sum's last."""
    found: list[tuple[str, tuple[Term, ...], Term]] = []
    while t.op in ("over", "series", "E") and len(found) < 2:
        body = t.args[0] if t.op == "E" else t.args[-1]
        found.append((t.op, t.args[1:] if t.op == "E" else t.args[:-1], body))
        t = body
    return found


def rule_split(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """sum from a to c = sum from a to b + sum from b + 1 to c, a <= b + 1, b <= c; the second may be its one term.

    c may be infinite: then the terms are >= 0 and the second part converges.

    Source: Graham, Knuth, Patashnik, Concrete Mathematics, section 2.3; Rudin, Principles of Math. Analysis, 3.24.
    """
    op, left, right = goal
    need("split", op == "==" and left.op == "series" and right.op == "add" and len(right.args) == 2, "needs series")
    first, second = right.args
    (m, a, c, t), infinite = left.args, left.args[2] is OO
    need("split", first.op == "series" and first.args[:2] == (m, a) and first.args[3] == t, "the first part differs")
    b = first.args[2]
    if second.op == "series" and second.args[3] == t and second.args[0] == m and second.args[2] == c:
        need("split", th.same(second.args[1], plus((b, ONE))), "the second part starts elsewhere")
    else:
        last = not infinite and second == subst(t, {m.args[0]: c})
        need("split", last and th.same(plus((b, ONE)), c), "the second part is neither a series nor the last term")
    th.oblige(scope, ("<=", a, plus((b, ONE))))
    if not infinite:
        th.oblige(scope, ("<=", b, c))


def rule_tail(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """A convergent series of terms >= 0 that starts later converges, to at most as much.

    Source: Rudin, Principles of Mathematical Analysis, Theorem 3.24.
    """
    op, left, right = goal
    need("tail", op == "<=" and left.op == right.op == "series" and left.args[2] is right.args[2] is OO
         and left.args[0] == right.args[0] and left.args[3] == right.args[3], "needs two infinite series of one term")
    th.oblige(scope, ("<=", right.args[1], left.args[1]))


def rule_ends(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """A sum from a to a is its one term; a sum from a to a - 1, or over a set without members, is 0.

    Source: Graham, Knuth, Patashnik, Concrete Mathematics, section 2.1 (notation for sums).
    """
    op, left, right = goal
    need("ends", op == "==" and left.op in ("over", "series"), "needs an equality about a sum")
    if left.op == "over":
        th.oblige(scope, ("<=", rebuild(left, (left.args[1], ONE)), ZERO))
        need("ends", right == ZERO, "the empty sum is 0")
        return
    m, a, b, t = left.args
    need("ends", b is not OO, "the range is infinite")
    if th.same(a, b):
        need("ends", th.same(right, subst(t, {m.args[0]: a})), "it is not the one term")
    else:
        need("ends", th.same(a, plus((b, ONE))) and right == ZERO, "the range is neither one point nor empty")


def rule_subset(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """The sum of terms >= 0 over a set cut from another is at most the sum over the other.

    Source: Graham, Knuth, Patashnik, Concrete Mathematics, section 2.3 (sums over a set and its parts).
    """
    op, left, right = goal
    need("subset", op == "<=" and left.op == right.op == "over" and left.args[0] == right.args[0]
         and left.args[2] == right.args[2] and right.args[1] in th.chain(left.args[1]), "needs sums over nested sets")
    th.oblige(th.inside(scope, right), ("<=", ZERO, right.args[2]))


def rule_member(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """One of the terms, all >= 0, is at most their sum over a finite set.

    Source: Rudin, Principles of Mathematical Analysis, 1.17 and 1.18 (sums of numbers >= 0 in an ordered field).
    """
    op, left, right = goal
    element = str(step.get("element"))
    home = scope.member(element)
    need("member", op == "<=" and right.op == "over" and home is not None and home.of is not None
         and right.args[1] in th.chain(home.of), "needs a member of the set, and a sum over it on the right")
    need("member", left == subst(right.args[2], {right.args[0].args[0]: var(element)}), "it is not that member's term")
    th.oblige(th.inside(scope, right), ("<=", ZERO, right.args[2]))


def rule_divide(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """A sum over a set is the sum over its members with x <= y plus that over those with y < x.

    Source: Graham, Knuth, Patashnik, Concrete Mathematics, section 2.3 (sums over a set and its parts).
    """
    op, left, right = goal
    need("divide", op == "==" and left.op == "over" and right.op == "add" and len(right.args) == 2, "needs sums")
    wheres = []
    for part in right.args:
        need("divide", part.op == "over" and (part.args[0], part.args[2]) == (left.args[0], left.args[2])
             and th.chain(part.args[1])[1:2] == [left.args[1]], "needs the sums over two parts of the set")
        symbol, values = th.set_of(part.args[1])
        wheres.append([rel_subst(rel, {**values, symbol.element: left.args[0]}) for rel in symbol.where])
    (first, second) = wheres
    need("divide", len(first) == len(second) == 1 and first[0][1:] == second[0][:0:-1]
         and {first[0][0], second[0][0]} == {"<=", "<"}, "the two parts are not complements by one comparison")


def rule_count(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """The sum of 1 over m = a, ..., b is b - a + 1, where a <= b + 1.

    Source: Graham, Knuth, Patashnik, Concrete Mathematics, section 2.1; by induction on b.
    """
    op, left, right = goal
    need("count", op == "==" and left.op == "series" and left.args[2] is not OO and left.args[3] == ONE, "no count")
    _, a, b, _ = left.args
    th.oblige(scope, ("<=", a, plus((b, ONE))))
    need("count", th.same(right, plus((b, minus(ONE, a)))), "it is not b - a + 1")


def rule_limit(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """A series of terms >= 0 whose partial sums are all at most a number converges, to at most that number.

    Source: Rudin, Principles of Mathematical Analysis, Theorem 3.24.
    """
    op, left, right = goal
    name = str(step.get("variable"))
    need("limit", op == "<=" and left.op == "series" and left.args[2] is OO, "needs an infinite series on the left")
    need("limit", is_name(name) and name not in th.names() | rel_free(goal) and scope.member(name) is None,
         "needs a fresh name")
    inner = scope.extend(Binder(name, left.args[1], None, None))
    th.oblige(inner, ("<=", rebuild(left, (left.args[1], var(name), left.args[3])), right))


def rule_layers(th: Theory, scope: Scope, goal: Rel, step: dict[str, Any]) -> None:
    """Terms >= 0, summed over l >= 1 and the members of S with c(l) <= x < c(l + 1), sum to the sum over S.

    For c(1) <= x on S, c(l) <= c(l + 1) and c(l) >= k*l with k > 0: every member lies in exactly one layer.
    Each layer is the set called ``H(l)``, cut from S by these two conditions; or S is the range c(1), c(1) + 1, ...

    Source: Rudin, Real and Complex Analysis, corollary to Theorem 1.27 (terms >= 0 may be grouped in any order).
    """
    op, left, right = goal
    need("layers", op == "==" and left.op == "series" and left.args[1] == ONE and left.args[2] is OO, "needs a series")
    index, layer = left.args[0].args[0], left.args[3]
    c, k = from_json(step.get("bounds")), from_json(step.get("slope"))
    need("layers", layer.op == right.op and layer.args[-1] == right.args[-1] and layer.args[0] == right.args[0]
         and index not in free(right), "needs the sum of the same terms")
    need("layers", layer.args[0].args[0] not in free(c) | free(k), "the bounds depend on the member")
    inner = th.inside(scope, left)
    following = subst(c, {index: plus((var(index), ONE))})
    if layer.op == "over":
        symbol, values = th.set_of(layer.args[1])
        rels = [rel_subst(rel, {**values, symbol.element: layer.args[0]}) for rel in symbol.where]
        need("layers", th.chain(layer.args[1])[1:2] == [right.args[1]] and [r[0] for r in rels] == ["<=", "<"]
             and rels[0][2] == rels[1][1] and th.same(rels[0][1], c) and th.same(rels[1][2], following)
             and index not in free(rels[0][2]), "the set is not cut by c(l) <= x and x < c(l + 1)")
        th.oblige(th.inside(scope, right), ("<=", subst(c, {index: ONE}), rels[0][2]))
        th.oblige(th.inside(scope, right), ("<=", ZERO, right.args[2]))
    else:
        first = subst(c, {index: ONE})
        need("layers", right.args[2] is OO and th.same(layer.args[1], c) and th.same(right.args[1], first)
             and th.same(layer.args[2], plus((following, MINUS_ONE))), "the ranges are not c(l), ..., c(l + 1) - 1")
        need("layers", th.integer(inner, c), "the bounds are not integers")
    th.well_defined(inner, c)
    need("layers", index not in free(k) and not th.atoms(k) | th.atoms(c), "random bounds, or a slope that varies")
    th.well_defined(scope, k)
    th.oblige(scope, ("<", ZERO, k))
    th.oblige(inner, ("<=", c, following))
    th.oblige(inner, ("<=", Term("mul", (k, var(index))), c))
