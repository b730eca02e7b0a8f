# SPDX-License-Identifier: Apache-2.0
"""The learner played out: every loss sequence, every prefix length, every action. For a handful of rounds only.

Nothing here uses the clock argument, gaps, F_m, walks or engines: the regret is the plain expectation of
sum_t (X_{t,I_t} - X_{t,best}), summed over everything that can happen. It exists to be agreed with.
Source A, section 3 (regret) and section 4 (algorithm).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import flint

from proofcheck.errors import InputError
from proofcheck.exact.enclosure import Enclosure, workprec
from proofcheck.exact.law import Law

MOST_ROUNDS = 7
MOST_PATHS = 3_000_000

Losses = tuple[tuple[Fraction, ...], ...]
Actions = tuple[int, ...]


def brute_regret(law: Law, eta: Fraction, horizon: int, initial: Sequence[Fraction], bits: int = 160) -> Enclosure:
    """Reg_T by playing out everything. Arguments: horizon, 1 to 7; initial, the law of A_0; eta > 0.

    Raises InputError when there is too much to play out. Guarantee: encloses.
    """
    _check(law, horizon, horizon.bit_length())
    best = law.best - 1
    with workprec(bits):
        total = flint.arb(0)
        for losses, chance in _sequences(law, horizon):
            for actions, likely in _plays(losses, eta, initial, horizon.bit_length()):
                played = [actions[t.bit_length() - 1] for t in range(1, horizon + 1)]
                excess = sum((x[i] - x[best] for x, i in zip(losses, played, strict=True)), Fraction(0))
                total += likely * _ball(chance * excess)
        return Enclosure.from_ball(total)


def brute_actions(
    law: Law, eta: Fraction, rounds: int, initial: Sequence[Fraction], bits: int = 160
) -> dict[tuple[int, ...], Enclosure]:
    """The joint law of (A_0, ..., A_s), actions numbered from 1, all that is decided once `rounds` rounds are seen.

    Raises InputError when there is too much to play out. Guarantee: encloses.
    """
    count = (rounds + 1).bit_length()
    _check(law, rounds, count)
    with workprec(bits):
        found: dict[tuple[int, ...], flint.arb] = {}
        for losses, chance in _sequences(law, rounds):
            for actions, likely in _plays(losses, eta, initial, count):
                key = tuple(action + 1 for action in actions)
                found[key] = found.get(key, flint.arb(0)) + likely * _ball(chance)
        return {key: Enclosure.from_ball(value) for key, value in found.items()}


def brute_choice(law: Law, eta: Fraction, block: int, length: int, bits: int = 160) -> list[Enclosure]:
    """P(A_{r+1} = j | M_r = m), j = 1, ..., K, r = block, m = length: every loss sequence up to then is played out.

    Raises InputError when there is too much to play out. Guarantee: encloses.
    """
    rounds = 2**block - 1 + length
    _check(law, rounds, 1)
    with workprec(bits):
        found = [flint.arb(0) for _ in range(law.size)]
        for losses, chance in _sequences(law, rounds):
            for j, likely in enumerate(_draw(losses[2**block - 1 :], eta)):
                found[j] += likely * _ball(chance)
        return [Enclosure.from_ball(value) for value in found]


def prefix_law(losses: Losses, eta: Fraction, initial: Sequence[Fraction], blocks: int) -> dict[Actions, flint.arb]:
    """The joint law of (A_0, ..., A_{blocks-1}), actions from 0, on one loss sequence: balls at the current precision.

    Every prefix length and every action is played out. Guarantee: encloses.
    """
    found: dict[Actions, flint.arb] = {}
    for actions, likely in _plays(losses, eta, initial, blocks):
        found[actions] = found.get(actions, flint.arb(0)) + likely
    return found


def _ball(value: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def _check(law: Law, rounds: int, blocks: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise InputError(f"horizon: found {rounds}; for playing everything out write 1 to {MOST_ROUNDS}")
    paths = len(law.joint_atoms()) ** rounds * law.size**blocks
    if paths > MOST_PATHS:
        raise InputError(f"{law.name}: {paths} paths to play out; write fewer atoms or rounds (at most {MOST_PATHS})")


def _sequences(law: Law, rounds: int) -> Iterator[tuple[Losses, Fraction]]:
    for pick in product(law.joint_atoms(), repeat=rounds):
        chance = Fraction(1)
        for _, probability in pick:
            chance *= probability
        yield tuple(losses for losses, _ in pick), chance


def _plays(
    losses: Losses, eta: Fraction, initial: Sequence[Fraction], blocks: int
) -> Iterator[tuple[tuple[int, ...], flint.arb]]:
    """All action sequences (A_0, ..., A_{blocks-1}) on one loss sequence, once for each choice of prefix lengths."""
    lengths = [[1]] + [list(range(2 ** (r - 1) + 1, 2**r + 1)) for r in range(1, blocks - 1)]
    for chosen in product(*lengths[: blocks - 1]):
        draws = [[_ball(p) for p in initial]]
        chance = Fraction(1)
        for r, m in enumerate(chosen):
            chance /= len(lengths[r])
            draws.append(_draw(losses[2**r - 1 : 2**r - 1 + m], eta))
        for actions in product(range(len(initial)), repeat=blocks):
            likely = _ball(chance)
            for draw, action in zip(draws, actions, strict=True):
                likely *= draw[action]
            yield actions, likely


def _draw(prefix: Losses, eta: Fraction) -> list[flint.arb]:
    weights = [_ball(-eta * sum((x[j] for x in prefix), Fraction(0))).exp() for j in range(len(prefix[0]))]
    whole = sum(weights, flint.arb(0))
    return [weight / whole for weight in weights]
