# SPDX-License-Identifier: Apache-2.0
"""Random terms, as text: mostly defined and of the kind that is asked for, sometimes not.

A scope is a table of variables such as {"m": "integers >= 1", "j": "S"}.
"""

import re

from .context import NAMES, here

NUMBERS = ("0", "1", "1", "2", "1/2", "-1", "3/4", "-2")


def integer(domain):
    """Whether the variable of this domain is a number, not a member of a set."""
    return domain.startswith("integers")


def put(text, name, other):
    """The text with another one, in brackets, for a variable."""
    return re.sub(rf"\b{name}\b", f"({other})", text)


class Terms:
    """Draws terms over the words of a context, and over symbols defined since: name -> (binders, random, whole)."""

    def __init__(self, rng, context, defined):
        self.rng, self.c, self.defined = rng, context, defined

    def chance(self, p):
        return self.rng.random() < p

    def pick(self, *choices):
        """One of some terms; functions are called."""
        found = self.rng.choice(choices)
        return found() if callable(found) else found

    def fresh(self, over):
        """The name of a variable, mostly one that is not in force, seldom one of a symbol."""
        if self.chance(0.03):
            return self.rng.choice([*self.c.parameters, *self.c.functions, *self.c.families])
        rest = [n for n in NAMES if n not in over]
        return self.rng.choice(rest if rest and self.chance(0.93) else NAMES)

    def place(self, over):
        """A set."""
        if not self.c.sets:
            return "S"
        name = self.rng.choice([*self.c.sets, *[x for x in "STR" if x in self.c.sets]])
        return self.applied(name, self.c.sets[name], over)

    def applied(self, name, table, over):
        """A symbol at some arguments."""
        return here(name, [self.argument(domain, over) for domain in table.values()])

    def argument(self, domain, over):
        """An argument for a variable of a symbol: mostly in its range, and whole."""
        numbers = [n for n, d in over.items() if integer(d)]
        members = [n for n, d in over.items() if not integer(d)]
        if not integer(domain):
            return self.pick(*members) if members and self.chance(0.93) else self.whole(over, 0)
        if self.chance(0.1):
            return self.pick("1/2", lambda: f"({self.whole(over, 0)})/2", lambda: self.number(over, 1), "0", "-1",
                             "7", "7", "oo", "ceil(U(1))")
        if numbers and self.chance(0.7):
            return self.pick(*numbers, f"{self.rng.choice(numbers)} + 1")
        return self.pick("1", "1", "2", lambda: self.whole(over))

    def function(self, over, whole=False, random=False):
        """A declared or defined symbol at some arguments; ``whole``: one that has integer values."""
        known = {n: t for n, t in self.c.functions.items() if not whole or n in self.c.whole}
        known |= {n: d[0] for n, d in self.defined.items() if (random or not d[1]) and (d[2] or not whole)}
        if not known:
            return "1"
        name = self.rng.choice(list(known))
        return self.applied(name, known[name], over)

    def chosen(self, over, *names):
        """A random quantity, one of the families of these names, if there are such."""
        names = [n for n in names or self.c.families if n in self.c.families]
        name = self.rng.choice(names) if names else None
        return self.applied(name, self.c.families[name], over) if name else "1"

    def whole(self, over, depth=1):
        """Probably an integer."""
        numbers = [*over, *(n for n, kind in self.c.parameters.items() if kind == "int")]
        some = [str(self.rng.randint(-1, 3)), *numbers, *numbers, *(f"({n} + 1)" for n in over)]
        if not depth:
            return self.pick(*some)
        return self.pick(*some, *some, lambda: self.function(over, whole=True), lambda: self._odd(over),
                         lambda: f"({self.whole(over, 0)} + {self.whole(over, 0)})",
                         lambda: f"({self.whole(over, 0)}*{self.whole(over, 0)})")

    def _odd(self, over):
        """A term that may be whole or not."""
        k = self.whole(over, 0)
        return self.pick(f"floor({self.number(over, 0, False)})", f"({k})**{self.pick('2', '-1', 'n', k)}",
                         f"({k})/{self.pick('2', '1')}", f"sum(j, {self.place(over)}, {self.pick('1', 'j')})")

    def number(self, over, depth=2, random=True):
        """Any number; ``random``: families may occur in it outside of E."""
        if depth <= 0 or self.chance(0.35):
            chosen = [lambda: self.chosen(over)] * 4 if random else []
            return self.pick(*NUMBERS[self.rng.randint(0, 7):][:2], *self.c.parameters, *over, *chosen,
                             *[lambda: self.function(over, random=random)] * 4)

        def n():
            return self.number(over, depth - 1, random)

        return self.pick(
            lambda: f"({n()} + {n()})", lambda: f"({n()} - ({n()}))", lambda: f"({n()})*({n()})",
            lambda: f"min({n()}, {n()})", lambda: f"max({n()}, {n()})", lambda: f"abs({n()})", lambda: f"({n()})**2",
            lambda: f"ind({n()} <= {n()})", lambda: self._partial(over, random), lambda: self._partial(over, random),
            *[lambda: self._sum(over, depth - 1, random)] * 3, *[lambda: self._mean(over, depth - 1, random)] * 3)

    def _partial(self, over, random):
        """A function that is not defined everywhere."""
        p, x = self.amount(over, random), self.number(over, 0, random)
        low = self.pick(f"({p} + 1)", f"({p} + 1/2)", p, x)
        return self.pick(f"({x})/({self.pick('2', 'n', low)})", f"log({low})", f"sqrt({p})", f"exp({x})",
                         f"({self.amount(over, False)})**({self.pick('3', self.whole(over, 0))})")

    def _sum(self, over, depth, random):
        """A sum over a set, a range, or an infinite range."""
        j = self.fresh(over)
        if self.chance(0.5):
            of = self.place(over)
            return f"sum({j}, {of}, {self.number({**over, j: of}, depth, random)})"
        inside, (low, high) = {**over, j: "integers"}, self.ends(over)
        if self.chance(0.15):
            return f"sum({j}, {low}, oo, {self.pick(self.fading(j, over), self.number(inside, 0, random))})"
        return f"sum({j}, {low}, {high}, {self.number(inside, depth, random)})"

    def _mean(self, over, depth, random):
        """An expectation."""
        after = f", {self.whole(over, 0)}" if random and self.chance(0.4) else ""
        return f"E({self.number(over, depth)}{after})" if self.c.families else "1"

    def ends(self, over):
        """The two ends of a range; it may be empty."""
        low = self.pick("0", "1", "1", lambda: self.whole(over, 0))
        return low, self.pick("2", "3", "n", f"{low} + 1", low, f"{low} - 1", f"{low} - 2", lambda: self.whole(over))

    def amount(self, over, random=True, depth=1):
        """Probably a number >= 0."""
        members, numbers = ([n for n, d in over.items() if integer(d) is kind] for kind in (False, True))
        x = self.number(over, 0, random)
        some = ["1", "1/2", "0", "a", "n", f"abs({x})", f"({x})**2", f"ind({x} <= 1)"]
        some += [f"sum({self.fresh(over)}, 1, 2, abs({x}))"] if depth else []
        some += [f"w({j})" for j in members] * 3 + [f"h({j})" for j in members] * 2
        some += [f"q({m})" for m in numbers] * 3 + [f"y({m})" for m in numbers]
        some += [self.chosen(over, "U", "M")] * 3 if random else []
        t = self.rng.choice(some)
        if depth and self.chance(0.3):
            more = self.amount(over, random, depth - 1)
            return self.pick(f"({t} + {more})", f"({t})*({more})", f"max({t}, {more})")
        return t

    def fading(self, m, over):
        """Terms in m that probably have a finite sum."""
        t = f"q({m})"
        if self.chance(0.3):
            t = f"({self.amount({n: d for n, d in over.items() if n != m}, self.chance(0.3), 0)})*{t}"
        return t

    def scope(self, most=3):
        """Some variables."""
        over = {}
        for _ in range(self.rng.choice([0, 1, 1, 2, 2, 3][:3 + most])):
            if self.chance(0.45) and self.c.sets:
                domain = self.place(over)
            else:
                low = self.pick("0", "1", "1", "1", self.whole(over, 0))
                high = self.pick("3", self.whole(over, 0))
                domain = self.pick(*[f"integers >= {low}"] * 4, "integers", f"integers [{low}, {high}]")
            over[self.fresh(over)] = domain
        return over

    def relation(self, over, depth=1, random=True):
        """Any relation."""
        x, y = (self.number(over, depth, random) for _ in range(2))
        return f"{x} {self.pick('<=', '<=', '<', '==')} {y}"

    def given(self, over):
        """Some suppositions, about numbers or random quantities."""
        if self.chance(0.65):
            return []
        return [self.pick(lambda: f"{self.whole(over, 0)} <= {self.whole(over, 0)}", lambda: self.relation(over),
                          lambda: f"{self.pick('1/2', 'a')} <= {self.chosen(over)}") for _ in range(self.pick(1, 1, 2))]
