# SPDX-License-Identifier: Apache-2.0
"""Engines: rigorous enclosures of F_m and of its sums, and the choice between them.

| name | for | how | digits |
| --- | --- | --- | --- |
| types | any law, small m | exact law of D_m, states sorted among actions that may be swapped | all |
| lattice | up to a few dimensions | fixed point by FLINT, sums over m by doubling | all |
| lattice64 | the same | float64 with proved errors, every m at the price of a NumPy recursion | 12 |
| integral | independent actions, any K | one integral over a race of exponentials, actions alike in groups | all |
| integral64 | the same | the same in float64 with proved errors | 12 (K = 2) to 8 (K = 1000) |
| green | one difference (K = 2, or actions that coincide) | the whole sum at once, no truncation in m | all |

`Problem` holds a law and eta, builds what applies and chooses by estimated cost; the choice never affects soundness.
"""

from proofcheck.exact.engines.choice import DEFAULT_WORK, NAMES, Problem
from proofcheck.exact.engines.engine import Engine

__all__ = ["DEFAULT_WORK", "NAMES", "Engine", "Problem"]
