# SPDX-License-Identifier: Apache-2.0
"""How a proof of many steps is shown: its setting, its steps in the order of the paper, its result."""

from __future__ import annotations

from collections.abc import Iterable

from proofcheck.notebook.markup import folded, grid, lines, math, plain, prose, worded
from proofcheck.report.derivation import Link, Result, Step, View
from proofcheck.report.words import counted, listing


def view_html(view: View) -> str:
    """Results, setting (folded), and the numbered steps with the paper's words, reasons and chains."""
    setting = "<ul>" + "".join(f"<li>{prose(line)}</li>" for line in view.setting) + "</ul>"
    on = f"Earlier steps are under {listing(view.builds_on)}; " if view.builds_on else ""
    total = plain(f"{on}{counted(view.total, 'step')} in all, small ones included.")
    steps = grid(["", "step", "because"], (_step(k, step) for k, step in enumerate(view.steps, 1)))
    return lines(map(_result, view.results)) + folded("the setting", setting) + steps + total


def _result(result: Result) -> str:
    given = f"if {', '.join(map(math, result.given))}" if result.given else ""
    over = f"for all {', '.join(map(math, result.binders))}" if result.binders else ""
    return " &nbsp; ".join(part for part in (math(result.latex, display=True), given, over) if part)


def _step(number: int, step: Step) -> Iterable[str]:
    shows = lines([math(step.latex, display=True), worded(step.says)])
    chain = lines(_link(link) for link in step.chain)
    return plain(number), shows, chain or worded(step.reason)


def _link(link: Link) -> str:
    return f"{math(f'{link.op} {link.latex}'.strip(), display=True)} &nbsp; {worded(link.reason)}"


def view_latex(view: View) -> str:
    """The results."""
    return "\n\n".join(rf"$\displaystyle {result.latex}$" for result in view.results)


def view_text(view: View) -> str:
    """The steps in the paper's words, numbered."""
    return "\n".join(f"{k}. {step.says or step.name}" for k, step in enumerate(view.steps, 1))
