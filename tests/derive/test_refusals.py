# SPDX-License-Identifier: Apache-2.0
"""Steps that do not follow are refused: one small theory, one wrong step each, and a right one beside it."""

from functools import lru_cache

import pytest

from proofcheck.commands.derive import prover
from proofcheck.derive.compile import Compiler
from proofcheck.errors import InputError
from proofcheck.kernel.check import replay
from proofcheck.kernel.verdict import Rejected
from proofcheck.library import load_library

from .build import document, filled

SETTING = """
[context]
parameters = {a = "(0, 1]", n = "integers >= 1"}
declarations = [
  {kind = "set", name = "S"},
  {kind = "function", name = "g", for = {j = "S"}},
  {kind = "set", name = "T", of = "S", element = "j", where = ["g(j) <= 1"]},
  {kind = "set", name = "R", of = "S", element = "j", where = ["g(j) > 1"]},
  {kind = "set", name = "Q", of = "S", element = "j", where = ["g(j) > 2"]},
  {kind = "set", name = "H", for = {l = "integers >= 1"}, of = "S", element = "j", where = ["l <= g(j)", "g(j) < l+1"]},
  {kind = "family", name = "U", for = {s = "integers >= 1"}, range = "[0, 1]"},
]
assumptions = [{id = "g.lower", for = {j = "S"}, holds = "g(j) >= 0"}]

[[step]]
by = "define"
name = "D"
for = {m = "integers >= 0"}
is = "sum(s, 1, m, U(s))"

[[step]]
id = "H.lower"
for = {l = "integers >= 1"}
show = "0 <= sum(j, H(l), 1)"
by = "termwise"
"""
library = lru_cache(load_library)

RIGHT = [  # each with a wrong sibling below
    'for = {s = "integers >= 1"}\nshow = "E(U(s)) <= 1"\nby = "monotone"',
    'for = {m = "integers >= 0"}\nshow = "E(U(m+1), m) == E(U(m+1))"\nby = "independent"',
    'for = {m = "integers >= 0"}\nshow = "E(D(m)*U(m+1), m) == D(m)*E(U(m+1), m)"\nby = "linear"\n'
    'parts = [["D(m)", "U(m+1)"]]',
    'show = "sum(j, S, g(j)) == sum(j, T, g(j)) + sum(j, R, g(j))"\nby = "divide"',
    'show = "sum(j, T, g(j)) <= sum(j, S, g(j))"\nby = "subset"',
    'show = "sum(m, 1, n, 1) == n"\nby = "count"',
    'show = "E(D(n)) == E(sum(s, 1, n, U(s)))"\nby = "monotone"',
]
WRONG = {
    "expectation under a supposition on an outcome":
        'for = {s = "integers >= 1"}\ngiven = ["U(s) <= 1/2"]\nshow = "E(U(s)) <= 1/2"\nby = "monotone"',
    "the same, conditionally":
        'for = {s = "integers >= 1"}\ngiven = ["U(s+1) <= 1/2"]\nshow = "E(U(s+1), s) <= 1/2"\nby = "monotone"',
    "independence of what is known": 'for = {m = "integers >= 1"}\nshow = "E(U(m), m) == E(U(m))"\nby = "independent"',
    "independence of later times":
        'for = {m = "integers >= 1"}\nshow = "E(U(m+2), m) == E(U(m+2))"\nby = "independent"',
    "independence of a sum over times":
        'for = {m = "integers >= 1"}\nshow = "E(D(m+1), m) == E(D(m+1))"\nby = "independent"',
    "pulling out what is not known":
        'for = {m = "integers >= 1"}\nshow = "E(U(m+1)*U(m+1), m) == U(m+1)*E(U(m+1), m)"\nby = "linear"\n'
        'parts = [["U(m+1)", "U(m+1)"]]',
    "pulling a random factor out of E":
        'show = "E(U(1)*U(1)) == U(1)*E(U(1))"\nby = "linear"\nparts = [["U(1)", "U(1)"]]',
    "a coefficient with the index": 'show = "sum(j, S, g(j)*g(j)) == g(j)*sum(j, S, g(j))"\nby = "linear"\n'
        'parts = [["g(j)", "g(j)"]]',
    "Jensen the other way": 'show = "log(E(1 + U(1))) <= E(log(1 + U(1)))"\nby = "jensen"',
    "Jensen at 0": 'show = "E(log(U(1))) <= log(E(U(1)))"\nby = "jensen"',
    "an unbounded quantity": 'show = "E(1/U(1)) == E(1/U(1))"\nby = "monotone"',
    "parts that are no complements": 'show = "sum(j, S, g(j)) == sum(j, T, g(j)) + sum(j, Q, g(j))"\nby = "divide"',
    "a larger set": 'show = "sum(j, S, g(j)) <= sum(j, T, g(j))"\nby = "subset"',
    "terms below 0": 'show = "sum(j, T, g(j) - 1) <= sum(j, S, g(j) - 1)"\nby = "subset"',
    "a count off by one": 'show = "sum(m, 1, n, 1) == n + 1"\nby = "count"',
    "a count over a reversed range": 'show = "sum(m, 3, -n, 1) == -n - 2"\nby = "count"',
    "a split outside the range": 'show = "sum(m, 1, n, m) == sum(m, 1, n+1, m) + sum(m, n+2, n, m)"\nby = "split"',
    "a series without a bound": 'show = "sum(m, 1, oo, m) <= sum(m, 1, oo, m)"\nby = "evident"',
    "infinity minus infinity": 'show = "sum(m, 1, oo, 1) - sum(m, 1, oo, 1) == 0"\nby = "calc"',
    "a limit that depends on where one stops": 'show = "sum(m, 1, oo, 1) <= N"\nby = "limit"\nvariable = "N"',
    "a limit without a bound": 'show = "sum(m, 1, oo, 1) <= 100"\nby = "limit"\nvariable = "N"',
    "alternating terms": 'show = "sum(m, 1, oo, (-1)**m) <= 0"\nby = "limit"\nvariable = "N"',
    "an element of an empty set": 'show = "a <= 1/2"\nby = "witness"\nvariable = "j"\nin = "S"',
    "what holds of a member, outside": 'for = {j = "S"}\nshow = "g(j) <= 1"\nby = "evident"',
    "layers of bounded height":
        'show = "sum(l, 1, oo, sum(j, H(l), 1)) == sum(j, S, 1)"\nby = "layers"\nbounds = "l"\nslope = "1"',
    "layers that are others":
        'show = "sum(l, 1, oo, sum(j, H(l), 1)) == sum(j, S, 1)"\nby = "layers"\nbounds = "2*l"\nslope = "1"',
    "integers that are none": 'given = ["a < 1"]\nshow = "a <= 0"\nby = "integers"',
    "induction without a start": 'for = {m = "integers >= 0"}\nshow = "m >= 1"\nby = "induction"\nvariable = "m"',
    "induction over a bounded variable":
        'for = {m = "integers [0, n]"}\nshow = "m >= 0"\nby = "induction"\nvariable = "m"',
    "an indicator that is not known": 'show = "ind(U(1) <= a) == 1"\nby = "indicator"',
    "division by what may be 0": 'show = "U(1)/U(1) == 1"\nby = "calc"',
    "a logarithm of what may be 0": 'show = "log(g(1)) == log(g(1))"\nby = "evident"',
    "capture": 'for = {m = "integers >= 1"}\nshow = "sum(m, 1, m, 1) == m"\nby = "count"',
    "an unknown symbol": 'show = "k(1) == k(1)"\nby = "evident"',
    "a free variable": 'show = "x == x"\nby = "evident"',
    "an unknown rule": 'show = "a == a"\nby = "obvious"',
    "a shift of what is not alike": 'show = "E(U(1)) == E(U(1 + 1))"\nby = "shift"\nshift = "1"',
    "a swap with a dependent range":
        'show = "sum(k, 1, n, sum(m, 1, k, 1)) == sum(m, 1, k, sum(k, 1, n, 1))"\nby = "swap"',
    "a cited fact without a citation": 'show = "a <= 1/2"\nby = "axiom"',
    "a member of another set": 'for = {j = "S"}\nshow = "g(j) <= sum(j, T, g(j))"\nby = "member"\nelement = "j"',
    "equal from one side": 'show = "a == 1"\nby = "equal"',
    "a negative multiplier": 'show = "-g(1) >= 0"\nby = "calc"\nfrom = [{fact = "a.lower", times = "-1"}]',
    "a supposition used as a fact":
        'for = {m = "integers >= 0"}\ngiven = ["m >= 5"]\nshow = "m >= 6"\nby = "evident"',
}


