# SPDX-License-Identifier: Apache-2.0
"""Which statement is confirmed by which function. To add one, write a line.

A function is either evaluated on every law and epsilon (`laws`) or on instances of its own (`alone`); it may yield
instances of several statements. `digest` pins the text of the statement that its author had before him: where a
library says something else under the same identifier, nothing is confirmed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from proofcheck.exact import confirm_clock as clock
from proofcheck.exact import confirm_groups as groups
from proofcheck.exact import confirm_lemma5 as five
from proofcheck.exact import confirm_tails as tails
from proofcheck.exact import steps
from proofcheck.exact.instance import Instance
from proofcheck.exact.record import Case


@dataclass(frozen=True)
class Row:
    """How a statement is confirmed."""

    digest: str
    laws: Callable[[Instance], Iterator[Case]] | None = None
    alone: Callable[[], Iterator[Case]] | None = None


ROWS: dict[str, Row] = {
    "lemma1.hoeffding": Row("", alone=tails.hoeffding),
    "lemma1": Row("", alone=tails.lemma1),
    "lemma4.s1": Row("", laws=clock.first_block),
    "lemma4.s2": Row("", alone=clock.rounds_played),
    "lemma4.s3": Row("", laws=clock.choice),
    "lemma4.s5": Row("", alone=clock.partition),
    "lemma4": Row("", laws=clock.lemma4),
    "lemma5.split": Row("", laws=five.split),
    "lemma5.small.s1": Row("", laws=steps.pointwise),
    "lemma5.small.s2": Row("", laws=steps.tails),
    "lemma5.small.s3": Row("", laws=steps.tails),
    "lemma5.small.eq4": Row("", laws=five.equation4),
    "lemma5.small.s5": Row("", laws=groups.membership),
    "lemma5.small.s6": Row("", laws=groups.early),
    "lemma5.small.s6.pathwise": Row("", laws=groups.mass),
    "lemma5.small.s11": Row("", laws=groups.late),
    "lemma5.small.s12": Row("", laws=groups.whole),
    "lemma5.small.s13": Row("", laws=groups.all_groups),
    "lemma5.small.eq5": Row("", laws=five.equation5),
    "lemma5.large.s1": Row("", laws=steps.pointwise),
    "lemma5.large.s3": Row("", laws=steps.jensen),
    "lemma5.large.s4": Row("", laws=steps.moments),
    "lemma5.large.s8": Row("", laws=steps.pointwise),
    "lemma5.large.s10": Row("", laws=steps.drift),
    "lemma5.large.eq6": Row("", laws=five.equation6),
    "lemma5": Row("", laws=five.lemma5),
    "thm1": Row("", laws=clock.theorem),
    "comp.f7": Row("", alone=tails.azuma),
}
"""In the order of the two sources."""


def digest(statement: str) -> str:
    """The short digest of a statement's text that pins a row."""
    return sha256(statement.encode()).hexdigest()[:8]
