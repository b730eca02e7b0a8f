# SPDX-License-Identifier: Apache-2.0
"""Tests of an author's own code against a claim: points of its domain, its verdict at a point, its sides there.

``strategy(claim)`` draws exact points of the claim's own domain (Hypothesis), ``holds(claim, point)`` asks the kernel
at one point, ``evaluate(term, point)`` encloses a side, ``check_claim(claim)`` looks for a counterexample.
Names are loaded when first used; only ``strategy`` and ``check_claim`` need Hypothesis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

_HOMES = {
    "Checked": "counterexample",
    "Refuted": "counterexample",
    "check_claim": "counterexample",
    "evaluate": "judge",
    "holds": "judge",
    "strategy": "points",
}
__all__ = ["Checked", "Refuted", "check_claim", "evaluate", "holds", "strategy"]

if TYPE_CHECKING:
    from proofcheck.testing.counterexample import Checked, Refuted, check_claim
    from proofcheck.testing.judge import evaluate, holds
    from proofcheck.testing.points import strategy


def __getattr__(name: str) -> Any:
    """The public name, loaded from its module when first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'proofcheck.testing' has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module(f"proofcheck.testing.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        text = f"proofcheck.testing.{name} needs Hypothesis; install it with: pip install 'proofcheck[testing]'"
        raise ModuleNotFoundError(text, name="hypothesis") from None
