# SPDX-License-Identifier: Apache-2.0
"""Derivation documents: a context, proved claims, and steps, each by one rule schema; replayed to one statement."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from proofcheck.kernel import derivation_expectation as expectation
from proofcheck.kernel import derivation_logic as logic
from proofcheck.kernel import derivation_sums as sums
from proofcheck.kernel.derivation_context import (
    Derivation,
    fresh,
    needed_symbols,
    new_fact,
    open_context,
    sound,
    table,
)
from proofcheck.kernel.derivation_import import import_fact
from proofcheck.kernel.derivation_logic import need
from proofcheck.kernel.derivation_scope import Fact, Scope, Symbol
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.derivation_terms import Rel, from_json
from proofcheck.kernel.statement import Statement, statement_from_json
from proofcheck.kernel.term import Term, digest, var
from proofcheck.kernel.verdict import Rejected, Status, Verdict

FORMAT, VERSION = "proofcheck-derivation", 1
MAX_STEPS = 5_000
Check = Callable[[Statement, Any], Verdict]
Schema = Callable[[Theory, Scope, Rel, dict[str, Any]], None]

SCHEMAS: dict[str, Schema] = {
    "use": logic.rule_use, "calc": logic.rule_calc, "evident": logic.rule_evident, "equal": logic.rule_equal,
    "induction": logic.rule_induction, "cases": logic.rule_cases, "indicator": logic.rule_indicator,
    "integers": logic.rule_integers, "witness": logic.rule_witness,
    "termwise": sums.rule_termwise, "linear": sums.rule_linear, "swap": sums.rule_swap, "split": sums.rule_split,
    "ends": sums.rule_ends, "tail": sums.rule_tail, "subset": sums.rule_subset, "member": sums.rule_member,
    "divide": sums.rule_divide, "count": sums.rule_count, "limit": sums.rule_limit, "layers": sums.rule_layers,
    "monotone": expectation.rule_monotone, "independent": expectation.rule_independent,
    "tower": expectation.rule_tower, "jensen": expectation.rule_jensen, "shift": expectation.rule_shift,
}
CONVERGE = frozenset({"termwise", "linear", "swap", "split", "tail", "limit", "layers", "cases"})
"""The schemas that show of an infinite series on the left of their goal that it converges."""


def replay_derivation(document: Any, check: Check) -> Verdict:
    """Replay a derivation document; ``check`` replays the kernel certificates in it. Raises Rejected."""
    d = replay_steps(document, check)
    statement = proved(d, document)
    stamp = digest(statement)
    need("digest", document.get("digest", stamp) == stamp, "the digest does not belong to the statement")
    status = Status.CONDITIONAL if d.axioms else Status.PROVED
    return Verdict(status, statement, stamp, Fraction(0), tuple(sorted(d.axioms)), d.counts)


def proved(d: Derivation, document: dict[str, Any]) -> str:
    """What a replayed document proves: setting, definitions, results, and those of the theories that it puts beside."""
    steps = document["steps"]
    names = document.get("result", [steps[-1].get("id")] if steps else [])
    names = [names] if isinstance(names, str) else names
    if not isinstance(names, list) or not names or not all(n in d.theory.facts for n in names):
        raise Rejected("derivation", "the result is not the name of a step, or a list of such names")
    assumed = [name for name in names if name in d.theory.assumed and name not in d.citations]
    need("derivation", not assumed, f"an assumption cannot be the result: {assumed[:1]}")
    facts = " and ".join(d.theory.facts[name].text() for name in names)
    beside = document.get("beside", [])
    if not isinstance(beside, list) or not all(name in d.theories for name in beside):
        raise Rejected("derivation", "beside must name theories of the document")
    also = [f"AND: {proved(d.theories[name], document['theories'][name])}" for name in beside]
    own = list(d.citations)
    cited = [_cited(d, name) if name in own else f"BY AN INSTANCE OF ({text})" for name, text in d.axioms.items()]
    return "; ".join([*d.context, *setting(d, [*names, *own]), *cited, f"THEN {facts}", *also])


def _cited(d: Derivation, name: str) -> str:
    return f"BY the axiom {json.dumps(name)}, {json.dumps(d.citations[name])}: {d.theory.facts[name].text()}"


def setting(d: Derivation, names: list[str]) -> list[str]:
    """The definitions that the words of facts rest on and the hypotheses, in the order in which they were made."""
    needed = needed_symbols(d, names)
    words = {*d.hypotheses, *(f"def.{symbol}" for symbol in needed)}
    given = ["E(., m) is given F_m, in any filtration to which all of these are adapted and of which the families at "
             "later times are independent"] if "E" in needed else []
    return given + [fact.text() for key, fact in d.theory.facts.items() if key in words]


def replay_steps(document: Any, check: Check, make: type[Theory] = Theory) -> Derivation:
    """The context and all steps of a document, replayed."""
    if not isinstance(document, dict) or document.get("format") != FORMAT or document.get("version") is not VERSION:
        raise Rejected("document", f"this is no {FORMAT} of version {VERSION}")
    context, steps = document.get("context"), document.get("steps")
    if not isinstance(context, dict) or not isinstance(steps, list):
        raise Rejected("document", "needs a context and steps")
    d = open_context(context, make)
    for name, claim in table(document, "claims").items():
        d.theory.claims[name] = check_claim(name, claim, check, d.counts)
    theories = {name: replay_steps(inner, check, make) for name, inner in table(document, "theories").items()}
    d.theories = theories
    for inner in theories.values():
        for axiom, line in inner.axioms.items():
            need("axiom", d.axioms.setdefault(axiom, line) == line, f"two axioms are called {axiom[:60]}")
        for rule, count in inner.counts.items():
            d.counts[rule] = d.counts.get(rule, 0) + count
    need("document", len(steps) <= MAX_STEPS, "too many steps")
    for step in steps:
        one_step(d, step, theories)
    return d


def check_claim(name: str, claim: Any, check: Check, counts: dict[str, int]) -> Statement:
    """The statement of a claim whose certificate proves it."""
    if not isinstance(claim, dict):
        raise Rejected("claim", f"{name[:60]} must be an object")
    statement = statement_from_json(claim.get("statement"))
    try:
        verdict = check(statement, claim.get("proof"))
    except Rejected as problem:
        raise Rejected(problem.rule, problem.reason, (f"claim {name}", *problem.path)) from None
    need("claim", verdict.status is Status.PROVED, f"{name} is {verdict.status.value}, not proved")
    for rule, count in verdict.rules.items():
        counts[rule] = counts.get(rule, 0) + count
    return statement


def one_step(d: Derivation, step: Any, theories: dict[str, Derivation]) -> None:
    """Replay one step, and add its fact to the theory."""
    name = str(step.get("id", step.get("name")))[:100] if isinstance(step, dict) else "?"
    try:
        if not isinstance(step, dict):
            raise Rejected("derivation", "a step must be an object")
        d.theory.begin(step)
        rule = step.get("rule")
        if rule == "define":
            _define(d.theory, step)
        elif rule == "import":
            import_fact(d, step, theories)
        elif rule == "assume":
            _assume(d, step)
        elif rule == "axiom":
            _axiom(d, step)
        elif isinstance(rule, str) and rule in SCHEMAS:
            label, fact = new_fact(d.theory, step)
            SCHEMAS[rule](d.theory, fact.scope, fact.rel, step)
            sound(d.theory, fact, rule in CONVERGE)
            d.theory.facts[label] = fact
        else:
            raise Rejected("derivation", f"unknown rule {str(rule)[:40]!r}")
        need("derivation", not d.theory.proofs, "more proofs than obligations")
        d.counts[f"step:{rule}"] = d.counts.get(f"step:{rule}", 0) + 1
    except Rejected as problem:
        raise Rejected(problem.rule, problem.reason, (f"step {name}", *problem.path)) from None


def _define(th: Theory, step: dict[str, Any]) -> None:
    """A new symbol f(binders) = body, defined for all values of the binders and bounded; elsewhere f is not used.

    Source: conservative extension by a definition; Enderton, A Mathematical Introduction to Logic, section 2.7.
    """
    name, scope = fresh(th, step), th.binders(step.get("binders", []), Scope())
    body = from_json(step.get("body"))
    th.well_defined(scope, body)
    atoms, time = th.atoms(body), var(scope.binders[0].name) if scope.binders else None
    random = None
    if atoms:
        now = all(kind == "instant" and time is not None and t is not None and th.same(t, time) for t, kind in atoms)
        random = "instant" if now else "adapted" if time is not None and th.measurable(body, time) else "random"
        th.check_bounded(scope, body)
    integer = not atoms and th.integer(scope, body)
    th.symbols[name] = Symbol("defined", scope.binders, random, integer=integer)
    here = Term("fn", (var(name), *(var(b.name) for b in scope.binders)))
    th.assume(f"def.{name}", Fact(scope, ("==", here, body)))


def _assume(d: Derivation, step: dict[str, Any]) -> None:
    """A hypothesis about what has been defined so far: part of the setting, and printed with every statement.

    With a citation it is an axiom as well: a cited fact about a number for which a parameter stands, say.
    """
    name, fact = new_fact(d.theory, step)
    sound(d.theory, fact)
    d.theory.assume(name, fact)
    d.hypotheses.append(name)
    if "citation" in step:
        _cite(d, name, fact, step)


def _axiom(d: Derivation, step: dict[str, Any]) -> None:
    """A theorem taken from the literature, for all that the context declares, so also for what `import` puts there.

    It is named, cited, and printed; the verdict becomes CONDITIONAL.
    """
    name, fact = new_fact(d.theory, step)
    sound(d.theory, fact)
    _cite(d, name, fact, step)


def _cite(d: Derivation, name: str, fact: Fact, step: dict[str, Any]) -> None:
    citation = step.get("citation")
    need("axiom", isinstance(citation, str) and bool(citation), "an axiom needs a citation")
    need("axiom", name not in d.axioms, f"two axioms are called {name[:60]}")
    d.theory.facts[name], d.citations[name] = fact, str(citation)
    d.axioms[name] = "; ".join([*d.context, *setting(d, [name]), _cited(d, name)])
