# SPDX-License-Identifier: Apache-2.0
"""The verdicts with which all is well, by name: a module of its own, so that asking costs no import."""

FINE = frozenset({"PROVED", "CONDITIONAL", "CONFIRMED"})
STALE = "STALE"


def standing(verdict: str, reason: str, stale: str) -> tuple[str, str]:
    """The verdict of a row and its reason, once it is known why the row is stale (empty: it is not).

    A verdict that is worse than STALE stays: a refused proof is refused, whatever else changed.
    """
    return (STALE, stale) if stale and verdict in (*FINE, STALE) else (verdict, reason)
