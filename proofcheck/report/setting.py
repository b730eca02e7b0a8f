# SPDX-License-Identifier: Apache-2.0
"""Terms set in LaTeX with the fewest parentheses that keep their meaning, as written but for ``a + -1``: a - 1.

Two settings: standing, with fractions, and flat (in exponents, indices and bounds), where quotients take a slash.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from proofcheck.kernel.term import Term, subterms

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4
"""How strongly a piece of text binds; a piece is put in parentheses where more is asked."""

FUNCTIONS = {"log": r"\log", "sin": r"\sin", "cos": r"\cos", "tan": r"\tan", "atan": r"\arctan", "sinh": r"\sinh",
             "cosh": r"\cosh", "tanh": r"\tanh"}
_FENCES = {"abs": (r"\left|", r"\right|"), "floor": (r"\left\lfloor", r"\right\rfloor"),
           "ceil": (r"\left\lceil", r"\right\rceil"), "min": (r"\min\left\{", r"\right\}"),
           "max": (r"\max\left\{", r"\right\}"), "xlogx": (r"\mathrm{xlogx}\left(", r"\right)")}
_TALL = frozenset({"div", "over", "series", "sqrt", "pow", "exp"})
_SHORT_EXPONENT, _SHORT_INDEX = 14, 6  # nodes; longer ones are set beside, in parentheses


@dataclass(frozen=True)
class Setting:
    """How names are set, whether quotients take a slash, and whether e may stand for the base of exp."""

    name: Callable[[str], str]
    flat: bool = False
    euler: bool = True

    def put(self, term: Term, level: int = SUM) -> str:
        """The term, in parentheses where it binds more weakly than ``level``."""
        text, bound = self._text(term)
        return text if bound >= level else self._paren(text, term)

    def _paren(self, text: str, term: Term) -> str:
        tall = not self.flat and any(node.op in _TALL or is_fraction(node) for node in subterms(term))
        return rf"\left({text}\right)" if tall else f"({text})"

    def _small(self, term: Term) -> str:
        return replace(self, flat=True).put(term)

    def _text(self, term: Term) -> tuple[str, int]:
        special = {"num": self._num, "add": self._add, "mul": self._mul, "div": self._div, "neg": self._neg,
                   "pow": self._pow, "exp": self._exp, "fn": self._symbol, "over": self._over, "series": self._series}
        if term.op in special:
            return special[term.op](term)
        if term.op in FUNCTIONS:
            return self._call(FUNCTIONS[term.op], term.args[0])
        return self._atom(term), ATOM

    def _atom(self, term: Term) -> str:
        if term.op == "var":
            return self.name(term.args[0])
        if term.op in ("pi", "oo"):
            return r"\pi" if term.op == "pi" else r"\infty"
        if term.op == "sqrt":
            return rf"\sqrt{{{self.put(term.args[0])}}}"
        if term.op == "ind":
            return rf"\mathbf{{1}}\left\{{{self.put(term.args[0])} \le {self.put(term.args[1])}\right\}}"
        if term.op == "E":
            given = rf" \mid \mathcal{{F}}_{{{self._small(term.args[1])}}}" if len(term.args) > 1 else ""
            return rf"\mathbb{{E}}\left[{self.put(term.args[0])}{given}\right]"
        left, right = _FENCES[term.op]
        return f"{left}{', '.join(self.put(arg) for arg in term.args)}{right}"

    def _num(self, term: Term) -> tuple[str, int]:
        value = term.args[0]
        sign, top, bottom = "-" if value < 0 else "", abs(value.numerator), value.denominator
        if bottom == 1:
            return f"{sign}{top}", PRODUCT if sign else ATOM
        text = f"{top}/{bottom}" if self.flat else rf"\frac{{{top}}}{{{bottom}}}"
        return sign + text, PRODUCT if sign or self.flat else POWER

    def _add(self, term: Term) -> tuple[str, int]:
        text = self.put(term.args[0])
        for part in term.args[1:]:
            sign, shown = ("-", part.args[0]) if part.op == "neg" else ("+", part)
            piece = self.put(shown, PRODUCT)
            if sign == "+" and piece.startswith("-") and shown.op != "neg":  # a number, or begins with one
                sign, piece = "-", piece[1:]
            text += f" {sign} {_guarded(piece)}"
        return text, SUM

    def _neg(self, term: Term) -> tuple[str, int]:
        return f"-{_guarded(self.put(term.args[0], PRODUCT))}", PRODUCT

    def _mul(self, term: Term) -> tuple[str, int]:
        last = len(term.args) - 1
        shown = [self._factor(kid, first=k == 0, last=k == last) for k, kid in enumerate(term.args)]
        text = shown[0]
        for before, part, kid in zip(term.args, shown[1:], term.args[1:], strict=False):
            wide = _wide(self.put(before, ATOM)) or _wide(part)
            text += (r" \cdot " if _begins_with_number(kid) else r" \, " if wide else " ") + part
        return text, PRODUCT

    def _factor(self, kid: Term, *, first: bool, last: bool) -> str:
        if kid.op in FUNCTIONS and not last:  # log x y would read as log(xy)
            return self._call(FUNCTIONS[kid.op], kid.args[0], fence=True)[0]
        slashed = self.flat and (kid.op == "div" or is_fraction(kid))
        if (slashed and not last) or (open_ended(kid) and not last):
            return self._paren(self._text(kid)[0], kid)
        loose = (first and not open_ended(kid)) or (last and (kid.op in FUNCTIONS or kid.op in ("over", "series")))
        text = self.put(kid, PRODUCT if loose or slashed else POWER)
        return text if first else _guarded(text)

    def _div(self, term: Term) -> tuple[str, int]:
        top, bottom = term.args
        if self.flat:
            text = self.put(top, PRODUCT)
            sums = any(node.op in ("over", "series") for node in subterms(top))
            loose = open_ended(top) and (sums or not text.endswith(")"))
            return f"{self._paren(text, top) if loose else text}/{self.put(bottom, POWER)}", PRODUCT
        return rf"\frac{{{self._part(top)}}}{{{self._part(bottom)}}}", POWER

    def _part(self, part: Term) -> str:
        """A numerator or denominator; short fractions in it take a slash."""
        short = height(part) > 0 and part.size <= _SHORT_EXPONENT
        return replace(self, flat=short or height(part) > 1).put(part)

    def _pow(self, term: Term) -> tuple[str, int]:
        base, power = term.args[0], self._small(term.args[1])
        if base.op in FUNCTIONS:
            return self._call(f"{FUNCTIONS[base.op]}^{{{power}}}", base.args[0])
        text = self.put(base, ATOM)
        loose = base.op == "sqrt" or text.endswith("'") or (base.op == "fn" and "^" in text)
        return f"{self._paren(text, base) if loose else text}^{{{power}}}", POWER

    def _exp(self, term: Term) -> tuple[str, int]:
        inside = term.args[0]
        fenced = any(node.op in _FENCES for node in subterms(inside))
        if self.euler and inside.size <= _SHORT_EXPONENT and height(inside) <= 1 and not fenced:
            return rf"e^{{{self._small(inside)}}}", POWER
        return rf"\exp\left({self.put(inside)}\right)", ATOM

    def _call(self, head: str, inside: Term, *, fence: bool = False) -> tuple[str, int]:
        text, bound = self._text(inside)
        if inside.op in ("var", "num", "pi", "fn") and bound == ATOM and "(" not in text and not fence:
            return f"{head} {text}", PRODUCT
        tall = height(inside) > 0 and not self.flat
        return (rf"{head}\left({text}\right)" if tall else f"{head}({text})"), POWER

    def _symbol(self, term: Term) -> tuple[str, int]:
        head, args = self.name(term.args[0].args[0]), term.args[1:]
        if "$" in head:  # a template with places for the arguments
            return re.sub(r"\$([1-9])", lambda m: self._small(args[int(m[1]) - 1]), head), ATOM
        if not args:
            return head, ATOM
        inside = ", ".join(self._small(arg) for arg in args)
        plain = all(arg.size <= _SHORT_INDEX and not any(n.op == "fn" for n in subterms(arg)) for arg in args)
        return (f"{head}_{{{inside}}}" if plain and "_" not in head else f"{head}({inside})"), ATOM

    def _over(self, term: Term) -> tuple[str, int]:
        name, where, body = term.args
        return rf"\sum_{{{self.name(name.args[0])} \in {self._small(where)}}} {self._summand(body)}", PRODUCT

    def _series(self, term: Term) -> tuple[str, int]:
        name, low, high, body = term.args
        below = f"{self.name(name.args[0])} = {self._small(low)}"
        return rf"\sum_{{{below}}}^{{{self._small(high)}}} {self._summand(body)}", PRODUCT

    def _summand(self, body: Term) -> str:
        return _guarded(self.put(body, PRODUCT))


def height(term: Term) -> int:
    """How many quotients and sums are stacked in a term."""
    done: dict[Term, int] = {}
    for node in subterms(term):
        done[node] = max((done[kid] for kid in node.children if kid in done), default=0) + (
            node.op in ("div", "over", "series") or is_fraction(node))
    return done[term]


def open_ended(term: Term) -> bool:
    """Whether the text of a term takes in what is written after it, as a sum sign does, or a bare logarithm."""
    while term.op in ("mul", "neg", "div"):
        if term.op == "div":
            return False
        term = term.args[-1]
    return term.op in FUNCTIONS or term.op in ("over", "series") or (term.op == "pow" and term.args[0].op in FUNCTIONS)


def is_fraction(term: Term) -> bool:
    """Whether a term is a rational number that is no integer."""
    return term.value is not None and term.value.denominator != 1


def _guarded(text: str) -> str:
    """A text that begins with a minus sign goes in parentheses after another sign."""
    return f"({text})" if text.startswith("-") else text


def _begins_with_number(term: Term) -> bool:
    """Whether the first sign of a factor is a digit, so that it must not touch what stands before."""
    while term.op in ("pow", "mul", "div"):
        term = term.args[0]
    return term.op == "num"


def _wide(text: str) -> bool:
    """Whether a factor is a name of several letters, so that it needs room beside another."""
    return text.startswith(r"\mathrm")
