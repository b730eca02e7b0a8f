# SPDX-License-Identifier: Apache-2.0
"""What the kernel answers: a Verdict, or a Rejected certificate with the rule and the reason."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction


class Status(enum.Enum):
    """The words a verdict may use (design, section 2). It has no truth value: asking for one raises TypeError."""

    PROVED = "PROVED"
    CONDITIONAL = "CONDITIONAL"
    CONFIRMED = "CONFIRMED"
    REFUTED = "REFUTED"
    UNDECIDED = "UNDECIDED"
    DOMAIN_ERROR = "DOMAIN_ERROR"
    VACUOUS = "VACUOUS"
    DISPUTED = "DISPUTED"
    STALE = "STALE"

    def __bool__(self) -> bool:
        raise TypeError(f"{self.value} has no truth value: compare it, as in `status is Status.PROVED`")


@dataclass(frozen=True)
class Verdict:
    """An answer about one statement.

    ``margin`` is a certified lower bound of the slack over the whole domain (0 for a claim known only to be sharp or
    strict), None where no bound was certified. ``rules`` counts the certificate's rules; ``witness`` is an exact point.
    """

    status: Status
    statement: str
    digest: str
    margin: Fraction | None = None
    axioms: tuple[str, ...] = ()
    rules: Mapping[str, int] = field(default_factory=dict)
    witness: Mapping[str, str] | None = None
    reason: str = ""

    def __bool__(self) -> bool:
        raise TypeError("a Verdict has no truth value: compare verdict.status")


class Rejected(Exception):
    """A certificate step that the kernel does not accept.

    ``rule`` names the rule that refused, ``reason`` says why, ``path`` is the way from the root of the certificate.
    """

    def __init__(self, rule: str, reason: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(rule, reason, path)
        self.rule, self.reason, self.path = rule, reason, path

    def __str__(self) -> str:
        where = "/".join(self.path)
        return f"{self.rule}: {self.reason}" + (f" (at {where})" if where else "")
