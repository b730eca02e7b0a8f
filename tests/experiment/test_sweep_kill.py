# SPDX-License-Identifier: Apache-2.0
"""A sweep that is killed 20 times and resumed ends with the table of an undisturbed one."""

import sys

import pytest

from .kill import finish, killed_and_resumed, nothing_lost_or_repeated

PRELOAD = (
    "proofcheck.commands.sweep",
    "proofcheck.experiment.checks",
    "proofcheck.experiment.table",
    "proofcheck.experiment.workers",
)
LAWS = """
horizons = [1, 10, 1000]
digits = 3
[[families]]
family = "bernoulli"
actions = [2, 3, 5, 10]
best = ["1/10", "1/5", "1/3", "1/2"]
gap = ["1/2", "2/5", "1/3", "1/4"]
"""
CASES = 128  # those with more actions take longer and come last, so that no life is over before it is ended


def files(folder, name):
    return ["--out", f"{folder}/{name}.csv", "--json", f"{folder}/{name}.json", "--store", f"{folder}/{name}.sqlite"]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL and forkserver")
def test_killed_twenty_times(tmp_path):
    """16 times with half of the spec in one process, 4 times with all of it in a pool of two."""
    half, whole = tmp_path / "half.toml", tmp_path / "whole.toml"
    half.write_text(f'name = "s"\nepsilons = ["1/4"]\n{LAWS}')
    whole.write_text(f'name = "s"\nepsilons = ["1/4", "1/10"]\n{LAWS}')
    finish(["sweep", str(whole), *files(tmp_path, "calm")], PRELOAD)
    killed, store = [*files(tmp_path, "killed"), "--resume"], tmp_path / "killed.sqlite"
    options = {"preload": PRELOAD}
    seen = killed_and_resumed(["sweep", str(half), *killed], store, cases=CASES // 2, kills=16, seed=1, **options)
    seen += killed_and_resumed(
        ["sweep", str(whole), *killed, "--jobs", "2"], store, cases=CASES, kills=4, seed=2, **options
    )
    nothing_lost_or_repeated(seen)
    assert len({len(rows) for rows in seen}) > 6, "the kills met no case at work"
    assert len(seen[-1]) == CASES
    for ending in ("csv", "json"):
        assert (tmp_path / f"killed.{ending}").read_bytes() == (tmp_path / f"calm.{ending}").read_bytes()
    assert not list(tmp_path.glob(".*"))
