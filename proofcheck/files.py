# SPDX-License-Identifier: Apache-2.0
"""Reading within limits and writing all or nothing."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from proofcheck.errors import InputError

MAX_BYTES = 64 * 1024 * 1024


def read_text(path: Path | str, what: str, limit: int = MAX_BYTES) -> str:
    """The text of a file; raises InputError when it is missing, no file, larger than ``limit`` bytes, or not UTF-8."""
    target = Path(path)
    try:
        with target.open("rb") as handle:
            data = handle.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no readable file name"
        raise InputError(f"{str(path)[:200]!r}: cannot be read ({reason}); write the name of a {what}") from None
    if len(data) > limit:
        raise InputError(f"{path}: larger than {limit} bytes; a {what} of this size is not read, split it")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8; write a {what} as UTF-8 text") from None


def stamp(folder: Path, pattern: str = "*.toml") -> tuple[tuple[str, int, int], ...]:
    """Names, times and sizes of the files in a folder: equal as long as nobody has changed them."""
    states = ((path.name, path.stat()) for path in sorted(folder.glob(pattern)))
    return tuple((name, state.st_mtime_ns, state.st_size) for name, state in states)


def write_text(path: Path | str, text: str) -> None:
    """Put ``text`` into a file, all or nothing: a temporary file beside it, then a rename. Raises InputError."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".tmp", dir=target.parent)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror}); write to an existing folder") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, target)
    except OSError as error:
        raise InputError(
            f"{path}: cannot be written ({error.strerror}); write to a file in an existing folder"
        ) from None
    finally:
        Path(name).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
