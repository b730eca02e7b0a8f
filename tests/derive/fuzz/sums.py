# SPDX-License-Identifier: Apache-2.0
"""Random steps by the schemas of derivation_sums, near what the schemas allow."""

from .case import term
from .terms import put


class Sum:
    """A sum with a hole for its terms: over a set, a range, or (``endless``) an infinite one; seldom an old index."""

    def __init__(self, c, endless=0.3, over=None, old=0.15):
        self.c, self.endless, over = c, c.chance(endless), over or c.over
        j = c.rng.choice(list(c.over)) if c.over and c.chance(old) else c.fresh(over)
        self.index = c.rng.choice(c.c.summed) if self.endless and c.c.summed and c.chance(0.9) else j
        of = c.place(over) if not self.endless and c.chance(0.5) else None
        self.low, self.high = c.ends(over)
        self.range = of or f"{self.low}, {'oo' if self.endless else self.high}"
        self.inside = {**over, self.index: of or "integers"}

    def __call__(self, t):
        return f"sum({self.index}, {self.range}, {t})"

    def body(self, depth=1):
        if self.endless and self.c.chance(0.15):
            return self.c.amount(self.inside)
        return self.c.fading(self.index, self.inside) if self.endless else self.c.number(self.inside, depth)


def termwise(c):
    if c.chance(0.05):
        a = c.rng.choice([*c.c.parameters])
        return c.step("termwise", c.pick(f"sum({a}, 0, 3, {a}) <= sum({a}, 0, 3, 1)", f"0 <= sum({a}, -3, 2, {a})"))
    s = Sum(c)
    t, p, other = s.body(), c.amount(s.inside), s.body()
    _, op, left, right = c.known(s.inside)
    if s.endless:
        return c.step("termwise", f"{s(t)} <= {s(c.pick(f'{t} + {t}', f'{t}*2', t))}")
    if c.over and c.chance(0.25):
        s.index, op, right = c.rng.choice(list(c.over)), "<=", c.number(c.over, 0)
        left = s.index
        c.supposed.append(f"{left} <= {right}")
    shown = c.pick(f"{s(t)} <= {s(f'{t} + {p}')}", f"0 <= {s(p)}", f"{s(left)} {op} {s(right)}",
                   f"{s(left)} {op} {s(right)}", f"{s(t)} {c.pick('<=', '==')} {s(other)}")
    return c.step("termwise", shown)


def linear(c):
    from .chance import linear_mean
    if c.c.families and c.chance(0.45):
        return linear_mean(c)
    s = Sum(c)
    parts = []
    if s.range in c.c.sets and c.chance(0.3):
        c.prepare("member", f"1 <= {s(1)}", {s.index: s.range}, [], element=s.index)
        c.prepare("evident", f"0 < {s(1)}", {s.index: s.range}, [])
        if c.chance(0.5):
            return c.step("linear", f"{s(f'(1/{s(1)})*1')} == 1", parts=[[term(f"1/{s(1)}"), "1"]])
        return combination(c, s, [(f"1/{s('1')}", s.body(0))])
    for _ in range(c.pick(1, 1, 2, 2, 3)):
        factor = c.pick("2", lambda: c.n(0), lambda: c.amount(c.over), c.rng.choice([*c.over, "1"]), s.index,
                        lambda: c.number(s.inside, 0), lambda: f"1/{Sum(c, 0)(1)}", lambda: f"1/({s(1)})",
                        lambda: f"log({c.amount(c.over)})")
        parts.append((factor, c.pick(s.body(0), s.body(0), "1")))
    return combination(c, s, parts)


def combination(c, of, parts):
    """The step L(c1 t1 + ...) == c1 L(t1) + ..."""
    inside = " + ".join(f"({x})*({t})" for x, t in parts)
    outside = " + ".join(f"({x})*({of(t)})" for x, t in parts)
    return c.step("linear", f"{of(inside)} == {outside}", parts=[[term(x), term(t)] for x, t in parts])


def swap(c):
    s = Sum(c, old=0.3)
    two = Sum(c, 0, s.inside if c.chance(0.4) else c.over)
    for _ in range(5):
        two = two if two.index != s.index else Sum(c, 0)
    t = c.number({**s.inside, **two.inside}, 1)
    if s.endless:
        t = f"({c.amount(two.inside, False, 0)})*q({s.index})"
    after = c.pick("", f", {c.whole(c.over)}")
    x, y = f"{s(two(t))}", f"{two(s(t))}"
    if c.c.families and c.chance(0.4):
        x, y = s(f"E({t}{after})"), f"E({s(t)}{after})"
    return c.step("swap", c.pick(f"{x} == {y}", f"{y} == {x}"))


def split(c):
    s = Sum(c, 0.4)
    low, b = s.low, c.pick(s.high, f"{s.low} + 1", s.low, f"{s.low} - 1")
    end = "oo" if s.endless else c.pick("3", "4", "n", c.whole(c.over))
    t, j = s.body() if s.endless else c.number({**c.over, s.index: "integers"}, 1), s.index
    if not s.endless and c.chance(0.4):
        end = f"{b} + 1"
        return c.step("split", f"sum({j}, {low}, {end}, {t}) == sum({j}, {low}, {b}, {t}) + {put(t, j, end)}")
    return c.step("split", f"sum({j}, {low}, {end}, {t}) == sum({j}, {low}, {b}, {t}) + sum({j}, {b} + 1, {end}, {t})")


