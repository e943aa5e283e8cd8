"""How many CPUs this process may use."""

from __future__ import annotations

import os


def available_cores() -> int:
    """Return the number of CPUs that this process may run on, at least 1."""
    # macOS does not say.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
