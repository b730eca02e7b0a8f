# SPDX-License-Identifier: Apache-2.0
"""Strategies stay inside a claim's domain, reach its edges, and shrink to simple points."""

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from proofcheck import Claim, Status, ge
from proofcheck.library import load_library
from proofcheck.testing import holds, strategy

SHIPPED = [claim for claim in load_library().claims if claim.statement.variables]
# a claim, and what Python says about its domain
DOMAINS = [
    ("for all x in [0, 1]: 0 <= 1", lambda x: 0 <= x <= 1),
    ("for all x in (0, 1): 0 <= 1", lambda x: 0 < x < 1),
    ("for all x in (-oo, -3): 0 <= 1", lambda x: x < -3),
    ("for all x in (-oo, oo): 0 <= 1", lambda x: type(x) is Fraction),
    ("for all x in [1/3, 1/3]: 0 <= 1", lambda x: x == Fraction(1, 3)),
    ("for all K in integers >= 2: 0 <= 1", lambda K: type(K) is int and K >= 2),
    ("for all n in integers (5/2, 11/2): 0 <= 1", lambda n: n in (3, 4, 5)),
    ("for all eta in (0, 1/8], D in (4*eta, 1]: 0 <= 1", lambda eta, D: 0 < 8 * eta <= 1 and 4 * eta < D <= 1),
    ("for all x in [0, 1], K in integers >= 2, if x <= 1/K: 0 <= 1", lambda x, K: 0 <= x * K <= 1),
    ("for all a in [0, oo), b in [0, oo), if abs(a - b) <= 1: 0 <= 1", lambda a, b: abs(a - b) <= 1 and a >= 0 <= b),
    ("for all p, q, r in [0, 1], if p + q + r == 1: 0 <= 1", lambda p, q, r: p + q + r == 1 and min(p, q, r) >= 0),
    ("for all n, m in integers >= 0, if n == 2*m: 0 <= 1", lambda n, m: n == 2 * m >= 0),
    ("for all x, y in [0, oo), if x*y <= 1 and x >= 1/4: 0 <= 1", lambda x, y: x * y <= 1 and 4 * x >= 1 and y >= 0),
    ("for all x in [0, sqrt(2)]: 0 <= 1", lambda x: x >= 0 and x * x <= 2),
    ("for all x in (log(2), oo): 0 <= 1", lambda x: x > Fraction(6931, 10000)),
    ("for all x in [0, 1], if x*x <= 1/2 and x != 0: 0 <= 1", lambda x: 0 < 2 * x * x <= 1),
]


@pytest.mark.parametrize(("claim", "inside"), DOMAINS, ids=range(len(DOMAINS)))
@given(data=st.data())
def test_points_lie_in_the_domain(claim, inside, data):
    assert inside(**data.draw(strategy(claim)))


def test_order_and_types_are_the_claims():
    point = find(strategy("for all b in [0, 1], K in integers >= 2, a in [0, 1], if b == a/2: 0 <= 1"), lambda p: True)
    assert list(point) == ["b", "K", "a"]
    assert [type(value) for value in point.values()] == [Fraction, int, Fraction]


EDGES = [
    ("for all p in [0, 1], q in [0, 1]: 0 <= 1", lambda p, q: p == 1 and q == 0),
    ("for all p in (0, 1), q in (0, 1): 0 <= 1", lambda p, q: p == q),
    ("for all x in (0, 1): 0 <= 1", lambda x: 0 < x < Fraction(1, 2**30)),
    ("for all x in (0, 1): 0 <= 1", lambda x: 1 - Fraction(1, 2**30) < x),
    ("for all x in (0, oo): 0 <= 1", lambda x: x < Fraction(1, 2**30)),
    ("for all x in (0, oo): 0 <= 1", lambda x: x > 2**30),
    ("for all x in [0, log(2)]: 0 <= 1", lambda x: x * 1000 > 693),
    ("for all K in integers >= 2: 0 <= 1", lambda K: K > 10**6),
]


@pytest.mark.parametrize(("claim", "there"), EDGES, ids=range(len(EDGES)))
def test_edges_are_drawn(claim, there):
    quick = settings(max_examples=500, database=None, derandomize=True, phases=[Phase.generate])
    assert there(**find(strategy(claim), lambda point: there(**point), settings=quick))


SIMPLEST = [
    ("for all x in [0, 1]: x**2 >= x", {"x": Fraction(1, 2)}),
    ("for all K in integers >= 2, x in [0, 1], if x <= 1/K: log(K+1) <= (3/2)*log(K) + x", {"K": 2, "x": 0}),
    ("for all n, m in integers >= 0, if n == 2*m: n <= 100", {"n": 102, "m": 51}),
    ("for all x in (-oo, oo): x**3 <= 8", {"x": 3}),
]


@pytest.mark.parametrize(("claim", "point"), SIMPLEST)
def test_counterexamples_shrink_to_simple_points(claim, point):
    slow = settings(max_examples=500, database=None, derandomize=True)
    assert find(strategy(claim), lambda p: holds(claim, p).status is Status.REFUTED, settings=slow) == point


def test_an_irrational_end_leaves_simple_points():
    """The point is found close to log 2, and has a short denominator all the same."""
    slow = settings(max_examples=500, database=None, derandomize=True)
    point = find(strategy("for all x in [0, log(2)]: x >= 0"), lambda p: p["x"] * 100 > 69, settings=slow)
    assert point["x"].denominator <= 2**12


@settings(suppress_health_check=[HealthCheck.too_slow], phases=[Phase.generate])
@given(data=st.data())
def test_the_shipped_claims_hold_at_every_point_of_their_strategies(data):
    """Each point is inside the domain (InputError otherwise), and no claim of the library fails there."""
    claim = data.draw(st.sampled_from(SHIPPED))
    assert holds(claim, data.draw(strategy(claim))).status in (Status.CONFIRMED, Status.UNDECIDED)


def test_an_empty_domain_has_no_points():
    with pytest.raises(Unsatisfiable):
        find(strategy("for all x in [0, 1], if x > 2: x >= 1"), lambda point: True)


def test_without_hypothesis_the_way_to_get_it_is_named():
    code = "import sys; sys.modules['hypothesis'] = None; from proofcheck.testing import evaluate, strategy"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "strategy needs Hypothesis; install it with: pip install 'proofcheck[testing]'" in done.stderr


def test_a_claim_object_is_taken():
    claim = Claim(id="one", given={"x": "[2, 3]"}, goal=ge("x", 2))
    assert 2 <= find(strategy(claim), lambda point: True)["x"] <= 3
