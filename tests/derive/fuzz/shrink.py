# SPDX-License-Identifier: Apache-2.0
"""A false fact, printed with a small document in which the kernel accepts it."""

import copy
import json

from proofcheck.errors import InputError
from proofcheck.kernel.check import check
from proofcheck.kernel.derivation import replay_steps
from proofcheck.kernel.verdict import Rejected

from ..build import filled


def last_fact(data, d):
    """The fact of the last step of a replayed document."""
    item = data["steps"][-1]
    return d.theory.facts[f"def.{item['name']}" if item["rule"] == "define" else item["id"]]


def point_of(data, world):
    """The filled document, and a point at which its last fact is false in the world; None where there is none."""
    try:
        data, _ = filled(data)
        d = replay_steps(data, check)
    except (Rejected, InputError, KeyError, IndexError, RecursionError):
        return None
    there = copy.copy(world)
    there.theory, there.tables, there.all = d.theory, dict(world.tables), True
    there.memo, there.words, there.moving = {}, {}, {}
    point = there.judge(last_fact(data, d))[1]
    unknown = point is not None and "KeyError" in str(point[0].get("undefined"))  # a word that is not declared
    return None if point is None or unknown else (data, d, point)


def smaller(data):
    """Documents with one part fewer, the large parts first."""
    for key in ("theories", "claims"):
        for name in data[key]:
            yield {**data, key: {n: x for n, x in data[key].items() if n != name}}
    *before, item = data["steps"]
    yield from ({**data, "steps": [*fewer, item]} for fewer in shorter(before))
    for key in ("binders", "given"):
        yield from ({**data, "steps": [*before, {**item, key: fewer}]} for fewer in shorter(item.get(key, [])))
    context = data["context"]
    for key in ("assumptions", "declarations", "parameters"):
        yield from ({**data, "context": {**context, key: fewer}} for fewer in shorter(context[key]))


def shorter(items):
    """Without half of the items, then without one of them."""
    half = len(items) // 2
    if half > 1:
        yield from (items[half:], items[:half])
    for k in reversed(range(len(items))):
        yield [*items[:k], *items[k + 1:]]


def shrunk(data, world, tries=400):
    """A document from which no part can go, as long as its last fact stays false in the world; and its point."""
    best, again = point_of(data, world), True
    while best is not None and again:
        again = False
        for other in smaller(best[0]):
            tries -= 1
            found = point_of(other, world) if tries > 0 else None
            if found is not None:
                best, again = found, True
                break
    return best


def report(found):
    """What to print of a false fact."""
    data = found.session.document(found.session.steps)
    best = shrunk(data, found.world)
    if best is None:  # the kernel does not accept it a second time
        return f"{found}; not reproduced: {json.dumps(data)}"
    data, d, (env, outcome) = best
    at = {name: str(x) for name, x in env.items()}
    return f"accepted, but false: {last_fact(data, d).text()}\nat {at}, outcome {outcome}\n{json.dumps(data)}"
