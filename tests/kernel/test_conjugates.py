# SPDX-License-Identifier: Apache-2.0
"""A*h(c + e(B)) for sums with A*B = 0 in normal form: where that is 0, so is its value, at zeros of B and of x too.

Random terms do not see a formal division by what is 0: A and B have to be drawn together, and B divided by.
"""

from fractions import Fraction
from itertools import product

import pytest

from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.verdict import Rejected

from .build import term
from .numeric import Unclear, Undefined, value

NESTED, SUM = "sqrt(3 + 2*sqrt(2))", "1 + sqrt(2)"
PAIRS = [("abs(u) - u", "abs(u) + u"), ("sqrt(u**2) - u", "sqrt(u**2) + u"), ("abs(x) + x", "abs(x) - x"),
         (f"{NESTED} + {SUM}", f"{NESTED} - ({SUM})"), ("abs(sin(u)) - sin(u)", "abs(sin(u)) + sin(u)"),
         ("sqrt(x**(2*y)) + x**y", "sqrt(x**(2*y)) - x**y"), ("abs(u) - u", "x*(abs(u) + u)"), ("1 + u", "x")]
EDGES = ["{B}**(pi - 1)", "{B}**(y - 1)", "exp(xlogx({B}))", "x**(y - 1)*{B}", "abs({B})**(y - 1/2)", "xlogx({B})"]
WRAPS = ["1/(1 + {e})", "log(1 + {e})", "exp(-log(1 + {e}))", "sqrt(1 + {e})", "(1 + {e})**(y - 1)", "1 + {e} - {e}",
         "exp(xlogx(1 + {e}))", "1/(x**(y - 1) + {e} + 1)"]
RANGES = {"u": Range(Fraction(-2), Fraction(2), False, False), "y": Range(Fraction(1, 2), Fraction(3), False, False)}
XS = {"reals": Range(None, None, True, True), "from 0": Range(Fraction(0), None, False, True),
      "0 alone": Range(Fraction(0), Fraction(0), False, False)}
POINTS = [{"x": Fraction(x), "u": Fraction(u), "y": Fraction(y)}
          for x, u, y in product((0, 1, -1), (-1, 0, "1/2"), ("1/2", 1, "5/2"))]
TERMS = [(f"({A})*({wrap.format(e=edge.format(B=f'({B})'))})")
         for (A, B), edge, wrap in product(PAIRS, EDGES, WRAPS)]


class Careless(Normalizer):
    """The normal form as it was: every power with a variable exponent is an exponential."""

    def __init__(self, certainly):
        super().__init__(lambda condition: condition[0] == ">" or certainly(condition))


def wrong(form, x):
    """The terms that a normal form takes for 0, and a point of the region at which they are not."""
    region = Region({"x": x, **RANGES})
    return [(f, p) for f in map(term, TERMS) if taken_for_0(form(region.certainly), f)
            for p in POINTS if x.contains(p["x"]) and differs(f, p)]


def taken_for_0(form, f):
    try:
        return form.is_zero(f)
    except Rejected:
        return False


def differs(f, point):
    try:
        return abs(value(f, point)) > 1e-25
    except (Undefined, Unclear):
        return False


@pytest.mark.parametrize("x", XS.values(), ids=XS)
def test_what_is_0_in_normal_form_is_0(x):
    assert wrong(Normalizer, x) == []


def test_a_careless_form_is_noticed():
    assert wrong(Careless, XS["reals"])
