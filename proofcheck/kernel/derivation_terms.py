# SPDX-License-Identifier: Apache-2.0
"""Terms of derivations: the kernel's terms, extended by symbols, sums, indicators and expectations.

=============================  ==============================================================================
["fn", f, t...]                a declared set, function, random family or defined symbol at integers t
["over", j, S, t]              the sum of t over j in the finite index set S
["series", m, a, b, t]         the sum of t over the integers m = a, ..., b (0 when b < a); b may be "oo"
["ind", s, t]                  the indicator of the event s <= t: 1 where it holds, else 0
["E", t], ["E", t, m]          expectation, and conditional expectation given F_m, in any filtration (FORMAT 8.1)
=============================  ==============================================================================

A relation is a triple (op, left, right) with op one of <=, <, ==.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofcheck.kernel.calculus import minus
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.term import MAX_DEPTH, PI, Term, apply, is_name, num, rational, to_text, var
from proofcheck.kernel.verdict import Rejected

Rel = tuple[str, Term, Term]
WORDS = frozenset({"fn", "over", "series", "ind", "E"})
_PRINTED = frozenset({"E", "sum", "ind", "BY", "THEN", "AND", "def"})
OO = Term("oo", ())
_SHAPE = {"over": (3,), "series": (4,), "ind": (2,), "E": (1, 2)}


def from_json(data: Any, depth: int = 0) -> Term:
    """The term written in prefix form (kernel terms as in ``term.to_json``); raises Rejected."""
    if depth > MAX_DEPTH:
        raise Rejected("term", f"a term is nested deeper than {MAX_DEPTH}")
    if isinstance(data, str):
        return OO if data == "oo" and depth else PI if data == "pi" else num(rational(data))
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise Rejected("term", f"expected a term, found {str(data)[:60]!r}")
    op, rest = data[0], data[1:]
    if op == "var":
        if len(rest) != 1 or not is_name(rest[0]):
            raise Rejected("term", f"bad variable {str(rest)[:40]!r}")
        return var(rest[0])
    head: tuple[Term, ...] = ()
    if op in ("fn", "over", "series"):
        if not rest or not is_name(rest[0]):
            raise Rejected("term", f"{op} needs a name, found {str(rest)[:40]!r}")
        head, rest = (var(rest[0]),), rest[1:]
    args = head + tuple(from_json(item, depth + 1) for item in rest)
    if op in _SHAPE and len(args) not in _SHAPE[op]:
        raise Rejected("term", f"{op} does not take {len(args)} arguments")
    if any(a is OO and not (op == "series" and k == 2) for k, a in enumerate(args)):
        raise Rejected("term", "oo may only be the upper end of a series")
    if op == "over" and args[1].op != "fn":
        raise Rejected("term", "a sum over a set needs a declared set")
    return Term(op, args) if op in WORDS else apply(op, *args)


def is_symbol(name: Any) -> bool:
    """Whether a variable or symbol may have this name: no word of the printed statements."""
    return is_name(name) and name not in _PRINTED


def relation(data: Any) -> Rel:
    """[op, left, right] with op one of <=, <, >=, >, ==; >= and > are turned round."""
    if not isinstance(data, list) or len(data) != 3 or data[0] not in ("<=", "<", ">=", ">", "=="):
        raise Rejected("term", f"expected [relation, left, right], found {str(data)[:60]!r}")
    left, right = from_json(data[1]), from_json(data[2])
    return (data[0].replace(">", "<"), right, left) if ">" in data[0] else (data[0], left, right)


def bound_name(term: Term) -> str | None:
    """The variable that a sum binds in its last argument, else None."""
    return term.args[0].args[0] if term.op in ("over", "series") else None


def parts(term: Term) -> tuple[Term, ...]:
    """The sub-terms that denote numbers or sets (names of symbols and of bound variables left out)."""
    return term.args[1:] if term.op in ("fn", "over", "series") else term.children


def free(term: Term) -> frozenset[str]:
    """The free variables of a term."""
    if term.op == "var":
        return frozenset((term.args[0],))
    found: frozenset[str] = frozenset().union(*(free(a) for a in parts(term)[:-1]), frozenset())
    last = free(parts(term)[-1]) if parts(term) else frozenset[str]()
    return found | (last - {bound_name(term)})


def rel_free(rel: Rel) -> frozenset[str]:
    """The free variables of a relation."""
    return free(rel[1]) | free(rel[2])


def rebuild(term: Term, new: tuple[Term, ...]) -> Term:
    """The term with other ``parts``."""
    return Term(term.op, (term.args[0], *new) if term.op in ("fn", "over", "series") else new) if new else term


def subst(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with terms put for free variables; raises Rejected where a bound variable would capture one."""
    if term.op == "var":
        return values.get(term.args[0], term)
    if term.op == "num" or not parts(term) or not values:
        return term
    name, kids = bound_name(term), parts(term)
    inner = {k: v for k, v in values.items() if k != name and k in free(kids[-1])} if name else values
    if name and any(name in free(v) for v in inner.values()):
        raise Rejected("substitute", f"the bound variable {name} would capture a free one: rename it")
    return rebuild(term, (*(subst(a, values) for a in kids[:-1]), subst(kids[-1], inner)))


