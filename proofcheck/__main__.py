# SPDX-License-Identifier: Apache-2.0
"""``python -m proofcheck``: the same as the command ``proofcheck``."""

from proofcheck.cli import main

if __name__ == "__main__":
    main()
