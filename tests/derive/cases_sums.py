# SPDX-License-Identifier: Apache-2.0
"""Random steps by the schemas of derivation_sums, with false siblings of the last: (world, steps, siblings)."""

from fractions import Fraction

from hypothesis import strategies as st

from .build import ref, step, term
from .worlds import AMOUNTS, amount, number, put, some, worlds

MEMBER, TIME = {"j": "S"}, {"s": "integers >= 1"}
OF_J = ("g(j)", "w(j)", "V(s, j)", "U(s)", "a")  # summed over j
OF_M = ("x(m)", "q(m)", "U(m)", "m", "a")  # summed over m >= 1
OUTSIDE = ("U(s)", "a", "n", "x(s)")  # without an index
ENDS = st.sampled_from(["1", "2", "n", "n+1", "n-1", "0", "3"])
SERIES = step("whole", "limit", "sum(m, m0, oo, q(m)) <= b", {"m0": "integers"}, variable="N")


def _sum(draw):
    """A finite sum with a hole for its terms, its index, words for the terms, and words for terms >= 0."""
    if draw(st.booleans()):
        return f"sum(j, {draw(st.sampled_from('STR'))}, {{0}})", "j", OF_J, ("w(j)", "h(j)", "U(s)")
    return f"sum(m, 1, {draw(ENDS)}, {{0}})", "m", OF_M, ("q(m)", "U(m)", "m", "abs(x(m))")


def termwise(draw):
    """Term by term <=, ==, and <= for infinite series; terms that differ by what has no sign."""
    hole, _, words, positive = _sum(draw)
    t, more, moved = some(draw, words), amount(draw, positive, 1), some(draw, words, 1)
    bad = [step("c", "termwise", show, TIME) for show in (
        f"{hole.format(t)} <= {hole.format(f'{t} + {moved}')}", f"{hole.format(f'{t} + {more}')} <= {hole.format(t)}",
        f"{hole.format(t)} == {hole.format(f'{t} + {more}')}", f"{hole.format(t)} <= 0", f"0 <= {hole.format(moved)}",
        "sum(j, S, -h(j)) <= sum(j, T, -2*h(j))", "sum(m, 1, 3, abs(x(m))) <= sum(m, 1, 1, abs(x(m)))")]
    kind = draw(st.sampled_from(["<=", "==", "oo"]))
    if kind == "oo":
        less = step("less", "calc", "a*q(m) <= q(m)", {"m": "integers >= 1"}, **{"from": [ref("a.upper", "q(m)")]})
        return draw(worlds()), [SERIES, less, step("c", "termwise", "sum(m, 1, oo, a*q(m)) <= sum(m, 1, oo, q(m))")], [
            step("c", "termwise", "sum(m, 1, oo, q(m)) <= sum(m, 1, oo, a*q(m))"),
            step("c", "termwise", "sum(m, 1, oo, q(m)) <= 0")]
    other = f"{t} + {more}" if kind == "<=" else f"({t})*2 - ({t})"
    return draw(worlds()), [step("c", "termwise", f"{hole.format(t)} {kind} {hole.format(other)}", TIME)], bad


def linear(draw):
    """Coefficients without the index come out of a sum; one with the index, and one that was changed."""
    hole, _, words, _ = _sum(draw)
    c, d, one, two = some(draw, OUTSIDE, 1), number(draw), some(draw, words, 1), some(draw, words, 1)
    body = f"({c})*({one}) + {d}*({two})"
    parts = [[term(c), term(one)], [term(d), term(two)]]
    good = step("c", "linear", f"{hole.format(body)} == ({c})*{hole.format(one)} + {d}*{hole.format(two)}", TIME,
                parts=parts)
    over = {**TIME, "m": "integers [1, 2]", **MEMBER}
    bad = [
        step("c", "linear", f"{hole.format(body)} == ({c})*{hole.format(one)} + ({d}+1)*{hole.format(two)}", TIME,
             parts=[parts[0], [term(f"{d}+1"), term(two)]]),
        step("c", "linear", f"{hole.format(body)} == ({c})*{hole.format(one)}", TIME, parts=parts[:1]),
        step("c", "linear", f"{hole.format(f'({one})*({two})')} == ({one})*{hole.format(two)}", over,
             parts=[[term(one), term(two)]]),
    ]
    return draw(worlds()), [good], bad


