# SPDX-License-Identifier: Apache-2.0
"""Reads back the LaTeX that the printer writes, by the usual rules of precedence, knowing nothing of the printer."""

import re
from fractions import Fraction

from proofcheck.kernel.term import PI, Term, num, var

CALLS = {"log": "log", "sin": "sin", "cos": "cos", "tan": "tan", "arctan": "atan", "sinh": "sinh", "cosh": "cosh",
         "tanh": "tanh"}
FENCES = {r"\left|": (r"\right|", "abs"), r"\left\lfloor": (r"\right\rfloor", "floor"),
          r"\left\lceil": (r"\right\rceil", "ceil"), r"\min\left\{": (r"\right\}", "min"),
          r"\max\left\{": (r"\right\}", "max"), r"\mathrm{xlogx}\left(": (r"\right)", "xlogx"),
          r"\exp\left(": (r"\right)", "exp")}


class Reader:
    def __init__(self, text, names):
        self.text, self.at = text, 0
        self.names = sorted(names.items(), key=lambda pair: -len(pair[0]))  # LaTeX of a name -> the name

    def read(self):
        found = self.sum()
        self.skip()
        assert self.at == len(self.text), f"left over: {self.text[self.at:]!r} of {self.text!r}"
        return found

    def skip(self):
        while self.at < len(self.text) and (self.text[self.at] == " " or self.text.startswith(r"\,", self.at)):
            self.at += 2 if self.text.startswith(r"\,", self.at) else 1

    def sees(self, *pieces):
        self.skip()
        return any(self.text.startswith(piece, self.at) for piece in pieces)

    def take(self, piece):
        if self.sees(piece):
            self.at += len(piece)
            return True
        return False

    def need(self, piece):
        assert self.take(piece), f"{piece!r} expected at {self.text[self.at:]!r} of {self.text!r}"

    def sum(self):
        parts = [Term("neg", (self.product(),)) if self.take("-") else self.product()]
        while self.sees("+", "-"):
            minus = self.take("-") or not self.take("+")
            parts.append(Term("neg", (self.product(),)) if minus else self.product())
        return parts[0] if len(parts) == 1 else Term("add", tuple(parts))

    def product(self):
        found = self.power()
        while True:
            if self.take("/"):
                found = Term("div", (found, self.power()))
            elif self.take(r"\cdot") or self.starts():
                found = Term("mul", (found, self.power()))
            else:
                return found

    def starts(self):
        self.skip()
        rest = self.text[self.at:]
        ends = ("+", "-", "/", ")", "]", "}", ",", "=", "<", ">", r"\right", r"\le", r"\ge", r"\ne", r"\quad", r"\cdot")
        return bool(rest) and (rest.startswith(r"\left") or not rest.startswith(ends))

    def power(self):
        base = self.atom()
        while self.take("^{"):
            exponent = self.sum()
            self.need("}")
            base = Term("exp", (exponent,)) if base == "e" else Term("pow", (base, exponent))
        assert base != "e", "a lonely e"
        return base

    def atom(self):
        self.skip()
        for opening, (closing, op) in FENCES.items():
            if self.take(opening):
                args = [self.sum()]
                while self.take(","):
                    args.append(self.sum())
                self.need(closing)
                return Term(op, tuple(args))
        for opening, closing in ((r"\left(", r"\right)"), ("(", ")"), (r"\sqrt{", "}")):
            if self.take(opening):
                inside = self.sum()
                self.need(closing)
                return Term("sqrt", (inside,)) if "sqrt" in opening else inside
        if self.take(r"\frac{"):
            top = self.sum()
            self.need("}")
            self.need("{")
            bottom = self.sum()
            self.need("}")
            return Term("div", (top, bottom))
        return self.word()

    def word(self):
        found = re.compile(r"\\([a-z]+)").match(self.text, self.at)
        if found and found[1] in CALLS:
            self.at = found.end()
            return self.call(CALLS[found[1]])
        if self.take(r"\pi"):
            return PI
        for latex, name in self.names:
            if self.take(latex):
                return var(name)
        if digits := re.compile(r"[0-9]+").match(self.text, self.at):
            self.at = digits.end()
            return num(Fraction(digits[0]))
        self.need("e")
        return "e"

    def call(self, op):
        raised = None
        if self.take("^{"):
            raised = self.sum()
            self.need("}")
        inside = self.atom()
        done = Term(op, (inside,))
        return done if raised is None else Term("pow", (done, raised))
