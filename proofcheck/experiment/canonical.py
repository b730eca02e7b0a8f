# SPDX-License-Identifier: Apache-2.0
"""One text for one piece of data, and one digest for the code that computes: what makes results comparable."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from proofcheck.errors import InputError


def canonical(data: Any) -> str:
    """The JSON text of ``data`` with sorted keys and no spaces; equal data have equal text.

    Raises InputError for floats (write exact text), keys that are not text, and what JSON cannot say.
    """
    _refuse_floats(data, "")
    try:
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InputError(f"found data that JSON cannot hold ({error}); write text, integers, lists, tables") from None


def _refuse_floats(data: Any, place: str) -> None:
    if isinstance(data, float):
        raise InputError(f"{place or 'data'}: found the float {data!r}; write exact text such as '1/2'")
    if isinstance(data, dict):
        for key, value in data.items():
            if not isinstance(key, str):
                raise InputError(f"{place or 'data'}: found the key {key!r}; write keys as text")
            _refuse_floats(value, f"{place}.{key}" if place else key)
    elif isinstance(data, list | tuple):
        for index, value in enumerate(data):
            _refuse_floats(value, f"{place}[{index}]")


def digest(text: str) -> str:
    """SHA-256 of the text, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@lru_cache(maxsize=64)
def code_digest(modules: tuple[str, ...]) -> str:
    """A digest of the source files of the modules (of a package: every module in it), in any order.

    Two installations with the same digest run the same text. Raises InputError for a module that cannot be found.
    """
    whole = hashlib.sha256()
    for name in sorted(modules):
        for path in _sources(name):
            whole.update(f"{name}/{path.name}\0".encode())
            whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def _sources(module: str) -> list[Path]:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise InputError(f"{module}: no such module with a source file; write the full name of one")
    path = Path(spec.origin)
    return sorted(path.parent.rglob("*.py")) if spec.submodule_search_locations else [path]
