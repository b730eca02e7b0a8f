# SPDX-License-Identifier: Apache-2.0
"""Where a claim holds with equality: faces of the domain, and points of the certificate, decided exactly.

Only what the kernel's normal form shows is reported; a claim may touch elsewhere too, and the words say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from proofcheck.kernel.calculus import minus
from proofcheck.kernel.goal import Goal
from proofcheck.kernel.region import Region, statement_region
from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import Term, num, rational, substitute, variables
from proofcheck.kernel.verdict import Rejected
from proofcheck.report.trace import Trace

_MOST_CANDIDATES = 64
Point = Mapping[str, Fraction]


@dataclass(frozen=True)
class Contact:
    """Equality wherever these variables have these values (all other variables free); nothing fixed: everywhere."""

    at: Point


def contacts(statement: Statement, trace: Trace | None = None) -> list[Contact]:
    """Where both sides are equal: identically, on a face, or at a corner or point of the certificate. Exact."""
    f = minus(statement.goal.left, statement.goal.right)
    region = statement_region(statement)[0]
    found: list[Contact] = []
    for at in _candidates(statement, region, trace):
        implied = any(all(at.get(name) == value for name, value in c.at.items()) for c in found)
        if not implied and _inside(region, at) and _vanishes(region, f, at):
            found.append(Contact(at))
    return found


def _candidates(statement: Statement, region: Region, trace: Trace | None) -> Iterator[Point]:
    """No variable fixed, then one, then two, ...: ends that belong to the domain, and values that the proof names."""
    used = variables(statement.goal.left) | variables(statement.goal.right)
    values = {name: sorted(_values(name, region, trace)) for name in region.ranges if name in used}
    options = [[(name, None), *((name, value) for value in some)] for name, some in values.items()]
    count = 1
    for some in options:
        count *= len(some)
    if count > _MOST_CANDIDATES:
        options = [[*some[:3]] for some in options[:3]]
    points = ({name: value for name, value in choice if value is not None} for choice in product(*options))
    yield from sorted(points, key=lambda at: (len(at), [(name, at[name]) for name in sorted(at)]))


def _values(name: str, region: Region, trace: Trace | None) -> set[Fraction]:
    r = region.ranges[name]
    found = {end for end, open_end in ((r.lo, r.lo_open), (r.hi, r.hi_open)) if end is not None and not open_end}
    return {value for value in found | set(_named(name, trace)) if value.denominator < 10**6}


def _named(name: str, trace: Trace | None) -> Iterable[Fraction]:
    """The values of a variable at which a certificate splits."""
    for node in trace.nodes() if trace else ():
        if name in node.goal.region.ranges and node.rule == "split" and node.step.get("variable") == name:
            yield rational(node.step.get("at"))


def _inside(region: Region, at: Point) -> bool:
    """Whether the face meets the domain: its values lie in their ranges, and what they decide of the facts holds."""
    if not all(region.ranges[name].contains(value) for name, value in at.items()):
        return False
    face = _face(region, at)
    return all(variables(g) or Region({}).certainly((relation, g)) for relation, g in face.facts)


def _face(region: Region, at: Point) -> Region:
    values = {name: num(value) for name, value in at.items()}
    ranges = {name: r for name, r in region.ranges.items() if name not in at}
    return Region(ranges, tuple((relation, substitute(g, values)) for relation, g in region.facts))


def _vanishes(region: Region, f: Term, at: Point) -> bool:
    here = substitute(f, {name: num(value) for name, value in at.items()})
    try:
        return Goal(_face(region, at), "==", here).normalizer().is_zero(here)
    except Rejected:
        return False
