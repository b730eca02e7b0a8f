# SPDX-License-Identifier: Apache-2.0
"""The pytest plugin: ``pytest --proofcheck FOLDER`` tests every claim; the fixture ``proofcheck`` decides one.

pytest loads this module into every run of an environment that has proofcheck, so it imports pytest and nothing else:
the rest is loaded when the option, the setting or the fixture is used.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from proofcheck.testing.prover import Prover

UNDECIDED = ("fail", "xfail", "skip")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options and the setting; `pytest --help` shows them under "proofcheck"."""
    group = parser.getgroup("proofcheck", "claims as tests (proofcheck)")
    group.addoption(
        "--proofcheck", action="append", default=[], metavar="PATH", dest="proofcheck_paths",
        help="a claim library, each claim of which is a test: a folder of claim files, one *.toml file, or a Python "
        "file of claims, which is run; may be given several times; without other arguments, nothing else is collected",
    )
    group.addoption(
        "--proofcheck-timeout", type=float, default=10.0, metavar="SECONDS", dest="proofcheck_timeout",
        help="seconds of search for a claim without a certificate (default: 10)",
    )
    group.addoption(
        "--proofcheck-undecided", choices=UNDECIDED, default="fail", dest="proofcheck_undecided",
        help="what an UNDECIDED claim is: fail (default), xfail, or skip",
    )
    parser.addini("proofcheck_libraries", "claim libraries collected in every run without arguments", type="paths")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and the collector of claims when there is a library to collect."""
    config.addinivalue_line("markers", "proofcheck: a claim of a library, collected by --proofcheck")
    named = [config.invocation_params.dir / path for path in config.getoption("proofcheck_paths")]
    libraries: list[Path] = named or config.getini("proofcheck_libraries")
    if libraries:
        from proofcheck.testing.items import Libraries

        config.pluginmanager.register(Libraries(config, libraries, asked=bool(named)), "proofcheck-libraries")


@pytest.fixture
def proofcheck(request: pytest.FixtureRequest) -> Prover:
    """Decide a claim inside a test: ``proofcheck.prove("for all x in [0, 1]: x**2 <= x")`` fails unless PROVED."""
    from proofcheck.testing.prover import Prover

    return Prover(timeout=request.config.getoption("proofcheck_timeout"))
