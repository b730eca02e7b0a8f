# SPDX-License-Identifier: Apache-2.0
"""How a library wants to be shown: the file ``presentation/page.toml`` in its folder, which may be missing.

    title = "..."                       # the page's heading
    about = "..."                       # one sentence below it
    main = ["thm1", "prop1"]            # the results that the page begins with
    laws = [{file = "k2.toml", epsilon = "1/4"}]    # files in the library's folder laws/
    [names]                             # LaTeX of variables and symbols
    dmin = "\\\\Delta_{\\\\min}"
    [[waterfall]]                       # where a constant comes from; the numbers are read from the claims
    title = "..."
    steps = [{claim = "thm1.eq1", side = "right", of = "log(K)/Delta", by = "times", says = "...",
              operand = {claim = "lemma4", side = "right", of = "sum(m, 1, oo, F(m))"}}]

It changes no statement and no verdict.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.parse.statement import check_keys

STEPS = ("start", "times", "plus", "at most")
_KEYS = frozenset({"title", "about", "main", "laws", "names", "waterfall"})
_TERM_KEYS = frozenset({"claim", "side", "of"})
_STEP_KEYS = _TERM_KEYS | {"by", "says", "operand"}


@dataclass(frozen=True)
class Coefficient:
    """The number in front of the term ``of`` on one side of a row's relation."""

    claim: str
    side: str
    of: str


@dataclass(frozen=True)
class Pick:
    """One step of a waterfall: a coefficient, how it comes from the one before, and by which other coefficient."""

    number: Coefficient
    by: str
    says: str
    operand: Coefficient | None


@dataclass(frozen=True)
class Chain:
    """The picks that lead to one constant."""

    title: str
    steps: tuple[Pick, ...]


@dataclass(frozen=True)
class Presentation:
    """Title, main results, names, laws with their epsilons, and waterfalls."""

    title: str = "A checked proof"
    about: str = ""
    main: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    laws: tuple[tuple[Path, str], ...] = ()
    chains: tuple[Chain, ...] = ()


def load_presentation(library: Path) -> Presentation:
    """Read ``presentation/page.toml`` of a library; defaults when there is none. Raises InputError."""
    path = library / "presentation" / "page.toml"
    if not path.exists():
        return Presentation()
    try:
        data = tomllib.loads(read_text(path, "page file"))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not a TOML file ({str(error)[:120]}); correct that line") from None
    check_keys(data, _KEYS, str(path))
    return Presentation(
        _text(data, "title", path) or "A checked proof", _text(data, "about", path), _main(data, path),
        _names(data, path),
        tuple(_law(item, library, path) for item in _list(data, "laws", path)),
        tuple(_chain(item, path) for item in _list(data, "waterfall", path)),
    )


def _text(data: Mapping[str, Any], key: str, path: Path) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise InputError(f"{path}: {key} is {str(value)[:40]!r}; write a text in quotes")
    return value


def _list(data: Mapping[str, Any], key: str, path: Path) -> list[dict[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise InputError(f"{path}: {key} is {str(value)[:40]!r}; write a list of tables")
    return value


def _main(data: Mapping[str, Any], path: Path) -> tuple[str, ...]:
    value = data.get("main", [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError(f"{path}: main is {str(value)[:40]!r}; write a list of identifiers")
    return tuple(value)


def _names(data: Mapping[str, Any], path: Path) -> dict[str, str]:
    value = data.get("names", {})
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise InputError(f"{path}: [names] holds {str(value)[:40]!r}; write name = 'LaTeX' lines")
    return value


def _law(item: dict[str, Any], library: Path, path: Path) -> tuple[Path, str]:
    check_keys(item, frozenset({"file", "epsilon"}), f"{path}, laws")
    return library / "laws" / _text(item, "file", path), _text(item, "epsilon", path) or "1/4"


def _chain(item: dict[str, Any], path: Path) -> Chain:
    where = f"{path}, waterfall"
    check_keys(item, frozenset({"title", "steps"}), where)
    return Chain(_text(item, "title", path), tuple(_pick(step, path) for step in _list(item, "steps", path)))


def _pick(step: dict[str, Any], path: Path) -> Pick:
    check_keys(step, _STEP_KEYS, f"{path}, waterfall step")
    by, other = _text(step, "by", path), step.get("operand")
    if by not in STEPS:
        raise InputError(f"{path}: a waterfall step has by {by!r}; write one of {', '.join(STEPS)}")
    return Pick(_coefficient(step, path), by, _text(step, "says", path), other and _operand(other, path))


def _operand(data: Any, path: Path) -> Coefficient:
    if not isinstance(data, dict):
        raise InputError(f"{path}: operand is {str(data)[:40]!r}; write {{claim = ..., side = ..., of = ...}}")
    check_keys(data, _TERM_KEYS, f"{path}, operand")
    return _coefficient(data, path)


def _coefficient(data: Mapping[str, Any], path: Path) -> Coefficient:
    found = Coefficient(*(_text(data, key, path) for key in ("claim", "side", "of")))
    if found.side not in ("left", "right"):
        raise InputError(f"{path}: the side of {found.claim!r} is {found.side!r}; write left or right")
    return found
