# SPDX-License-Identifier: Apache-2.0
"""The code blocks of a Markdown page, run in order in one folder, as a reader would.

- ``console`` (or no language) with lines that begin with ``$``: each command is run, its output compared with the lines
  below it. ``...`` stands for anything; times such as ``0.76s`` are not compared. A comment ``# exit 1`` is checked.
- no language, every line a ``proofcheck`` command (comments may follow): each is run and must exit with 0.
- ``python``: run, the whole page in one namespace.
- any other block that follows a line ending in ```` `name.ext`: ```` or ```` `name.ext` ```` is written to that file.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(
    r"^(?P<fence>```|~~~)(?P<language>[\w{}-]*)[^\n]*\n(?P<body>.*?)^(?P=fence)\s*$", re.MULTILINE | re.DOTALL
)
NAMED = re.compile(r"`(?P<name>[\w./-]+\.(?:toml|json|jsonl|py|aux|tex|md|csv))`[^`\n]*:\s*$")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    language: str
    body: str
    line: int
    file: str | None


def blocks(text: str) -> list[Block]:
    found = []
    for match in BLOCK.finditer(text):
        before = text[: match.start()].rstrip()
        named = NAMED.search(before.rsplit("\n\n", 1)[-1].replace("\n", " "))
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(match["language"], match["body"], line, named["name"] if named else None))
    return found


def commands(body: str) -> list[tuple[str, str]]:
    """(command, expected output) for each line that begins with ``$``; a backslash continues the command."""
    found: list[tuple[str, str]] = []
    for line in body.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]}{line}\n")
    return found


def run_page(path: Path, folder: Path) -> int:
    """Run every block of the page in ``folder``; the number that were run. Raises AssertionError naming the line."""
    names: dict[str, object] = {"__name__": "page"}
    count = 0
    for block in blocks(path.read_text(encoding="utf-8")):
        where = f"{path.name}, line {block.line}"
        if block.language == "python" and block.file is None:
            with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile(block.body, where, "exec"), names)
            _compare_comments(block.body, out.getvalue(), where)
        elif block.language in ("", "console") and block.body.startswith("$ "):
            for command, expected in commands(block.body):
                run(command, expected, folder, where)
        elif block.language == "" and all(line.startswith("proofcheck ") for line in block.body.splitlines()):
            for line in block.body.splitlines():
                run(line, "", folder, where)
        elif block.file is not None:
            (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.file).write_text(block.body, encoding="utf-8")
        else:
            continue
        count += 1
    return count


def run(command: str, expected: str, folder: Path, where: str) -> None:
    """Run a shell command whose ``proofcheck`` is this checkout's; compare its output."""
    line = re.sub(r"\s+# .*$", "", command)
    bin = Path(sys.executable).parent
    path = f"{bin}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(folder), "COLUMNS": "120", "NO_COLOR": "1"}
    shell = ["bash", "-c", line]
    done = subprocess.run(shell, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    said = re.search(r"# exit (\d)", command)
    allowed = (int(said[1]),) if said else (0, 1, 3) if expected.strip() else (0,)  # a shown output tells as much
    assert done.returncode in allowed, f"{where}: {command}\nexit {done.returncode}\n{done.stderr}"
    shown = done.stdout + done.stderr
    if expected.strip():
        assert doctest.OutputChecker().check_output(_plain(expected), _plain(shown), FLAGS), (
            f"{where}: {shlex.quote(command)}\n--- the page says\n{expected}\n--- it prints\n{shown}"
        )


def _plain(text: str) -> str:
    """Without what differs from run to run: times, and runs of dashes of a table."""
    text = re.sub(r"^ *time .*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"-{10,}", "----", re.sub(r"\d+\.\d+ ?s\b", "_s", text)).strip() + "\n"


def _compare_comments(body: str, printed: str, where: str) -> None:
    """Lines ``# prints: ...`` in a Python block, in order, are what it prints."""
    expected = "".join(f"{line}\n" for line in re.findall(r"# prints: (.*)$", body, re.MULTILINE))
    if expected:
        assert doctest.OutputChecker().check_output(expected, printed, FLAGS), f"{where}: prints\n{printed}"