def swap(draw):
    """Two finite sums, a sum and an expectation, a series and a sum change places; ranges that are others."""
    i, m = some(draw, ("g(i)", "g(j)", "w(j)", "V(1, i)"), 2), some(draw, ("g(j)", "V(m, j)", "x(m)", "U(m)"), 2)
    two, k = put(m, "m", "2"), put(m, "j", "k")
    good = [
        f"sum(i, S, sum(j, T, {i})) == sum(j, T, sum(i, S, {i}))",
        f"sum(m, 1, n, sum(j, S, {m})) == sum(j, S, sum(m, 1, n, {m}))",
        f"E(sum(j, S, {two})) == sum(j, S, E({two}))",
        f"sum(m, 1, 2, E({k})) == E(sum(m, 1, 2, {k}))",
        f"E(sum(m, 1, n, {k}), 1) == sum(m, 1, n, E({k}, 1))",
        "sum(m, 1, oo, sum(j, S, w(j)*q(m))) == sum(j, S, sum(m, 1, oo, w(j)*q(m)))",
        "sum(j, S, sum(m, 1, oo, w(j)*q(m))) == sum(m, 1, oo, sum(j, S, w(j)*q(m)))",
    ]
    factor = step("factor", "linear", "sum(m, 1, oo, w(j)*q(m)) == w(j)*sum(m, 1, oo, q(m))", MEMBER,
                  parts=[[term("w(j)"), term("q(m)")]])
    bad = [f"sum(i, S, sum(j, T, {i})) == sum(j, S, sum(i, T, {i}))",
           f"sum(m, 1, n, sum(j, S, {m})) == sum(j, S, sum(m, 1, n+1, {m}))",
           f"E(sum(j, S, {two})) == sum(j, T, E({two}))",
           "sum(m, 1, 3, sum(i, 1, m, x(i))) == sum(i, 1, 3, sum(m, 1, i, x(i)))"]
    show, over = draw(st.sampled_from(good)), {"k": "S"}
    inner = step("inner", "termwise", "0 <= sum(j, S, w(j)*q(m))", {"m": "integers"})
    steps = [SERIES, factor, inner] if "oo" in show else []
    if show.startswith("sum(j, S, sum(m, 1, oo"):  # its right side needs a bound
        bound = "sum(j, S, w(j)*sum(m, 1, oo, q(m)))"
        steps += [step("swapped", "swap", good[-2]),
                  step("bounds", "termwise", f"sum(j, S, sum(m, 1, oo, w(j)*q(m))) == {bound}"),
                  step("bound", "calc", f"sum(m, 1, oo, sum(j, S, w(j)*q(m))) == {bound}",
                       **{"from": [ref("swapped"), ref("bounds")]})]
    return draw(worlds()), [*steps, step("c", "swap", show, over)], [step("c", "swap", x, over) for x in bad]


def split(draw):
    """A sum in two parts, or without its last term; parts that overlap, leave a gap, or end elsewhere."""
    t, low, first, more = some(draw, OF_M), draw(st.integers(1, 2)), draw(st.integers(0, 2)), draw(st.integers(0, 2))
    middle, high = low + first - 1, low + first - 1 + more
    two = f"sum(m, {low}, {{0}}, {t}) == sum(m, {low}, {{1}}, {t}) + sum(m, {{2}}, {{3}}, {t})"
    good = [two.format(high, middle, middle + 1, high), two.format("n+2", "n", "n+1", "n+2"),
            f"sum(m, {low}, n+1, {t}) == sum(m, {low}, n, {t}) + ({put(t, 'm', '(n+1)')})",
            "sum(m, 1, oo, q(m)) == sum(m, 1, n, q(m)) + sum(m, n+1, oo, q(m))"]
    bad = [two.format(high, middle, middle, high), two.format(high, middle, middle + 2, high),
           two.format(high, high + 1, high + 2, high), two.format(high, middle, middle + 1, high + 1),
           f"sum(m, 1, 0, {t}) == sum(m, 1, -2, {t}) + sum(m, -1, 0, {t})"]
    k = draw(st.integers(0, 3))
    return draw(worlds()), [*[SERIES] * (k == 3), step("c", "split", good[k], TIME)], [
        step("c", "split", x, TIME) for x in bad]


