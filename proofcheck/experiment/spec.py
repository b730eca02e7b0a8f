# SPDX-License-Identifier: Apache-2.0
"""What a sweep ranges over, read from a TOML file: laws, families of laws, epsilons and horizons.

    name = "near ties"
    epsilons = ["1/4", "1/100"]
    horizons = [10, 1000]
    digits = 4                      # significant digits wanted of each enclosure (default 4)
    work = 300000                   # what one enclosure may cost, about microseconds (default 300000)
    files = ["law.toml"]            # law files, beside the spec

    [[laws]]                        # a law as in a law file
    name = "always worse"
    atoms = [{losses = ["0", "1/2"], probability = "1"}]

    [[families]]                    # every combination of the parameters' values; one value or a list
    family = "bernoulli"
    actions = [2, 10, 1000]
    profile = ["near-tie", "mixed"]
    best = "1/4"
    gap = ["1/100", "1/10"]
    far = "1/2"
    epsilons = ["1/4"]              # here instead of the sweep's; so may horizons and work be

Numbers are exact: text or integers. Families and their parameters: `families.FAMILIES`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from proofcheck.errors import InputError
from proofcheck.exact.law import Law
from proofcheck.exact.lawfile import exact, law_from_dict, load_law
from proofcheck.experiment.families import FAMILIES, Family
from proofcheck.learners.losses import positive, whole

_SETTINGS = ("epsilons", "horizons", "work")
_TOP = {"name", "digits", "files", "laws", "families", *_SETTINGS}
_INTEGERS = {"actions", "atoms", "grid", "seed", "number"}
_MOST_ACTIONS = 100_000
BUILT_IN = ("full", "quick")


@dataclass(frozen=True)
class Entry:
    """One law with what is asked of it."""

    law: Law
    epsilons: tuple[Fraction, ...]
    horizons: tuple[int, ...]
    work: int


@dataclass(frozen=True)
class Spec:
    """A sweep: its entries, and the digits wanted of each enclosure."""

    name: str
    digits: int
    entries: tuple[Entry, ...]


def built_in(name: str) -> str:
    """The text of a built-in spec, "full" or "quick"."""
    return files("proofcheck.experiment").joinpath("specs", f"{name}.toml").read_text(encoding="utf-8")


def parse_spec(text: str, where: str, folder: Path) -> Spec:
    """The spec in a TOML text; ``folder`` is where its `files` are. Raises InputError that names the place."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise InputError(f"{where}: not TOML ({fault}); see `proofcheck sweep --help` for the form") from None
    _known(data, _TOP, where)
    default = _Settings.of(data, where, _Settings((), (), 300_000))
    entries = tuple(_entries(data, where, folder, default))
    if not entries:
        raise InputError(f"{where}: found no laws; write files, laws or families")
    _distinct_names(entries, where)
    return Spec(str(data.get("name", where)), whole(data.get("digits", 4), f"{where}: digits", 1), entries)


@dataclass(frozen=True)
class _Settings:
    epsilons: tuple[Fraction, ...]
    horizons: tuple[int, ...]
    work: int

    @staticmethod
    def of(table: Mapping[str, Any], where: str, default: _Settings) -> _Settings:
        """What the table says, and the defaults for what it does not."""
        epsilons, horizons = table.get("epsilons"), table.get("horizons")
        return _Settings(
            default.epsilons if epsilons is None else tuple(positive(e, f"{where}: epsilons") for e in _many(epsilons)),
            default.horizons if horizons is None else tuple(whole(t, f"{where}: horizons", 1) for t in _many(horizons)),
            whole(table.get("work", default.work), f"{where}: work", 1),
        )

    def entry(self, law: Law, where: str) -> Entry:
        """The law with these settings."""
        if not self.epsilons:
            raise InputError(f'{where}: found no epsilons; write epsilons = ["1/4"]')
        return Entry(law, self.epsilons, self.horizons, self.work)


def _entries(data: Mapping[str, Any], where: str, folder: Path, default: _Settings) -> Iterator[Entry]:
    for name in _many(data.get("files", [])):
        yield default.entry(load_law(folder / str(name)), where)
    for index, table in enumerate(_tables(data, "laws", where)):
        place = f"{where}: laws[{index}]"
        law = law_from_dict({key: value for key, value in table.items() if key not in _SETTINGS}, where=place)
        yield _Settings.of(table, place, default).entry(law, place)
    for index, table in enumerate(_tables(data, "families", where)):
        place = f"{where}: families[{index}]"
        settings = _Settings.of(table, place, default)
        for law in _family(table, place):
            yield settings.entry(law, place)


def _family(table: Mapping[str, Any], place: str) -> Iterator[Law]:
    name = table.get("family")
    if name not in FAMILIES:
        raise InputError(f"{place}: family: found {name!r}; write one of {', '.join(FAMILIES)}")
    family = FAMILIES[name]
    _known(table, {"family", "actions", "count", *family.parameters, *_SETTINGS} - {"number"}, place)
    values = _values(family, table, place)
    for pick in product(*values.values()):
        yield _law(name, family, dict(zip(values, pick, strict=True)), place)


def _values(family: Family, table: Mapping[str, Any], place: str) -> dict[str, list[Any]]:
    """The values of each parameter, in the order in which they are crossed."""
    values: dict[str, list[Any]] = {}
    for key, default in {"actions": None, **family.parameters}.items():
        found = table.get(key, default)
        if key == "number":
            values[key] = list(range(whole(table.get("count", 1), f"{place}: count", 1)))
        elif found is not None:
            values[key] = [_value(key, value, f"{place}: {key}") for value in _many(found)]
        elif key != "far":
            raise InputError(f"{place}: found no {key}; write one value or a list")
    return values


def _law(name: str, family: Family, values: dict[str, Any], place: str) -> Law:
    size = values.pop("actions")
    if values.get("profile") == "equal":
        values.pop("far", None)
    text = " ".join([name, f"K={size}", *(f"{key}={value}" for key, value in values.items())])
    if "far" in family.parameters:
        values.setdefault("far", values["gap"])
    try:
        return family.make(text, size, **values)
    except InputError as fault:
        raise InputError(f"{place}: {text}: {str(fault).removeprefix(f'{text}: ')}") from None


def _value(key: str, value: object, place: str) -> Any:
    if key == "profile":
        return value
    if key not in _INTEGERS:
        return exact(value, place)
    number = whole(value, place, 0 if key == "seed" else 2 if key == "actions" else 1)
    if number > _MOST_ACTIONS:
        raise InputError(f"{place}: found {number}; write one up to {_MOST_ACTIONS}")
    return number


def _distinct_names(entries: tuple[Entry, ...], where: str) -> None:
    seen: dict[str, Law] = {}
    for entry in entries:
        if seen.setdefault(entry.law.name, entry.law) != entry.law:
            raise InputError(f"{where}: found two laws named {entry.law.name!r}; write distinct names")


def _tables(data: Mapping[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    found = data.get(key, [])
    if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
        raise InputError(f"{where}: {key}: found {str(found)[:60]}; write [[{key}]] tables")
    return found


def _many(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _known(table: Mapping[str, Any], keys: set[str], where: str) -> None:
    for key in table:
        if key not in keys:
            raise InputError(f"{where}: found the key {key!r}; write one of {', '.join(sorted(keys))}")
