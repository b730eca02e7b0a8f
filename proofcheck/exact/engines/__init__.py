# SPDX-License-Identifier: Apache-2.0
"""Engines: rigorous enclosures of F_m and of its sums, and the choice between them."""

from proofcheck.exact.engines.choice import DEFAULT_WORK, NAMES, Problem
from proofcheck.exact.engines.engine import Engine
from proofcheck.exact.engines.types import Types, mean_cost

__all__ = ["DEFAULT_WORK", "NAMES", "Engine", "Problem", "Types", "mean_cost"]
