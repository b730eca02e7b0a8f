# SPDX-License-Identifier: Apache-2.0
"""Changes of a step (JSON): one place of a term, a bound, a supposition, a field, or a name everywhere."""

import json

from .case import term
from .context import NAMES

FIELDS = ("variable", "element", "by", "bounds", "slope", "in", "outer", "on", "at", "parts", "images")


def places(t, path=()):
    """The paths to the sub-terms of a JSON term."""
    yield path
    if isinstance(t, list):
        for i in range(2 if t[0] in ("fn", "over", "series") else 1, len(t)):
            if t[0] != "var":
                yield from places(t[i], (*path, i))


def changed(t, path, make):
    """The term with what stands at a path replaced."""
    if not path:
        return make(t)
    return [*t[:path[0]], changed(t[path[0]], path[1:], make), *t[path[0] + 1:]]


def elsewhere(c, t, over):
    """The term with one of its sub-terms changed."""
    paths = list(places(t))
    return changed(t, c.rng.choice(paths[1:] or paths), lambda found: other(c, found, over))


def other(c, t, over):
    """Another sub-term: another index, argument, set, time or number."""
    op = t[0] if isinstance(t, list) else t
    if op in ("over", "series") and c.chance(0.4):
        return [op, c.rng.choice(NAMES), *t[2:]]
    if op == "fn" and t[1] in c.c.sets:
        return term(c.place(over))
    if op == "fn" and len(t) > 2 and c.chance(0.6):
        i = c.rng.randrange(2, len(t))
        new = c.pick(["add", t[i], "1"], ["add", t[i], "-1"], ["div", t[i], "2"], term(c.whole(over)), "7")
        return [*t[:i], new, *t[i + 1:]]
    if op == "E" and c.chance(0.6):
        return c.pick(["E", t[1]], ["E", t[1], term(c.whole(over, 0))], t[1])
    return c.pick(term(c.whole(over, 0)), term(c.number(over, 1)), ["add", t, "1"], ["neg", t], "0", "1")


def goal(c, step, over):
    side = c.pick(1, 2)
    found = list(step["goal"])
    found[side] = elsewhere(c, found[side], over)
    return {**step, "goal": found}


def turned(c, step, over):
    op, left, right = step["goal"]
    return {**step, "goal": c.pick([c.pick("<", "<=", "=="), left, right], [op, right, left])}


def bounds(c, step, over):
    if not step["binders"]:
        return step
    k = c.rng.randrange(len(step["binders"]))
    b = dict(step["binders"][k])
    what = c.pick("lower", "upper", "name", "free")
    if what == "name":
        b["name"] = c.rng.choice(NAMES)
    elif what == "free":
        b.pop("lower", None)
    elif "in" not in b:
        b[what] = c.pick(term(c.whole({}, 0)), "oo", "1/2")
    return {**step, "binders": [*step["binders"][:k], b, *step["binders"][k + 1:]]}


def supposed(c, step, over):
    fewer = [g for g in step["given"] if c.chance(0.5)]
    more = [["<=", term(c.number(over, 0)), term(c.number(over, 0))]]
    return {**step, "given": c.pick(fewer, fewer, step["given"] + more)}


def renamed(c, step, over):
    """One name for another everywhere: a clash."""
    one, two = c.rng.choice(NAMES), c.rng.choice(NAMES)
    return json.loads(json.dumps(step).replace(f'"{one}"', f'"{two}"'))


def fields(c, step, over):
    known = [f for f in FIELDS if step.get(f)]
    if not known:
        return step
    name = c.rng.choice(known)
    found = step[name]
    if name in ("variable", "element"):
        new = c.rng.choice(NAMES)
    elif name == "outer":
        new = c.pick(0, 1, 2)
    elif name in ("by", "bounds", "slope", "in"):
        new = elsewhere(c, found, over)
    else:
        new = within(c, found, over)
    return {**step, name: new}


def within(c, found, over):
    """One of several terms of a field changed."""
    key = c.rng.choice(list(found) if isinstance(found, dict) else range(len(found)))
    new = dict(found) if isinstance(found, dict) else list(found)
    value = new[key]
    if isinstance(value, list) and len(value) == 2 and value[0] not in ("var", "neg"):  # a pair of terms
        new[key] = [value[0], elsewhere(c, value[1], over)]
    elif value not in ("<=", "<"):
        new[key] = elsewhere(c, value, over)
    return new


CHANGES = [goal] * 6 + [turned, bounds, supposed, renamed, fields, fields]


def spoiled(c, step, p):
    """The step with some changes: none with probability 1 - p, and so on."""
    while c.chance(p):
        over = {b["name"]: "S" if "in" in b else "integers" for b in step["binders"]}
        step = c.rng.choice(CHANGES)(c, step, over)
    return step
