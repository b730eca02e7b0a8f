# SPDX-License-Identifier: Apache-2.0
"""Found by review: imports that once proved something false: an image is undefined, or a name has two meanings."""

import pytest

from proofcheck.kernel.verdict import Rejected, Status

from ..kernel.build import each
from .build import document, verdict
from .text import at, binder, brought, calc, define, family, function, parameter, r, step, supposed, t

# An assumption or a fact speaks of an image where it is undefined.

N, N1, K = binder("n"), binder("n", "1"), binder("k")
AT_0 = binder("z", "0", "0")


def numbers(n, goal, *steps):
    """A theory of numbers f(n), of which something is assumed for all n."""
    return document({"declarations": [function("f", n)], "assumptions": [supposed("A", goal, n)]}, *steps)


FROM_1 = numbers(N1, "n*f(n) == 1", calc("x", "1 <= n*f(n)", at("A", "-1", n="n"), binders=[N1]))
INVERSE_AT_0 = numbers(N, "n*f(n) == 1", calc("x", "1 <= 0", at("A", "-1", n="0")))
PRODUCT_AT_0 = document(
    {"declarations": [function("f", binder("z"))]},
    step("zero", "equal", "z == 0", AT_0),
    calc("x", "z*f(z) == 0", at("zero", "f(z)", z="z"), binders=[AT_0]))
STRICT_AT_0 = document(
    {"declarations": [function("f", binder("z"))]},
    step("zero", "equal", "z == 0", AT_0),
    calc("zf", "1 == 1 - f(z)*z", at("zero", "f(z)", z="z"), binders=[AT_0]),
    step("x", "evident", "0 < 1 - f(z)*z", AT_0))
POSITIVE = document(  # a*g == 1 and 0 <= a, g: so 0 < g.
    {"declarations": [function("a"), function("g")], "assumptions": [
        supposed("A", "a*g == 1"), supposed("B", "0 <= a"), supposed("C", "0 <= g")]},
    calc("lie", "1 <= 0", at("A", "-1"), at("@given.0", "a"), given=["g <= 0"]),
    calc("lie1", "1 <= g", at("lie"), at("C"), given=["g <= 0"]),
    step("lie2", "evident", "0 < g", given=["g <= 0"]),
    step("x", "cases", "0 < g", on=r("g <= 0")))
NOT_0 = document(  # z is an integer >= 0 with an inverse: so 1 <= z.
    {"parameters": [parameter("z", "0", kind="int")], "declarations": [function("c")],
     "assumptions": [supposed("A", "c*z == 1")]},
    step("zero", "equal", "z == 0", given=["z <= 0"]),
    calc("lie", "1 <= 0", at("A", "-1"), at("zero", "c"), given=["z <= 0"]),
    calc("low", "1 <= z", at("lie", "1 - z"), given=["z <= 0"]),
    step("high", "integers", "1 <= z", given=["0 < z"]),
    step("x", "cases", "1 <= z", on=r("z <= 0")))
IN_A_BOUND = document(  # Every m >= floor(q*c) is >= 1, where q >= 0: so 0 < q.
    {"parameters": [parameter("q", "0")], "declarations": [function("c")], "assumptions": [
        supposed("A", "1 <= m", binder("m", "floor(q*c)"))]},
    step("zero", "equal", "q == 0", given=["q <= 0"]),
    calc("low", "floor(q*c) <= 0", given=["q <= 0"], rewrite=[at("zero")]),
    calc("lie", "1 <= 0", at("A", m="0"), given=["q <= 0"]),
    step("one", "evident", "0 < 1"),
    calc("lie1", "0 < q", at("one"), at("lie"), at("zero", "-1"), given=["q <= 0"]),
    step("x", "cases", "0 < q", on=r("q <= 0")))

# An image is defined at whole numbers, and used at others.

HALF = numbers(N, "(n - 1)**2*f(n/2) == 1", calc("x", "1 <= 0", at("A", "-1", n="1")))
WHOLE = numbers(N, "(2*n - 1)**2*f(n) == 1", calc("x", "f(1) == 1", at("A", n="1")))
ODD = [step("odd0", "evident", "0 < (2*k - 1)**2", K, given=["k <= 0"]),
       step("one", "integers", "1 <= k", K, given=["0 < k"]),
       step("odd1", "evident", "0 < (2*k - 1)**2", K, given=["1 <= k"]),
       calc("odd2", "0 < (2*k - 1)**2", at("odd1", k="k"), binders=[K], given=["0 < k"]),
       step("odd", "cases", "0 < (2*k - 1)**2", K, on=r("k <= 0"))]


