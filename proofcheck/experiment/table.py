# SPDX-License-Identifier: Apache-2.0
"""A table of rows as a CSV, JSON or Parquet file, by the file's ending; written all or nothing."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from proofcheck.errors import InputError
from proofcheck.files import write_text

Rows = Sequence[Sequence[Any]]


def write_table(path: Path | str, columns: Sequence[str], rows: Rows) -> None:
    """Write the rows under the columns' names; integers stay integers, the rest is text. Raises InputError."""
    checked_format(path)(Path(path), columns, rows)


def checked_format(path: Path | str) -> Callable[[Path, Sequence[str], Rows], None]:
    """How a file of that ending is written. Raises InputError: unknown ending, no such folder, pyarrow is missing."""
    target = Path(path)
    ending = target.suffix.lower()
    if ending not in _WRITERS:
        raise InputError(f"{path}: found the ending {ending!r}; write a file ending in {', '.join(_WRITERS)}")
    if not target.parent.is_dir():
        raise InputError(f"{path}: no folder {str(target.parent)!r}; write to an existing folder")
    if ending == ".parquet":
        _pyarrow()
    return _WRITERS[ending]


def _write_csv(path: Path, columns: Sequence[str], rows: Rows) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    write_text(path, out.getvalue())


def _write_json(path: Path, columns: Sequence[str], rows: Rows) -> None:
    lines = (json.dumps(dict(zip(columns, row, strict=True)), allow_nan=False) for row in rows)
    write_text(path, "[\n" + ",\n".join(lines) + "\n]\n")


def _pyarrow() -> Any:
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError:
        raise InputError("a .parquet file needs pyarrow; install it: pip install 'proofcheck[parquet]'") from None


def _write_parquet(path: Path, columns: Sequence[str], rows: Rows) -> None:
    arrow = _pyarrow()
    sides = zip(*rows, strict=True) if rows else ((),) * len(columns)
    data = arrow.table({name: list(side) for name, side in zip(columns, sides, strict=True)})
    temporary = path.with_name(f".{path.name[:40]}.{os.getpid()}.tmp")
    try:
        arrow.parquet.write_table(data, temporary)
        os.replace(temporary, path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error}); write to a file in an existing folder") from None
    finally:
        temporary.unlink(missing_ok=True)


_WRITERS = {".csv": _write_csv, ".json": _write_json, ".parquet": _write_parquet}
