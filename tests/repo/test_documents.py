# SPDX-License-Identifier: Apache-2.0
"""README, CITATION and the other pages say what is so."""

import contextlib
import io
import json
import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest
import yaml

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LINES = [line for _, block in BLOCKS for line in block.splitlines()]
COMMANDS = [line.split(" #")[0].strip() for line in LINES if line.startswith("proofcheck ")]


def test_two_set_up_lines_do_everything():
    """Each is one line that starts from nothing; the second runs the tests."""
    lines = [line for line in LINES if line.startswith("python3 -m venv")]
    assert len(lines) == 2
    assert lines[0].endswith("proofcheck verify")
    assert lines[1].endswith("pytest")
    assert "--group" not in lines[1] or "install --upgrade pip" in lines[1], "old pip knows no dependency groups"


@pytest.mark.parametrize("command", COMMANDS)
def test_readme_commands_exist_with_their_options(command):
    """Parsed by the real command line without being run."""
    from proofcheck.cli import main
    _, name, *arguments = shlex.split(command)
    known = {option for parameter in main.get_command(click.Context(main), name).params for option in parameter.opts}
    assert {a for a in arguments if a.startswith("--")} <= known


def test_readme_python_block_runs():
    (code,) = (block for language, block in BLOCKS if language == "python")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "README.md", "exec"), {"__name__": "readme"})
    assert out.getvalue().startswith("PROVED ")


def test_readme_batch_line_is_a_claim():
    from proofcheck.parse import statement_from_parts
    (line,) = (block for language, block in BLOCKS if language == "json")
    data = json.loads(line)
    assert statement_from_parts(data["vars"], data["hypotheses"], data["goal"], "README").variables[1].kind == "int"


def test_readme_lists_every_verdict():
    from proofcheck.kernel.verdict import Status
    assert re.findall(r"^\| ([A-Z_]+) \|", README, flags=re.MULTILINE) == [status.value for status in Status]


@pytest.mark.parametrize("page", sorted(p.name for p in ROOT.glob("*.md")))
def test_pages_name_files_that_exist(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for path in re.findall(r"`((?:proofcheck|lemmas|tests|benchmarks|\.ci)/[\w./-]*)`", text):
        assert (ROOT / path).exists(), f"{page} names {path}"


def test_citation_names_the_paper():
    data = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert data["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "type"} <= set(data)
    paper = data["preferred-citation"]
    assert [a["family-names"] for a in paper["authors"]] == ["Cesari", "Colomboni"]
    assert paper["title"].startswith("Optimal Gap-Dependent Regret")
    assert "2605.29148" in paper["url"]


def test_versions_agree():
    import proofcheck
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["version"]
    assert PROJECT["project"]["version"] == proofcheck.__version__ == cited


def test_licence_is_spdx_and_complete():
    assert PROJECT["project"]["license"] == "Apache-2.0"
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in text
    assert "END OF TERMS AND CONDITIONS" in text


def test_runtime_dependencies_each_have_their_reason():
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    names = {re.split(r"[<>=~!\[ ]", line)[0] for line in PROJECT["project"]["dependencies"]}
    table = page.split("## Runtime dependencies")[1].split("\n## ")[0]
    listed = set(re.findall(r"^\| ([\w-]+) \| ", table, re.MULTILINE))
    assert names == listed - {"package", "---"}


def test_every_lint_exception_has_a_reason():
    """`# noqa` and `# type: ignore` name a code and say why."""
    for path in (ROOT / "proofcheck").rglob("*.py"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if "# noqa" in line or "# type: ignore" in line:
                assert re.search(r"# (noqa: [\w, ]+|type: ignore\[[\w, -]+\]) +# \w", line), f"{path}:{number}"
