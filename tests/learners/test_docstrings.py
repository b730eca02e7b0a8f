# SPDX-License-Identifier: Apache-2.0
"""The examples in the learners' docstrings run as written; the room loads no library beyond the standard one."""

import doctest
import subprocess
import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize("module", ["bits", "blocks"])
def test_examples(module):
    found = doctest.testmod(import_module(f"proofcheck.learners.{module}"))
    assert found.attempted > 0
    assert found.failed == 0


def test_the_learners_are_light():
    code = (
        "import sys, proofcheck.learners\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('numpy', 'flint', 'sympy', 'mpmath', 'click')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
