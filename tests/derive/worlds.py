# SPDX-License-Identifier: Apache-2.0
"""Random finite worlds: index sets, functions on them, a law of the families; and random terms over their words.

A world is a context and an exact instance that satisfies its assumptions. Times run to ``HORIZON``.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from hypothesis import strategies as st

from .build import binders, relation, term
from .finite import Instance

HORIZON = 3
LAST = 7  # no layer above it has members, and q(m) is 0 for m > LAST

WHOLE = st.integers(-3, 3).map(Fraction)
NUMBERS = st.builds(Fraction, st.integers(-8, 8), st.sampled_from([1, 2, 4]))
AMOUNTS = st.builds(Fraction, st.integers(0, 8), st.sampled_from([1, 2, 4]))
SHARES = st.builds(Fraction, st.integers(0, 4), st.just(4))


@dataclass
class World:
    """A context in the words S (a set), T, R, Q, H(l) (cut from it), a, n, b (parameters), g, w, h, x, q, U, V, M."""

    values: dict
    members: list
    tables: dict
    atoms: list
    process: dict
    assumptions: list = field(default_factory=list)
    layer: str = "l"
    above: str = "1"
    identical: bool = True

    def context(self):
        """The JSON of the context."""
        everywhere = {"j": "S"}
        following = self.layer.replace("l", "(l+1)")
        declared = [
            {"kind": "set", "name": "S"}, self._function("g", everywhere), self._function("w", everywhere),
            self._function("h", everywhere), self._function("x", {"i": "integers"}),
            self._function("q", {"m": "integers"}),
            self._cut("T", "g(j) <= 1"), self._cut("R", "1 < g(j)"), self._cut("Q", "2 < g(j)"),
            self._cut("H", f"{self.layer} <= h(j)", f"h(j) < {following}", over={"l": "integers >= 1"}),
            self._family("U", {"s": "integers >= 1"}, "0", "1"),
            self._family("V", {"s": "integers >= 1", "j": "S"}, "-1", "1"),
            {**self._family("M", {"s": "integers >= 0"}, "0", "2"), "kind": "process"},
        ]
        known = [("w.lower", everywhere, "0 <= w(j)"), ("h.lower", everywhere, f"{self.above} <= h(j)"),
                 ("q.lower", {"m": "integers"}, "0 <= q(m)"),
                 ("q.partial", {"m0": "integers", "N": "integers >= m0"}, "sum(m, m0, N, q(m)) <= b"),
                 *self.assumptions]
        assumptions = [{"id": id, "binders": binders(over), "goal": relation(goal)} for id, over, goal in known]
        return {"parameters": _PARAMETERS, "declarations": declared, "assumptions": assumptions,
                "identical": self.identical}

    def instance(self, theory):
        """The exact instance."""
        functions = {name: (lambda _, k, t=table: t.get(k, Fraction(0))) for name, table in self.tables.items()}
        vectors = [(p, {"U": (lambda u=u: u), "V": (lambda j, v=v: v.get(j, Fraction(0)))}) for p, u, v in self.atoms]
        processes = {"M": lambda past, s: self.process.get(past, Fraction(0))}
        return Instance(theory, self.values, functions, {"S": self.members}, vectors, HORIZON, processes,
                        vanishing={"q"}, last=LAST)

    def _function(self, name, over):
        return {"kind": "function", "name": name, "binders": binders(over)}

    def _cut(self, name, *where, over=None):
        return {"kind": "set", "name": name, "binders": binders(over or {}), "of": term("S"), "element": "j",
                "where": [relation(w) for w in where]}

    def _family(self, name, over, low, high):
        return {"kind": "family", "name": name, "binders": binders(over), "lower": low, "upper": high}


_ENDS = ("name", "kind", "lower", "upper", "lower_open", "upper_open")
_PARAMETERS = [dict(zip(_ENDS, row, strict=True)) for row in (
    ("a", "real", "0", "1", True, False), ("n", "int", "1", None, False, True), ("b", "real", "0", None, False, True))]


@st.composite
def worlds(draw, least=0, lowest=Fraction(1)):
    """A world; ``least`` members at least, h at least ``lowest`` on them."""
    members = draw(st.lists(st.integers(-2, 3), min_size=least, max_size=3, unique=True))
    size = draw(st.sampled_from([2, 1, 2]))
    weights = [draw(st.integers(1, 3)) for _ in range(size)]
    law = [(Fraction(w, sum(weights)), draw(SHARES), {j: draw(SHARES) * 2 - 1 for j in members}) for w in weights]
    tables = {
        "g": {j: draw(WHOLE) for j in members}, "w": {j: draw(AMOUNTS) for j in members},
        "h": {j: lowest + draw(st.builds(Fraction, st.integers(0, 5), st.just(2))) for j in members},
        "x": {i: draw(NUMBERS) for i in range(-6, 7)}, "q": {m: draw(AMOUNTS) for m in range(5)},
    }
    past = [()]
    for s in range(HORIZON):
        past += [(*p, k) for p in past if len(p) == s for k in range(size)]
    process = {p: draw(SHARES) * 2 for p in past}
    values = {"a": draw(st.integers(1, 4).map(lambda k: Fraction(k, 4))), "n": draw(st.integers(1, 3)),
              "b": sum(tables["q"].values(), Fraction(0))}
    return World(values, members, tables, law, process)


def put(text, name, value):
    """The text with another one for a variable."""
    return re.sub(rf"\b{name}\b", value, text)


def number(draw, of=NUMBERS):
    """The text of a random number."""
    return f"({draw(of)})"


PLAIN = ("a", "n", "b", "x(0)", "x(n)", "sum(j, S, w(j))")


def some(draw, leaves, depth=2):
    """The text of a random term: sums, products, min, max, squares of leaves and numbers."""
    kind = draw(st.sampled_from(["leaf", "leaf", "number", "+", "-", "*", "min", "max", "square"])) if depth else "leaf"
    if kind == "leaf":
        return draw(st.sampled_from(leaves))
    if kind == "number":
        return number(draw)
    one, two = some(draw, leaves, depth - 1), some(draw, leaves, depth - 1)
    if kind == "square":
        return f"({one})**2"
    return f"{kind}({one}, {two})" if kind in ("min", "max") else f"({one} {kind} {two})"


def amount(draw, leaves, depth=2):
    """The text of a random term that is >= 0 because its leaves are."""
    kind = draw(st.sampled_from(["leaf", "leaf", "number", "+", "*", "max"])) if depth else "leaf"
    if kind == "leaf":
        return draw(st.sampled_from(leaves))
    if kind == "number":
        return number(draw, AMOUNTS)
    one, two = amount(draw, leaves, depth - 1), amount(draw, leaves, depth - 1)
    return f"max({one}, {two})" if kind == "max" else f"({one} {kind} {two})"
