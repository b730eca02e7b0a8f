# SPDX-License-Identifier: Apache-2.0
"""The ways in which a step, a claim or a context is spoiled: constants moved, side conditions loosened or taken away.

A change is (kind, path, old, new, spoiled copy). A constant in an integer's place moves by 1, every other one by a
tenth, both ways: one of the two is the direction that breaks the proof, where there is one. A side condition that is
taken away is made trivial, or moved out of the way, so that every other obligation stays where it was.
"""

import copy
from fractions import Fraction
from typing import NamedTuple

SKIP = {"id", "rule", "name", "claim", "theory", "fact", "proofs", "variable", "element", "kind", "citation", "outer"}
TRIVIAL = ["<=", "0", "0"]
FAR = 1000
_LOOSER = {"<": ["<="], ">": [">="], "==": ["<=", ">="]}


class Change(NamedTuple):
    """One spoiled copy of a step, claim or context."""

    kind: str
    path: tuple
    old: str
    new: str
    data: dict

    def where(self):
        """The place in one word, parts of a list by their names where they have any."""
        here, names = self.data, []
        for key in self.path:
            here = here[key] if not isinstance(here, str) else here
            named = isinstance(key, int) and isinstance(here, dict)
            names.append(str(here.get("id") or here.get("name") or key) if named else str(key))
        return ".".join(names)


def put(data, path, value):
    """A copy with another value at a place, which shares all that is beside the place."""
    if not path:
        return value
    spoiled = copy.copy(data)
    spoiled[path[0]] = put(data[path[0]] if len(path) > 1 else None, path[1:], value)
    return spoiled


def get(data, path):
    for key in path:
        data = data[key]
    return data


def _number(data):
    try:
        return Fraction(data)
    except ValueError:
        return None


def constants(data, path=(), whole=False):
    """(path, value, whether it stands for an integer) of each rational constant outside the proofs of obligations."""
    if isinstance(data, str):
        value = _number(data)
        if value is not None:
            yield path, value, whole and value.denominator == 1
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in SKIP:
                ends = key in ("lower", "upper") and data.get("kind") not in ("real", "family", "process")
                index = key == "at" and "fact" in data and "theory" not in data
                yield from constants(value, (*path, key), whole or ends or index or key == "by")
    elif isinstance(data, list):
        head = data[0] if data and isinstance(data[0], str) else ""
        for k, value in enumerate(data):
            index = ((head == "fn" and k > 1) or (head == "series" and k in (2, 3)) or (head in ("pow", "E") and k == 2)
                     or (head == "over" and k == 2))
            yield from constants(value, (*path, k), whole or index)


def moved(data):
    """Each constant, a little larger and a little smaller."""
    for path, old, whole in constants(data):
        for sign in (1, -1):
            new = old + sign if whole else old * (1 + Fraction(sign, 10)) if old else Fraction(sign, 10)
            yield Change("constant", path, str(old), str(new), put(data, path, str(new)))


def loosened(data, path):
    """A side condition with its comparison loosened, or taken away."""
    old = get(data, path)
    for op in _LOOSER.get(old[0], []):
        yield Change("loosened", (*path, 0), old[0], op, put(data, (*path, 0), op))
    if old != TRIVIAL:
        yield Change("dropped", path, "a condition", "none", put(data, path, TRIVIAL))


def scope_changes(item, path, parents):
    """The binders and suppositions of a step or assumption: each bound, home and supposition out of the way."""
    home = get(item, path)
    for k, binder in enumerate(home.get("binders", [])):
        for end, far in (("lower", -FAR), ("upper", FAR)):
            if binder.get(end) is not None:
                place = (*path, "binders", k, end)
                yield Change("dropped", place, "a bound", "none", put(item, place, ["add", binder[end], str(far)]))
        parent = parents.get(binder["in"][1]) if "in" in binder else None
        if parent is not None:
            place = (*path, "binders", k, "in")
            yield Change("dropped", place, binder["in"][1], parent[1], put(item, place, parent))
    for k in range(len(home.get("given", []))):
        yield from loosened(item, (*path, "given", k))


def step_changes(step, parents):
    """The spoiled copies of a step; ``parents`` gives the set that a set is cut from."""
    yield from moved(step)
    yield from scope_changes(step, (), parents)
    if step["rule"] == "assume":
        yield from loosened(step, ("goal",))


def variable_changes(data, path):
    """A variable of a statement without a bound, with an end closed, or real where it was an integer."""
    v = get(data, path)
    for end in ("lower", "upper"):
        if v[end] is None:
            continue
        free = put(put(data, (*path, end), None), (*path, f"{end}_open"), True)
        yield Change("dropped", (*path, end), "a bound", "none", free)
        if v[f"{end}_open"] and v["kind"] == "real":
            yield Change("loosened", (*path, f"{end}_open"), "open", "closed", put(data, (*path, f"{end}_open"), False))
    if v["kind"] == "int":
        yield Change("loosened", (*path, "kind"), "int", "real", put(data, (*path, "kind"), "real"))


def claim_changes(statement, near=None):
    """The spoiled copies of a claim's statement; ``near`` is a false sibling of it."""
    if near is not None:
        yield Change("near miss", (), "the claim", "its sibling", near)
    yield from moved(statement)
    for k in range(len(statement["variables"])):
        yield from variable_changes(statement, ("variables", k))
    for k in range(len(statement["hypotheses"])):
        yield from loosened(statement, ("hypotheses", k))


def context_changes(context, parents):
    """The spoiled copies of a context."""
    yield from moved(context)
    for k in range(len(context.get("parameters", []))):
        yield from variable_changes(context, ("parameters", k))
    for k, item in enumerate(context.get("declarations", [])):
        yield from declaration_changes(context, ("declarations", k), item)
    for k in range(len(context.get("assumptions", []))):
        yield from scope_changes(context, ("assumptions", k), parents)
        yield from loosened(context, ("assumptions", k, "goal"))
    if context.get("identical"):
        yield Change("dropped", ("identical",), "alike at all times", "none", put(context, ("identical",), False))


def declaration_changes(context, path, item):
    """A declaration with its range widened, its independence, integrality or a condition of its members gone."""
    if item["kind"] in ("family", "process"):
        for end, far in (("lower", -FAR), ("upper", FAR)):
            wide = str(Fraction(item[end]) + far)
            yield Change("dropped", (*path, end), item[end], wide, put(context, (*path, end), wide))
    if item["kind"] == "family":
        yield Change("loosened", (*path, "kind"), "family", "process", put(context, (*path, "kind"), "process"))
    if item.get("integer"):
        yield Change("loosened", (*path, "integer"), "integers", "numbers", put(context, (*path, "integer"), False))
    for k in range(len(item.get("where", []))):
        yield from loosened(context, (*path, "where", k))
    for k, binder in enumerate(item.get("binders", [])):
        for end, far in (("lower", -FAR), ("upper", FAR)):
            if binder.get(end) is not None:
                place = (*path, "binders", k, end)
                yield Change("dropped", place, "a bound", "none", put(context, place, ["add", binder[end], str(far)]))
