# SPDX-License-Identifier: Apache-2.0
"""The one exception a user's input can cause."""


class InputError(ValueError):
    """Bad input from outside: one line that names the place, what was found and what to write instead."""
