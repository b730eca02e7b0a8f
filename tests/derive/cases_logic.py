# SPDX-License-Identifier: Apache-2.0
"""Random steps by the schemas of derivation_logic, with false siblings of the last: (world, steps, siblings)."""

from functools import lru_cache

from hypothesis import strategies as st

from proofcheck.decide import decide
from proofcheck.parse import statement_from_parts

from .build import ref, relation, step, term
from .worlds import AMOUNTS, PLAIN, amount, number, put, some, worlds

MEMBER = {"j": "S"}
TIMED = {"s": "integers >= 1", "j": "S"}
RANDOM = ("U(s)", "V(s, j)", "g(j)", *PLAIN)
AT_LEAST_0 = ("w(j)", "h(j)", "q(s)", "U(s)", "a", "n", "abs(x(s))")

CLAIMS = {
    "product": ({"x": "[0, 1]", "y": "[0, 1]"}, [], "x*y <= x"),
    "mean": ({"x": "(-oo, oo)", "y": "(-oo, oo)"}, [], "x*y <= (x**2 + y**2)/2"),
    "ordered": ({"x": "[0, oo)", "y": "(-oo, oo)", "z": "(-oo, oo)"}, ["y <= z"], "x*y <= x*z"),
    "least": ({"x": "integers >= 1"}, [], "x <= x**2"),
}


@lru_cache
def claim(name):
    """A claim with its certificate."""
    statement = statement_from_parts(*CLAIMS[name], name)
    return {"statement": statement.to_json(), "proof": decide(statement, timeout=20).proof}


def at(**terms):
    return {name: term(t) for name, t in terms.items()}


def use(draw):
    """Terms in the claim's domain; terms outside it, a claim without its hypothesis, and more than it says."""
    world, name = draw(worlds()), draw(st.sampled_from(sorted(CLAIMS)))
    shares = ("U(s)", "a", "(1 - U(s))", "(1/2)", "(a/2)")
    x, y, z = draw(st.sampled_from(shares)), draw(st.sampled_from(shares)), some(draw, RANDOM)
    if name == "product":
        good = step("c", "use", f"{x}*{y} <= {x}", TIMED, claim=name, at=at(x=x, y=y))
        bad = [step("c", "use", f"{x}*({y}+1) <= {x}", TIMED, claim=name, at=at(x=x, y=f"{y}+1")),
               step("c", "use", f"{x}*{y} <= {x} - 1/4", TIMED, claim=name, at=at(x=x, y=y)),
               step("c", "use", f"V(s, j)*{y} <= V(s, j)", TIMED, claim=name, at=at(x="V(s, j)", y=y))]
    elif name == "mean":
        good = step("c", "use", f"({z})*{x} <= (({z})**2 + {x}**2)/2", TIMED, claim=name, at=at(x=z, y=x))
        bad = [step("c", "use", f"({z})*{x} <= (({z})**2 + {x}**2)/4", TIMED, claim=name, at=at(x=z, y=x))]
    elif name == "ordered":
        more = amount(draw, AT_LEAST_0)
        given = [f"{z} <= {z} + {more}"]
        good = step("c", "use", f"w(j)*({z}) <= w(j)*({z} + {more})", TIMED, given, claim=name,
                    at=at(x="w(j)", y=z, z=f"{z} + {more}"))
        bad = [step("c", "use", f"w(j)*({z}) <= w(j)*V(s, j)", TIMED, claim=name, at=at(x="w(j)", y=z, z="V(s, j)")),
               step("c", "use", f"g(j)*({z}) <= g(j)*({z} + {more})", TIMED, given, claim=name,
                    at=at(x="g(j)", y=z, z=f"{z} + {more}"))]
    else:
        good = step("c", "use", "n + s <= (n + s)**2", TIMED, claim=name, at=at(x="n + s"))
        bad = [step("c", "use", "a <= a**2", TIMED, claim=name, at=at(x="a")),
               step("c", "use", "n - 3 <= (n - 3)**2 - 1", TIMED, claim=name, at=at(x="n - 3"))]
    return world, [good], bad


