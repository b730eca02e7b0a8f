# SPDX-License-Identifier: Apache-2.0
"""UNTRUSTED: the symbolic (SymPy) and sampled (mpmath) looks at a claim. Evidence, never a verdict."""
