# SPDX-License-Identifier: Apache-2.0
"""Rules that hold for every source file, read from the syntax tree: what the kernel may say, and what nobody may."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "proofcheck"
KERNEL = sorted((PACKAGE / "kernel").rglob("*.py"))
SOURCES = sorted(p for folder in ("proofcheck", "tests", "benchmarks", "lemmas") for p in (ROOT / folder).rglob("*.py"))
KERNEL_LINES = 300


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> set[str]:
    """Full names of the modules that a file imports anywhere, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def called(path: Path) -> set[str]:
    """Names called as plain functions."""
    calls = (node.func for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


@pytest.mark.parametrize("path", KERNEL, ids=name_of)
def test_kernel_imports_only_the_standard_library_and_itself(path):
    own = {m for m in imported(path) if m.startswith("proofcheck.kernel")}
    assert {m.split(".")[0] for m in imported(path) - own} <= sys.stdlib_module_names


@pytest.mark.parametrize("path", KERNEL, ids=name_of)
def test_kernel_does_not_import_what_it_must_not_use(path):
    """No randomness, clock, floating-point libraries or ways to run other code."""
    banned = {"random", "time", "datetime", "decimal", "cmath", "ctypes", "subprocess", "importlib", "pickle"}
    assert not {m.split(".")[0] for m in imported(path)} & banned


@pytest.mark.parametrize("path", KERNEL, ids=name_of)
def test_kernel_has_no_float_literal_assert_or_float_call(path):
    """Assertions vanish under -O; floats round where nobody asked."""
    for node in ast.walk(tree_of(path)):
        assert not isinstance(node, ast.Assert), f"assert in line {node.lineno}"
        constant = node.value if isinstance(node, ast.Constant) else None
        assert not isinstance(constant, float | complex), f"float in line {node.lineno}"
    assert "float" not in called(path)


@pytest.mark.parametrize("path", [p for p in KERNEL if p.name != "__main__.py"], ids=name_of)
def test_kernel_prints_nothing(path):
    assert "print" not in called(path)
    assert "sys.stdout" not in imported(path)


@pytest.mark.parametrize("path", KERNEL, ids=name_of)
def test_kernel_files_are_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= KERNEL_LINES


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=name_of)
def test_nothing_evaluates_text(path):
    """No eval, exec, compile or SymPy parsing anywhere in the package."""
    assert not called(path) & {"eval", "exec", "compile", "__import__", "sympify", "parse_expr"}, name_of(path)


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_first_line_is_the_licence(path):
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    assert first == "# SPDX-License-Identifier: Apache-2.0"


def test_replay_loads_no_search_and_no_heavy_library():
    """Importing the kernel's entry point loads the standard library and the kernel, nothing else."""
    code = ("import sys; sys.path.insert(0, sys.argv[1]); import proofcheck.kernel.check; "
            "print([m for m in sys.modules if m.split('.')[0] in "
            "('sympy', 'mpmath', 'flint', 'numpy', 'rich', 'click') or m.startswith('proofcheck.search')])")
    done = subprocess.run([sys.executable, "-O", "-c", code, str(ROOT)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


REPLAYS = [["check", "lemmas/certificates/lemma2.i.json"], ["verify", "--replay-only", "lemma2"]]


@pytest.mark.parametrize("command", REPLAYS, ids=" ".join)
@pytest.mark.parametrize("optimized", [[], ["-O"]], ids=["plain", "optimized"])
def test_replaying_commands_load_no_search(command, optimized):
    """`check` and `verify --replay-only` run with neither search nor SymPy, mpmath or FLINT loaded, also under -O."""
    code = ("import sys; from proofcheck.cli import main\n"
            "try: main(sys.argv[1:], standalone_mode=False)\n"
            "except SystemExit as end: print('exit', end.code)\n"
            "heavy = ('sympy', 'mpmath', 'flint', 'numpy')\n"
            "print('loaded', [m for m in sys.modules if m.split('.')[0] in heavy or m.startswith('proofcheck.sea')])")
    done = subprocess.run([sys.executable, *optimized, "-c", code, *command], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "loaded []"
    assert "PROVED" in done.stdout
