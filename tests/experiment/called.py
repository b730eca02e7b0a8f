# SPDX-License-Identifier: Apache-2.0
"""Which of the package's modules a call runs code of."""

import sys
from pathlib import Path

import proofcheck

ROOT = Path(proofcheck.__file__).parent


def called_modules(function, *args):
    """Full names of the modules of the package with a function that runs while ``function(*args)`` does."""
    files = set()

    def note(frame, event, _):
        if event == "call":
            files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function(*args)
    finally:
        sys.setprofile(before)
    inside = [Path(name).relative_to(ROOT) for name in files if Path(name).is_relative_to(ROOT)]
    return {".".join(["proofcheck", *path.with_suffix("").parts]).removesuffix(".__init__") for path in inside}


def uncovered(modules, experiment):
    """Those of the modules that the experiment's digest does not cover."""
    covered = experiment.modules
    return {name for name in modules if not any(name == c or name.startswith(f"{c}.") for c in covered)}
