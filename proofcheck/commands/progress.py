# SPDX-License-Identifier: Apache-2.0
"""Progress on standard error, on a terminal only; rich is imported only when there is something to show."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

QUIET_SECONDS = 0.5


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    """Within the block, calling the given function advances the bar by one."""
    if not sys.stderr.isatty() or total < 2:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


@contextmanager
def ticker(what: str) -> Iterator[Callable[[int], None] | None]:
    """Within the block, calling the given function with a count shows it, once QUIET_SECONDS have passed."""
    if not sys.stderr.isatty():
        yield None
        return
    start = time.monotonic()
    shown: list[Any] = [None]  # the status, once there is one
    try:
        yield lambda count: _tick(shown, start, f"{what}: {count} goals")
    finally:
        if shown[0] is not None:
            shown[0].stop()


def _tick(shown: list[Any], start: float, text: str) -> None:
    if time.monotonic() - start < QUIET_SECONDS:  # importing rich costs more than most searches
        return
    if shown[0] is None:
        from rich.console import Console

        status = Console(stderr=True).status(text)
        status.start()
        shown[0] = status
    shown[0].update(text)
