# SPDX-License-Identifier: Apache-2.0
"""Terms compiled once to a straight line of padded interval operations, each shared sub-term computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from proofcheck.evidence import padded
from proofcheck.evidence.padded import Interval, Operation
from proofcheck.kernel.term import Term, subterms

OPERATIONS: Mapping[str, Operation] = {
    "add": padded.add, "mul": padded.mul, "neg": padded.neg, "div": padded.div, "pow": padded.power,
    "exp": padded.exp, "log": padded.log, "sqrt": padded.sqrt, "sin": padded.sin, "cos": padded.cos, "tan": padded.tan,
    "atan": padded.atan, "sinh": padded.sinh, "cosh": padded.cosh, "tanh": padded.tanh, "abs": padded.absolute,
    "min": padded.minimum, "max": padded.maximum, "floor": padded.floor, "ceil": padded.ceil, "xlogx": padded.xlogx,
}


class Program:
    """Enclosures of several terms at a point or box, at one precision.

    **Guarantee:** every value lies in the interval returned, if mpmath's functions err by less than 1000 units in the
    last place. That "if" is why this is evidence and not proof.
    """

    def __init__(self, roots: Sequence[Term], prec: int) -> None:
        self.prec = prec
        self._slots: list[Interval | None] = []
        self._steps: list[tuple[int, Operation, tuple[int, ...]]] = []
        self._inputs: dict[str, int] = {}
        index: dict[Term, int] = {}
        for root in roots:
            for node in subterms(root):
                if node not in index:
                    index[node] = len(self._slots)
                    self._slots.append(self._constant(node))
                    self._plan(node, index)
        self._roots = [index[root] for root in roots]

    def _constant(self, node: Term) -> Interval | None:
        if node.op == "pi":
            return padded.pi(self.prec)
        return None if node.value is None else padded.from_fraction(node.value, self.prec)

    def _plan(self, node: Term, index: Mapping[Term, int]) -> None:
        if node.op == "var":
            self._inputs[node.args[0]] = index[node]
        elif node.children:
            self._steps.append((index[node], OPERATIONS[node.op], tuple(index[c] for c in node.children)))

    def at_point(self, point: Mapping[str, Fraction]) -> list[Interval]:
        """Enclosures at an exact point; raises Undefined or TooLarge."""
        return self.at_box({name: padded.from_fraction(point[name], self.prec) for name in self._inputs})

    def at_box(self, box: Mapping[str, Interval]) -> list[Interval]:
        """Enclosures of the values over a box; raises Undefined or TooLarge."""
        slots, prec = list(self._slots), self.prec
        for name, slot in self._inputs.items():
            slots[slot] = box[name]
        for slot, operation, arguments in self._steps:
            slots[slot] = operation(*[slots[k] for k in arguments], prec)
        return [slots[k] for k in self._roots]  # type: ignore[misc]  # every slot is filled by now
