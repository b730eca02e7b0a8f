# SPDX-License-Identifier: Apache-2.0
"""Derivation files as the kernel's JSON: everything that is written in them, before it is known what proves it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofcheck.derive.read import Reader
from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.kernel.statement import Statement
from proofcheck.parse import statement_from_parts

_MAX = 4 * 1024 * 1024
Files = dict[str, dict[str, Any]]
"""The data of derivation files, by their names."""
Facts = dict[str, tuple[str, ...]]
"""The variables of each fact, by its name."""


@dataclass(frozen=True)
class Source:
    """A derivation file, with those that it continues: its steps in order, by the names of their facts."""

    name: str
    context: dict[str, Any]
    rows: dict[str, dict[str, Any]]
    steps: dict[str, dict[str, Any]]
    claims: dict[str, Statement]
    results: dict[str, list[str]]
    beside: dict[str, dict[str, list[str]]]
    files: dict[str, str]
    notation: dict[str, str]

    def equalities(self) -> set[str]:
        """The facts that are equalities; which way they are used, the search decides."""
        stated = [(item["id"], item["goal"]) for item in self.context["assumptions"]]
        stated += [(name, step.get("goal", ["=="])) for name, step in self.steps.items()]
        return {name for name, goal in stated if goal[0] == "=="}


def label(row: Mapping[str, Any]) -> str:
    """The name of the fact that a step adds."""
    return f"def.{row.get('name')}" if "define" in (row.get("rule"), row.get("by")) else str(row.get("id"))


def words(data: Any) -> set[str]:
    """Every text in a step: the names of facts, symbols and claims are among them."""
    if isinstance(data, str):
        return {data}
    children = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return {word for child in children for word in words(child)}


def read_folder(folder: Path) -> Files:
    """The data of every derivation file, by its name."""
    found: Files = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            found[path.stem] = tomllib.loads(read_text(path, "derivation file", _MAX))
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{path}: not a TOML file ({str(error)[:120]}); correct that line") from None
    return found


def earlier(data: Mapping[str, Any]) -> list[str]:
    """The files that a file continues."""
    found = data.get("continues", [])
    return [found] if isinstance(found, str) else list(found)


def load(files: Files, name: str) -> dict[str, Any]:
    """The data of a file, with the files that it continues put before it; each row says in which ``file`` it is."""
    if name not in files:
        known = ", ".join(files)[:200]
        raise InputError(f"there is no derivation file {name[:60]}.toml; write the name of one of {known}")
    data = dict(files[name])
    for key in ("claim", "step"):
        data[key] = [{"file": name, **row} for row in data.get(key, [])]
        _once(data[key], key)
    _once(data.get("result", []), "result")
    for before in reversed([load(files, item) for item in earlier(data)]):
        data["context"] = before["context"]
        data["notation"] = {**before.get("notation", {}), **data.get("notation", {})}
        for key in ("claim", "step"):
            there = {(label(row), row["file"]) for row in before[key]}  # two ways may lead to the same file
            data[key] = [*before[key], *(row for row in data[key] if (label(row), row["file"]) not in there)]
            _once(data[key], key)
    for key in ("declarations", "assumptions"):
        if key in data:
            data["context"] = {**data["context"], key: [*data["context"].get(key, []), *data.pop(key)]}
    return data


def _once(rows: list[dict[str, Any]], kind: str) -> None:
    """Raises InputError when two rows have one name: the second would silently take the place of the first."""
    seen: dict[str, dict[str, Any]] = {}
    for row in rows:
        name = label(row)
        if name in seen:
            places = " and ".join(sorted({f"{r['file']}.toml" for r in (row, seen[name]) if "file" in r}))
            raise InputError(f"{places}: two entries [[{kind}]] are called {name[:60]!r}; rename one of them")
        seen[name] = row


def read_source(files: Files, name: str) -> Source:
    """A derivation file read; raises InputError naming the step and what to write instead."""
    try:
        return _read(name, load(files, name))
    except KeyError as missing:
        raise InputError(f"{name}.toml: an entry has no {missing}; write it as in the entries around") from None


class Sources(dict[str, Source]):
    """The derivation files, each read when it is first asked for."""

    def __init__(self, files: Files) -> None:
        super().__init__()
        self.files = files

    def __missing__(self, name: str) -> Source:
        self[name] = read_source(self.files, name)
        return self[name]


def _read(name: str, data: dict[str, Any]) -> Source:
    context = read_context(data["context"], name)
    facts, steps = _facts(context), dict[str, dict[str, Any]]()
    names = {item["name"] for item in context["declarations"]}
    for row in data["step"]:
        step = read_step(row, Reader(names, f"{name}, step {row.get('id', row.get('name'))}"), facts)
        steps[label(row)] = step
        facts[label(row)] = tuple(b["name"] for b in step["binders"])
    claims = {row["id"]: statement_from_parts(row.get("vars", {}), row.get("hypotheses", []), row["goal"],
              f"{name}, {row['id']}") for row in data["claim"]}
    results = data.get("result", [])
    return Source(
        name, context, {label(row): row for row in data["step"]}, steps, claims,
        {row["id"]: row["facts"] for row in results}, {row["id"]: row.get("beside", {}) for row in results},
        {label(row): row["file"] for row in (*data["claim"], *data["step"])}, data.get("notation", {}),
    )


def _facts(context: dict[str, Any]) -> Facts:
    """The facts that a context supplies: bounds of parameters, ranges of families, assumptions."""
    found: Facts = {}
    for v in context["parameters"]:
        found.update({f"{v['name']}.{end}": () for end in ("lower", "upper") if v[end] is not None})
    for item in (*context["declarations"], *context["assumptions"]):
        variables = tuple(b["name"] for b in item["binders"])
        if item.get("kind") in ("family", "process"):
            found.update({f"{item['name']}.{end}": variables for end in ("lower", "upper")})
        elif "id" in item:
            found[item["id"]] = variables
    return found


def read_context(data: dict[str, Any], where: str) -> dict[str, Any]:
    """The JSON of a context table."""
    rows = data.get("declarations", [])
    read = Reader({row["name"] for row in rows}, f"{where}, context")
    declarations = []
    for row in rows:
        item: dict[str, Any] = {"kind": row["kind"], "name": row["name"], "binders": read.binders(row.get("for", {}))}
        if "of" in row:
            item.update(of=read.term(row["of"]), element=row["element"], where=[read.relation(r) for r in row["where"]])
        if row.get("integer") is True:
            item["integer"] = True
        if row["kind"] in ("family", "process"):
            item["lower"], item["upper"] = (read.term(end) for end in row["range"].strip("[]").split(","))
        declarations.append(item)
    assumptions = [
        {"id": row["id"], "binders": read.binders(row.get("for", {})), "goal": read.relation(row["holds"]),
         "given": [read.relation(r) for r in row.get("given", [])]}
        for row in data.get("assumptions", [])
    ]
    parameters = statement_from_parts(data.get("parameters", {}), [], "0 == 0", where).to_json()["variables"]
    return {"parameters": parameters, "declarations": declarations, "assumptions": assumptions,
            "identical": data.get("identical", False)}


def read_step(row: dict[str, Any], read: Reader, facts: Facts) -> dict[str, Any]:
    """The JSON of a step."""
    if "show" not in row and row["by"] != "define":
        raise InputError(f"{read.where}: nothing to show; write show = \"a <= b\"")
    if row["by"] == "define":
        read.names.add(row["name"])
        return {"rule": "define", "name": row["name"], "binders": read.binders(row.get("for", {})),
                "body": read.term(row["is"])}
    step: dict[str, Any] = {
        "id": row["id"], "rule": row["by"], "binders": read.binders(row.get("for", {})),
        "given": [read.relation(r) for r in row.get("given", [])], "goal": read.relation(row["show"]),
    }
    for key in ("claim", "variable", "theory", "fact", "outer", "citation", "element"):
        if key in row:
            step[key] = row[key]
    for key in ("in", "bounds", "slope"):
        if key in row:
            step[key] = read.term(row[key])
    if "shift" in row:
        step["by"] = read.term(row["shift"])
    if "on" in row:
        step["on"] = read.relation(row["on"])
    _read_tables(step, row, read, facts)
    return step


def _read_tables(step: dict[str, Any], row: dict[str, Any], read: Reader, facts: Facts) -> None:
    if "at" in row:
        step["at"] = {name: read.term(t) for name, t in row["at"].items()}
    if "parts" in row:
        step["parts"] = [[read.term(c), read.term(t)] for c, t in row["parts"]]
    if "images" in row:
        step["images"] = {name: [names, read.term(t)] for name, (names, t) in row["images"].items()}
    for key in ("from", "rewrite", "signs"):
        if key in row:
            step[key] = [read_ref(item, read, facts) for item in row[key]]


def read_ref(item: Any, read: Reader, facts: Facts) -> dict[str, Any]:
    """A fact named in a step; variables that are not given a term keep their names."""
    ref: dict[str, Any] = {"fact": item} if isinstance(item, str) else dict(item)
    name = ref.get("fact")
    if name in facts:
        at = {key: read.term(value) for key, value in ref.get("at", {}).items()}
        for variable in facts[str(name)]:
            at.setdefault(variable, ["var", variable])
        ref["at"] = at
    if "times" in ref:
        ref["times"] = read.term(ref["times"])
    return ref
