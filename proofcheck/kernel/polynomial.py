# SPDX-License-Identifier: Apache-2.0
"""Generalized polynomials over atoms and their quotients, exactly.

A polynomial is a finite sum of rational multiples of monomials; a monomial is a product of atoms with rational
exponents (an atom with a non-integer exponent is one that is known to be >= 0). Tagged atoms carry their own reduction:
cos(u)^2 = 1 - sin(u)^2, |u|^2 = u^2, and whole powers of primes and of radicands are carried out.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from proofcheck.kernel.verdict import Rejected

Atom = Hashable
Monomial = frozenset[tuple[Atom, Fraction]]
Poly = dict[Monomial, Fraction]
UNIT: Monomial = frozenset()
MAX_TERMS = 20_000
MAX_BITS = 20_000
_BOUND = ("cos", "abs", "root")


class Quotient(NamedTuple):
    """top / product of bottom factors; factors are frozen polynomials with positive integer powers."""

    top: Poly
    bottom: dict[frozenset[tuple[Monomial, Fraction]], int]

    def number(self) -> Fraction | None:
        """The rational number that the quotient is, else None."""
        return None if self.bottom or set(self.top) - {UNIT} else self.top.get(UNIT, Fraction(0))


def constant(value: Fraction) -> Quotient:
    """The number as a quotient."""
    return Quotient({UNIT: value} if value else {}, {})


def poly_add(a: Poly, b: Poly) -> Poly:
    """a + b."""
    total = dict(a)
    for m, c in b.items():
        new = total.get(m, 0) + c
        if new:
            total[m] = new
        else:
            total.pop(m, None)
    if len(total) > MAX_TERMS:
        raise Rejected("normal form", "a polynomial has too many terms")
    return total


def number_power(q: Fraction, n: int) -> Fraction:
    """q ** n for q != 0; raises Rejected when it would have far too many digits."""
    if abs(n) * max(abs(q.numerator), q.denominator).bit_length() > MAX_BITS and abs(q) != 1:
        raise Rejected("normal form", "a power of a number has too many digits")
    return q ** n


def poly_scale(a: Poly, factor: Fraction, shift: Monomial = UNIT) -> Poly:
    """a * factor * shift."""
    return poly_mul(a, {shift: factor}) if shift else {m: c * factor for m, c in a.items()}


def poly_mul(a: Poly, b: Poly) -> Poly:
    """a * b, with squares of cosines and of roots written out."""
    if len(a) * len(b) > MAX_TERMS * 20:
        raise Rejected("normal form", "a product is too large to expand")
    total: Poly = {}
    for m1, c1 in a.items():
        for m2, c2 in b.items():
            product, rewrite = _join(m1, m2)
            c = c1 * c2
            for m, factor in ((product, c),) if rewrite is None else poly_mul({product: c}, rewrite).items():
                total[m] = total.get(m, 0) + factor
    if len(total) > MAX_TERMS:
        raise Rejected("normal form", "a polynomial has too many terms")
    return {m: c for m, c in total.items() if c}


def _join(m1: Monomial, m2: Monomial) -> tuple[Monomial, Poly | None]:
    """The product of two monomials, and a polynomial factor that a reducible atom left behind."""
    if not m1 or not m2:
        return m1 or m2, None
    powers = dict(m1)
    shared = []
    for atom, e in m2:
        if atom in powers:
            shared.append(atom)
        new = powers.get(atom, Fraction(0)) + e
        if new:
            powers[atom] = new
        else:
            del powers[atom]
    rewrite: Poly | None = None
    for atom in shared:
        rule = _reducible(atom, powers.get(atom, Fraction(0)))
        if rule is not None:
            del powers[atom]
            if rule[0]:
                powers[atom] = rule[0]
            rewrite = rule[1] if rewrite is None else poly_mul(rewrite, rule[1])
    return frozenset(powers.items()), rewrite


def _reducible(atom: Atom, e: Fraction) -> tuple[Fraction, Poly] | None:
    """cos^2 = 1 - sin^2; |u|^2 = u^2; the whole part of a power of a prime or of a radicand is carried out."""
    if not isinstance(atom, tuple):
        return None
    kind = atom[0]
    if kind == "cos" and e >= 2:
        return e - 2, {UNIT: Fraction(1), frozenset([(("sin", atom[1]), Fraction(2))]): Fraction(-1)}
    if kind == "abs" and e >= 2:
        inner = dict(atom[1])
        return e - 2, poly_mul(inner, inner)
    if kind == "prime" and not 0 <= e < 1:
        whole = e.numerator // e.denominator
        return e - whole, {UNIT: number_power(Fraction(atom[1]), whole)}
    if kind == "root" and e >= 1:
        return e - 1, dict(atom[1])
    return None


def content(p: Poly) -> Fraction:
    """The positive rational c for which p / c has coprime integer coefficients."""
    top, bottom = 0, 1
    for c in p.values():
        top, bottom = gcd(top, c.numerator), lcm(bottom, c.denominator)
    return Fraction(top, bottom)


def common_monomial(p: Poly) -> Monomial:
    """The largest monomial (in all exponents) that divides every term."""
    shared: dict[Atom, Fraction] | None = None
    for m in p:
        powers = dict(m)
        if shared is None:
            shared = powers
            continue
        both = {atom: min(shared.get(atom, Fraction(0)), powers.get(atom, Fraction(0))) for atom in {*shared, *powers}}
        shared = {atom: e for atom, e in both.items() if e}
    return frozenset((shared or {}).items())


def inverse_monomial(m: Monomial) -> Monomial:
    """1 / m."""
    return frozenset((atom, -e) for atom, e in m)


def add(a: Quotient, b: Quotient) -> Quotient:
    """a + b over the least common product of their bottom factors."""
    bottom = {f: max(a.bottom.get(f, 0), b.bottom.get(f, 0)) for f in {**a.bottom, **b.bottom}}
    top = poly_add(_lift(a, bottom), _lift(b, bottom))
    return Quotient(top, bottom) if top else Quotient({}, {})


def _lift(a: Quotient, bottom: dict[frozenset[tuple[Monomial, Fraction]], int]) -> Poly:
    top = a.top
    for factor, k in bottom.items():
        for _ in range(k - a.bottom.get(factor, 0)):
            top = poly_mul(top, dict(factor))
    return top


def mul(a: Quotient, b: Quotient) -> Quotient:
    """a * b."""
    bottom = dict(a.bottom)
    for factor, k in b.bottom.items():
        bottom[factor] = bottom.get(factor, 0) + k
    top = poly_mul(a.top, b.top)
    return Quotient(top, bottom) if top else Quotient({}, {})


def reciprocal(a: Quotient) -> Quotient:
    """1 / a; content and free common atoms of the numerator go into exponents. Raises Rejected for 0."""
    if not a.top:
        raise Rejected("normal form", "a division by a term that is identically 0")
    scale = content(a.top)
    shift = inverse_monomial(frozenset((b, e) for b, e in common_monomial(a.top) if not _is_bound(b)))
    core = poly_scale(a.top, 1 / scale, shift)
    top = _tidy_primes(shift, 1 / scale)
    for factor, k in a.bottom.items():
        for _ in range(k):
            top = poly_mul(top, dict(factor))
    if len(core) == 1 and UNIT in core:
        return Quotient(poly_scale(top, 1 / core[UNIT]), {})
    return Quotient(top, {frozenset(core.items()): 1})


def _is_bound(atom: Atom) -> bool:
    """Atoms that reduce against themselves stay in denominators, so that lifting over them can reduce."""
    return isinstance(atom, tuple) and atom[0] in _BOUND


def _tidy_primes(m: Monomial, c: Fraction) -> Poly:
    """c * m with every power of a prime between 0 and 1."""
    powers = dict(m)
    for atom, e in m:
        if isinstance(atom, tuple) and atom[0] == "prime":
            whole = e.numerator // e.denominator
            c *= number_power(Fraction(atom[1]), whole)
            if e == whole:
                del powers[atom]
            else:
                powers[atom] = e - whole
    return {frozenset(powers.items()): c}


def key(a: Quotient) -> Hashable:
    """A hashable form: equal keys mean equal quotients (hence equal functions)."""
    top = frozenset(a.top.items())
    return (top, frozenset(a.bottom.items())) if a.bottom else top
