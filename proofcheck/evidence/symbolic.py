# SPDX-License-Identifier: Apache-2.0
"""The symbolic look: what SymPy itself says of the sign of a claim's slack, and in which words.

Asked in turn, each answer taken as it comes: does the difference simplify to 0; its sign under the assumptions of the
domain; the sign of a derivative and the value at the end it points to; the minimum on the interval, for one variable.
`simplify` is asked of identities only: on inequalities it cost most of the time and decided none of our examples.
Inequality hypotheses are not used (SymPy has no place for them); equalities that fix a variable are written out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import sympy
from sympy.calculus.util import minimum

from proofcheck.encode import to_sympy
from proofcheck.evidence.budget import OutOfTime, within
from proofcheck.evidence.terms import eliminate, rational_value
from proofcheck.kernel.statement import Statement, Variable
from proofcheck.kernel.term import Term

Outcome = Literal["agrees", "contradicts", "silent"]
BUDGET = 1.0
ROUNDS = 3
PIECES = (sympy.Min, sympy.Max, sympy.Abs, sympy.floor, sympy.ceiling)


@dataclass(frozen=True)
class Symbolic:
    """SymPy's answer: ``outcome`` beside the claim, ``text`` in the words of the SymPy call that gave it."""

    outcome: Outcome
    text: str


def symbolic(claim: Any, seconds: float = BUDGET) -> Symbolic:
    """Ask SymPy about a claim (or a kernel Statement) for at most about ``seconds``. **Guarantee:** none; evidence."""
    statement = claim if isinstance(claim, Statement) else claim.statement
    progress: list[str] = []
    try:
        answer: Symbolic = within(seconds, look, statement, progress)
    except OutOfTime:
        return Symbolic("silent", f"no answer within {seconds:g} s" + (f" ({progress[-1]})" if progress else ""))
    except Exception as error:  # noqa: BLE001  # SymPy raises nearly anything; its failure is the answer to report
        return Symbolic("silent", f"no answer: {type(error).__name__}")
    return answer


@dataclass
class _Question:
    """A slack over symbols that carry what their domains imply."""

    slack: Any
    strict: bool
    variables: tuple[Variable, ...]
    symbols: dict[str, Any]


def look(statement: Statement, progress: list[str]) -> Symbolic:
    """The questions in turn, without a time limit; ``progress`` receives the name of each as it is asked."""
    statement, _ = eliminate(statement)
    if statement.goal.op in ("==", "!="):
        return _identity(_question(statement).slack, statement.goal.op == "==", progress)
    for name, ask, relax in _questions(statement):
        progress.append(name)
        answer = _asked(ask, _question(_reals(statement) if relax else statement))
        if answer is not None and (answer.outcome == "agrees" or not _widened(statement, relax)):
            return answer
    return Symbolic("silent", "sign not decided")


def _questions(statement: Statement) -> Iterator[tuple[str, Callable[[_Question], Symbolic | None], bool]]:
    """What to ask, and whether over the reals even where a variable is an integer (a derivative makes sense there)."""
    yield "sign of the difference", _sign, False
    yield "sign of a derivative", _derivatives, True
    if len(statement.variables) == 1:
        yield "minimum", _minimum, True


def _widened(statement: Statement, relax: bool) -> bool:
    """Whether a question was asked over a larger domain than the claim's: then a negative answer says nothing."""
    return relax and (bool(statement.hypotheses) or any(v.kind == "int" for v in statement.variables))


def _reals(statement: Statement) -> Statement:
    return replace(statement, variables=tuple(replace(v, kind="real") for v in statement.variables))


def _asked(ask: Callable[[_Question], Symbolic | None], question: _Question) -> Symbolic | None:
    try:
        return ask(question)
    except (NotImplementedError, ValueError, TypeError, ArithmeticError, AttributeError, RecursionError):
        return None


def _question(statement: Statement) -> _Question:
    symbols: dict[str, Any] = {}
    for v in statement.variables:
        symbols[v.name] = _symbol(v, symbols)
    goal = statement.goal
    left, right = to_sympy(goal.left, symbols), to_sympy(goal.right, symbols)
    slack = right - left if goal.op in ("<=", "<") else left - right
    return _Question(slack, goal.op in ("<", ">"), statement.variables, symbols)


def _symbol(v: Variable, symbols: dict[str, Any]) -> Any:
    """A symbol with the assumptions that SymPy can carry: real, integer, and a sign where the bounds show one."""
    facts: dict[str, bool] = {"integer" if v.kind == "int" else "real": True}
    low, high = (None if end is None else to_sympy(end, symbols) for end in (v.lower, v.upper))
    if low is not None and (low.is_positive or (low.is_nonnegative and v.lower_open)):
        facts["positive"] = True
    elif low is not None and low.is_nonnegative:
        facts["nonnegative"] = True
    elif high is not None and (high.is_negative or (high.is_nonpositive and v.upper_open)):
        facts["negative"] = True
    elif high is not None and high.is_nonpositive:
        facts["nonpositive"] = True
    return sympy.Symbol(v.name, **facts)


# --- identities ---------------------------------------------------------------------------------------------------

_REWRITES: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("difference", lambda d: d),
    ("expand(difference)", sympy.expand),
    ("expand_log(difference)", lambda d: sympy.expand(sympy.expand_log(d))),
    ("simplify(difference)", sympy.simplify),
    ("simplify(expand_log(difference))", lambda d: sympy.simplify(sympy.expand_log(d))),
    ("simplify(rewrite(exp))", lambda d: sympy.simplify(d.rewrite(sympy.exp))),
    ("simplify(rewrite(Piecewise))", lambda d: sympy.simplify(d.rewrite(sympy.Piecewise))),
)


