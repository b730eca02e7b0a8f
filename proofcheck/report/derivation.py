# SPDX-License-Identifier: Apache-2.0
"""A derivation for the page: its setting, its results, and the steps that the paper has, in words and formulas.

A step is shown once, with the row that it leads to; other rows that rest on it link there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofcheck.derive.rows import below, document_path, index
from proofcheck.files import read_text
from proofcheck.kernel.check import check, read
from proofcheck.kernel.derivation import replay_steps
from proofcheck.kernel.derivation_context import Derivation, needed_symbols
from proofcheck.kernel.derivation_scope import Symbol
from proofcheck.report.constants import constants_of
from proofcheck.report.latex import Printer

Files = Mapping[str, dict[str, Any]]


@dataclass(frozen=True)
class Step:
    """One step of the paper: its name, LaTeX, the paper's words, why it holds, and the small steps before it."""

    name: str
    latex: str
    says: str
    reason: str
    link: str
    silent: int


@dataclass(frozen=True)
class Result:
    """A result's relation, its suppositions and its quantifiers, all LaTeX; and the coefficients of its bound."""

    latex: str
    given: tuple[str, ...]
    binders: tuple[str, ...]
    constants: tuple[dict[str, str], ...]


@dataclass(frozen=True)
class View:
    """What the page shows of a derivation. ``setting`` holds formulas between dollar signs."""

    results: tuple[Result, ...]
    setting: tuple[str, ...]
    steps: tuple[Step, ...]
    builds_on: tuple[str, ...]
    total: int


def view(library: Path, files: Files, id: str, rows: set[str], shown: Mapping[str, str]) -> View:
    """The derivation of a row, replayed; raises Rejected when a step does not hold. ``rows`` are the library's ids."""
    document = read(read_text(document_path(library, id), "derivation document"))
    d = replay_steps(document, check)
    owner = owners(files, index(files)[id], rows)
    parts = [(d, document), *((d.theories[name], document["theories"][name]) for name in document.get("beside", []))]
    results = tuple(_result(part, name, shown) for part, data in parts for name in _results(data))
    texts = {row.get("id", f"def.{row.get('name')}"): row for name in below(files, index(files)[id])
             for row in files[name].get("step", [])}
    others = {owner.get(_name(step)) for step in document["steps"]} - {id, None}
    return View(results, tuple(_setting(d, _results(document), shown)),
                tuple(_steps(document, d, texts, owner, id, shown)),
                tuple(sorted(str(name) for name in others)), len(document["steps"]))


def _result(d: Derivation, name: str, shown: Mapping[str, str]) -> Result:
    printer, fact = _printer(d, shown), d.theory.facts[name]
    given, binders = printer.scope(fact)
    return Result(printer.triple(fact.rel), tuple(given), tuple(binders), tuple(constants_of(fact.rel, printer)))


def owners(files: Files, name: str, rows: set[str]) -> dict[str, str]:
    """The row of the library that each step of a file, and of those it continues, leads to: the next one there."""
    found: dict[str, str] = {}
    for data in (files[part] for part in continued(files, name)):
        since: list[str] = []
        for step in data.get("step", []):
            since.append(_name(step))
            if step.get("id") in rows:
                found.update(dict.fromkeys(since, step["id"]))
                since = []
        for result in data.get("result", []):
            if result.get("id") in rows:
                found.update({key: result["id"] for key in since if key not in found})
    return found


def continued(files: Files, name: str) -> list[str]:
    """A derivation file and those that it continues, each once."""
    found, waiting = list[str](), [name]
    while waiting:
        here = waiting.pop()
        if here in files and here not in found:
            found.append(here)
            earlier = files[here].get("continues", [])
            waiting += [earlier] if isinstance(earlier, str) else earlier
    return found


def _name(step: Mapping[str, Any]) -> str:
    return str(step.get("id", f"def.{step.get('name')}"))


