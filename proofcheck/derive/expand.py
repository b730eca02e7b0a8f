# SPDX-License-Identifier: Apache-2.0
"""A term written out: its normal form in the kernel, as a sum of products again.

The exact coefficients are those that the kernel computes; the result is checked to have the same normal form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from proofcheck.kernel.calculus import minus
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.polynomial import Quotient
from proofcheck.kernel.region import Region
from proofcheck.kernel.term import ONE, Term, apply, num, to_text
from proofcheck.kernel.verdict import Rejected

Monomial = Iterable[tuple[Any, Fraction]]


def normalizer(region: Region) -> Normalizer:
    """The kernel's normal forms on a region."""
    return Normalizer(region.certainly)


def expanded(term: Term, normal: Normalizer) -> Term:
    """The term written out; raises Rejected when it is too large, or its form has no simple text."""
    form = normal(term)
    found = _quotient(form.top, form.bottom)
    if not normal.is_zero(minus(term, found)):
        raise Rejected("expand", "the form read back is another")
    return found


def coefficients(form: Quotient) -> list[tuple[Fraction, Term]]:
    """The addends of a polynomial form: each coefficient, and the product that it stands before."""
    return [(c, _monomial(Fraction(1), m)) for m, c in _ordered(form.top)]


def _ordered(poly: Mapping[Any, Fraction]) -> list[tuple[Any, Fraction]]:
    """The number first, then by size of the coefficient: the same order in every process, unlike that of sets."""
    def order(part: tuple[Any, Fraction]) -> tuple[bool, Fraction, str]:
        return bool(part[0]), -abs(part[1]), to_text(_monomial(Fraction(1), part[0]))

    return sorted(poly.items(), key=order)


def _quotient(top: Mapping[Any, Fraction], bottom: Mapping[Any, int]) -> Term:
    over = sorted((_power(_polynomial(dict(factor)), Fraction(k)) for factor, k in bottom.items()), key=to_text)
    return apply("div", _polynomial(top), _product(over)) if over else _polynomial(top)


def _polynomial(poly: Mapping[Any, Fraction]) -> Term:
    addends = [_monomial(c, m) for m, c in _ordered(poly)]
    return num(0) if not addends else addends[0] if len(addends) == 1 else apply("add", *addends)


def _monomial(c: Fraction, m: Monomial) -> Term:
    """c times a product of powers, with negative powers below a line."""
    above = sorted((_power(_atom(a), e) for a, e in m if e > 0), key=to_text)
    below = sorted((_power(_atom(a), -e) for a, e in m if e < 0), key=to_text)
    head = [num(abs(c.numerator))] if abs(c.numerator) != 1 or not above else []
    below = [num(c.denominator), *below] if c.denominator != 1 else below
    top = _product([*head, *above])
    found = apply("div", top, _product(below)) if below else top
    return apply("neg", found) if c < 0 else found


def _product(factors: list[Term]) -> Term:
    return ONE if not factors else factors[0] if len(factors) == 1 else apply("mul", *factors)


def _power(base: Term, e: Fraction) -> Term:
    return base if e == 1 else apply("sqrt", base) if e == Fraction(1, 2) else apply("pow", base, num(e))


def _atom(atom: Any) -> Term:
    """An atom of the normal form as a term; raises Rejected for one without a simple text."""
    if isinstance(atom, Term):
        return atom
    kind, inner = atom[0], atom[1]
    if kind == "exp":
        return _exponential(inner)
    if kind in ("logvar", "logatom"):
        return apply("log", _atom(inner))
    if kind in ("prime", "logprime"):
        return num(inner) if kind == "prime" else apply("log", num(inner))
    if kind in ("log", "sin", "cos", "atan", "abs", "floor", "ceil"):
        return apply(kind, _key(inner))
    if kind in ("root", "absq"):
        return _key(inner) if kind == "root" else apply("abs", _key(inner))
    if kind in ("min", "max"):
        return apply(kind, *sorted(map(_key, inner), key=to_text))
    if kind == "power":
        return _power(_key(inner), atom[2])
    raise Rejected("expand", f"no text for {kind}")


def _exponential(inner: Any) -> Term:
    """exp of a monomial, as a power of p where that has the factor log p; exp of another key."""
    if not isinstance(inner, frozenset) or _is_poly(inner):
        return apply("exp", _key(inner))
    for atom, e in inner:
        if e == 1 and isinstance(atom, tuple) and atom[0] in ("logprime", "logvar"):
            return apply("pow", _atom(atom).args[0], _monomial(Fraction(1), inner - {(atom, e)}))
    return apply("exp", _monomial(Fraction(1), inner))


def _key(key: Any) -> Term:
    """The term of a key: a frozen polynomial, or the top and bottom of a quotient."""
    if isinstance(key, tuple):
        return _quotient(dict(key[0]), dict(key[1]))
    return _polynomial(dict(key))


def _is_poly(inner: frozenset[Any]) -> bool:
    """Whether a frozen set holds (monomial, coefficient) pairs rather than (atom, exponent) pairs."""
    return any(isinstance(part, frozenset) for part, _ in inner)
