# SPDX-License-Identifier: Apache-2.0
"""LaTeX to MathML, which browsers set and screen readers speak without any script."""

from __future__ import annotations

import re
from functools import lru_cache

_LETTERS = re.compile(r'(?:<mi mathvariant="normal">[^<]+</mi>){2,}')
_MINUS = re.compile(r"(<mo[^>]*>([^<]*)</mo>)<mo>&#x02212;</mo>")
_AFTER = frozenset({"=", "&lt;", "&gt;", "&#x0003C;", "&#x0003E;", "&#x0003D;", "&#x02264;", "&#x02265;", "&#x02260;",
                    "&#x00028;", "(", "[", "&#x0005B;", "&#x0007B;", "&#x0002C;", ",", "&#x022C5;", "&#x02208;"})
_FUNCTION = re.compile(r"<mi>(log|sin|cos|tan|arctan|sinh|cosh|tanh|exp)</mi>")


@lru_cache(maxsize=20_000)
def mathml(latex: str, *, block: bool = False) -> str:
    """MathML of a formula; a block stands on its own line with full-size fractions."""
    from latex2mathml.converter import convert

    text: str = convert(latex, display="block" if block else "inline")
    text = text.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "").replace(' display="inline"', "")
    text = _LETTERS.sub(lambda m: f"<mi>{re.sub('<[^>]*>', '', m[0])}</mi>", _MINUS.sub(_sign, text))
    return _spaced(text.replace("<mo>&#x0002F;</mo>", '<mo lspace="0" rspace="0">/</mo>'))


def _spaced(text: str) -> str:
    """A thin space on either side of a function's name, as TeX leaves it; none before a brace."""
    for name in ("min", "max"):
        text = text.replace(f"<mo>{name}</mo><mrow>", f'<mo lspace="0.17em" rspace="0">{name}</mo><mrow>')
    return _FUNCTION.sub(r'<mo form="prefix" lspace="0.17em" rspace="0.12em">\1</mo>', text)



def _sign(found: re.Match[str]) -> str:
    """A minus that begins a term stands close to it."""
    form = ' form="prefix" lspace="0" rspace="0"' if found[2] in _AFTER else ""
    return f"{found[1]}<mo{form}>&#x02212;</mo>"
