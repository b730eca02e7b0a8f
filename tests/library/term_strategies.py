# SPDX-License-Identifier: Apache-2.0
"""Random kernel terms and statements of the kind the parser makes, for the round-trip tests."""

from fractions import Fraction

from hypothesis import strategies as st

from proofcheck.kernel.statement import RELATIONS, Relation, Statement, Variable
from proofcheck.kernel.term import PI, Term, apply, num, var

NAMES = ("x", "y", "eta", "K", "gap_2", "e")
ONE = ("exp", "log", "sqrt", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "abs", "floor", "ceil", "xlogx")


def numbers(size=10**6):
    return st.builds(Fraction, st.integers(-size, size), st.integers(1, 1000)).map(num)


def terms(names=NAMES, functions=ONE, size=10**6):
    leaves = st.one_of(numbers(size), st.just(PI), *([st.sampled_from(names).map(var)] if names else []))
    return st.recursive(leaves, lambda inner: _bigger(inner, functions), max_leaves=12)


def _bigger(inner, functions):
    return st.one_of(
        st.lists(inner, min_size=2, max_size=4).map(_sum),
        st.lists(inner, min_size=2, max_size=4).map(_product),
        inner.map(_minus),
        st.tuples(inner, inner).map(_quotient),
        st.tuples(inner, inner).map(lambda pair: apply("pow", *pair)),
        st.tuples(st.sampled_from(functions), inner).map(lambda pair: apply(*pair)),
        st.tuples(st.sampled_from(("min", "max")), st.lists(inner, min_size=2, max_size=3)).map(
            lambda pair: apply(pair[0], *pair[1])
        ),
    )


def _sum(args: list[Term]) -> Term:
    """Flat to the left, as the parser makes it."""
    first = args[0].args if args[0].op == "add" else (args[0],)
    return apply("add", *first, *args[1:])


def _product(args: list[Term]) -> Term:
    first = args[0].args if args[0].op == "mul" else (args[0],)
    return apply("mul", *first, *args[1:])


def _minus(x: Term) -> Term:
    return num(-x.value) if x.value is not None else apply("neg", x)


def _quotient(pair: tuple[Term, Term]) -> Term:
    top, bottom = (x.value for x in pair)
    if top is not None and bottom and top.denominator == bottom.denominator == 1:
        return num(top / bottom)
    return apply("div", *pair)


@st.composite
def statements(draw):
    """Domains may name earlier variables; ends are symbolic, so that none is refused as empty."""
    names, variables = [], []
    for name in NAMES[: draw(st.integers(0, 3))]:
        variables.append(draw(_variable(name, tuple(names))))
        names.append(name)
    relations = st.builds(Relation, st.sampled_from(RELATIONS), terms(tuple(names)), terms(tuple(names)))
    hypotheses = draw(st.lists(relations, max_size=2))
    return Statement(tuple(variables), tuple(hypotheses), draw(relations))


def _variable(name, earlier):
    end = terms(earlier).map(lambda t: apply("exp", t))
    return st.builds(
        _domain,
        st.just(name),
        st.sampled_from(("real", "int")),
        st.none() | end,
        st.none() | end,
        st.booleans(),
        st.booleans(),
    )


def _domain(name, kind, lower, upper, lower_open, upper_open):
    return Variable(name, kind, lower, upper, lower_open or lower is None, upper_open or upper is None)
