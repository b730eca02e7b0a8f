# SPDX-License-Identifier: Apache-2.0
"""The committed notebooks: run again from top to bottom, every output is the committed one; and nothing is left out.

Each is run by the command that a person uses, in a process of its own.
"""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from proofcheck.library import load_library
from proofcheck.notebook.compare import errors, is_picture, joined
from proofcheck.notebook.run import clean, written

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PARTS = ["hoeffding", "elementary", "privacy", "clock", "small_gaps", "large_gaps", "theorem", "composition",
         "your_own_lemma"]
LARGEST, ALL_TOGETHER = 500_000, 2_000_000  # bytes


def run(*arguments):
    command = [sys.executable, "-m", "proofcheck.notebook.run", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=150)


def data(path):
    return json.loads(path.read_text("utf-8"))


def code(path):
    return ["".join(cell["source"]) for cell in data(path)["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_the_committed_ones(path):
    """To keep new ones: python -m proofcheck.notebook.run notebooks/*.ipynb --write."""
    done = run(path)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert done.stdout == f"{path.name}: as committed\n"


def test_there_is_one_for_each_part():
    assert [path.stem for path in NOTEBOOKS] == [f"{k:02}_{part}" for k, part in enumerate(PARTS, 1)]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_file_is_as_the_command_writes_it(path):
    text = path.read_text("utf-8")
    notebook = nbformat.reads(text, as_version=4)
    assert text == written(clean(notebook, outputs=True))
    assert len(text.encode()) < LARGEST
    counts = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert not errors(notebook["cells"])
    assert not re.search(r"/(home|root|work|tmp|Users)/|site-packages|0x[0-9a-f]{6}", text)


def test_size():
    assert sum(path.stat().st_size for path in NOTEBOOKS) < ALL_TOGETHER


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_there_are_pictures_and_words(path):
    cells = data(path)["cells"]
    outputs = [output for cell in cells for output in joined(cell.get("outputs", []))]
    pictures = ["".join(output["data"]["image/png"]) for output in outputs if "image/png" in output.get("data", {})]
    assert len(pictures) >= 2
    assert all(is_picture(image) for image in pictures)
    assert sum(cell["cell_type"] == "markdown" for cell in cells) >= 5


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_reader_sees_mathematics_and_no_plotting(path):
    for cell in code(path):
        assert "matplotlib" not in cell
        assert max(len(line) for line in cell.splitlines()) <= 120
        assert len(cell.splitlines()) <= 20


def texts(path):
    """All texts that are written in the code of a notebook."""
    plain = ("\n".join(line for line in cell.splitlines() if not line.startswith("%")) for cell in code(path))
    return {node.value for cell in plain for node in ast.walk(ast.parse(cell))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def verdicts(path):
    """The rows shown by ``replay``, or by ``derivation``, in a notebook, with their words."""
    for cell in data(path)["cells"]:
        source = "".join(cell["source"])
        for output in cell.get("outputs", []) if "replay(" in source or "derivation(" in source else []:
            lines = "".join(output["data"]["text/plain"]).splitlines()
            yield from (line.split() for line in (lines if "replay(" in source else lines[:1]))


def test_every_row_of_the_library_is_replayed_in_some_notebook():
    named = set().union(*(texts(path) for path in NOTEBOOKS))
    assert [row.id for row in load_library().rows if row.id not in named] == []


def test_every_finite_confirmation_is_one():
    every = [cell for path in NOTEBOOKS for cell in data(path)["cells"]]
    cells = [cell for cell in every if "".join(cell["source"]).startswith("confirm(")]
    tables = ["".join(output["data"]["text/plain"]).splitlines()[1:] for cell in cells for output in cell["outputs"]]
    words = [line.split()[1] for lines in tables for line in lines]
    assert len(words) >= 30
    assert set(words) == {"CONFIRMED"}


def test_no_row_is_shown_as_anything_but_proved_conditional_or_a_definition():
    library = load_library().entries()
    rows = {id: word for path in NOTEBOOKS for word, id in verdicts(path)}
    assert set(rows) == set(library)
    assert {word for id, word in rows.items() if library[id].kind in ("real", "int")} == {"PROVED"}
    assert set(rows.values()) == {"PROVED", "CONDITIONAL", "NOTHING"}


@pytest.fixture
def small(tmp_path):
    """A notebook with one cell, and what it put out."""
    def make(source, *lines):
        output = {"output_type": "stream", "name": "stdout", "text": "".join(f"{line}\n" for line in lines)}
        cell = new_code_cell(source, outputs=[nbformat.from_dict(output)] if lines else [], execution_count=1)
        path = tmp_path / "small.ipynb"
        path.write_text(written(new_notebook(cells=[cell])), encoding="utf-8")
        return path
    return make


def test_a_changed_output_fails_with_a_diff(small):
    path = small("print('one')\nprint(1 + 1)", "one", "3")
    before = path.read_text("utf-8")
    done = run(path, "--json", "-")
    answer = json.loads(done.stdout)["notebooks"]
    assert done.returncode == 1
    assert answer[0]["notebook"] == "small.ipynb"
    assert answer[0]["difference"].splitlines()[-2:] == ["-    [stdout] 3", "+    [stdout] 2"]
    assert path.read_text("utf-8") == before


def test_write_keeps_the_new_output_and_runs_in_the_folder(small, tmp_path):
    (tmp_path / "beside.txt").write_text("found", encoding="utf-8")
    path = small("import sys\nprint(open('beside.txt').read(), sys.executable == " + repr(sys.executable) + ")")
    assert run(path, "--write").stdout == "small.ipynb: written\n"
    cell = data(path)["cells"][0]
    assert cell["outputs"][0]["text"] == ["found True\n"]
    assert cell["metadata"] == {}
    assert cell["execution_count"] == 1


def test_an_error_is_never_written(small):
    path = small("1/0")
    before = path.read_text("utf-8")
    done = run(path, "--write")
    assert done.returncode == 1
    assert "cell 1: ZeroDivisionError: division by zero" in done.stdout
    assert path.read_text("utf-8") == before


@pytest.mark.parametrize("text", [None, "no json", "{}", "[]"])
def test_bad_files_are_bad_input(tmp_path, text):
    path = tmp_path / "bad.ipynb"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    done = run(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {path}: ")
    assert "Traceback" not in done.stderr


def test_help_has_examples():
    done = run("--help")
    assert done.returncode == 0
    assert "python -m proofcheck.notebook.run notebooks/*.ipynb" in done.stdout
