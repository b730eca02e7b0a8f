# SPDX-License-Identifier: Apache-2.0
"""An independent evaluation of F_m: mpmath at 60 digits, plain enumeration of multisets of atoms."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial

import mpmath
from hypothesis import strategies as st

from proofcheck.exact import Enclosure, InputError, Law, law_from_dict

DIGITS = 60
SLACK = Fraction(1, 10**55)

LAWS = {
    "two": {"actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]},
    "dependent": {
        "atoms": [
            {"losses": ["0", "1/2", "1"], "probability": "1/2"},
            {"losses": ["1/2", "0", "1"], "probability": "1/4"},
            {"losses": ["1", "1", "0"], "probability": "1/4"},
        ]
    },
    "best last, twins": {
        "atoms": [
            {"losses": ["1", "1", "1/3"], "probability": "2/3"},
            {"losses": ["0", "0", "1/3"], "probability": "1/3"},
        ]
    },
    "opposite": {
        "atoms": [
            {"losses": ["0", "1"], "probability": "51/100"},
            {"losses": ["1", "0"], "probability": "49/100"},
        ]
    },
    "deterministic": {"actions": [{"1": 1}, {"1/10": 1}, {"0": 1}]},
    "alike": {"actions": [{"0": "4/5", "1": "1/5"}, {"0": "1/2", "1": "1/2", "repeat": 2}]},
    "one hot": {
        "atoms": [
            {"losses": ["1", "0", "0", "0"], "probability": "1/10"},
            {"losses": ["0", "1", "0", "0"], "probability": "3/10"},
            {"losses": ["0", "0", "1", "0"], "probability": "3/10"},
            {"losses": ["0", "0", "0", "1"], "probability": "3/10"},
        ]
    },
}


def law_named(name: str) -> Law:
    return law_from_dict({"name": name, **LAWS[name]})


def real(value: Fraction) -> mpmath.mpf:
    return mpmath.mpf(value.numerator) / value.denominator


def slow_f(law: Law, eta: Fraction, m: int) -> Fraction:
    """F_m over all multisets of m atoms, in the user's own numbering, to about 58 digits."""
    with mpmath.workdps(DIGITS):
        atoms, total = law.joint_atoms(), mpmath.mpf(0)
        for pick in combinations_with_replacement(range(len(atoms)), m):
            chance = Fraction(factorial(m))
            for index, count in Counter(pick).items():
                chance *= atoms[index][1] ** count / factorial(count)
            sums = [sum((atoms[index][0][j] for index in pick), Fraction(0)) for j in range(law.size)]
            weights = [mpmath.exp(-real(eta * x)) for x in sums]
            mean = sum(real(gap) * w for gap, w in zip(law.gaps, weights, strict=True)) / sum(weights)
            total += real(chance) * mean
        sign, mantissa, exponent, _ = total._mpf_
        return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** exponent


def holds(enclosure: Enclosure, value: Fraction) -> bool:
    """Is `value`, itself known to about 55 digits, inside?"""
    return enclosure.lower - SLACK <= value <= enclosure.upper + SLACK


def meet(a: Enclosure, b: Enclosure) -> bool:
    return max(a.lower, b.lower) <= min(a.upper, b.upper)


def random_groups() -> st.SearchStrategy[Law | None]:
    """Small independent laws: up to 3 marginals on a coarse lattice, some repeated; None without a unique best."""
    marginal = st.dictionaries(
        st.sampled_from(["0", "1/4", "1/3", "1/2", "1"]), st.integers(1, 5), min_size=1, max_size=3
    )
    return st.lists(st.tuples(marginal, st.integers(1, 3)), min_size=2, max_size=3).map(_independent)


def _independent(sides: list[tuple[dict[str, int], int]]) -> Law | None:
    actions = [
        {loss: f"{weight}/{sum(side.values())}" for loss, weight in side.items()} | {"repeat": count}
        for side, count in sides
    ]
    try:
        return law_from_dict({"name": "any", "actions": actions})
    except InputError:
        return None


def bernoulli(mean: Fraction, repeat: int = 1) -> dict[str, object]:
    return {"0": str(1 - mean), "1": str(mean), "repeat": repeat}


def thousand_alike() -> Law:
    return law_from_dict({"name": "alike", "actions": [bernoulli(Fraction(2, 5)), bernoulli(Fraction(1, 2), 999)]})


def thousand_of_twenty_means() -> Law:
    others = [bernoulli(Fraction(3, 10) + Fraction(i, 40), 53 if i < 11 else 52) for i in range(19)]
    return law_from_dict({"name": "twenty means", "actions": [bernoulli(Fraction(1, 4)), *others]})
