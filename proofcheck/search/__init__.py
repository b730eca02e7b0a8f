# SPDX-License-Identifier: Apache-2.0
"""The untrusted search: statement -> a proof or a witness for the kernel to replay, or the reason why there is none."""

from proofcheck.search.driver import Found, search

__all__ = ["Found", "search"]
