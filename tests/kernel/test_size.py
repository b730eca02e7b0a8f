# SPDX-License-Identifier: Apache-2.0
"""The kernel is as small as TRUST.md says, its functions are short, and every schema names its statement and source."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import proofcheck.kernel
from proofcheck.kernel.check import RULES
from proofcheck.kernel.derivation import SCHEMAS

KERNEL = Path(proofcheck.kernel.__file__).parent
FILES = sorted(KERNEL.glob("*.py"))
TRUST = (KERNEL / "TRUST.md").read_text(encoding="utf-8")
FORMAT = (KERNEL / "FORMAT.md").read_text(encoding="utf-8")


def code_lines(path):
    """Lines that are neither blank nor comments nor docstrings."""
    text = path.read_text(encoding="utf-8")
    words = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node, clean=False):
            words.update(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(bool(line.strip()) and not line.strip().startswith("#") and k not in words for k, line in lines)


def test_trust_counts_every_file_once():
    rows = re.findall(r"^\| [^|]+ \| ((?:`\w+` ?)+) \| (\d+) \|$", TRUST, flags=re.MULTILINE)
    counted = {}
    for names, lines in rows:
        files = re.findall(r"`(\w+)`", names)
        counted |= dict.fromkeys(files, True)
        assert sum(code_lines(KERNEL / f"{name}.py") for name in files) == int(lines), names
    assert set(counted) == {path.stem for path in FILES} - {"__init__"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_functions_have_at_most_40_lines(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < 40, node.name


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_has_its_statement_and_a_source(name):
    text = inspect.getdoc(SCHEMAS[name])
    assert text.splitlines()[-1].startswith("Source: ")
    assert text.splitlines()[-1].endswith(".")
    row = re.search(rf"^\| `{name}` \|([^|]*)\|(.*)\|([^|]+)\|$", FORMAT[FORMAT.index("### 8.4"):], flags=re.MULTILINE)
    assert row, f"FORMAT.md 8.4 has no row for {name}"
    assert row[3].strip(), f"FORMAT.md 8.4 names no source for {name}"


def test_format_describes_exactly_the_rules_there_are():
    claims = FORMAT[FORMAT.index("## 6. Rules"):FORMAT.index("## 7. Limits")]
    assert set(re.findall(r"^\| `(\w+)` \|", claims, flags=re.MULTILINE)) == set(RULES)
    derivations = FORMAT[FORMAT.index("### 8.4"):]
    other = {"define", "assume", "axiom", "import"}
    assert set(re.findall(r"^\| `(\w+)` \|", derivations, flags=re.MULTILINE)) == set(SCHEMAS) | other
