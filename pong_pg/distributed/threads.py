"""The CPUs and native threads of a process."""

from __future__ import annotations

import os
from typing import Any


def available_cores() -> int:
    """Return the number of CPUs that this process may run on, at least 1."""
    # macOS has no sched_getaffinity.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def limit_native_threads() -> Any:
    """Limit BLAS and OpenMP to one thread in this process.

    Returns:
        A context manager at whose end the former limits are restored; its `restore_original_limits` does so at once.
    """
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1)
