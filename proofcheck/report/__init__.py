# SPDX-License-Identifier: Apache-2.0
"""The referee's page, and the same facts for machines: words, layout and pictures. It decides nothing."""
