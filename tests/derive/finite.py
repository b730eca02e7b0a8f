# SPDX-License-Identifier: Apache-2.0
"""Evaluation of derivation terms on finite laws, by enumeration of all outcomes, in exact numbers."""

from fractions import Fraction
from itertools import product

from proofcheck.kernel.derivation_terms import OO, free, parts
from proofcheck.kernel.interval import ONE, ZERO, Interval, Undefined
from proofcheck.kernel.term import var

from .enclosed import apply, compare

LONGEST = 60
EITHER = Interval(ZERO, ONE)


class Skip(Exception):
    """The term needs a time, an index or a series that this instance does not have, or an uncertain comparison."""


class Instance:
    """A finite law: ``vectors`` is a list of (probability, {family: function of the other arguments}) for one time.

    ``values`` gives parameters, ``functions`` the declared functions (called with the instance), ``sets`` the free
    sets, ``processes`` functions of the outcomes so far. Functions in ``vanishing`` are 0 beyond ``last``, and layers
    above it are empty. All else is computed. Variables without a bound begin at ``lowest``, and end ``width`` later.
    """

    lowest, width = 0, 2

    def __init__(self, theory, values, functions, sets, vectors, horizon, processes=None, vanishing=(), last=0):
        self.processes, self.vanishing, self.last = processes or {}, set(vanishing), last
        self.theory, self.values, self.functions, self.sets = theory, values, functions, sets
        self.vectors, self.horizon = vectors, horizon
        self.outcomes = list(product(range(len(vectors)), repeat=horizon)) if vectors else [()]
        self.memo, self.uncertain, self.words, self.moving = {}, 0, {}, {}

    def weight(self, end):
        """The probability of what comes at the last times."""
        return apply("mul", *(Fraction(self.vectors[k][0]) for k in end))

    def free_set(self, name, values):
        """The members of a set that is not cut from another one."""
        return self.sets[name]

    def members(self, term, env, outcome):
        name = term.args[0].args[0]
        symbol = self.theory.symbols[name]
        local = {b.name: self.value(t, env, outcome) for b, t in zip(symbol.binders, term.args[1:], strict=True)}
        if symbol.of is None:
            return self.free_set(name, local)
        found = []
        for j in self.members(symbol.of, local, outcome):
            inside = [self.holds(r, {**local, symbol.element: Fraction(j)}, outcome) for r in symbol.where]
            if None in inside:
                raise Skip
            found += [j] if all(inside) else []
        return found

    def holds(self, rel, env, outcome):
        """Whether it holds: True, False, or None where enclosures overlap."""
        op, left, right = rel
        return compare(op, self.value(left, env, outcome), self.value(right, env, outcome))

    def value(self, t, env, outcome):
        if t not in self.words:
            self.words[t] = free(t)
        seen = tuple(sorted((name, x) for name, x in env.items() if name in self.words[t]))
        key = (t, seen, outcome if self.random(t) else None)
        if key not in self.memo:
            self.memo[key] = self._value(t, env, outcome)
        return self.memo[key]

    def random(self, t):
        """Whether a term may depend on the outcome; found here, so that no fault of the kernel hides itself."""
        if t not in self.moving:
            below = parts(t)
            if t.op == "fn":
                symbol = self.theory.symbols[t.args[0].args[0]]
                below += (self.body(t),) if symbol.kind == "defined" else ()
            own = (t.op == "fn" and symbol.kind == "family") or (t.op == "E" and len(t.args) == 2)
            constant = t.op == "E" and len(t.args) == 1
            self.moving[t] = own or (not constant and any(self.random(a) for a in below))
        return self.moving[t]

    def body(self, t):
        """What a defined symbol stands for."""
        return self.theory.facts[f"def.{t.args[0].args[0]}"].rel[2]

    def whole(self, t, env, outcome):
        """The value of a term that is an integer."""
        found = self.value(t, env, outcome)
        if not isinstance(found, Fraction) or found.denominator != 1:
            raise Skip
        return int(found)

    def _value(self, t, env, outcome):
        op = t.op
        if op == "num":
            return t.args[0]
        if op == "var":
            return Fraction(env[t.args[0]] if t.args[0] in env else self.values[t.args[0]])
        if op == "fn":
            return self._symbol(t, env, outcome)
        if op == "over":
            index = t.args[0].args[0]
            return apply("add", *(self.value(t.args[2], {**env, index: Fraction(j)}, outcome)
                                  for j in self.members(t.args[1], env, outcome)), Fraction(0))
        if op == "series":
            return self._series(t, env, outcome)
        if op == "ind":
            found = self.holds(("<=", *t.args), env, outcome)
            return EITHER if found is None else Fraction(found)
        if op == "E":
            return self._expectation(t, env, outcome)
        return apply(op, *(self.value(a, env, outcome) for a in t.args))

    def _series(self, t, env, outcome):
        index, body, low = t.args[0].args[0], t.args[3], self.whole(t.args[1], env, outcome)
        if t.args[2] is OO:
            ratio = self._ratio(body, index, env, outcome)
            if ratio is not None:
                return self.value(body, {**env, index: Fraction(low)}, outcome) / (1 - ratio)
            if not self.vanishes(body, index):
                raise Skip
        high = self.last if t.args[2] is OO else self.whole(t.args[2], env, outcome)
        if high - low > LONGEST:
            raise Skip
        return apply("add", *(self.value(body, {**env, index: Fraction(m)}, outcome) for m in range(low, high + 1)),
                     Fraction(0))

    def _ratio(self, t, index, env, outcome):
        """q for a term c*q**(index + k), 0 <= q < 1, else None."""
        if t.op == "mul":
            moving = [a for a in t.args if index in free(a)]
            return self._ratio(moving[0], index, env, outcome) if len(moving) == 1 else None
        if t.op == "pow" and index not in free(t.args[0]) and t.args[1] in (var(index),):
            ratio = self.value(t.args[0], env, outcome)
            return ratio if isinstance(ratio, Fraction) and 0 <= ratio < 1 else None
        return None

    def vanishes(self, t, index):
        """Whether a term is 0 wherever its index is beyond ``last``."""
        if t.op == "fn":
            return t.args[0].args[0] in self.vanishing and t.args[1] == var(index)
        if t.op in ("mul", "add"):
            return (any if t.op == "mul" else all)(self.vanishes(a, index) for a in t.args)
        if t.op == "over":
            return index in free(t.args[1]) or self.vanishes(t.args[2], index)
        if t.op == "series":
            own = index in free(t.args[1]) and self.vanishes(t.args[3], t.args[0].args[0])
            return own or self.vanishes(t.args[3], index)
        return t.op == "E" and self.vanishes(t.args[0], index)

    def past(self, m):
        """The number of times up to m at which something happens."""
        if not 0 <= m <= self.horizon:
            raise Skip
        return m

    def _expectation(self, t, env, outcome):
        m = self.past(self.whole(t.args[1], env, outcome)) if len(t.args) == 2 else 0
        ends = product(range(len(self.vectors)), repeat=self.horizon - m) if self.vectors else [()]
        return apply("add", *(apply("mul", self.weight(end), self.value(t.args[0], env, outcome[:m] + tuple(end)))
                              for end in ends), Fraction(0))

    def _symbol(self, t, env, outcome):
        name = t.args[0].args[0]
        args = [self.value(a, env, outcome) for a in t.args[1:]]
        whole = [int(a) if isinstance(a, Fraction) and a.denominator == 1 else a for a in args]
        symbol = self.theory.symbols[name]
        if symbol.kind == "family":
            return self.family(name, symbol, whole, outcome)
        if symbol.kind == "function":
            found = self.function(name, symbol, whole)
            return found if isinstance(found, Interval) else Fraction(found)
        return self.value(self.body(t), {b.name: a for b, a in zip(symbol.binders, args, strict=True)}, outcome)

    def function(self, name, symbol, args):
        """The value of a declared function."""
        return self.functions[name](self, *args)

    def family(self, name, symbol, args, outcome):
        """The value of a random quantity."""
        if not symbol.binders[0].lower.value <= args[0] <= self.horizon:
            raise Skip
        if name in self.processes:
            return Fraction(self.processes[name](outcome[:args[0]], *args))
        return Fraction(self.vectors[outcome[args[0] - 1]][1][name](*args[1:]))

    def scopes(self, binders, env):
        """Some values of the binders."""
        if not binders:
            yield env
            return
        b, rest = binders[0], binders[1:]
        if b.of is not None:
            choices = self.members(b.of, env, self.outcomes[0])
        else:
            choices = self.between(b, env)
        for x in choices:
            yield from self.scopes(rest, {**env, b.name: Fraction(x)})

    def between(self, b, env):
        """Some integers between two bounds."""
        low, high = (None if t is None else self.whole(t, env, self.outcomes[0]) for t in (b.lower, b.upper))
        if low is None:
            low = self.lowest if high is None else min(self.lowest, high - self.width)
        return range(low, (low + self.width if high is None else min(low + self.width, high)) + 1)

    def points(self, fact):
        """Whether the fact holds, at each point at which its suppositions certainly hold: True, or None, or False.

        A term without a value makes it False: a fact says that its terms are defined.
        """
        try:
            environments = list(self.scopes(fact.scope.binders, {}))
        except Skip:
            return
        for env in environments:
            for outcome in self.outcomes:
                try:
                    if all(self.holds(g, env, outcome) is True for g in fact.scope.given):
                        yield self.holds(fact.rel, env, outcome), env, outcome
                except Skip:
                    continue
                except (Undefined, ZeroDivisionError):
                    yield False, env, outcome

    def check(self, fact):
        """The number of points at which the fact was evaluated; AssertionError where it certainly fails."""
        count = 0
        for holds, env, outcome in self.points(fact):
            assert holds is not False, (fact.text(), env, outcome)
            count += 1
            self.uncertain += holds is None
        return count


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
        return instance.value(theory.facts[name].rel[2], {"r": Fraction(r - 1)}, instance.outcomes[0])

    return {"gapA": gap_block, "gapI": lambda instance, t: gap_block(instance, int(t).bit_length() - 1)}
