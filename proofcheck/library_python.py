# SPDX-License-Identifier: Apache-2.0
"""A claim library written in Python: a file with ``CLAIMS``, a tuple or list of Claim objects.

Reading one runs it, with all that Python code may do. So this happens only for a file that is named itself
(``--library my-paper/claims.py``), never for one that lies in a folder. What it defines is data for the kernel like
any other: running code can state a claim, never decide one.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from proofcheck.claim import Claim
from proofcheck.errors import InputError
from proofcheck.files import read_text
from proofcheck.library import Library, check_id, check_uses

_MAX_FILE = 4 * 1024 * 1024
EXAMPLE = 'CLAIMS = (Claim(id="lemma1", given={"x": "[0, 1]"}, goal=ge("x", "x**2")),)'


def load_python_library(file: Path) -> Library:
    """Run a Python file and take its ``CLAIMS``; certificates are kept in ``certificates/`` beside it.

    Raises InputError that names the file, and the line where its code fails.
    """
    read_text(file, "Python file of claims", _MAX_FILE)  # a missing or unreadable file is named before it is run
    found: dict[str, tuple[Claim, Path]] = {}
    for claim in _claims(_run(file), file):
        if claim.id in found:
            raise InputError(f"{file}: the id {claim.id!r} is there twice; identifiers must be unique")
        found[claim.id] = (claim, file)
    check_uses(found)
    return Library(file.parent, tuple(claim for claim, _ in found.values()), {}, file=file)


def _run(file: Path) -> ModuleType:
    """The module, run as a script is: with its folder on the path while it runs; it does not stay in sys.modules."""
    name = f"_proofcheck_claims_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise InputError(f"{file}: cannot be run as Python; write the name of a .py file")
    module = importlib.util.module_from_spec(spec)
    before, path = sys.dont_write_bytecode, list(sys.path)
    sys.dont_write_bytecode, sys.modules[name] = True, module
    sys.path.insert(0, str(file.absolute().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # the author's code: any failure is bad input
        raise InputError(f"{file}{_line(error, file)}: {type(error).__name__}: {str(error)[:300]}") from None
    finally:
        sys.path[:], sys.dont_write_bytecode = path, before
        sys.modules.pop(name, None)
    return module


def _line(error: BaseException, file: Path) -> str:
    """The last line of the file that the error passed through."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == file.absolute()]
    return f", line {lines[-1]}" if lines else ""


def _claims(module: ModuleType, file: Path) -> list[Claim]:
    listed: Any = getattr(module, "CLAIMS", None)
    if isinstance(listed, str) or not isinstance(listed, Iterable):
        raise InputError(f"{file}: no tuple CLAIMS in it; write {EXAMPLE}")
    claims = list(listed)
    for k, claim in enumerate(claims, 1):
        if not isinstance(claim, Claim):
            raise InputError(f"{file}, CLAIMS, entry {k}: found {str(claim)[:40]!r}, no Claim; write {EXAMPLE}")
        check_id(claim.id, f"{file}: the id {claim.id!r}")
    return claims
