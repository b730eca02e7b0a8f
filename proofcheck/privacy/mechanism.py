# SPDX-License-Identifier: Apache-2.0
"""An online algorithm as a randomized map: which action is drawn when, from which rounds' losses, by which law.

A mechanism is a list of choices. Each is one random draw of an action, independent of the other draws once the losses
are fixed, and declares the rounds whose losses it reads. The declaration is enforced: a choice gets to see nothing
else, so a law that needs another round raises `Undeclared`. That the list of choices is the algorithm, and not another
one, is checked by playing the algorithm out (`playout`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import flint

from proofcheck.exact.enclosure import ball
from proofcheck.privacy.grid import Grid, Vector, relative, total
from proofcheck.privacy.rules import Law, Rule


class Undeclared(LookupError):
    """A choice asked for the losses of a round that it does not declare to read."""


class View(Mapping[int, Vector]):
    """The losses of the declared rounds, and of no others."""

    def __init__(self, inputs: Mapping[int, Vector], reads: Iterable[int]) -> None:
        self._seen = {t: inputs[t] for t in reads}

    def __getitem__(self, t: int) -> Vector:
        if t not in self._seen:
            raise Undeclared(f"round {t} is read but not declared; declared are {sorted(self._seen)}")
        return self._seen[t]

    def __iter__(self) -> Iterator[int]:
        return iter(self._seen)

    def __len__(self) -> int:
        return len(self._seen)


class Choice(ABC):
    """One random draw of an action.

    Arguments: first, last, the rounds in which the action is played; reads, the rounds whose losses may be looked at,
    all before `first`. Raises ValueError otherwise: such a choice would look into the future.
    """

    def __init__(self, first: int, last: int, reads: range) -> None:
        if reads and (reads[-1] >= first or reads[0] < 1):
            raise ValueError(f"the choice of round {first} reads rounds {reads}; they must lie before it")
        self.first, self.last, self.reads = first, last, reads

    def law_at(self, inputs: Mapping[int, Vector]) -> Law:
        """The law of the action on these inputs, of which only the declared rounds are handed on."""
        return self.law(View(inputs, self.reads))

    @abstractmethod
    def law(self, data: View) -> Law:
        """The law of the action. Guarantee: encloses, at Arb's current precision."""


class Fixed(Choice):
    """An action drawn from a law that no loss has touched."""

    def __init__(self, first: int, last: int, probabilities: Sequence[Fraction]) -> None:
        super().__init__(first, last, range(0))
        self.probabilities = tuple(probabilities)

    def law(self, data: View) -> Law:
        """The given law."""
        return tuple(ball(p) for p in self.probabilities)


def inside(a: range, b: range) -> bool:
    """Whether the rounds a, not empty and without gaps, are a part of the rounds b."""
    return a[0] in b and a[-1] in b


@dataclass(frozen=True)
class Window:
    """With this probability, the losses summed over these rounds are what counts; rounds ascending."""

    probability: Fraction
    rounds: range


class Summed(Choice):
    """A rule applied to losses summed over one of some windows, drawn without looking at the data.

    P(j) = sum_w P(w) rule_j(sum of the losses of w's rounds). Arguments: windows, each a part of the next.
    """

    def __init__(self, first: int, last: int, windows: Sequence[Window], rule: Rule) -> None:
        super().__init__(first, last, windows[-1].rounds)
        if sum(w.probability for w in windows) != 1:
            raise ValueError("the windows' probabilities do not sum to 1")
        if any(not inside(a.rounds, b.rounds) for a, b in pairwise(windows)):
            raise ValueError("each window must be a part of the next")
        self.windows, self.rule = tuple(windows), rule

    def law(self, data: View) -> Law:
        """The average of the rule's laws over the windows."""
        parts = [self.part(w, data) for w in self.windows]
        return parts[0] if len(parts) == 1 else tuple(sum(column, flint.arb(0)) for column in zip(*parts, strict=True))

    def part(self, window: Window, data: View) -> Law:
        """The rule's law on one window, times the window's probability."""
        sums = total((data[t] for t in window.rounds), len(next(iter(data.values()))))
        law = self.rule.law(relative(sums))
        return law if window.probability == 1 else tuple(p * ball(window.probability) for p in law)


@dataclass(frozen=True)
class Mechanism:
    """An algorithm up to a horizon.

    `build` makes the choices, which cover the rounds 1, ..., horizon in order; `grid` are the losses that it is audited
    on. `private` is the level of pure differential privacy that its source claims for it, None where it claims none;
    `delta` > 0 where the claim is (private, delta)-privacy. `about` says in a line what it is; `name` is its learner's,
    where there is one.
    """

    name: str
    about: str
    grid: Grid
    horizon: int
    build: Callable[[], tuple[Choice, ...]]
    private: Fraction | None
    delta: Fraction = Fraction(0)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The random draws; made when first asked for, since there may be very many."""
        return self.build()

    def affected(self, t: int) -> tuple[Choice, ...]:
        """The choices that may depend on the losses of round t."""
        return tuple(choice for choice in self.choices if t in choice.reads)
