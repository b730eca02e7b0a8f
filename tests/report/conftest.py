# SPDX-License-Identifier: Apache-2.0
"""Lets the tests import the reader of LaTeX beside them, and the random terms of the library's tests."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "library")]
