# SPDX-License-Identifier: Apache-2.0
"""Terms and facts of derivations as a paper writes them, in Unicode text: Σ_{j ∈ S}, E[t | 𝓕_m], Δ_j, ε ≤ 1/4.

For reading only: what was proved is what the kernel prints. Names may be written otherwise, by a ``notation`` in the
derivation file; ``Typesetter.legend`` says which were.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from proofcheck.kernel.derivation_scope import Binder, Fact, Scope
from proofcheck.kernel.derivation_terms import OO, Rel, parts, rebuild
from proofcheck.kernel.term import ONE, Term, num

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "Delta": "Δ", "eps": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "kappa": "κ", "lam": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "pi": "π", "l": "ℓ", "oo": "∞",
}
SIGNS = {"<=": "≤", ">=": "≥", "<": "<", ">": ">", "==": "=", "!=": "≠"}
_LOW, _HIGH = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"), str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_ADD, _MUL, _POW, _ATOM = 1, 2, 4, 5
_WORDS = frozenset({"log", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh"})


def name_text(name: str) -> str:
    """A name with Greek letters, and digits at its end set low: eta is η, Q1 is Q₁. Different names stay different."""
    stem = name.rstrip("0123456789")
    return _GREEK.get(stem, stem) + name[len(stem):].translate(_LOW)


class Typesetter:
    """Prints terms; ``notation`` gives other names, with $1, $2, ... for arguments where a name is a template."""

    def __init__(self, notation: Mapping[str, str] | None = None) -> None:
        self.notation = dict(notation or {})
        self.used: set[str] = set()

    def legend(self) -> list[str]:
        """Which names were written otherwise than by the general rules."""
        return [f"{self.notation[name]} for {name}" for name in sorted(self.used)]

    def name(self, name: str) -> str:
        """A name as it is written."""
        if name in self.notation:
            self.used.add(name)
            return self.notation[name]
        return name_text(name)

    def term(self, t: Term) -> str:
        """The term as text."""
        return self._text(tidy(t))[0]

    def rel(self, r: Rel) -> str:
        """The relation as text; a number on the left changes places."""
        op, left, right = r
        if left.op == "num" and right.op != "num" and op != "==":
            return f"{self.term(right)} {SIGNS[op.replace('<', '>')]} {self.term(left)}"
        return f"{self.term(left)} {SIGNS[op]} {self.term(right)}"

    def binder(self, b: Binder) -> str:
        """Such as m ≥ 0, 1 ≤ t ≤ T or j ∈ S."""
        name = self.name(b.name)
        if b.of is not None:
            return f"{name} ∈ {self.term(b.of)}"
        low = "" if b.lower is None else self.term(b.lower)
        high = "" if b.upper is None else self.term(b.upper)
        if low and high:
            return f"{low} ≤ {name} ≤ {high}"
        return f"{name} ≥ {low}" if low else f"{name} ≤ {high}" if high else f"integers {name}"

    def scope(self, s: Scope) -> str:
        """The quantifiers and suppositions of a fact: "for all m ≥ 0, j ∈ S, if 0 < h_ℓ", or nothing."""
        words = [f"for all {', '.join(map(self.binder, s.binders))}"] if s.binders else []
        return ", ".join([*words, *(["if " + " and ".join(map(self.rel, s.given))] if s.given else [])])

    def fact(self, f: Fact) -> str:
        """A fact with its quantifiers."""
        head = self.scope(f.scope)
        return f"{head}: {self.rel(f.rel)}" if head else self.rel(f.rel)

    # terms ---------------------------------------------------------------------------------------------------------

    def _put(self, t: Term, level: int) -> str:
        text, own = self._text(t)
        return text if own >= level else f"({text})"

    def _text(self, t: Term) -> tuple[str, int]:
        """The text of a term, and how tightly it holds together."""
        if t.op == "num":
            return _number(t.args[0])
        if t.op in ("var", "pi", "oo"):
            return self.name(t.args[0] if t.op == "var" else t.op), _ATOM
        if t.op == "fn":
            return self._symbol(t), _ATOM
        if t.op in ("over", "series"):
            return self._sum(t)
        if t.op in ("E", "ind"):
            return self._expected(t), _ATOM
        rule = getattr(self, f"_{t.op}", None)
        return rule(t) if rule else self._call(t)

    def _call(self, t: Term) -> tuple[str, int]:
        if t.op in _WORDS and self._single(t.args[0]):
            return f"{t.op} {self.term(t.args[0])}", _POW
        left, right = {"min": ("min{", "}"), "max": ("max{", "}")}.get(t.op, (f"{t.op}(", ")"))
        return f"{left}{', '.join(map(self.term, t.args))}{right}", _ATOM

    def _single(self, t: Term) -> bool:
        """Whether a function's argument needs no brackets: log K, log Z_m."""
        return t.op in ("var", "pi", "fn") or (t.op == "num" and t.args[0].denominator == 1 and t.args[0] >= 0)

    def _add(self, t: Term) -> tuple[str, int]:
        text = ""
        for child in t.args:
            part = self._put(child, _MUL)
            if not text:
                text = part
            else:
                text += f" − {part[1:]}" if part.startswith("−") else f" + {part}"
        return text, _ADD

    def _neg(self, t: Term) -> tuple[str, int]:
        inner = self._put(t.args[0], _MUL)
        return (f"−({inner})" if inner.startswith("−") else f"−{inner}"), _MUL

    def _mul(self, t: Term) -> tuple[str, int]:
        first, *rest = t.args
        if first.op == "num" and first.args[0].denominator != 1:
            top, bottom = first.args[0].numerator, first.args[0].denominator
            factors = (*(() if top == 1 else (num(top),)), *rest)
            inside = factors[0] if len(factors) == 1 else Term("mul", factors)
            return f"{self._put(inside, _MUL)}/{bottom}", _MUL
        text = self._factor(first, False)
        for k in range(1, len(t.args)):
            part = self._factor(t.args[k], k == len(t.args) - 1)
            text += self._between(t.args[k - 1], t.args[k], part) + part
        return text, _MUL

    def _factor(self, t: Term, last: bool) -> str:
        loose = t.op in ("add", "div", "neg") or (t.op == "num" and (t.args[0].denominator != 1 or t.args[0] < 0))
        return f"({self._text(t)[0]})" if loose or (self._open(t) and not last) else self._text(t)[0]

    def _between(self, left: Term, right: Term, text: str) -> str:
        """What stands between two factors: a point before digits and brackets, nothing in 4η and mΔ_j, else a space."""
        if text[0].isdigit() or (left.op in _WORDS and self._single(left.args[0])):
            return "·"
        if text[0] == "(":
            return "" if left.op == "num" else "·"
        return "" if self._letter(left, False) and self._letter(right, True) else " "

    def _letter(self, t: Term, indexed: bool) -> bool:
        """Whether a factor is a number or one letter, with or without an index and a power."""
        if t.op == "pow":
            return indexed and self._letter(t.args[0], True)
        if t.op in ("num", "pi"):
            return True
        return (t.op == "var" or (t.op == "fn" and indexed)) and len(self.name(_head(t))) == 1

    def _div(self, t: Term) -> tuple[str, int]:
        top, bottom = t.args
        left = f"({self.term(top)})" if top.op == "div" or self._open(top) else self._put(top, _MUL)
        return f"{left}/{self._put(bottom, _POW)}", _MUL

    def _open(self, t: Term) -> bool:
        """Whether a term ends in a sum, which would take in what stands behind it."""
        if t.op in ("mul", "neg"):
            return self._open(t.args[-1])
        return t.op in ("over", "series") and self._text(t)[1] == _MUL

    def _pow(self, t: Term) -> tuple[str, int]:
        base, exponent = t.args
        if exponent.op == "num" and exponent.args[0] == Fraction(1, 2):
            return self._sqrt(Term("sqrt", (base,)))
        text, under = self._small(exponent), self._put(base, _ATOM)
        if exponent.op == "num" and exponent.args[0].denominator == 1:
            return under + text.replace("−", "-").translate(_HIGH), _POW
        return f"{under}^{_braced(text)}", _POW

    def _sqrt(self, t: Term) -> tuple[str, int]:
        return f"√{self._put(t.args[0], _ATOM)}", _ATOM

    def _abs(self, t: Term) -> tuple[str, int]:
        return f"|{self.term(t.args[0])}|", _ATOM

    def _floor(self, t: Term) -> tuple[str, int]:
        return f"⌊{self.term(t.args[0])}⌋", _ATOM

    def _ceil(self, t: Term) -> tuple[str, int]:
        return f"⌈{self.term(t.args[0])}⌉", _ATOM

    def _symbol(self, t: Term) -> str:
        """f at its arguments: low ones below a single letter, else in brackets; or as the notation says."""
        written = self.name(_head(t))
        low = "$1" in written or len(written.rstrip("₀₁₂₃₄₅₆₇₈₉")) == 1
        args = [self._small(a) if low else self.term(a) for a in parts(t)]
        if "$1" in written:
            for k, arg in reversed(list(enumerate(args, 1))):
                written = written.replace(f"${k}", arg)
            return re.sub(r"_\{(\w)\}", r"_\1", written)
        if not args:
            return written
        if low:
            return f"{written}_{_braced(','.join(args))}"
        return f"{written}({', '.join(args)})"

    def _sum(self, t: Term) -> tuple[str, int]:
        index = self.name(t.args[0].args[0])
        if t.op == "over":
            if t.args[2] == ONE:
                return f"|{self.term(t.args[1])}|", _ATOM
            below, above = f"{index}∈{self.term(t.args[1])}", ""
        elif t.args[2] is OO:
            below, above = f"{index}≥{self._small(t.args[1])}", ""
        else:
            below, above = f"{index}={self._small(t.args[1])}", f"^{_braced(self._small(t.args[2]))}"
        return f"Σ_{{{below}}}{above} {self._put(t.args[-1], _MUL)}", _MUL

    def _expected(self, t: Term) -> str:
        if t.op == "ind":
            return f"1{{{self.term(t.args[0])} ≤ {self.term(t.args[1])}}}"
        given = f" | 𝓕_{_braced(self._small(t.args[1]))}" if len(t.args) == 2 else ""
        body = t.args[0]
        if body.op == "ind":
            return f"P({self.term(body.args[0])} ≤ {self.term(body.args[1])}{given})"
        return f"E[{self.term(body)}{given}]"

    def _small(self, t: Term) -> str:
        """An index or exponent, without spaces around its signs."""
        return self.term(t).replace(" + ", "+").replace(" − ", "−")


