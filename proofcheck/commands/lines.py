# SPDX-License-Identifier: Apache-2.0
"""JSON lines written as they come to a temporary file, which takes the final name at the end or at an interruption."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import click

from proofcheck.commands.common import dump
from proofcheck.errors import InputError


class Lines:
    """Within the block, ``write`` adds one complete line; the target file holds whole lines, or what it held before."""

    def __init__(self, target: str | None) -> None:
        self.target = target
        self.count = 0
        self.temporary: str | None = None
        self.out: IO[str] | None = None

    def __enter__(self) -> Lines:
        if self.target not in (None, "-"):
            path = Path(str(self.target))
            try:
                if path.is_dir():
                    raise InputError(f"{path}: is a folder; write the name of a file")
                handle, self.temporary = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
            except OSError as error:
                raise InputError(f"{path}: cannot be written ({error.strerror}); write to an existing folder") from None
            self.out = os.fdopen(handle, "w", encoding="utf-8")
        return self

    def write(self, data: Any) -> None:
        """Add one line of JSON."""
        text = dump(data, indent=None)
        self.count += 1
        if self.out is not None:
            self.out.write(text)
            self.out.flush()
        elif self.target == "-":
            click.echo(text, nl=False)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.out is None or self.temporary is None:
            return
        self.out.close()
        if kind is None or (self.count and issubclass(kind, KeyboardInterrupt)):
            os.chmod(self.temporary, 0o644)
            os.replace(self.temporary, str(self.target))
        else:
            os.unlink(self.temporary)
