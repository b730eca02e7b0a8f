# SPDX-License-Identifier: Apache-2.0
"""Every block of the README and of docs/ runs, and prints what the page says."""

import shutil
from pathlib import Path

import pytest

from .blocks import blocks, run_page

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]



def runnable(page):
    return any(b.body.startswith("$ ") or b.language == "python" for b in blocks(page.read_text("utf-8")))


RUNNABLE = [page for page in PAGES if runnable(page)]


@pytest.mark.parametrize("page", RUNNABLE, ids=lambda p: str(p.relative_to(ROOT)))
def test_page(page, tmp_path):
    """In a copy of the package and its library, so that no command changes the checkout."""
    for folder in ("proofcheck", "lemmas", "benchmarks"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    assert run_page(page, tmp_path) > 0


def test_most_pages_run_something():
    assert len(RUNNABLE) > len(PAGES) // 2
