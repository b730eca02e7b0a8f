# SPDX-License-Identifier: Apache-2.0
"""The options of the commands that compute F_m: which engine, and how much it may cost."""

from __future__ import annotations

import click

engine_option = click.option(
    "--engine",
    default=None,
    help="types, lattice, lattice64, integral, integral64 or green (the last for the whole sum); default: by the law.",
)
work_option = click.option(
    "--work",
    type=click.IntRange(1),
    default=None,
    help="What an answer may cost, about microseconds (default 4000000); beyond it the enclosure stays wider.",
)


def shortfall(reached: int, digits: int, engine: str | None) -> str:
    """Why an answer has fewer digits than were wanted, and what to do."""
    if engine is not None and engine != "green":
        return f"{reached} of {digits} digits are all that engine {engine} gives: leave the choice open"
    return f"{reached} of {digits} digits within the work limit: raise --work"
