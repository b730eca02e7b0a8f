# SPDX-License-Identifier: Apache-2.0
"""proofcheck in Jupyter: claims, verdicts, laws and enclosures shown as mathematics, and pictures of a proof.

    %load_ext proofcheck.notebook                     # from now on the last value of a cell is shown as mathematics
    from proofcheck.notebook import derivation, pictures, replay, story

``load_ext`` tells IPython by name how the types of this package are shown, so it imports none of them; nothing in the
rooms below knows of Jupyter. To have it in every session, write
``c.InteractiveShellApp.extensions = ["proofcheck.notebook"]`` into ``ipython_config.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

_HOMES = {
    "boxes": "bisection",
    "confirm": "confirmations",
    "decide": "proofs",
    "derivation": "proofs",
    "pictures": "",
    "replay": "rows",
    "story": "proofs",
    "table": "tables",
}
__all__ = ["boxes", "confirm", "decide", "derivation", "pictures", "replay", "story", "table"]

if TYPE_CHECKING:
    import proofcheck.notebook.pictures as pictures  # noqa: PLR0402  # mypy knows no other way
    from proofcheck.notebook.bisection import boxes
    from proofcheck.notebook.confirmations import confirm
    from proofcheck.notebook.proofs import decide, derivation, story
    from proofcheck.notebook.rows import replay
    from proofcheck.notebook.tables import table


def __getattr__(name: str) -> Any:
    """The public name, loaded from its module when first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'proofcheck.notebook' has no attribute {name!r}")
    from importlib import import_module

    home = import_module(f"proofcheck.notebook.{_HOMES[name] or name}")
    return getattr(home, name) if _HOMES[name] else home


def load_ipython_extension(ipython: Any) -> None:
    """What ``%load_ext proofcheck.notebook`` does."""
    from proofcheck.notebook.formats import register

    register(ipython.display_formatter.formatters)


def unload_ipython_extension(ipython: Any) -> None:
    """What ``%unload_ext proofcheck.notebook`` does."""
    from proofcheck.notebook.formats import forget

    forget(ipython.display_formatter.formatters)