def real_argument(kind="real"):
    """x is >= 1/2, and 2*x - 1 has an inverse: so 1/2 < x."""
    return document(
        {"parameters": [parameter("x", "1/2" if kind == "real" else "1", "1", kind)],
         "declarations": [function("f", N)], "assumptions": [supposed("A", "f(x)*(2*x - 1)**2 == 1")]},
        step("half", "evident", "0 < 1/2"),
        step("eq", "equal", "x == 1/2", given=["x <= 1/2"]),
        calc("square", "(2*x - 1)**2 == 0", given=["x <= 1/2"], rewrite=[at("eq")]),
        calc("lie", "1 <= 0", at("A", "-1"), at("square", "f(x)"), given=["x <= 1/2"]),
        calc("lie1", "1/2 < x", at("half"), at("lie", "1/2"), at("eq", "-1"), given=["x <= 1/2"]),
        step("x", "cases", "1/2 < x", on=r("x <= 1/2")))


# A name has two meanings.


def below(name):
    """c <= 0, as c <= m for every m >= 0, where the variable m has this name."""
    below = supposed("A", f"c <= {name}", binder(name, "0"))
    return document({"declarations": [function("c")], "assumptions": [below]},
                    calc("x", "c <= 0", at("A", **{name: "0"})))


def below_a_parameter(name):
    below = supposed("A", f"b <= {name}", binder(name, "0"))
    return document({"parameters": [parameter("b")], "assumptions": [below]},
                    calc("x", "b <= 0", at("A", **{name: "0"})))


def least(name):
    """D(0) == min(0, 2), where D has a variable of this name."""
    return document({}, define("D", f"min({name}, 2)", binder(name, "0")),
                    calc("x", "D(0) == min(0, 2)", at("def.D", **{name: "0"})))


def bounded(name):
    """A parameter of this name is >= 1."""
    return document({"parameters": [parameter(name, "1")]},
                    {"id": "x", "rule": "evident", "goal": ["<=", "1", ["var", name]]})


def ranged(name):
    """A family of this name is <= 1."""
    return document({"declarations": [family(name, binder("s", "1"))]},
                    {"id": "x", "rule": "calc", "goal": ["<=", ["fn", name, "1"], "1"],
                     "from": [at(f"{name}.upper", s="1")]})


def overwritten(name):
    """A parameter of this name is >= 1; then lower is defined to be 3."""
    return document({"parameters": [parameter(name, "1")]}, define("lower", "3"),
                    {"id": "x", "rule": "evident", "goal": ["<=", "1", ["var", name]]})


W, W1 = {"parameters": [parameter("w", "0")]}, {"parameters": [parameter("w", "1")]}
WHOLE_W, WHOLE_W1 = binder("w", "0"), binder("w", "1")
HOST_K = {"parameters": [parameter("K", "2", kind="int")]}
INVERSE, NEXT, ODD_INVERSE = ({"f": [["k"], t(text)]} for text in ("1/k", "k + 1", "1/(2*k - 1)**2"))
A_AND_G, C_INVERSE = {"a": [[], t("1/w")], "g": [[], t("w")]}, {"c": [[], t("1/w")]}
Z_W, Q_W = {"z": t("w")}, {"q": t("w")}
WORD, IN_USE = "def is a word of the language", "a variable is in use: rename it"
P_HALF, P_ONE = ({"parameters": [parameter("p", *ends)]} for ends in (("1/2", "1"), ("1", "1", "int")))
TWO = calc("m", "2 == min(K, 2)")

