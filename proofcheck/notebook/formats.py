# SPDX-License-Identifier: Apache-2.0
"""Which function shows which type in Jupyter, told to IPython by the types' names: nothing is imported early."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

TYPES = {
    "proofcheck.claim.Claim": "statements.claim",
    "proofcheck.library.Pending": "statements.pending",
    "proofcheck.library.NearMiss": "statements.near_miss",
    "proofcheck.kernel.statement.Statement": "statements.statement",
    "proofcheck.kernel.statement.Relation": "statements.relation",
    "proofcheck.kernel.term.Term": "statements.term",
    "proofcheck.kernel.verdict.Verdict": "verdicts.verdict",
    "proofcheck.decide.Decision": "verdicts.decision",
    "proofcheck.testing.counterexample.Checked": "verdicts.checked",
    "proofcheck.exact.law.Law": "quantities.law",
    "proofcheck.exact.enclosure.Enclosure": "quantities.enclosure",
    "proofcheck.testing.judge.Enclosure": "quantities.enclosure",
    "proofcheck.exact.record.Record": "quantities.record",
    "proofcheck.report.derivation.View": "derivations.view",
}
"""The full name of a type, and the functions ``..._html``, ``..._latex``, ``..._text`` that show its values."""

MIMES = {"text/html": "html", "text/latex": "latex", "text/plain": "text"}


def register(formatters: Mapping[str, Any]) -> None:
    """Tell IPython's formatters (by MIME type) how the types above are shown."""
    for full, home in TYPES.items():
        module, _, name = full.rpartition(".")
        for mime, ending in MIMES.items():
            show = _late(home, ending)
            formatters[mime].for_type_by_name(module, name, _printed(show) if mime == "text/plain" else show)


def forget(formatters: Mapping[str, Any]) -> None:
    """Undo ``register``."""
    for full in TYPES:
        for mime in MIMES:
            formatters[mime].pop(full, None)


def _late(home: str, ending: str) -> Callable[[Any], str]:
    """The function of that name, imported when the first value is shown."""
    module, _, name = home.partition(".")

    def show(value: Any) -> str:
        text: str = getattr(import_module(f"proofcheck.notebook.{module}"), f"{name}_{ending}")(value)
        return text

    return show


def _printed(show: Callable[[Any], str]) -> Callable[[Any, Any, bool], None]:
    """As IPython's pretty printer calls it."""

    def put(value: Any, printer: Any, _cycle: bool) -> None:
        for k, line in enumerate(show(value).split("\n")):
            if k:
                printer.break_()
            printer.text(line)

    return put
