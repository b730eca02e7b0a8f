# SPDX-License-Identifier: Apache-2.0
"""python -m proofcheck.kernel FILE...: replay certificate files with the standard library alone.

Exit code 0 when every file replays as PROVED or CONDITIONAL, 1 when one is rejected or says otherwise (REFUTED, ...), 2
when one cannot be read or is no JSON.
"""

from __future__ import annotations

import sys

from proofcheck.kernel.check import MAX_BYTES, read, replay
from proofcheck.kernel.verdict import Rejected, Status


def main(paths: list[str]) -> int:
    """Replay each file and write one line about it, and one with the statement or the reason."""
    if not paths:
        sys.stderr.write("usage: python -m proofcheck.kernel FILE...\n")
        return 2
    codes = []
    for path in paths:
        code, word, text = _replay_file(path)
        codes.append(code)
        sys.stdout.write(ascii(f"{word}  {path}")[1:-1] + "\n    " + ascii(text)[1:-1] + "\n")
    return max(codes)


def _replay_file(path: str) -> tuple[int, str, str]:
    try:
        with open(path, encoding="utf-8") as file:
            document = read(file.read(MAX_BYTES + 1))
    except (OSError, UnicodeDecodeError, Rejected) as problem:
        return 2, "UNREADABLE", str(problem)
    try:
        verdict = replay(document)
    except Rejected as problem:
        return 1, "REJECTED", str(problem)
    note = f"  [{verdict.reason}]" if verdict.reason else ""
    fine = verdict.status in (Status.PROVED, Status.CONDITIONAL)
    return 0 if fine else 1, verdict.status.value, verdict.statement + note


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
