# SPDX-License-Identifier: Apache-2.0
"""Is a mechanism as private as is said: the worst pair over every changed round, and the comparison with epsilon."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product

from proofcheck.exact.enclosure import Enclosure
from proofcheck.privacy.additive import additive, chained
from proofcheck.privacy.algorithms import ALGORITHMS, Setting
from proofcheck.privacy.broken import BROKEN
from proofcheck.privacy.brute import brute
from proofcheck.privacy.closed import closed_form
from proofcheck.privacy.composition import delta_of
from proofcheck.privacy.grid import Grid, Vector
from proofcheck.privacy.mechanism import Choice, Mechanism, Summed
from proofcheck.privacy.mixture import mixture
from proofcheck.privacy.pair import NOTHING, TooLarge, Worst, worse
from proofcheck.privacy.playout import difference
from proofcheck.privacy.programs import PROGRAMS
from proofcheck.privacy.rules import Softmax

MECHANISMS = {**ALGORITHMS, **BROKEN}
_SHORT, _LONG, _SAMPLE = 3, 8, 12
_VECTORS = 100_000
_LONGEST = 2048
"""Rounds; the arrays would not fit much earlier, and the closed forms go further."""


@dataclass(frozen=True)
class Audit:
    """What was found for one mechanism. `verdict` is about `allowed`, the level that it is held to.

    That is the level its source claims for it, which is at most epsilon, or epsilon where it claims none. CONFIRMED: no
    neighbouring pair and output is farther apart. VIOLATED: the pair is, certainly. UNDECIDED: the enclosure contains
    the level, or the audit was too large. DISPUTED: the audit contradicts the closed form, or the mechanism is not the
    algorithm that was played out. `reason` says which, where the enclosure does not.
    """

    mechanism: Mechanism
    setting: Setting
    worst: Worst | None
    closed: Enclosure | None
    verdict: str
    reason: str
    played: int
    """On how many inputs the algorithm was played out and had the mechanism's joint law."""

    @property
    def allowed(self) -> Fraction:
        """The level of privacy that the verdict is about."""
        return level(self.mechanism, self.setting)


def level(mechanism: Mechanism, setting: Setting) -> Fraction:
    """What a mechanism is held to: what its source claims, else epsilon."""
    return setting.epsilon if mechanism.private is None else mechanism.private


def worst_pair(mechanism: Mechanism, digits: int = 12) -> Worst:
    """The largest log-ratio over all neighbouring pairs of the mechanism's grid and all outputs.

    A shorter prefix of the actions never shows more, so the whole horizon is looked at. Changed rounds that the same
    choices read are taken together; the choices that read none of them have the same law under both inputs.
    Guarantee: every log-ratio is at most `upper`; the pair has at least `lower`. Raises TooLarge, with what was found
    where it was not.
    """
    if mechanism.horizon > _LONGEST:
        raise TooLarge(f"{mechanism.horizon} rounds of {_LONGEST} allowed")
    if mechanism.grid.size > _VECTORS:
        raise TooLarge(f"{len(mechanism.grid.values)}^{mechanism.grid.actions} loss vectors of {_VECTORS} allowed")
    groups: dict[tuple[Choice, ...], list[int]] = {}
    for t in range(1, mechanism.horizon + 1):
        affected = mechanism.affected(t)
        if affected:
            groups.setdefault(affected, []).append(t)
    together = {t: _summed(choices) for choices, changed in groups.items() if chained(choices) for t in changed}
    searches = [partial(_alone, choices, changed, mechanism.grid, digits)
                for choices, changed in groups.items() if not chained(choices)]
    if together:
        searches.append(partial(additive, together, mechanism.grid, digits))
    return _all(searches)


def _summed(choices: Sequence[Choice]) -> list[Summed]:
    return [choice for choice in choices if isinstance(choice, Summed)]


def _alone(choices: Sequence[Choice], changed: Sequence[int], grid: Grid, digits: int) -> Worst:
    """The worst pair over rounds that the same choices read, which do not chain."""
    summed = _summed(choices)
    if len(summed) == len(choices) == 1 and summed[0].rule.positive:
        return mixture(summed[0], changed, grid, digits)
    return brute(choices, changed, grid)


def _all(searches: Iterable[Callable[[], Worst]]) -> Worst:
    """The worst of several searches; raises TooLarge after the others when one is too large."""
    worst, problem = NOTHING, None
    for search in searches:
        try:
            worst = worse(worst, search())
        except TooLarge as found:
            problem = found
    if problem is not None:
        problem.found = replace(worst, partial=True)
        raise problem
    return worst


