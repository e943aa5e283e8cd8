"""The CPUs and native threads of a process."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any, TypeVar

from pong_pg.errors import Stopped

Result = TypeVar("Result")


def available_cores() -> int:
    """Return the number of CPUs that this process may use, at least 1; a container may have a quota of them."""
    # macOS has no sched_getaffinity.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = cpu_limit()
    return cores if quota is None else min(cores, max(1, math.floor(quota)))


def cpu_limit(root: Path = Path("/")) -> float | None:
    """Return how many CPUs the control groups (version 2) of this process may use on average; None without a limit.

    Args:
        root: the root of the file system.
    """
    top = root / "sys/fs/cgroup"
    try:
        line = (root / "proc/self/cgroup").read_text().strip()
    except OSError:
        return None
    folder = top / line.removeprefix("0::").lstrip("/")
    found = []
    # Of the group that it is in and those around it. Within a container the path can be that of the host, which does
    # not exist there.
    for group in {top, *(group for group in (folder, *folder.parents) if group.is_relative_to(top))}:
        with contextlib.suppress(OSError):
            quota, period = (*(group / "cpu.max").read_text().split(), "", "")[:2]
            if quota.isdigit() and period.isdigit() and int(period) > 0:
                found.append(int(quota) / int(period))
    return min(found, default=None)


def limit_native_threads() -> Any:
    """Limit BLAS and OpenMP to one thread in this process.

    Returns:
        A context manager at whose end the former limits are restored; its `restore_original_limits` does so at once.
    """
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1)


def results(
    futures: Sequence[Future[Result]], call: Callable[[int], Result], should_stop: Callable[[], bool]
) -> Iterator[tuple[int, Result]]:
    """Make calls together with the threads of an executor; yield the index of each, and what it has returned.

    This thread begins with the last call, and makes each that no other thread has begun.

    Args:
        futures: of the calls, in the order in which they were submitted.
        call: makes the call of an index.
        should_stop: asked before each call. At the end none is being made, also where an exception is raised.

    Raises:
        Stopped: `should_stop` returned True.
        Exception: what a call has raised.
    """
    try:
        for number in reversed(range(len(futures))):
            if should_stop():
                raise Stopped
            yield number, call(number) if futures[number].cancel() else futures[number].result()
    finally:
        wait([future for future in futures if not future.cancel()])
