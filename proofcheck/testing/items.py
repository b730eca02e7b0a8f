# SPDX-License-Identifier: Apache-2.0
"""Claim files as pytest collectors, claims as items: ``claims/paper.toml::lemma1`` passes when lemma1 is proved."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from proofcheck.claim import Claim
from proofcheck.derive.rows import replay_row
from proofcheck.derive.stale import Lock
from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.kernel.verdict import Rejected, Status, Verdict
from proofcheck.library import Pending, load_library, replay_claim
from proofcheck.testing.words import explain

FINE = (Status.PROVED, Status.CONDITIONAL, Status.CONFIRMED)
NOTHING_TO_DECIDE = ("def", "axiom")


class Libraries:
    """The pytest plugin object of a run with libraries: which files hold claims, and each library loaded once."""

    def __init__(self, config: pytest.Config, paths: Iterable[Path], *, asked: bool) -> None:
        self.files: dict[Path, Path] = {}  # each file of claims, and what load_library takes
        self._loaded: dict[Path, Lock | InputError] = {}
        self.paths = [path.absolute() for path in paths]
        for path in self.paths:
            self.files.update(_files(path))
        from_arguments = config.args_source is config.ArgsSource.ARGS
        if asked and not from_arguments:
            config.args = []
        if asked or not from_arguments:
            given = [config.invocation_params.dir / argument.split("::")[0] for argument in config.args]
            config.args += [str(path) for path in self.paths if not any(_covers(g, path) for g in given)]

    def pytest_report_header(self) -> str:
        """One line above the run."""
        return f"proofcheck: claims of {', '.join(str(path) for path in self.paths)}"

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """A file of claims."""
        return ClaimFile.from_parent(parent, path=file_path, libraries=self) if file_path in self.files else None

    def pytest_pycollect_makemodule(self, module_path: Path, parent: pytest.Collector) -> Any:
        """A Python file of claims is no module of tests, also where it was named as an argument."""
        return NoTests.from_parent(parent, path=module_path) if module_path in self.files else None

    def load(self, file: Path) -> Lock | None:
        """The library of a claim file; None when it could not be loaded, which was said at its first file."""
        source = self.files[file]
        if source not in self._loaded:
            try:
                self._loaded[source] = Lock(load_library(source))
            except InputError as error:
                self._loaded[source] = error
                raise
        found = self._loaded[source]
        return found if isinstance(found, Lock) else None


def _files(path: Path) -> dict[Path, Path]:
    """The claim files that a path names, each with what load_library takes; raises UsageError."""
    if path.is_dir():
        found = {file: path for file in sorted(path.glob("*.toml"))}
        if not found:
            raise pytest.UsageError(f"--proofcheck: {path}: no claim files (*.toml) in it; name a Python file itself")
        return found
    if path.suffix not in (".toml", ".py") or not path.is_file():
        raise pytest.UsageError(f"--proofcheck: {path}: no folder and no file *.toml or *.py; write one of these")
    return {path: path.parent if path.suffix == ".toml" else path}


def _covers(given: Path, path: Path) -> bool:
    """Whether an argument of pytest already collects a library, or chooses from it."""
    return given == path or path in given.parents or (given in path.parents and given.is_dir())


class NoTests(pytest.File):
    """A file in which there is nothing to collect."""

    def collect(self) -> Iterator[pytest.Item]:
        """Nothing."""
        yield from ()


class ClaimFile(pytest.File):
    """A file of claims, one item for each."""

    def __init__(self, *, libraries: Libraries, **rest: Any) -> None:
        super().__init__(**rest)
        self.libraries = libraries

    def collect(self) -> Iterator[pytest.Item]:
        """The claims, and the rows of other kinds that a derivation decides or should decide."""
        try:
            lock = self.libraries.load(self.path)
            if lock is None:
                return
            here = _ids(self.path)
        except InputError as error:
            raise self.CollectError(f"proofcheck: {error}") from None
        for entry in lock.library.rows:
            if here is not None and entry.id not in here:
                continue
            if isinstance(entry, Claim) or entry.id in lock.where or entry.kind not in NOTHING_TO_DECIDE:
                yield ClaimItem.from_parent(self, name=entry.id, row=Row(entry, lock))


def _ids(file: Path) -> set[str] | None:
    """The identifiers in a TOML file that was loaded; None for a Python file, whose claims are all its own."""
    if file.suffix == ".py":
        return None
    return {row["id"] for row in tomllib.loads(read_text(file, "claim file")).get("claim", [])}


@dataclass(frozen=True)
class Row:
    """An entry of a library, and what knows whether its proof is of what is written now."""

    entry: Claim | Pending
    lock: Lock

    def verdict(self, timeout: float) -> Verdict | None:
        """From the committed certificate or derivation, else from a search; None where nothing can decide it.

        STALE where the proof, or that of a row it rests on, was made for another statement.
        """
        verdict, why = self._verdict(timeout), self.lock.stale(self.entry.id)
        if verdict is None or not why or verdict.status not in FINE:
            return verdict
        return Verdict(Status.STALE, verdict.statement, verdict.digest, reason=why)

    def _verdict(self, timeout: float) -> Verdict | None:
        library, id = self.lock.library, self.entry.id
        if isinstance(self.entry, Claim):
            path = library.certificate_path(id)
            return replay_claim(self.entry, path) if path.exists() else _searched(self.entry, timeout)
        return replay_row(library.path, id, self.lock.statements) if id in self.lock.where else None


def _searched(claim: Claim, timeout: float) -> Verdict:
    from proofcheck.decide import decide

    return decide(claim.statement, timeout=timeout).verdict


class ClaimItem(pytest.Item):
    """One claim: passes when it is PROVED (or CONDITIONAL), and otherwise says why not."""

    def __init__(self, *, row: Row, **rest: Any) -> None:
        super().__init__(**rest)
        self.row = row
        self.add_marker("proofcheck")

    def runtest(self) -> None:
        """Ask the kernel; the verdict becomes a property of the report (JUnit XML has it)."""
        try:
            verdict = self.row.verdict(self.config.getoption("proofcheck_timeout"))
        except (Rejected, InputError) as error:
            pytest.fail(f"REJECTED: {error}", pytrace=False)
        if verdict is None:
            pytest.skip(f"kind {self.row.entry.kind} without a derivation: nothing decides it")
        self.user_properties += [("verdict", verdict.status.value), ("statement", verdict.statement)]
        if verdict.status in FINE:
            return
        entry = self.row.entry
        text = explain(verdict, entry.statement if isinstance(entry, Claim) else None)
        self._undecided(text) if verdict.status is Status.UNDECIDED else pytest.fail(text, pytrace=False)

    def _undecided(self, text: str) -> None:
        text += "\n  try: --proofcheck-timeout 60, or split the claim into steps"
        how = self.config.getoption("proofcheck_undecided")
        if how == "fail":
            pytest.fail(text, pytrace=False)
        first = text.splitlines()[0]
        pytest.skip(first) if how == "skip" else pytest.xfail(first)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The file, and a headline; not the name alone, whose dots pytest would print as "::"."""
        return self.path, None, f"claim {self.name}"
