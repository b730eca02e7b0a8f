# SPDX-License-Identifier: Apache-2.0
"""``python -m proofcheck.notebook.run``: run notebooks again and compare with what is committed, or write that.

The notebooks themselves are the source; ``--write`` keeps their cells and puts new outputs in, without times,
versions or paths. The kernel is this Python, whatever kernels are installed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from proofcheck.errors import InputError
from proofcheck.files import write_text
from proofcheck.notebook.compare import difference, errors

SECONDS = 120
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
NEEDS = "running notebooks needs nbclient, nbformat and ipykernel; write `pip install 'proofcheck[notebook]'`"


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--write", is_flag=True, help="Put the new outputs into the files.")
@click.option("--json", "json_to", metavar="FILE", help="Write JSON to FILE (- for standard output).")
def main(files: tuple[Path, ...], write: bool, json_to: str | None) -> None:
    """Run notebooks again; without --write, fail (exit code 1) where an output is not the committed one.

    \b
    Examples:
      python -m proofcheck.notebook.run notebooks/*.ipynb
      python -m proofcheck.notebook.run notebooks/02_elementary.ipynb --write
    """
    try:
        answers = [_one(path, write, quiet=json_to == "-") for path in files]
    except InputError as error:
        click.echo(f"Error: {error}", err=True)
        raise SystemExit(2) from None
    if json_to is not None:
        _json(json_to, answers)
    raise SystemExit(int(any(answer["difference"] for answer in answers)))


def _json(target: str, answers: list[dict[str, Any]]) -> None:
    import json

    data = json.dumps({"notebooks": answers}, ensure_ascii=False, indent=1) + "\n"
    if target == "-":
        click.echo(data, nl=False)
    else:
        write_text(target, data)


def _one(path: Path, write: bool, *, quiet: bool) -> dict[str, Any]:
    """One notebook: what differs, or what went wrong."""
    notebook = read(path)
    again = execute(notebook, path.parent)
    wrong = "\n".join(errors(again["cells"]))
    found = wrong or ("" if write else difference(notebook, again))
    if write and not wrong:
        write_text(path, written(again))
    if not quiet:
        word = "differs" if found else "written" if write else "as committed"
        click.echo(f"{path.name}: {word}" + (f"\n{found}" if found else ""))
    return {"notebook": path.name, "difference": found}


def read(path: Path) -> Any:
    """The notebook in a file; raises InputError when there is none."""
    try:
        import nbformat
    except ImportError:
        raise InputError(NEEDS) from None
    try:
        return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # untyped
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; write the name of a notebook") from None
    except (ValueError, TypeError, LookupError, AttributeError, nbformat.ValidationError) as error:
        raise InputError(f"{path}: no notebook ({str(error)[:120]}); write the name of an .ipynb file") from None


def execute(notebook: Any, folder: Path) -> Any:
    """A copy of the notebook, run from top to bottom in a fresh process of this Python; errors become outputs."""
    try:
        from nbclient import NotebookClient

        from proofcheck.notebook.kernels import this_python
    except ImportError:
        raise InputError(NEEDS) from None
    copy = clean(notebook)
    with tempfile.TemporaryDirectory() as private:
        env = {**os.environ, "IPYTHONDIR": private, "JUPYTER_RUNTIME_DIR": private,
               "HYPOTHESIS_STORAGE_DIRECTORY": f"{private}/hypothesis"}
        client = NotebookClient(copy, timeout=SECONDS, km=this_python(private), allow_errors=True,
                                record_timing=False, resources={"metadata": {"path": str(folder)}})
        client.execute(env=env)
    return clean(copy, outputs=True)


def clean(notebook: Any, *, outputs: bool = False) -> Any:
    """A copy in the form that is committed: cells and their tags; outputs only when asked for."""
    from copy import deepcopy

    copy = deepcopy(notebook)
    copy["metadata"] = type(copy["metadata"])(METADATA)
    for cell in copy["cells"]:
        tags = cell["metadata"].get("tags")
        cell["metadata"] = type(cell["metadata"])({"tags": tags} if tags else {})
        if cell["cell_type"] == "code" and not outputs:
            cell["outputs"], cell["execution_count"] = [], None
    return copy


def written(notebook: Any) -> str:
    """The text of the file."""
    import nbformat

    text: str = nbformat.writes(notebook)  # type: ignore[no-untyped-call]  # untyped
    return text.rstrip("\n") + "\n"


if __name__ == "__main__":
    sys.exit(main())
