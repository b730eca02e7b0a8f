# SPDX-License-Identifier: Apache-2.0
"""Certificates for a library that a test has written, as `proofcheck verify --search` finds them."""

from proofcheck.decide import decide
from proofcheck.derive.stale import Lock
from proofcheck.library import document_text, load_library


def certify(origin, *ids):
    """Prove the claims called ``ids`` (none: all) of a library, and keep their certificates in its folder."""
    library = load_library(origin)
    (library.path / "certificates").mkdir(exist_ok=True)
    lock = Lock(library)
    for claim in [library.find(id) for id in ids] or library.claims:
        text = document_text(claim, decide(claim.statement).proof, lock.uses(claim))
        library.certificate_path(claim.id).write_text(text, encoding="utf-8")
