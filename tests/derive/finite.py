# SPDX-License-Identifier: Apache-2.0
"""Evaluation of derivation terms on finite laws, by enumeration of all outcomes: floats, for tests only."""

import math
from fractions import Fraction
from itertools import product

from proofcheck.kernel.derivation_terms import OO, subst

TOLERANCE = 1e-9
LONGEST = 60


class Skip(Exception):
    """The term needs a time, an index or a series that this instance does not have."""


class Instance:
    """A finite law: ``vectors`` is a list of (probability, {family: function of the other arguments}) for one time.

    ``values`` gives parameters, ``functions`` the declared functions, ``sets`` the free sets; all else is computed.
    """

    def __init__(self, theory, values, functions, sets, vectors, horizon, processes=None):
        self.processes = processes or {}
        self.theory, self.values, self.functions, self.sets = theory, values, functions, sets
        self.vectors, self.horizon = vectors, horizon
        self.outcomes = list(product(range(len(vectors)), repeat=horizon)) if vectors else [()]
        self.memo = {}

    def weight(self, outcome, start=0):
        return math.prod(float(self.vectors[k][0]) for k in outcome[start:])

    def members(self, term, env, outcome):
        symbol, values = self.theory.set_of(term)
        if symbol.of is None:
            return self.sets[term.args[0].args[0]]
        local = {name: self.value(t, env, outcome) for name, t in values.items()}
        parent = subst(symbol.of, values)
        return [j for j in self.members(parent, env, outcome)
                if all(self.holds(r, {**local, symbol.element: j}, outcome, -1) for r in symbol.where)]

    def holds(self, rel, env, outcome, sign=1):
        """Whether it holds up to the tolerance (for what is claimed), or beyond it (sign -1: for what is supposed)."""
        op, left, right = rel
        a, b = self.value(left, env, outcome), self.value(right, env, outcome)
        slack = TOLERANCE * max(1.0, abs(a), abs(b)) * (sign if op == "<" else 1)
        return a <= b + slack if op == "<=" else abs(a - b) <= slack if op == "==" else a < b + slack

    def value(self, t, env, outcome):
        random = bool(self.theory.atoms(t))
        key = (t, tuple(sorted(env.items())), outcome if random else None)
        if key not in self.memo:
            self.memo[key] = self._value(t, env, outcome)
        return self.memo[key]

    def _value(self, t, env, outcome):
        op = t.op
        if op == "num":
            return float(t.args[0])
        if op == "pi":
            return math.pi
        if op == "var":
            name = t.args[0]
            return env[name] if name in env else float(self.values[name])
        if op == "fn":
            return self._symbol(t, env, outcome)
        if op == "over":
            return sum(self.value(t.args[2], {**env, t.args[0].args[0]: j}, outcome)
                       for j in self.members(t.args[1], env, outcome))
        if op == "series":
            if t.args[2] is OO:
                raise Skip
            low, high = (round(self.value(a, env, outcome)) for a in t.args[1:3])
            if high - low > LONGEST:
                raise Skip
            return sum(self.value(t.args[3], {**env, t.args[0].args[0]: m}, outcome) for m in range(low, high + 1))
        if op == "ind":
            left, right = (self.value(a, env, outcome) for a in t.args)
            return 1.0 if left <= right + TOLERANCE else 0.0
        if op == "E":
            return self._expectation(t, env, outcome)
        return _kernel(op, [self.value(a, env, outcome) for a in t.args])

    def _expectation(self, t, env, outcome):
        m = round(self.value(t.args[1], env, outcome)) if len(t.args) == 2 else 0
        if m > self.horizon:
            raise Skip
        ends = product(range(len(self.vectors)), repeat=self.horizon - m) if self.vectors else [()]
        return sum(self.weight(end) * self.value(t.args[0], env, outcome[:m] + tuple(end)) for end in ends)

    def _symbol(self, t, env, outcome):
        name = t.args[0].args[0]
        args = [self.value(a, env, outcome) for a in t.args[1:]]
        args = [round(a) if abs(a - round(a)) < TOLERANCE else a for a in args]
        symbol = self.theory.symbols[name]
        if symbol.kind == "family":
            if not symbol.binders[0].lower.value <= args[0] <= self.horizon:
                raise Skip
            if name in self.processes:
                return float(self.processes[name](outcome[:args[0]], *args))
            return float(self.vectors[outcome[args[0] - 1]][1][name](*args[1:]))
        if symbol.kind == "function":
            return float(self.functions[name](self, *args))
        fact = self.theory.facts[f"def.{name}"]
        inner = {b.name: a for b, a in zip(symbol.binders, args, strict=True)}
        return self.value(fact.rel[2], inner, outcome)

    def scopes(self, binders, env):
        """Some values of the binders."""
        if not binders:
            yield env
            return
        b, rest = binders[0], binders[1:]
        if b.of is not None:
            choices = self.members(b.of, env, self.outcomes[0])
        else:
            low = 0 if b.lower is None else round(self.value(b.lower, env, self.outcomes[0]))
            high = low + 2 if b.upper is None else min(low + 2, round(self.value(b.upper, env, self.outcomes[0])))
            choices = range(low, high + 1)
        for x in choices:
            yield from self.scopes(rest, {**env, b.name: x})

    def check(self, fact):
        """The number of points at which the fact was evaluated; AssertionError where it fails."""
        count = 0
        try:
            environments = list(self.scopes(fact.scope.binders, {}))
        except Skip:
            return 0
        for env in environments:
            for outcome in self.outcomes:
                try:
                    if all(self.holds(g, env, outcome, -1) for g in fact.scope.given):
                        assert self.holds(fact.rel, env, outcome), (fact.text(), env, outcome)
                        count += 1
                except (Skip, OverflowError):
                    continue
        return count