def calc(draw):
    """Bounds with multipliers >= 0, and a term added on both sides; negative multipliers, and a gap too small."""
    bounds = [("w.lower", "0", "w(j)"), ("U.lower", "0", "U(s)"), ("U.upper", "U(s)", "1"),
              ("V.lower", "-1", "V(s, j)"), ("V.upper", "V(s, j)", "1"), ("h.lower", "1", "h(j)"),
              ("a.upper", "a", "1")]
    variables = {"w": {"j": "j"}, "h": {"j": "j"}, "U": {"s": "s"}, "V": {"s": "s", "j": "j"}, "a": {}}
    left, right, refs = [], [], []
    for name, low, high in draw(st.lists(st.sampled_from(bounds), min_size=1, max_size=3, unique=True)):
        times = draw(st.sampled_from(["w(j)", "U(s)", "a", number(draw, AMOUNTS)]))
        left.append(f"{times}*({low})")
        right.append(f"{times}*({high})")
        refs.append(ref(name, times, **variables[name.split(".")[0]]))
    more, moved = some(draw, RANDOM), some(draw, RANDOM)
    good = f"{more} + {moved} + {' + '.join(left)} <= {' + '.join(right)} + {more} + {moved}"
    flipped = [{**r, "times": ["neg", r["times"]]} for r in refs]
    bad = [
        ("c", f"{more} + {' + '.join(left)} <= {' + '.join(right)} + {more} - 1/8", refs),
        ("c", f"{' + '.join(right)} <= {' + '.join(left)}", flipped),
        ("c", f"{' + '.join(left)} < {' + '.join(right)}", refs),
        ("c", f"{' + '.join(left)} == {' + '.join(right)}", refs),
    ]
    return draw(worlds()), [step("c", "calc", good, TIMED, **{"from": refs})], [
        step(id, "calc", show, TIMED, **{"from": used}) for id, show, used in bad]


def evident(draw):
    """A term that is >= 0 by its signs; less than it, and a term of either sign."""
    t = amount(draw, AT_LEAST_0)
    good = [f"0 <= {t}", f"-({t}) <= 1/4", f"{t} <= {t} + {number(draw, AMOUNTS)}", f"0 < 1 + {t}"]
    bad = [f"1/8 <= {t}", f"{t} <= 0", f"0 <= {some(draw, RANDOM)}", f"0 < {t}", f"{t} == 0"]
    return draw(worlds()), [step("c", "evident", draw(st.sampled_from(good)), TIMED)], [
        step("c", "evident", show, TIMED) for show in bad]


def equal(draw):
    """s == t where s <= t and t <= s are supposed; where one of them is not."""
    t, u = (some(draw, ("U(s)", "V(s, j)", "g(j)", "x(s)", "a", "n"), 1) for _ in range(2))
    s = f"{draw(st.sampled_from(['min', 'max']))}({t}, {u})"
    one, other = f"{s} <= {t}", f"{t} <= {s}"
    bad = [step("c", "equal", f"{s} == {t}", TIMED, given) for given in ([one], [other], [])]
    return draw(worlds()), [step("c", "equal", f"{s} == {t}", TIMED, [one, other])], bad


def induction(draw):
    """A closed form of a sum, by its first term and its steps; one that is wrong at the start, and one wrong later."""
    c, d, first = number(draw), number(draw), draw(st.integers(-1, 2))
    form = f"({c}*{{0}}**2 + {d}*{{0}})"
    t = f"{form.format('m')} - {form.format('(m-1)')}"
    total, closed = f"sum(m, {first}, {{0}}, {t})", f"{form.format('{0}')} - {form.format(f'({first}-1)')}"
    over = {"N": f"integers >= {first}"}
    steps = [
        step("one", "ends", f"{total.format(first)} == {put(t, 'm', f'({first})')}"),
        step("start", "calc", f"{total.format(first)} == {closed.format(f'({first})')}", **{"from": [ref("one")]}),
        step("more", "split", f"{total.format('N+1')} == {total.format('N')} + ({put(t, 'm', '(N+1)')})", over),
        step("step", "calc", f"{total.format('N+1')} == {closed.format('(N+1)')}", over,
             [f"{total.format('N')} == {closed.format('N')}"], **{"from": [ref("@given.0"), ref("more", N="N")]}),
    ]
    good = step("c", "induction", f"{total.format('N')} == {closed.format('N')}", over, variable="N")
    bad = [step("c", "induction", f"{total.format('N')} == {closed.format('N')} + {shift}", over, variable="N")
           for shift in ("1", "(N + 1/2)")]
    world = draw(worlds())  # x(1) alone is above 0, so x(N) <= 0 does not pass from 0 to 1
    world.tables["x"].update({i: -abs(x) for i, x in world.tables["x"].items()} | {1: draw(AMOUNTS) + 1})
    world.assumptions += [("zero", {}, "x(0) <= 0"), ("jump", {"i": "integers >= 1"}, "x(i+1) <= 0")]
    later = {"N": "integers >= 0"}
    bad += [step("c", "induction", "x(N) <= 0", later, given, variable="N") for given in ([], ["1 <= N"])]
    return world, [*steps, good], bad


