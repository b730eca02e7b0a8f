# SPDX-License-Identifier: Apache-2.0
"""Statements: ``for all x in [0, 1], K in integers >= 2, if x <= 1/K and x > 0: goal``, and the same in pieces.

Several names may share a domain (``for all x, y in [0, 1]: ...``). Without variables the text is the goal alone, or
``if ...: goal``. ``Statement.text()`` of what was read reads back to the same statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from proofcheck.errors import InputError
from proofcheck.kernel.statement import Statement, Variable
from proofcheck.parse.domain import check_variable, parse_domain
from proofcheck.parse.expression import parse_relation
from proofcheck.parse.piece import Piece, split_commas, suggest, whole

MAX_VARIABLES = 50
MAX_HYPOTHESES = 100
_HEAD = re.compile(r"for\s*all\b|forall\b|if\b", re.IGNORECASE)
_IN = re.compile(r"\s+in(?=[\s\[(])")
_IF = re.compile(r"if\b")
_AND = re.compile(r"\band\b")


def parse_statement(text: str, where: str = "claim") -> Statement:
    """The statement written in ``text``; raises InputError."""
    piece = whole(text, where)
    head = _HEAD.match(piece.text)
    colon = piece.text.find(":")
    if head is None:
        _refuse_headless(piece, colon)
        return Statement((), (), parse_relation(piece, (), where))
    if colon < 0:
        raise piece.error(
            len(piece.text), "no colon between the domain and the goal", "write for all x in [0, 1]: goal"
        )
    variables, hypotheses = _head(piece.slice(0, colon), head)
    names = [v.name for v in variables]
    goal = piece.slice(colon + 1)
    if not goal.text:
        raise piece.error(colon, "nothing stands after the colon", "write the goal there, such as x**2 >= 0")
    return Statement(variables, tuple(parse_relation(h, names) for h in hypotheses), parse_relation(goal, names))


def _refuse_headless(piece: Piece, colon: int) -> None:
    if colon >= 0:
        raise piece.error(
            0, f"{piece.near(0)} before a colon", "start with 'for all x in [0, 1], ...:' or with 'if ...:'"
        )


def _head(piece: Piece, head: re.Match[str]) -> tuple[tuple[Variable, ...], list[Piece]]:
    if head.group().lower() == "if":
        return (), _conditions(piece)
    variables: list[Variable] = []
    waiting: list[Piece] = []
    parts = split_commas(piece.slice(head.end()))
    for k, part in enumerate(parts):
        if _IF.match(part.text):
            _refuse_waiting(waiting)
            return tuple(variables), _conditions(_rest(piece, part, parts[k + 1 :]))
        _declare(part, variables, waiting)
    _refuse_waiting(waiting)
    return tuple(variables), []


def _rest(piece: Piece, part: Piece, more: list[Piece]) -> Piece:
    """The hypotheses; a comma between them is refused here, where the place is known."""
    if more:
        raise more[0].error(
            0,
            f"a comma before {more[0].near(0)} between hypotheses",
            "write 'and' between hypotheses, after all domains",
        )
    return part


def _declare(part: Piece, variables: list[Variable], waiting: list[Piece]) -> None:
    """One part of the head: a name alone waits for the domain of the next part; ``name in domain`` closes the row."""
    if len(variables) + len(waiting) >= MAX_VARIABLES:
        raise part.error(0, "too many variables", f"write at most {MAX_VARIABLES}")
    match = _IN.search(part.text)
    name = part.slice(0, match.start()) if match else part
    if not name.text:
        raise part.error(0, "a variable is missing", "write for all x in [0, 1]")
    check_variable(name, [v.name for v in variables] + [w.text for w in waiting])
    if match is None:
        waiting.append(name)
        return
    earlier = [v.name for v in variables]
    for one in (*waiting, name):
        variables.append(parse_domain(one.text, part.slice(match.end()), earlier))
        earlier = [v.name for v in variables]
    waiting.clear()


def _refuse_waiting(waiting: list[Piece]) -> None:
    if waiting:
        raise waiting[0].error(
            0, f"the variable {waiting[0].text!r} has no domain", f"write {waiting[0].text} in [0, 1]"
        )


def _conditions(piece: Piece) -> list[Piece]:
    text, start, parts = piece.text, 2, []
    for match in _AND.finditer(text):
        parts.append(piece.slice(start, match.start()))
        start = match.end()
    parts.append(piece.slice(start))
    for part in parts:
        if not part.text:
            raise part.error(0, "a hypothesis is missing", "write if x <= 1 and y > 0: goal")
    if len(parts) > MAX_HYPOTHESES:
        raise piece.error(0, f"{len(parts)} hypotheses", f"write at most {MAX_HYPOTHESES}")
    return parts


def statement_from_parts(
    variables: Mapping[str, str], hypotheses: Iterable[str], goal: str, where: str = ""
) -> Statement:
    """The statement given as domains by name (in order), hypotheses, and goal; ``where`` starts every error message."""
    lead = f"{where}, " if where else ""
    found: list[Variable] = []
    for name, text in _mapping(variables, f"{lead}vars").items():
        earlier = [v.name for v in found]
        found.append(parse_domain(name, text, earlier, f"{lead}domain of {str(name)[:40]}"))
    names = [v.name for v in found]
    given = enumerate(_texts(hypotheses, f"{lead}hypotheses"), 1)
    conditions = tuple(parse_relation(text, names, f"{lead}hypothesis {k}") for k, text in given)
    return Statement(tuple(found), conditions, parse_relation(goal, names, f"{lead}goal"))


def _mapping(data: object, where: str) -> Mapping[str, str]:
    if not isinstance(data, Mapping):
        raise InputError(f'{where}: expected domains by name, found {type(data).__name__}; write {{"x": "[0, 1]"}}')
    if len(data) > MAX_VARIABLES:
        raise InputError(f"{where}: {len(data)} variables; write at most {MAX_VARIABLES}")
    return data


def _texts(data: object, where: str) -> list[str]:
    if isinstance(data, str) or not isinstance(data, Iterable):
        raise InputError(f'{where}: expected a list of texts, found {type(data).__name__}; write ["x <= 1"]')
    found = list(data)
    if len(found) > MAX_HYPOTHESES:
        raise InputError(f"{where}: {len(found)} hypotheses; write at most {MAX_HYPOTHESES}")
    return found


def check_keys(data: Mapping[str, object], known: Iterable[str], where: str) -> None:
    """Refuse a key that is not known, with the nearest known one; raises InputError."""
    names = sorted(known)
    for key in data:
        if key not in names:
            raise InputError(
                f"{where}: unknown key {str(key)[:40]!r}{suggest(str(key), names)}; known keys: {', '.join(names)}"
            )
