# SPDX-License-Identifier: Apache-2.0
"""How verdicts are shown: the word, what it means, the statement that the kernel proved or refuted, margin, witness.

The words and the rounding are the report's; nothing is decided here.
"""

from __future__ import annotations

from fractions import Fraction

from proofcheck.decide import Decision
from proofcheck.derive.rows import conclusion
from proofcheck.kernel.verdict import Status, Verdict
from proofcheck.notebook.markup import code, folded, lines, math, plain
from proofcheck.notebook.statements import latex_text, point_html, point_text
from proofcheck.outcome import FINE
from proofcheck.report.words import counted, listing, number_latex, sentence
from proofcheck.testing.counterexample import Checked

_LONG = 400  # characters; a longer statement is folded


def word_html(word: str) -> str:
    """The verdict's word with a sign, so that colour is not needed to tell good from bad."""
    sign = "✓" if word in FINE else "?" if word == "UNDECIDED" else "–" if word == "NOTHING" else "✗"
    return sign if word == "NOTHING" else f"{sign}&nbsp;<b>{plain(word)}</b>"


def slack_html(margin: Fraction | None) -> str:
    """``slack at least 1/10``; empty where none is known to be left."""
    return f"slack at least {math(number_latex(margin))}" if margin is not None and margin > 0 else ""


def verdict_html(verdict: Verdict) -> str:
    """The word and what it means; the statement; margin, witness, reason, steps."""
    word, derived = verdict.status.value, is_derived(verdict.statement)
    return lines([
        f"{word_html(word)} &nbsp; {plain(sentence(word, verdict.axioms, derived))}", statement_html(verdict.statement),
        slack_html(verdict.margin), f"{_at(verdict)}: {point_html(verdict.witness)}" if verdict.witness else "",
        plain(verdict.reason), plain(rules(verdict)),
    ])


def _at(verdict: Verdict) -> str:
    """What a point stands for: it shows that a claim fails, or is the one at which it was found to hold."""
    return "at" if verdict.status is Status.CONFIRMED else "witness"


def verdict_latex(verdict: Verdict) -> str:
    """The word, and the witness or the least slack."""
    more = ""
    if verdict.witness:
        more = rf" \quad \text{{at }} {point_html(verdict.witness).strip('$')}"
    elif verdict.margin is not None and verdict.margin > 0:
        more = rf" \quad \text{{slack}} \ge {number_latex(verdict.margin)}"
    return rf"$\mathrm{{{latex_text(verdict.status.value)}}}{more}$"


def verdict_text(verdict: Verdict) -> str:
    """Word, statement, witness, reason, one below the other."""
    parts = [verdict.status.value, f"  {conclusion(verdict.statement)}"]
    parts += [f"  {_at(verdict)}: {point_text(verdict.witness)}"] if verdict.witness else []
    parts += [f"  axioms: {listing(verdict.axioms)}"] if verdict.axioms else []
    return "\n".join([*parts, *([f"  {verdict.reason}"] if verdict.reason else [])])


def decision_html(decision: Decision) -> str:
    """The verdict; the time is left out, so that a notebook run again says the same."""
    return verdict_html(decision.verdict)


def decision_latex(decision: Decision) -> str:
    """The verdict."""
    return verdict_latex(decision.verdict)


def decision_text(decision: Decision) -> str:
    """The verdict."""
    return verdict_text(decision.verdict)


def checked_html(checked: Checked) -> str:
    """How many points were looked at, and that this is no proof."""
    return plain(checked_text(checked))


def checked_latex(checked: Checked) -> str:
    """The same."""
    return rf"$\text{{{latex_text(checked_text(checked))}}}$"


def checked_text(checked: Checked) -> str:
    """The same."""
    left = f", undecided at {checked.undecided} of them" if checked.undecided else ""
    return f"no counterexample at {counted(checked.points, 'exact point')} of the domain{left}; evidence, no proof"


def is_derived(statement: str) -> bool:
    """Whether a verdict's statement is that of a derivation, with its setting."""
    return statement.startswith("THEN ") or "; THEN " in statement


def statement_html(statement: str) -> str:
    """The kernel's own text of what it proved; of a derivation the results, its setting folded away."""
    if not is_derived(statement):
        return folded("the statement", code(statement)) if len(statement) > _LONG else code(statement)
    return lines([code(conclusion(statement)), folded("with its setting", code(statement))])


def rules(verdict: Verdict) -> str:
    """``3 steps: 1 concave, 2 enclosure``."""
    if not verdict.rules:
        return ""
    each = ", ".join(f"{count} {rule}" for rule, count in sorted(verdict.rules.items()))
    return f"{counted(sum(verdict.rules.values()), 'step')}: {each}"
