# SPDX-License-Identifier: Apache-2.0
"""What the wheel and the source archive hold."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Wheel and source archive, built by hatchling alone: no network, no isolated environment."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(folder)],
                   cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel_names(built):
    (wheel,) = built.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def relative(folder, pattern):
    return {str(p.relative_to(ROOT / folder)) for p in (ROOT / folder).rglob(pattern) if "__pycache__" not in p.parts}


def test_wheel_holds_the_package_and_its_type_marker(wheel_names):
    assert {f"proofcheck/{name}" for name in relative("proofcheck", "*.py")} <= wheel_names
    assert {"proofcheck/py.typed", "proofcheck/kernel/FORMAT.md", "proofcheck/kernel/TRUST.md"} <= wheel_names


def test_wheel_holds_the_whole_library(wheel_names):
    """Claim files, certificates and laws, under proofcheck/_lemmas."""
    for pattern in ("*.toml", "*.json"):
        assert {f"proofcheck/_lemmas/{name}" for name in relative("lemmas", pattern)} <= wheel_names


def test_wheel_holds_nothing_else(wheel_names):
    assert {name.split("/")[0] for name in wheel_names} == {"proofcheck", "proofcheck-0.1.0.dist-info"}


def test_source_archive_can_run_the_tests(built):
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.split("/", 1)[1] for name in tar.getnames() if "/" in name}
    for folder in ("proofcheck", "lemmas", "tests"):
        for pattern in ("*.py", "*.toml", "*.json"):
            assert {f"{folder}/{name}" for name in relative(folder, pattern)} <= names
    assert {"pyproject.toml", "README.md", "LICENSE", "CITATION.cff", "CHANGELOG.md", "ARCHITECTURE.md"} <= names
