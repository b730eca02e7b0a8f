# SPDX-License-Identifier: Apache-2.0
"""Random steps by the schemas of derivation_logic, near what the schemas allow, and definitions."""

from functools import lru_cache

from proofcheck.decide import decide
from proofcheck.parse import statement_from_parts

from .. import cases_logic
from ..build import binders
from .case import term
from .context import PLAIN
from .terms import put

CLAIMS = {
    **cases_logic.CLAIMS, "whole": ({"x": "integers [0, 3]"}, [], "x <= x**2"),
    "log": ({"x": "(0, oo)"}, [], "log(x) <= x - 1"), "inverse": ({"x": "(0, 2]"}, ["1/x <= 1"], "x >= 1"),
}


@lru_cache
def claims():
    """All claims with their certificates."""
    made = {name: statement_from_parts(*parts, name) for name, parts in CLAIMS.items()}
    return {name: {"statement": s.to_json(), "proof": decide(s, timeout=20).proof} for name, s in made.items()}


def use(c):
    name = c.rng.choice(list(CLAIMS))
    variables, hypotheses, goal = CLAIMS[name]
    at = {}
    for x, domain in variables.items():
        wanted = c.whole(c.over) if domain.startswith("integers") and c.chance(0.6) else c.amount(c.over)
        at[x] = c.pick(wanted, wanted, c.n(), "1/2", c.chosen(c.over, "U"))
    texts = [*hypotheses, goal]
    for x in at:
        texts = [put(t, x, f"@{x}") for t in texts]
    for x, t in at.items():
        texts = [shown.replace(f"@{x}", t) for shown in texts]
    c.supposed += texts[:-1] if c.chance(0.7) else []
    return c.step("use", texts[-1], claim=name, at={x: term(t) for x, t in at.items()})


def calc(c):
    return rewritten(c) if c.chance(0.35) else combined(c)


def rewritten(c):
    """Equals for equals, below sums and expectations as well."""
    if c.chance(0.5):
        c.supposed.append(f"{c.pick(c.chosen(c.over), c.n(0))} == {c.pick('1/2', '1', c.n(0))}")
    local = [x for x in c.local() if "==" in x[1]]
    if local and c.chance(0.7):
        name, shown = c.rng.choice(local)
        ref, (left, right) = {"fact": name}, shown.split(" == ")
    else:
        ref, _, left, right = c.known(op="==")
    hole = c.pick("({0})*" + f"({c.n()})", f"sum({c.fresh(c.over)}, {c.place(c.over)}, " + "({0})*2)", "E({0})",
                  "E({0})", "ind({0} <= 1/2)", "{0}")
    return c.step("calc", f"{hole.format(left)} == {hole.format(right)}", rewrite=[ref], **{"from": []})


def combined(c):
    """A combination of known facts, mostly with multipliers of the right sign."""
    left, right, refs, ops = [], [], [], set()
    for _ in range(c.pick(1, 1, 2)):
        ref, op, low, high = c.known()
        p = c.amount(c.over)
        times = c.pick("1", "1", "1", "2", p, f"-({p})" if op == "==" else "1", c.whole(c.over, 0), c.n(0))
        left.append(f"({times})*({low})")
        right.append(f"({times})*({high})")
        refs.append({**ref, "times": term(times)})
        ops.add(op)
    op = "==" if ops == {"=="} else "<=" if "<=" in ops else "<"
    op = c.pick("<", "==") if c.chance(0.12) else op
    sums = " + ".join(left), " + ".join(right)
    shown = c.pick(f"{sums[0]} + ({c.n(0)}) {op} {sums[1]}", f"0 {op} {sums[1]} - ({sums[0]})",
                   f"{sums[0]} {op} {sums[1]}")
    return c.step("calc", shown, **{"from": refs})


def evident(c):
    _, op, left, right = c.known()
    p = c.amount(c.over, depth=2)
    return c.step("evident", c.pick(f"0 <= {p}", f"{left} {op} {right} + {c.pick('0', '1')}", c.relation(c.over)))