def _identity(difference: Any, equal: bool, progress: list[str]) -> Symbolic:
    for name, rewrite in _REWRITES:
        if "Piecewise" in name and len(difference.atoms(*PIECES)) != 1:
            continue  # nothing to rewrite, or too many cases for SymPy to combine
        progress.append(name)
        reduced = rewrite(difference)
        if reduced == 0 or reduced.is_zero:
            return Symbolic("agrees" if equal else "contradicts", f"{name} = 0")
        if reduced.is_number and reduced.is_nonzero:
            return Symbolic("contradicts" if equal else "agrees", f"{name} = {_short(reduced)}")
    return Symbolic("silent", "the difference does not simplify to 0")


# --- inequalities -------------------------------------------------------------------------------------------------

def _sign(question: _Question) -> Symbolic | None:
    return _sign_of(question, question.slack, "difference")


def _sign_of(question: _Question, slack: Any, name: str) -> Symbolic | None:
    forms: tuple[tuple[str, Callable[[], Any]], ...] = (
        (name, lambda: slack), (f"factor({name})", lambda: sympy.factor(slack)),
        (f"shifted {name}", lambda: _shifted(question, slack)))
    for words, form in forms:
        value = form()
        if value == 0:
            return Symbolic("contradicts" if question.strict else "agrees", f"{words} = 0")
        if value.is_positive:
            return Symbolic("agrees", f"{words} is_positive: True")
        if value.is_nonnegative and not question.strict:
            return Symbolic("agrees", f"{words} is_nonnegative: True")
        if value.is_negative or (question.strict and value.is_nonpositive):
            return Symbolic("contradicts", f"{words} is_nonnegative: False")
    return None


def _shifted(question: _Question, slack: Any) -> Any:
    """The expanded slack with x = lower + t (or upper - t), t >= 0, for every variable with a rational end."""
    values: dict[Any, Any] = {}
    for v in question.variables:
        end, direction = (v.lower, 1) if v.lower is not None else (v.upper, -1)
        number = None if end is None else _rational(end)
        if number is not None:
            step = sympy.Symbol(f"t_{v.name}", nonnegative=True, integer=True if v.kind == "int" else None)
            values[question.symbols[v.name]] = number + direction * step
    return sympy.expand(slack.xreplace(values)) if values else slack


def _rational(end: Term) -> Any:
    try:
        value = rational_value(end, {})
    except (ValueError, KeyError):
        return None
    return sympy.Rational(value.numerator, value.denominator)


def _derivatives(question: _Question) -> Symbolic | None:
    """Follow derivatives of known sign to the ends they point to, a few rounds, then ask for the sign there."""
    slack, steps = question.slack, []
    for _ in range(ROUNDS):
        moved = False
        for v in question.variables:
            x = question.symbols[v.name]
            if x not in slack.free_symbols or _named(question, v):
                continue
            face = _least_face(question, v, slack, x)
            if face is not None:
                slack, word = face
                steps.append(word)
                moved = True
        if not moved:
            break
    if not steps:
        return None
    answer = _sign_of(question, slack, f"with {', '.join(steps)}: the difference there")
    return answer if answer is None or answer.outcome == "agrees" else None


def _named(question: _Question, v: Variable) -> bool:
    """Whether another variable's bounds name this one: then it cannot be moved alone."""
    x = question.symbols[v.name]
    ends = (end for other in question.variables for end in (other.lower, other.upper) if end is not None)
    return any(x in to_sympy(end, question.symbols).free_symbols for end in ends)


def _least_face(question: _Question, v: Variable, slack: Any, x: Any) -> tuple[Any, str] | None:
    slope = sympy.diff(slack, x)
    forms: tuple[Callable[[], Any], ...] = (
        lambda: slope, lambda: sympy.factor(slope), lambda: _shifted(question, slope))
    for make in forms:
        form = make()
        if form.is_nonnegative:
            end, direction = v.lower, "nonnegative"
        elif form.is_nonpositive:
            end, direction = v.upper, "nonpositive"
        else:
            continue
        if end is None:
            return None
        at = to_sympy(end, question.symbols)
        value = slack.subs(x, at)
        if value.is_finite is not True:
            return None
        return value, f"d/d{v.name} is_{direction}: True, {v.name} = {_short(at)}"
    return None


def _minimum(question: _Question) -> Symbolic | None:
    """SymPy's `minimum` (of the closure where an end is open, so that a value of 0 decides only a weak claim)."""
    if question.slack.has(*PIECES):
        return None  # SymPy has no answer there, and takes a second to find that out
    v = question.variables[0]
    low, high = (fallback if end is None else to_sympy(end, {})
                 for end, fallback in ((v.lower, -sympy.oo), (v.upper, sympy.oo)))
    x = sympy.Symbol(v.name, real=True)
    slack = question.slack.xreplace({question.symbols[v.name]: x})
    interval = sympy.Interval(low, high, v.lower_open, v.upper_open)
    least = minimum(slack, x, interval)
    text = f"minimum on {interval} = {_short(least)}"
    if least.is_positive or (least.is_nonnegative and not question.strict):
        return Symbolic("agrees", text)
    if least.is_negative:
        return Symbolic("contradicts", text)
    return None


def _short(expression: Any) -> str:
    text = str(expression)
    return text if len(text) <= 60 else text[:57] + "..."
