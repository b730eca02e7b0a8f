# SPDX-License-Identifier: Apache-2.0
"""A small proof assistant for papers with explicit constants.

A search that nobody needs to trust finds certificates; ``proofcheck.kernel``, standard library only, replays them.
Names are loaded when first used: ``import proofcheck`` imports no SymPy, mpmath, NumPy or FLINT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Claim": "claim",
    "Source": "claim",
    "le": "claim",
    "lt": "claim",
    "ge": "claim",
    "gt": "claim",
    "eq": "claim",
    "check": "claim",
    "prove": "decide",
    "Verdict": "kernel.verdict",
    "Status": "kernel.verdict",
    "InputError": "errors",
}
__all__ = [
    "Claim",
    "InputError",
    "Source",
    "Status",
    "Verdict",
    "__version__",
    "check",
    "eq",
    "ge",
    "gt",
    "le",
    "lt",
    "prove",
]

if TYPE_CHECKING:
    from proofcheck.claim import Claim, Source, check, eq, ge, gt, le, lt
    from proofcheck.decide import prove
    from proofcheck.errors import InputError
    from proofcheck.kernel.verdict import Status, Verdict


def __getattr__(name: str) -> Any:
    """The public name, loaded from its module when first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'proofcheck' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"proofcheck.{_HOMES[name]}"), name)