def equal(c):
    s, t = c.n(0), c.n(0)
    most = f"{c.pick('min', 'max')}({s}, {t})"
    c.supposed += [f"{most} <= {s}", f"{s} <= {most}"][:c.pick(1, 2, 2)]
    return c.step("equal", f"{most} == {s}")


def induction(c):
    n, low = c.fresh(c.over), c.pick("0", "1", "1", c.whole(c.over, 0))
    over = {**c.over, n: f"integers >= {low}"}
    m = c.fresh(over)
    x = c.amount({**over, m: "integers"})
    y = c.number(over, 1)
    goal = c.pick(f"0 <= sum({m}, {low}, {n}, {x})", f"0 <= {c.amount(over)}", f"{low} <= {n}",
                  f"sum({m}, {low}, {n}, 1) {c.pick('<=', '==')} {n} + {c.pick('0', '1')} - {low}",
                  f"{put(y, n, low)} <= {y}", c.fact(over))
    if c.chance(0.2):
        c.supposed.append(f"{y} <= {put(y, n, f'{n} + 1')}")
    return c.step("induction", goal, over, variable=n)


def cases(c):
    x, y, m = c.n(0), c.pick(c.n(0), "a"), c.fresh(c.over)
    goal = c.pick(f"0 <= abs({x} - ({y}))", f"{x} <= {y}", f"{y} < {x}", f"min({x}, {y}) <= {y}",
                  f"{x} <= max({x}, {y})",
                  f"0 <= {c.amount(c.over)}", c.fact(), f"sum({m}, 1, oo, {c.fading(m, c.over)}) <= B")
    return c.step("cases", goal, on=["<=", term(x), term(y)])


def indicator(c):
    s, t = c.n(), c.n()
    shown = c.pick(f"ind({s} <= {t}) == 1", f"ind({s} <= {t}) == 0", f"0 <= ind({s} <= {t})", f"ind({s} <= {t}) <= 1")
    if "==" in shown and c.chance(0.8):
        c.supposed.append(f"{s} <= {t}" if shown.endswith("1") else f"{t} < {s}")
    return c.step("indicator", shown)


def integers(c):
    s, t = c.whole(c.over), c.whole(c.over)
    j, of = c.fresh(c.over), c.place(c.over)
    s = c.pick(s, s, s, f"sum({j}, {of}, {c.whole({**c.over, j: of}, 0)})", c.n(), c.function(c.over, whole=True),
               f"2**({c.whole(c.over, 0)})", f"({c.whole(c.over, 0)})/2")
    if c.chance(0.85):
        c.supposed.append(f"{s} < {t} + 1")
    return c.step("integers", f"{s} <= {t}")


def witness(c):
    of, j = c.pick("Z", "Z", "H(1)", c.place(c.over)), c.fresh(c.over)
    inside = {**c.over, j: of}
    c.supposed += [f"0 < sum({j}, {of}, 1)"] if c.chance(0.7) else []
    goal = c.pick("1 <= c", f"0 <= {c.amount(c.over)}", c.fact(inside), c.relation(inside))
    return c.step("witness", goal, variable=j, **{"in": term(of)})


def define(c, name):
    """A symbol for a whole number, a number, or a random quantity of one or of several times."""
    s = c.fresh({})
    over = {s: c.pick("integers >= 1", "integers >= 1", "integers >= 0", "integers")}
    if c.chance(0.3):
        over[c.fresh(over)] = c.pick("S", "integers [0, 2]")
    m = c.fresh(over)
    known = c.number(over, 0, c.chance(0.3))
    body = c.pick(lambda: c.whole(over), lambda: c.number(over, 1), f"U({s})*({known})", f"sum({m}, 1, {s}, U({m}))",
                  f"U({s}) + {c.pick('1', f'M({s})')}", f"sum({m}, S, V({s}, {m}))", f"1/({known})", f"log({known})")
    return {"rule": "define", "id": name, "name": name, "binders": binders(over, PLAIN), "body": term(body)}, over


CASES = {"use": use, "calc": calc, "evident": evident, "equal": equal, "induction": induction, "cases": cases,
         "indicator": indicator, "integers": integers, "witness": witness}