def rel_subst(rel: Rel, values: Mapping[str, Term]) -> Rel:
    """The relation with terms put for free variables."""
    return (rel[0], subst(rel[1], values), subst(rel[2], values))


def replace(term: Term, old: Term, new: Term) -> Term:
    """The term with ``old`` replaced by ``new`` wherever no variable of either is bound there."""
    if term == old:
        return new
    if not parts(term):
        return term
    name, kids = bound_name(term), parts(term)
    last = kids[-1] if name and name in free(old) | free(new) else replace(kids[-1], old, new)
    return rebuild(term, (*(replace(a, old, new) for a in kids[:-1]), last))


def expand(term: Term, images: Mapping[str, tuple[tuple[str, ...], Term]]) -> Term:
    """The term with every symbol f(t...) in ``images`` replaced by its image, a term of named arguments."""
    if term.op == "fn" and term.args[0].args[0] in images:
        names, body = images[term.args[0].args[0]]
        if len(names) != len(term.args) - 1:
            raise Rejected("import", f"{term.args[0].args[0]} has another number of arguments")
        return subst(body, dict(zip(names, (expand(a, images) for a in term.args[1:]), strict=True)))
    name = bound_name(term)
    if name and any(name in free(body) - set(names) for names, body in images.values()):
        raise Rejected("import", f"the bound variable {name} would capture a free one: rename it")
    return rebuild(term, tuple(expand(a, images) for a in parts(term)))


def abstract(term: Term, table: dict[Term, Term]) -> Term:
    """The kernel term in which each largest extended sub-term is a variable of its own, kept in ``table``.

    Symbols, and series of the same terms, share a variable when their arguments (ends) are equal in normal form.
    """
    if term.op in WORDS or term.op == "oo":
        for known, name in table.items():
            if known == term or _alike(known, term):
                return name
        return table.setdefault(term, var(f"@{len(table)}"))
    return Term(term.op, tuple(abstract(a, table) for a in term.args)) if term.children else term


def _alike(left: Term, right: Term) -> bool:
    if left.op != right.op or left.op not in ("fn", "series") or len(left.args) != len(right.args):
        return False
    count = len(left.args) if left.op == "fn" else 3
    if left.args[0] != right.args[0] or left.args[count:] != right.args[count:]:
        return False
    table: dict[Term, Term] = {}
    gaps = (minus(abstract(a, table), abstract(b, table)) for a, b in
            zip(left.args[1:count], right.args[1:count], strict=True) if a != b)
    normal = Normalizer(lambda g: False)
    return all(normal.is_zero(gap) for gap in gaps)


def text(term: Term) -> str:
    """The term in the syntax of derivation files."""
    def plain(node: Term) -> Term:
        if node.op in ("over", "series"):
            return var(f"sum({node.args[0].args[0]}, {', '.join(text(a) for a in node.args[1:])})")
        if node.op == "fn":
            inside = ", ".join(text(a) for a in node.args[1:])
            return var(node.args[0].args[0] + (f"({inside})" if inside else ""))
        if node.op == "ind":
            return var(f"ind({text(node.args[0])} <= {text(node.args[1])})")
        if node.op == "E":
            return var(f"E({', '.join(text(a) for a in node.args)})")
        if node.op == "oo":
            return var("oo")
        return Term(node.op, tuple(plain(a) for a in node.args)) if node.children else node
    return to_text(plain(term))


def rel_text(rel: Rel) -> str:
    """The relation in the syntax of derivation files."""
    return f"{text(rel[1])} {rel[0]} {text(rel[2])}"
