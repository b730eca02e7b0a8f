# SPDX-License-Identifier: Apache-2.0
"""Parts of derivation documents in few words, for tables of documents. Symbols without arguments: a, c, g, S, T."""

from . import build

SYMBOLS = ("a", "c", "g", "S", "T")
S, T = {"kind": "set", "name": "S"}, {"kind": "set", "name": "T"}


def t(text):
    return build.term(text, SYMBOLS)


def r(text):
    return build.relation(text, SYMBOLS)


def at(fact, times=None, **values):
    """A fact at terms, with a multiplier where one is given."""
    found = {"fact": fact, "at": {name: t(text) for name, text in values.items()}}
    return found if times is None else {**found, "times": t(times)}


def function(name, *binders, **more):
    return {"kind": "function", "name": name, "binders": list(binders), **more}


def family(name, *binders, lower="0", upper="1"):
    return {"kind": "family", "name": name, "binders": list(binders), "lower": lower, "upper": upper}


def cut(name, *where, binders=()):
    """The set of the members i of S that meet these conditions."""
    return {"kind": "set", "name": name, "binders": list(binders), "of": ["fn", "S"], "element": "i",
            "where": [r(w) for w in where]}


def binder(name, lower=None, upper=None):
    return {"name": name, "lower": lower and t(lower), "upper": upper and t(upper)}


def parameter(name, lower=None, upper=None, kind="real"):
    return {"name": name, "kind": kind, "lower": lower and t(lower), "upper": upper and t(upper),
            "lower_open": lower is None, "upper_open": upper is None}


def supposed(id, goal, *binders):
    return {"id": id, "binders": list(binders), "goal": r(goal)}


def define(name, body, *binders):
    return {"rule": "define", "name": name, "binders": list(binders), "body": t(body)}


def step(id, rule, goal, *binders, given=(), **more):
    return {"id": id, "rule": rule, "binders": list(binders), "given": [r(g) for g in given], "goal": r(goal), **more}


def calc(id, goal, *facts, binders=(), given=(), **more):
    return step(id, "calc", goal, *binders, given=given, **{"from": list(facts)}, **more)


def brought(inner, goal, *binders, context=None, before=(), after=(), **more):
    """A document that imports the fact x of another as y."""
    taken = step("y", "import", goal, *binders, theory="i", fact="x", **more)
    return build.document(context or {}, *before, taken, *after, theories={"i": inner})
