# SPDX-License-Identifier: Apache-2.0
"""Audits and compositions as JSON: every number that is no count is text, exact or rounded outward."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofcheck.exact.enclosure import Enclosure
from proofcheck.privacy.audits import Audit
from proofcheck.privacy.composition import Composition
from proofcheck.privacy.grid import Grid, Vector
from proofcheck.privacy.pair import Pair, Worst

_BITS = 192


def ends(found: Enclosure | None, digits: int) -> dict[str, str] | None:
    """{"lower", "upper"} as decimals rounded outward."""
    return None if found is None else dict(zip(("lower", "upper"), found.shown(digits), strict=True))


def worst_ends(worst: Worst, digits: int) -> dict[str, str | None]:
    """The same for the worst log-ratio; "oo" where it is infinite, no upper end where pairs were not looked at."""
    if worst.upper is None:
        return {"lower": "oo", "upper": "oo"}
    lower, upper = Enclosure(worst.lower, worst.upper).shown(digits)
    return {"lower": lower, "upper": None if worst.partial else upper}


def audit_record(found: Audit, digits: int) -> dict[str, Any]:
    """The JSON object of one audit."""
    mechanism, worst = found.mechanism, found.worst
    return {
        "algorithm": mechanism.name,
        "about": mechanism.about,
        "claims": None if mechanism.private is None else str(mechanism.private),
        "delta": str(mechanism.delta) if mechanism.delta else None,
        "allowed": str(found.allowed),
        "worst": None if worst is None else worst_ends(worst, digits),
        "closed_form": ends(found.closed, digits),
        "verdict": found.verdict,
        "reason": found.reason,
        "pair": None if worst is None or worst.pair is None else pair_record(worst.pair, mechanism.grid, digits),
        "engine": None if worst is None else worst.engine,
        "played_out": found.played,
    }


def pair_record(pair: Pair, grid: Grid, digits: int) -> dict[str, Any]:
    """The JSON object of a pair: the two inputs by round, and the output's probabilities choice by choice."""
    return {
        "round": pair.changed,
        "prefix": pair.prefix,
        "first": _inputs(pair.first, grid),
        "second": _inputs(pair.second, grid),
        "outputs": [
            {"rounds": [choice.first, choice.last], "action": j + 1,
             "first": ends(p, digits), "second": ends(q, digits)}
            for choice, j, p, q in pair.probabilities(_BITS)
        ],
    }


def _inputs(data: Mapping[int, Vector], grid: Grid) -> dict[str, str]:
    return {str(t): grid.text(data[t]) for t in sorted(data)}


def composition_record(found: Composition, digits: int) -> dict[str, Any]:
    """The JSON object of a composition."""
    return {
        "rounds": found.rounds,
        "epsilon": str(found.epsilon),
        "delta": str(found.delta),
        "eta": str(found.rate),
        "capped": found.capped,
        "advanced_epsilon": ends(found.bound, digits),
        "optimal_epsilon": ends(found.exact, digits),
        "optimal_delta": ends(found.exact_delta, digits),
        "largest_eta": ends(found.largest, digits),
        "verdict": found.verdict,
    }
