# SPDX-License-Identifier: Apache-2.0
"""Hoeffding's inequality, Lemma 1 and Azuma-Hoeffding on enumerated laws: exact probabilities against the bounds.

Sums of independent variables by products of integer polynomials (FLINT); the worst martingale by dynamic programming.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product

from flint import fmpz_poly

from proofcheck.exact.enclosure import Enclosure
from proofcheck.exact.instance import exponential
from proofcheck.exact.record import Case

Weights = tuple[int, ...]  # of the values 0, 1, 2, ... (in some unit, after a shift), to be divided by their sum

QUARTERS = tuple(
    w for w in product(range(5), repeat=5) if sum(w) == 4 and sum(k * x for k, x in enumerate(w)) > 2 * sum(w)
)
"""All laws on {-1, -1/2, 0, 1/2, 1} with probabilities in quarters and a positive mean."""

RARE = ((0, 0, 99, 0, 1), (49, 0, 0, 0, 51), (0, 1, 0, 9, 0), (1, 0, 0, 0, 99), (0, 0, 9, 1, 0))
"""Skewed ones; the first is nearly the worst there is for Lemma 1 at m = 1."""

LONGEST = 24
FEW = (0, 1, 2, 5)

SHAPES: tuple[Weights, ...] = ((1, 1), (9, 1), (1, 9), (1, 2, 0, 1), (1, 0, 0, 2), (1, 0, 98, 0, 1))
"""Laws of one variable on 0, 1, 2, ...; its interval [a, b] is the support's hull."""


def lemma1() -> Iterator[Case]:
    """lemma1: P(sum U_s <= m mu/2) <= exp(-m mu^2/8), independent U_s in [-1, 1] of common mean mu > 0.

    All laws above: m alike for m up to 24, and mixtures of two different ones of the same mean.
    """
    laws = QUARTERS + RARE
    for law in laws:
        for m in range(1, LONGEST + 1):
            yield _lemma1((law,) * m, f"m = {m}, weights {law} on -1, -1/2, 0, 1/2, 1")
    for one, other in combinations_with_replacement(laws, 2):
        if one != other and _mean(one) == _mean(other):
            for m, n in product(FEW[1:], repeat=2):
                words = f"m = {m + n}, {m} with weights {one} and {n} with {other} on -1, -1/2, 0, 1/2, 1"
                yield _lemma1((one,) * m + (other,) * n, words)


def _mean(weights: Weights) -> Fraction:
    return Fraction(sum(k * w for k, w in enumerate(weights)), sum(weights))


def _lemma1(laws: Sequence[Weights], where: str) -> Case:
    m, shifted = len(laws), _mean(laws[0])  # a value v stands for v/2 - 1
    mu = shifted / 2 - 1
    # sum (v/2 - 1) <= m mu/2 exactly when sum v <= m (mu + 2)
    left = below(laws, m * (mu + 2))
    return Case("lemma1", "", Enclosure.of(left), exponential(-m * mu**2 / 8), where)


def below(laws: Sequence[Weights], bound: Fraction) -> Fraction:
    """P(sum of independent values <= bound). Exact."""
    whole = fmpz_poly([1])
    for weights in set(laws):
        whole *= fmpz_poly(list(weights)) ** laws.count(weights)
    total, some = whole(1), sum(whole.coeffs()[: max(0, bound.numerator // bound.denominator + 1)])
    return Fraction(int(some), int(total))


def hoeffding() -> Iterator[Case]:
    """lemma1.hoeffding: P(sum (U - E U) <= -u) <= exp(-2 u^2 / sum (b - a)^2).

    Every collection of at most four variables of six shapes; u runs through the atoms below the mean, where the left
    side jumps and every other u is thus implied.
    """
    for count in range(1, 5):
        for laws in combinations_with_replacement(SHAPES, count):
            mean, squares = sum(map(_mean, laws), Fraction(0)), sum((len(w) - 1) ** 2 for w in laws)
            for atom in range(-(-mean.numerator // mean.denominator)):
                u = mean - atom
                right, words = exponential(-2 * u**2 / squares), f"weights {laws} on 0, 1, 2, ..., u = {u}"
                yield Case("lemma1.hoeffding", "", Enclosure.of(below(laws, Fraction(atom))), right, words)


GRID = 8
"""Martingale differences are multiples of 1/8."""

WIDTHS = tuple((8,) * n for n in range(1, 9)) + tuple(w for n in (2, 3) for w in product((4, 8), repeat=n) if 4 in w)
"""c_1, ..., c_T in eighths: all 1 for T up to 8, and mixtures of 1/2 and 1."""


def azuma() -> Iterator[Case]:
    """comp.f7: P(sum X_t >= s) <= exp(-2 s^2 / sum c_t^2), for the worst martingale there is on a grid.

    Every adapted choice of A_t <= 0 and of a mean-zero law on multiples of 1/8 in [A_t, A_t + c_t] competes: the
    probability is linear in the law, so two-point laws and 0 are enough, and the best reply is found backwards.
    """
    for widths in WIDTHS:
        squares = sum(width**2 for width in widths)
        for need in range(1, sum(widths)):
            left = reach(widths, need)
            if left:
                right = exponential(Fraction(-2 * need * need, squares))
                ranges = ", ".join(str(Fraction(width, GRID)) for width in widths)
                words = f"worst martingale on multiples of 1/{GRID}, c = ({ranges})"
                yield Case("comp.f7", "", Enclosure.of(left), right, f"{words}, s = {Fraction(need, GRID)}")


@lru_cache(maxsize=20_000)
def reach(widths: tuple[int, ...], need: int) -> Fraction:
    """The largest P(X_1 + ... + X_T >= need) over adapted mean-zero integer X_t of range at most widths[t]. Exact."""
    if need <= 0:
        return Fraction(1)
    if not widths:
        return Fraction(0)
    best = reach(widths[1:], need)
    for up in range(1, widths[0]):
        high = reach(widths[1:], need - up)
        if high > best:
            for down in range(1, widths[0] - up + 1):
                value = (down * high + up * reach(widths[1:], need + down)) / (up + down)
                best = max(best, value)
    return best
