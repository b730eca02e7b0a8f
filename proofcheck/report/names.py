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
_RAISED = {"\u02e3": "x", "\u02b8": "y", "\u02b0": "h", "\u02b2": "j", "\u02b3": "r", "\u02b7": "w"}
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


def notation_latex(text: str) -> str:
    """LaTeX of a name as a derivation file writes it: ``Δmin``, ``Pˣ_{$1}($2)``, ``D^{($1)}_{$2}``, $1 an argument."""
    stem = re.match(r"[^\W\d_\u02b0-\u02ff]*", text)
    head, rest = (stem[0], text[stem.end():]) if stem else ("", text)
    raised = re.match(r"[\u02b0-\u02ff]+", rest)
    if raised:
        rest = f"^{{{''.join(_RAISED.get(letter, letter) for letter in raised[0])}}}{rest[raised.end():]}"
    greek = _GREEK_SIGNS.get(head[:1])
    if greek and len(head) > 1:
        return f"{greek}_{{{chr(92) + head[1:] if head[1:] in ('min', 'max') else _letters(head[1:])}}}{rest}"
    return (greek or _letters(head)) + rest


def _letters(name: str) -> str:
    if name in _SHORT:
        return _SHORT[name]
    if name in _GREEK:
        return f"\\{name}"
    return name if len(name) == 1 else rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}"


def _sign(name: str) -> str:
    """The Greek letter itself."""
    kind = "CAPITAL" if name[0].isupper() else "SMALL"
    return lookup(f"GREEK {kind} LETTER {'LAMDA' if name.lower() == 'lambda' else name.upper()}")


_GREEK_SIGNS = {**{_sign(name): f"\\{name}" for name in _GREEK}, "\u2113": r"\ell", "\u03b5": r"\varepsilon"}


def name_text(name: str) -> str:
    """A name in plain characters, for the labels of pictures: eta as η, X1 as X₁."""
    found = _PARTS.fullmatch(name)
    base, index = (found[1], found[3]) if found and not found[2] and not found[4] else (name, "")
    short = {"eps": "ε", "lam": "λ", "l": "ℓ"}
    shown = _sign(base) if base in _GREEK else short.get(base, base)
    return shown + "".join(chr(0x2080 + int(digit)) for digit in index)
