# SPDX-License-Identifier: Apache-2.0
"""python -m proofcheck.kernel FILE...: replay certificate files with the standard library alone.

Exit code 0 when every file replays, 1 when one is rejected, 2 when one cannot be read.
"""

from __future__ import annotations

import sys

from proofcheck.kernel.check import read, replay
from proofcheck.kernel.verdict import Rejected


def main(paths: list[str]) -> int:
    """Replay each file and write one line about it."""
    worst = 0 if paths else 2
    if not paths:
        sys.stderr.write("usage: python -m proofcheck.kernel FILE...\n")
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                verdict = replay(read(file.read()))
            sys.stdout.write(f"{verdict.status.value}  {path}\n    {verdict.statement}\n")
        except Rejected as problem:
            worst = max(worst, 1)
            sys.stdout.write(f"REJECTED  {path}\n    {problem}\n")
        except (OSError, UnicodeDecodeError) as problem:
            worst = 2
            sys.stdout.write(f"UNREADABLE  {path}\n    {problem}\n")
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
