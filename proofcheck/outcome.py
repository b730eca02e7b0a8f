# SPDX-License-Identifier: Apache-2.0
"""The verdicts with which all is well, by name: a module of its own, so that asking costs no import."""

FINE = frozenset({"PROVED", "CONDITIONAL", "CONFIRMED"})
