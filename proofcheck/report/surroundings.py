# SPDX-License-Identifier: Apache-2.0
"""The setting of a derivation as sentences with formulas: parameters, sets, random quantities, assumptions, words."""

from __future__ import annotations

from collections.abc import Iterator

from proofcheck.kernel.derivation_context import Derivation, needed_symbols
from proofcheck.kernel.derivation_scope import Symbol
from proofcheck.kernel.term import Term, var
from proofcheck.report.latex import Printer

_DOLLAR = "\uff04"  # a full-width one: the plain one begins a formula


def surroundings(d: Derivation, results: list[str], p: Printer) -> Iterator[str]:
    """What is given where the results hold, and the definitions of the words in them."""
    th = d.theory
    yield from (f"${p.domain(v)}$" for v in th.parameters.variables)
    yield from (_declared(name, symbol, d, p) for name, symbol in th.symbols.items() if symbol.kind != "defined")
    if any(symbol.random == "instant" for symbol in th.symbols.values()):
        same = ", with the same law at all times" if th.identical else ""
        yield f"The random quantities of different times (first index) are independent{same}."
    needed = needed_symbols(d, results)
    own = {f"{name}.{end}" for name in (*th.names(), *th.symbols) for end in ("lower", "upper")}
    for name in th.assumed:
        if name not in own and (not name.startswith("def.") or name.removeprefix("def.") in needed):
            cited = f" (axiom: {d.citations[name].replace('$', _DOLLAR)})" if name in d.citations else ""
            yield f"${p.fact(th.facts[name])}${cited}"


def _declared(name: str, symbol: Symbol, d: Derivation, p: Printer) -> str:
    head = p.term(Term("fn", (var(name), *(var(b.name) for b in symbol.binders))))
    binders = ", ".join(f"${p.binder(b)}$" for b in symbol.binders)
    over = f" for {binders}" if binders else ""
    if symbol.kind == "set" and symbol.of is not None:
        where = r" \text{ and } ".join(p.triple(rel) for rel in symbol.where)
        cut = rf"{p.name(symbol.element)} \in {p.term(symbol.of, flat=True)} : {where}"
        return rf"the finite set ${head} = \{{{cut}\}}${over}"
    if symbol.kind == "family":
        low, high = d.theory.facts[f"{name}.lower"].rel[1], d.theory.facts[f"{name}.upper"].rel[2]
        adapted = "adapted " if symbol.random == "adapted" else ""
        return rf"{adapted}random ${head} \in [{p.term(low, flat=True)}, {p.term(high, flat=True)}]${over}"
    what = {"set": "a finite set", "function": "integers" if symbol.integer else "numbers"}
    return f"{what.get(symbol.kind, symbol.kind)} ${head}${over}"
