# SPDX-License-Identifier: Apache-2.0
"""A Jupyter kernel that is this very Python, found without any kernel being installed under a name."""

from __future__ import annotations

import sys
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager

OPTIONS = ("--HistoryManager.enabled=False", "--InteractiveShell.colors=NoColor", "--log-level=ERROR")


class ThisPython(KernelSpecManager):
    """Knows one kernel, whatever it is asked for."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """This Python, with no history and no colours in error messages."""
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}", *OPTIONS]
        return KernelSpec(argv=argv, display_name="Python 3", language="python")


def this_python(folder: str) -> Any:
    """A manager of one such kernel, which keeps its connection file in ``folder``."""
    manager = AsyncKernelManager(kernel_spec_manager=ThisPython(), kernel_name="python3")
    manager.connection_file = f"{folder}/kernel.json"
    return manager
