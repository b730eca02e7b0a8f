# SPDX-License-Identifier: Apache-2.0
"""What the fuzzer notices: deliberate faults of the kernel, each by steps of one or two schemas.

HYPOTHESIS_PROFILE=nightly plants all of them; else those that are noticed soonest.
"""

import pytest

from . import logic
from .faults import FAULTS, planted
from .session import RULES, FalseFact, fuzz
from .test_fuzz import NIGHTLY

SOON = 400  # steps; a fault that takes more is planted nightly
ALWAYS = ("no sure", "arguments may be random", "images are not whole", "a sum over a parameter")
NOTICED = {name: fault for name, fault in FAULTS.items() if not fault.silent}
PLANTED = [name for name, fault in NOTICED.items() if NIGHTLY or fault.steps <= SOON or name in ALWAYS]


def test_the_table_is_long_and_its_edits_match_the_kernel():
    assert len(NOTICED) >= 40
    for fault in FAULTS.values():
        assert fault.edited() != fault.function().__code__
        assert set(fault.rules) <= set(RULES)


def test_a_planted_fault_is_taken_out_again():
    fault = next(iter(FAULTS.values()))
    good = fault.function().__code__
    with planted(fault):
        assert fault.function().__code__ is not good
    assert fault.function().__code__ is good


@pytest.mark.parametrize("name", PLANTED)
def test_a_fault_is_noticed(name):
    logic.claims()  # certificates are found with a good kernel
    with planted(FAULTS[name]), pytest.raises(FalseFact):
        fuzz(name, FAULTS[name].steps, FAULTS[name].rules)
