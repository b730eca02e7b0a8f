# SPDX-License-Identifier: Apache-2.0
"""The report in a real browser: Debian's Chromium, driven by Playwright, from a file, with no server and no network.

Where there is no Chromium the tests are skipped with that reason; in CI (`CI` set) they fail instead.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "report"))

from small import write

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="session")
def browser():
    """One headless Chromium for all tests."""
    if not Path(CHROMIUM).exists():
        reason = "no Chromium on this machine; install it with `apt-get install -y chromium`"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


def report(folder, *args):
    """A report made by the command in a process of its own; it may find statements that are not proved."""
    command = [sys.executable, "-m", "proofcheck", "report", "--out", str(folder), *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode in (0, 1, 3), done.stderr
    return folder


@pytest.fixture(scope="session")
def whole(browser, tmp_path_factory):
    """The folder of the report of the library that comes with the program."""
    return report(tmp_path_factory.mktemp("whole"), "--jobs", 2)


@pytest.fixture(scope="session")
def small(browser, tmp_path_factory):
    """The folder of a small library's report, with every bad verdict."""
    folder = tmp_path_factory.mktemp("small")
    return report(folder / "out", "--jobs", 1, "--library", write(folder / "library"))


@dataclass
class Watch:
    """What a page asked for and complained of."""

    requests: list = field(default_factory=list)
    complaints: list = field(default_factory=list)


@pytest.fixture
def visit(browser):
    """Opens a file in a fresh context; at the end, asserts that it asked for nothing else and complained of nothing."""
    contexts, watch = [], Watch()

    def opened(folder, fragment="", **options):
        usual = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
        context = browser.new_context(**usual | options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: watch.requests.append(request.url.partition("#")[0]))
        page.on("console", lambda message: watch.complaints.append(message.text))
        page.on("pageerror", lambda error: watch.complaints.append(str(error)))
        page.goto(f"{(folder / 'index.html').as_uri()}{fragment}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not watch.complaints
    assert all(url.startswith("file://") and url.endswith("/index.html") for url in watch.requests), watch.requests
    assert len(watch.requests) >= len(contexts) > 0
