"""The CPUs and native threads of a process."""

from __future__ import annotations

import math
import os
from typing import Any

from pong_pg.distributed.cgroups import cpu_limit


def available_cores() -> int:
    """Return the number of CPUs that this process may use, at least 1; a container may have a quota of them."""
    # macOS has no sched_getaffinity.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = cpu_limit()
    return cores if quota is None else min(cores, max(1, math.floor(quota)))


def limit_native_threads() -> Any:
    """Limit BLAS and OpenMP to one thread in this process.

    Returns:
        A context manager at whose end the former limits are restored; its `restore_original_limits` does so at once.
    """
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1)
