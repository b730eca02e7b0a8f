# SPDX-License-Identifier: Apache-2.0
"""A certificate told in words: a sentence for each step, generated from its rule and the goal it had.

Formulas are LaTeX between dollar signs. What is told is what the kernel replayed; the sentences prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from proofcheck.kernel.region import Range, Region
from proofcheck.kernel.term import Term, from_json, rational
from proofcheck.report.latex import RELATIONS, Printer
from proofcheck.report.trace import Node, Trace
from proofcheck.report.words import counted, number_latex

LONGEST = 36  # nodes of a term that is still printed inside a sentence
MOST_LINES, DEEPEST = 40, 7


@dataclass
class Line:
    """A sentence and the sentences below it."""

    text: str
    below: list[Line] = field(default_factory=list)


def story(trace: Trace, printer: Printer) -> list[Line]:
    """The proof of the goal, step by step; long proofs are cut, and say how many steps were left out."""
    teller = _Teller(printer)
    needs = "To be defined everywhere, the statement needs"
    return [teller.line(trace.goal, ""), *(teller.line(node, needs) for node in trace.defined)]


def flat(lines: list[Line], depth: int = 0) -> list[tuple[int, str]]:
    """Every sentence with its depth."""
    return [pair for line in lines for pair in [(depth, line.text), *flat(line.below, depth + 1)]]


@dataclass
class _Teller:
    printer: Printer
    told: int = 0

    def line(self, node: Node, lead: str, above: str = "", depth: int = 0) -> Line:
        """The sentence of a step and, as far as there is room, of those below it; ``above`` is the region told last."""
        node = _essential(node)
        self.told += 1
        where = self.region(node.goal.region)
        text = (f"{lead}: " if lead else "") + self._goal(node, where if where != above else "")
        below = [(node, child) for child in node.below]
        while node.rule == "weaken" and (then := node.get("then")):
            where = self.region(then.goal.region)
            text += f"It holds even for {where}. " if node.step.get("ranges") else ""
            below = [pair for pair in below if pair[1] is not then] + [(then, child) for child in then.below]
            node = then
        text += _TELL.get(node.rule, _plain)(self, node)
        return Line(text[0].upper() + text[1:], self._below(below, where, depth + 1))

    def _below(self, pairs: list[tuple[Node, Node]], where: str, depth: int) -> list[Line]:
        """The sentences of steps, each with the step it serves; the last one counts those left out."""
        found: list[Line] = []
        for k, (node, child) in enumerate(pairs):
            if self.told >= MOST_LINES or depth > DEEPEST:
                rest = sum(1 for _, other in pairs[k:] for _ in other.walk())
                return [*found, Line(f"({counted(rest, 'more step')}, in the certificate)")]
            found.append(self.line(child, _lead(node, child), where, depth))
        return found

    def _goal(self, node: Node, where: str) -> str:
        goal = self.formula(node.goal.f)
        if goal is None:
            return f"a longer claim on {where}. " if where else "a longer claim. "
        return f"${goal} {RELATIONS[node.goal.relation]} 0$" + (f" for {where}. " if where else ". ")

    def formula(self, term: Term) -> str | None:
        """LaTeX of a term that is short enough to be read."""
        return self.printer.term(term, flat=False) if term.size <= LONGEST else None

    def region(self, region: Region) -> str:
        """The box in words: ``$x \\in [0, 1]$``; at most four variables."""
        parts = [f"${self.printer.name(name)} \\in {range_latex(r)}$" for name, r in region.ranges.items()]
        return ", ".join(parts) if len(parts) <= 4 else f"a box in {len(parts)} variables"

    def name(self, node: Node) -> str:
        """The variable of a step, as a formula."""
        return f"${self.printer.name(str(node.step.get('variable')))}$"


def range_latex(r: Range) -> str:
    """An interval with ends that are exact when short, else rounded outward."""
    low = r"-\infty" if r.lo is None else number_latex(r.lo)
    high = r"\infty" if r.hi is None else number_latex(r.hi, up=True)
    if r.integer:
        return rf"\{{{'' if r.lo is None else low}, \dots{'' if r.hi is None else ', ' + high}\}}"
    if r.lo is not None and r.lo == r.hi:
        return rf"\{{{low}\}}"
    return f"{'(' if r.lo_open else '['}{low}, {high}{')' if r.hi_open else ']'}"


def _essential(node: Node) -> Node:
    """The step itself, or the one below it when it only forgets hypotheses."""
    while node.rule == "weaken" and not node.step.get("ranges") and len(node.below) == 1:
        node = node.below[0]
    return node


_LEADS = {
    "left": "the left side", "right": "the right side",
    "derivative": "the derivative", "second": "the second derivative", "face": "on that face", "value": "at that point",
    "then": "then", "tail": "from there on", "above": "on the one hand", "below": "on the other", "proof": "this holds",
    "inner": "between the ends", "within": "the range", "empty": "no point is left",
}


def _lead(node: Node, child: Node) -> str:
    label = child.label
    if label in ("low", "high"):
        ends = {"low": "at the lower end", "high": "at the upper end"}
        halves = {"low": "below", "high": "above"}
        return (halves if node.rule == "split" else ends)[label]
    if "defined" in label or label.startswith("closure"):
        return "side condition"
    if label in ("positive", "nonpositive") and node.rule == "cases":
        return "first case" if label == "positive" else "second case"
    word, _, index = label.partition(" ")
    return f"{word} {int(index) + 1}" if index.isdigit() else _LEADS.get(label, label.replace("_", " "))


def _plain(t: _Teller, node: Node) -> str:
    return f"By the rule {node.rule}."


def _enclosure(t: _Teller, node: Node) -> str:
    how = "the mean value form" if node.step.get("centred") else "interval arithmetic"
    bits = node.step.get("precision", 64)
    least = f"At least ${number_latex(node.margin)}$" if node.margin > 0 else \
        "Not 0" if node.goal.relation == "!=" else "Positive" if node.goal.relation == ">" else "Never negative"
    return f"{least}{' on the whole box' if node.goal.region.ranges else ''}, by {how} with {bits} bits."


def _fact(t: _Teller, node: Node) -> str:
    relation, g = node.goal.region.facts[int(node.step["fact"])]
    shown = t.formula(g)
    return f"It is a multiple of the hypothesis{f' ${shown} {RELATIONS[relation]} 0$' if shown else ''}."


def _split(t: _Teller, node: Node) -> str:
    return f"Split at {t.name(node)[:-1]} = {number_latex(rational(node.step['at']))}$."


def _integers(t: _Teller, node: Node) -> str:
    points = [child for child in node.below if "=" in child.label]
    return f"{counted(len(points), 'integer')} one by one, then the rest of the range of {t.name(node)} at once."


def _cases(t: _Teller, node: Node) -> str:
    shown = t.formula(from_json(node.step["on"]))
    return f"Two cases: ${shown} > 0$, or not." if shown else "Two cases, by the sign of a term."


def _rewrite(t: _Teller, node: Node) -> str:
    form, by = t.formula(from_json(node.step["form"])), node.step.get("by")
    times = f", multiplied by the positive ${t.formula(from_json(by)) or '...'}$" if by is not None else ""
    return f"Rewritten{times} as ${form}$." if form else f"Rewritten{times} in another form."


def _product(t: _Teller, node: Node) -> str:
    factors = [t.formula(from_json(item["term"])) for item in node.step["factors"]]
    if not all(factors):
        return f"It factors into {len(factors)} factors of known sign."
    constant = str(node.step.get("constant", "1"))
    lead = {"1": "", "-1": "minus "}.get(constant, f"${constant}$ times ")
    what = "a product of powers of " if len(factors) > 1 else "a power of "
    return f"It is {lead}{what}{', '.join(f'${factor}$' for factor in factors)}, of known sign."


def _combine(t: _Teller, node: Node) -> str:
    return f"A sum of {counted(len(node.step['terms']), 'product')} of parts, each of known sign."


def _apply(t: _Teller, node: Node) -> str:
    how = {"log": "logarithms", "exp": "exponentials", "square": "squares"}[node.step["function"]]
    return f"Taking {how} of both sides."


def _cut(t: _Teller, node: Node) -> str:
    shown = t.formula(from_json(node.step["fact"]))
    return f"First ${shown} {RELATIONS[node.step['relation']]} 0$, which is used then." if shown else "By a fact."


def _monotone(t: _Teller, node: Node) -> str:
    rising = node.step.get("increasing")
    return f"It {'increases' if rising else 'decreases'} in {t.name(node)}, so it is least at the " \
           f"{'lower' if rising else 'upper'} end{_end(t, node, 'lo' if rising else 'hi')}."


def _end(t: _Teller, node: Node, end: str) -> str:
    r = node.goal.region.ranges[str(node.step.get("variable"))]
    value = r.lo if end == "lo" else r.hi
    return "" if value is None else f", {t.name(node)[:-1]} = {number_latex(value, up=end == 'hi')}$"


def _concave(t: _Teller, node: Node) -> str:
    return f"It is concave in {t.name(node)}, so it is least at an end."


def _substitute(t: _Teller, node: Node) -> str:
    shown = {old: t.formula(from_json(new)) for old, new in node.step["map"].items()}
    if not all(shown.values()):
        return "In new variables."
    return "With " + ", ".join(f"${t.printer.name(old)} = {new}$" for old, new in shown.items()) + "."


def _eliminate(t: _Teller, node: Node) -> str:
    shown = t.formula(from_json(node.step["term"])) if "term" in node.step else None
    return f"The value of {t.name(node)} is known" + (f": ${shown}$." if shown else ".")


def _abstract(t: _Teller, node: Node) -> str:
    shown = t.formula(from_json(node.step["term"]))
    name = t.printer.name(str(node.step["name"]))
    return f"For any number ${name}$ in place of {f'${shown}$' if shown else 'a term'}, of which only bounds are used."


def _generalize(t: _Teller, node: Node) -> str:
    return f"A special case, ${t.printer.name(str(node.step['name']))} = {node.step['at']}$, of a more general claim."


_TELL: dict[str, Callable[[_Teller, Node], str]] = {
    "sign": lambda t, node: "Clear from the signs of its parts.", "enclosure": _enclosure, "fact": _fact,
    "zero": lambda t, node: "Both sides are the same expression, by normal form.", "split": _split,
    "excluded": lambda t, node: "No point of this box satisfies the hypotheses.", "integers": _integers,
    "bound": lambda t, node: "By the definition of ceiling, floor, minimum, maximum or absolute value.",
    "bernstein": lambda t, node: "A polynomial whose Bernstein coefficients on the box have this sign.",
    "cases": _cases, "both": lambda t, node: "Equality, from both inequalities.",
    "nonzero": lambda t, node: "It is not 0, because it has one sign.", "rewrite": _rewrite, "product": _product,
    "combine": _combine, "apply": _apply, "cut": _cut, "monotone": _monotone, "concave": _concave,
    "weaken": lambda t, node: "It holds on a larger region.", "substitute": _substitute, "eliminate": _eliminate,
    "narrow": lambda t, node: f"The range of {t.name(node)} is in truth smaller.", "abstract": _abstract,
    "generalize": _generalize,
}
