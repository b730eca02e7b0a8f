# SPDX-License-Identifier: Apache-2.0
"""Run a call that may take for ever within a time budget.

In the main thread an interval timer raises inside the call, again and again until it leaves, because a library may
swallow one exception. Elsewhere (another thread, a system without interval timers) the call runs in a process, which is
ended.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

AGAIN = 0.05


class OutOfTime(BaseException):
    """The budget is spent. Not an Exception, so that `except Exception` inside the call does not swallow it."""


def within(seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
    """``function(*arguments)``, or OutOfTime after about ``seconds``."""
    if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
        with _timer(seconds):
            return function(*arguments)
    return _in_process(seconds, function, arguments)


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    def ring(_number: int, _frame: Any) -> None:
        raise OutOfTime

    collecting = gc.isenabled()
    gc.disable()  # an exception raised inside a collector's callback would be printed and lost
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3), AGAIN)
    try:
        try:
            yield
        finally:
            _quiet(before)
    finally:  # again, in case the timer rang just before the first call began; the next ring is AGAIN seconds away
        _quiet(before)
        if collecting:
            gc.enable()


def _quiet(before: Any) -> None:
    """Stop the timer and put the old handler back, even if it rings once more meanwhile."""
    for _ in range(3):
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            return
        except OutOfTime:
            continue


def _in_process(seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sender, function, arguments), daemon=True)
    process.start()
    sender.close()
    try:
        if not receiver.poll(seconds + START_UP):
            raise OutOfTime
        kind, value = receiver.recv()
    except EOFError:
        kind, value = "error", RuntimeError("the process ended without an answer")
    finally:
        process.kill()
        process.join()
        receiver.close()
    if kind == "error":
        raise value
    return value


START_UP = 2.0  # a fresh interpreter importing SymPy


def _send(sender: Any, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    try:
        sender.send(("value", function(*arguments)))
    except Exception as error:  # noqa: BLE001  # whatever went wrong is handed to the waiting process
        sender.send(("error", error))
