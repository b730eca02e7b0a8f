# SPDX-License-Identifier: Apache-2.0
"""Why a change that passes does no harm, where that can be computed.

Each reason compares what the spoiled text says with what the unspoiled one says; None where no reason is found.
"""

from fractions import Fraction

from proofcheck.derive.fill import Searching
from proofcheck.kernel.derivation_context import new_fact, open_context
from proofcheck.kernel.verdict import Rejected

from .perturb import put
from .theories import clone, label

SAME = "same: the step states the same fact, shown in another way"
WIDER = "holds for more: the kernel proves the step for more values than it says, its uses need fewer"
WEAKER = "weaker: the spoiled fact follows from the unspoiled one, and every use has room for it"
RESULT = "a weaker result: it follows from the unspoiled one, nothing rests on it, and its printed statement says so"
FEWER = "fewer instances: the unspoiled hypotheses follow from the spoiled ones"
MORE = "more general: the spoiled hypotheses follow from the unspoiled ones, and all steps follow from them"
ARGUMENTS = "no fact: declared arguments of functions and sets state nothing, and a definition at more of them neither"
NO_PART = "no part: no step rests on it"
AXIOM = "axiom: taken as it stands; its text is compared with axioms.toml"
LARGER = "larger domain: the certificate proves the claim there too"
SLACK = "slack: the certificate proves the spoiled claim too, and every use follows from it"
UNUSED = "not needed: each use is evident without the claim"


def follows(d, fact, hints, more=()):
    """Whether a fact is evident from some facts of a state, or else from these and more."""
    for names in (hints, [*more, *hints]):
        th = Searching(d.theory.parameters)
        th.symbols, th.assumed, th.identical = dict(d.theory.symbols), list(d.theory.assumed), d.theory.identical
        th.facts, th.hints = {name: d.theory.facts[name] for name in names if name in d.theory.facts}, list(hints)
        try:
            th.oblige(fact.scope, fact.rel)
        except Rejected:
            continue
        return True
    return False


def of_step(spoiler, k, change):
    """The reason why another step number k does no harm."""
    whole = spoiler.whole
    step, d = whole.steps[k], clone(whole.before[k])
    if step["rule"] == "axiom":
        return AXIOM
    if step["rule"] == "define":
        return ARGUMENTS if change.path[0] == "binders" and wider(change) else None
    old, new = (new_fact(clone(d).theory, s)[1] for s in (step, change.data))
    if old == new:
        return SAME
    d.theory.facts.update(old=old, new=new)
    more, assumed = sorted(whole.words[k]), step["rule"] == "assume"
    if wider(change) or (change.path[0] != "goal" and follows(d, old, ["new"], more)):
        return FEWER if assumed else WIDER
    if follows(d, new, ["old"], more):
        return MORE if assumed else WEAKER if used(spoiler, k) else RESULT
    return FEWER if assumed and follows(d, old, ["new"], more) else None


def used(spoiler, k):
    """Whether anything rests on step number k."""
    name = label(spoiler.whole.steps[k])
    later = any(name in found for found in spoiler.whole.words[k + 1:])
    return later or any((step.get("theory"), step.get("fact")) == (spoiler.whole.name, name)
                        for user in spoiler.users for step in user.steps)


def wider(change):
    """Whether the change lets more values of a variable in, or takes a supposition away."""
    if change.kind == "dropped":
        return change.path[-1] != "goal"
    at_end = change.path[-1] in ("lower", "upper") and change.kind == "constant"
    return at_end and (Fraction(change.new) > Fraction(change.old)) == (change.path[-1] == "upper")


def of_context(whole, change):
    """The reason why another context does no harm."""
    if any(step["rule"] == "axiom" for step in whole.steps):
        return AXIOM
    if change.path[0] == "declarations":
        item = whole.context["declarations"][change.path[1]]
        if item["kind"] in ("function", "set") and change.path[2] == "binders":
            return ARGUMENTS
        if not any(item["name"] in known for known in whole.symbols):
            return NO_PART
        if change.path[2] in ("kind", "integer"):
            return MORE
        if item["kind"] == "set":
            return None
    if change.path[0] == "identical":
        return MORE
    old, new = open_context(whole.context, Searching), open_context(change.data, Searching)
    return FEWER if _implies(new, old) else MORE if _implies(old, new) else None


def _implies(one, other):
    """Whether the hypotheses of one context give those of another."""
    facts = other.theory.facts
    moved = [name for name in other.theory.assumed if facts[name] != one.theory.facts.get(name)]
    return all(follows(one, facts[name], [name]) for name in moved)


def of_claim(spoiler, name, change):
    """The reason why another statement of a claim does no harm: its certificate proves it, in any case."""
    void = put(spoiler.whole.claims[name]["statement"], ("goal",), ["==", "0", "0"])
    if spoiler.uses(name, void) is None:
        return UNUSED
    return LARGER if change.path[0] == "variables" and (wider(change) or change.kind == "loosened") else SLACK


def reason(spoiler, outcome):
    """The computed reason why a change that passed does no harm, or None."""
    whole, change = spoiler.whole, outcome.change
    if outcome.unit == "context":
        return of_context(whole, change)
    if outcome.unit.startswith("claim "):
        return of_claim(spoiler, outcome.unit.removeprefix("claim "), change)
    return of_step(spoiler, spoiler.number[outcome.unit], change)
