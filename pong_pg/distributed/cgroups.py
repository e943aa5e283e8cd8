"""The limits that a container or a batch system sets on a process, by Linux's control groups of version 2."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def cpu_limit(root: Path = Path("/")) -> float | None:
    """Return how many CPUs the groups of this process may use on average; None without a limit.

    Args:
        root: the root of the file system.
    """
    found = []
    for words in _limits(root, "cpu.max"):
        quota, period = (*words, "", "")[:2]
        if quota.isdigit() and period.isdigit() and int(period) > 0:
            found.append(int(quota) / int(period))
    return min(found, default=None)


def _limits(root: Path, name: str) -> Iterator[list[str]]:
    """Yield the words of a file of each group that this process is in, and of those that they are in."""
    top = root / "sys/fs/cgroup"
    try:
        line = (root / "proc/self/cgroup").read_text().strip()
    except OSError:
        return
    folder = top / line.removeprefix("0::").lstrip("/")
    # Within a container the path can be that of the host, which does not exist there.
    for group in {top, *(group for group in (folder, *folder.parents) if group.is_relative_to(top))}:
        try:
            yield (group / name).read_text().split()
        except OSError:
            continue
