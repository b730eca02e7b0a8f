# SPDX-License-Identifier: Apache-2.0
"""A small library with good and bad verdicts, and texts that try to break out of the page."""

import json

from proofcheck.derive.stale import Lock
from proofcheck.library import document_text, load_library

CLAIMS = """
[source]
paper = "A & B"
section = "5.1"
[[claim]]
id = "good"
label = "Lemma <1>"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x >= x**2"
says = "x ≥ x^2 <script>alert(1)</script> & R_T, e^{-x}"
note = "\\"quoted\\" ]]> --> $x$"
near_miss = "x >= 2*x**2"
near_miss_at = {x = "3/4"}
uses = ["wrong"]
[[claim]]
id = "good.room"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x/2 <= 1"
[[claim]]
id = "false"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x >= x**2 + 1/8"
[[claim]]
id = "open"
kind = "int"
vars = {n = "integers >= 3"}
goal = "n >= 3"
[[claim]]
id = "undefined"
kind = "real"
vars = {x = "[0, 1]"}
goal = "1/x >= 1"
[[claim]]
id = "empty"
kind = "real"
vars = {x = "[0, 1]"}
hypotheses = ["x >= 2"]
goal = "x <= 0"
[[claim]]
id = "wrong"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x <= 1"
[[claim]]
id = "old"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x <= 2"
[[claim]]
id = "words"
kind = "def"
says = "only words"
"""
PROOFS = {
    "good": {"verdict": "PROVED", "goal": {
        "rule": "product", "constant": "-1", "factors": [
            {"term": ["var", "x"], "power": 1, "sign": 1, "proof": {"rule": "enclosure"}},
            {"term": ["add", ["var", "x"], "-1"], "power": 1, "sign": -1, "proof": {"rule": "enclosure"}}]}},
    "good.room": {"verdict": "PROVED", "goal": {"rule": "enclosure"}},
    "false": {"verdict": "REFUTED", "witness": {"x": "1"}},
    "undefined": {"verdict": "DOMAIN_ERROR", "witness": {"x": "0"}},
    "empty": {"verdict": "VACUOUS", "empty": {"rule": "excluded", "fact": 0}},
    "wrong": {"verdict": "PROVED", "goal": {"rule": "zero"}},
    "old": {"verdict": "PROVED", "goal": {"rule": "enclosure"}},
}
VERDICTS = {"good": "PROVED", "good.room": "PROVED", "false": "REFUTED", "open": "UNDECIDED",
            "undefined": "DOMAIN_ERROR", "empty": "VACUOUS", "wrong": "REJECTED", "old": "STALE", "words": "NOTHING"}


def write(folder, *, page='title = "Small & <b>bold</b>"\n'):
    """The library in a folder; the certificate of ``old`` is made for another statement."""
    (folder / "certificates").mkdir(parents=True)
    (folder / "presentation").mkdir()
    (folder / "presentation" / "page.toml").write_text(page, encoding="utf-8")
    (folder / "claims.toml").write_text(CLAIMS, encoding="utf-8")
    library = load_library(folder)
    lock = Lock(library)
    for claim in library.claims:
        if claim.id in PROOFS:
            data = json.loads(document_text(claim, PROOFS[claim.id], lock.uses(claim)))
            if claim.id == "old":
                data["digest"] = "sha256:0"
            library.certificate_path(claim.id).write_text(json.dumps(data), encoding="utf-8")
    return folder
