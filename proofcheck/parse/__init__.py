# SPDX-License-Identifier: Apache-2.0
"""Text to kernel terms and statements, by the standard library's ``ast`` and a whitelist. Nothing is ever evaluated.

``parse_statement`` reads ``for all x in [0, 1], if x <= 1/2: goal``; ``statement_from_parts`` reads the same in
pieces (a batch line, a claim file); ``parse_expression``, ``parse_relation``, ``parse_domain`` read one piece.
Every refusal is an InputError of one line that names the place, what was found, and what to write instead.
What was written is kept: ``x/x`` stays a quotient, and only quotients of two integers are folded to a number.
"""

from proofcheck.parse.domain import parse_domain
from proofcheck.parse.expression import parse_expression, parse_relation
from proofcheck.parse.statement import parse_statement, statement_from_parts

__all__ = ["parse_domain", "parse_expression", "parse_relation", "parse_statement", "statement_from_parts"]
