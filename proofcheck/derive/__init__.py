# SPDX-License-Identifier: Apache-2.0
"""Derivations: from readable files of steps to documents that the kernel replays. Untrusted."""
