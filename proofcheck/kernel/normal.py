# SPDX-License-Identifier: Apache-2.0
"""Exact normal form of terms over atoms; decides identities.

A term becomes P / (Q1^k1 ... Qn^kn) with generalized polynomials P, Qi over atoms: variables, primes under a radical,
exp(m) for one monomial m, log(g), sin(g), ... If the form of f - g has numerator 0 then f = g wherever both are defined
(not conversely). A step that needs a sign asks ``certainly``: True only for what holds on the whole region considered.

g**w is defined at g = 0 < w, but exp(w*log(g)) is not. Where g is no variable it is opened only if g > 0 is certain:
with K = |u| + u, K*(|u| - u) is 0, and a formal inverse of K, even one that cancels later, would make |u| = u. For a
variable x, a form is right at x = 0 as a limit: at x = e > 0, with roots and |.| on continuous branches and the other
atoms as they are, all reductions hold, each node's form tends to the node's value as e goes to 0, and each divisor to
something else than 0; so a form that is 0 has the value 0. xlogx(g) is g*log(g), where any number serves for log(0).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction

from proofcheck.kernel.calculus import Condition, constant_value
from proofcheck.kernel.polynomial import (
    Atom,
    Monomial,
    Quotient,
    add,
    common_monomial,
    constant,
    content,
    inverse_monomial,
    key,
    mul,
    poly_scale,
    reciprocal,
)
from proofcheck.kernel.powers import Powers, rational_primes
from proofcheck.kernel.term import PI, Term, subterms
from proofcheck.kernel.verdict import Rejected

_MULTIPLE = 6
_PI: Monomial = frozenset([(PI, Fraction(1))])


class Normalizer(Powers):
    """Computes normal forms on one region; ``certainly(condition)`` is True only where the condition holds on it."""

    def __init__(self, certainly: Callable[[Condition], bool]) -> None:
        super().__init__(certainly)
        self._done: dict[Term, Quotient] = {}
        self._signs: set[Hashable] = set()

    def __call__(self, term: Term) -> Quotient:
        """The normal form of a term; raises Rejected where it gets too large or divides by 0."""
        for node in subterms(term):
            if node not in self._done:
                self._done[node] = self._form(node, [self._done[child] for child in node.children])
        return self._done[term]

    def is_zero(self, term: Term) -> bool:
        """True only when the term is 0 wherever it is defined on the region."""
        return not self(term).top

    def _form(self, node: Term, args: list[Quotient]) -> Quotient:
        op = node.op
        if op == "num":
            return constant(node.args[0])
        if op in ("var", "pi"):
            return self._atom(node)
        if op in ("add", "mul"):
            total = args[0]
            for item in args[1:]:
                total = add(total, item) if op == "add" else mul(total, item)
            return total
        if op == "neg":
            return Quotient(poly_scale(args[0].top, Fraction(-1)), args[0].bottom)
        if op == "div":
            return mul(args[0], reciprocal(args[1]))
        rule = getattr(self, "_form_" + op)
        found: Quotient = rule(node, args)
        return found

    def _form_pow(self, node: Term, args: list[Quotient]) -> Quotient:
        exponent = constant_value(node.args[1])
        if exponent is not None:
            return self._spread_power(node.args[0], exponent)
        base = node.args[0]
        if base.op == "var" or (constant_value(base) or 0) > 0 or self.certainly((">", base)):
            return self._exponential(node, mul(args[1], self._logarithm(base, args[0])))
        return self._atom(("power", key(args[0]), key(args[1])))

    def _form_sqrt(self, node: Term, args: list[Quotient]) -> Quotient:
        return self._spread_power(node.args[0], Fraction(1, 2))

    def _spread_power(self, base: Term, e: Fraction) -> Quotient:
        """base ** e; a root of a product or quotient of non-negative factors is that of the roots."""
        if e.denominator != 1 and base.op in ("mul", "div") and all(self.nonnegative(child) for child in base.args):
            result = self._spread_power(base.args[0], e)
            for child in base.args[1:]:
                part = self._spread_power(child, e)
                result = mul(result, part if base.op == "mul" else reciprocal(part))
            return result
        return self._power(self(base), e)

    # exponentials and logarithms ---------------------------------------------------------------------------------

    def _form_exp(self, node: Term, args: list[Quotient]) -> Quotient:
        return self._exponential(node, args[0])

    def _exponential(self, node: Term, a: Quotient) -> Quotient:
        """exp(sum of c*m) = product of exp(m)^c, with exp(c*log g) = g^c unless the log may come from an xlogx.

        (xlogx(g) = g*log(g) holds at g = 0 too, whatever number log(0) stands for; but exp(log(0)) = 0 would not do.)
        """
        open_logs = not any(part.op == "xlogx" for part in subterms(node))
        if a.bottom:
            scale = content(a.top)
            atom, sign = self._signed(("expq",), Quotient(poly_scale(a.top, 1 / scale), a.bottom))
            return self._atom(("exp", atom), sign * scale)
        result = constant(Fraction(1))
        for m, c in a.top.items():
            result = mul(result, self._exp_monomial(m, c, open_logs))
        return result

    def _exp_monomial(self, m: Monomial, c: Fraction, open_logs: bool) -> Quotient:
        if len(m) == 1 and open_logs:
            ((atom, e),) = m
            if e == 1 and isinstance(atom, tuple) and atom[0] == "logprime":
                return self._prime_power(Fraction(atom[1]), c)
            if e == 1 and isinstance(atom, tuple) and atom[0] == "logvar":
                return Quotient({frozenset([(atom[1], c)]): Fraction(1)}, {})
            if e == 1 and isinstance(atom, tuple) and atom[0] == "log" and isinstance(atom[1], frozenset):
                base = Quotient(dict(atom[1]), {})
                return self._power(base, c)
        return self._atom(("exp", m), c)

    def _form_log(self, node: Term, args: list[Quotient]) -> Quotient:
        return self._logarithm(node.args[0], args[0])

    def _logarithm(self, arg: Term, a: Quotient) -> Quotient:
        """log of products, quotients and powers of non-negative factors is spread out (all > 0 where it is defined)."""
        if arg.op in ("mul", "div") and all(self.nonnegative(child) for child in arg.args):
            signs = (1, 1) if arg.op == "mul" else (1, -1)
            total = constant(Fraction(0))
            for k, child in enumerate(arg.args):
                part = self._logarithm(child, self(child))
                total = add(total, part if signs[min(k, 1)] == 1 else mul(constant(Fraction(-1)), part))
            return total
        exponent = constant_value(arg.args[1]) if arg.op == "pow" else Fraction(1, 2) if arg.op == "sqrt" else None
        if exponent is not None and self.nonnegative(arg.args[0]):
            return mul(constant(exponent), self._logarithm(arg.args[0], self(arg.args[0])))
        return self._log_form(a)

    def _log_form(self, a: Quotient) -> Quotient:
        if not a.top:
            raise Rejected("normal form", "log of a term that is identically 0")
        scale = content(a.top)
        total = constant(Fraction(0))
        for p, k in rational_primes(scale).items():
            total = add(total, mul(constant(Fraction(k)), self._atom(("logprime", p))))
        shared = frozenset((atom, e) for atom, e in common_monomial(a.top) if self._atom_nonnegative(atom))
        for atom, e in shared:
            total = add(total, mul(constant(e), self._log_atom(atom)))
        rest = Quotient(poly_scale(a.top, 1 / scale, inverse_monomial(shared)), a.bottom)
        return total if rest == constant(Fraction(1)) else add(total, self._atom(("log", key(rest))))

    def _log_atom(self, atom: Atom) -> Quotient:
        if isinstance(atom, tuple) and atom[0] == "exp" and isinstance(atom[1], frozenset):
            return Quotient({atom[1]: Fraction(1)}, {})
        if isinstance(atom, tuple) and atom[0] == "prime":
            return self._atom(("logprime", atom[1]))
        if isinstance(atom, Term):
            return self._atom(("logvar", atom))
        return self._atom(("logatom", atom))

    # circular functions, and functions that stay atoms -------------------------------------------------------------

    def _form_sin(self, node: Term, args: list[Quotient]) -> Quotient:
        return self._circular("sin", args[0])

    def _form_cos(self, node: Term, args: list[Quotient]) -> Quotient:
        return self._circular("cos", args[0])

    def _form_tan(self, node: Term, args: list[Quotient]) -> Quotient:
        return mul(self._circular("sin", args[0]), reciprocal(self._circular("cos", args[0])))

    def _circular(self, op: str, a: Quotient) -> Quotient:
        turn = Fraction(0) if a.bottom else a.top.get(_PI, Fraction(0))
        if turn:
            a = Quotient({m: c for m, c in a.top.items() if m != _PI}, {})
        if not a.top:
            known = self._special(turn if op == "sin" else turn + Fraction(1, 2))
            if known is not None:
                return known
        quarters = round(2 * turn)
        if 2 * turn != quarters:
            a = add(a, Quotient({_PI: turn - Fraction(quarters, 2)}, {}))
        return self._shifted(a, quarters + (op == "cos"))

    def _shifted(self, a: Quotient, quarters: int) -> Quotient:
        """sin(a + quarters*pi/2), by the quarter-turn identities and parity."""
        op, factor = (("sin", 1), ("cos", 1), ("sin", -1), ("cos", -1))[quarters % 4]
        if not a.top:
            return constant(Fraction(0 if op == "sin" else factor))
        parts = self._angles(a)
        if parts is not None:
            first, rest = parts
            same = mul(self._circular(op, first), self._circular("cos", rest))
            cross = mul(self._circular("cos" if op == "sin" else "sin", first), self._circular("sin", rest))
            total = add(same, cross if op == "sin" else mul(constant(Fraction(-1)), cross))
            return mul(constant(Fraction(factor)), total)
        inner, sign = self._signed(("circular",), a)
        return mul(constant(Fraction(factor * (sign if op == "sin" else 1))), self._atom((op, inner)))

    def _angles(self, a: Quotient) -> tuple[Quotient, Quotient] | None:
        """An angle as a sum of two, for the addition theorem: an addend and the rest, or a step of a whole multiple."""
        if a.bottom or len(a.top) > 4:
            return None
        if len(a.top) > 1:
            m, c = next(iter(a.top.items()))  # Whatever the order, the same polynomial comes out.
            return Quotient({m: c}, {}), Quotient({n: d for n, d in a.top.items() if n != m}, {})
        ((m, c),) = a.top.items()
        if m == _PI or not 2 <= abs(c.numerator) <= _MULTIPLE:
            return None
        step = Fraction(1 if c > 0 else -1, c.denominator)
        return Quotient({m: step}, {}), Quotient({m: c - step}, {})

    def _special(self, turn: Fraction) -> Quotient | None:
        """sin(turn * pi) where the denominator of turn is 1, 2, 3, 4 or 6."""
        turn %= 2
        sign = Fraction(1 if turn < 1 else -1)
        turn = min(turn % 1, 1 - turn % 1)
        square = {Fraction(0): 0, Fraction(1, 6): 1, Fraction(1, 4): 2, Fraction(1, 3): 3, Fraction(1, 2): 4}.get(turn)
        if square is None:
            return None
        if square == 0:
            return constant(Fraction(0))
        return mul(constant(sign / 2), self._prime_power(Fraction(square), Fraction(1, 2)))

    def _signed(self, family: tuple[Atom, ...], a: Quotient) -> tuple[Hashable, int]:
        """A key shared by a and -a, with the sign that tells which: for even and odd functions."""
        here, there = key(a), key(Quotient(poly_scale(a.top, Fraction(-1)), a.bottom))
        if (*family, there) in self._signs:
            return there, -1
        self._signs.add((*family, here))
        return here, 1

    def _form_atan(self, node: Term, args: list[Quotient]) -> Quotient:
        if not args[0].top:
            return args[0]
        for value in (1, -1):
            if args[0] == constant(Fraction(value)):
                return mul(constant(Fraction(value, 4)), self._atom(PI))
        inner, sign = self._signed(("atan",), args[0])
        return mul(constant(Fraction(sign)), self._atom(("atan", inner)))

    def _form_sinh(self, node: Term, args: list[Quotient]) -> Quotient:
        return self._hyperbolic(node, args[0], -1)

    def _form_cosh(self, node: Term, args: list[Quotient]) -> Quotient:
        return self._hyperbolic(node, args[0], 1)

    def _form_tanh(self, node: Term, args: list[Quotient]) -> Quotient:
        return mul(self._hyperbolic(node, args[0], -1), reciprocal(self._hyperbolic(node, args[0], 1)))

    def _hyperbolic(self, node: Term, a: Quotient, sign: int) -> Quotient:
        plus = self._exponential(node, a)
        back = self._exponential(node, mul(constant(Fraction(-1)), a))
        return mul(constant(Fraction(1, 2)), add(plus, mul(constant(Fraction(sign)), back)))

    def _form_xlogx(self, node: Term, args: list[Quotient]) -> Quotient:
        return mul(args[0], self._logarithm(node.args[0], args[0])) if args[0].top else args[0]

    def _form_abs(self, node: Term, args: list[Quotient]) -> Quotient:
        if self.nonnegative(node.args[0]):
            return args[0]
        flipped = mul(constant(Fraction(-1)), args[0])
        if self.nonnegative(Term("neg", (node.args[0],))):
            return flipped
        inner, _ = self._signed(("abs",), args[0])
        return self._atom(("abs", inner) if isinstance(inner, frozenset) else ("absq", inner))

    def _form_min(self, node: Term, args: list[Quotient]) -> Quotient:
        """min, and max: an argument known to be least (greatest), or an atom of the set of arguments."""
        for k, child in enumerate(node.args):
            others = [other for j, other in enumerate(node.args) if j != k]
            pairs = ((other, child) if node.op == "min" else (child, other) for other in others)
            if all(self.nonnegative(Term("add", (a, Term("neg", (b,))))) for a, b in pairs):
                return args[k]
        return self._atom((node.op, frozenset(key(a) for a in args)))

    _form_max = _form_min

    def _form_floor(self, node: Term, args: list[Quotient]) -> Quotient:
        """floor, and ceil: the number itself, or an atom."""
        a = args[0]
        value = a.number()
        if value is not None:
            return constant(Fraction(value.__floor__() if node.op == "floor" else value.__ceil__()))
        return self._atom((node.op, key(a)))

    _form_ceil = _form_floor
