# SPDX-License-Identifier: Apache-2.0
"""(statement, proof) -> Verdict, or Rejected(reason).

The only maker of the verdicts PROVED, REFUTED, VACUOUS and DOMAIN_ERROR. Whatever the data, only Rejected is raised.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Any

from proofcheck.kernel import interval as iv
from proofcheck.kernel import rules_algebra as algebra
from proofcheck.kernel import rules_calculus as calculus
from proofcheck.kernel import rules_leaf as leaf
from proofcheck.kernel import rules_region as region_rules
from proofcheck.kernel.calculus import Condition, conditions
from proofcheck.kernel.evaluate import NEG, POS, ZER, enclosure, fails, interval_sign, meets
from proofcheck.kernel.goal import Goal, Replay
from proofcheck.kernel.normal import Normalizer
from proofcheck.kernel.region import Region, difference, point_region, statement_region
from proofcheck.kernel.statement import Statement, statement_from_json
from proofcheck.kernel.term import MINUS_ONE, Term, rational, substitute, to_text
from proofcheck.kernel.verdict import Rejected, Status, Verdict

FORMAT, VERSION = "proofcheck-certificate", 1
DERIVATION = "proofcheck-derivation"
MAX_BYTES = 32_000_000
_MARGIN_BITS = 1024
_EXHAUSTED = (RecursionError, MemoryError, OverflowError, ValueError)
_PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)

RULES = {
    "sign": leaf.rule_sign, "enclosure": leaf.rule_enclosure, "zero": leaf.rule_zero, "excluded": leaf.rule_excluded,
    "fact": leaf.rule_fact, "bound": leaf.rule_bound, "bernstein": leaf.rule_bernstein, "split": leaf.rule_split,
    "integers": leaf.rule_integers, "cases": leaf.rule_cases, "both": leaf.rule_both, "nonzero": leaf.rule_nonzero,
    "rewrite": algebra.rule_rewrite, "product": algebra.rule_product, "combine": algebra.rule_combine,
    "apply": algebra.rule_apply, "cut": algebra.rule_cut,
    "monotone": calculus.rule_monotone, "concave": calculus.rule_concave,
    "weaken": region_rules.rule_weaken, "narrow": region_rules.rule_narrow, "substitute": region_rules.rule_substitute,
    "eliminate": region_rules.rule_eliminate, "abstract": region_rules.rule_abstract,
    "generalize": region_rules.rule_generalize,
}


def check(statement: Statement, proof: Any) -> Verdict:
    """Replay a proof of (or a witness about) a statement; raises Rejected with the rule, the reason and the place."""
    try:  # Whatever made the statement: its JSON form is what is proved.
        return _check(statement_from_json(statement.to_json()), proof)
    except _EXHAUSTED as problem:  # Too deep for the stack, or a number with too many digits to be shown.
        raise Rejected("limits", f"too deep or too large: {type(problem).__name__}") from None


def _check(statement: Statement, proof: Any) -> Verdict:
    if not isinstance(proof, dict):
        raise Rejected("certificate", "a proof must be an object")
    region, terms = statement_region(statement)
    kind = proof.get("verdict")
    if kind in ("REFUTED", "DOMAIN_ERROR"):
        return _check_witness(statement, region, terms, proof)
    if kind not in ("PROVED", "VACUOUS"):
        words = "PROVED, REFUTED, VACUOUS or DOMAIN_ERROR"
        raise Rejected("certificate", f"verdict must be {words}, found {str(kind)[:40]!r}")
    replay = Replay(RULES)
    if kind == "VACUOUS":
        _check_defined(terms[:-2], proof, replay)
        replay.prove(Goal(region, ">", MINUS_ONE), proof.get("empty"), "empty")
        return _verdict(Status.VACUOUS, statement, replay, reason="the hypotheses cannot all hold")
    if any(r.is_empty() for r in region.ranges.values()):
        raise Rejected("statement", "a range is empty: the claim is vacuous")
    _check_defined(terms, proof, replay)
    relation, f = difference(statement.goal)
    margin = replay.prove(Goal(region, relation, f), proof.get("goal"), "goal")
    return _verdict(Status.PROVED, statement, replay, _short(margin), _inhabited(region, proof))


def _short(margin: Fraction) -> Fraction:
    """A lower bound of the margin, at most 2**_MARGIN_BITS and with a denominator below it, so that it can be shown."""
    if margin > 2**_MARGIN_BITS:
        return Fraction(2**_MARGIN_BITS)
    if margin.denominator.bit_length() <= _MARGIN_BITS:
        return margin
    return Fraction(floor(margin * 2**_MARGIN_BITS), 2**_MARGIN_BITS)


def _verdict(
    status: Status, statement: Statement, replay: Replay, margin: Fraction | None = None, reason: str = ""
) -> Verdict:
    return Verdict(status, statement.text(), statement.digest(), margin, (), dict(replay.counts), None, reason)


def _check_defined(terms: list[tuple[Region, Term]], proof: dict[str, Any], replay: Replay) -> None:
    """Every sub-term is defined where its part of the statement is read; "defined" holds one list of steps per term."""
    lists = proof.get("defined", [])
    if not isinstance(lists, list):
        raise Rejected("certificate", "defined must be a list of lists")
    given: list[Condition] = []
    for k, (region, term) in enumerate(terms):
        replay.defined(region, term, {"defined": lists[k] if k < len(lists) else []}, "defined", given)
        given += conditions(term)


def _inhabited(region: Region, proof: dict[str, Any]) -> str:
    """Empty when some exact point is shown to satisfy all hypotheses; else a note."""
    if not region.facts:
        return ""
    if "inhabited" not in proof:
        return "no point was given at which all hypotheses hold"
    _require_facts(region, point_region(region, _point(proof["inhabited"])), _Signs())
    return ""


def _point(data: Any) -> dict[str, Fraction]:
    if not isinstance(data, dict):
        raise Rejected("witness", "must be an object of exact rationals")
    return {name: rational(value) for name, value in data.items()}


class _Signs:
    """Signs of closed terms that are defined, with one memory: the normal form asks for those of sub-terms."""

    def __init__(self) -> None:
        self._known: dict[Term, int] = {}
        self._normal = Normalizer(lambda condition: meets(self(condition[1]), condition[0]))

    def __call__(self, term: Term) -> int:
        """One of NEG, ZER, POS, or all three together when it cannot be told."""
        if term not in self._known:
            self._known[term] = self._exact(term) or _enclosed_sign(term)
        return self._known[term]

    def _exact(self, term: Term) -> int:
        try:
            value = self._normal(term).number()
        except Rejected:
            return 0
        return 0 if value is None else ZER if value == 0 else POS if value > 0 else NEG


def _enclosed_sign(term: Term) -> int:
    for precision in _PRECISIONS:
        try:
            sign = interval_sign(enclosure(term, {}, precision))
        except iv.Undefined:
            break
        if sign in (NEG, ZER, POS):
            return sign
    return NEG | ZER | POS


def _check_witness(
    statement: Statement, region: Region, terms: list[tuple[Region, Term]], proof: dict[str, Any]
) -> Verdict:
    values = _point(proof.get("witness"))
    point, sign_at = point_region(region, values), _Signs()
    failed = _first_undefined(terms, point, sign_at)
    if proof["verdict"] == "DOMAIN_ERROR":
        if failed is None:
            raise Rejected("witness", "no sub-term is certainly undefined at the point")
        where, (relation, g) = failed
        _require_facts(where, point, sign_at)
        reason = f"undefined there: it needs {to_text(g)} {relation} 0"
        return _point_verdict(Status.DOMAIN_ERROR, statement, values, reason)
    if failed is not None:
        relation, g = failed[1]
        raise Rejected("witness", f"the claim is not defined at the point: {to_text(g)} {relation} 0 fails")
    _require_facts(region, point, sign_at)
    relation, f = difference(statement.goal)
    sign = sign_at(substitute(f, point))
    if not fails(sign, relation):
        raise Rejected("witness", "the goal is not certainly false at the point")
    return _point_verdict(Status.REFUTED, statement, values, "")


def _point_verdict(status: Status, statement: Statement, values: Mapping[str, Fraction], reason: str) -> Verdict:
    shown = {name: str(value) for name, value in values.items()}
    return Verdict(status, statement.text(), statement.digest(), None, (), {"witness": 1}, shown, reason)


def _require_facts(region: Region, point: Mapping[str, Term], sign_at: _Signs) -> None:
    for relation, g in region.facts:
        if not meets(sign_at(substitute(g, point)), relation):
            raise Rejected("witness", f"the hypothesis {to_text(g)} {relation} 0 does not certainly hold at the point")


def _first_undefined(
    terms: list[tuple[Region, Term]], point: Mapping[str, Term], sign_at: _Signs
) -> tuple[Region, Condition] | None:
    """The first condition of definedness that certainly fails at the point; raises Rejected when one cannot be told."""
    for region, term in terms:
        for relation, g in conditions(term):
            sign = sign_at(substitute(g, point))
            if meets(sign, relation):
                continue
            if not fails(sign, relation):
                raise Rejected("witness", f"it cannot be told whether {to_text(g)} {relation} 0 at the point")
            return region, (relation, g)
    return None


def replay(document: Any) -> Verdict:
    """Replay a whole certificate document (FORMAT.md): format, version and digest are checked first."""
    if isinstance(document, dict) and document.get("format") == DERIVATION:
        from proofcheck.kernel import derivation  # late: single claims need none of it

        try:
            return derivation.replay_derivation(document, check)
        except (*_EXHAUSTED, TypeError, KeyError, IndexError, AttributeError) as problem:
            raise Rejected("document", f"malformed, or too deep or large: {type(problem).__name__}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Rejected("document", f"this is no {FORMAT}")
    version = document.get("version")
    if type(version) is not int or version != VERSION:
        raise Rejected("document", f"this version is not supported; expected {VERSION}")
    try:
        statement = statement_from_json(document.get("statement"))
        digest = statement.digest()
    except _EXHAUSTED as problem:
        raise Rejected("limits", f"too deep or too large: {type(problem).__name__}") from None
    if document.get("digest") != digest:
        raise Rejected("digest", "the digest does not belong to the statement")
    return check(statement, document.get("proof"))


def read(text: str) -> Any:
    """Decode a certificate document: strict JSON without floats or repeated keys; raises Rejected."""
    if len(text) > MAX_BYTES:
        raise Rejected("document", f"larger than {MAX_BYTES} characters")
    try:
        return json.loads(text, parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_unique)
    except RecursionError:
        raise Rejected("document", "nested too deeply") from None
    except ValueError as problem:
        raise Rejected("document", f"not JSON: {str(problem)[:120]}") from None


def _no_float(text: str) -> Any:
    raise Rejected("document", f"the number {text[:40]} is not exact: write a string such as \"1/2\"")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Rejected("document", "a key occurs twice in one object")
    return found