def audit(name: str, setting: Setting, digits: int = 12) -> Audit:
    """Build the mechanism of that name, check it against the algorithm played out, and audit it.

    Arguments: name, a key of MECHANISMS; setting; digits, significant digits wanted of the enclosure.
    Guarantee: as `worst_pair`; no float decides anything.
    """
    mechanism, closed = MECHANISMS[name](setting), closed_form(name, setting)
    played, fault = play_out(name, setting)
    if fault is not None:
        return Audit(mechanism, setting, None, closed, "DISPUTED", fault, played)
    try:
        worst = worst_pair(mechanism, digits)
    except TooLarge as problem:
        return Audit(mechanism, setting, *_unaudited(mechanism, closed, setting, problem), played)
    return Audit(mechanism, setting, worst, closed, *judged(mechanism, worst, closed, setting), played)


def _unaudited(
    mechanism: Mechanism, closed: Enclosure | None, setting: Setting, problem: TooLarge
) -> tuple[Worst | None, Enclosure | None, str, str]:
    """The outcome without a full audit: what the pairs looked at show, or the closed form, if it decides."""
    allowed, worst = level(mechanism, setting), problem.found
    if worst is not None and (worst.lower > allowed or worst.upper is None) and not mechanism.delta:
        return worst, closed, "VIOLATED", f"other pairs were not looked at: {problem}"
    if closed is not None and closed.upper <= allowed:
        return None, closed, "CONFIRMED", f"by the closed form alone; the audit is too large: {problem}"
    # A closed form above the level violates nothing: it is over all of [0, 1], and these losses need not attain it.
    return None, closed, "UNDECIDED", f"the audit is too large: {problem}; try fewer actions, losses or rounds"


def judged(mechanism: Mechanism, worst: Worst, closed: Enclosure | None, setting: Setting) -> tuple[str, str]:
    """The verdict on a worst pair, and why where the enclosure alone does not say it."""
    allowed = level(mechanism, setting)
    if closed is not None and worst.lower > closed.upper:
        return "DISPUTED", "the pair is worse than the closed form allows"
    if worst.upper is not None and worst.upper <= allowed:
        return "CONFIRMED", ""
    if mechanism.delta:
        return composed(mechanism, setting)
    if worst.upper is None or worst.lower > allowed:
        below = worst.upper is not None and worst.upper <= setting.epsilon
        return "VIOLATED", "not above epsilon, though" if below else ""
    return "UNDECIDED", "the level lies in the enclosure; ask for more digits"


def composed(mechanism: Mechanism, setting: Setting) -> tuple[str, str]:
    """(epsilon, delta)-privacy of Hedge by the exact composition of its rounds, (2 eta, 0)-private each (comp.s12)."""
    rules = [choice.rule for choice in mechanism.choices if isinstance(choice, Summed)]
    rates = [rule.rate for rule in rules if isinstance(rule, Softmax)]
    found = delta_of(len(rates), 2 * max(rates), setting.epsilon)
    if found.upper <= mechanism.delta:
        return "CONFIRMED", f"delta is at most {found.shown(4)[1]} by the optimal composition of its rounds"
    return "UNDECIDED", "not epsilon-private, and the composition of its rounds does not reach delta"


def play_out(name: str, setting: Setting) -> tuple[int, str | None]:
    """Compare mechanism and program: on how many inputs they agree, and where they do not.

    Two actions: every input of 3 rounds with the grid's end values, and some of 8 rounds (3 selected blocks).
    """
    ends = Grid(2, (setting.grid.values[0], setting.grid.values[-1]))
    played = 0
    for horizon in (_SHORT, _LONG):
        small = Setting(ends, horizon, setting.epsilon, setting.delta)
        mechanism, program = MECHANISMS[name](small), PROGRAMS[name](small)
        for inputs in _inputs(mechanism, horizon):
            fault = difference(mechanism, program, inputs)
            if fault is not None:
                return played, fault
            played += 1
    return played, None


def _inputs(mechanism: Mechanism, horizon: int) -> list[tuple[Vector, ...]]:
    vectors = mechanism.grid.vectors
    if horizon == _SHORT:
        return list(product(vectors, repeat=horizon))
    return [tuple(vectors[(k * t + t // 3) % len(vectors)] for t in range(horizon)) for k in range(1, _SAMPLE + 1)]
