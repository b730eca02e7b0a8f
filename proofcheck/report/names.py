# SPDX-License-Identifier: Apache-2.0
"""How the names of a library are set in mathematics: ``eta`` as a Greek letter, ``X1`` with an index, ``Sp`` as S'."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from unicodedata import lookup

_GREEK = frozenset({
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Sigma",
    "Upsilon", "Phi", "Psi", "Omega",
})
_SHORT = {"eps": r"\varepsilon", "lam": r"\lambda", "l": r"\ell"}
_PARTS = re.compile(r"([A-Za-z]+?)(min|max)?_?([0-9]*)(p?)")


def name_latex(name: str, shown: Mapping[str, str] | None = None, others: Collection[str] = ()) -> str:
    """LaTeX of a name. ``shown`` (a library's own choice) goes first; ``Sp`` is S' only where ``others`` has S too.

    Guarantee: different names are set differently, up to ``shown`` and the abbreviations eps, lam, l.
    """
    if shown and name in shown:
        return shown[name]
    if name.endswith("p") and name[:-1] in others:
        return name_latex(name[:-1], shown, ()) + "'"
    found = _PARTS.fullmatch(name)
    if found is None or found[4] or (found[2] and found[3]):
        return _letters(name)
    index = rf"\{found[2]}" if found[2] else found[3]
    base = _letters(found[1])
    return f"{base}_{{{index}}}" if index else base


def _letters(name: str) -> str:
    if name in _SHORT:
        return _SHORT[name]
    if name in _GREEK:
        return f"\\{name}"
    return name if len(name) == 1 else rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}"


def name_text(name: str) -> str:
    """A name in plain characters, for the labels of pictures: eta as η, X1 as X₁."""
    found = _PARTS.fullmatch(name)
    base, index = (found[1], found[3]) if found and not found[2] and not found[4] else (name, "")
    short = {"eps": "ε", "lam": "λ", "l": "ℓ"}
    if base in _GREEK:
        kind = "CAPITAL" if base[0].isupper() else "SMALL"
        short[base] = lookup(f"GREEK {kind} LETTER {'LAMDA' if base.lower() == 'lambda' else base.upper()}")
    return short.get(base, base) + "".join(chr(0x2080 + int(digit)) for digit in index)
