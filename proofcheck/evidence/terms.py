# SPDX-License-Identifier: Apache-2.0
"""Small exact questions about terms that a sampler asks: rational value, affine form, what a relation implies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, prod

from proofcheck.kernel.statement import Relation, Statement, Variable
from proofcheck.kernel.term import MINUS_ONE, ONE, ZERO, Term, apply, substitute, subterms, var, variables

RATIONAL = frozenset({"num", "var", "add", "mul", "neg", "div", "pow", "abs", "min", "max", "floor", "ceil"})
LARGEST_POWER = 200


def is_rational(term: Term) -> bool:
    """Whether the term is built from rational operations alone, so that its values at rational points are rational."""
    return all(node.op in RATIONAL for node in subterms(term))


def rational_value(term: Term, point: Mapping[str, Fraction]) -> Fraction:
    """The exact value at a rational point; ValueError where it is not rational by construction or not defined."""
    done: dict[Term, Fraction] = {}
    for node in subterms(term):
        done[node] = _value(node, [done[child] for child in node.children], point)
    return done[term]


def _value(node: Term, values: list[Fraction], point: Mapping[str, Fraction]) -> Fraction:
    match node.op:
        case "num":
            return node.args[0]  # type: ignore[no-any-return]  # a Fraction by construction
        case "var":
            return point[node.args[0]]
        case "add":
            return sum(values, Fraction(0))
        case "mul":
            return prod(values, start=Fraction(1))
        case "neg":
            return -values[0]
        case "abs":
            return abs(values[0])
        case "min":
            return min(values)
        case "max":
            return max(values)
        case "floor":
            return Fraction(floor(values[0]))
        case "ceil":
            return Fraction(ceil(values[0]))
        case "div" if values[1]:
            return values[0] / values[1]
        case "pow" if values[1].denominator == 1 and abs(values[1]) <= LARGEST_POWER and (values[0] or values[1] >= 0):
            return values[0] ** int(values[1])
    raise ValueError(f"{node.op} has no rational value here")


def affine(term: Term, name: str) -> tuple[Term, Term] | None:
    """Terms (a, b) free of the variable with term = a + b*name, or None where the term does not show such a form."""
    if name not in variables(term):
        return term, ZERO
    if term == var(name):
        return ZERO, ONE
    if term.op not in ("add", "neg", "mul", "div"):
        return None
    parts = [affine(child, name) for child in term.children]
    if any(part is None for part in parts):
        return None
    return _combine(term, [part for part in parts if part is not None])


def _combine(term: Term, parts: list[tuple[Term, Term]]) -> tuple[Term, Term] | None:
    if term.op in ("add", "neg"):
        return apply(term.op, *(a for a, _ in parts)), apply(term.op, *(b for _, b in parts))
    moving = [k for k, (_, b) in enumerate(parts) if b != ZERO]
    if len(moving) != 1 or (term.op == "div" and moving != [0]):
        return None
    k = moving[0]
    constant, slope = (apply(term.op, *(*term.args[:k], part, *term.args[k + 1:])) for part in parts[k])
    return constant, slope


def slack(relation: Relation) -> Term:
    """The difference that a relation of the form <=, <, >=, > says is non-negative or positive."""
    left, right = relation.left, relation.right
    if relation.op in ("<=", "<"):
        left, right = right, left
    return apply("add", left, apply("neg", right))


def consequences(relation: Relation) -> Iterator[Relation]:
    """Simpler relations that a relation implies: |u| <= c gives u <= c and -u <= c; max and min likewise; == two."""
    if relation.op == "==":
        yield from (Relation(op, relation.left, relation.right) for op in ("<=", ">="))
        return
    small, large = relation.left, relation.right
    op = relation.op
    if op in (">=", ">"):
        small, large, op = large, small, "<=" if op == ">=" else "<"
    if op in ("<=", "<") and small.op == "abs":
        yield Relation(op, small.args[0], large)
        yield Relation(op, apply("mul", MINUS_ONE, small.args[0]), large)
    elif op in ("<=", "<") and small.op == "max":
        yield from (Relation(op, part, large) for part in small.args)
    elif op in ("<=", "<") and large.op == "min":
        yield from (Relation(op, small, part) for part in large.args)
    else:
        yield relation


def bounds_as_relations(variable: Variable) -> Iterator[Relation]:
    """The domain of a variable as relations."""
    name = var(variable.name)
    if variable.lower is not None:
        yield Relation(">" if variable.lower_open else ">=", name, variable.lower)
    if variable.upper is not None:
        yield Relation("<" if variable.upper_open else "<=", name, variable.upper)


def eliminate(statement: Statement) -> tuple[Statement, dict[str, Term]]:
    """An equivalent statement with real variables that an equality hypothesis fixes written out, and their definitions.

    ``eta == epsilon/2`` removes eta: its domain becomes hypotheses about epsilon/2. Nobody hits an equality by luck.
    """
    definitions: dict[str, Term] = {}
    found = _definition(statement)
    while found is not None:
        chosen, term, hypothesis = found
        values = {chosen.name: term}
        definitions = {name: substitute(old, values) for name, old in definitions.items()} | values
        rest = tuple(h for h in statement.hypotheses if h is not hypothesis) + tuple(bounds_as_relations(chosen))
        statement = Statement(
            tuple(_renamed(v, values) for v in statement.variables if v is not chosen),
            tuple(_replaced(h, values) for h in rest), _replaced(statement.goal, values))
        found = _definition(statement)
    return statement, definitions


def _definition(statement: Statement) -> tuple[Variable, Term, Relation] | None:
    """A real variable, the term that an equality says it equals, and that equality.

    No later bound may name the variable unless the term uses only variables declared before that bound; the last
    variable in the order of declaration is therefore tried first.
    """
    names = [v.name for v in statement.variables]
    for hypothesis in statement.hypotheses:
        if hypothesis.op != "==":
            continue
        difference = apply("add", hypothesis.left, apply("neg", hypothesis.right))
        for k in reversed(range(len(names))):
            chosen, form = statement.variables[k], affine(difference, names[k])
            if chosen.kind != "real" or form is None or _numeric(form[1]) in (None, 0):
                continue
            term = _solved(hypothesis, names[k], form)
            late = variables(term) & set(names[k + 1:])
            if not late or not any(_names(v, names[k]) for v in statement.variables):
                return chosen, term, hypothesis
    return None


def _solved(hypothesis: Relation, name: str, form: tuple[Term, Term]) -> Term:
    """The term that an equality says a variable equals; the other side as written, where the variable stands alone."""
    for side, other in ((hypothesis.left, hypothesis.right), (hypothesis.right, hypothesis.left)):
        if side == var(name) and name not in variables(other):
            return other
    return apply("div", apply("neg", form[0]), form[1])


def _numeric(term: Term) -> Fraction | None:
    try:
        return rational_value(term, {})
    except (ValueError, KeyError):
        return None


def _names(variable: Variable, name: str) -> bool:
    return any(end is not None and name in variables(end) for end in (variable.lower, variable.upper))


def _renamed(variable: Variable, values: Mapping[str, Term]) -> Variable:
    lower, upper = (None if end is None else substitute(end, values) for end in (variable.lower, variable.upper))
    return replace(variable, lower=lower, upper=upper)


def _replaced(relation: Relation, values: Mapping[str, Term]) -> Relation:
    return Relation(relation.op, substitute(relation.left, values), substitute(relation.right, values))