def ends(draw):
    """One term, no term, no member; two terms, and a set with members."""
    world, t, e = draw(worlds()), some(draw, ("x(m)", "q(m)", "a")), draw(st.sampled_from(["0", "2", "n", "n-2"]))
    alone = put(t, "m", f"({e})")
    good = [(f"sum(m, {e}, {e}, {t}) == {alone}", []), (f"sum(m, {e}, {e}-1, {t}) == 0", []),
            ("sum(j, S, g(j)) == 0", ["sum(j, S, 1) <= 0"])]
    bad = [(f"sum(m, {e}, {e}+1, {t}) == {alone}", []), (f"sum(m, {e}, {e}, {t}) == 0", []),
           (f"sum(m, {e}, {e}-2, {t}) == {alone}", []), (f"sum(m, {e}-1, {e}-1, {t}) == {alone}", []),
           ("sum(j, S, g(j)) == 0", []), ("sum(j, S, g(j)) == 0", ["sum(j, S, 1) <= 1"])]
    show, given = draw(st.sampled_from(good))
    return world, [step("c", "ends", show, {}, given)], [step("c", "ends", show, {}, given) for show, given in bad]


def tail(draw):
    """A series that starts later; one that starts earlier, one of other terms."""
    first, more = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    good = step("c", "tail", f"sum(m, {first + more}, oo, q(m)) <= sum(m, {first}, oo, q(m))")
    bad = [f"sum(m, {first}, oo, q(m)) <= sum(m, {first + more + 1}, oo, q(m))",
           f"sum(m, {first + more}, oo, q(m)) < sum(m, {first}, oo, q(m))",
           f"sum(m, {first + 1}, oo, q(m)) <= sum(m, {first}, oo, a*q(m))"]
    return draw(worlds()), [SERIES, good], [step("c", "tail", x) for x in bad]


def subset(draw):
    """Terms >= 0 over a part of a set; terms of any sign, and the whole set on the left."""
    part, t = draw(st.sampled_from(["T", "R", "Q", "H(n)"])), amount(draw, ("w(j)", "h(j)", "U(s)", "abs(g(j))"))
    over = f"sum(j, {part}, {{0}}) <= sum(j, S, {{0}})"
    bad = [over.format(some(draw, OF_J)), over.format(f"{t} - 1"), f"sum(j, S, {t}) <= sum(j, {part}, {t})",
           f"sum(j, T, {t}) <= sum(j, R, {t})"]
    return draw(worlds()), [step("c", "subset", over.format(t), TIME)], [step("c", "subset", x, TIME) for x in bad]


def member(draw):
    """A term >= 0 of a sum; a term of a sum with other signs, and one that is not in the sum."""
    home, of = draw(st.sampled_from([("S", "S"), ("T", "T"), ("T", "S"), ("H(2)", "S")]))
    t, any_t = amount(draw, ("w(k)", "h(k)", "U(s)")), some(draw, ("g(k)", "w(k)", "V(s, k)"))
    show, over = "{0} <= sum(k, {1}, {2})", {**TIME, "j": home}

    def made(summand, of, over):
        return step("c", "member", show.format(put(summand, "k", "j"), of, summand), over, element="j")

    bad = [made(any_t, of, over), made("(w(k) - 1)", of, over), made("h(k)", "Q", over),
           made(t, "R", over), made(t, "T", {**TIME, "j": "S"}),
           step("c", "member", f"{put(t, 'k', 'j')} + 1/2 <= sum(k, {of}, {t})", over, element="j")]
    return draw(worlds()), [made(t, of, over)], bad


def divide(draw):
    """The members with g <= 1 and those with 1 < g; parts that overlap or leave some out."""
    t = some(draw, OF_J)
    show = "sum(j, {0}, {3}) == sum(j, {1}, {3}) + sum(j, {2}, {3})"
    good = draw(st.sampled_from([("S", "T", "R"), ("S", "R", "T")]))
    bad = [("S", "T", "Q"), ("S", "R", "Q"), ("S", "T", "T"), ("T", "T", "R"), ("S", "T", "S")]
    return draw(worlds()), [step("c", "divide", show.format(*good, t), TIME)], [
        step("c", "divide", show.format(*x, t), TIME) for x in bad]


