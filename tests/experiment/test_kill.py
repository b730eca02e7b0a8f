# SPDX-License-Identifier: Apache-2.0
"""A simulation that is killed 20 times and resumed ends with the table of an undisturbed one."""

import sys
from pathlib import Path

import pytest

from .kill import finish, killed_and_resumed, nothing_lost_or_repeated

LAW = Path(__file__).parents[2] / "lemmas" / "laws" / "k3_bernoulli.toml"
PRELOAD = ("proofcheck.commands.simulate", "proofcheck.experiment.simulate", "proofcheck.experiment.workers")
RUNS, LEARNERS = 80, ("randomized-prefix", "noisy-leader", "hedge")


def command(folder, name, *options):
    learners = [word for learner in LEARNERS for word in ("--learner", learner)]
    sizes = ["--runs", str(RUNS), "--horizon", "2000", "--epsilon", "1/4", "--seed", "5"]
    files = ["--out", f"{folder}/{name}.csv", "--json", f"{folder}/{name}.json", "--store", f"{folder}/{name}.sqlite"]
    return ["simulate", str(LAW), *learners, *sizes, *files, *options]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL and forkserver")
def test_killed_twenty_times(tmp_path):
    """17 times with one process, then 3 times with a pool of two, which ends with its parent."""
    finish(command(tmp_path, "calm"), PRELOAD)
    killed, store = command(tmp_path, "killed", "--resume"), tmp_path / "killed.sqlite"
    options = {"cases": RUNS * len(LEARNERS), "preload": PRELOAD}
    half = command(tmp_path, "killed", "--resume", "--runs", str(RUNS // 2))
    seen = killed_and_resumed(half, store, kills=17, seed=1, **{**options, "cases": options["cases"] // 2})
    assert len({len(rows) for rows in seen}) > 5, "the kills met no run at work"
    seen += killed_and_resumed([*killed, "--jobs", "2"], store, kills=3, seed=2, **options)
    nothing_lost_or_repeated(seen)
    assert len(seen[-1]) == RUNS * len(LEARNERS)
    for ending in ("csv", "json"):
        assert (tmp_path / f"killed.{ending}").read_bytes() == (tmp_path / f"calm.{ending}").read_bytes()
    assert not list(tmp_path.glob(".*"))
