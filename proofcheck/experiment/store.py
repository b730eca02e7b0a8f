# SPDX-License-Identifier: Apache-2.0
"""Finished cases in one SQLite file: a row for each, committed as it comes, so that a killed run loses none.

The key of a row is the experiment's name, the digest of the code that computed it, and the canonical JSON text of its
parameters; the value is the canonical JSON text of its result. Rows are only ever added. A row is written in one
transaction with a rollback journal and full synchronisation: after SIGKILL, or a power failure, it is there or not.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from proofcheck.errors import InputError
from proofcheck.experiment.canonical import canonical

APPLICATION = 0x50524643  # "PRFC"
VERSION = 1
_TABLE = """CREATE TABLE IF NOT EXISTS cases (
    experiment TEXT NOT NULL, code TEXT NOT NULL, parameters TEXT NOT NULL,
    result TEXT NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (experiment, code, parameters)) WITHOUT ROWID"""
_BUSY_SECONDS = 60


class Store:
    """The finished cases of a file; without a name, of this process's memory.

    Arguments: path, a new file or one that a Store made. Raises InputError for any other file. Several processes may
    share a file. ``seconds`` is how long a case took: kept beside the result, no part of it.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        self.name = "memory" if path is None else str(path)
        try:
            self._base = sqlite3.connect(":memory:" if path is None else path, timeout=_BUSY_SECONDS)
        except sqlite3.Error as error:
            raise InputError(f"{self.name}: cannot be opened ({error}); write a file in an existing folder") from None
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._base.close()
            raise InputError(f"{self.name}: is no store ({error}); write the name of a new file") from None
        except InputError:
            self._base.close()
            raise

    def _prepare(self) -> None:
        self._base.execute("PRAGMA synchronous = FULL")
        with self._base:
            self._base.execute("BEGIN IMMEDIATE")
            (application,) = self._base.execute("PRAGMA application_id").fetchone()
            (version,) = self._base.execute("PRAGMA user_version").fetchone()
            (tables,) = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables and (application, version) != (APPLICATION, VERSION):
                raise InputError(f"{self.name}: is another program's or version's file; write the name of a new file")
            self._base.execute(f"PRAGMA application_id = {APPLICATION}")
            self._base.execute(f"PRAGMA user_version = {VERSION}")
            self._base.execute(_TABLE)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def put(self, experiment: str, code: str, parameters: Mapping[str, Any], result: Any, seconds: float = 0.0) -> None:
        """Add a finished case; adding it again changes nothing. Raises InputError when the result now is another."""
        key, text = (experiment, code, canonical(dict(parameters))), canonical(result)
        with self._base:
            self._base.execute("INSERT OR IGNORE INTO cases VALUES (?, ?, ?, ?, ?)", (*key, text, seconds))
        (kept,) = self._row(key)
        if kept != text:
            raise InputError(
                f"{self.name}: {key[2][:200]} was finished before with another result; the computation is not "
                "repeatable, write to a new store"
            )

    def _row(self, key: tuple[str, str, str]) -> tuple[str]:
        row: tuple[str] = self._base.execute(
            "SELECT result FROM cases WHERE experiment = ? AND code = ? AND parameters = ?", key
        ).fetchone()
        return row

    def results(self, experiment: str, code: str) -> dict[str, str]:
        """Canonical parameters -> canonical result, of all finished cases of an experiment computed by that code."""
        rows = self._base.execute(
            "SELECT parameters, result FROM cases WHERE experiment = ? AND code = ?", (experiment, code)
        )
        return dict(rows)

    def count(self, experiment: str, code: str | None = None) -> int:
        """How many cases of the experiment are finished, by that code or, without one, by whatever code."""
        (number,) = self._base.execute(
            "SELECT count(*) FROM cases WHERE experiment = ? AND code = coalesce(?, code)", (experiment, code)
        ).fetchone()
        return int(number)