def compiled(folder, steps):
    text = SETTING + "".join(f'\n[[step]]\nid = "s{k}"\n{step}\n' for k, step in enumerate(steps))
    (folder / "t.toml").write_text(text, encoding="utf-8")
    return Compiler(folder, {c.id: c.statement for c in library().claims}, prover(library(), 5)).theory("t")


@pytest.mark.parametrize("step", RIGHT)
def test_right_steps_pass_and_replay(tmp_path, step):
    found = compiled(tmp_path, [step])
    assert replay(found.document("s0")).status.value == "PROVED"


@pytest.mark.parametrize("name", WRONG)
def test_wrong_steps_are_refused(tmp_path, name):
    with pytest.raises(InputError, match="step s0"):
        compiled(tmp_path, [WRONG[name]])


def test_layers_need_the_lowest_bound(tmp_path):
    """g(j) >= 0 does not put every j into a layer l <= g(j); with g(j) >= 1 it does."""
    good = SETTING.replace('holds = "g(j) >= 0"', 'holds = "g(j) >= 1"')
    step = WRONG["layers of bounded height"]
    (tmp_path / "t.toml").write_text(f'{good}\n[[step]]\nid = "s0"\n{step}\n', encoding="utf-8")
    assert Compiler(tmp_path, {}, lambda *_: None).theory("t").steps


def test_a_definition_that_is_refused_is_named():
    """The reason for a refusal says at which step, also where this is a definition, which has a name and no id."""
    wrong = {"rule": "define", "name": "k", "binders": [], "body": ["div", "1", ["var", "a"]]}
    right = {"parameters": [{"name": "a", "kind": "real", "lower": "0", "upper": None, "lower_open": False,
                             "upper_open": True}]}
    with pytest.raises(Rejected) as refused:
        filled(document(right, wrong))
    assert refused.value.path in [("step k",), ("step def.k",)]
