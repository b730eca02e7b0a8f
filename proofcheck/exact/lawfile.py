# SPDX-License-Identifier: Apache-2.0
"""Reading a law from a TOML or JSON file, or from a dictionary of the same shape.

The schema (both forms): an optional `name` (text; the file's stem otherwise), and exactly one of

* `atoms`: a list of `{losses = [x_1, ..., x_K], probability = p}`: the joint law, coordinates may be dependent;
* `actions`: a list of `{x = p, x' = p', ..., repeat = n}`: independent actions, each a table from loss to
  probability; the optional `repeat` stands for n actions alike (default 1).

Every number is exact: text such as "1/2", "0.1" (one tenth) or "1", or a plain integer. A float is refused, because
the file's 0.1 would already have been rounded. Probabilities sum to exactly 1, losses lie in [0, 1], K >= 2 and the
best action (least mean) is unique; it may stand anywhere. Atoms of probability 0 are allowed and dropped.
"""

import json
import re
import tomllib
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from proofcheck.errors import InputError
from proofcheck.exact.law import Atom, Law, Marginal

_NUMBER = re.compile(r"-?[0-9]{1,200}(/[0-9]{1,200}|\.[0-9]{1,200})?", re.ASCII)
_SIZE_LIMIT = 16_000_000
_REPEAT_LIMIT = 100_000


