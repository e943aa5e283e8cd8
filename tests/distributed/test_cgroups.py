from __future__ import annotations

from pathlib import Path

import pytest

from pong_pg.distributed import threads

# Files by their path, and the limit of CPUs that follows.
CASES: dict[str, tuple[dict[str, str], float | None]] = {
    "none": ({}, None),
    "no limit": ({"proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": "max 100000"}, None),
    "in a container": ({"proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": "150000 100000"}, 1.5),
    "limits of the groups above": (
        {
            "proc/self/cgroup": "0::/a/b",
            "sys/fs/cgroup/a/cpu.max": "50000 100000",
            "sys/fs/cgroup/a/b/cpu.max": "200000 100000",
        },
        0.5,
    ),
    "a path of the host": (
        {"proc/self/cgroup": "0::/docker/1234", "sys/fs/cgroup/cpu.max": "100000 100000"},
        1.0,
    ),
    "nonsense": ({"proc/self/cgroup": "nonsense\n::\n0::/", "sys/fs/cgroup/cpu.max": "100000 0"}, None),
}


@pytest.mark.parametrize("case", CASES)
def test_limits_are_read(case: str, tmp_path: Path) -> None:
    files, cpus = CASES[case]
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{text}\n")
    assert threads.cpu_limit(tmp_path) == cpus
