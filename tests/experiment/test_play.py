# SPDX-License-Identifier: Apache-2.0
"""The fast path plays what the learner plays: act and observe, vector by vector, give the same exact regret."""

from fractions import Fraction

import numpy as np
import pytest

from proofcheck.exact import law_from_dict, regret
from proofcheck.experiment.losses import Losses
from proofcheck.experiment.play import checkpoints, regret_path
from proofcheck.learners import LEARNERS, Learner, Seeded, Setting, make

LAWS = {
    "two": {"actions": [{"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"}]},
    "best last, tied": {
        "atoms": [
            {"losses": ["1", "1", "1/3"], "probability": "2/3"},
            {"losses": ["0", "0", "1/3"], "probability": "1/3"},
        ]
    },
    "many": {"actions": [{"0": "1/2", "1/2": "1/2"}, {"0": "2/5", "1": "3/5", "repeat": 14}]},
    "fine": {"actions": [{"0": "1/2", "1/1000000000000000000000": "1/2"}, {"1/2": 1}]},
}


def law_named(name):
    return law_from_dict({"name": name, **LAWS[name]})


def slowly(learner, law, losses, horizon):
    """Round by round through the public interface."""
    path, total, t = [], Fraction(0), 0
    for block in range(horizon.bit_length()):
        for vector in np.concatenate(list(losses.vectors(block, min(2**block, horizon + 1 - 2**block)))):
            t += 1
            total += law.gaps[learner.act() - 1]
            learner.observe([Fraction(int(top), losses.scale) for top in vector])
            if t in checkpoints(horizon):
                path.append(total)
    return path


@pytest.mark.parametrize("horizon", [1, 2, 100, 128])
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", LEARNERS)
def test_the_fast_path_is_the_learner(name, law, horizon):
    law = law_named(law)
    setting = Setting(law.size, Fraction(1, 2), Fraction(1, 1000), horizon)
    one, two = (make(name, setting, Seeded(name, horizon)) for _ in range(2))
    assert regret_path(one, law, Losses(law, 1, 2), horizon) == slowly(two, law, Losses(law, 1, 2), horizon)


def test_checkpoints():
    assert checkpoints(1) == [1]
    assert checkpoints(8) == [1, 2, 4, 8]
    assert checkpoints(9) == [1, 2, 4, 8, 9]


def test_a_learner_of_another_kind_is_refused():
    class Other(Learner):
        def act(self):
            return 1

        def observe(self, losses):
            pass

    law = law_named("two")
    with pytest.raises(TypeError, match="BlockLearner or a RoundLearner"):
        regret_path(Other(2, None), law, Losses(law, 0, 0), 4)


def test_the_mean_regret_is_the_exact_layers():
    """2,000 runs of the randomized prefix: within 5 standard errors of the enclosure of Reg_T."""
    law, horizon = law_named("two"), 200
    setting = Setting(2, Fraction(1, 4), Fraction(1, 1000), horizon)
    last = [
        regret_path(make("randomized-prefix", setting, Seeded("mean", run)), law, Losses(law, 7, run), horizon)[-1]
        for run in range(2000)
    ]
    mean = float(sum(last) / len(last))
    error = float(np.std([float(x) for x in last])) / len(last) ** 0.5
    exact = regret(law, "1/4", horizon, digits=10).value
    assert abs(mean - float(exact.lower)) < 5 * error
