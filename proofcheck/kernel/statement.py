# SPDX-License-Identifier: Apache-2.0
"""A statement: for all values of its variables that satisfy its hypotheses, one relation between two terms holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from proofcheck.kernel.term import Term, digest, from_json, is_name, to_json, to_text, variables
from proofcheck.kernel.verdict import Rejected

RELATIONS = ("<=", "<", ">=", ">", "==", "!=")


@dataclass(frozen=True)
class Relation:
    """``left op right`` with ``op`` one of <=, <, >=, >, ==, !=."""

    op: str
    left: Term
    right: Term

    def text(self) -> str:
        """The relation in the input syntax."""
        return f"{to_text(self.left)} {self.op} {to_text(self.right)}"


@dataclass(frozen=True)
class Variable:
    """A real or integer variable between two bounds (None: unbounded) that may name earlier variables."""

    name: str
    kind: str
    lower: Term | None
    upper: Term | None
    lower_open: bool
    upper_open: bool

    def text(self) -> str:
        """The domain in the input syntax, such as ``x in (0, 1]`` or ``K in integers >= 2``."""
        low = "-oo" if self.lower is None else to_text(self.lower)
        high = "oo" if self.upper is None else to_text(self.upper)
        left, right = "(" if self.lower_open else "[", ")" if self.upper_open else "]"
        if self.kind == "real":
            return f"{self.name} in {left}{low}, {high}{right}"
        if self.upper is None and self.lower is not None:
            return f"{self.name} in integers >{'' if self.lower_open else '='} {low}"
        return f"{self.name} in integers {left}{low}, {high}{right}"


@dataclass(frozen=True)
class Statement:
    """Variables with their domains, hypotheses, and one goal."""

    variables: tuple[Variable, ...]
    hypotheses: tuple[Relation, ...]
    goal: Relation

    def text(self) -> str:
        """The statement printed back, as `for all ..., if ...: goal`."""
        head = "for all " + ", ".join(v.text() for v in self.variables) if self.variables else ""
        if self.hypotheses:
            head += (", if " if head else "if ") + " and ".join(h.text() for h in self.hypotheses)
        return (head + ": " if head else "") + self.goal.text()

    def to_json(self) -> dict[str, Any]:
        """The JSON form of FORMAT.md section 2."""
        return {
            "variables": [_variable_json(v) for v in self.variables],
            "hypotheses": [[h.op, to_json(h.left), to_json(h.right)] for h in self.hypotheses],
            "goal": [self.goal.op, to_json(self.goal.left), to_json(self.goal.right)],
        }

    def digest(self) -> str:
        """SHA-256 of the canonical bytes of the JSON form."""
        return digest(self.to_json())


def _variable_json(v: Variable) -> dict[str, Any]:
    return {
        "name": v.name, "kind": v.kind, "lower_open": v.lower_open, "upper_open": v.upper_open,
        "lower": None if v.lower is None else to_json(v.lower),
        "upper": None if v.upper is None else to_json(v.upper),
    }


def statement_from_json(data: Any) -> Statement:
    """Inverse of Statement.to_json, with every name and shape checked; raises Rejected."""
    if not isinstance(data, dict) or set(data) != {"variables", "hypotheses", "goal"}:
        raise Rejected("statement", "expected the keys variables, hypotheses, goal")
    if not isinstance(data["variables"], list) or not isinstance(data["hypotheses"], list):
        raise Rejected("statement", "variables and hypotheses must be lists")
    names: list[str] = []
    found = tuple(_read_variable(item, names) for item in data["variables"])
    hypotheses = tuple(_read_relation(item, names) for item in data["hypotheses"])
    return Statement(found, hypotheses, _read_relation(data["goal"], names))


def _read_variable(data: Any, names: list[str]) -> Variable:
    if not isinstance(data, dict) or set(data) != {"name", "kind", "lower", "upper", "lower_open", "upper_open"}:
        raise Rejected("statement", "a variable needs name, kind, lower, upper, lower_open, upper_open")
    name = data["name"]
    if not is_name(name) or name in names:
        raise Rejected("statement", f"bad or repeated variable name {str(name)[:40]!r}")
    if data["kind"] not in ("real", "int"):
        raise Rejected("statement", f"kind of {name} must be real or int, found {str(data['kind'])[:40]!r}")
    if not isinstance(data["lower_open"], bool) or not isinstance(data["upper_open"], bool):
        raise Rejected("statement", f"lower_open and upper_open of {name} must be true or false")
    lower, upper = (None if data[end] is None else _closed(from_json(data[end]), names) for end in ("lower", "upper"))
    if (lower is None and not data["lower_open"]) or (upper is None and not data["upper_open"]):
        raise Rejected("statement", f"an unbounded end of {name} must be open")
    names.append(name)
    return Variable(name, data["kind"], lower, upper, data["lower_open"], data["upper_open"])


def _read_relation(data: Any, names: list[str]) -> Relation:
    if not isinstance(data, list) or len(data) != 3 or data[0] not in RELATIONS:
        raise Rejected("statement", f"expected [relation, left, right], found {str(data)[:60]!r}")
    return Relation(data[0], _closed(from_json(data[1]), names), _closed(from_json(data[2]), names))


def _closed(term: Term, names: list[str]) -> Term:
    unknown = variables(term) - set(names)
    if unknown:
        raise Rejected("statement", f"unknown variable {min(unknown)}")
    return term