def _braced(text: str) -> str:
    return text if len(text) == 1 else f"{{{text}}}"


def _head(t: Term) -> str:
    """The name of a variable or symbol."""
    return str(t.args[0].args[0] if t.op == "fn" else t.args[0])


def tidy(t: Term) -> Term:
    """The same with nested sums and products flattened, and minus signs before products and quotients."""
    if t.op in ("num", "var", "pi", "oo"):
        return t
    if t.op in ("over", "series", "fn"):
        return rebuild(t, tuple(map(tidy, parts(t))))
    kids = tuple(map(tidy, t.args))
    if t.op in ("add", "mul"):
        kids = tuple(x for kid in kids for x in (kid.args if kid.op == t.op else (kid,)))
    if t.op == "mul" or (t.op == "div" and kids[0].op in ("neg", "num")):
        minus = [_negative(kid) for kid in (kids if t.op == "mul" else kids[:1])]
        kids = (*((kid.args[0] if kid.op == "neg" else num(-kid.args[0])) if bad else kid
                  for kid, bad in zip(kids, minus, strict=False)), *kids[len(minus):])
        ones = tuple(kid for kid in kids if kid != ONE) if t.op == "mul" else kids
        inner = ones[0] if len(ones) == 1 else Term(t.op, ones or kids[:1])
        return Term("neg", (inner,)) if sum(minus) % 2 else inner
    return Term(t.op, kids)


def _negative(t: Term) -> bool:
    return t.op == "neg" or (t.op == "num" and t.args[0] < 0)


def _number(q: Fraction) -> tuple[str, int]:
    text = str(q).replace("-", "−")
    return text, _ATOM if q.denominator == 1 and q >= 0 else _MUL