def ends(c):
    low, _ = c.ends(c.over)
    j, of = c.fresh(c.over), c.place(c.over)
    t, kind = c.number({**c.over, j: "integers"}, 1), c.pick("one", "none", "set")
    if kind == "one":
        return c.step("ends", f"sum({j}, {low}, {low}, {t}) == {put(t, j, low)}")
    if kind == "none":
        return c.step("ends", f"sum({j}, {low}, {low} - {c.pick('1', '1', '2')}, {t}) == 0")
    if c.chance(0.8):
        c.supposed.append(f"sum({j}, {of}, 1) <= 0")
    return c.step("ends", f"sum({j}, {of}, {c.number({**c.over, j: of}, 1)}) == 0")


def tail(c):
    s = Sum(c, 1)
    t, low = s.body(), s.low
    later = c.pick(f"{low} + 1", f"{low} + 2", s.high, "n", "3")
    return c.step("tail", f"sum({s.index}, {later}, oo, {t}) <= sum({s.index}, {low}, oo, {t})")


def part_of(c):
    """A set and the one that it is cut from; or any two."""
    part = c.place(c.over)
    of = c.c.cuts[part.split("(")[0]][2] if part.split("(")[0] in c.c.cuts else part
    return part, of if c.chance(0.85) else c.place(c.over)


def subset(c):
    (part, of), j = part_of(c), c.fresh(c.over)
    inside = {**c.over, j: of}
    t = c.amount(inside) if c.chance(0.75) else c.number(inside, 1)
    return c.step("subset", f"sum({j}, {part}, {t}) <= sum({j}, {of}, {t})")


def member(c):
    (part, of), e = part_of(c), c.fresh(c.over)
    of = part if c.chance(0.5) else of
    j = "x9" if c.chance(0.8) else c.fresh({**c.over, e: part})
    inside = {**c.over, j: of}
    t = c.amount(inside) if c.chance(0.75) else c.number(inside, 1)
    return c.step("member", f"{put(t, j, e)} <= sum({j}, {of}, {t})", {**c.over, e: part}, element=e)


def divide(c):
    at, j = c.argument("integers >= 1", c.over), c.fresh(c.over)
    whole, one, two = c.pick(("S", "T", "R"), ("S", "R", "T"), ("S", f"D({at})", f"K({at})"), ("S", "T", "Q"),
                             tuple(c.place(c.over) for _ in range(3)))
    t = c.number({**c.over, j: whole}, 1)
    return c.step("divide", f"sum({j}, {whole}, {t}) == sum({j}, {one}, {t}) + sum({j}, {two}, {t})")


def count(c):
    low, high = c.ends(c.over)
    return c.step("count", f"sum({c.fresh(c.over)}, {low}, {high}, 1) == ({high}) - ({low}) + 1")


def limit(c):
    s = Sum(c, 1)
    t, free = s.body() if c.chance(0.85) else c.number(s.inside, 1), c.fresh(c.over)
    if c.over and c.chance(0.2):
        free = c.rng.choice(list(c.over))
        return c.step("limit", f"{s(t)} <= sum({s.index}, {s.low}, {free}, {t})", variable=free)
    bound = c.pick("B", "B + 1", "B", c.n())
    if c.chance(0.15):
        t, bound = f"(-q({s.index}))", "0"
        over = {"p0": "integers", "p1": "integers >= p0"}
        c.prepare("termwise", f"sum({s.index}, p0, p1, {t}) <= 0", over, [])
    elif c.chance(0.4):
        c.prepare("evident", f"0 <= {t}", s.inside)
    return c.step("limit", f"{s(t)} <= {bound}", variable=free)


def layers(c):
    level, j = c.fresh(c.over), "x9"
    sets = c.chance(0.6)
    cut = c.c.cut_at if sets and c.chance(0.9) else c.pick("{0}", "2*{0}", "L({0})", "({0} - 1)")
    slope = "1/2" if "/" in cut or c.chance(0.4) else c.pick("1", "1", "2")
    at, following = cut.format(level), cut.format(f"({level} + 1)")
    over = {**c.over, level: "integers >= 1"}
    if sets:
        t = c.amount({**c.over, j: "S"})
        left, right = f"sum({j}, H({level}), {t})", f"sum({j}, S, {t})"
    else:
        j = c.rng.choice(c.c.summed)
        t = f"q({j})"
        left, right = f"sum({j}, {at}, {following} - 1, {t})", f"sum({j}, {cut.format('1')}, oo, {t})"
    c.prepare("termwise", f"0 <= {left}", over)
    return c.step("layers", f"sum({level}, 1, oo, {left}) == {right}", bounds=term(at), slope=term(slope))


CASES = {"termwise": termwise, "linear": linear, "swap": swap, "split": split, "ends": ends, "tail": tail,
         "subset": subset, "member": member, "divide": divide, "count": count, "limit": limit, "layers": layers}
