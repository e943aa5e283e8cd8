"""The limits that a container or a batch system sets on a process, by Linux's control groups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

# Version 1 has a number near 2**63 where there is no limit.
_NO_LIMIT = 2**60


def cpu_limit(root: Path = Path("/")) -> float | None:
    """Return how many CPUs the groups of this process may use on average; None without a limit.

    Args:
        root: the root of the file system.
    """
    found = []
    for folder in _folders(root, "cpu"):
        quota, period = (*_words(folder / "cpu.max"), "", "")[:2]
        if not quota:
            quota = "".join(_words(folder / "cpu.cfs_quota_us"))
            period = "".join(_words(folder / "cpu.cfs_period_us"))
        if quota.isdigit() and period.isdigit() and int(period) > 0:
            found.append(int(quota) / int(period))
    return min(found, default=None)


def memory_limit(root: Path = Path("/")) -> int | None:
    """Return the bytes of memory that the groups of this process may use; None without a limit.

    Args:
        root: the root of the file system.
    """
    found = []
    for folder in _folders(root, "memory"):
        for name in ("memory.max", "memory.limit_in_bytes"):
            found += [int(word) for word in _words(folder / name) if word.isdigit() and int(word) < _NO_LIMIT]
    return min(found, default=None)


def _folders(root: Path, controller: str) -> Iterator[Path]:
    """Yield the folder of each group that this process is in, and those that they are in."""
    mount = root / "sys/fs/cgroup"
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = (*line.split(":", 2), "", "")[:3]
        if controllers and controller not in controllers.split(","):
            continue
        # In version 1 each controller has a tree of its own.
        top = mount / controller if controllers else mount
        folder = top / path.lstrip("/")
        # Within a container the path can be that of the host, which does not exist there.
        yield top
        for group in (folder, *folder.parents):
            if group != top and group.is_relative_to(top) and group.is_dir():
                yield group


def _words(file: Path) -> list[str]:
    try:
        return file.read_text().split()
    except OSError:
        return []
