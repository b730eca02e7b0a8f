# SPDX-License-Identifier: Apache-2.0
"""Random finite worlds of any theory: what is declared gets a value when it is asked for, and none elsewhere."""

import math
from fractions import Fraction
from itertools import pairwise

from proofcheck.kernel.derivation_terms import OO
from proofcheck.kernel.interval import Undefined

from ..finite import Instance, Skip

HORIZON, ATOMS = 3, 2
LAST = 18  # functions that vanish are 0 beyond, and layers empty
BUDGET = 6000  # terms evaluated for one fact in one world
MIXED = ("any", "same", "itself", "square", "inverse", "amount")
MANY = 7  # values of the binders that are tried


class Drawn(Instance):
    """A world in which each declared symbol is drawn at random, within its range, of its kind (see ``value_of_kind``).

    A symbol at arguments for which it is not declared is Undefined. Something happens at the times ``start``, ...,
    ``start + HORIZON - 1``; a family at other times has no value that is known (Skip).
    """

    lowest, width = -3, 5

    def __init__(self, theory, kinds, rng):
        self.kinds, self.rng, self.tables, self.left, self.all = kinds, rng, {}, BUDGET, False
        self.start = rng.choice([1, 1, 1, 0])
        fading = {name for name, kind in kinds.items() if kind == "fading"}
        super().__init__(theory, {}, {}, {}, [()] * ATOMS, HORIZON, vanishing=fading, last=LAST)
        same = self._law()
        self.laws = [same if theory.identical else self._law() for _ in range(HORIZON)]
        self.support = rng.choice([(0, 4), (1, 3), (-2, 6), (1, 7)])
        for v in theory.parameters.variables:
            self.values[v.name] = self._parameter(v)

    def _law(self):
        weights = [self.rng.randint(1, 3) for _ in range(ATOMS)]
        return [Fraction(w, sum(weights)) for w in weights]

    def _parameter(self, v):
        """A number in the range of a parameter."""
        facts = [self.theory.facts[x] for x in (f"{v.name}.lower", f"{v.name}.upper") if x in self.theory.facts]
        for _ in range(200):
            below = 1 if v.kind == "int" or self.rng.random() < 0.5 else self.rng.choice([2, 3])
            x = Fraction(self.rng.randint(-3 * below, 4 * below), below)
            self.values[v.name] = x
            self.memo.clear()
            if all(self.holds(f.rel, {}, self.outcomes[0]) for f in facts):
                return x
        raise Skip

    def draw(self, key, make):
        """The value in the world's tables, made when it is first asked for."""
        if key not in self.tables:
            self.tables[key] = make(self.rng)
        return self.tables[key]

    # the times -----------------------------------------------------------------------------------------------------

    def weight(self, end):
        laws = self.laws[HORIZON - len(end):]
        return math.prod((law[k] for law, k in zip(laws, end, strict=True)), start=Fraction(1))

    def past(self, m):
        return max(0, min(HORIZON, m - self.start + 1))

    def family(self, name, symbol, args, outcome):
        self.declared(symbol, args)
        low, high = self.theory.facts[f"{name}.lower"].rel[1].args[0], self.theory.facts[f"{name}.upper"].rel[2].args[0]
        time, others = args[0], tuple(args[1:])

        def make(rng):
            return low + (high - low) * Fraction(rng.randint(0, 4), 4)

        if symbol.random == "adapted":
            return self.draw((name, time, others, outcome[:self.past(time)]), make)
        if not self.start <= time < self.start + HORIZON:
            raise Skip
        at = None if self.theory.identical else time
        return self.draw((name, at, others, outcome[time - self.start]), make)

    # the declared range --------------------------------------------------------------------------------------------

    def declared(self, symbol, args):
        """Require that a symbol is declared for these arguments."""
        env = {}
        for b, x in zip(symbol.binders, args, strict=True):
            if not isinstance(x, int):
                raise Undefined(f"{b.name} is not whole")
            low, high = (None if t is None else self.value(t, env, self.outcomes[0]) for t in (b.lower, b.upper))
            inside = (low is None or low <= x) and (high is None or x <= high)
            if not inside or (b.of is not None and x not in self.members(b.of, env, self.outcomes[0])):
                raise Undefined(f"{b.name} is out of range")
            env[b.name] = Fraction(x)

    def _symbol(self, t, env, outcome):
        symbol = self.theory.symbols[t.args[0].args[0]]
        if any(self.random(a) for a in t.args[1:]):
            raise Undefined("an argument is random")
        if symbol.kind == "defined":
            self.declared(symbol, [whole(self.value(a, env, outcome)) for a in t.args[1:]])
        return super()._symbol(t, env, outcome)

    def members(self, term, env, outcome):
        symbol = self.theory.symbols[term.args[0].args[0]]
        self.declared(symbol, [whole(self.value(a, env, outcome)) for a in term.args[1:]])
        return super().members(term, env, outcome)

    def free_set(self, name, values):
        key = (name, tuple(values.values()))
        return self.draw(key, lambda rng: sorted(rng.sample(range(-2, 4), rng.choice([0, 1, 2, 3]))))

    def function(self, name, symbol, args):
        self.declared(symbol, args)
        kind = self.kinds.get(name, "any")
        if kind == "mixed":
            kind = self.draw((name, "kind"), lambda rng: rng.choice(MIXED))
        return self.draw((name, *args), lambda rng: self.value_of_kind(kind, name, args, symbol.integer, rng))

    def value_of_kind(self, kind, name, args, integer, rng):
        """A value: the same everywhere, the argument or a power of it, >= 0, > 0, >= 1, rising, 0 in the end."""
        amount = Fraction(rng.randint(0, 6), 1 if integer else rng.choice([1, 2, 3]))
        x = args[0] if args else 2
        if kind == "fading":
            return amount / (1 if integer else 2) if self.support[0] <= x <= self.support[1] else Fraction(0)
        if kind == "total":
            return sum(self.function("q", self.theory.symbols["q"], [m]) for m in range(-4, 10)) + rng.choice([0, 0, 1])
        table = {"itself": x, "square": x * x, "inverse": Fraction(1, x or 1) if not integer else 1, "amount": amount,
                 "positive": amount + (1 if integer else Fraction(1, 2)), "from 1": amount + 1}
        if kind == "same":
            return self.draw((name, "same"), lambda r: Fraction(r.randint(-2, 3), 1 if integer else r.choice([1, 2])))
        if kind == "rising":
            first, more = self.draw((name, "rising"), lambda r: (r.randint(0, 2), r.randint(1, 2)))
            return Fraction(first + more * x)
        return table.get(kind, amount * rng.choice([1, -1]))

    # terms ---------------------------------------------------------------------------------------------------------

    def _value(self, t, env, outcome):
        self.left -= 1
        if self.left < 0:
            raise Skip
        if t.op in ("pow", "exp"):
            power = self.value(t.args[-1], env, outcome)
            if not isinstance(power, Fraction) or abs(power) > 20 or power.denominator > 12:
                raise Skip
        if (t.op == "div" and t.args[1].op != "num") or (t.op == "pow" and t.args[1].op != "num"):
            low = self.value(t.args[t.op == "div"], env, outcome)
            if isinstance(low, Fraction) and low <= 0:
                raise Undefined("a denominator, or the base of a power, is not above 0")
        return super()._value(t, env, outcome)

    def _series(self, t, env, outcome):
        """An infinite series has terms >= 0 that are 0 in the end, or a geometric tail; or has no value."""
        if t.args[2] is not OO:
            return super()._series(t, env, outcome)
        index, body, low = t.args[0].args[0], t.args[3], self.whole(t.args[1], env, outcome)
        if low < -20 or low > LAST:
            raise Skip
        terms = [self.value(body, {**env, index: Fraction(m)}, outcome) for m in range(low, LAST + 4)]
        if not all(isinstance(x, Fraction) for x in terms):
            raise Skip
        if any(x < 0 for x in terms):
            raise Undefined("a term is below 0")
        return sum(terms[:-4], Fraction(0)) + tail(terms[-4:])

    # facts ---------------------------------------------------------------------------------------------------------

    def scopes(self, binders, env):
        found = super().scopes(binders, env)
        if env or self.all or not binders:
            return found
        found = list(found)
        return found if len(found) <= MANY else self.rng.sample(found, MANY)

    def judge(self, fact):
        """The number of points at which a fact was evaluated, and the point at which it is false, or undefined."""
        self.left, count, outcomes = BUDGET * (10 if self.all else 1), 0, self.outcomes
        try:
            if not any(self.random(t) for rel in (fact.rel, *fact.scope.given) for t in rel[1:]):
                self.outcomes = outcomes[:1]
            for holds, env, outcome in self.points(fact):
                if holds is False:
                    return count, (env, outcome)
                count += holds is True
        except (Undefined, ZeroDivisionError, KeyError, ValueError) as problem:
            return count, ({"undefined": repr(problem)}, outcomes[0])
        finally:
            self.outcomes = outcomes
        return count, None


def whole(x):
    """An integer as such; any other value as it is."""
    return int(x) if isinstance(x, Fraction) and x.denominator == 1 else x


def tail(terms):
    """The sum of a series of terms >= 0 from four consecutive ones that are 0 or geometric; else Undefined, or Skip."""
    if not any(terms):
        return Fraction(0)
    if all(terms):
        ratios = {y / x for x, y in pairwise(terms)}
        if min(ratios) >= 1:
            raise Undefined("it diverges")
        if len(ratios) == 1:
            return terms[0] / (1 - min(ratios))
    raise Skip


def fitting(theory, kinds, rng, count):
    """Some worlds in which all that a theory assumes is true."""
    found = []
    for _ in range(8 * count):
        try:
            world = Drawn(theory, kinds, rng)
        except (Skip, Undefined, ZeroDivisionError):
            continue
        world.all, world.lowest, world.width = True, -4, 11
        if all(world.judge(fact)[1] is None for fact in theory.facts.values()):
            world.all, world.lowest, world.width = False, Drawn.lowest, Drawn.width
            found.append(world)
        if len(found) == count:
            break
    return found
