# SPDX-License-Identifier: Apache-2.0
"""How claims and their parts are shown: the formula, where the source has it, what the source says in words."""

from __future__ import annotations

from collections.abc import Mapping

from proofcheck.claim import Claim
from proofcheck.kernel.statement import Relation, Statement
from proofcheck.kernel.term import Term, to_text
from proofcheck.library import NearMiss, Pending
from proofcheck.notebook.markup import lines, math, plain, worded
from proofcheck.report import latex
from proofcheck.report.latex import Printer, printer_of


def claim_html(claim: Claim) -> str:
    """Identifier and source, formula, the source's words, the note beside it."""
    return lines([head(claim), math(latex.statement_latex(claim.statement), display=True), worded(claim.says),
                  note(claim.note)])


def claim_latex(claim: Claim) -> str:
    """The formula alone."""
    return statement_latex(claim.statement)


def claim_text(claim: Claim) -> str:
    """One line, as the kernel prints the statement."""
    return f"{claim.id}: {claim.statement.text()}"


def pending_html(row: Pending) -> str:
    """The same for a row in words."""
    return lines([head(row), worded(row.says), note(row.note), f"<i>{plain(row.citation)}</i>" if row.citation else ""])


def pending_latex(row: Pending) -> str:
    """The words, as text within a formula."""
    return rf"$\text{{{latex_text(row.says)}}}$"


def pending_text(row: Pending) -> str:
    """One line."""
    return f"{row.id}: {row.says}"


def near_miss_html(near: NearMiss) -> str:
    """The false sibling, and where it fails."""
    formula = math(latex.statement_latex(near.statement), display=True)
    return lines(["A false neighbour:", formula, f"fails at {point_html(near.at)}"])


def near_miss_latex(near: NearMiss) -> str:
    """The formula of the false sibling."""
    return statement_latex(near.statement)


def near_miss_text(near: NearMiss) -> str:
    """One line."""
    return f"false: {near.statement.text()}, at {point_text(near.at)}"


def statement_html(statement: Statement) -> str:
    """The formula."""
    return math(latex.statement_latex(statement), display=True)


def statement_latex(statement: Statement) -> str:
    """The formula with its delimiters, as IPython wants LaTeX."""
    return rf"$\displaystyle {latex.statement_latex(statement)}$"


def statement_text(statement: Statement) -> str:
    """As the kernel prints it."""
    return statement.text()


def relation_html(relation: Relation) -> str:
    """The formula."""
    return math(Printer().relation(relation), display=True)


def relation_latex(relation: Relation) -> str:
    """The formula."""
    return rf"$\displaystyle {Printer().relation(relation)}$"


def relation_text(relation: Relation) -> str:
    """As the kernel prints it."""
    return relation.text()


def term_html(term: Term) -> str:
    """The formula."""
    return math(Printer().term(term), display=True)


def term_latex(term: Term) -> str:
    """The formula."""
    return rf"$\displaystyle {Printer().term(term)}$"


def term_text(term: Term) -> str:
    """As the kernel prints it."""
    return to_text(term)


def head(row: Claim | Pending) -> str:
    """Identifier in bold, source in italics."""
    source = row.source.text()
    return f"<b>{plain(row.id)}</b>" + (f" &nbsp; <i>{plain(source)}</i>" if source else "")


def note(text: str) -> str:
    """A note, marked as one."""
    return f"<i>Note:</i> {worded(text)}" if text else ""


def point_html(at: Mapping[str, str]) -> str:
    """``x = 1/2, K = 2`` as a formula."""
    printer = Printer(names=frozenset(at))
    return math(r", \; ".join(f"{printer.name(name)} = {value}" for name, value in at.items()))


def point_text(at: Mapping[str, str]) -> str:
    """``x = 1/2, K = 2``."""
    return ", ".join(f"{name} = {value}" for name, value in at.items())


_SPECIAL = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "%": r"\%", "#": r"\#", "&": r"\&",
            "_": r"\_", "^": r"\^{}", "~": r"\~{}"}


def latex_text(text: str) -> str:
    """Text for use within a formula's text: nothing in it is a command."""
    return "".join(_SPECIAL.get(letter, letter) for letter in text)


def shown(statement: Statement, names: Mapping[str, str]) -> tuple[str, str]:
    """LaTeX of the goal, and of what it supposes with the domain (empty: nothing)."""
    printer = printer_of(statement, names)
    given = r" \text{ and } ".join(printer.relation(h) for h in statement.hypotheses)
    domain = r", \; ".join(printer.domain(v) for v in statement.variables)
    return printer.relation(statement.goal), (rf"\text{{if }} {given}, \; " if given else "") + domain
