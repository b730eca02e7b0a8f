# SPDX-License-Identifier: Apache-2.0
"""``proofcheck new``: a folder for the claims of a paper, with two examples that are decided at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from proofcheck.claim import Claim
from proofcheck.commands.common import answer, exit_code, json_option, say, write_json
from proofcheck.library import Library, document_text, load_library
from proofcheck.scaffold import FORMATS, scaffold

WORDS = {
    "README.md": "what to do next",
    "claims.py": "the statements, as Python objects",
    "claims/paper.toml": "the statements, as data",
    "pytest.ini": "makes each claim a test",
    "test_paper.py": "tests of your own code against the claims",
}


@click.command("new")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), default="toml", show_default=True,
    help="Claims as TOML data, or as Python objects (a Python file of claims is run when it is named).",
)
@json_option
def command(folder: Path, form: str, json_to: str | None) -> None:
    """Make FOLDER for the claims of a paper: two example claims with their certificates, a test, a README.

    \b
    Examples:
      proofcheck new my-paper
      proofcheck new my-paper-in-python --format python

    Nothing is overwritten: FOLDER must not exist.
    """
    made = scaffold(folder, form)
    name = FORMATS[form]["library"]
    library = load_library(folder / name)
    answers = [_certify(library, claim) for claim in library.claims]
    say(f"{folder}: {len(answers)} example claims, {_count(answers)} proved", json_to, bold=True)
    for file in made:
        say(f"  {file:<18} {WORDS[file]}", json_to)
    say(f"next\n  cd {folder}\n  proofcheck verify --library {name}\n  pytest", json_to)
    write_json(json_to, {"folder": str(folder), "format": form, "library": name, "files": made, "claims": answers})
    raise SystemExit(exit_code([found["verdict"] for found in answers]))


def _certify(library: Library, claim: Claim) -> dict[str, Any]:
    """The answer line of a claim; its certificate is written into the new folder."""
    from proofcheck.decide import decide
    from proofcheck.files import write_text

    decision = decide(claim.statement)
    if decision.proof is not None:
        path = library.certificate_path(claim.id)
        path.parent.mkdir(exist_ok=True)
        write_text(path, document_text(claim, decision.proof))
    return answer(claim.id, decision.verdict, decision.seconds)


def _count(answers: list[dict[str, Any]]) -> str:
    proved = sum(found["verdict"] == "PROVED" for found in answers)
    return "all" if proved == len(answers) else str(proved)
