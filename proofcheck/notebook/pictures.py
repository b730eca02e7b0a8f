# SPDX-License-Identifier: Apache-2.0
"""All pictures of the notebooks, by what they show. Each returns a Picture: the drawing and the numbers in it.

Lengths of law files and lists of numbers are exact: texts such as "1/8", ints or Fractions; floats are refused.
"""

from __future__ import annotations

from proofcheck.notebook.draw_bounds import draw_harmonic as harmonic
from proofcheck.notebook.draw_bounds import draw_hedge as hedge
from proofcheck.notebook.draw_bounds import draw_waterfall as waterfall
from proofcheck.notebook.draw_boxes import draw_boxes as boxes
from proofcheck.notebook.draw_claims import draw_cover as cover
from proofcheck.notebook.draw_claims import draw_sides as sides
from proofcheck.notebook.draw_claims import draw_slack as slack
from proofcheck.notebook.draw_laws import block_table as blocks
from proofcheck.notebook.draw_laws import draw_eq4 as eq4
from proofcheck.notebook.draw_laws import draw_potential as potential
from proofcheck.notebook.draw_laws import draw_regret as regret
from proofcheck.notebook.draw_laws import draw_softmax as softmax
from proofcheck.notebook.draw_laws import draw_tail as tail
from proofcheck.notebook.draw_laws import draw_weights as weights
from proofcheck.notebook.draw_privacy import audits
from proofcheck.notebook.draw_privacy import draw_composition as composition
from proofcheck.notebook.draw_privacy import draw_horizons as horizons
from proofcheck.notebook.draw_privacy import draw_largest as largest
from proofcheck.notebook.draw_privacy import draw_ratio as ratio

__all__ = [
    "audits", "blocks", "boxes", "composition", "cover", "eq4", "harmonic", "hedge", "horizons", "largest",
    "potential", "ratio", "regret", "sides", "slack", "softmax", "tail", "waterfall", "weights",
]
