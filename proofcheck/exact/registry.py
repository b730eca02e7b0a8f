# SPDX-License-Identifier: Apache-2.0
"""Which statement is confirmed by which function. To add one, write a line.

A function is either evaluated on every law and epsilon (`laws`) or on instances of its own (`alone`); it may yield
instances of several statements. `digest` pins the whole text of the statement that its author had before him, ranges,
definitions, assumptions and conclusion: where a library says something else under the same identifier, nothing is
confirmed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from proofcheck.exact import confirm_clock as clock
from proofcheck.exact import confirm_composition as composed
from proofcheck.exact import confirm_groups as groups
from proofcheck.exact import confirm_hedge as hedge
from proofcheck.exact import confirm_lemma5 as five
from proofcheck.exact import confirm_privacy as privacy
from proofcheck.exact import confirm_tails as tails
from proofcheck.exact import confirm_worst_case as extreme
from proofcheck.exact import steps
from proofcheck.exact.instance import Instance
from proofcheck.exact.record import Case


@dataclass(frozen=True)
class Row:
    """How a statement is confirmed; `of` says what the instances are of, where it is not the statement as it stands."""

    digest: str
    laws: Callable[[Instance], Iterator[Case]] | None = None
    alone: Callable[[], Iterator[Case]] | None = None
    of: str = ""


ROWS: dict[str, Row] = {
    "lemma1.hoeffding": Row("65847e92", alone=tails.hoeffding, of="any intervals [a, b], as cited"),
    "lemma1": Row("94c3b527", alone=tails.lemma1),
    "lemma3": Row("59d5e9de", alone=privacy.lemma3),
    "prop1.s1": Row("077e1e69", alone=privacy.factors),
    "prop1.s2": Row("62de72fa", alone=privacy.changed, of="factors that read the changed round, counted"),
    "prop1.s3": Row("8bc90485", alone=privacy.pushed, of="the actions of all rounds, played block by block"),
    "prop1": Row("84cbb36b", alone=privacy.proposition, of="block actions' laws, against exp(2*eta)"),
    "lemma4.s1": Row("b33683b4", laws=clock.first_block),
    "lemma4.s2": Row("8a930f76", alone=clock.rounds_played),
    "lemma4.s3": Row("a8713256", laws=clock.choice),
    "lemma4.s5": Row("bb727805", alone=clock.partition, of="the sets that hold m, counted"),
    "lemma4": Row("87af78ba", laws=clock.lemma4),
    "lemma5.split": Row("ece0d75b", laws=five.split),
    "lemma5.small.s1": Row("071df423", laws=steps.pointwise, of="P <= exp(-eta*D) at reachable states"),
    "lemma5.small.s2": Row("79361ac4", laws=steps.tails),
    "lemma5.small.s3": Row("7bbe4168", laws=steps.tails),
    "lemma5.small.eq4": Row("f0b79ace", laws=five.equation4),
    "lemma5.small.s5": Row("74357fac", laws=groups.membership),
    "lemma5.small.s6": Row("2728d96c", laws=groups.early, of="early part of a group <= 2*a*tau, (32*log(h+1) + 2)/a"),
    "lemma5.small.s6.pathwise": Row("b4893770", laws=groups.mass, of="E sum of Delta*P over a group <= 2*a, each m"),
    "lemma5.small.s11": Row("b167b477", laws=groups.late, of="late part of a group <= 16/a"),
    "lemma5.small.s12": Row("5419799f", laws=groups.whole, of="whole sum of a group <= (32*log(h+1) + 18)/a"),
    "lemma5.small.s13": Row("cdc6cc76", laws=groups.all_groups, of="sum over all groups <= (64*log(K+1) + 36)/dmin"),
    "lemma5.small.eq5": Row("18938498", laws=five.equation5, of="small-gap half of the sum <= 200*log(K)/dmin"),
    "lemma5.large.s1": Row("d2e15226", laws=steps.pointwise, of="P <= Q at reachable states"),
    "lemma5.large.s3": Row("6e6b0180", laws=steps.jensen),
    "lemma5.large.s4": Row("e022cc52", laws=steps.moments),
    "lemma5.large.s8": Row("b4365723", laws=steps.pointwise, of="V <= 1 at reachable states"),
    "lemma5.large.s10": Row("4e1b2f69", laws=steps.drift, of="drift at reachable states, and the telescoped sum"),
    "lemma5.large.eq6": Row("ff9c3ea7", laws=five.equation6),
    "lemma5": Row("b1ed78b1", laws=five.lemma5),
    "thm1": Row("4dec41dd", laws=clock.theorem, alone=privacy.proposition, of="(1), (2) and privacy"),
    "comp.f7": Row("98e41237", alone=tails.azuma),
    "comp.f8": Row("8c3b8ae2", alone=composed.composition),
    "comp.s11": Row("4814913d", alone=hedge.potential, of="W(t+1)/W(t) <= 1 - eta*mu + eta**2, and its sum over t"),
    "comp.s12": Row("bd7fb854", alone=composed.kernel, of="p <= exp(2*eta)*p', adjacent pasts"),
    "comp.s21": Row("424b15e9", alone=hedge.regret, of="sum of mu - min over j of the loss <= log(k)/eta + eta*T"),
    "comp.s22": Row("2526e8e8", alone=composed.transcript),
    "comp.s31": Row("c5346624", alone=hedge.regret),
    "comp.s41": Row("d6abc246", alone=hedge.tail),
    "lemma3.worst": Row("2d9531fd", alone=extreme.one_length),
    "lemma3.worst.mix": Row("e1f86ba0", alone=extreme.random_length),
}
"""In the order of the two sources."""

NOT_FINITE: dict[str, str] = {
    "cor1.lower": "an order of growth over all learners, without a constant: no finite instance",
    "cor1": "an order of growth, from cor1.lower; its upper half is confirmed as thm1",
}
"""Rows with a random quantity that have no finite instance, and why."""


def digest(statement: str) -> str:
    """The short digest of a statement's text that pins a row."""
    return sha256(statement.encode()).hexdigest()[:8]
