# SPDX-License-Identifier: Apache-2.0
"""Random steps about expectations, symbols and other theories, each with false siblings: (world, steps, siblings)."""

from hypothesis import strategies as st

from .build import step, term
from .worlds import AMOUNTS, amount, number, some, worlds

MEMBER, PAST = {"j": "S"}, {"m": "integers [0, 1]", "j": "S"}
LATER = ("U(m+1)", "V(m+1, j)", "g(j)", "a")  # of time m + 1 alone
KNOWN = ("M(m)", "g(j)", "a", "n", "sum(s, 1, m, U(s))")  # known at time m
ALL = (*LATER, "M(m)", "M(m+1)", "sum(s, 1, m+1, U(s))")
POSITIVE = ("U(m+1)", "M(m)", "w(j)", "a", "abs(V(m+1, j))", "M(m+1)")
AFTER = st.sampled_from(["", ", m", ", m+1"])


def monotone(draw):
    """s <= t at every outcome; s <= t at some outcomes, and a bound that is a little too small."""
    t, more, given = some(draw, ALL), amount(draw, POSITIVE, 1), draw(AFTER)
    either, low = some(draw, ALL, 1), number(draw, AMOUNTS)
    good = [f"E({t}{given}) <= E({t} + {more}{given})", f"E({t}{given}) < E({t} + {more} + 1/8{given})",
            f"E(({t})*2 - ({t}){given}) == E({t}{given})", f"E(U(m+1)*0 + 1 - U(m+1){given}) <= 1",
            f"-({low}) <= E({more}{given})"]
    bad = [(f"E({t}{given}) <= E({t} + {either}{given})", []), (f"E({t} + {more}{given}) <= E({t}{given})", []),
           (f"E({t}{given}) < E({t} + {more}{given})", []), (f"E({either}{given}) <= {number(draw)}", []),
           (f"E({t}{given}) <= {t} + {more}", []), ("a <= E(U(m+1))", ["a <= U(m+1)"]),
           ("E(U(m+1), m) <= a/2", ["U(m+1) <= a/2"])]
    return draw(worlds()), [step("c", "monotone", draw(st.sampled_from(good)), PAST)], [
        step("c", "monotone", show, PAST, given) for show, given in bad]


def linear(draw):
    """Numbers come out of E, and out of E(., m) what is known at time m; a factor that is not known yet."""
    one, two, given = f"(U(m+1) + {some(draw, ALL, 1)})", f"({some(draw, ALL, 1)} - U(m+1))", draw(AFTER)
    c, d = some(draw, KNOWN if given else ("g(j)", "a", "x(m)"), 1), number(draw)
    show = f"E(({c})*({one}) + {d}*({two}) - 1{given}) == ({c})*E({one}{given}) + {d}*E({two}{given}) - 1"
    good = step("c", "linear", show, PAST, parts=[[term(c), term(one)], [term(d), term(two)], ["-1", "1"]])
    later = some(draw, ("U(m+1)", "V(m+1, j)", "M(m+1)"), 1)
    bad = [step("c", "linear", f"E(({one})*({two}){given}) == E({one}{given}) + E({two}{given})", PAST,
                parts=[["1", term(one)], ["1", term(two)]]),
           step("c", "linear", f"E(({later})*({one}){given}) == ({later})*E({one}{given})", PAST,
                parts=[[term(later), term(one)]]),
           step("c", "linear", f"E(M(m)*({one})) == M(m)*E({one})", PAST, parts=[[term("M(m)"), term(one)]]),
           step("c", "linear", f"E(({c})*({one}){given}) == ({c})*E({one}{given}) + {d}", PAST,
                parts=[[term(c), term(one)]])]
    return draw(worlds()), [good], bad