# (what is wrong, document, reason)
REFUSED = [
    ("an assumption is undefined with the image", brought(
        INVERSE_AT_0, "1 <= 0", images=INVERSE), "not shown: < 0 <= n"),
    ("a fact is undefined with the image, in normal form 1 <= 0", brought(
        PRODUCT_AT_0, "1 <= 0", AT_0, images=INVERSE, after=[calc("end", "1 <= 0", at("y", z="0"))]),
     "not shown: < 0 <= z"),
    ("a fact is undefined with the image, in normal form 0 < 0", brought(
        STRICT_AT_0, "0 < 0", AT_0, images=INVERSE, after=[calc("end", "0 < 0", at("y", z="0"))]),
     "not shown: < 0 <= z"),
    ("an image without arguments is undefined at a value of a parameter", brought(
        POSITIVE, "0 < w", context=W, images=A_AND_G), "not shown: < 0 <= w"),
    ("an image is undefined at a value of an outer variable", brought(
        POSITIVE, "0 < w", WHOLE_W, outer=1, images=A_AND_G, after=[calc("end", "0 < 0", at("y", w="0"))]),
     "not shown: < 0 <= w"),
    ("an image is undefined at a value of what is put for a parameter", brought(
        NOT_0, "1 <= w", WHOLE_W, outer=1, at=Z_W, images=C_INVERSE), "not shown: < 0 <= w"),
    ("an image is undefined in the bound of a variable of an assumption", brought(
        IN_A_BOUND, "0 < w", context=W, at=Q_W, images=C_INVERSE), "not shown: < 0 <= w"),
    ("an image defined at whole numbers is used at halves", brought(
        HALF, "1 <= 0", before=ODD, images=ODD_INVERSE), "n/2 is random or not known to be an integer"),
    ("an image defined at whole numbers is used at a real parameter", brought(
        real_argument(), "1/2 < p", context=P_HALF, before=ODD, at={"x": t("p")}, images=ODD_INVERSE),
     "x is random or not known to be an integer"),
    ("an image is no declared symbol", brought(
        document({"declarations": [function("c")]}, step("x", "evident", "0 <= 1")), "0 <= 1",
        images={"c": [[], ["fn", "unknown"]]}), "unknown: no declared function"),
    ("a parameter is called def, so its bound passes for a definition", brought(
        bounded("def"), "1 <= 0", at={"def": "0"}), WORD),
    ("a family is called def, so its range passes for a definition", brought(
        ranged("def"), "5 <= 1", images={"def": [["s"], "5"]}), "bad or repeated name 'def'"),
    ("a definition takes the place of a bound", overwritten("def"), WORD),
    ("a variable of an assumption has the name of a parameter, and its bounds", brought(
        below("K"), "2 <= 0", context=HOST_K, images={"c": [[], "2"]}), IN_USE),
    ("such a variable takes the bounds of a parameter from the term put for another", brought(
        below_a_parameter("K"), "2 <= 0", context=HOST_K, at={"b": "2"}), IN_USE),
    ("a variable of a definition has the name of a parameter, and its bounds", brought(
        least("K"), "2 == min(0, 2)", context=HOST_K, before=[TWO], images={"D": [["n"], "2"]}), IN_USE),
    ("the fact is said in other words", brought(FROM_1, "0 <= n*(1/n)", N1, images=INVERSE),
     "it is not that fact with the terms put in"),
]
GOOD = [
    ("an image defined wherever the symbol is", brought(FROM_1, "1 <= n*(1/n)", N1, images=INVERSE)),
    ("a fact defined with the image", brought(PRODUCT_AT_0, "z*(z + 1) == 0", AT_0, images=NEXT)),
    ("a strict fact defined with the image", brought(STRICT_AT_0, "0 < 1 - (z + 1)*z", AT_0, images=NEXT)),
    ("an image defined at all values of a parameter", brought(POSITIVE, "0 < w", context=W1, images=A_AND_G)),
    ("an image defined at all values of an outer variable", brought(
        POSITIVE, "0 < w", WHOLE_W1, outer=1, images=A_AND_G)),
    ("an image defined at all values of what is put for a parameter", brought(
        NOT_0, "1 <= w", WHOLE_W1, outer=1, at=Z_W, images=C_INVERSE)),
    ("an image defined in the bound of a variable of an assumption", brought(
        IN_A_BOUND, "0 < w", context=W1, at=Q_W, images=C_INVERSE)),
    ("an image defined at whole numbers is used at one", brought(
        WHOLE, "1/(2*1 - 1)**2 == 1", before=ODD, images=ODD_INVERSE)),
    ("an image defined at whole numbers is used at a whole parameter", brought(
        real_argument("int"), "1/2 < p", context=P_ONE, before=ODD, at={"x": t("p")}, images=ODD_INVERSE)),
    ("a parameter, and its bound is asked for", brought(bounded("d"), "1 <= 1", at={"d": "1"})),
    ("a family, and its range is asked for", brought(ranged("V"), "1/2 <= 1", images={"V": [["s"], "1/2"]})),
    ("a definition beside a bound", overwritten("d")),
    ("a variable of an assumption with its own name", brought(
        below("m"), "2 - K <= 0", context=HOST_K, images={"c": [[], t("2 - K")]})),
    ("a variable of an assumption with its own name, and a term for a parameter", brought(
        below_a_parameter("m"), "2 - K <= 0", context=HOST_K, at={"b": t("2 - K")})),
    ("a variable of a definition with its own name", brought(
        least("m"), "min(0, 2) == min(0, 2)", context=HOST_K, before=[TWO], images={"D": [["n"], t("min(n, 2)")]})),
]


@pytest.mark.parametrize(("data", "reason"), **each(REFUSED))
def test_refused(data, reason):
    with pytest.raises(Rejected, match=reason):
        verdict(data)


@pytest.mark.parametrize(("data",), **each(GOOD))
def test_a_good_neighbour_is_proved(data):
    assert verdict(data).status is Status.PROVED
