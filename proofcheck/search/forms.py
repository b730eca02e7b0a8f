# SPDX-License-Identifier: Apache-2.0
"""Normal forms turned back into terms, factored by FLINT. Untrusted: the kernel checks every rewriting itself."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

import flint
from flint import fmpq, fmpq_mpoly_ctx

from proofcheck.kernel.calculus import over, plus, times
from proofcheck.kernel.polynomial import UNIT, Atom, Monomial, Poly, Quotient, mul, reciprocal
from proofcheck.kernel.term import ONE, Term, apply, num

MAX_DEGREE = 200
Factors = list[tuple[Term, int]]


def atom_power(atom: Atom, e: Fraction) -> Term:
    """The term for atom ** e."""
    if isinstance(atom, Term):
        return _pow(atom, e)
    if not isinstance(atom, tuple):
        raise TypeError(f"{atom!r} is no atom of a normal form")
    kind = atom[0]
    if kind == "exp":
        inner = atom[1]
        if isinstance(inner, frozenset) and not _is_key(inner):
            return apply("exp", times((num(e), monomial_term(inner))))
        return apply("exp", times((num(e), key_term(inner))))
    if kind == "prime":
        return _pow(num(atom[1]), e)
    if kind == "root":
        return _pow(key_term(atom[1]), e)
    if kind == "power":
        return _pow(_pow(key_term(atom[1]), atom[2]), e)
    if kind == "logprime":
        return _pow(apply("log", num(atom[1])), e)
    if kind == "logvar":
        return _pow(apply("log", atom[1]), e)
    if kind == "logatom":
        return _pow(apply("log", atom_power(atom[1], Fraction(1))), e)
    if kind in ("min", "max"):
        return _pow(apply(kind, *(key_term(k) for k in atom[1])), e)
    name = "abs" if kind == "absq" else kind
    return _pow(apply(name, key_term(atom[1])), e)


def _is_key(data: frozenset[Any]) -> bool:
    """A polynomial key has (monomial, coefficient) pairs, a monomial (atom, exponent) pairs."""
    return any(isinstance(first, frozenset) for first, _ in data)


def _pow(base: Term, e: Fraction) -> Term:
    if e == 1:
        return base
    if e == Fraction(1, 2):
        return apply("sqrt", base)
    return apply("pow", base, num(e))


def key_term(key: Any) -> Term:
    """The term of a hashed quotient."""
    if isinstance(key, tuple):
        return quotient_term(Quotient(dict(key[0]), dict(key[1])))
    return poly_term(dict(key))


def monomial_term(m: Monomial) -> Term:
    """Product of the atoms, negative powers below a fraction bar."""
    ordered = sorted(m, key=lambda item: (repr(item[0]), item[1]))
    top = times(atom_power(atom, e) for atom, e in ordered if e > 0)
    bottom = times(atom_power(atom, -e) for atom, e in ordered if e < 0)
    return over(top, bottom)


def poly_term(p: Poly) -> Term:
    """The sum of its monomials."""
    ordered = sorted(p.items(), key=lambda item: repr(sorted(map(repr, item[0]))))
    return plus(times((num(c), monomial_term(m))) for m, c in ordered)


def quotient_term(q: Quotient) -> Term:
    """The quotient as a term."""
    bottom = times(_pow(poly_term(dict(factor)), Fraction(k)) for factor, k in q.bottom.items())
    return over(poly_term(q.top), bottom)


def factored(q: Quotient) -> tuple[Fraction, Factors]:
    """A quotient as constant * product of terms with integer powers, irreducible over the rationals in the atoms."""
    total, factors = factored_poly(q.top)
    for bottom, k in q.bottom.items():
        constant, parts = factored_poly(dict(bottom))
        total /= constant ** k
        factors += [(g, -e * k) for g, e in parts]
    return total, merge(factors)


def factored_poly(p: Poly) -> tuple[Fraction, Factors]:
    """The same for a generalized polynomial that is not 0."""
    atoms = sorted({atom for m in p for atom, _ in m}, key=repr)
    scale = {a: lcm(*(e.denominator for m in p for b, e in m if b == a)) for a in atoms}
    low = {a: min(dict(m).get(a, Fraction(0)) for m in p) for a in atoms}
    spread = [max(dict(m).get(a, Fraction(0)) for m in p) - low[a] for a in atoms]
    if any(width * scale[a] > MAX_DEGREE for width, a in zip(spread, atoms, strict=True)):
        return Fraction(1), [(poly_term(p), 1)]
    context = fmpq_mpoly_ctx.get([f"z{k}" for k in range(len(atoms))] or ["z"], flint.Ordering.degrevlex)
    table = {}
    for m, c in p.items():
        powers = dict(m)
        exponents = tuple(int((powers.get(a, Fraction(0)) - low[a]) * scale[a]) for a in atoms) or (0,)
        table[exponents] = fmpq(c.numerator, c.denominator)
    constant, parts = context.from_dict(table).factor()
    factors: Factors = []
    for part, k in parts:
        poly: Poly = {}
        for exponents, value in part.to_dict().items():
            m = frozenset((a, Fraction(int(e), scale[a])) for a, e in zip(atoms, exponents, strict=False) if e)
            poly[m] = Fraction(int(value.p), int(value.q))
        unit, poly = _radical_unit(poly)
        factors += [(poly_term(poly), int(k)), *([(monomial_term(unit), int(k))] if unit else [])]
    factors += [(atom_power(a, abs(low[a])), 1 if low[a] > 0 else -1) for a in atoms if low[a]]
    return Fraction(int(constant.p), int(constant.q)), factors


def _radical_unit(p: Poly) -> tuple[Monomial, Poly]:
    """p = u * q with a product u of roots of primes, so that q's first monomial has none.

    sqrt(2)*a - 2*b becomes sqrt(2) * (a - sqrt(2)*b).
    """

    def radicals(m: Monomial) -> Monomial:
        return frozenset((a, e) for a, e in m if isinstance(a, tuple) and a[0] == "prime")

    if len(p) < 2 or not any(radicals(m) for m in p):
        return UNIT, p
    first = min(p, key=lambda m: sorted(map(repr, m - radicals(m))))
    unit = radicals(first)
    if not unit:
        return UNIT, p
    return unit, mul(Quotient(p, {}), reciprocal(Quotient({unit: Fraction(1)}, {}))).top


def reduced_term(q: Quotient) -> Term:
    """The quotient as a term, with common factors cancelled."""
    if not q.bottom or not q.top:
        return quotient_term(q)
    constant, factors = factored(q)
    top = times((num(constant), *(_pow(g, Fraction(k)) for g, k in factors if k > 0)))
    return over(top, times(_pow(g, Fraction(-k)) for g, k in factors if k < 0))


def merge(factors: Factors) -> Factors:
    """Equal factors joined; those of power 0 and literal ones left out."""
    powers: dict[Term, int] = {}
    for term, k in factors:
        powers[term] = powers.get(term, 0) + k
    return [(term, k) for term, k in powers.items() if k and term != ONE]


def variables_poly(q: Quotient, names: set[str]) -> bool:
    """Whether the quotient is a polynomial in the named variables."""
    return not q.bottom and all(
        isinstance(atom, Term) and atom.op == "var" and atom.args[0] in names and e > 0 and e.denominator == 1
        for m in q.top for atom, e in m)