def count(draw):
    """How many integers a range has; off by one, and a range turned round."""
    low, more = (draw(st.sampled_from(x)) for x in (["0", "1", "n", "-n", "2*n - 1"], ["n", "2*n", "0", "-1", "3"]))
    show = f"sum(m, {low}, ({low}) + {{0}}, 1) == {{1}}"
    bad = [show.format(more, f"({more}) + 2"), show.format(more, more), show.format("-4", "-3"),
           show.format("-n - 2", "-n - 1"), f"sum(m, {low}, ({low}) + ({more}), 2) == ({more}) + 1"]
    good = step("c", "count", show.format(f"({more})", f"({more}) + 1"))
    return draw(worlds()), [good], [step("c", "count", x) for x in bad]


def limit(draw):
    """Partial sums below a number; a smaller number, and terms that may be below 0."""
    first = draw(st.integers(0, 2))
    good = step("c", "limit", f"sum(m, {first}, oo, q(m)) <= b + {number(draw, AMOUNTS)}", variable="N")
    bad = [f"sum(m, {first}, oo, q(m)) <= b - 1/4", "sum(m, 1, oo, q(m)) <= a",
           "sum(m, 0, oo, q(m)) <= sum(m, 0, 1, q(m))", "sum(m, 0, oo, 2*q(m)) <= b"]
    captured = step("c", "limit", f"sum(m, {first}, oo, q(m)) <= sum(m, {first}, N, q(m))",
                    {"N": f"integers [{first}, {first} + 1]"}, variable="N")
    return draw(worlds()), [good], [captured, *(step("c", "limit", x, variable="N") for x in bad)]


def layers(draw):
    """Sets cut at c(l), and ranges; a member below the first cut, and layers that are others."""
    cuts = [("l", "1", "1"), ("2*l - 1", "1", "1"), ("l/2", "1/2", "1/2"), ("3*l", "3", "3")]
    c, above, slope = draw(st.sampled_from(cuts))
    world = draw(worlds(lowest=Fraction(above)))
    world.layer, world.above = c, above
    t, fields = amount(draw, ("w(j)", "h(j)", "a", "g(j)**2")), {"bounds": term(c), "slope": term(slope)}
    inner = step("inner", "termwise", f"0 <= sum(j, H(l), {t})", {"l": "integers >= 1"})
    good = step("c", "layers", f"sum(l, 1, oo, sum(j, H(l), {t})) == sum(j, S, {t})", **fields)
    bad = [step("c", "layers", f"sum(l, 1, oo, sum(j, H(l), {t})) == sum(j, T, {t})", **fields),
           step("c", "layers", f"sum(l, 2, oo, sum(j, H(l), {t})) == sum(j, S, {t})", **fields),
           step("c", "layers", f"sum(l, 1, oo, sum(j, H(l), {t})) == sum(j, S, {t} + 1)", **fields)]
    if draw(st.booleans()) and "/" not in c:
        low, high = f"({c})", f"({put(c, 'l', '(l+1)')})"
        range_of = "sum(m, {0}, {1} - 1, q(m))"
        inner = step("inner", "termwise", f"0 <= {range_of.format(low, high)}", {"l": "integers >= 1"})
        show = f"sum(l, 1, oo, {range_of}) == sum(m, {{2}}, oo, q(m))"
        good = step("c", "layers", show.format(low, high, above), **fields)
        bad = [step("c", "layers", show.format(low, high, int(above) + 1), **fields),
               step("c", "layers", show.format(low, f"{high} + 1", above), **fields),
               step("c", "layers", show.format(low, high, int(above) - 1), **fields)]
        return world, [SERIES, inner, good], bad
    if draw(st.booleans()):  # the first cut may be above a member
        world.above = "0"
        world.tables["h"] = {j: draw(AMOUNTS) for j in world.members}
        return world, [], [good], [inner]
    return world, [inner, good], bad


CASES = {"termwise": termwise, "linear": linear, "swap": swap, "split": split, "ends": ends, "tail": tail,
         "subset": subset, "member": member, "divide": divide, "count": count, "limit": limit, "layers": layers}
