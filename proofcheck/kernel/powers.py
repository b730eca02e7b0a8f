# SPDX-License-Identifier: Apache-2.0
"""Rational powers of normal forms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from proofcheck.kernel.calculus import Condition
from proofcheck.kernel.polynomial import (
    UNIT,
    Atom,
    Quotient,
    constant,
    content,
    key,
    mul,
    number_power,
    poly_scale,
    reciprocal,
)
from proofcheck.kernel.term import Term
from proofcheck.kernel.verdict import Rejected

_MAX_EXPAND = 64
_TRIAL = 2_000
_NONNEGATIVE = ("exp", "prime", "root", "abs", "power")


def primes(n: int) -> dict[int, int]:
    """n as a product of powers of numbers > 1: primes, and at the last perhaps one number without small divisors."""
    found: dict[int, int] = {}
    d = 2
    while d <= _TRIAL and d * d <= n:
        while n % d == 0:
            found[d] = found.get(d, 0) + 1
            n //= d
        d += 1
    if n > 1:
        found[n] = found.get(n, 0) + 1
    return found


def rational_primes(q: Fraction) -> dict[int, int]:
    """The same for a positive rational, with negative powers for its denominator."""
    found = primes(q.numerator)
    for p, k in primes(q.denominator).items():
        found[p] = found.get(p, 0) - k
    return found


class Powers:
    """Powers of quotients; ``certainly(condition)`` is True only where the condition holds on the region considered."""

    def __init__(self, certainly: Callable[[Condition], bool]) -> None:
        self.certainly = certainly

    def nonnegative(self, term: Term) -> bool:
        """Whether a term certainly is >= 0."""
        return self.certainly((">=", term))

    def _atom(self, atom: Atom, e: Fraction = Fraction(1)) -> Quotient:
        return Quotient({frozenset([(atom, e)]): Fraction(1)}, {})

    def _power(self, a: Quotient, e: Fraction) -> Quotient:
        if e < 0:
            return self._power(reciprocal(a), -e)
        if e.denominator == 1:
            return self._whole_power(a, int(e))
        if not a.top:
            return a
        scale = content(a.top)
        radical = self._prime_power(scale, e)
        rest = Quotient(poly_scale(a.top, 1 / scale), a.bottom)
        if len(rest.top) == 1 and not rest.bottom:
            ((m, c),) = rest.top.items()
            if c == 1 and all(self._atom_nonnegative(atom) for atom, _ in m):
                return mul(radical, Quotient({frozenset((atom, k * e) for atom, k in m): Fraction(1)}, {}))
        return mul(radical, self._root(rest, e))

    def _root(self, a: Quotient, e: Fraction) -> Quotient:
        """a ** e for 0 < e, a a primitive quotient: its whole part times a power, below 1, of the atom `a`."""
        whole = e.numerator // e.denominator
        if a.bottom:
            atom: Atom = ("power", key(a), e)
            return self._atom(atom)
        return mul(self._whole_power(a, whole), self._atom(("root", key(a)), e - whole))

    def _whole_power(self, a: Quotient, n: int) -> Quotient:
        if len(a.top) == 1 and not a.bottom:
            ((m, c),) = a.top.items()
            if not any(isinstance(atom, tuple) and atom[0] in ("cos", "abs", "prime", "root") for atom, _ in m):
                return Quotient({frozenset((atom, k * n) for atom, k in m) if n else UNIT: number_power(c, n)}, {})
        if not a.top:
            return a if n else constant(Fraction(1))
        if n > _MAX_EXPAND:
            raise Rejected("normal form", f"will not expand a power above {_MAX_EXPAND}")
        result = constant(Fraction(1))
        for _ in range(n):
            result = mul(result, a)
        return result

    def _prime_power(self, q: Fraction, e: Fraction) -> Quotient:
        """q ** e for a positive rational q."""
        result = constant(Fraction(1))
        for p, k in rational_primes(q).items():
            whole = (k * e).numerator // (k * e).denominator
            result = mul(result, constant(number_power(Fraction(p), whole)))
            if k * e != whole:
                result = mul(result, Quotient({frozenset([(("prime", p), k * e - whole)]): Fraction(1)}, {}))
        return result

    def _atom_nonnegative(self, atom: Atom) -> bool:
        if isinstance(atom, tuple):
            return atom[0] in _NONNEGATIVE
        return isinstance(atom, Term) and self.nonnegative(atom)
