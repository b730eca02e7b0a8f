# SPDX-License-Identifier: Apache-2.0
"""Worker processes that are late, crash or raise cost their own item only."""

import math
import os
import time

from proofcheck.commands.pool import Lost, run


def test_a_late_worker_is_ended_and_the_others_go_on():
    found = dict(run(time.sleep, [0, 60, 0, 0], jobs=2, limit=4))
    assert [found[k] for k in (0, 2, 3)] == [None] * 3
    assert found[1] == Lost("no answer within 4 s; the worker was ended")


def test_a_crashed_worker_is_replaced():
    found = dict(run(os._exit, [1, 2, 3], jobs=1, limit=30))
    assert all("ended without an answer" in found[k].reason for k in range(3))


def test_an_error_is_an_answer():
    for items in ([4, -1], [-1]):
        found = dict(run(math.sqrt, items, jobs=2, limit=30))
        assert found[len(items) - 1].reason.startswith("internal: ValueError")
    assert dict(run(math.sqrt, [4, 9], jobs=2, limit=30)) == {0: 2.0, 1: 3.0}