def exact(value: object, place: str) -> Fraction:
    """The exact rational written as text ("1/2", "0.1", "-3") or as an int.

    Arguments: value, what was found; place, where, for the message. Raises InputError for anything else.
    Guarantee: exact; decimals in text are exact tenths.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, float):
        raise InputError(f'{place}: found the float {value!r}; write exact text in quotes, such as "1/2" or "0.5"')
    if not isinstance(value, str) or not _NUMBER.fullmatch(value.strip()):
        raise InputError(f'{place}: found {_short(value)}; write an exact number such as "1/2", "0.1" or 1')
    number = _number(value.strip())
    if number is None:
        raise InputError(f"{place}: found {_short(value)}, a division by 0; write a denominator from 1")
    return number


@lru_cache(maxsize=4096)  # a law of a thousand actions says the same few numbers a million times
def _number(text: str) -> Fraction | None:
    top, slash, bottom = text.partition("/")
    if slash and int(bottom) == 0:
        return None
    return Fraction(int(top), int(bottom)) if slash else Fraction(top)


def load_law(path: str | Path) -> Law:
    """The law in a file; `.json` is read as JSON, anything else as TOML.

    Raises InputError (one line: file, place, what was found, what to write) for every fault of the file.
    """
    path = Path(path)
    return law_from_dict(_parsed(path, _text(path)), where=str(path), name=path.stem)


def law_from_dict(data: object, *, where: str = "law", name: str = "law") -> Law:
    """The law described by a dictionary of the file's shape.

    Arguments: where, put before every message; name, used when the dictionary has none. Raises InputError.
    """
    if not isinstance(data, dict):
        raise InputError(f"{where}: found {_short(data)}; write a table with atoms or actions")
    _known(data, {"name", "atoms", "actions"}, where)
    name = data.get("name", name)
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise InputError(f"{where}: name: found {_short(name)}; write one line of text")
    if ("atoms" in data) == ("actions" in data):
        found = "both atoms and actions" if "atoms" in data else "neither atoms nor actions"
        raise InputError(f"{where}: found {found}; write exactly one of them")
    atoms, actions = _atoms(data.get("atoms"), where), _actions(data.get("actions"), where)
    _same_size(atoms, where)
    try:
        return Law(name, atoms, actions)
    except InputError as fault:  # the law speaks of itself by name; the user needs the file
        raise InputError(f"{where}: {str(fault).removeprefix(f'{name}: ')}") from None


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _SIZE_LIMIT:
            raise InputError(f"{path}: found more than {_SIZE_LIMIT} bytes; write a smaller law file")
        return path.read_text(encoding="utf-8")
    except OSError as fault:
        raise InputError(f"{path}: cannot be read ({fault.strerror}); give the path of a law file") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: found bytes that are not UTF-8; write a TOML or JSON text file") from None


def _parsed(path: Path, text: str) -> object:
    try:
        if path.suffix.lower() == ".json":
            return json.loads(text, object_pairs_hook=lambda pairs: _no_twins(pairs, str(path)))
        return tomllib.loads(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as fault:
        kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
        raise InputError(f"{path}: not {kind} ({fault}); write a {kind} law file") from None
    except RecursionError:
        raise InputError(f"{path}: nested too deeply; write the flat tables of a law file") from None
    except ValueError as fault:
        if isinstance(fault, InputError):
            raise
        raise InputError(f"{path}: found a number too long to read; write shorter exact numbers") from None


def _no_twins(pairs: list[tuple[str, object]], where: str) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        twice = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
        raise InputError(f"{where}: found the key {_short(twice)} twice in one table; write it once")
    return table


def _atoms(found: object, where: str) -> tuple[Atom, ...]:
    return tuple(_atom(atom, f"{where}: atoms[{index}]") for index, atom in enumerate(_list(found, f"{where}: atoms")))


def _atom(found: object, place: str) -> Atom:
    if not isinstance(found, dict):
        raise InputError(f'{place}: found {_short(found)}; write {{losses = ["0", "1"], probability = "1/2"}}')
    _known(found, {"losses", "probability"}, place)
    for key in ("losses", "probability"):
        if key not in found:
            raise InputError(f"{place}: found no {key}; write one")
    losses = _list(found["losses"], f"{place}.losses")
    vector = tuple(_loss(loss, f"{place}.losses[{index}]") for index, loss in enumerate(losses))
    return vector, _probability(found["probability"], f"{place}.probability")


def _actions(found: object, where: str) -> tuple[tuple[Marginal, int], ...]:
    sides = _list(found, f"{where}: actions")
    return tuple(_action(side, f"{where}: actions[{index}]") for index, side in enumerate(sides))


def _action(found: object, place: str) -> tuple[Marginal, int]:
    if not isinstance(found, dict):
        raise InputError(f'{place}: found {_short(found)}; write a table such as {{"0" = "1/2", "1" = "1/2"}}')
    count = found.get("repeat", 1)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= _REPEAT_LIMIT:
        raise InputError(f"{place}.repeat: found {_short(count)}; write an integer from 1 to {_REPEAT_LIMIT}")
    side: dict[Fraction, Fraction] = {}
    for key, value in found.items():
        if key != "repeat":
            loss = _loss(key, f"{place}, the loss {_short(key)}")
            if loss in side:
                raise InputError(f"{place}: found the loss {loss} twice; write it once")
            side[loss] = _probability(value, f"{place}.{_short(key)}")
    return tuple(side.items()), count


def _loss(found: object, place: str) -> Fraction:
    loss = exact(found, place)
    if not 0 <= loss <= 1:
        raise InputError(f"{place}: found {loss}; write a loss between 0 and 1")
    return loss


def _probability(found: object, place: str) -> Fraction:
    value = exact(found, place)
    if not 0 <= value <= 1:
        raise InputError(f"{place}: found {value}; write a probability between 0 and 1")
    return value


def _same_size(atoms: tuple[Atom, ...], where: str) -> None:
    # Checked here and not only in Law: a differing atom of probability 0 is dropped there before anyone looks.
    for index, (losses, _) in enumerate(atoms):
        if len(losses) != len(atoms[0][0]):
            raise InputError(
                f"{where}: atoms[{index}].losses: found {len(losses)} losses where atoms[0] has {len(atoms[0][0])}; "
                "write one loss for each action in every atom"
            )


def _list(found: object, place: str) -> list[object]:
    if found is None:
        return []
    if not isinstance(found, list) or not found:
        raise InputError(f"{place}: found {_short(found)}; write a list with at least one entry")
    return found


def _known(table: dict[object, object], keys: set[str], place: str) -> None:
    for key in table:
        if key not in keys:
            raise InputError(f"{place}: found the unknown key {_short(key)}; write only {', '.join(sorted(keys))}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
