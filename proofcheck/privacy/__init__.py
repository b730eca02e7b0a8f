# SPDX-License-Identifier: Apache-2.0
"""Privacy, exactly: how far apart an online algorithm's output laws are on neighbouring inputs, and at which pair.

    setting = Setting(grid_of(3, ["0", "1/2", "1"]), 7, Fraction(1, 2), Fraction(1, 10**6))
    found = audit("randomized-prefix", setting)      # Audit: worst (lower, upper, pair), verdict, closed form
    softmax_worst(3, Fraction(1, 8), 4)              # Lemma 3's exact worst log-ratio
    compose(1000, Fraction(1, 2), Fraction(1, 10**6))  # source B beside the exact optimal composition

Neighbouring inputs differ in one whole loss vector (event level); the output is the whole sequence of actions.
Rooms: grid, rules > mechanism > algorithms, broken (what is audited) > pair, box > mixture, additive, brute (three ways
to find the worst pair, agreeing where they overlap) > audits. playout and programs check that a mechanism is the
algorithm. worst, closed and composition are formulas.
"""

from proofcheck.privacy.algorithms import ALGORITHMS, Setting
from proofcheck.privacy.audits import MECHANISMS, Audit, audit, worst_pair
from proofcheck.privacy.broken import BROKEN
from proofcheck.privacy.composition import Composition, compose, delta_of, epsilon_of, kernel_of
from proofcheck.privacy.grid import Grid, grid_of
from proofcheck.privacy.mechanism import Choice, Mechanism, Summed, Undeclared, Window
from proofcheck.privacy.pair import Pair, TooLarge, Worst
from proofcheck.privacy.worst import (
    algorithm_worst,
    hedge_constant_worst,
    hedge_worst,
    prefix_worst,
    softmax_gap,
    softmax_worst,
)

__all__ = [
    "ALGORITHMS",
    "BROKEN",
    "MECHANISMS",
    "Audit",
    "Choice",
    "Composition",
    "Grid",
    "Mechanism",
    "Pair",
    "Setting",
    "Summed",
    "TooLarge",
    "Undeclared",
    "Window",
    "Worst",
    "algorithm_worst",
    "audit",
    "compose",
    "delta_of",
    "epsilon_of",
    "grid_of",
    "hedge_constant_worst",
    "hedge_worst",
    "kernel_of",
    "prefix_worst",
    "softmax_gap",
    "softmax_worst",
    "worst_pair",
]
