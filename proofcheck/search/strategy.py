# SPDX-License-Identifier: Apache-2.0
"""The order of the tactics, and the plan of attempts with their fuel and budgets. Untrusted."""

from __future__ import annotations

from proofcheck.search import (
    algebraic,
    bounds,
    boxes,
    calculus,
    corners,
    curves,
    entropy,
    factors,
    facts,
    functions,
    ladder,
    polynomials,
    regions,
    sums,
    symmetric,
)

TACTICS = (
    algebraic.by_zero,
    corners.by_equal_corners,
    algebraic.by_relation,
    regions.by_elimination,
    algebraic.by_fact,
    facts.by_two_facts,
    regions.by_reals,
    corners.by_splitting_facts,
    facts.by_narrowing,
    facts.by_dropping,
    ladder.by_constant_ends,
    calculus.by_concave,
    factors.by_simpler_factors,
    ladder.by_zero_face,
    polynomials.by_bernstein,
    polynomials.by_shift,
    symmetric.by_ordering,
    facts.by_combination,
    facts.by_multiplier,
    functions.by_pure_logarithm,
    functions.by_double_logarithm,
    calculus.by_monotone,
    ladder.by_ladder,
    functions.by_logarithm,
    ladder.by_contact_split,
    regions.by_scaling,
    sums.by_generalizing,
    polynomials.by_square,
    entropy.by_entropy,
    corners.by_corners,
    corners.by_squared_facts,
    facts.by_reducing_facts,
    curves.by_curve,
    bounds.by_solving_facts,
    factors.by_factors,
    regions.by_bounds,
    functions.by_squaring,
    boxes.by_boxes,
    regions.by_far_end,
    regions.by_integers,
)
QUICK = tuple(tactic for tactic in TACTICS if tactic not in (
    boxes.by_boxes, regions.by_integers, regions.by_bounds))
EASY = (3, 16)
QUICK_SHARE = 0.5
QUICK_PLAN = ((3, 40), (4, 100), (8, 150), (5, 200), (2, 100), (6, 400), (12, 600))
PLAN = ((3, 150), (5, 600), (4, 800), (6, 2000), (7, 6000), (8, 20_000), (9, 10**6), (12, 10**6))
"""(fuel, goals) of the attempts, one after the other: deep and narrow before exhaustive."""
