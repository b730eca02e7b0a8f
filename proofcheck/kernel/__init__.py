# SPDX-License-Identifier: Apache-2.0
"""The trusted kernel: replays certificates with the standard library alone."""
