# SPDX-License-Identifier: Apache-2.0
"""Statements, terms and steps written as text, for the tables of the kernel tests."""

import re

from proofcheck.kernel.check import check
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import Term, to_json
from proofcheck.kernel.verdict import Rejected, Verdict
from proofcheck.parse import parse_expression, parse_statement

NAMES = re.compile(r"[A-Za-z_]\w*")
ZERO, SIGN, ENCLOSURE = {"rule": "zero"}, {"rule": "sign"}, {"rule": "enclosure"}


def term(text: str) -> Term:
    """The term written in the claim language; every name that is no function is a variable."""
    words = set(NAMES.findall(text))
    return parse_expression(text, {word for word in words if len(word) == 1 or word[-1].isdigit()})


def t(text: str):
    """The JSON form of a term."""
    return to_json(term(text))


def step(rule: str, **fields):
    """A certificate step."""
    return {"rule": rule, **fields}


def prove(claim: str | Statement, goal, **more) -> Verdict:
    """Replay a proof of a claim."""
    statement = parse_statement(claim) if isinstance(claim, str) else claim
    return check(statement, {"verdict": "PROVED", "goal": goal, **more})


def refusal(claim: str | Statement, goal, **more) -> Rejected | None:
    """Why the kernel refuses a proof, None when it accepts it."""
    try:
        prove(claim, goal, **more)
    except Rejected as problem:
        return problem
    return None


def assert_row(claim, goal, rule, reason, **more):
    """A row of a table: accepted when ``rule`` is None, else refused by that rule with that reason."""
    problem = refusal(claim, goal, **more)
    if rule is None:
        assert problem is None, f"refused: {problem}"
    else:
        assert problem is not None, "accepted"
        assert problem.rule == rule, problem
        assert reason in problem.reason, problem


def each(table):
    """The rows of a table (heading, columns...) as pytest parameters, and their headings as unique identifiers."""
    return {"argvalues": [row[1:] for row in table], "ids": [f"{k:02d}: {row[0]}" for k, row in enumerate(table)]}
