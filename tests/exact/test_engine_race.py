# SPDX-License-Identifier: Apache-2.0
"""The race of exponential variables: its trapezoidal rule, its windows and its points, piece by piece."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.exact.engines.contest import Points, Windows
from proofcheck.exact.engines.integral import Integral, power
from proofcheck.exact.engines.race import Grid, Reach, free_grid, grid_for, left_out_below
from proofcheck.exact.engines.survival import Kernel
from proofcheck.exact.groups import Groups, groups_of

from .helpers import law_named, real, thousand_of_twenty_means

BITS = 80


def groups_named(name: str) -> Groups:
    groups = groups_of(law_named(name))
    assert groups is not None
    return groups


@pytest.mark.parametrize("h", [Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(7, 4)])
@pytest.mark.parametrize("shift", [Fraction(0), Fraction(1, 10), Fraction(1, 3)])
def test_the_trapezoidal_error_is_within_its_bound(h: Fraction, shift: Fraction):
    """h sum k(nh + x) - 1 for k(x) = e^{x - e^x}."""
    with mpmath.workdps(40):
        points = (real(n * h + shift) for n in range(-int(90 / h), int(6 / h)))
        error = abs(real(h) * sum(mpmath.exp(x - mpmath.exp(x)) for x in points) - 1)
        assert error <= real(Grid(h, 1, Fraction(1)).aliasing)


def test_the_bound_of_the_trapezoidal_error_is_nearly_met():
    """At some shift the first alias, 2 |Gamma(1 + 2 pi i / h)|, is met in full: the bound has no slack to hide in."""
    h = Fraction(3, 2)
    with mpmath.workdps(30):
        worst = max(
            abs(real(h) * sum(mpmath.exp(x - mpmath.exp(x)) for n in range(-60, 6) for x in [real(n * h) + s]) - 1)
            for s in (real(h) * k / 40 for k in range(40))
        )
        assert worst > real(Grid(h, 1, Fraction(1)).aliasing) * mpmath.mpf("0.95")


def test_nodes_too_far_apart_are_refused():
    with pytest.raises(ArithmeticError, match="too far apart"):
        _ = Grid(Fraction(20), 1, Fraction(1)).aliasing


@settings(max_examples=60, deadline=None)
@given(st.fractions(Fraction(1, 10**6), 3), st.integers(8, 300))
def test_grids_hold_the_losses_and_keep_the_error(rate: Fraction, bits: int):
    for grid in (grid_for(rate, bits), free_grid(rate, bits)):
        assert grid.aliasing < Fraction(16, 2**bits)
    assert grid_for(rate, bits).split * grid_for(rate, bits).cell == rate


@pytest.mark.parametrize("bits", [30, 100])
def test_kernel_tables_lie_just_below_the_truth(bits: int):
    cell = Fraction(1, 16)
    low, high = -16 * bits, 16 * 8
    kappa, slope = Kernel(cell, bits).window(low, high)
    with mpmath.workdps(60):
        for index in range(0, high - low + 1, 37):
            u = mpmath.exp(real(cell * (low + index)))
            for found, true in ((kappa[index], mpmath.exp(-u)), (slope[index], u * mpmath.exp(-u))):
                assert 0 <= true * 2**bits - int(found) <= 2


def exact_pair(groups: Groups, index: int, grid: Grid, m: int, cell: int) -> tuple[mpmath.mpf, mpmath.mpf]:
    """phi and chi from all sequences of m losses, as a polynomial power."""
    law = {0: Fraction(1)}
    group = groups.groups[index]
    for _ in range(m):
        after: dict[int, Fraction] = {}
        for total, p in law.items():
            for k, weight in group.steps:
                after[total + k] = after.get(total + k, Fraction(0)) + p * Fraction(weight, group.total)
        law = after
    u = {total: mpmath.exp(real(grid.cell * cell - grid.rate * total)) for total in law}
    phi = sum(real(p) * mpmath.exp(-u[total]) for total, p in law.items())
    return phi, sum(real(p) * u[total] * mpmath.exp(-u[total]) for total, p in law.items())


@pytest.mark.parametrize("name", ["two", "alike", "deterministic"])
def test_windows_and_points_lie_just_below_the_truth(name: str):
    groups, nodes = groups_named(name), range(-60, 41, 10)
    grid, free = grid_for(groups.unit / 8, 40), free_grid(groups.unit / 8, 40)
    survivals = Windows(groups, grid, BITS).at(2, nodes.start - 400, nodes[-1])
    for survival in survivals:
        survival.advance()
        survival.advance()
    sampled = Points(groups, free, BITS).at(4, nodes)
    with mpmath.workdps(40):
        for kind, found in ((grid, survivals), (free, sampled)):
            for index, action in enumerate(found):
                assert action.slack < 100
                for place, node in enumerate(nodes):
                    phi, chi = exact_pair(groups, index, kind, 4, node)
                    assert 0 <= phi * 2**BITS - int(action.phi_at(nodes)[place]) <= action.slack
                    if index:
                        assert 0 <= chi * 2**BITS - int(action.chi_at(nodes)[place]) <= action.slack


def test_a_window_refuses_cells_it_lost():
    groups = groups_named("two")
    survival = Windows(groups, grid_for(Fraction(1, 8), 40), BITS).at(1, 0, 20)[0]
    survival.advance()
    with pytest.raises(ValueError, match="outside the window"):
        survival.phi_at(range(0, 5))
    with pytest.raises(ValueError, match="best action"):
        survival.chi_at(range(10, 15))


@pytest.mark.parametrize("m", [0, 1, 7, 400])
def test_what_is_left_out_on_the_left_is_less_than_its_bound(m: int):
    """Against the trapezoidal sum of those nodes, K = 1000."""
    groups = groups_of(thousand_of_twenty_means())
    assert groups is not None
    grid = free_grid(groups.unit / 8, 30)
    reach = Reach(groups, grid, 20)
    first, exponent = reach.first(m)
    bound = left_out_below(groups, grid, m, first, exponent)
    assert bound <= Fraction(4, 2**20)
    nodes = range(first - 40, first)
    sampled = Points(groups, grid, BITS).at(m, nodes)
    with mpmath.workdps(30):
        lost = mpmath.mpf(0)  # a lower bound of h sum g over those nodes
        for place in range(len(nodes)):
            whole = mpmath.fprod((int(a.phi[place]) / mpmath.mpf(2) ** BITS) ** a.group.copies for a in sampled)
            for a in sampled[1:]:
                lost += real(grid.h * a.group.gap * a.group.copies * int(a.chi[place]) / 2**BITS) * whole
        assert 0 < lost <= real(bound)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**40), st.integers(1, 2000))
def test_powers_in_fixed_point_lack_what_is_counted(value: int, exponent: int):
    from flint import fmpz

    found = power([fmpz(value)], exponent, 40)
    assert found is not None
    lack = Fraction(value, 2**40) ** exponent * 2**40 - int(found[0])
    assert 0 <= lack <= 2 * exponent + 1


def test_points_and_windows_give_one_answer_for_a_thousand_actions(monkeypatch: pytest.MonkeyPatch):
    groups = groups_of(thousand_of_twenty_means())
    assert groups is not None
    engine, found = Integral(groups, Fraction(1, 8)), []
    for price in (0, 10**40):
        monkeypatch.setattr(Integral, "_points_price", lambda *_, price=price: price)
        found.append(engine.each([3, 40], 140))
    assert all(a.digits(24) == 24 for part in found for a in part)
    assert all(max(a.lower, b.lower) <= min(a.upper, b.upper) for a, b in zip(*found, strict=True))