def _results(document: Mapping[str, Any]) -> list[str]:
    steps = document["steps"]
    names = document.get("result", [steps[-1].get("id")] if steps else [])
    return [names] if isinstance(names, str) else names


def _printer(d: Derivation, shown: Mapping[str, str]) -> Printer:
    return Printer(shown, frozenset(d.theory.names()) | frozenset(d.theory.symbols))


def _steps(
    document: dict[str, Any], d: Derivation, texts: Mapping[str, Any], owner: Mapping[str, str], id: str,
    shown: Mapping[str, str],
) -> Iterator[Step]:
    printer, silent = _printer(d, shown), 0
    for step in document["steps"]:
        name = _name(step)
        if owner.get(name, id) != id:
            silent = 0
            continue
        row = texts.get(name, {})
        if "says" not in row and name not in _results(document):
            silent += 1
            continue
        reason, link = _reason(step)
        yield Step(name, printer.fact(d.theory.facts[name]), row.get("says", ""), reason, link, silent)
        silent = 0


def _reason(step: Mapping[str, Any]) -> tuple[str, str]:
    """Why a step holds, and the row that it takes from elsewhere, if any."""
    rule = str(step["rule"])
    if rule == "use":
        return "by", str(step.get("claim"))
    if rule == "import":
        return f"an instance, from {step.get('theory')}, of", str(step.get("fact"))
    words = {"define": "definition", "assume": "assumed, part of the setting", "axiom": "axiom",
             "calc": "calculation from the steps before"}
    return words.get(rule, f"by the rule {rule}"), ""


def _setting(d: Derivation, names: list[str], shown: Mapping[str, str]) -> Iterator[str]:
    """The setting in which the results hold: parameters, sets, numbers, random quantities, assumptions, definitions."""
    p, th = _printer(d, shown), d.theory
    yield from (f"${p.domain(v)}$" for v in th.parameters.variables)
    yield from (_declared(name, symbol, d, p) for name, symbol in th.symbols.items() if symbol.kind != "defined")
    independent = any(symbol.random == "instant" for symbol in th.symbols.values())
    if independent:
        same = ", with the same law at all times" if th.identical else ""
        yield f"The random quantities of different times (first index) are independent{same}."
    needed = needed_symbols(d, names)
    own = {f"{name}.{end}" for name in (*th.names(), *th.symbols) for end in ("lower", "upper")}
    for name in th.assumed:
        if name not in own and (not name.startswith("def.") or name.removeprefix("def.") in needed):
            cited = f" (axiom: {d.citations[name].replace('$', chr(0xFF04))})" if name in d.citations else ""
            yield f"${p.fact(th.facts[name])}${cited}"


def _declared(name: str, symbol: Symbol, d: Derivation, p: Printer) -> str:
    index = ", ".join(p.name(b.name) for b in symbol.binders)
    head = f"${p.name(name)}{f'_{{{index}}}' if index else ''}$"
    binders = ", ".join(f"${p.binder(b)}$" for b in symbol.binders)
    over = f" for {binders}" if binders else ""
    if symbol.kind == "set" and symbol.of is not None:
        where = r" \text{ and } ".join(p.triple(rel) for rel in symbol.where)
        cut = rf"{p.name(symbol.element)} \in {p.term(symbol.of, flat=True)} : {where}"
        return rf"the finite set {head[:-1]} = \{{{cut}\}}${over}"
    if symbol.kind == "family":
        low, high = d.theory.facts[f"{name}.lower"].rel[1], d.theory.facts[f"{name}.upper"].rel[2]
        adapted = "adapted " if symbol.random == "adapted" else ""
        return rf"{adapted}random {head[:-1]} \in [{p.term(low, flat=True)}, {p.term(high, flat=True)}]${over}"
    what = {"set": "a finite set", "function": "integers" if symbol.integer else "numbers"}
    return f"{what.get(symbol.kind, symbol.kind)} {head}{over}"

