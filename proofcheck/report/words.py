# SPDX-License-Identifier: Apache-2.0
"""The words of the page: verdicts as sentences, numbers as a reader wants them, each rounded away from hope."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from proofcheck.exact.render import decimal

REJECTED, NOTHING = "REJECTED", "NOTHING"
ORDER = ("PROVED", "CONDITIONAL", "CONFIRMED", "UNDECIDED", "VACUOUS", "DOMAIN_ERROR", "REFUTED", "STALE", "REJECTED",
         "DISPUTED", NOTHING)
"""From good to bad: the order of counts and filters."""

SHORT = {
    "PROVED": "proved", "CONDITIONAL": "proved from axioms", "CONFIRMED": "confirmed", "UNDECIDED": "undecided",
    "VACUOUS": "vacuous", "DOMAIN_ERROR": "undefined somewhere", "REFUTED": "refuted", "STALE": "stale certificate",
    REJECTED: "certificate rejected", "DISPUTED": "disputed", NOTHING: "definition",
}
AXIOM = "An axiom: taken from the literature as cited, not proved here."
_SENTENCES = {
    "PROVED": "Proved for all values in the domain, resting on no axiom.",
    "CONFIRMED": "Confirmed on finitely many instances only; this is no proof.",
    "UNDECIDED": "Undecided: nothing is known about it either way.",
    "VACUOUS": "Vacuous: its hypotheses cannot all hold, so it says nothing.",
    "DOMAIN_ERROR": "Not a statement as it stands: a part of it is undefined at a point of the domain.",
    "REFUTED": "Refuted: it is certainly false at the exact point below.",
    "STALE": "Stale: its proof was made from something else than what is written now.",
    REJECTED: "Its certificate was rejected: a step does not hold.",
    "DISPUTED": "Disputed: two looks at it contradict one another.",
    NOTHING: "A definition: there is nothing to decide.",
}


def sentence(verdict: str, axioms: Iterable[str] = (), derived: bool = False) -> str:
    """The verdict in words, such as ``Proved for all values in the domain, resting on no axiom.``"""
    names = list(axioms)
    if verdict == "CONDITIONAL":
        how = "step by step in its setting" if derived else "for all values in the domain"
        return f"Proved {how}, resting on the cited axiom{'s' * (len(names) != 1)} {listing(names)}."
    if verdict == "PROVED" and derived:
        return "Proved step by step in its setting, resting on no axiom."
    return _SENTENCES.get(verdict, verdict)


def listing(items: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    some = list(items)
    return some[0] if len(some) == 1 else f"{', '.join(some[:-1])} and {some[-1]}" if some else ""


def counted(count: int, word: str) -> str:
    """``1 box``, ``2 boxes``, ``3 steps``."""
    plural = f"{word[:-1]}ies" if word.endswith("y") else f"{word}es" if word.endswith(("x", "ch", "s")) else f"{word}s"
    return f"{count} {word if count == 1 else plural}"


def number(value: Fraction, digits: int = 4, *, up: bool = False) -> str:
    """A rational as text: exact when short, else a decimal rounded down (up, when ``up``)."""
    if value.numerator.bit_length() + value.denominator.bit_length() <= 48:
        return str(value)
    return decimal(value, digits, up=up)


def number_latex(value: Fraction, digits: int = 4, *, up: bool = False) -> str:
    """The same for mathematics; what is rounded says so."""
    text = number(value, digits, up=up)
    mantissa, mark, exponent = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{exponent}}}" if mark else text
