# SPDX-License-Identifier: Apache-2.0
"""Random steps by the schemas of derivation_expectation, near what the schemas allow."""

from .case import term
from .sums import combination


def moment(c):
    """A time, mostly one that is whole and not random."""
    return c.pick("0", "1", lambda: c.whole(c.over, 0), lambda: c.whole(c.over))


def means(c):
    """Expectation, or conditional expectation at some time, as a text with a hole."""
    m = moment(c)
    return m, (lambda t: f"E({t}, {m})") if c.chance(0.6) else (lambda t: f"E({t})")


def monotone(c):
    _, mean = means(c)
    t, p = c.n(), c.amount(c.over)
    _, op, left, right = c.known()
    if c.chance(0.25):
        left, right = c.pick((c.chosen(c.over), "1/2"), ("1/2", c.chosen(c.over)), (c.chosen(c.over), c.n(0)))
        op = "<="
        c.supposed.append(f"{left} <= {right}")
    shown = c.pick(f"{mean(t)} <= {mean(f'{t} + {p}')}", f"{c.pick('0', '-1')} <= {mean(p)}",
                   f"{mean(left)} {op} {mean(right)}", f"{mean(left)} {op} {mean(right)}", f"{left} {op} {mean(right)}",
                   f"{mean(t)} < {mean(f'{t} + 1/8')}", f"{t} <= {mean(f'{t} + {p}')}")
    return c.step("monotone", shown)


def linear_mean(c):
    m, mean = means(c)
    given = mean("1") != "E(1)"
    known = [f"U({m})", f"M({m})", f"sum(s, 1, {m}, U(s))", f"sum(s, 1, {m}, U(s + 1))", f"U({m} + 1)", f"E(U(2), {m})",
             f"E(M({m} + 1), {m} + 1)", "x(ceil(2*U(1)))"]
    factors = ["2", c.number(c.over, 0, False), *(known if given else [f"E(U(1), {m})", f"1/({c.n(0, False)})"])]
    parts = [(c.rng.choice(factors), c.pick(c.n(0), c.chosen(c.over), "1")) for _ in range(c.pick(1, 1, 2, 3))]
    plain = c.chance(0.4)
    return combination(c, lambda t: "1" if t == "1" and plain else mean(t), parts)


def independent(c):
    m, j = moment(c), c.fresh(c.over)
    now = f"U({m} + 1)"
    known = [f"{n}({m} + 1)" for n, (over, random, _) in c.defined.items() if random and len(over) == 1]
    t = c.pick(now, f"{now}*({c.n(0, False)})", c.n(), f"sum({j}, S, V({m} + 1, {j}))", f"ind({now} <= 1/2)",
               f"M({m} + 1)", *known)
    t = f"{t} + {c.chosen(c.over)}" if c.chance(0.3) else t
    return c.step("independent", f"E({t}, {m}) == E({t})")


def tower(c):
    t = c.n(2)
    return c.step("tower", f"E(E({t}, {moment(c)})) == E({t})")


def jensen(c):
    _, mean = means(c)
    t = f"{c.amount(c.over)} + {c.pick('1', '1/2', c.amount(c.over))}"
    c.prepare("evident", f"1/2 <= {t}", supposed=[])
    c.prepare("monotone", f"1/2 <= {mean(t)}", supposed=[])
    return c.step("jensen", f"{mean(f'log({t})')} <= log({mean(t)})")


def shift(c):
    by, s = c.pick("1", "1", "0", "2", lambda: c.whole(c.over, 0)), c.fresh(c.over)
    low, high = c.ends(c.over)
    known = [c.applied(n, over, c.over) for n, (over, random, _) in c.defined.items() if random]
    t = c.pick(f"U({c.pick('1', '2', '0', '1/2', c.whole(c.over))})", f"U(1)*U({c.pick('1', '2')})", c.n(),
               c.chosen(c.over, "V", "W"), f"sum({s}, {low}, {high}, U({s}))",
               f"ind(W(1, U(1)) <= {c.pick('1', '3/2')})", f"ind(V(1, ceil(U(2))) <= {c.n(0)})", *known, *known)
    names = {*c.c.families, *(n for n, d in c.defined.items() if d[1])}
    moved = later(term(t), term(by), names)
    return {**c.step("shift", "E(1) == E(1)", by=term(by)), "goal": ["==", ["E", term(t)], ["E", moved]]}


def later(t, by, names):
    """A term (JSON) with the times of these symbols later by ``by``, and no other argument changed."""
    if isinstance(t, str):
        return t
    if t[0] == "fn" and t[1] in names and len(t) > 2:
        return ["fn", t[1], ["add", t[2], by], *t[3:]]
    return [t[0], *(later(x, by, names) if isinstance(x, list) else x for x in t[1:])]


CASES = {"monotone": monotone, "independent": independent, "tower": tower, "jensen": jensen, "shift": shift}
