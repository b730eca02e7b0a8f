# SPDX-License-Identifier: Apache-2.0
"""Two versions of a library: which statements changed, and whether each became stronger or weaker.

``strength`` compares two statements, ``rows`` two libraries.
"""
