# SPDX-License-Identifier: Apache-2.0
"""Perturb every constant of a derivation document, one at a time, and see where the replay stops.

``python tests/derive/sabotage.py lemma5`` prints the count and every survivor.
"""

import copy
import json
import sys
from dataclasses import replace
from fractions import Fraction

from proofcheck.kernel import derivation as kernel
from proofcheck.kernel.check import check
from proofcheck.kernel.derivation_context import open_context
from proofcheck.kernel.derivation_state import Theory
from proofcheck.kernel.verdict import Rejected

SKIP = {"id", "rule", "name", "claim", "theory", "fact", "proofs", "variable", "element", "kind", "citation"}
FACTORS = (Fraction(11, 10), Fraction(9, 10))


def constants(data, path=()):
    """The places of the rational constants in a step's terms (not in its proofs)."""
    if isinstance(data, str):
        try:
            Fraction(data)
        except ValueError:
            return
        yield path
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in SKIP:
                yield from constants(value, (*path, key))
    elif isinstance(data, list):
        for k, value in enumerate(data):
            yield from constants(value, (*path, k))


def put(data, path, value):
    changed = copy.deepcopy(data)
    spot = changed
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = str(value)
    return changed


def get(data, path):
    for key in path:
        data = data[key]
    return Fraction(data)


def clone(d):
    theory = copy.copy(d.theory)
    theory.symbols, theory.facts = dict(d.theory.symbols), dict(d.theory.facts)
    theory.assumed, theory.proofs = list(d.theory.assumed), []
    return replace(d, theory=theory, counts=dict(d.counts), hypotheses=list(d.hypotheses), axioms=dict(d.axioms))


def run(d, steps, theories):
    """The step that fails, or None."""
    for step in steps:
        try:
            kernel.one_step(d, step, theories)
        except Rejected:
            return str(step.get("id") or step.get("name"))
    return None


def claims_of(d, document):
    for name, claim in document["claims"].items():
        d.theory.claims[name] = kernel.check_claim(name, claim, check, {})
    return d


def sabotage(document, every=1):
    """(where, old, new, step that failed or None) for each perturbed constant of steps, context and claims."""
    theories = {n: kernel.replay_steps(t, check) for n, t in document["theories"].items()}
    base = claims_of(open_context(document["context"], Theory), document)
    done = []
    for place in list(constants(document["context"]))[::every]:
        for factor in FACTORS:
            old = get(document["context"], place)
            new = old * factor if old else factor - 1
            try:
                d = open_context(put(document["context"], place, new), Theory)
            except Rejected:
                done.append((("context", *place), old, new, "context"))
                continue
            d.theory.claims = dict(base.theory.claims)
            done.append((("context", *place), old, new, run(d, document["steps"], theories)))
    number = 0
    for k, step in enumerate(document["steps"]):
        for place in constants(step):
            number += 1
            if number % every:
                continue
            for factor in FACTORS:
                old = get(step, place)
                new = old * factor if old else factor - 1
                d = clone(base)
                done.append(((step.get("id", step.get("name")), *place), old, new,
                             run(d, [put(step, place, new), *document["steps"][k + 1:]], theories)))
        kernel.one_step(base, step, theories)
    return done


def report(done):
    """Perturbations, and the constants that survive in both directions."""
    alive = {}
    for where, old, _, failed in done:
        alive.setdefault((where, old), []).append(failed is None)
    both = [(where, old) for (where, old), flags in alive.items() if all(flags)]
    one = [(where, old) for (where, old), flags in alive.items() if any(flags) and not all(flags)]
    return {"perturbations": len(done), "caught": sum(f is not None for *_, f in done), "constants": len(alive),
            "one direction survives": one, "both directions survive": both}


if __name__ == "__main__":
    from proofcheck.derive.rows import document_path
    from proofcheck.library import default_library_path

    for name in sys.argv[1:]:
        found = report(sabotage(json.loads(document_path(default_library_path(), name).read_text(encoding="utf-8"))))
        sys.stdout.write(f"{name}: {found['perturbations']} perturbations of {found['constants']} constants, "
                         f"{found['caught']} caught\n")
        for title in ("one direction survives", "both directions survive"):
            sys.stdout.write(f"  {title}: {len(found[title])}\n")
            for where, old in found[title]:
                sys.stdout.write(f"    {' '.join(map(str, where))}  {old}\n")
