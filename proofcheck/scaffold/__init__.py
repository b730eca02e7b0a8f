# SPDX-License-Identifier: Apache-2.0
"""A folder for the claims of a new paper: files made from ``templates/``, in which ``{{name}}`` is the paper's name."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from proofcheck.errors import InputError

# What the templates of a format say: the library as --library takes it, the file of claims, where certificates are.
FORMATS = {
    "toml": {"library": "claims", "file": "claims/paper.toml", "certificates": "claims/certificates"},
    "python": {"library": "claims.py", "file": "claims.py", "certificates": "certificates"},
}
_NAME = re.compile(r"[\w][\w .+-]{0,79}")


def scaffold(target: Path, form: str) -> list[str]:
    """Make the folder ``target`` from the templates of ``form`` (a key of FORMATS); the names of its files.

    All or nothing: the folder is made beside its place and moved there. Raises InputError when something of that name
    exists, when its parent does not, or when the name cannot be written into a claim file.
    """
    if not _NAME.fullmatch(target.name):
        raise InputError(f"{str(target)[:80]!r}: a name has letters, digits, spaces, .+-_; write one such as my-paper")
    if os.path.lexists(target):
        raise InputError(f"{target}: exists, and nothing is overwritten; write the name of a new folder")
    try:
        beside = Path(tempfile.mkdtemp(prefix=f".{target.name[:40]}.", suffix=".tmp", dir=target.parent))
    except OSError as error:
        raise InputError(f"{target}: cannot be made ({error.strerror}); write a name in an existing folder") from None
    try:
        words = {"name": target.name, **FORMATS[form]}
        templates = files("proofcheck.scaffold") / "templates"
        made = [file for part in ("common", form) for file in _copy(templates / part, beside / "new", words)]
        os.rename(beside / "new", target)
    finally:
        shutil.rmtree(beside)
    return sorted(made)


def _copy(source: Traversable, target: Path, words: Mapping[str, str], prefix: str = "") -> list[str]:
    """Copy a folder of templates with the words filled in; ``.txt`` after ``.py`` keeps tools away from templates."""
    target.mkdir(exist_ok=True)
    made: list[str] = []
    for entry in source.iterdir():
        called = entry.name.removesuffix(".txt")
        if entry.is_dir():
            made += _copy(entry, target / called, words, f"{prefix}{called}/")
            continue
        text = entry.read_text(encoding="utf-8")
        for word, value in words.items():
            text = text.replace(f"{{{{{word}}}}}", value)
        (target / called).write_text(text, encoding="utf-8")
        made.append(f"{prefix}{called}")
    return made
