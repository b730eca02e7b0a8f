# SPDX-License-Identifier: Apache-2.0
"""The small-gap half of Lemma 5 on one law, group by group: early part, late part, whole, and all groups together.

H_l holds the actions with Delta <= 4 eta and a <= Delta < 2a, a = 2^(l-1) Delta_min; h = |H_l|; early means
m <= tau = ceil(16 log(h+1) / a^2). What lies beyond the enumerated m enters by the proved tail. Source A, section 5.4.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import flint

from proofcheck.exact.enclosure import Enclosure, ball, enclose
from proofcheck.exact.instance import BITS, Instance
from proofcheck.exact.record import Case


@dataclass(frozen=True)
class Group:
    """H_l: its number l, a, its coordinates, and how many actions they are."""

    number: int
    a: Fraction
    coordinates: tuple[int, ...]
    h: int

    @property
    def tau(self) -> int:
        """ceil(16 log(h+1) / a^2). Exact: the logarithm is irrational, so enough bits tell."""
        bits = BITS
        while True:
            value = enclose(lambda: flint.arb(self.h + 1).log() * ball(16 / self.a**2), bits)
            low, high = -(-value.lower // 1), -(-value.upper // 1)
            if low == high:
                return low
            bits *= 2

    def bound(self, constant: int) -> Enclosure:
        """(32 log(h+1) + constant) / a."""
        return enclose(lambda: (32 * flint.arb(self.h + 1).log() + constant) / ball(self.a), BITS)


def groups(on: Instance) -> list[Group]:
    """The groups that are not empty."""
    found = []
    number, a = 1, on.law.least_gap
    while a <= 4 * on.eta:
        kept = tuple(c for c in on.small if a <= on.walk.gaps[c] < 2 * a)
        if kept:
            found.append(Group(number, a, kept, sum(on.walk.copies[c] for c in kept)))
        number, a = number + 1, 2 * a
    return found


def membership(on: Instance) -> Iterator[Case]:
    """lemma5.small.s5: every small-gap action lies in exactly one H_l, and the groups add up to the small-gap half.

    l is tried as long as 2^(l-1) Delta_min <= 1.
    """
    gaps, least = on.law.gaps, on.law.least_gap
    starts = [least * 2**k for k in range((1 / least).__ceil__().bit_length() + 1)]
    for j, gap in enumerate(gaps, start=1):
        if 0 < gap <= 4 * on.eta:
            homes = sum(a <= gap < 2 * a for a in starts)
            yield on.case("lemma5.small.s5", Enclosure.of(homes), Enclosure.of(1), f"j = {j}", equal=True)
    parts = [on.costs(group.coordinates) for group in groups(on)]
    for m, cost in on.costs(on.small).items() if parts else ():
        together = sum((part[m] for part in parts), Enclosure.of(0))
        yield on.case("lemma5.small.s5", together, cost, f"m = {m}", equal=True)


def mass(on: Instance) -> Iterator[Case]:
    """lemma5.small.s6.pathwise in expectation: in every round, E sum over H_l of Delta_j P_{m,j} <= 2a."""
    for group in groups(on):
        for m, cost in on.costs(group.coordinates).items():
            where = f"m = {m}, l = {group.number}"
            yield on.case("lemma5.small.s6.pathwise", cost, Enclosure.of(2 * group.a), where)


def early(on: Instance) -> Iterator[Case]:
    """lemma5.small.s6: the early part is at most 2 a tau, and that at most (32 log(h+1) + 2) / a."""
    for group in groups(on):
        left, where = early_part(on, group), f"l = {group.number}, tau = {group.tau}"
        yield on.case("lemma5.small.s6", left, Enclosure.of(2 * group.a * group.tau), where)
        yield on.case("lemma5.small.s6", left, group.bound(2), where)


def late(on: Instance) -> Iterator[Case]:
    """lemma5.small.s11: the late part is at most 16 / a."""
    for group in groups(on):
        where = f"l = {group.number}, tau = {group.tau}"
        yield on.case("lemma5.small.s11", late_part(on, group), Enclosure.of(16 / group.a), where)


def whole(on: Instance) -> Iterator[Case]:
    """lemma5.small.s12: early and late together are at most (32 log(h+1) + 18) / a."""
    for group in groups(on):
        yield on.case("lemma5.small.s12", _sum(on, group), group.bound(18), f"l = {group.number}")


def all_groups(on: Instance) -> Iterator[Case]:
    """lemma5.small.s13: all groups together are at most (64 log(K+1) + 36) / Delta_min."""
    parts = [_sum(on, group) for group in groups(on)]
    if parts:
        right = enclose(lambda: (64 * flint.arb(on.law.size + 1).log() + 36) / ball(on.law.least_gap), BITS)
        yield on.case("lemma5.small.s13", sum(parts, Enclosure.of(0)), right)


def early_part(on: Instance, group: Group) -> Enclosure:
    """The sum over 1 <= m <= tau of E sum over H_l of Delta_j P_{m,j}. Guarantee: encloses."""
    part = _sum(on, group, last=min(group.tau, on.last))
    return part.widened(on.rest(group.coordinates, on.last)) if group.tau > on.last else part


def late_part(on: Instance, group: Group) -> Enclosure:
    """The same over m > tau. Guarantee: encloses."""
    if group.tau >= on.last:
        return Enclosure(Fraction(0), on.rest(group.coordinates, group.tau))
    return _sum(on, group, first=group.tau + 1)


def _sum(on: Instance, group: Group, first: int = 1, last: int | None = None) -> Enclosure:
    """The sum over first <= m <= last; over all m >= first without `last`."""
    costs = on.costs(group.coordinates)
    part = sum((cost for m, cost in costs.items() if first <= m <= (last or m)), Enclosure.of(0))
    return part if last else part.widened(on.rest(group.coordinates, on.last))