def swap(draw):
    """A sum and an expectation; a sum whose range is another one."""
    t, part = some(draw, ALL), draw(st.sampled_from("ST"))
    show = f"E(sum(j, {part}, {t}){{0}}) == sum(j, {{1}}, E({t}{{0}}))"
    given, over = draw(AFTER), {"m": "integers [0, 1]"}
    back = f"sum(j, {part}, E({t}{given})) == E(sum(j, {part}, {t}){given})"
    good = draw(st.sampled_from([show.format(given, part), back]))
    bad = [show.format(given, "R"), show.format(", m", part).replace("m))", "m+1))")]
    return draw(worlds()), [step("c", "swap", good, over)], [step("c", "swap", x, over) for x in bad]


def independent(draw):
    """What depends on time m + 1 alone; on the past as well, or on what is only adapted."""
    t, known = some(draw, LATER), some(draw, ("M(m+1)", "M(m)", "sum(s, 1, m+1, U(s))"), 1)
    bad = [f"E({x}, m) == E({x})" for x in (known, f"({t})*({known})", f"({t}) + ({known})")]
    bad.append(f"E({t}, m) == E({t} + {number(draw)})")
    bad.append(f"E({t}, m+1) == E({t})")
    return draw(worlds()), [step("c", "independent", f"E({t}, m) == E({t})", PAST)], [
        step("c", "independent", x, PAST) for x in bad]


def tower(draw):
    """E(E(t, m)) == E(t); another quantity, and a product with a conditional expectation."""
    t, u, m = some(draw, ALL), some(draw, ALL, 1), draw(st.sampled_from(["m", "m+1", "0", "2"]))
    bad = [f"E(E({t}, {m})) == E({u})", f"E(E({t}, {m})*({u})) == E({t})", f"E(E({t}, {m}), 0) == E({t} + {u})",
           f"E({t}, {m}) == E({t})"]
    good = step("c", "tower", f"E(E({t}, {m})) == E({t})", PAST)
    return draw(worlds()), [good], [step("c", "tower", x, PAST) for x in bad]


def jensen(draw):
    """E log t <= log E t; the other way round, without a positive lower bound, and with another quantity."""
    t, given, low = amount(draw, POSITIVE), draw(AFTER), number(draw, AMOUNTS.filter(bool))
    away = step("away", "evident", f"{low} <= {t} + {low}", PAST)
    left, right = f"E(log({t} + {low}){given})", f"log(E({t} + {low}{given}))"
    mean = step("mean", "monotone", f"{low} <= E({t} + {low}{given})", PAST)
    good = step("c", "jensen", f"{left} <= {right}", PAST)
    bad = [f"{right} <= {left}", f"{left} < {right}", f"{right} == {left}", f"{left} <= log(E({t}{given}))",
           f"{left} <= log(E({low}{given}))", f"{left} <= log({low})"]
    return draw(worlds()), [away, mean, good], [step("c", "jensen", x, PAST) for x in bad]


def shift(draw):
    """All times later by c; some times only, times of a process, and families with other laws at other times."""
    t, c = some(draw, ("U(1)", "U(2)", "V(1, j)", "g(j)", "sum(s, 1, 2, U(s))")), draw(st.sampled_from(["0", "1"]))
    moved = t.replace("U(1)", f"U(1 + {c})").replace("U(2)", f"U(2 + {c})").replace("V(1, j)", f"V(1 + {c}, j)")
    moved = moved.replace("U(s)", f"U(s + {c})")
    pair = some(draw, ("U(1)", "V(1, j)"), 1)
    half = f"E(({pair})*U(1)) == E(({pair})*U(1 + 1))"
    bad = [(f"E({t}) == E({moved} + 1/4)", c), (half, "1"), ("E(M(1)*U(1)) == E(M(1 + 1)*U(1 + 1))", "1"),
           (f"E({t}, 1) == E({moved}, 1)", c), (f"E({t}*U(1)) == E({moved}*U(1))", c)]
    return draw(worlds()), [step("c", "shift", f"E({t}) == E({moved})", MEMBER, by=c)], [
        step("c", "shift", show, MEMBER, by=term(by)) for show, by in bad]


CASES = {"monotone": monotone, "linear under E": linear, "swap with E": swap, "independent": independent,
         "tower": tower, "jensen": jensen, "shift": shift}