def cases(draw):
    """What holds where x <= c and where c < x, x random; with one case only."""
    x, c = some(draw, ("U(s)", "V(s, j)", "g(j)"), 1), some(draw, PLAIN, 1)
    event, gap = f"ind({x} <= {c})", f"({c} - ({x}))"
    steps = [
        step("in", "indicator", f"{event} == 1", TIMED, [f"{x} <= {c}"]),
        step("out", "indicator", f"{event} == 0", TIMED, [f"{c} < {x}"]),
        step("one", "calc", f"0 <= {event}*{gap}", TIMED, [f"{x} <= {c}"],
             **{"from": [ref("@given.0"), ref("in", f"-{gap}", s="s", j="j")]}),
        step("two", "calc", f"0 <= {event}*{gap}", TIMED, [f"{c} < {x}"],
             **{"from": [ref("out", f"-{gap}", s="s", j="j")]}),
    ]
    good = step("c", "cases", f"0 <= {event}*{gap}", TIMED, on=relation(f"{x} <= {c}"))
    bad = [step("c", "cases", show, TIMED, on=relation(f"{x} <= {c}"))
           for show in (f"0 <= (1 - {event})*{gap}", f"0 <= {gap}", f"{event}*{gap} <= 0", f"0 < {event}*{gap}")]
    return draw(worlds()), [*steps, good], bad


def indicator(draw):
    """1 where s <= t, 0 where t < s, between 0 and 1; the other way round."""
    s, t = (some(draw, RANDOM, 1) for _ in range(2))
    event, yes, no = f"ind({s} <= {t})", [f"{s} <= {t}"], [f"{t} < {s}"]
    good = [(f"{event} == 1", yes), (f"{event} == 0", no), (f"0 <= {event}", []), (f"{event} <= 1", [])]
    bad = [(f"{event} == 0", yes), (f"{event} == 1", no), (f"{event} == 1", []), (f"{event} == 0", []),
           (f"1 <= {event}", []), (f"{event} <= 0", []), (f"{event} == 1/2", no), (f"{event} <= 1/2", yes)]
    show, given = draw(st.sampled_from(good))
    return draw(worlds()), [step("c", "indicator", show, TIMED, given)], [
        step("c", "indicator", show, TIMED, given) for show, given in bad]


def integers(draw):
    """s <= t for integers with s < t + 1; numbers that are no integers, and t + 2."""
    whole = ["s", "n", "2*n - s", "ceil(x(s))", "floor(x(n))", "s + n"]
    s, t, any_of = draw(st.sampled_from(whole)), draw(st.sampled_from(whole)), some(draw, ("U(s)", "x(s)", "g(j)"), 1)
    good = step("c", "integers", f"{s} <= {t}", TIMED, [f"{s} < {t} + 1"])
    bad = [step("c", "integers", f"{any_of} <= {t}", TIMED, [f"{any_of} < {t} + 1"]),
           step("c", "integers", f"{s} <= {any_of}", TIMED, [f"{s} < {any_of} + 1"]),
           step("c", "integers", "a + x(s) <= x(s)", TIMED, ["a + x(s) < x(s) + 1"]),
           step("c", "integers", f"{s} <= {t}", TIMED, [f"{s} < {t} + 2"])]
    return draw(worlds()), [good], bad


def witness(draw):
    """What holds for each member of a set that has one and does not mention it; a set that may have none."""
    world = draw(worlds())
    c = draw(AMOUNTS) if not world.members else min(world.tables["h"].values())
    d = c - 1 if not world.members else max(world.tables["h"].values())
    world.assumptions += [("low", MEMBER, f"({c}) <= h(j)"), ("high", MEMBER, f"h(j) <= ({d})")]
    between = step("between", "calc", f"({c}) <= ({d})", MEMBER, **{"from": [ref("low", j="j"), ref("high", j="j")]})
    found = step("c", "witness", f"({c}) <= ({d})", variable="j", **{"in": term("S")})
    if not world.members:
        return world, [], [found], [between]
    world.assumptions.append(("some", {}, "0 < sum(j, S, 1)"))
    bad = [step("c", "witness", f"({d}) <= ({c}) - 1/2", variable="j", **{"in": term("S")}),
           step("c", "witness", f"({d}) + 1/2 <= ({c})", variable="j", **{"in": term("T")})]
    return world, [between, found], bad


CASES = {"use": use, "calc": calc, "evident": evident, "equal": equal, "induction": induction, "cases": cases,
         "indicator": indicator, "integers": integers, "witness": witness}