def _kernel(op, a):
    if op == "add":
        return sum(a)
    if op == "mul":
        return math.prod(a)
    table = {
        "neg": lambda x: -x, "div": lambda x, y: x / y, "pow": lambda x, y: x ** y, "exp": math.exp, "log": math.log,
        "sqrt": math.sqrt, "abs": abs, "min": min, "max": max,
        "floor": lambda x: math.floor(x + TOLERANCE), "ceil": lambda x: math.ceil(x - TOLERANCE),
    }
    return float(table[op](*a))


def model(theory, rng, eta):
    """Three actions with two or three dependent loss vectors, and gaps on both sides of 4*eta when that is possible."""
    size = rng.choice([2, 3])
    weights = [rng.randint(1, 4) for _ in range(size)]
    rows = [(Fraction(w, sum(weights)), Fraction(rng.randint(0, 2), 8),
             {j: Fraction(rng.randint(2 + 2 * (j == 3), 8), 8) for j in (2, 3)}) for w in weights]
    gaps = {j: sum(p * (x[j] - b) for p, b, x in rows) for j in (2, 3)}
    if min(gaps.values()) <= 0:
        return model(theory, rng, eta)
    vectors = [(p, {"X": (lambda j, x=x: x.get(j, 0)), "B": (lambda b=b: b)}) for p, b, x in rows]
    values = {"K": 3, "eta": eta, "dmin": min(gaps.values()), "eps": 2 * eta}
    functions = {"Delta": lambda _, j: gaps.get(j, 0), "q": lambda _, j: Fraction(1, 3), **_algorithm(theory)}
    return Instance(theory, values, functions, {"Others": [2, 3]}, vectors, 3)


def _algorithm(theory):
    """The numbers that the hypotheses on the algorithm determine."""

    def gap_block(instance, r):
        name = "alg.first" if r == 0 else "alg.second" if r == 1 else "alg.next"
        return instance.value(theory.facts[name].rel[2], {"r": r - 1}, instance.outcomes[0])

    return {"gapA": gap_block, "gapI": lambda instance, t: gap_block(instance, int(math.log2(t) + TOLERANCE))}
