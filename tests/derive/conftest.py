# SPDX-License-Identifier: Apache-2.0
"""The documents of the library, replayed once."""

import json

import pytest

from proofcheck.derive.rows import document_path, index, theories
from proofcheck.kernel.check import check
from proofcheck.kernel.derivation import replay_steps
from proofcheck.library import default_library_path

LIBRARY = default_library_path()
ROWS = sorted(id for id in index(theories(LIBRARY)) if document_path(LIBRARY, id).exists())


def document(id):
    return json.loads(document_path(LIBRARY, id).read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def replayed():
    """The theory of a row, by the row's id."""
    memory = {}

    def get(id):
        if id not in memory:
            memory[id] = replay_steps(document(id), check)
        return memory[id]

    return get
