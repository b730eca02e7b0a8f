# SPDX-License-Identifier: Apache-2.0
"""Sessions of the fuzzer: one context, random steps in it, and every accepted fact evaluated in finite worlds.

Nothing is timed: the search for proofs and the evaluation are cut off after a fixed number of attempts.
"""

import copy
import json
import random
from collections import Counter
from functools import partial

from proofcheck.derive.fill import Searching
from proofcheck.errors import InputError
from proofcheck.kernel.check import check
from proofcheck.kernel.derivation import check_claim, one_step
from proofcheck.kernel.derivation_context import open_context
from proofcheck.kernel.verdict import Rejected

from ..build import document, step
from . import chance, logic, sums
from .case import Case
from .context import PLAIN, large, small
from .imports import imported, seeds
from .spoil import spoiled
from .world import fitting

CASES = {**logic.CASES, **sums.CASES, **chance.CASES}
RULES = (*CASES, "define", "import")
ORDER = (*RULES, "import", "import", "import")  # few of these are accepted
ATTEMPTS = 250  # to discharge the obligations of one step
LONGEST = 2500  # characters of a step
HOPELESS = (Rejected, InputError, IndexError, KeyError, ValueError, ZeroDivisionError)


class Bounded(Searching):
    """A search that gives up after so many attempts."""

    attempts = 0

    def begin(self, step):
        super().begin(step)
        self.attempts = self.nesting = 0

    def _holds(self, scope, rel, refs):
        self.attempts += 1
        if self.attempts > ATTEMPTS:
            raise Rejected("search", "so many attempts")
        return super()._holds(scope, rel, refs)


class FalseFact(Exception):
    """An accepted fact that is false, or undefined, in a world."""

    def __init__(self, session, item, world, point):
        self.session, self.item, self.world, self.point = session, item, world, point
        super().__init__(f"{item['rule']}: false at {point}")


class Session:
    """A context with some worlds, and the steps accepted so far."""

    def __init__(self, rng, context, worlds, seen):
        self.rng, self.context, self.seen = rng, context, seen
        self.opened, self.steps, self.defined, self.others, self.claims = context.json(), [], {}, {}, {}
        self.d = open_context(self.opened, Bounded)  # writes the proofs of the context into it
        self.worlds = fitting(self.d.theory, context.kinds, rng, worlds)

    def know_claims(self):
        self.claims = logic.claims()
        for name, claim in self.claims.items():
            self.d.theory.claims[name] = check_claim(name, claim, check, {})

    def run(self, item):
        """Whether a step is accepted; raises FalseFact when it should not have been."""
        rule, label = item["rule"], f"t{len(self.d.theory.facts)}"
        item = {**copy.deepcopy(item), "id": item["id"].replace("?", label)}
        self.seen[f"tried {rule}"] += 1
        try:
            one_step(self.d, item, {name: other.d for name, other in self.others.items()})
        except (Rejected, RecursionError):
            return False
        except KeyError:  # an unknown name: the kernel breaks off, and proves nothing
            self.seen["broken off"] += 1
            return False
        self.steps.append(item)
        self.seen[f"accepted {rule}"] += 1
        self.judge(item)
        return True

    def judge(self, item):
        """Evaluate the fact of a step in all worlds."""
        fact = self.d.theory.facts[f"def.{item['name']}" if item["rule"] == "define" else item["id"]]
        some = 0
        for world in self.worlds:
            count, point = world.judge(fact)
            some += count
            if point is not None:
                raise FalseFact(self, item, world, point)
        self.seen["points"] += some
        self.seen[f"evaluated {item['rule']}"] += some > 0

    def document(self, steps=None):
        """The document of the steps."""
        theories = {name: other.document() for name, other in self.others.items()}
        return document(self.opened, *(self.steps if steps is None else steps), theories=theories, claims=self.claims)

    def attempt(self, rule, p):
        """Draw one step by a rule, spoil it with probability p, and run it."""
        try:
            drawn = self.draw(rule, p)
        except HOPELESS:
            return False
        if drawn is None or len(json.dumps(drawn[0])) > LONGEST:
            return False
        item, before, over = drawn
        if not all(self.run(b) for b in before) or not self.run(item):
            return False
        if rule == "define":
            symbol = self.d.theory.symbols[item["name"]]
            self.defined[item["name"]] = (over, symbol.random, symbol.integer)
        return True

    def draw(self, rule, p):
        """(step, the steps that prepare it, its binders)."""
        c = Case(self.rng, self.context, self.defined, self.d.theory)
        if rule == "define":
            item, over = logic.define(c, f"d{len(self.d.theory.facts)}")
            return (item, [], over) if len(self.defined) < 12 else None
        if rule == "import":
            name = self.rng.choice(list(self.others))
            return spoiled(c, imported(c, name, self.others[name]), p / 2), [], {}
        item = spoiled(c, CASES[rule](c), p)
        return item, c.before if c.chance(0.85) else [], {}


def opened(rng, make, worlds, seen, least):
    """A session in a random context whose declarations are accepted, and true in ``least`` worlds."""
    for _ in range(30):
        try:
            found = Session(rng, make(rng), worlds, seen)
        except (Rejected, InputError):
            continue
        if len(found.worlds) >= least:
            return found
    raise AssertionError("no context is accepted")


def begun(rng, seen, others=2):
    """A session in a large context, with the series of q bounded, and small theories to import from."""
    whole = opened(rng, large, 3, seen, 1)
    whole.know_claims()
    for name in whole.context.summed:
        show, over = f"sum({name}, p0, oo, q({name})) <= B", {"p0": "integers"}
        whole.run(step("?", "limit", show, over, (), PLAIN, variable="p1"))
    for k in range(others):
        other = opened(rng, partial(small, identical=whole.context.identical), 2, seen, 0)
        for item in seeds(other.d.theory, other.context, rng):
            other.run(item)
        for rule in rng.sample(list(RULES[:-1]), 6):
            other.attempt(rule, 0.3)
        if other.steps:
            whole.others[f"i{k}"] = other
    return whole


def fuzz(seed, steps, rules=ORDER, p=0.4, length=90):
    """Try so many steps by rules in turn, in sessions of some length; raises FalseFact."""
    seen, total, session = Counter(), 0, 0
    while total < steps:
        rng = random.Random(f"{seed}.{session}")
        session += 1
        whole = begun(rng, seen, 2 if "import" in rules else 0)
        for _ in range(min(length, steps - total)):
            total += 1
            rule = rules[total % len(rules)]
            if rule != "import" or whole.others:
                whole.attempt(rule, p)
    return seen
