# SPDX-License-Identifier: Apache-2.0
"""One module per command; each has a click command called ``command``."""
